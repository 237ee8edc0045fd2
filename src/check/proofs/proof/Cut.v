(** The bound by a cut: what nodes inside have for nodes outside leaves through the links and ports between them. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Families Hops Explicit Ports Listed.
Import ListNotations.
Open Scope N_scope.

Section Cut.
Variables (nw : network) (inside : N -> bool).

Definition crosses (u v : N) : bool := inside u && negb (inside v).

(* the nodes inside, those outside: each its ports, or its links across if they are fewer *)
Definition leaving (rule : port_rule) : N :=
  let next := neighbours_out nw in
  loop (fun s x => if inside x then s + least_of (rule_at nw rule x) (len (filter (fun v => negb (inside v)) (next x))) else s) (size nw) 0.
Definition entering (rule : port_rule) : N :=
  let back := neighbours_in nw in
  loop (fun s x => if inside x then s else s + least_of (rule_at nw rule x) (len (filter inside (back x)))) (size nw) 0.
Definition across (rule : port_rule) : N := N.min (leaving rule) (entering rule).

Definition to_cross (u b : N) : N := if crosses u b then 1 else 0.

Variable pb : problem.
Hypothesis same_net : net pb = nw.
Hypothesis V : valid_network nw = true.

Lemma cut_potential : potential pb (fun u v => if crosses u v then 1 else 0) to_cross.
Proof.
  constructor; unfold to_cross, crosses.
  - intros b. destruct (inside b); auto.
  - intros u v b _ _. destruct (inside u), (inside v), (inside b); cbn; lia.
Qed.

(* [g] the end that is counted, [f] the other *)
Lemma crossing_few (f g : move -> N) ms x (side : list N) : slot_fits pb ms ->
  (forall y, count (fun m => is_node (g m) x && is_node (f m) y) (filter (fun m => crosses (from m) (to m)) ms) <= N.of_nat (count_occ N.eq_dec side y)) ->
  count (fun m => is_node (g m) x) ms <= match rule_at nw (ports pb) x with AtMost k => k | HalfDuplex => 1 | All => count (fun m => is_node (g m) x) ms end ->
  sum (fun m => if crosses (from m) (to m) then 1 else 0) (filter (fun m => if N.eq_dec (g m) x then true else false) ms) <= least_of (rule_at nw (ports pb) x) (len side).
Proof.
  intros S I Po. set (own := filter (fun m => crosses (from m) (to m)) ms) in *.
  assert (E : sum (fun m => if crosses (from m) (to m) then 1 else 0) (filter (fun m => if N.eq_dec (g m) x then true else false) ms) = count (fun m => is_node (g m) x) own).
  { unfold own. clear. unfold count, is_node. induction ms as [|m ms IH]; [reflexivity|]. cbn [filter].
    destruct (N.eq_dec (g m) x) eqn:E1, (crosses (from m) (to m)) eqn:E2; cbn [filter]; rewrite ?E1, ?sum_cons, ?E2, IH; cbn [length]; rewrite ?E1; lia. }
  rewrite E. assert (A : count (fun m => is_node (g m) x) own <= len side) by (apply (count_by f g); exact I).
  assert (B : count (fun m => is_node (g m) x) own <= count (fun m => is_node (g m) x) ms).
  { rewrite !count_sum. unfold own. clear. induction ms as [|m ms IH]; [cbn; lia|]. cbn [filter]. destruct (crosses _ _); rewrite ?sum_cons; lia. }
  unfold least_of. destruct (rule_at nw (ports pb) x); lia.
Qed.

Lemma crossing_out ms x y : slot_fits pb ms ->
  count (fun m => is_node (from m) x && is_node (to m) y) (filter (fun m => crosses (from m) (to m)) ms) <=
  N.of_nat (count_occ N.eq_dec (filter (fun v => negb (inside v)) (neighbours_out nw x)) y).
Proof.
  intros S. rewrite count_occ_filter, count_filter. destruct (inside y) eqn:Iy; cbn [negb].
  - rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m _. unfold crosses. destruct (is_node (to m) y) eqn:E; [|rewrite !andb_false_r; auto].
    apply is_node_true in E. rewrite E, Iy. cbn [negb]. rewrite andb_false_r. auto.
  - eapply N.le_trans; [|rewrite <- same_net; apply (out_few pb ms x y S)]. apply count_le. intros m _ H. apply andb_true_iff in H. apply H.
Qed.

Lemma crossing_in ms x y : slot_fits pb ms ->
  count (fun m => is_node (to m) x && is_node (from m) y) (filter (fun m => crosses (from m) (to m)) ms) <=
  N.of_nat (count_occ N.eq_dec (filter inside (neighbours_in nw x)) y).
Proof.
  intros S. rewrite count_occ_filter, count_filter. destruct (inside y) eqn:Iy.
  - eapply N.le_trans; [|rewrite <- same_net; apply (into_few pb ltac:(rewrite same_net; exact V) ms x y S)]. apply count_le. intros m _ H. apply andb_true_iff in H. apply H.
  - rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m _. unfold crosses. destruct (is_node (from m) y) eqn:E; [|rewrite !andb_false_r; auto].
    apply is_node_true in E. rewrite E, Iy. auto.
Qed.

Lemma loop_if (p : N -> bool) (f : N -> N) n : loop (fun s x => if p x then s + f x else s) n 0 = sum (fun x => if p x then f x else 0) (upto n).
Proof.
  rewrite loop_upto. enough (forall l s, fold_left (fun s x => if p x then s + f x else s) l s = s + sum (fun x => if p x then f x else 0) l) by (rewrite H; lia).
  induction l as [|a l IH]; intros s; cbn [fold_left]; [cbn; lia|]. rewrite IH, sum_cons. destruct (p a); lia.
Qed.

Lemma slot_crosses ms : slot_fits pb ms -> sum (fun m => if crosses (from m) (to m) then 1 else 0) ms <= across (ports pb).
Proof.
  intros S. pose proof (ports_suffice _ _ S) as Po. rewrite same_net in Po.
  assert (Lk : forall m, In m ms -> link nw (from m) (to m)) by (intros m Hm; rewrite <- same_net; apply (moves_over_links _ _ S m Hm)).
  unfold across. apply N.min_glb.
  - unfold leaving. cbv zeta. rewrite loop_if. eapply N.le_trans; [apply (sum_by_label N.eq_dec from (upto (size nw))); intros m Hm; apply in_upto, Lk, Hm|].
    apply sum_le. intros x _. destruct (inside x) eqn:Ix.
    + apply (crossing_few to from ms x); auto; [intros y; apply crossing_out, S|].
      specialize (Po x). unfold sends, receives in Po. destruct (rule_at nw (ports pb) x); cbn in Po; lia.
    + rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. apply filter_In in Hm. destruct (N.eq_dec (from m) x) as [->|]; [|intuition discriminate].
      unfold crosses. rewrite Ix. auto.
  - unfold entering. cbv zeta.
    assert (L : forall (s x : N), (if inside x then s else s + least_of (rule_at nw (ports pb) x) (len (filter inside (neighbours_in nw x)))) =
      (if negb (inside x) then s + least_of (rule_at nw (ports pb) x) (len (filter inside (neighbours_in nw x))) else s)) by (intros s x; destruct (inside x); auto).
    rewrite loop_upto. rewrite (fold_left_ext _ (fun s x => if negb (inside x) then s + least_of (rule_at nw (ports pb) x) (len (filter inside (neighbours_in nw x))) else s) L).
    rewrite <- loop_upto, loop_if.
    eapply N.le_trans; [apply (sum_by_label N.eq_dec to (upto (size nw))); intros m Hm; apply in_upto, Lk, Hm|].
    apply sum_le. intros x _. destruct (inside x) eqn:Ix; cbn [negb].
    + rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. apply filter_In in Hm. destruct (N.eq_dec (to m) x) as [->|]; [|intuition discriminate].
      unfold crosses. rewrite Ix. rewrite andb_false_r. auto.
    + apply (crossing_few from to ms x); auto; [intros y; apply crossing_in, S|].
      specialize (Po x). unfold sends, receives in Po. destruct (rule_at nw (ports pb) x); cbn in Po; lia.
Qed.

Theorem cut_binds sc : 0 < across (ports pb) -> NoDup (packets pb) -> (forall p, In p (packets pb) -> target pb p < size (net pb)) -> legal pb sc ->
  ceil (need pb to_cross) (across (ports pb)) <= slots sc.
Proof.
  intros K ND Tg L. apply ceil_least; auto.
  apply (Carry.prices_bind pb ND Tg _ to_cross (across (ports pb)) cut_potential); auto. intros ms S _. apply slot_crosses, S.
Qed.
End Cut.
