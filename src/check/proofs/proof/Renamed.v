(** Packets under other names: what binds listed packets binds isotropic tasks, and packets listed in another order. *)
From Coq Require Import Arith NArith List Lia Bool Permutation FinFun.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Explicit Ports Listed.
Import ListNotations.
Open Scope N_scope.

Section Renamed.
Variables (pb pb' : problem) (f : name -> name).
Hypothesis same_net : net pb' = net pb.
Hypothesis same_ports : ports pb' = ports pb.
Hypothesis known : forall p, In p (packets pb) -> In (f p) (packets pb') /\ source pb' (f p) = source pb p /\ target pb' (f p) = target pb p.
Hypothesis one : forall p q, In p (packets pb) -> In q (packets pb) -> f p = f q -> p = q.
Hypothesis onto : forall p', In p' (packets pb') -> exists p, In p (packets pb) /\ p' = f p.

Definition renamed (m : move) : move := Move (f (packet m)) (from m) (to m).

Lemma count_renamed g g' ms : (forall m, g (renamed m) = g' m) -> count g (map renamed ms) = count g' ms.
Proof. intros E. rewrite count_map, !count_sum. apply sum_ext. intros m _. rewrite E. auto. Qed.

Lemma fits_renamed ms : slot_fits pb ms -> slot_fits pb' (map renamed ms).
Proof.
  intros [A B C D]. constructor.
  - intros m Hm. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm). cbn. apply known; auto.
  - intros m Hm. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm). cbn. rewrite same_net. auto.
  - intros u v. rewrite same_net. rewrite (count_renamed _ _ ms (fun m => eq_refl)). apply C.
  - intros v. rewrite same_ports, same_net. unfold sends, receives in *. rewrite !(count_renamed _ _ ms (fun m => eq_refl)). apply D.
Qed.

Lemma move_of_renamed ms p : (forall m, In m ms -> In (packet m) (packets pb)) -> In p (packets pb) ->
  move_of (map renamed ms) (f p) = option_map renamed (move_of ms p).
Proof.
  intros A Hp. induction ms as [|m ms IH]; [reflexivity|]. unfold move_of in *. cbn [map find]. unfold is_name at 1 3. cbn [packet renamed].
  destruct (name_eq (f (packet m)) (f p)) as [E|D], (name_eq (packet m) p) as [E'|D']; auto; try congruence.
  - destruct D'. apply one; auto. apply A. left; auto.
  - apply IH. intros; apply A; right; auto.
Qed.

Lemma legal_renamed sc : forall pos pos', (forall p, In p (packets pb) -> pos' (f p) = pos p) -> legal_from pb pos sc ->
  legal_from pb' pos' (map (map renamed) sc).
Proof.
  induction sc as [|ms sc IH]; intros pos pos' A H; cbn [map legal_from] in *.
  - intros p' Hp'. destruct (onto p' Hp') as (p & Hp & ->). rewrite A by auto. rewrite H by auto. symmetry. apply known, Hp.
  - destruct H as [[F M O] H]. pose proof (packets_of_the_task _ _ F) as Pt. split; [constructor|].
    + apply fits_renamed, F.
    + intros m Hm. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm). cbn. rewrite A; auto.
    + rewrite map_map. cbn [packet renamed]. rewrite <- (map_map packet f). apply NoDup_map_in; auto.
      intros x y Hx Hy. apply in_map_iff in Hx, Hy. destruct Hx as (mx & <- & Hx), Hy as (my & <- & Hy). apply one; auto.
    + apply (IH (after pos ms)); auto. intros p Hp. unfold after. rewrite move_of_renamed by auto.
      destruct (move_of ms p); cbn [option_map]; auto.
Qed.

Theorem renamed_legal sc : legal pb sc -> exists sc', legal pb' sc' /\ slots sc' = slots sc.
Proof.
  intros H. exists (map (map renamed) sc). split; [|unfold slots; rewrite map_length; auto].
  apply (legal_renamed sc (source pb)); auto. intros p Hp. apply known, Hp.
