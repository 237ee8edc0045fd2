(** From one root, or to one root: how many nodes can have anything to send after t slots. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Explicit Ports Listed.
Import ListNotations.
Open Scope N_scope.

(* the most links that leave, or come to, a node *)
Definition degree (nw : network) : N :=
  if listed_links nw then
    let next := neighbours_out nw in let back := neighbours_in nw in
    loop (fun best x => N.max best (N.max (len (next x)) (len (back x)))) (size nw) 0
  else len (generators nw).

(* the most that any node sends, or receives, in a slot *)
Definition each_port (nw : network) (rule : port_rule) : N :=
  let d := degree nw in
  match switch_rule nw with Some of_switches => N.max (least_of rule d) (least_of of_switches d) | None => least_of rule d end.

Lemma loop_max (f : N -> N) n x : x < n -> f x <= loop (fun best x => N.max best (f x)) n 0.
Proof.
  rewrite loop_upto. intros H. apply in_upto in H. revert H. generalize (upto n) as l. generalize 0.
  assert (M : forall l a, a <= fold_left (fun best x => N.max best (f x)) l a) by (induction l as [|y l IH]; intros a; cbn; [lia|specialize (IH (N.max a (f y))); lia]).
  intros a l. revert a. induction l as [|y l IH]; intros a H; [destruct H|]. cbn. destruct H as [->|H]; auto. specialize (M l (N.max a (f x))). lia.
Qed.

Lemma least_mono rule a b : a <= b -> least_of rule a <= least_of rule b.
Proof. destruct rule; cbn; lia. Qed.

Lemma degree_out nw x : x < size nw -> len (neighbours_out nw x) <= degree nw.
Proof.
  intros H. unfold degree. destruct (listed_links nw) eqn:Ls.
  - pose proof (loop_max (fun x => N.max (len (neighbours_out nw x)) (len (neighbours_in nw x))) (size nw) x H). cbv beta zeta in *. lia.
  - unfold neighbours_out. rewrite (not_listed _ Ls), !len_length. cbv zeta beta.
    pose proof (filter_length_le (fun u => u <? size nw) (map (product nw x) (generators nw))) as F. rewrite map_length in F. lia.
Qed.

Lemma degree_in nw x : x < size nw -> len (neighbours_in nw x) <= degree nw.
Proof.
  intros H. unfold degree. destruct (listed_links nw) eqn:Ls.
  - pose proof (loop_max (fun x => N.max (len (neighbours_out nw x)) (len (neighbours_in nw x))) (size nw) x H). cbv beta zeta in *. lia.
  - unfold neighbours_in. rewrite (not_listed _ Ls), !len_length. cbv zeta beta. rewrite mapr_map.
    pose proof (filter_length_le (fun u => u <? size nw) (map (product nw x) (map (inverse nw) (generators nw)))) as F. rewrite !map_length in F. lia.
Qed.

Lemma rule_each nw rule x links : links <= degree nw -> least_of (rule_at nw rule x) links <= each_port nw rule.
Proof.
  intros H. pose proof (least_mono rule _ _ H) as A. unfold each_port. cbv zeta. rewrite rule_at_is. destruct (switch_rule nw) as [r|]; [|exact A].
  pose proof (least_mono r _ _ H) as B. destruct (is_switch nw x); lia.
Qed.

Lemma sends_each pb ms v : slot_fits pb ms -> sends ms v <= each_port (net pb) (ports pb).
Proof.
  intros S. destruct (N.lt_ge_cases v (size (net pb))) as [H|H].
  - eapply N.le_trans; [apply (sends_few pb ms v S)|]. apply rule_each, degree_out, H.
  - unfold sends. rewrite (no_move pb _ ms S); [lia|]. intros m _ A _. apply not_true_iff_false. rewrite is_node_true. lia.
Qed.

Lemma receives_each pb ms v : valid_network (net pb) = true -> slot_fits pb ms -> receives ms v <= each_port (net pb) (ports pb).
Proof.
  intros V S. destruct (N.lt_ge_cases v (size (net pb))) as [H|H].
  - eapply N.le_trans; [apply (receives_few pb V ms v S)|]. apply rule_each, degree_in, H.
  - unfold receives. rewrite (no_move pb _ ms S); [lia|]. intros m _ _ A. apply not_true_iff_false. rewrite is_node_true. lia.
Qed.

Lemma room_mono cap k T : forall a b, a <= b -> room_in cap k a T <= room_in cap k b T.
Proof. induction T as [|T IH]; intros a b H; cbn [room_in]; [lia|]. specialize (IH (a * (k + 1)) (b * (k + 1)) ltac:(nia)). lia. Qed.

Lemma room_snoc cap k T : forall a, room_in cap k a (S T) = room_in cap k a T + N.min cap (a * (k + 1) ^ N.of_nat T).
Proof.
  induction T as [|T IH]; intros a; [cbn; rewrite N.mul_1_r; lia|].
  change (room_in cap k a (S (S T))) with (N.min cap a + room_in cap k (a * (k + 1)) (S T)). rewrite IH. cbn [room_in].
  rewrite Nat2N.inj_succ, N.pow_succ_r', N.mul_assoc. lia.
Qed.

(* moves from, or to, few nodes are few *)
Lemma moves_of_few (f : move -> N) (k : N) ms l : (forall m, In m ms -> In (f m) l) ->
  (forall v, count (fun m => is_node (f m) v) ms <= k) -> N.of_nat (length ms) <= k * N.of_nat (length l).
Proof.
  intros I C. rewrite <- (N.mul_1_r (N.of_nat (length ms))), <- (sum_const 1 ms). eapply N.le_trans; [apply (sum_by_label N.eq_dec f l); auto|].
  rewrite N.mul_comm, <- sum_const. apply sum_le. intros v _. rewrite sum_const, N.mul_1_r. apply (C v).
Qed.

Section Carried.
Variables (pb : problem) (cap k : N).
Hypothesis few : forall ms, slot_fits pb ms -> N.of_nat (length ms) <= cap.
Hypothesis out : forall ms v, slot_fits pb ms -> sends ms v <= k.
Hypothesis into : forall ms v, slot_fits pb ms -> receives ms v <= k.

Lemma spread sc : forall pos l, legal_from pb pos sc -> (forall p, In p (packets pb) -> In (pos p) l) ->
  transmissions sc <= room_in cap k (k * N.of_nat (length l)) (length sc).
Proof.
  unfold transmissions. induction sc as [|ms sc IH]; cbn [legal_from concat length room_in]; intros pos l H I; [cbn; lia|]. destruct H as [L H].
  assert (A : N.of_nat (length ms) <= k * N.of_nat (length l)).
  { apply (moves_of_few from); [|intros v; apply (out ms v (fits _ _ _ L))]. intros m Hm.
    rewrite <- (moves_from_where_it_is _ _ _ L m Hm). apply I, (packets_of_the_task _ _ (fits _ _ _ L) m Hm). }
  pose proof (few ms (fits _ _ _ L)) as B. specialize (IH _ (map to ms ++ l) H). rewrite app_length, map_length in IH.
  specialize (IH ltac:(intros p Hp; apply in_app_iff; unfold after; destruct (move_of ms p) as [m|] eqn:E; [left; apply move_of_some in E; apply in_map; tauto|right; auto])).
  rewrite app_length. pose proof (room_mono cap k (length sc) (k * N.of_nat (length ms + length l)) (k * N.of_nat (length l) * (k + 1)) ltac:(nia)). lia.
Qed.

Lemma converge r sc : (forall p, In p (packets pb) -> target pb p = r) -> forall pos, legal_from pb pos sc ->
  exists l, (forall p, In p (packets pb) -> In (pos p) l) /\ N.of_nat (length l) <= (k + 1) ^ N.of_nat (length sc) /\
            transmissions sc <= room_in cap k k (length sc).
Proof.
  intros Tg. unfold transmissions. induction sc as [|ms sc IH]; cbn [legal_from]; intros pos H.
  - exists [r]. split; [intros p Hp; left; rewrite H, Tg; auto|]. cbn. lia.
  - destruct H as [L H]. destruct (IH _ H) as (l & I & Len & Tr). exists (map from ms ++ l).
    assert (A : N.of_nat (length ms) <= k * N.of_nat (length l)).
    { apply (moves_of_few to); [|intros v; apply (into ms v (fits _ _ _ L))]. intros m Hm.
      specialize (I (packet m) (packets_of_the_task _ _ (fits _ _ _ L) m Hm)). unfold after in I.
      rewrite (move_of_in ms m (a_packet_moves_once _ _ _ L) Hm) in I. exact I. }
    pose proof (few ms (fits _ _ _ L)) as B. split; [|split].
    + intros p Hp. apply in_app_iff. specialize (I p Hp). unfold after in I. destruct (move_of ms p) as [m|] eqn:E; auto.
      left. apply move_of_some in E. destruct E as [Im <-]. rewrite (moves_from_where_it_is _ _ _ L m Im). apply in_map; auto.
    + cbn [length]. rewrite Nat2N.inj_succ, N.pow_succ_r', app_length, map_length. nia.
    + cbn [concat]. rewrite app_length. cbn [length]. rewrite room_snoc. nia.
Qed.
End Carried.

(** ** Scatter and gather *)

Section Rooted.
Variables (t : task) (ends : list (N * N)).
Let pb := listed t ends.
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis ends_ok : forall e, In e ends -> fst e < size nw /\ snd e < size nw.
Variables (g : gauge) (nodes : list N).
Hypothesis G : hop_gauge nw nodes = Some g.

Lemma volume_rooted_bind r fuel sc : 0 < slot_capacity pb ->
  (forall e, In e ends -> fst e = r) \/ (forall e, In e ends -> snd e = r) -> legal pb sc ->
  least_time fuel (slot_capacity pb) (each_port nw (task_ports t)) (each_port nw (task_ports t)) (sumf (far t g) ends) 0 <= slots sc.
Proof.
  intros C Rt H. set (k := each_port nw (task_ports t)). apply (least_time_least _ k C fuel k (sumf (far t g) ends) 0 (length sc)).
  pose proof (distances_bind t ends V ends_ok g nodes G sc H) as D. eapply N.le_trans; [exact D|].
  assert (Few : forall ms, slot_fits pb ms -> N.of_nat (length ms) <= slot_capacity pb) by (intros; apply slot_length; auto).
  assert (Out : forall ms v, slot_fits pb ms -> sends ms v <= k) by (intros; apply (sends_each pb); auto).
  assert (Into : forall ms v, slot_fits pb ms -> receives ms v <= k) by (intros; apply (receives_each pb); auto).
  destruct Rt as [Rt|Rt].
  - pose proof (spread pb (slot_capacity pb) k Few Out sc (source pb) [r] H) as Sp. cbn [length] in Sp.
    replace (k * N.of_nat 1) with k in Sp by lia. apply Sp. intros p Hp. left. symmetry. apply (Rt (source pb p, target pb p)).
    apply (listed_packet t ends ends_ok p Hp).
  - destruct (converge pb (slot_capacity pb) k Few Into r sc) with (pos := source pb) as (l & _ & _ & Tr); auto.
    intros p Hp. apply (Rt (source pb p, target pb p)). apply (listed_packet t ends ends_ok p Hp).
Qed.
End Rooted.
