(** One price for every type of link: what a slot can weigh at most, and the least weight of a route. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule.
From Isotask.Proof Require Import Lists Carry Group Cubes Tori.
Import ListNotations.
Open Scope N_scope.

Lemma combine_fst {A B} (l : list A) (m : list B) : length l = length m -> map fst (combine l m) = l.
Proof. revert m. induction l; intros [|] E; cbn in *; try discriminate; auto. f_equal. auto. Qed.

Lemma combine_snd {A B} (l : list A) (m : list B) : length l = length m -> map snd (combine l m) = m.
Proof. revert m. induction l; intros [|] E; cbn in *; try discriminate; auto. f_equal. auto. Qed.

(* the weight of a link type, [ws] in the order of the links *)
Definition weight_of (gens ws : list N) (g : N) : N :=
  match find (fun gc => fst gc =? g) (combine gens ws) with Some gc => snd gc | None => 0 end.

Lemma weight_of_in gens ws g c : NoDup gens -> length gens = length ws -> In (g, c) (combine gens ws) -> weight_of gens ws g = c.
Proof.
  intros ND E H. unfold weight_of. destruct (find _ _) as [[g' c']|] eqn:F.
  - apply find_some in F. destruct F as [F F']. cbn [fst] in F'. apply N.eqb_eq in F'. subst.
    apply (NoDup_map_fst_inj (combine gens ws) g c' c); auto. rewrite combine_fst; auto.
  - eapply find_none in F; [|exact H]. cbn [fst] in F. rewrite N.eqb_refl in F. discriminate.
Qed.

Lemma weight_of_nth gens ws n : NoDup gens -> length gens = length ws -> (n < length gens)%nat ->
  weight_of gens ws (nth n gens 0) = nth n ws 0.
Proof.
  intros ND E H. apply weight_of_in; auto. rewrite <- combine_nth by auto. apply nth_In. rewrite combine_length. lia.
Qed.

Lemma weight_sum gens ws (f : N -> N) : NoDup gens -> length gens = length ws ->
  sum (fun g => f (weight_of gens ws g)) gens = sum f ws.
Proof.
  intros ND E. rewrite <- (combine_fst gens ws) at 1 by auto. rewrite <- (combine_snd gens ws) at 2 by auto.
  rewrite !sum_map. apply sum_ext. intros [g c] H. cbn. rewrite (weight_of_in _ _ _ c); auto.
Qed.

(* The type of the link from u to v is [offset u v]. An incomplete hypercube has types though it is no group. *)
Definition offset (nw : network) (inv : N -> N) (u v : N) : N := product nw (inv u) v.

Record typed (nw : network) (inv : N -> N) : Prop := {
  types_are_generators : forall u g, u < size nw -> In g (generators nw) -> offset nw inv u (product nw u g) = g;
  types_once           : NoDup (generators nw);
  offset_self          : forall u, u < size nw -> offset nw inv u u = 0 }.

Lemma group_typed nw inv : group nw inv -> typed nw inv.
Proof.
  intros L. constructor.
  - intros. apply (inv_op_l L); auto. apply (g_gens _ _ L); auto.
  - apply (g_once _ _ L).
  - apply (g_invl _ _ L).
Qed.

Lemma incomplete_typed n : typed (IncompleteHypercube n) (fun v => v).
Proof.
  constructor; intros; unfold offset; cbn [product generators size] in *.
  - rewrite <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l.
  - apply powers_once.
  - apply N.lxor_nilpotent.
Qed.

(* [d x] is at most the weight of any route for offset x *)
Definition below_routes (nw : network) (inv : N -> N) (ws : list N) (d : N -> N) : Prop :=
  length ws = length (generators nw) /\ d 0 = 0 /\
  forall u v b, b < size nw -> link nw u v ->
    d (offset nw inv u b) <= weight_of (generators nw) ws (offset nw inv u v) + d (offset nw inv v b).

Section Capacity.
Variables (pb : problem) (inv : N -> N) (w : N -> N).
Hypothesis T : typed (net pb) inv.
Let nw := net pb.
Let gens := generators nw.

Definition out (v : N) : list N := filter (fun g => product nw v g <? size nw) gens.

(* what a node sends in a slot: a witness is a threshold *)
Definition node_capacity (v x : N) : N :=
  match ports pb with
  | All => sum w (out v)
  | AtMost k => k * x + sum (fun g => w g - x) (out v)
  | HalfDuplex => x + sum (fun g => w g - x) (out v)
  end.

Definition price u v := w (offset nw inv u v).

Lemma node_weight ms v x : slot_fits pb ms ->
  sum (fun m => price (from m) (to m)) (filter (fun m => if N.eq_dec (from m) v then true else false) ms) <= node_capacity v x.
Proof.
  intros S. set (F := filter _ ms).
  assert (El : forall m, In m F -> In m ms /\ from m = v /\ exists g, In g (out v) /\ to m = product nw v g /\ offset nw inv v (to m) = g).
  { intros m Hm. unfold F in Hm. apply filter_In in Hm. destruct Hm as [Hm E]. destruct (N.eq_dec (from m) v); [|congruence].
    destruct (moves_over_links _ _ S m Hm) as (Hu & Hv & g & Hg & E'). rewrite e in E', Hu. split; [|split]; auto.
    exists g. repeat split; auto. - apply filter_In. split; auto. apply N.ltb_lt. fold nw in E'. rewrite <- E'. exact Hv.
    - rewrite E'. apply (types_are_generators _ _ T); auto. }
  assert (Sum : forall y, sum (fun m => price (from m) (to m) - y) F <= sum (fun g => w g - y) (out v)).
  { intros y. rewrite (sum_ext _ (fun m => w (offset nw inv v (to m)) - y)).
    2:{ intros m Hm. apply El in Hm. destruct Hm as (_ & -> & _). reflexivity. }
    rewrite <- (sum_map (fun g => w g - y) (fun m => offset nw inv v (to m)) F). apply sum_incl.
    - apply NoDup_map_in.
      + intros a b Ha Hb E. pose proof (a_link_carries_one _ _ S) as ND. apply El in Ha, Hb.
        destruct Ha as (Ha & Fa & g & Hg & Ta & Oa), Hb as (Hb & Fb & h & Hh & Tb & Ob).
        apply (NoDup_map_inj (fun m => (from m, to m)) ms); auto. congruence.
      + apply NoDup_filter. eapply NoDup_map_inv. apply (a_link_carries_one _ _ S).
    - intros g Hg. apply in_map_iff in Hg. destruct Hg as (m & <- & Hm). apply El in Hm. destruct Hm as (_ & _ & g & Hg & _ & ->). auto. }
  assert (Len : N.of_nat (length F) = sends ms v) by reflexivity.
  pose proof (ports_suffice _ _ S v) as Po. unfold node_capacity.
  assert (Split : sum (fun m => price (from m) (to m)) F <= N.of_nat (length F) * x + sum (fun g => w g - x) (out v)).
  { eapply N.le_trans; [|apply N.add_le_mono_l, Sum]. rewrite <- sum_const, <- sum_plus. apply sum_le. intros; lia. }
  destruct (ports pb); cbn in Po.
  - specialize (Sum 0). rewrite (sum_ext (fun g => w g - 0) w) in Sum by (intros; lia).
    eapply N.le_trans; [|exact Sum]. apply sum_le. intros; lia.
  - rewrite Len in Split. nia.
  - rewrite Len in Split. nia.
Qed.

Lemma slot_weight (x : N -> N) ms : slot_fits pb ms ->
  sum (fun m => price (from m) (to m)) ms <= sum (fun v => node_capacity v (x v)) (upto (size nw)).
Proof.
  intros S. eapply N.le_trans.
  - apply (sum_by_label N.eq_dec from (upto (size nw))). intros m Hm. apply in_upto. apply (moves_over_links _ _ S m Hm).
  - apply sum_le. intros v _. apply node_weight, S.
Qed.

(* the same for all nodes *)
Lemma slot_weight_uniform c x ms : slot_fits pb ms ->
  match ports pb with All => sum w gens | AtMost k => k * x + sum (fun g => w g - x) gens | HalfDuplex => x + sum (fun g => w g - x) gens end <= c ->
  sum (fun m => price (from m) (to m)) ms <= size nw * c.
Proof.
  intros S C. eapply N.le_trans; [apply (slot_weight (fun _ => x)); auto|].
  rewrite <- (upto_length (size nw)) at 2. rewrite <- sum_const. apply sum_le. intros v _. eapply N.le_trans; [|exact C]. unfold node_capacity.
  assert (I : forall f, sum f (out v) <= sum f gens).
  { intros f. apply sum_incl; [apply NoDup_filter, (types_once _ _ T)|]. intros g Hg. apply filter_In in Hg. tauto. }
  destruct (ports pb); [apply I|apply N.add_le_mono_l, I|apply N.add_le_mono_l, I].
Qed.

(* with one half-duplex port no two moves have a node in common *)
Lemma pairs_of_nodes ms : ports pb = HalfDuplex -> slot_fits pb ms -> N.of_nat (length ms) <= size nw / 2.
Proof.
  intros E S. pose proof (ports_suffice _ _ S) as Po. rewrite E in Po. cbn in Po.
  assert (D : 2 * N.of_nat (length ms) <= size nw); [|apply N.div_le_lower_bound; lia].
  assert (A : sum (fun v => sends ms v + receives ms v) (upto (size nw)) <= size nw).
  { rewrite <- (upto_length (size nw)) at 2. rewrite <- (N.mul_1_r (N.of_nat _)), <- sum_const. apply sum_le. auto. }
  rewrite sum_plus in A.
  assert (B : forall f : move -> N, (forall m, In m ms -> f m < size nw) ->
    N.of_nat (length ms) <= sum (fun v => count (fun m => is_node (f m) v) ms) (upto (size nw))).
  { intros f Hf. pose proof (sum_by_label N.eq_dec f (upto (size nw)) (fun _ => 1) ms) as G. rewrite sum_const in G.
    rewrite (sum_ext _ (fun v => sum (fun _ => 1) (filter (fun m => if N.eq_dec (f m) v then true else false) ms))).
    - rewrite N.mul_1_r in G. apply G. intros m Hm. apply in_upto; auto.
    - intros v _. rewrite sum_const. unfold count, is_node. lia. }
  pose proof (B from ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))).
  pose proof (B to ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))). unfold sends, receives in A. lia.
Qed.
End Capacity.

Section Potential.
Variables (pb : problem) (inv : N -> N) (d : N -> N) (ws : list N).
Hypothesis T : typed (net pb) inv.
Hypothesis B : below_routes (net pb) inv ws d.

Definition togo u b := if b <? size (net pb) then d (offset (net pb) inv u b) else 0.

Lemma weights_potential : potential pb (price pb inv (weight_of (generators (net pb)) ws)) togo.
Proof.
  destruct B as (_ & Z & St). constructor; unfold togo, price.
  - intros b. destruct (N.ltb_spec b (size (net pb))); auto. rewrite (offset_self _ _ T), Z; auto.
  - intros u v b Hb Lk. destruct (N.ltb_spec b (size (net pb))); [|lia]. auto.
Qed.

(* weights that are all 1 count hops *)
Lemma hops_potential : Forall (fun w => w = 1) ws -> potential pb (fun _ _ => 1) togo.
Proof.
  intros O. destruct weights_potential as [Z St]. constructor; auto. intros u v b Hb Lk.
  specialize (St u v b Hb Lk). destruct Lk as (Hu & Hv & g & Hg & ->). unfold price in St.
  rewrite (types_are_generators _ _ T) in St by auto. destruct B as (E & _).
  apply (In_nth _ _ 0) in Hg. destruct Hg as (n & Hn & <-). rewrite weight_of_nth in St by (auto; apply (types_once _ _ T)).
  rewrite Forall_forall in O. rewrite (O (nth n ws 0)) in St by (apply nth_In; lia). exact St.
Qed.
End Potential.

(** ** Distances of the families *)

Lemma group_below nw inv ws d : group nw inv -> length ws = length (generators nw) -> d 0 = 0 ->
  (forall n y, (n < length ws)%nat -> y < size nw -> d y <= nth n ws 0 + d (product nw (inv (nth n (generators nw) 0)) y)) ->
  below_routes nw inv ws d.
Proof.
  intros L E Z St. split; [|split]; auto. intros u v b Hb Lk. apply (link_iff L) in Lk. destruct Lk as (Hu & g & Hg & ->).
  pose proof (g_gens _ _ L g Hg) as Gg. unfold offset. rewrite (inv_op_l L) by auto. rewrite (inv_inv_op L) by auto.
  rewrite <- (g_assoc _ _ L) by auto using (g_inv _ _ L).
  apply (In_nth _ _ 0) in Hg. destruct Hg as (n & Hn & <-). rewrite weight_of_nth by (auto; apply (g_once _ _ L)).
  apply St; auto; [lia|]. apply (g_op _ _ L); auto using (g_inv _ _ L).
Qed.

Lemma upto_nth n i : (i < N.to_nat n)%nat -> nth i (upto n) 0 = N.of_nat i.
Proof. intros H. unfold upto. change 0 with (N.of_nat 0). rewrite map_nth, seq_nth; auto. Qed.

Lemma powers_length d : length (map (N.pow 2) (upto d)) = N.to_nat d.
Proof. unfold upto. rewrite !map_length, seq_length. auto. Qed.

Lemma powers_nth d i : (i < N.to_nat d)%nat -> nth i (map (N.pow 2) (upto d)) 0 = 2 ^ N.of_nat i.
Proof. intros H. rewrite (nth_indep _ 0 (2 ^ 0)) by (rewrite powers_length; auto). rewrite (map_nth (N.pow 2)), upto_nth; auto. Qed.

Lemma cube_below nw d ws : (forall a b, product nw a b = N.lxor a b) -> generators nw = map (N.pow 2) (upto d) ->
  length ws = length (generators nw) -> below_routes nw (fun v => v) ws (bit_weight ws).
Proof.
  intros Pr Ge E. split; [|split]; auto using bit_weight_zero. intros u v b Hb (_ & _ & g & Hg & ->). unfold offset. rewrite !Pr, Ge in *.
  rewrite <- (N.lxor_assoc u u g), N.lxor_nilpotent, N.lxor_0_l.
  apply (In_nth _ _ 0) in Hg. destruct Hg as (n & Hn & <-). rewrite weight_of_nth by (auto using powers_once).
  rewrite powers_length in *. rewrite powers_nth by auto.
  rewrite (N.lxor_comm u (2 ^ _)), N.lxor_assoc. apply bit_weight_step. lia.
Qed.

Lemma torus_below ps ws : radices_ok ps -> length ws = length (units ps) ->
  below_routes (Torus ps) (opposite ps) ws (fun x => vector_weight ps ws (coordinates ps x)).
Proof.
  intros ok E. apply group_below; [apply torus_group; auto| | |].
  - cbn. rewrite map_length. auto.
  - rewrite coordinates_zero by auto. apply vector_weight_origin.
  - intros n y Hn Hy. cbn [generators size product] in *.
    set (g := nth n (units ps) (origin ps)).
    assert (Gi : nth n (map (index ps) (units ps)) 0 = index ps g).
    { rewrite <- (index_origin ps). apply (map_nth (index ps)). }
    assert (Gg : good g ps) by (apply units_good; auto; apply nth_In; lia).
    rewrite Gi. unfold opposite. rewrite (coordinates_index ps g) by auto.
    rewrite (coordinates_index ps (negate ps g)), (coordinates_index ps) by auto using good_negate, good_add, coordinates_good.
    apply vector_weight_step; auto using coordinates_good.
    replace (g, nth n ws 0) with (nth n (combine (units ps) ws) (origin ps, 0)) by (apply combine_nth; lia).
    apply nth_In. rewrite combine_length. lia.
Qed.