Qed.

(** ** Packets that are copied *)

Lemma brought_renamed ms p v : (forall m, In m ms -> In (packet m) (packets pb)) -> In p (packets pb) ->
  existsb (fun m => is_name (packet m) (f p) && is_node (to m) v) (map renamed ms) = existsb (fun m => is_name (packet m) p && is_node (to m) v) ms.
Proof.
  intros A Hp. induction ms as [|m ms IH]; [reflexivity|]. cbn [map existsb]. rewrite IH by (intros; apply A; right; auto). f_equal. cbn [packet to renamed].
  f_equal. unfold is_name. destruct (name_eq (f (packet m)) (f p)) as [E|D], (name_eq (packet m) p) as [E'|D']; auto; try congruence.
  destruct D'. apply one; auto. apply A. left; auto.
Qed.

Lemma copies_renamed sc : forall has has', (forall p v, In p (packets pb) -> has' (f p) v = has p v) -> legal_broadcast_from pb has sc ->
  legal_broadcast_from pb' has' (map (map renamed) sc).
Proof.
  induction sc as [|ms sc IH]; intros has has' A H; cbn [map legal_broadcast_from] in *.
  - intros p' v Hp' Hv. destruct (onto p' Hp') as (p & Hp & ->). rewrite A by auto. rewrite same_net in Hv. auto.
  - destruct H as [[F W] H]. pose proof (packets_of_the_task _ _ F) as Pt. split; [constructor|].
    + apply fits_renamed, F.
    + intros m Hm. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm). cbn. rewrite A; auto.
    + apply (IH (copied has ms)); auto. intros p v Hp. unfold copied. rewrite A, brought_renamed by auto. reflexivity.
Qed.

Theorem renamed_broadcast sc : legal_broadcast pb sc -> exists sc', legal_broadcast pb' sc' /\ slots sc' = slots sc.
Proof.
  intros H. exists (map (map renamed) sc). split; [|unfold slots; rewrite map_length; auto].
  apply (copies_renamed sc (fun p v => is_node (source pb p) v)); auto. intros p v Hp. destruct (known p Hp) as (_ & -> & _). reflexivity.
Qed.
End Renamed.

(** ** Another order *)

Theorem in_any_order t ends ends' : Permutation ends ends' -> forall sc, legal_broadcast (listed t ends) sc ->
  exists sc', legal_broadcast (listed t ends') sc' /\ slots sc' = slots sc.
