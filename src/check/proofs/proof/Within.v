(** Weights of routes of few hops: in T slots no packet makes more than T. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Explicit Listed.
Import ListNotations.
Open Scope N_scope.

Section Within.
Variables (nw : network) (ws : list N) (many : N).

Definition steps_back : PM.t (list (N * N)) :=
  let hops := mapr (fun gw => (inverse nw (fst gw), snd gw)) (hops_of nw ws) in
  loop (fun m x => put m x (mapr (fun hw => (product nw (fst hw) x, snd hw)) hops)) (size nw) (PM.empty _).

(* the least weight of a route of at most one hop more *)
Definition longer (steps : PM.t (list (N * N))) (d : PM.t N) : PM.t N :=
  loop (fun m x => put m x (fold_left (fun b uw => N.min b (snd uw + get many d (fst uw))) (get [] steps x) (get many d x))) (size nw) (PM.empty N).

(* what cannot be reached in so many hops has the weight [many] *)
Definition layer_by (steps : PM.t (list (N * N))) (h : nat) : PM.t N := Nat.iter h (longer steps) (put (PM.empty N) 0 0).
Definition layer (h : nat) : PM.t N := layer_by steps_back h.
Definition least (h : nat) (x : N) : N := get many (layer h) x.

Lemma get_loop {A} (z : A) (f : N -> A) n m x : x < n -> get z (loop (fun m x => put m x (f x)) n m) x = f x.
Proof.
  rewrite loop_upto. induction n as [|n IH] using N.peano_ind; intros H; [lia|]. rewrite upto_succ, fold_left_app. cbn [fold_left].
  rewrite get_put. destruct (N.eq_dec n x) as [->|D]; auto. apply IH. lia.
Qed.

Lemma least_min (f : N * N -> N) l : forall b, fold_left (fun b uw => N.min b (f uw)) l b <= b /\
  forall uw, In uw l -> fold_left (fun b uw => N.min b (f uw)) l b <= f uw.
Proof.
  induction l as [|a l IH]; intros b; cbn [fold_left]; [split; [lia|intros ? []]|]. destruct (IH (N.min b (f a))) as [A B]. split; [lia|].
  intros uw [<-|H]; [lia|auto].
Qed.

Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis E : length ws = length (generators nw).
Let Ln := uniform_links nw U.
Let L : translations nw (inverse nw) := valid_translations nw V U.

Lemma least_succ h x : x < size nw -> least (S h) x =
  fold_left (fun b uw => N.min b (snd uw + least h (fst uw))) (get [] steps_back x) (least h x).
Proof.
  intros H. unfold least at 1, layer. change (layer_by steps_back (S h)) with (longer steps_back (layer h)). unfold longer.
  apply (get_loop many (fun x => fold_left (fun b uw => N.min b (snd uw + get many (layer h) (fst uw))) (get [] steps_back x) (get many (layer h) x))), H.
Qed.

Lemma least_stay h x : x < size nw -> least (S h) x <= least h x.
Proof. intros H. rewrite least_succ by auto. apply (least_min (fun uw => snd uw + least h (fst uw))). Qed.

Lemma least_home h : least h 0 = 0.
Proof.
  induction h as [|h IH]; [unfold least, layer, layer_by; change (Nat.iter 0 (longer steps_back) (put (PM.empty N) 0 0)) with (put (PM.empty N) 0 0); rewrite get_put; destruct (N.eq_dec 0 0); congruence|].
  pose proof (least_stay h 0 (g_unit _ _ L)). lia.
Qed.

Lemma least_step h n y : (n < length ws)%nat -> y < size nw ->
  least (S h) y <= nth n ws 0 + least h (product nw (inverse nw (nth n (generators nw) 0)) y).
Proof.
  intros Hn Hy. rewrite least_succ by auto.
  apply (proj2 (least_min (fun uw => snd uw + least h (fst uw)) (get [] steps_back y) (least h y))
    (product nw (inverse nw (nth n (generators nw) 0)) y, nth n ws 0)).
  unfold steps_back. cbv zeta.
  rewrite (get_loop [] (fun x => mapr (fun hw => (product nw (fst hw) x, snd hw)) (mapr (fun gw => (inverse nw (fst gw), snd gw)) (hops_of nw ws)))) by auto.
  rewrite !mapr_map, map_map. apply in_map_iff. exists (nth n (generators nw) 0, nth n ws 0). split; auto.
  unfold hops_of. rewrite <- combine_nth by auto. apply nth_In. rewrite combine_length. lia.
Qed.

Lemma least_hop h u v b : b < size nw -> link nw u v ->
  least (S h) (offset nw (inverse nw) u b) <= weight_of (generators nw) ws (offset nw (inverse nw) u v) + least h (offset nw (inverse nw) v b).
Proof.
  intros Hb Lk. apply (link_iff L) in Lk; [|exact Ln]. destruct Lk as (Hu & g & Hg & ->).
  pose proof (g_gens _ _ L g Hg) as Gg. unfold offset. rewrite (inv_op_l L) by auto. rewrite (inv_inv_op L) by auto.
  rewrite <- (g_assoc _ _ L) by auto using (g_inv _ _ L).
  destruct (weight_of_attained _ g ws (eq_sym E) Hg) as (n & Hn & <- & <-).
  apply least_step; [lia|]. apply (g_op _ _ L); auto using (g_inv _ _ L).
Qed.

Variable pb : problem.
Hypothesis same_net : net pb = nw.
Hypothesis distinct : NoDup (packets pb).
Hypothesis ends : forall p, In p (packets pb) -> source pb p < size nw /\ target pb p < size nw.

Theorem within_binds most cap sc :
  (forall ms, slot_fits pb ms -> sum (fun m => price pb (inverse nw) (weight_of (generators nw) ws) (from m) (to m)) ms <= cap) ->
  N.of_nat most * cap < sum (fun p => least most (offset nw (inverse nw) (source pb p) (target pb p))) (packets pb) ->
  legal pb sc -> N.of_nat most + 1 <= slots sc.
Proof.
  intros C Big H. destruct (N.le_gt_cases (N.of_nat most + 1) (slots sc)) as [|Lt]; auto. exfalso.
  assert (T : (length sc <= most)%nat) by (unfold slots in Lt; lia).
  set (due := fun (t : nat) (p : name) (u : N) => if u <? size nw then least (most - t) (offset nw (inverse nw) u (target pb p)) else 0).
  assert (P : pays pb (length sc) (fun _ m => price pb (inverse nw) (weight_of (generators nw) ws) (from m) (to m)) due).
  { constructor.
    - intros p Hp. unfold due. destruct (ends p Hp) as [_ Tp]. destruct (N.ltb_spec (target pb p) (size nw)); auto.
      rewrite (offset_self _ _ (group_typed _ _ Ln L)) by auto. apply least_home.
    - intros t p u Ht Hp. unfold due. destruct (ends p Hp) as [_ Tp]. destruct (N.ltb_spec u (size nw)); [|lia].
      replace (most - t)%nat with (S (most - S t)) by lia. apply least_stay. apply (g_op _ _ L); auto. apply (g_inv _ _ L); auto.
    - intros t m Ht Hp Lk. rewrite same_net in Lk. unfold due. destruct (ends _ Hp) as [_ Tp]. destruct Lk as (Hu & Hv & X).
      destruct (N.ltb_spec (from m) (size nw)); [|lia]. destruct (N.ltb_spec (to m) (size nw)); [|lia].
      replace (most - t)%nat with (S (most - S t)) by lia. unfold price. rewrite same_net. apply least_hop; auto. repeat split; auto. }
  pose proof (prices_are_paid pb distinct _ _ _ P sc H eq_refl) as A.
  pose proof (cost_of_slots pb (fun _ m => price pb (inverse nw) (weight_of (generators nw) ws) (from m) (to m)) (fun _ => cap) sc H (fun t ms _ S _ => C ms S)) as B.
  rewrite sum_const, seq_length in B.
  assert (D : sum (fun p => due 0%nat p (source pb p)) (packets pb) = sum (fun p => least most (offset nw (inverse nw) (source pb p) (target pb p))) (packets pb)).
  { apply sum_ext. intros p Hp. unfold due. destruct (ends p Hp). destruct (N.ltb_spec (source pb p) (size nw)); [|lia]. rewrite Nat.sub_0_r. auto. }
  nia.
Qed.
End Within.

(* what is out of reach weighs more than all slots can move *)
Definition out_of_reach (ws : list N) (hops : N) : N := 1 + hops * sumf (fun w => w) ws.
Definition within_too_large (nw : network) (hops : N) : bool :=
  negb ((size nw <=? 2 ^ 16) && (size nw * (hops + 1) * (len (generators nw) + 1) <=? 2 ^ 24)).
Definition table_within (nw : network) (ws : list N) (hops : N) : PM.t N := layer nw ws (out_of_reach ws hops) (N.to_nat hops).

Lemma isotropic_within t offs ws hops sc : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  length ws = length (generators (task_network t)) -> (forall x, In x offs -> x < size (task_network t)) ->
  hops * capacity (task_ports t) ws < sumf (get (out_of_reach ws hops) (table_within (task_network t) ws hops)) offs ->
  legal (isotropic t offs) sc -> hops + 1 <= slots sc.
Proof.
  intros V U E O Big H. set (many := out_of_reach ws hops) in *. pose proof (valid_translations _ V U) as L.
  assert (Nd : sum (fun p => least (task_network t) ws many (N.to_nat hops) (offset (task_network t) (inverse (task_network t)) (source (isotropic t offs) p) (target (isotropic t offs) p)))
    (packets (isotropic t offs)) = size (task_network t) * sum (least (task_network t) ws many (N.to_nat hops)) offs).
  { rewrite <- (Isotropic.need_own t offs V U O). unfold need. apply sum_ext. intros p Hp. unfold togo.
    pose proof (Isotropic.targets_ok t offs V U O p Hp) as Tp. change (net (isotropic t offs)) with (task_network t) in *.
    destruct (N.ltb_spec (target (isotropic t offs) p) (size (task_network t))); [auto|lia]. }
  rewrite <- (N2Nat.id hops).
  apply (within_binds (task_network t) ws many V U E (isotropic t offs) eq_refl (Isotropic.packets_distinct t offs)) with (cap := size (task_network t) * capacity (task_ports t) ws); auto.
  - intros p Hp. split; [|apply (Isotropic.targets_ok t offs V U O p Hp)]. destruct p as [s i]. apply in_prod_iff in Hp. apply in_upto. apply Hp.
  - intros ms S. apply (Isotropic.capacity_sound t offs V U); auto.
  - rewrite Nd, N2Nat.id. rewrite sumf_sum in Big. unfold table_within in Big. pose proof (g_unit _ _ L).
    change (sum (get many (layer (task_network t) ws many (N.to_nat hops))) offs) with (sum (least (task_network t) ws many (N.to_nat hops)) offs) in Big.
    rewrite N.mul_shuffle3. apply N.mul_lt_mono_pos_l; auto.
Qed.

Lemma listed_within t ends paired ws hops sc : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  length ws = length (generators (task_network t)) -> (forall e, In e ends -> fst e < size (task_network t) /\ snd e < size (task_network t)) ->
  hops * slot_capacity_of t paired ws <
    sumf (fun e => get (out_of_reach ws hops) (table_within (task_network t) ws hops) (offset (task_network t) (inverse (task_network t)) (fst e) (snd e))) ends ->
  legal (listed t ends) sc -> hops + 1 <= slots sc.
Proof.
  intros V U E O Big H. set (many := out_of_reach ws hops) in *.
  rewrite <- (N2Nat.id hops).
  apply (within_binds (task_network t) ws many V U E (listed t ends) eq_refl (listed_distinct t ends)) with (cap := slot_capacity_of t paired ws); auto.
  - apply listed_target; auto.
  - intros ms S. apply (Listed.weights_slot t ends V); auto. destruct (task_network t); discriminate || reflexivity.
  - rewrite N2Nat.id. eapply N.lt_le_trans; [exact Big|]. rewrite sumf_sum. apply N.eq_le_incl. symmetry. apply sum_listed. intros i _. reflexivity.
Qed.
