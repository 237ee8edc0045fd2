(** * What is claimed, 4 of 4: the kinds of schedules, and what a certificate says (models/formats,
    schedule.md and certificate.md) *)

From Coq Require Import NArith List Permutation.
From Isotask.Spec Require Import Network Schedule Task Windows.
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

(** ** Short forms, and the plans that they stand for *)

Definition interval := ((N * N) * (N * N))%type.                                (** [start, width, group, link] *)

(** what generates a group of automorphisms: nodes, to which translations take node 0; where links are listed, the
    images of nodes 0, 1, … each, or elements of the group of a lift *)
Inductive symmetry := Translations (nodes : list N) | Automorphisms (listed : list (list N)).

Inductive writing :=
| InFull (p : plan)
| Orbit (group : symmetry) (packets : list (N * N)) (moves : list (list (N * N)))           (** [packet, link] *)
| OrbitTrees (group : symmetry) (packets : list N) (moves : list (list ((N * N) * N)))      (** [packet, node, link] *)
| Conveyor (minus : N)
| Intervals (rows : option (list N)) (groups : list N) (owned : list interval) (routes : list (N * list N))
| Windows (plan : list window).

Fixpoint increasing (x : N) (l : list N) : list N :=
  match l with [] => [x] | y :: rest => if x <=? y then x :: l else y :: increasing x rest end.
Definition sorted (l : list N) : list N := fold_right increasing [] l.

(** where link j of a node leads: of links that are listed, to the j-th of the other ends, each as often as it carries
    packets in a slot; to no node if there is none *)
Definition over_link (nw : network) (v j : N) : N :=
  match lines nw with
  | Some _ => nth (N.to_nat j) (sorted (neighbours nw v)) (size nw)
  | None => product nw v (generator nw j)
  end.

(** an element of the group of a lift takes what lies above g to what lies above the sum *)
Definition is_element (nw : network) (listed : list N) : bool :=
  match nw with Lift group _ _ _ _ => Nat.eqb (length listed) (length group) | _ => false end.
Definition images (nw : network) (listed : list N) : list N :=
  match nw with
  | Lift group base _ _ _ =>
      if is_element nw listed
      then map (fun v => index group (add group (coordinates group (v / base)) listed) * base + v mod base) (upto (size nw))
      else listed
  | _ => listed
  end.

(** kind "orbit": the elements of the group, numbered, and where each takes a node; that with number k makes of the
    listed packet i the packet k · listed + i *)
Definition in_order {A} (l : list A) : list (N * A) := combine (map N.of_nat (seq 0 (length l))) l.
Definition elements (nw : network) (group : symmetry) : list (N * (N -> N)) :=
  let rounds := N.to_nat (size nw) in
  match group with
  | Translations nodes =>
      in_order (map (product nw) (breadth_first N.eqb (fun h => map (product nw h) nodes) [0] 0 rounds))
  | Automorphisms listed =>
      in_order (map (fun h v => nth (N.to_nat v) h (size nw))
        (breadth_first same (fun h => map (composed h) (map (images nw) listed)) [upto (size nw)] 0 rounds))
  end.

Definition everywhere (listed : N) (hs : list (N * (N -> N))) (packet from to : N) : list (N * (N * N)) :=
  map (fun kh : N * (N -> N) => let (k, h) := kh in (k * listed + packet, (h from, h to))) hs.

Fixpoint replaced {A} (n : nat) (a : A) (l : list A) : list A :=
  match l, n with [], _ => [] | _ :: l, O => a :: l | x :: l, S n => x :: replaced n a l end.

(** [over]: where a link of a node leads; [places]: where the listed packets are *)
Fixpoint orbit_moves (over : N -> N -> N) (listed : N) (hs : list (N * (N -> N))) (places : list N) (moves : list (list (N * N))) :=
  match moves with
  | [] => []
  | ms :: rest =>
      let here m := nth (N.to_nat (fst m)) places 0 in
      let there m := over (here m) (snd m) in
      flat_map (fun m : N * N => everywhere listed hs (fst m) (here m) (there m)) ms ::
      orbit_moves over listed hs (fold_left (fun now m => replaced (N.to_nat (fst m)) (there m) now) ms places) rest
  end.

Definition orbit_tree_moves (over : N -> N -> N) (listed : N) (hs : list (N * (N -> N))) (moves : list (list ((N * N) * N))) :=
  map (flat_map (fun m : (N * N) * N => let (packet, node) := fst m in
    everywhere listed hs packet node (over node (snd m)))) moves.

