(** The formula of T slots (models/formats/certificate.md): its variables by what they say, its clauses, in their order. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Compute.
Import ListNotations.
Open Scope N_scope.

Inductive variable :=
| Held (packet node slot : N)                            (* after this slot *)
| Sent (packet from to slot : N)
| Counted (slot kind place literals more : N)            (* of the first [literals] literals of a limit, more than [more] are true *)
| Left (packet slot : N).                                (* by the end of this slot *)

Definition clause := list (bool * variable).
Definition yes (v : variable) : bool * variable := (true, v).
Definition no (v : variable) : bool * variable := (false, v).

Section Formula.
(* nodes, T, whether packets go to one node, and the least hops; [near]: to a host *)
Variables (n T : N) (personal : bool) (d : N -> N -> N) (near : N -> N) (host : N -> bool).
(* the other ends of links, each once, in increasing order; how many links there are; the ports of nodes *)
Variables (ins outs : N -> list N) (links : N -> N -> N) (rule : N -> port_rule).
(* where packets start and go to, in increasing order *)
Variables (home goal : N -> N) (packets : N).

Definition rest (p x : N) : N := if personal then d x (goal p) else near x.
Definition exists_at (p x t : N) : bool := (d (home p) x <=? t) && (rest p x + t <=? T).
Definition times_at (p x : N) : list N := filter (exists_at p x) (upto (T + 1)).

(* whether a packet has a variable for a move in slot t of those from 1 on *)
Definition may_send (p y x t : N) : bool :=
  negb (x =? home p) && exists_at p x t && exists_at p y (t - 1) && negb (personal && (y =? goal p)).
Definition senders (p x t : N) : list N := filter (fun y => may_send p y x t) (ins x).
Definition later (p x : N) : list N := filter (fun t => 1 <=? t) (times_at p x).

Definition packet_variables (p : N) : list variable :=
  flat_map (fun x => map (Held p x) (times_at p x)) (upto n) ++
  flat_map (fun x => flat_map (fun t => map (fun y => Sent p y x t) (senders p x t)) (later p x)) (upto n).

Definition must_have (p x : N) : bool := if personal then x =? goal p else host x.

Definition slot_clauses (p x t : N) : list clause :=
  let before := exists_at p x (t - 1) in
  (if before && negb personal then [[no (Held p x (t - 1)); yes (Held p x t)]] else []) ++
  flat_map (fun y => [[no (Sent p y x t); yes (Held p y (t - 1))]; [no (Sent p y x t); yes (Held p x t)]]) (senders p x t) ++
  [no (Held p x t) :: (if before then [yes (Held p x (t - 1))] else []) ++ map (fun y => yes (Sent p y x t)) (senders p x t)].

Definition packet_clauses (p : N) : list clause :=
  flat_map (fun x =>
    if x =? home p then map (fun t => [yes (Held p x t)]) (times_at p x)
    else flat_map (slot_clauses p x) (later p x) ++
         (if must_have p x && exists_at p x T then [[yes (Held p x T)]] else [])) (upto n).

(** ** Limits *)

Definition over (t y x : N) : list variable := map (fun p => Sent p y x t) (filter (fun p => may_send p y x t) (upto packets)).
Definition out_of (t v : N) : list variable := flat_map (fun x => over t v x) (outs v).
Definition into (t v : N) : list variable := flat_map (fun y => over t y v) (ins v).

(* the literals of a limit: of the links from y to x, of what a node sends, receives, or both *)
Definition literals_of (t kind place : N) : list variable :=
  if kind =? 0 then over t (place / n) (place mod n)
  else if kind =? 1 then out_of t place
  else if kind =? 2 then into t place
  else out_of t place ++ into t place.

(* slot, kind, place, and how many may be true *)
Definition limit := (N * (N * N) * N)%type.
Definition most_links (v : N) (ends : N -> list N) (links : N -> N) : N := sumf links (ends v).

Definition limits_of_slot (t : N) : list limit :=
  flat_map (fun y => map (fun x => ((t, (0, y * n + x)), links y x)) (outs y)) (upto n) ++
  flat_map (fun v =>
    match rule v with
    | HalfDuplex => [((t, (3, v)), 1)]
    | AtMost k =>
        (if k <? most_links v outs (links v) then [((t, (1, v)), k)] else []) ++
        (if k <? most_links v ins (fun y => links y v) then [((t, (2, v)), k)] else [])
    | All => []
    end) (upto n).
Definition slots : list N := map N.succ (upto T).
Definition limits : list limit := flat_map limits_of_slot slots.

Fixpoint pairs_of (l : list variable) : list clause :=
  match l with [] => [] | a :: l => map (fun b => [no a; no b]) l ++ pairs_of l end.

Definition by_pairs (k : N) (l : list variable) : bool := (k =? 1) && (len l <=? 5).

(* the variables and clauses of literal i, with the others behind it *)
Definition width (k i : N) : N := N.min k i.
Fixpoint count_variables (c : N -> N -> variable) (k i : N) (l : list variable) : list variable :=
  match l with [] => [] | _ :: l => map (c (i + 1)) (upto (width k (i + 1))) ++ count_variables c k (i + 1) l end.
Fixpoint count_clauses (c : N -> N -> variable) (k i : N) (l : list variable) : list clause :=
  match l with
  | [] => []
  | a :: l =>
      (if (1 <=? k) && (k <=? i) then [[no a; no (c i (k - 1))]] else []) ++
      flat_map (fun j =>
        (if j <? width k i then [[no (c i j); yes (c (i + 1) j)]] else []) ++
        [if j =? 0 then [no a; yes (c (i + 1) j)] else [no a; no (c i (j - 1)); yes (c (i + 1) j)]]) (upto (width k (i + 1))) ++
      count_clauses c k (i + 1) l
  end.

Definition limit_variables (q : limit) : list variable :=
  let '((t, (kind, place)), k) := q in let l := literals_of t kind place in
  if (len l <=? k) || by_pairs k l then [] else count_variables (Counted t kind place) k 0 l.
Definition limit_clauses (q : limit) : list clause :=
  let '((t, (kind, place)), k) := q in let l := literals_of t kind place in
  if len l <=? k then [] else if by_pairs k l then pairs_of l else count_clauses (Counted t kind place) k 0 l.

(** ** The order of packets with equal ends *)

Definition alike (p q : N) : bool := (home p =? home q) && (negb personal || (goal p =? goal q)).
Definition after_alike (p : N) : bool := (1 <=? p) && alike (p - 1) p.
Definition has_alike (p : N) : bool := after_alike p || ((p + 1 <? packets) && alike p (p + 1)).

Definition leaving (p t : N) : list variable := map (fun x => Sent p (home p) x t) (filter (fun x => may_send p (home p) x t) (outs (home p))).
Definition order_clauses (p : N) : list clause :=
  flat_map (fun t =>
    map (fun m => [no m; yes (Left p t)]) (leaving p t) ++
    (if 1 <? t then [[no (Left p (t - 1)); yes (Left p t)]] else []) ++
    [no (Left p t) :: (if 1 <? t then [yes (Left p (t - 1))] else []) ++ map yes (leaving p t)] ++
    (if after_alike p then [[no (Left p t); yes (Left (p - 1) t)]] else [])) slots.

Definition in_order : list N := filter has_alike (upto packets).

Definition all_variables : list variable :=
  flat_map packet_variables (upto packets) ++ flat_map limit_variables limits ++ flat_map (fun p => map (Left p) slots) in_order.
Definition all_clauses : list clause :=
  flat_map packet_clauses (upto packets) ++ flat_map limit_clauses limits ++ flat_map order_clauses in_order.
End Formula.