Proof.
  intros P. pose proof (Permutation_length P) as Le. apply Permutation_sym in P. apply (Permutation_nth _ _ (0, 0)) in P. cbv zeta in P.
  destruct P as [_ (f & B & I & E)]. assert (S : bSurjective (length ends') f) by (apply bInjective_bSurjective; auto).
  assert (Pk : forall l p, In p (packets (listed t l)) <-> exists i : nat, p = (0, N.of_nat i) /\ (i < length l)%nat).
  { intros l p. cbn [packets listed]. rewrite in_map_iff. unfold places. split.
    - intros (i & <- & H). apply in_upto in H. exists (N.to_nat i). rewrite N2Nat.id. split; [reflexivity|lia].
    - intros (i & -> & H). exists (N.of_nat i). split; [reflexivity|apply in_upto; lia]. }
  apply (renamed_broadcast (listed t ends) (listed t ends') (fun p => (0, N.of_nat (f (N.to_nat (snd p)))))); auto.
  - intros p Hp. apply Pk in Hp. destruct Hp as (i & -> & Hi). cbn [source target listed snd]. rewrite !Nat2N.id, E by lia.
    split; [|auto]. apply Pk. exists (f i). split; [reflexivity|]. apply B. lia.
  - intros p q Hp Hq. apply Pk in Hp, Hq. destruct Hp as (i & -> & Hi), Hq as (j & -> & Hj). cbn [snd]. rewrite !Nat2N.id. intros Q.
    assert (i = j); [|congruence]. apply I; [lia|lia|]. apply Nat2N.inj. congruence.
  - intros p' Hp'. apply Pk in Hp'. destruct Hp' as (j & -> & Hj). destruct (S j Hj) as (i & Hi & <-). exists (0, N.of_nat i). split.
    + apply Pk. exists i. split; [reflexivity|lia].
    + cbn [snd]. rewrite Nat2N.id. reflexivity.
Qed.

Section Isotropic.
Variables (t : task) (offs : list N).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Let L : translations nw (inverse nw) := valid_translations nw V U.
Let k := N.of_nat (length offs).

Definition all_ends : list (N * N) := map (fun p : name => (source (isotropic t offs) p, target (isotropic t offs) p)) (packets (isotropic t offs)).

Lemma all_ends_ok e : In e all_ends -> fst e < size nw /\ snd e < size nw.
Proof.
  intros H. apply in_map_iff in H. destruct H as (p & <- & Hp). split; [|apply (Isotropic.targets_ok t offs V U offs_ok p Hp)].
  destruct p as [s i]. apply in_prod_iff in Hp. apply in_upto. apply Hp.
Qed.

Lemma nth_prod (l l' : list N) s i d : (s < length l)%nat -> (i < length l')%nat ->
  nth (s * length l' + i) (list_prod l l') d = (nth s l 0, nth i l' 0).
Proof.
  revert s. induction l as [|a l IH]; intros s Hs Hi; [cbn in Hs; lia|]. cbn [list_prod]. destruct s as [|s].
  - rewrite app_nth1 by (rewrite map_length; lia). cbn [Nat.mul Nat.add nth].
    rewrite (nth_indep _ d (a, 0)) by (rewrite map_length; lia). apply (map_nth (fun y => (a, y))).
  - rewrite app_nth2 by (rewrite map_length; lia). rewrite map_length. replace (S s * length l' + i - length l')%nat with (s * length l' + i)%nat by lia.
    cbn [nth]. apply IH; auto. cbn in Hs. lia.
Qed.

Lemma as_listed sc : legal (isotropic t offs) sc -> exists sc', legal (listed t all_ends) sc' /\ slots sc' = slots sc.
Proof.
  assert (Lp : N.of_nat (length all_ends) = size nw * k).
  { unfold all_ends. rewrite map_length. cbn [packets isotropic].
    rewrite (prod_length (A := N) (B := N)). unfold places, upto. rewrite !map_length, !seq_length. fold nw k. lia. }
  assert (Pk : forall s i, In (s, i) (packets (isotropic t offs)) <-> s < size nw /\ i < k).
  { intros s i. cbn [packets isotropic]. rewrite in_prod_iff. unfold places. rewrite !in_upto. reflexivity. }
  apply (renamed_legal (isotropic t offs) (listed t all_ends) (fun p => (0, fst p * k + snd p))); auto.
  - intros [s i] Hp. apply Pk in Hp. destruct Hp as [Hs Hi]. cbn [fst snd].
    assert (B : s * k + i < size nw * k) by nia. split; [|].
    + cbn [packets listed]. apply in_map. apply in_upto. rewrite Lp. exact B.
    + assert (E : nth (N.to_nat (s * k + i)) all_ends (0, 0) = (source (isotropic t offs) (s, i), target (isotropic t offs) (s, i))).
      { unfold all_ends. rewrite (nth_indep _ (0, 0) ((fun p => (source (isotropic t offs) p, target (isotropic t offs) p)) (0, 0))) by (fold all_ends; lia).
        rewrite (map_nth (fun p => (source (isotropic t offs) p, target (isotropic t offs) p))). cbn [packets isotropic].
        replace (N.to_nat (s * k + i)) with (N.to_nat s * length (places offs) + N.to_nat i)%nat
          by (unfold places, upto; rewrite map_length, seq_length, Nat2N.id; unfold k; lia).
        assert (Lu : length (upto (size nw)) = N.to_nat (size nw)) by (unfold upto; rewrite map_length, seq_length; auto).
        assert (Lo : length (places offs) = length offs) by (unfold places, upto; rewrite map_length, seq_length; lia).
        rewrite nth_prod by (fold nw; unfold k in Hi; lia).
        unfold places. rewrite !upto_nth by (fold nw; unfold k in Hi; lia). rewrite !N2Nat.id. reflexivity. }
      cbn [source target listed snd]. rewrite E. auto.
  - intros [s i] [s' i'] Hp Hq Eq. apply Pk in Hp, Hq. cbn [fst snd] in Eq. injection Eq as Eq.
    assert (s = s') by nia. subst s'. f_equal. lia.
  - intros p' Hp'. cbn [packets listed] in Hp'. apply in_map_iff in Hp'. destruct Hp' as (j & <- & Hj). apply in_upto in Hj. rewrite Lp in Hj.
    exists (j / k, j mod k). assert (K : k <> 0) by lia. split.
    + apply Pk. split; [apply N.div_lt_upper_bound; lia|apply N.mod_lt; auto].
    + cbn [fst snd]. f_equal. rewrite (N.div_mod j k) at 1 by auto. lia.
Qed.

Variable g : gauge.
Hypothesis G : gauge_for nw (ones_of nw) = Some g.

Definition so_far (away : N) : N := sumf (fun x => if away <=? weigh g x then 1 else 0) offs.

Lemma sum_ends (h : N * N -> N) : sum h all_ends = sum (fun s => sum (fun i => h (s, product nw s (nth (N.to_nat i) offs 0))) (places offs)) (upto (size nw)).
Proof. unfold all_ends. rewrite sum_map. cbn [packets isotropic]. apply (sum_list_prod (fun p => h (source (isotropic t offs) p, target (isotropic t offs) p))). Qed.

Lemma so_far_places away : so_far away = sum (fun i => if away <=? weigh g (nth (N.to_nat i) offs 0) then 1 else 0) (places offs).
Proof. unfold so_far. rewrite sumf_sum. rewrite <- (nth_upto 0 offs) at 1. rewrite sum_map. reflexivity. Qed.

Lemma uniform_far u v : far_of nw g u v = weigh g (offset nw (inverse nw) u v).
Proof. unfold far_of, way. replace (listed_links nw) with false; auto. clear -U. destruct nw; discriminate || reflexivity. Qed.

Lemma gauged : hop_gauge nw [] = Some g.
Proof. unfold hop_gauge. replace (listed_links nw) with false; [exact G|]. clear -U. destruct nw; discriminate || reflexivity. Qed.

Lemma far_own s i : s < size nw -> i < k -> weigh g (offset nw (inverse nw) s (product nw s (nth (N.to_nat i) offs 0))) = weigh g (nth (N.to_nat i) offs 0).
Proof. intros Hs Hi. unfold offset. rewrite (inv_op_l L); auto. apply offs_ok, nth_In. unfold k in Hi. lia. Qed.

Lemma so_far_went x away : x < size nw -> so_far away <= went t all_ends g x away.
Proof.
  intros Hx. unfold went. rewrite sumf_sum, sum_ends, so_far_places.
  pose proof (sum_member (fun s => sum (fun i => if (fst (s, product nw s (nth (N.to_nat i) offs 0)) =? x) && (away <=? far t g (s, product nw s (nth (N.to_nat i) offs 0))) then 1 else 0)
    (places offs)) x (upto (size nw)) ltac:(apply in_upto; auto)) as M. cbv beta in M. eapply N.le_trans; [|exact M].
  apply sum_le. intros i Hi. apply in_upto in Hi. cbn [fst snd]. rewrite N.eqb_refl. unfold far. cbn [fst snd andb]. fold nw. rewrite uniform_far, far_own by auto. lia.
Qed.

Lemma sum_swap {A B} (h : A -> B -> N) (l : list A) (l' : list B) : sum (fun a => sum (h a) l') l = sum (fun b => sum (fun a => h a b) l) l'.
Proof.
  induction l as [|a l IH].
  - change (sum (fun a => sum (h a) l') []) with 0. symmetry. induction l' as [|b l' IH]; [reflexivity|]. rewrite sum_cons, IH. reflexivity.
  - rewrite sum_cons, IH, <- sum_plus. apply sum_ext. intros b _. rewrite sum_cons. auto.
Qed.

Lemma so_far_came x away : x < size nw -> so_far away <= came t all_ends g x away.
Proof.
  intros Hx. unfold came. rewrite sumf_sum, sum_ends, so_far_places, sum_swap. apply sum_le. intros i Hi. apply in_upto in Hi.
  assert (O : nth (N.to_nat i) offs 0 < size nw) by (apply offs_ok, nth_In; lia).
  set (o := nth (N.to_nat i) offs 0) in *. set (s := product nw x (inverse nw o)).
  assert (Hs : s < size nw) by (apply (g_op _ _ L); auto; apply (g_inv _ _ L); auto).
  pose proof (sum_member (fun s => if (snd (s, product nw s o) =? x) && (away <=? far t g (s, product nw s o)) then 1 else 0) s (upto (size nw)) ltac:(apply in_upto; auto)) as M.
  cbv beta in M. eapply N.le_trans; [|exact M]. cbn [snd]. unfold far. cbn [fst snd]. fold nw. rewrite uniform_far.
  pose proof (far_own s i Hs Hi) as F. fold o in F. rewrite F.
  assert (Ex : product nw s o = x). { unfold s. rewrite <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto. apply (g_inv _ _ L); auto. }
  rewrite Ex, N.eqb_refl. cbn [andb]. lia.
Qed.

Lemma after_way_mono a b ports away : 0 < ports -> a <= b -> after_way a ports away <= after_way b ports away.
Proof.
  intros P H. unfold after_way. destruct (N.eqb_spec a 0), (N.eqb_spec b 0); try lia.
  enough (ceil a ports <= ceil b ports) by lia. unfold ceil. apply N.div_le_mono; lia.
Qed.

Lemma isotropic_reception x away sc : x < size nw -> 1 <= away -> 0 < ports_in nw (task_ports t) x -> legal (isotropic t offs) sc ->
  after_way (so_far away) (ports_in nw (task_ports t) x) away <= slots sc.
Proof.
  intros Hx Aw K H. destruct (as_listed sc H) as (sc' & H' & <-). eapply N.le_trans; [apply after_way_mono; [auto|apply (so_far_came x away Hx)]|].
  apply (Listed.reception_bind t all_ends V all_ends_ok g [] gauged); auto.
Qed.

Lemma isotropic_emission x away sc : x < size nw -> 1 <= away -> 0 < ports_out nw (task_ports t) x -> legal (isotropic t offs) sc ->
  after_way (so_far away) (ports_out nw (task_ports t) x) away <= slots sc.
Proof.
  intros Hx Aw K H. destruct (as_listed sc H) as (sc' & H' & <-). eapply N.le_trans; [apply after_way_mono; [auto|apply (so_far_went x away Hx)]|].
  apply (Listed.emission_bind t all_ends V all_ends_ok g [] gauged); auto.
Qed.

Lemma isotropic_volume sc : 0 < slot_capacity (isotropic t offs) -> legal (isotropic t offs) sc ->
  ceil (size nw * sumf (weigh g) offs) (slot_capacity (isotropic t offs)) <= slots sc.
Proof.
  intros K H. apply ceil_least; auto.
  pose proof (prices_bind (isotropic t offs) (Isotropic.packets_distinct t offs) (Isotropic.targets_ok t offs V U offs_ok) _ _ (slot_capacity (isotropic t offs))
    (Isotropic.hop_potential t offs V U g G)) as P.
  specialize (P ltac:(intros ms S _; cbv beta; rewrite sum_const, N.mul_1_r; apply (slot_length (isotropic t offs)); auto) sc H).
  rewrite (Isotropic.need_own t offs V U offs_ok) in P. rewrite sumf_sum. exact P.
Qed.
End Isotropic.