Definition orbit (over : N -> N -> N) (hs : list (N * (N -> N))) (listed : list (N * N)) (moves : list (list (N * N))) : plan :=
  Explicit (flat_map (fun kh : N * (N -> N) => map (fun e => (snd kh (fst e), snd kh (snd e))) listed) hs)
    (orbit_moves over (N.of_nat (length listed)) hs (map fst listed) moves).
Definition orbit_of_trees (over : N -> N -> N) (hs : list (N * (N -> N))) (listed : list N) (moves : list (list ((N * N) * N))) : plan :=
  ExplicitTrees (flat_map (fun kh : N * (N -> N) => map (snd kh) listed) hs)
    (orbit_tree_moves over (N.of_nat (length listed)) hs moves).

(** kind "intervals": coordinates and radices of the dimensions, in the order of the links *)
Fixpoint bits_of (n : nat) (x : N) : list N :=
  match n with O => [] | S n => (if N.odd x then 1 else 0) :: bits_of n (N.div2 x) end.

Definition dimensions (nw : network) (x : N) : list (N * N) :=
  match nw with
  | Hypercube d => map (pair 2) (bits_of (N.to_nat d) x)
  | Torus ps => combine ps (coordinates ps x)
  | _ => []
  end.

(** the shorter way round; [ties] tells for every dimension whether the next tie goes down *)
Fixpoint default_route (xs : list (N * N)) (ties : list bool) : list N * list bool :=
  match xs, ties with
  | (p, x) :: xs, down :: ties =>
      let (uses, ties) := default_route xs ties in
      if p =? 2 then (x :: uses, down :: ties)
      else match 2 * x ?= p with
        | Lt => (x :: 0 :: uses, down :: ties)
        | Gt => (0 :: p - x :: uses, down :: ties)
        | Eq => ((if down then [0; x] else [x; 0]) ++ uses, negb down :: ties)
        end
  | _, _ => ([], ties)
  end.

(** the slots that a group owns on a link *)
Fixpoint count_up (n : nat) (first : N) : list N :=
  match n with O => [] | S n => first :: count_up n (N.succ first) end.

Fixpoint by_start (i : interval) (l : list interval) : list interval :=
  match l with [] => [i] | j :: rest => if fst (fst i) <=? fst (fst j) then i :: l else j :: by_start i rest end.

Definition pool (owned : list interval) (group link : N) : list N :=
  let own := filter (fun i : interval => (fst (snd i) =? group) && (snd (snd i) =? link))%bool owned in
  flat_map (fun i : interval => count_up (N.to_nat (snd (fst i))) (fst (fst i))) (fold_right by_start [] own).

(** so many slots of a pool, and what is left *)
Fixpoint take (uses : N) (slots : list N) : option (list N * list N) :=
  if uses =? 0 then Some ([], slots)
  else match slots with
    | [] => None
    | s :: slots => match take (N.pred uses) slots with Some (taken, others) => Some (s :: taken, others) | None => None end
    end.

(** a row goes through its links in order; the units (slot, (packet, link)) come before [before] *)
Fixpoint serve (packet link : N) (uses : list N) (pools : list (list N)) (before : list (N * (N * N))) :=
  match uses, pools with
  | u :: uses, p :: pools =>
      match take u p with
      | Some (taken, others) =>
          match serve packet (N.succ link) uses pools (rev_append (map (fun s => (s, (packet, link))) taken) before) with
          | Some (units, pools) => Some (units, others :: pools)
          | None => None
          end
      | None => None
      end
  | [], [] => Some (before, [])
  | _, _ => None
  end.

(** on the way through the rows: the number of the row, of its group, the first rows of later groups, what is left of
    the pools, the ties, routes to come, and the units so far *)
Record progress := Progress {
  at_row : N; at_group : N; later : list N; pools_left : list (list N); ties_so_far : list bool;
  to_come : list (N * list N); units_so_far : list (N * (N * N)) }.

Definition next_row (nw : network) (owned : list interval) (so_far : option progress) (offset : N) : option progress :=
  match so_far with
  | None => None
  | Some q =>
      let links := map N.of_nat (seq 0 (length (generators nw))) in
      let begins := match later q with first :: _ => first =? at_row q | [] => false end in
      let number := if begins then at_group q + 1 else at_group q in
      let pools := if begins then map (pool owned number) links else pools_left q in
      let (shorter, ties) := default_route (dimensions nw offset) (ties_so_far q) in
      let (uses, to_come) := match to_come q with
        | (r, uses) :: rest => if r =? at_row q then (uses, rest) else (shorter, to_come q)
        | [] => (shorter, [])
        end in
      match serve (at_row q) 0 uses pools (units_so_far q) with
      | Some (units, pools) =>
          Some (Progress (at_row q + 1) number (if begins then tl (later q) else later q) pools ties to_come units)
      | None => None
      end
  end.

