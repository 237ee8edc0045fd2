(** Distances where there is no formula for them: those found by relaxing are exact if every node but the first has a
    neighbour that is nearer. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Lines Families Hops.
Import ListNotations.
Open Scope N_scope.

Definition attained (nw : network) (g : gauge) : bool :=
  let backwards := mapr (inverse nw) (generators nw) in
  loop (fun (good : bool) y =>
    if good then (y =? 0) || existsb (fun h => weigh g (product nw h y) + 1 =? weigh g y) backwards else false) (size nw) true.

(* the same of networks whose links are listed *)
Definition attained_everywhere (nw : network) (g : gauge) : bool :=
  let next := neighbours_out nw in
  loop (fun (good : bool) u => if good then
    let beyond := next u in
    loop (fun (good : bool) v => if good then
      let h := far_of nw g u v in (u =? v) || existsb (fun w => far_of nw g w v + 1 =? h) beyond else false) (size nw) true
  else false) (size nw) true.

(* so many nodes of a network whose links are listed, all pairs being gone through *)
Definition most_near : N := 360.
Definition all_hops (nw : network) : option gauge :=
  if listed_links nw then if size nw <=? most_near then hop_gauge nw (range (size nw)) else None else gauge_for nw (ones_of nw).

(* whether the distance from u to v is one from lo to hi *)
Definition near (nw : network) (lo hi : N) : option (N -> N -> bool) :=
  match distance nw 0 0 with
  | Some _ => Some (between nw lo hi)
  | None =>
      if 1 <=? lo then
        match all_hops nw with
        | Some g => if (if listed_links nw then attained_everywhere nw g else uniform nw && attained nw g)
            then Some (fun u v => let h := far_of nw g u v in (lo <=? h) && (h <=? hi)) else None
        | None => None
        end
      else None
  end.

Lemma all_hops_sound nw g : all_hops nw = Some g -> exists targets, hop_gauge nw targets = Some g.
Proof.
  unfold all_hops. destruct (listed_links nw) eqn:Ls.
  - destruct (_ <=? _); [eauto|discriminate].
  - intros H. exists []. unfold hop_gauge. rewrite Ls. exact H.
Qed.

Section Near.
Variables (nw : network) (g : gauge) (targets : list N).
Hypothesis V : valid_network nw = true.
Hypothesis G : hop_gauge nw targets = Some g.
Let P : potential (Problem nw All [] (fun _ => 0) (fun _ => 0)) (fun _ _ => 1) (hops nw g) := hop_gauge_sound (Problem nw All [] (fun _ => 0) (fun _ => 0)) targets g V G.

Hypothesis A : forall u v, u < size nw -> v < size nw -> u = v \/ exists w, In w (neighbours nw u) /\ far_of nw g w v + 1 = far_of nw g u v.

Lemma beyond u w : In w (neighbours nw u) -> w < size nw.
Proof. intros H. apply filter_In in H. apply N.ltb_lt, H. Qed.

Lemma within_far h : forall u v, u < size nw -> v < size nw -> within nw h u v = true -> far_of nw g u v <= N.of_nat h.
Proof.
  assert (Z : forall u, u < size nw -> far_of nw g u u = 0).
  { intros u Hu. rewrite <- hops_far by auto. apply (potential_end _ _ _ P). }
  induction h as [|h IH]; intros u v Hu Hv W; cbn [within] in W; apply orb_true_iff in W; destruct W as [W|W];
    try (apply N.eqb_eq in W; subst; rewrite Z by auto; lia); try discriminate.
  apply existsb_exists in W. destruct W as (w & Hw & W). pose proof (beyond u w Hw) as Bw.
  pose proof (potential_step _ _ _ P u w v Hv (conj Hu (conj Bw Hw))) as S. cbv beta in S. cbn [net] in S. rewrite !hops_far in S by auto.
  apply IH in W; auto. lia.
Qed.

Lemma far_within h : forall u v, u < size nw -> v < size nw -> far_of nw g u v <= N.of_nat h -> within nw h u v = true.
Proof.
  induction h as [|h IH]; intros u v Hu Hv D; cbn [within]; apply orb_true_iff; (destruct (A u v Hu Hv) as [->|(w & Hw & E)]; [left; apply N.eqb_refl|]); [lia|].
  right. apply existsb_exists. exists w. split; auto. apply IH; auto; [apply (beyond u), Hw|lia].
Qed.
End Near.

Lemma attained_by_generators nw g : valid_network nw = true -> uniform nw = true -> listed_links nw = false -> attained nw g = true ->
  forall u v, u < size nw -> v < size nw -> u = v \/ exists w, In w (neighbours nw u) /\ far_of nw g w v + 1 = far_of nw g u v.
Proof.
  intros V U Ls A u v Hu Hv. pose proof (valid_translations nw V U) as L. unfold far_of, way. rewrite Ls. unfold offset.
  assert (X : product nw (inverse nw u) v < size nw) by (apply (g_op _ _ L); auto; apply (g_inv _ _ L); auto).
  assert (At : forall y, y < size nw -> (y =? 0) || existsb (fun h => weigh g (product nw h y) + 1 =? weigh g y) (mapr (inverse nw) (generators nw)) = true)
    by (apply loop_all; exact A).
  specialize (At _ X). apply orb_true_iff in At. destruct At as [E|At].
  - left. apply N.eqb_eq in E. rewrite <- (g_right _ _ L u) by auto. rewrite <- E. apply (op_inv_l L); auto.
  - right. apply existsb_exists in At. destruct At as (b & Hb & E). rewrite mapr_map in Hb. apply in_map_iff in Hb. destruct Hb as (h & <- & Hh).
    pose proof (g_gens _ _ L h Hh) as Bh. exists (product nw u h). split.
    + apply in_neighbours; [apply uniform_links, U|]. split; [apply (g_op _ _ L); auto|eauto].
    + rewrite (inv_inv_op L), <- (g_assoc _ _ L) by (auto; apply (g_inv _ _ L); auto). apply N.eqb_eq, E.
Qed.

Lemma attained_by_lines nw g : attained_everywhere nw g = true ->
  forall u v, u < size nw -> v < size nw -> u = v \/ exists w, In w (neighbours nw u) /\ far_of nw g w v + 1 = far_of nw g u v.
Proof.
  intros A u v Hu Hv. unfold attained_everywhere in A. cbv zeta in A. apply loop_all with (y := u) in A; auto. apply loop_all with (y := v) in A; auto.
  rename A into C.
  apply orb_true_iff in C. destruct C as [C|C]; [left; apply N.eqb_eq, C|right]. apply existsb_exists in C. destruct C as (w & Hw & E). exists w.
  apply N.eqb_eq in E. split; auto. apply (count_occ_In N.eq_dec). apply (count_occ_In N.eq_dec) in Hw.
  pose proof (out_counts nw u w) as O. unfold links_between in O. lia.
Qed.

Theorem near_sound nw lo hi f : valid_network nw = true -> near nw lo hi = Some f ->
  forall u v, u < size nw -> v < size nw -> f u v = between nw lo hi u v.
Proof.
  intros V. unfold near. destruct (distance nw 0 0) eqn:D; [intros H; injection H as <-; auto|].
  destruct (N.leb_spec 1 lo) as [Lo|]; [|discriminate].
  destruct (all_hops nw) as [g|] eqn:G; [|discriminate]. destruct (if listed_links nw then _ else _) eqn:At; [|discriminate].
  intros H. injection H as <-. intros u v Hu Hv. apply all_hops_sound in G. destruct G as [targets G].
  assert (A : forall u v, u < size nw -> v < size nw -> u = v \/ exists w, In w (neighbours nw u) /\ far_of nw g w v + 1 = far_of nw g u v).
  { destruct (listed_links nw) eqn:Ls; [apply attained_by_lines, At|]. apply andb_true_iff in At. destruct At. apply attained_by_generators; auto. }
  assert (D' : distance nw u v = None) by (destruct nw; cbn in D |- *; congruence || discriminate).
  unfold between. rewrite D'.
  pose proof (within_far nw g targets V G) as P. pose proof (far_within nw g A) as Q.
  assert (E : forall h, within nw (N.to_nat h) u v = (far_of nw g u v <=? h)).
  { intros h. apply eq_true_iff_eq. rewrite N.leb_le. split; intros W.
    - apply P in W; auto. rewrite N2Nat.id in W. exact W.
    - apply Q; auto. rewrite N2Nat.id. exact W. }
  rewrite !E, andb_comm. f_equal. rewrite N.leb_antisym. destruct (N.ltb_spec (far_of nw g u v) lo), (N.leb_spec (far_of nw g u v) (lo - 1)); auto; lia.
Qed.

(** ** The same where links have types *)

Definition apart (nw : network) (g : gauge) (u v : N) : N := weigh g (offset nw (inverse nw) u v).

Section Apart.
Variables (nw : network) (g : gauge).
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis G : gauge_for nw (ones_of nw) = Some g.

Lemma uniform_not_listed : listed_links nw = false.
Proof. clear -U. destruct nw; discriminate || reflexivity. Qed.
Let Ls := uniform_not_listed.
Let L : translations nw (inverse nw) := valid_translations nw V U.

Lemma far_apart u v : far_of nw g u v = apart nw g u v.
Proof. unfold far_of, way, apart. rewrite Ls. reflexivity. Qed.

Lemma gauge_is : hop_gauge nw [] = Some g.
Proof. unfold hop_gauge. rewrite Ls. exact G. Qed.

Lemma hop_by_hop u g' v : u < size nw -> v < size nw -> In g' (generators nw) -> apart nw g u v <= 1 + apart nw g (product nw u g') v.
Proof.
  intros Hu Hv Hg. pose proof (hop_gauge_sound (Problem nw All [] (fun _ => 0) (fun _ => 0)) [] g V gauge_is) as P.
  assert (Lk : link nw u (product nw u g')) by (apply (link_iff L); [apply uniform_links, U|eauto]).
  pose proof (potential_step _ _ _ P u (product nw u g') v Hv Lk) as S. cbv beta in S. cbn [net] in S. rewrite !hops_far, !far_apart in S by auto. exact S.
Qed.

Lemma within_apart h u v : u < size nw -> v < size nw -> within nw h u v = true -> apart nw g u v <= N.of_nat h.
Proof. rewrite <- far_apart. apply (within_far nw g [] V gauge_is). Qed.

Lemma apart_within h u v : attained nw g = true -> u < size nw -> v < size nw -> apart nw g u v <= N.of_nat h -> within nw h u v = true.
Proof. intros A. rewrite <- far_apart. apply (far_within nw g (attained_by_generators nw g V U Ls A)). Qed.
End Apart.
