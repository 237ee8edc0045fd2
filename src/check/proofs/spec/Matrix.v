(** * What is claimed of a matrix: it is a sum of partial permutation matrices, and no such sum has less
    (models/formats/matrix.md) *)

From Coq Require Import NArith List Bool.
From Isotask.Spec Require Import Network Schedule.
Import ListNotations.
Open Scope N_scope.

(** ** Matrices of natural numbers, row by row. All entries outside of a matrix are 0. *)

Definition matrix := list (list N).

Definition entry (m : matrix) (i j : N) : N := nth (N.to_nat j) (nth (N.to_nat i) m []) 0.
Definition row_count (m : matrix) : N := N.of_nat (length m).
Definition column_count (m : matrix) : N := match m with [] => 0 | row :: _ => N.of_nat (length row) end.

Record well_formed_matrix (m : matrix) : Prop := {
  rows_of_one_length : forall row, In row m -> N.of_nat (length row) = column_count m;
  entries_of_63_bits : total (concat m) < 2 ^ 63 }.

(** ** Terms: where the ones of a partial permutation matrix stand, as [row, column], and how often it occurs *)

Record term := Term { multiplicity : N; cells : list (N * N) }.

(** at most one in each row and in each column, all of them inside of the matrix *)
Record partial_permutation (m : matrix) (l : list (N * N)) : Prop := {
  inside          : forall i j, In (i, j) l -> i < row_count m /\ j < column_count m;
  rows_differ     : NoDup (map fst l);
  columns_differ  : NoDup (map snd l) }.

(** with one half-duplex port row i and column i are one node, which sends nothing to itself *)
Definition has_ports (m : matrix) (ports : port_rule) : Prop :=
  match ports with
  | All => True
  | AtMost k => 1 <= k
  | HalfDuplex => row_count m = column_count m /\ forall i, entry m i i = 0
  end.

(** the nodes that send or receive: a half-duplex port does one of both, once *)
Definition ends_of (l : list (N * N)) : list N := flat_map (fun c => [fst c; snd c]) l.
Definition ports_allow (ports : port_rule) (l : list (N * N)) : Prop :=
  match ports with All => True | AtMost k => N.of_nat (length l) <= k | HalfDuplex => NoDup (ends_of l) end.

Record term_fits (m : matrix) (ports : port_rule) (t : term) : Prop := {
  occurs          : 1 <= multiplicity t;
  is_permutation  : partial_permutation m (cells t);
  is_allowed      : ports_allow ports (cells t) }.

(** entry i, j of the sum of all terms, each as often as it occurs *)
Definition has_one (t : term) (i j : N) : bool := existsb (fun c => (fst c =? i) && (snd c =? j)) (cells t).
Definition summed (ts : list term) (i j : N) : N :=
  total (map (fun t => if has_one t i j then multiplicity t else 0) ts).

(** where it takes [switching] slots to set up a term, the terms cover the matrix: what is done may idle *)
Record decomposes (m : matrix) (ports : port_rule) (switching : option N) (ts : list term) : Prop := {
  every_term_fits : forall t, In t ts -> term_fits m ports t;
  they_add_up     : forall i j, match switching with None => summed ts i j = entry m i j | Some _ => entry m i j <= summed ts i j end }.

(** ** What a certificate says *)

Inductive matrix_quantity := Multiplicities | NumberOfTerms | SwitchingCost.       (** "completion-time", "terms", "switching-cost" *)

Definition amount (switching : option N) (q : matrix_quantity) (ts : list term) : N :=
  match q with
  | Multiplicities => total (map multiplicity ts)
  | NumberOfTerms => N.of_nat (length ts)
  | SwitchingCost => total (map multiplicity ts) + match switching with Some d => d | None => 0 end * N.of_nat (length ts)
  end.

(** these terms attain the value, and no terms that decompose the matrix have less than the lower bound *)
Record matrix_statement := MatrixStatement { amount_of : matrix_quantity; amounts_to : N; amounts_at_least : N }.

Definition certified_matrix (m : matrix) (ports : port_rule) (switching : option N) (ts : list term) (claims : list matrix_statement) : Prop :=
  well_formed_matrix m /\ has_ports m ports /\ decomposes m ports switching ts /\
  Forall (fun c => amount switching (amount_of c) ts = amounts_to c /\
    forall others, decomposes m ports switching others -> amounts_at_least c <= amount switching (amount_of c) others) claims.