(** all units, the last first; none if a pool has too few slots, or a route has no row *)
Definition all_units (nw : network) (rows groups : list N) (owned : list interval) (routes : list (N * list N)) :=
  let ties := map (fun _ => false) (dimensions nw 0) in
  let links := map N.of_nat (seq 0 (length (generators nw))) in
  match fold_left (next_row nw owned) rows (Some (Progress 0 0 (tl groups) (map (pool owned 0) links) ties routes [])) with
  | Some q => match to_come q, later q with [], [] => Some (units_so_far q) | _, _ => None end
  | None => None
  end.

Definition slots_of_units (units : list (N * (N * N))) : list (list (N * N)) :=
  let last := fold_left (fun t u => N.max t (N.succ (fst u))) units 0 in
  map (fun s => map snd (filter (fun u => fst u =? s) units)) (upto last).

(** rows that are not listed are the packets by increasing index *)
Definition rows_of (t : task) (listed : option (list N)) : list N :=
  match listed with
  | Some rows => rows
  | None => sorted (offsets (task_network t) (task_traffic t))
  end.

(** kind "conveyor", on a ring of n nodes: what goes in one direction. [long_from]: the nodes where long packets start,
    of [reach] hops each; [filler]: the hops of the other packets of a node in the order of its chain; the packets of
    the chain of node 0 have the numbers from [first] on, then come those of node 1 *)
Record direction := Direction { ahead : N; long_from : N -> bool; reach : N; filler : list N; first : N }.

Definition hops_on (n : N) (d : direction) (v hops : N) : N := (v + hops * ahead d) mod n.

Fixpoint chained (n : N) (d : direction) (hops : list N) (v : N) : list (N * N) :=
  match hops with [] => [] | h :: hops => (v, hops_on n d v h) :: chained n d hops (hops_on n d v h) end.

(** U, K and the slots; a chain makes at most [cut] hops before slot ℓ *)
Definition chain_hops (d : direction) : N := fold_right N.add 0 (filler d).
Definition load (n : N) (d : direction) : N := (reach d * count (long_from d) (upto n) + (n - 1)) / n.
Definition needed (n : N) (d : direction) : N := N.max (reach d) (chain_hops d + load n d).
Definition cut (n : N) (d : direction) : N := N.min (chain_hops d) (reach d - load n d).

(** a chain on its way: its node, whether it has waited there, the hops it has made, the number of its packet, and the
    hops that this one and the next ones have still to make *)
Record chain := Chain { place : N; waited : bool; gone : N; number : N; left : list N }.

Definition goes (n most : N) (d : direction) (slot : N) (c : chain) : bool :=
  if slot <? reach d then
    (gone c <? most) && (waited c || negb (long_from d (place c))) &&
    negb (long_from d (hops_on n d (place c) (slot * (n - 1))))           (** where a long packet that is here now started *)
  else gone c <? chain_hops d.

Definition chain_after (n most : N) (d : direction) (slot : N) (c : chain) : chain :=
  if goes n most d slot c then
    let (number, left) := match left c with
      | h :: hops => if h =? 1 then (number c + 1, hops) else (number c, (h - 1) :: hops)
      | [] => (number c, [])
      end in
    Chain (hops_on n d (place c) 1) false (gone c + 1) number left
  else Chain (place c) true (gone c) (number c) (left c).

Definition chain_moves (n most : N) (d : direction) (slot : N) (cs : list chain) : list (N * (N * N)) :=
  map (fun c => (number c, (place c, hops_on n d (place c) 1))) (filter (goes n most d slot) cs).

(** the packet of the divided offset that starts at node v has the number [longs] + v *)
Definition long_moves (n : N) (d : direction) (longs slot : N) : list (N * (N * N)) :=
  if slot <? reach d then map (fun v => (longs + v, (hops_on n d v slot, hops_on n d v (slot + 1)))) (filter (long_from d) (upto n)) else [].

Fixpoint conveyed (n longs : N) (cut_plus cut_minus : N) (plus minus : direction) (up down : list chain) (slot : N) (slots : nat) :=
  match slots with
  | O => []
  | S slots =>
      (long_moves n plus longs slot ++ long_moves n minus longs slot ++
       chain_moves n cut_plus plus slot up ++ chain_moves n cut_minus minus slot down) ::
      conveyed n longs cut_plus cut_minus plus minus (map (chain_after n cut_plus plus slot) up)
        (map (chain_after n cut_minus minus slot) down) (N.succ slot) slots
  end.

