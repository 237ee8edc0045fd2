(** * What is claimed, 4 of 4: the kinds of schedules, and what a certificate says (FORMATS, "Schedule",
    "Certificate") *)

From Coq Require Import NArith List Permutation.
From Isotask.Spec Require Import Network Schedule Task.
Import ListNotations.
Open Scope N_scope.

Inductive plan :=
| Symmetric (packets : list N) (moves : list (list (N * N)))                (** [packet, link] *)
| SymmetricTrees (moves : list (list ((N * N) * N)))                        (** [packet, position, link] *)
| Explicit (packets : list (N * N)) (moves : list (list (N * (N * N))))     (** [packet, from, to] *)
| ExplicitTrees (packets : list N) (moves : list (list (N * (N * N)))).     (** packets [from] or [root] *)

(** the completion time is the number of slots up to the last one that has a move: later ones are left out *)
Fixpoint from_first_move {A} (moves : list (list A)) : list (list A) :=
  match moves with [] :: rest => from_first_move rest | _ => moves end.
Definition to_last_move {A} (moves : list (list A)) : list (list A) := rev (from_first_move (rev moves)).

(** ** Symmetric schedules, at all nodes

    [at_node i] is where packet i of node 0 is; that of node s is at s · (at_node i). *)

Definition generator (nw : network) (j : N) : N := nth (N.to_nat j) (generators nw) 0.

Definition moved (nw : network) (at_node : N -> N) (ms : list (N * N)) : N -> N := fun i =>
  match find (fun m => fst m =? i) ms with
  | Some m => product nw (at_node i) (generator nw (snd m))
  | None => at_node i
  end.

Definition translate (nw : network) (at_node : N -> N) (sm : N * (N * N)) : move :=
  let (s, m) := sm in
  let here := at_node (fst m) in
  Move (s, fst m) (product nw s here) (product nw s (product nw here (generator nw (snd m)))).

Fixpoint at_all_nodes (nw : network) (at_node : N -> N) (moves : list (list (N * N))) : schedule :=
  match moves with
  | [] => []
  | ms :: rest =>
      map (translate nw at_node) (list_prod (upto (size nw)) ms) :: at_all_nodes nw (moved nw at_node ms) rest
  end.

(** copy j of the broadcast from (accumulation at) node s is sent from node s · position *)
Definition trees_at_all_nodes (nw : network) (copies : N) (moves : list (list ((N * N) * N))) : schedule :=
  map (fun ms => map (fun sm : N * ((N * N) * N) =>
      let (s, m) := sm in let here := product nw s (snd (fst m)) in
      Move (0, s * copies + fst (fst m)) here (product nw here (generator nw (snd m))))
    (list_prod (upto (size nw)) ms)) moves.

Definition explicit_moves (moves : list (list (N * (N * N)))) : schedule :=
  map (map (fun m : N * (N * N) => Move (0, fst m) (fst (snd m)) (snd (snd m)))) moves.

(** ** Claims: whatever the scope and the horizon, what is proved binds every schedule of any length. *)

Inductive quantity := CompletionTime | Transmissions | TotalDelay.

Definition measure (pb : problem) (q : quantity) (sc : schedule) : N :=
  match q with CompletionTime => slots sc | Transmissions => transmissions sc | TotalDelay => total_delay pb sc end.

(** the schedule attains [value], and no legal one less than [lower]; transmissions and delay are those of a
    node (per = the number of nodes) or of the network (per = 1) *)
Definition holds (pb : problem) (allowed : schedule -> Prop) (sc : schedule) (per : N) (q : quantity)
    (value lower : N) : Prop :=
  let unit := match q with CompletionTime => 1 | _ => per end in
  measure pb q sc = unit * value /\ forall other, allowed other -> unit * lower <= measure pb q other.

(** ** What is certified of a task and a plan with claims (quantity, value, lower) *)

Definition is_broadcast (tr : traffic) : bool :=
  match tr with Broadcast _ _ | MultinodeBroadcast _ => true | _ => false end.

Definition problem_of (t : task) (p : plan) : problem :=
  match p with
  | Symmetric offs _ => isotropic t offs
  | Explicit ends _ => listed t ends
  | ExplicitTrees rs _ => rooted t rs
  | SymmetricTrees _ => rooted t (roots (task_network t) (task_traffic t))
  end.

Definition is_legal (t : task) (p : plan) : schedule -> Prop :=
  match p with
  | Symmetric _ _ | Explicit _ _ => legal (problem_of t p)
  | _ => if is_broadcast (task_traffic t) then legal_broadcast (problem_of t p) else legal_accumulation (problem_of t p)
  end.

Definition packets_fit (t : task) (p : plan) : Prop :=
  let (nw, tr, _) := t in
  match p with
  | Symmetric offs _ => Permutation offs (offsets nw tr)
  | Explicit ends _ => Permutation ends (pairs nw tr)
  | ExplicitTrees rs _ => Permutation rs (roots nw tr)
  | SymmetricTrees _ => exists c, tr = MultinodeBroadcast c \/ tr = MultinodeAccumulation c
  end.

Definition written_out (t : task) (p : plan) : schedule :=
  let nw := task_network t in
  match p with
  | Symmetric _ moves => at_all_nodes nw (fun _ => 0) (to_last_move moves)
  | Explicit _ moves | ExplicitTrees _ moves => explicit_moves (to_last_move moves)
  | SymmetricTrees moves =>
      match task_traffic t with
      | MultinodeBroadcast c | MultinodeAccumulation c => trees_at_all_nodes nw c (to_last_move moves)
      | _ => []
      end
  end.

Definition counted_for (t : task) (p : plan) : N :=
  match p with Symmetric _ _ | SymmetricTrees _ => size (task_network t) | _ => 1 end.

Definition certified (t : task) (p : plan) (claims : list (quantity * (N * N))) : Prop :=
  packets_fit t p /\ is_legal t p (written_out t p) /\
  Forall (fun c => holds (problem_of t p) (is_legal t p) (written_out t p) (counted_for t p)
                     (fst c) (fst (snd c)) (snd (snd c))) claims.
