(** * What is claimed, 1 of 4: networks (FORMATS, "network")

    A node is its index, a number below [size]. The links of a node lead to its products with the generators,
    in their order. No proofs in this folder. *)

From Coq Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

Inductive network :=
| Hypercube (dimension : N)
| IncompleteHypercube (nodes : N)
| Torus (radices : list N)                     (** a ring of n nodes is [Torus [n]] *)
| Circulant (nodes : N) (steps : list N)
| Complete (nodes : N).

(** ** Tori: coordinates, the last one varying fastest *)

Definition volume (radices : list N) : N := fold_right N.mul 1 radices.

Fixpoint coordinates (radices : list N) (node : N) : list N :=
  match radices with
  | [] => []
  | _ :: rest => node / volume rest :: coordinates rest (node mod volume rest)
  end.

Fixpoint index (radices vector : list N) : N :=
  match radices, vector with
  | _ :: rest, x :: others => x * volume rest + index rest others
  | _, _ => 0
  end.

(** of two numbers below n: their sum modulo n, and what brings the first to 0 *)
Definition plus (n a b : N) : N := if a + b <? n then a + b else a + b - n.
Definition minus (n a : N) : N := if a =? 0 then 0 else n - a.

Fixpoint add (radices a b : list N) : list N :=
  match radices, a, b with
  | p :: rest, x :: a, y :: b => plus p x y :: add rest a b
  | _, _, _ => []
  end.

Definition origin (radices : list N) : list N := map (fun _ => 0) radices.

(** links in the order 1⁺, 1⁻, 2⁺, 2⁻, …; a dimension of radix 2 has one *)
Fixpoint units (radices : list N) : list (list N) :=
  match radices with
  | [] => []
  | p :: rest =>
      (1 :: origin rest) :: (if p =? 2 then [] else [(p - 1) :: origin rest]) ++ map (cons 0) (units rest)
  end.

(** ** All networks *)

Definition size (net : network) : N :=
  match net with
  | Hypercube d => 2 ^ d
  | IncompleteHypercube n | Circulant n _ | Complete n => n
  | Torus ps => volume ps
  end.

(** where the packet of node s goes if that of node 0 goes to x; on an incomplete hypercube links only *)
Definition product (net : network) (s x : N) : N :=
  match net with
  | Hypercube _ | IncompleteHypercube _ => N.lxor s x
  | Torus ps => index ps (add ps (coordinates ps s) (coordinates ps x))
  | Circulant n _ | Complete n => plus n s x
  end.

Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).          (** 0, …, n − 1 *)

Definition generators (net : network) : list N :=
  match net with
  | Hypercube d => map (N.pow 2) (upto d)
  | IncompleteHypercube n => map (N.pow 2) (upto (N.log2_up n))
  | Torus ps => map (index ps) (units ps)
  | Circulant n steps => flat_map (fun s => if 2 * s =? n then [s] else [s; n - s]) steps
  | Complete n => map N.succ (upto (n - 1))
  end.

Definition link (net : network) (u v : N) : Prop :=
  u < size net /\ v < size net /\ exists g, In g (generators net) /\ v = product net u g.

(** what the documents allow *)
Definition well_formed (net : network) : Prop :=
  match net with
  | Hypercube d => 1 <= d
  | IncompleteHypercube n => 2 <= n
  | Torus ps => ps <> [] /\ Forall (fun p => 2 <= p) ps
  | Circulant n steps => 2 <= n /\ Forall (fun s => 1 <= s < n) steps /\ NoDup (generators net)
  | Complete n => 2 <= n
  end.

(** ** Distances: the hops of a shortest route; that they are is [distance_is_least] and [distance_is_attained]. *)

Fixpoint lee (radices vector : list N) : N :=
  match radices, vector with
  | p :: rest, x :: others => N.min x (p - x) + lee rest others
  | _, _ => 0
  end.

Fixpoint ones (p : positive) : N :=
  match p with xH => 1 | xO p => ones p | xI p => 1 + ones p end.
Definition bits (x : N) : N := match x with N0 => 0 | Npos p => ones p end.