Definition chains (n : N) (d : direction) : list chain :=
  map (fun v => Chain v false 0 (first d + v * N.of_nat (length (filler d))) (filler d)) (upto n).

(** [offs]: what node 0 sends, by increasing offset; [minus] = q · n + a: the last q go − from every node, and one more
    from a of the n nodes *)
Definition two_ways (n : N) (offs : list N) (minus : N) : direction * direction :=
  let a := minus mod n in
  let all_plus := firstn (length offs - N.to_nat (minus / n)) offs in
  let all_minus := skipn (length offs - N.to_nat (minus / n)) offs in
  let divided := negb (a =? 0) in
  let x := last all_plus 0 in
  let goes_back v := v * a / n <? (v + 1) * a / n in
  let up := rev (if divided then removelast all_plus else all_plus) in
  (Direction 1 (fun v => divided && negb (goes_back v))%bool (if divided then x else 0) up 0,
   Direction (n - 1) (fun v => divided && goes_back v)%bool (if divided then n - x else 0) (map (fun y => n - y) (rev all_minus))
     (n * N.of_nat (length up))).

Definition conveyor (n : N) (offs : list N) (minus : N) : plan :=
  let (plus, back) := two_ways n offs minus in
  let longs := first back + n * N.of_nat (length (filler back)) in
  let own := if reach plus =? 0 then [] else map (fun v => (v, hops_on n plus v (reach plus))) (upto n) in
  Explicit (flat_map (chained n plus (filler plus)) (upto n) ++ flat_map (chained n back (filler back)) (upto n) ++ own)
    (conveyed n longs (cut n plus) (cut n back) plus back (chains n plus) (chains n back) 0
       (N.to_nat (N.max (needed n plus) (needed n back)))).

Definition meaning (t : task) (w : writing) : plan :=
  let nw := task_network t in
  match w with
  | InFull p => p
  | Orbit group listed moves => orbit (over_link nw) (elements nw group) listed moves
  | OrbitTrees group listed moves => orbit_of_trees (over_link nw) (elements nw group) listed moves
  | Conveyor minus =>
      match nw with Torus [n] => conveyor n (rows_of t None) minus | _ => Explicit [] [] end
  | Intervals listed groups owned routes =>
      let rows := rows_of t listed in
      Symmetric rows (match all_units nw rows groups owned routes with Some units => slots_of_units units | None => [] end)
  | Windows plan =>
      let rows := rows_of t None in
      Symmetric rows (slots_of_units (windows_units nw rows plan))
  end.

(** ** Numbers that stand for nodes, links and packets are below the number of these: none is read modulo another *)

Definition numbers_fit (t : task) (w : writing) : Prop :=
  let nw := task_network t in
  let node v := v < size nw in
  let link j := j < N.of_nat (length (generators nw)) in
  let one_of {A} (l : list A) i := i < N.of_nat (length l) in
  let both e := node (fst e) /\ node (snd e) in
  let numbered j := match lines nw with None => link j | Some _ => True end in      (** else [over_link] leads nowhere *)
  let image l := match nw with Lift group _ _ _ _ => if is_element nw l then Forall2 N.lt l group else Forall node l | _ => Forall node l end in
  let generate g := match g with Translations nodes => Forall node nodes | Automorphisms listed => Forall image listed end in
  Forall (fun v => node v /\ is_switch nw v = false) (nodes_of (task_traffic t)) /\
  match w with
  | InFull (Symmetric offs moves) =>
      Forall node offs /\ Forall (Forall (fun m => one_of offs (fst m) /\ link (snd m))) moves
  | InFull (SymmetricTrees moves) =>
      Forall (Forall (fun m => fst (fst m) < count_of (task_traffic t) /\ node (snd (fst m)) /\ link (snd m))) moves
  | InFull (Explicit ends moves) =>
      Forall both ends /\ Forall (Forall (fun m => one_of ends (fst m) /\ both (snd m))) moves
  | InFull (ExplicitTrees rs moves) =>
      Forall node rs /\ Forall (Forall (fun m => one_of rs (fst m) /\ both (snd m))) moves
  | Orbit group ends moves =>
      generate group /\ Forall both ends /\ Forall (Forall (fun m => one_of ends (fst m) /\ numbered (snd m))) moves
  | OrbitTrees group rs moves =>
      generate group /\ Forall node rs /\
      Forall (Forall (fun m => one_of rs (fst (fst m)) /\ node (snd (fst m)) /\ numbered (snd m))) moves
  | Conveyor minus => minus <= size nw * N.of_nat (length (offsets nw (task_traffic t)))
  | Intervals rows groups owned routes =>
      Forall node (match rows with Some rows => rows | None => [] end) /\
      Forall (fun i : interval => one_of groups (fst (snd i)) /\ link (snd (snd i))) owned /\
      Forall (fun r => one_of (rows_of t rows) (fst r)) routes
  | Windows plan =>
      Forall (fun w => Forall node (listed_orbits w) /\
        Forall (fun ot => one_of (cut_and_rest w) (fst ot)) (w_first w ++ w_last w ++ concat (w_blocks w)) /\
        Forall (fun e => Forall link (given (fst e) ++ given (snd e))) (w_ends w)) plan
  end.

