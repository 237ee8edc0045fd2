(** Distances where there is no formula for them: those found by relaxing are exact if every node but the first has a
    neighbour that is nearer. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Weights Compute Families.
Import ListNotations.
Open Scope N_scope.

Definition attained (nw : network) (g : gauge) : bool :=
  let backwards := mapr (inverse nw) (generators nw) in
  loop (fun (good : bool) y =>
    if good then (y =? 0) || existsb (fun h => weigh g (product nw h y) + 1 =? weigh g y) backwards else false) (size nw) true.

Definition apart (nw : network) (g : gauge) (u v : N) : N := weigh g (offset nw (inverse nw) u v).

(* whether the distance from u to v is one from lo to hi *)
Definition near (nw : network) (lo hi : N) : option (N -> N -> bool) :=
  match distance nw 0 0 with
  | Some _ => Some (between nw lo hi)
  | None =>
      if uniform nw && (1 <=? lo) then
        match gauge_for nw (ones_of nw) with
        | Some g => if attained nw g then Some (fun u v => let h := apart nw g u v in (lo <=? h) && (h <=? hi)) else None
        | None => None
        end
      else None
  end.

Section Near.
Variables (nw : network) (g : gauge).
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis G : gauge_for nw (ones_of nw) = Some g.
Hypothesis A : attained nw g = true.
Let inv := inverse nw.
Let L : group nw inv := valid_group nw V U.
Let B : below_routes nw inv (ones_of nw) (weigh g) := gauge_for_sound nw (ones_of nw) g V G.

Lemma hop_by_hop u g' v : u < size nw -> v < size nw -> In g' (generators nw) -> apart nw g u v <= 1 + apart nw g (product nw u g') v.
Proof.
  intros Hu Hv Hg. destruct B as (E & _ & St). specialize (St u (product nw u g') v Hv). unfold apart. fold inv.
  assert (Lk : link nw u (product nw u g')) by (apply (link_iff L); eauto). specialize (St Lk).
  unfold offset at 2 in St. rewrite (inv_op_l L) in St by (auto; apply (g_gens _ _ L), Hg).
  apply (In_nth _ _ 0) in Hg. destruct Hg as (n & Hn & En). rewrite <- En in St at 1. rewrite weight_of_nth in St by (auto; apply (g_once _ _ L)).
  pose proof (ones_are_one nw) as O. rewrite Forall_forall in O. rewrite (O (nth n (ones_of nw) 0)) in St by (apply nth_In; lia). exact St.
Qed.

Lemma within_apart h : forall u v, u < size nw -> v < size nw -> within nw h u v = true -> apart nw g u v <= N.of_nat h.
Proof.
  assert (Z : forall u, u < size nw -> apart nw g u u = 0).
  { intros u Hu. unfold apart. rewrite (offset_self _ _ (group_typed nw inv L)) by auto. apply B. }
  induction h as [|h IH]; intros u v Hu Hv W; cbn [within] in W; apply orb_true_iff in W; destruct W as [W|W];
    try (apply N.eqb_eq in W; subst; rewrite Z by auto; lia); try discriminate.
  apply existsb_exists in W. destruct W as (g' & Hg & W). pose proof (hop_by_hop u g' v Hu Hv Hg).
  apply IH in W; auto; [lia|]. apply (g_op _ _ L); auto. apply (g_gens _ _ L); auto.
Qed.

Lemma apart_within h : forall u v, u < size nw -> v < size nw -> apart nw g u v <= N.of_nat h -> within nw h u v = true.
Proof.
  assert (At : forall y, y < size nw -> (y =? 0) || existsb (fun h => weigh g (product nw h y) + 1 =? weigh g y) (mapr inv (generators nw)) = true)
    by (apply loop_all; exact A).
  induction h as [|h IH]; intros u v Hu Hv D; cbn [within]; apply orb_true_iff;
    (assert (X : offset nw inv u v < size nw) by (apply (g_op _ _ L); auto; apply (g_inv _ _ L); auto));
    specialize (At _ X); apply orb_true_iff in At; destruct At as [E|At];
    try (left; apply N.eqb_eq in E; apply N.eqb_eq; rewrite <- (g_right _ _ L u) by auto; rewrite <- E; apply (op_inv_l L); auto);
    apply existsb_exists in At; destruct At as (b & Hb & E); rewrite mapr_map in Hb; apply in_map_iff in Hb; destruct Hb as (g' & <- & Hg);
    apply N.eqb_eq in E; unfold apart in D; fold inv in D; [lia|].
  right. apply existsb_exists. exists g'. split; auto. apply IH; auto.
  - apply (g_op _ _ L); auto. apply (g_gens _ _ L); auto.
  - unfold apart. fold inv. unfold offset. rewrite (inv_inv_op L), <- (g_assoc _ _ L) by (auto using (g_inv _ _ L); try apply (g_inv _ _ L); apply (g_gens _ _ L); auto).
    unfold offset, inv in *. lia.
Qed.
End Near.

Theorem near_sound nw lo hi f : valid_network nw = true -> near nw lo hi = Some f ->
  forall u v, u < size nw -> v < size nw -> f u v = between nw lo hi u v.
Proof.
  intros V. unfold near. destruct (distance nw 0 0) eqn:D; [intros H; injection H as <-; auto|].
  destruct (uniform nw && (1 <=? lo)) eqn:U; [|discriminate]. apply andb_true_iff in U. destruct U as [U Lo]. apply N.leb_le in Lo.
  destruct (gauge_for nw (ones_of nw)) as [g|] eqn:G; [|discriminate]. destruct (attained nw g) eqn:A; [|discriminate].
  intros H. injection H as <-. intros u v Hu Hv.
  assert (D' : distance nw u v = None) by (destruct nw; cbn in D |- *; congruence || discriminate).
  unfold between. rewrite D'.
  pose proof (within_apart nw g V U G) as P. pose proof (apart_within nw g V U A) as Q.
  assert (E : forall h, within nw (N.to_nat h) u v = (apart nw g u v <=? h)).
  { intros h. apply eq_true_iff_eq. rewrite N.leb_le. split; intros W.
    - apply P in W; auto. rewrite N2Nat.id in W. exact W.
    - apply Q; auto. rewrite N2Nat.id. exact W. }
  rewrite !E, andb_comm. f_equal. rewrite N.leb_antisym. destruct (N.ltb_spec (apart nw g u v) lo), (N.leb_spec (apart nw g u v) (lo - 1)); auto; lia.
Qed.
