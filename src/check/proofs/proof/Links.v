(** The links of a node by number, of links side by side each by its own; and the moves of a slot as moves over such links. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Automorphisms Ports Spread Flow.
Import ListNotations.
Open Scope N_scope.

(* where they lead; beyond the nodes if a node lacks a link *)
Definition link_row (nw : network) : N -> list N :=
  if listed_links nw then let out := neighbours_out nw in fun v => sorted (out v)
  else let gens := generators nw in fun v => map (product nw v) gens.

Lemma row_counts nw u v : v < size nw -> N.of_nat (count_occ N.eq_dec (link_row nw u) v) = links_between nw u v.
Proof.
  intros Hv. rewrite <- out_counts. unfold link_row. destruct (listed_links nw) eqn:Ls.
  - cbv zeta. pose proof (sorted_permutation (neighbours_out nw u)) as P. apply (Permutation_count_occ N.eq_dec) with (x := v) in P. rewrite P. reflexivity.
  - unfold neighbours_out. rewrite (not_listed _ Ls). cbv zeta beta. rewrite count_occ_filter. destruct (N.ltb_spec v (size nw)); [reflexivity|lia].
Qed.

Lemma row_length nw u : u < size nw -> N.of_nat (length (link_row nw u)) <= degree nw.
Proof.
  intros Hu. unfold link_row. destruct (listed_links nw) eqn:Ls.
  - cbv zeta. rewrite <- (Permutation_length (sorted_permutation _)), <- len_length. apply degree_out, Hu.
  - cbv zeta. unfold degree. rewrite Ls, map_length, len_length. lia.
Qed.

(* as tables *)
Definition link_table (nw : network) : PM.t (PM.t N) := let row := link_row nw in tabulate (fun v => table (row v)) (size nw).
Definition next_in (n : N) (leads : PM.t (PM.t N)) (a : N * N) : N := get n (get (PM.empty N) leads (fst a)) (snd a).

Lemma next_in_is nw u h : u < size nw -> next_in (size nw) (link_table nw) (u, h) = nth (N.to_nat h) (link_row nw u) (size nw).
Proof. intros Hu. unfold next_in, link_table. cbn [fst snd]. cbv zeta. rewrite tabulate_get by exact Hu. apply table_get. Qed.

Lemma links_by_number (n v : N) row : v <> n -> forall k, (length row <= k)%nat ->
  length (filter (fun h => nth h row n =? v) (seq 0 k)) = count_occ N.eq_dec row v.
Proof.
  intros D. induction row as [|a row IH]; intros k H.
  - cbn [count_occ]. enough (E : forall l, filter (fun h : nat => nth h [] n =? v) l = []) by (rewrite E; reflexivity).
    induction l as [|h l IHl]; [reflexivity|]. cbn [filter]. replace (nth h [] n) with n by (destruct h; reflexivity). destruct (N.eqb_spec n v); [congruence|exact IHl].
  - destruct k as [|k]; cbn [length] in H; [lia|]. cbn [seq filter nth]. rewrite <- seq_shift.
    assert (Sh : forall l, length (filter (fun h => nth h (a :: row) n =? v) (map S l)) = length (filter (fun h => nth h row n =? v) l)).
    { induction l as [|h l IHl]; [reflexivity|]. cbn [map filter]. change (nth (S h) (a :: row) n) with (nth h row n). destruct (nth h row n =? v); cbn [length]; congruence. }
    cbn [count_occ]. destruct (N.eq_dec a v), (N.eqb_spec a v); try congruence; cbn [length]; rewrite Sh, IH by lia; reflexivity.
Qed.

(** ** Every move of a slot over a link of its own *)

Definition same_move : forall a b : move, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec || apply name_eq. Defined.

Fixpoint place_in (m : move) (l : list move) : nat :=
  match l with [] => O | x :: l => if same_move x m then O else S (place_in m l) end.

Lemma place_in_spec m l : In m l -> nth_error l (place_in m l) = Some m.
Proof.
  induction l as [|x l IH]; intros H; [destruct H|]. cbn [place_in]. destruct (same_move x m) as [->|D]; [reflexivity|]. cbn [nth_error]. apply IH.
  destruct H; congruence.
Qed.

Section Numbered.
Variables (pb : problem) (ms : list move).
Let nw := net pb.
Let n := size nw.
Let nxt := next_in n (link_table nw).
Hypothesis fit : slot_fits pb ms.

Definition beside (u v : N) : list N := filter (fun h => nxt (u, h) =? v) (upto (degree nw)).
Definition with_ends (u v : N) : list move := filter (fun x => is_node (from x) u && is_node (to x) v) ms.
Definition numbered_link (x : move) : N := nth (place_in x (with_ends (from x) (to x))) (beside (from x) (to x)) 0.

Lemma beside_many u v : u < n -> v < n -> N.of_nat (length (beside u v)) = links_between nw u v.
Proof.
  intros Hu Hv. rewrite <- row_counts by exact Hv. f_equal. rewrite <- (links_by_number n v (link_row nw u) ltac:(lia) (N.to_nat (degree nw))) by (pose proof (row_length nw u Hu); lia).
  unfold beside, upto. generalize (seq 0 (N.to_nat (degree nw))) as l. induction l as [|h l IH]; [reflexivity|]. cbn [map filter]. unfold nxt at 1, n at 1. rewrite next_in_is by exact Hu.
  rewrite Nat2N.id. fold n. destruct (nth h (link_row nw u) n =? v); cbn [length]; congruence.
Qed.

Lemma numbered_place x : In x ms -> (place_in x (with_ends (from x) (to x)) < length (beside (from x) (to x)))%nat.
Proof.
  intros I. assert (I' : In x (with_ends (from x) (to x))) by (apply filter_In; rewrite andb_true_iff, !is_node_true; auto).
  apply place_in_spec in I'. assert (S : nth_error (with_ends (from x) (to x)) (place_in x (with_ends (from x) (to x))) <> None) by congruence. apply nth_error_Some in S.
  destruct (moves_over_links _ _ fit x I) as (Hu & Hv & _). pose proof (beside_many (from x) (to x) Hu Hv) as B. pose proof (links_suffice _ _ fit (from x) (to x)) as L.
  unfold count in L. fold (with_ends (from x) (to x)) in L. fold nw in L. lia.
Qed.

Lemma numbered_right x : In x ms -> numbered_link x < degree nw /\ nxt (from x, numbered_link x) = to x.
Proof.
  intros I. pose proof (nth_In _ 0 (numbered_place x I)) as H. fold (numbered_link x) in H. apply filter_In in H. destruct H as [A B]. apply in_upto in A.
  apply N.eqb_eq in B. auto.
Qed.

Lemma numbered_once x y : In x ms -> In y ms -> from x = from y -> numbered_link x = numbered_link y -> x = y.
Proof.
  intros Ix Iy Ef El. assert (Et : to x = to y).
  { rewrite <- (proj2 (numbered_right x Ix)), <- (proj2 (numbered_right y Iy)), Ef, El. reflexivity. }
  pose proof (numbered_place x Ix) as Px. pose proof (numbered_place y Iy) as Py. unfold numbered_link in El. rewrite Ef, Et in *.
  apply (NoDup_nth (beside (from y) (to y)) 0) in El; auto; [|apply NoDup_filter, upto_nodup].
  assert (In_ : forall z, In z ms -> from z = from y -> to z = to y -> In z (with_ends (from y) (to y))) by (intros z Iz Fz Tz; apply filter_In; rewrite andb_true_iff, !is_node_true; auto).
  pose proof (place_in_spec x _ (In_ x Ix Ef Et)) as Sx. pose proof (place_in_spec y _ (In_ y Iy eq_refl eq_refl)) as Sy. rewrite El in Sx. congruence.
Qed.
End Numbered.