(** ** Claims: what is measured, and which schedules a bound binds (certificate.md, "What stands in it") *)

Inductive quantity := CompletionTime | Transmissions | TotalDelay.
Inductive scope := Everything | SymmetricOnes | ShortestOnes.           (** all, isotropic, isotropic-shortest *)
Inductive horizon := AnyHorizon | Critical | AtMostSlots (n : N).

Definition measure (pb : problem) (q : quantity) (sc : schedule) : N :=
  match q with CompletionTime => slots sc | Transmissions => transmissions sc | TotalDelay => total_delay pb sc end.

(** scope "isotropic-shortest": over so few hops as a packet makes there is no shorter way *)
Definition hops_of_packet (sc : schedule) (p : name) : N := count (fun m => is_name (packet m) p) (concat sc).

Definition shortest (pb : problem) (sc : schedule) : Prop := forall p, In p (packets pb) ->
  forall fewer, N.of_nat fewer < hops_of_packet sc p -> within (net pb) fewer (source pb p) (target pb p) = false.

(** what a claim says: a quantity, its value, scope, horizon, and the bound *)
Record statement := Statement {
  said_of : quantity; attains : N; binding : scope; within_slots : option horizon; at_least : N }.

(** the schedule is one of those that are bound, it attains [value], and none of them less than [lower]; transmissions
    and delay are those of a node (per = the number of nodes) or of the network (per = 1) *)
Definition holds (pb : problem) (bound : schedule -> Prop) (sc : schedule) (per : N) (q : quantity)
    (value lower : N) : Prop :=
  let unit := match q with CompletionTime => 1 | _ => per end in
  bound sc /\ measure pb q sc = unit * value /\ forall other, bound other -> unit * lower <= measure pb q other.

(** ** What is certified of a task and a plan with claims *)

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

(** scope "isotropic": every node does the translate of what node 0 does. Plans in which nodes differ are not of this
    scope, and so claim "all" alone. *)
Definition is_symmetric (t : task) (p : plan) (sc : schedule) : Prop :=
  match p with
  | Symmetric _ _ => exists moves, sc = at_all_nodes (task_network t) (fun _ => 0) moves
  | SymmetricTrees _ => exists copies moves, sc = trees_at_all_nodes (task_network t) copies moves
  | _ => False
  end.

Definition in_scope (t : task) (p : plan) (s : scope) (sc : schedule) : Prop :=
  match s with
  | Everything => True
  | SymmetricOnes => is_symmetric t p sc
  | ShortestOnes => is_symmetric t p sc /\ shortest (problem_of t p) sc
  end.

(** "critical": as few slots as any symmetric schedule takes; of plans in which nodes differ, as any at all *)
Definition in_horizon (t : task) (p : plan) (h : option horizon) (sc : schedule) : Prop :=
  match h with
  | None | Some AnyHorizon => True
  | Some (AtMostSlots n) => slots sc <= n
  | Some Critical => forall other, is_legal t p other ->
      match p with Symmetric _ _ | SymmetricTrees _ => is_symmetric t p other | _ => True end -> slots sc <= slots other
  end.

Definition is_bound (t : task) (p : plan) (s : scope) (h : option horizon) (sc : schedule) : Prop :=
  is_legal t p sc /\ in_scope t p s sc /\ in_horizon t p h sc.

Definition certified (t : task) (p : plan) (claims : list statement) : Prop :=
  packets_fit t p /\ is_legal t p (written_out t p) /\
  Forall (fun c => holds (problem_of t p) (is_bound t p (binding c) (within_slots c)) (written_out t p) (counted_for t p)
                     (said_of c) (attains c) (at_least c)) claims.

(** ** What is certified of a document *)

Definition certified_document (t : task) (w : writing) (claims : list statement) : Prop :=
  well_formed (task_network t) /\ numbers_fit t w /\ certified t (meaning t w) claims.
