(** Lower bounds on broadcasts: what every node must get, for any network and any packets. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Ports Spread.
Import ListNotations.
Open Scope N_scope.

Section Broadcast.
Variable pb : problem.
Let nw := net pb.
Let every := upto (size nw).
Let nodes := hosts nw.
Hypothesis distinct : NoDup (packets pb).

Lemma nodes_once : NoDup nodes.
Proof. apply NoDup_filter, upto_nodup. Qed.

Lemma node_below v : In v nodes -> v < size nw.
Proof. intros H. apply in_hosts in H. apply H. Qed.

Definition brings (m : move) (p : name) (v : N) : bool := is_name (packet m) p && is_node (to m) v.

Lemma brings_true m p v : brings m p v = true <-> packet m = p /\ to m = v.
Proof. unfold brings. rewrite andb_true_iff, is_name_true, is_node_true. tauto. Qed.

(** ** A packet comes no faster than one hop a slot *)

Inductive route : nat -> N -> N -> Prop :=
| stay u : route 0 u u
| hop h u v w : route h u v -> link nw v w -> route (S h) u w.

Definition start : name -> N -> bool := fun p v => is_node (source pb p) v.
Definition in_reach (t : nat) (has : name -> N -> bool) := forall p v, has p v = true -> exists h, (h <= t)%nat /\ route h (source pb p) v.

Lemma start_in_reach : in_reach 0 start.
Proof. intros p v H. apply is_node_true in H. subst. exists 0%nat. split; auto. constructor. Qed.

Lemma copied_in_reach t has ms : legal_copies pb has ms -> in_reach t has -> in_reach (S t) (copied has ms).
Proof.
  intros L R p v H. unfold copied in H. apply orb_true_iff in H. destruct H as [H|H].
  - destruct (R p v H) as (h & Hh & Ro). exists h. split; auto.
  - apply existsb_exists in H. destruct H as (m & Hm & H). apply brings_true in H. destruct H as [<- <-].
    destruct (R _ _ (who_sends_has_it _ _ _ L m Hm)) as (h & Hh & Ro). exists (S h). split; [lia|].
    econstructor; [exact Ro|]. apply (moves_over_links _ _ (copies_fit _ _ _ L) m Hm).
Qed.

Variable d : N -> N -> N.
Hypothesis hops : potential pb (fun _ _ => 1) d.

Lemma route_hops h u v b : b < size nw -> route h u v -> d u b <= N.of_nat h + d v b.
Proof.
  intros Hb R. induction R as [u|h u v w R IH Lk]; [lia|]. pose proof (potential_step _ _ _ hops v w b Hb Lk) as St. cbv beta in St. lia.
Qed.

Lemma reach_distance t has p v : in_reach t has -> v < size nw -> has p v = true -> d (source pb p) v <= N.of_nat t.
Proof.
  intros R Hv H. destruct (R p v H) as (h & Hh & Ro). pose proof (route_hops h _ _ v Hv Ro) as X. rewrite (potential_end _ _ _ hops) in X. lia.
Qed.

(** ** Prices: what pairs (packet, node) not yet served have to pay *)

Definition unserved (has : name -> N -> bool) (q : name -> N -> N) : N :=
  sum (fun p => sum (fun v => if has p v then 0 else q p v) nodes) (packets pb).

Lemma served_pay (price : move -> N) has ms (q q' : name -> N -> N) : legal_copies pb has ms ->
  (forall p v, q p v <= q' p v) ->
  (forall m, In m ms -> q (packet m) (to m) <= price m) ->
  unserved has q <= unserved (copied has ms) q' + sum price ms.
Proof.
  intros L Mono Pay.
  assert (A : forall l, (forall m, In m l -> q (packet m) (to m) <= price m) ->
    sum (fun p => sum (fun v => if existsb (fun m => brings m p v) l then q p v else 0) nodes) (packets pb) <= sum price l).
  { induction l as [|m l IH]; intros P.
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p _. cbn [existsb]. rewrite sum_const. lia.
    - rewrite sum_cons. specialize (IH (fun m Hm => P m (or_intror Hm))).
      enough (sum (fun p => sum (fun v => if existsb (fun m => brings m p v) (m :: l) then q p v else 0) nodes) (packets pb) <=
              price m + sum (fun p => sum (fun v => if existsb (fun m => brings m p v) l then q p v else 0) nodes) (packets pb)) by lia.
      assert (O : sum (fun p => sum (fun v => if brings m p v then q p v else 0) nodes) (packets pb) <= price m).
      { specialize (P m (or_introl eq_refl)). eapply N.le_trans; [|exact P].
        eapply N.le_trans; [|apply (sum_one name_eq (packet m) (q (packet m) (to m)) (packets pb) distinct)].
        apply sum_le. intros p _. destruct (name_eq (packet m) p) as [E|D].
        - eapply N.le_trans; [|apply (sum_one N.eq_dec (to m) (q (packet m) (to m)) nodes nodes_once)].
          apply sum_le. intros v _. unfold brings. destruct (is_name (packet m) p); cbn [andb]; [|lia].
          unfold is_node. destruct (N.eq_dec (to m) v); [subst; lia|lia].
        - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros v _. unfold brings, is_name. destruct (name_eq (packet m) p); [congruence|auto]. }
      eapply N.le_trans; [|apply N.add_le_mono_r, O]. rewrite <- sum_plus. apply sum_le. intros p _. rewrite <- sum_plus. apply sum_le. intros v _.
      cbn [existsb]. destruct (brings m p v), (existsb _ l); cbn [orb]; lia. }
  specialize (A ms Pay). unfold unserved in *. eapply N.le_trans; [|apply N.add_le_mono_l, A]. rewrite <- sum_plus. apply sum_le. intros p _.
  rewrite <- sum_plus. apply sum_le. intros v _. specialize (Mono p v). unfold copied. fold (brings). 
  change (existsb (fun m => is_name (packet m) p && is_node (to m) v) ms) with (existsb (fun m => brings m p v) ms).
  destruct (has p v), (existsb _ ms); cbn [orb]; lia.
Qed.

Lemma all_served has q : (forall p v, In p (packets pb) -> In v nodes -> has p v = true) -> unserved has q = 0.
Proof.
  intros H. unfold unserved. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p Hp.
  rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros v Hv. rewrite H; auto.
Qed.

(** ** Volume, and the transmissions of spanning trees *)

Lemma transmissions_from sc : forall has, legal_broadcast_from pb has sc -> unserved has (fun _ _ => 1) <= transmissions sc.
Proof.
  unfold transmissions. induction sc as [|ms sc IH]; cbn [legal_broadcast_from concat]; intros has H.
  - rewrite all_served; auto. lia.
  - destruct H as [L H]. specialize (IH _ H). rewrite app_length.
    pose proof (served_pay (fun _ => 1) has ms (fun _ _ => 1) (fun _ _ => 1) L ltac:(intros; lia) ltac:(intros; lia)) as S.
    rewrite sum_const in S. lia.
Qed.

Definition spanning : N := N.of_nat (length (packets pb)) * (N.of_nat (length nodes) - 1).

Lemma unserved_at_start : spanning <= unserved start (fun _ _ => 1).
Proof.
  unfold spanning, unserved. rewrite <- sum_const. apply sum_le. intros p Hp.
  assert (E : sum (fun v => if start p v then 0 else 1) nodes + sum (fun v => if N.eq_dec (source pb p) v then 1 else 0) nodes = N.of_nat (length nodes)).
  { rewrite <- sum_plus. rewrite (sum_ext _ (fun _ => 1)); [rewrite sum_const; lia|].
    intros v _. unfold start, is_node. destruct (N.eq_dec _ _); lia. }
  pose proof (sum_one N.eq_dec (source pb p) 1 nodes nodes_once). lia.
Qed.

Theorem spanning_binds sc : legal_broadcast pb sc -> spanning <= transmissions sc.
Proof. intros H. eapply N.le_trans; [apply unserved_at_start|]. apply transmissions_from, H. Qed.

Variables (cap k : N).
Hypothesis few : forall ms, slot_fits pb ms -> N.of_nat (length ms) <= cap.
Hypothesis out : forall ms v, slot_fits pb ms -> sends ms v <= k.

Theorem volume_binds sc : legal_broadcast pb sc -> spanning <= slots sc * cap.
Proof.
  intros H. eapply N.le_trans; [apply spanning_binds, H|]. clear distinct. unfold legal_broadcast in H. revert H. generalize (fun p v => is_node (source pb p) v) as has.
  unfold transmissions, slots. induction sc as [|ms sc IH]; cbn [legal_broadcast_from concat]; intros has H; [cbn; lia|].
  destruct H as [L H]. specialize (IH _ H). pose proof (few ms (copies_fit _ _ _ L)). rewrite app_length. cbn [length]. nia.
Qed.

(* nodes that have anything *)
Lemma spread_copies sc : forall has l, legal_broadcast_from pb has sc -> (forall p v, In p (packets pb) -> has p v = true -> In v l) ->
  transmissions sc <= room_in cap k (k * N.of_nat (length l)) (length sc).
Proof.
  unfold transmissions. induction sc as [|ms sc IH]; cbn [legal_broadcast_from concat length room_in]; intros has l H I; [cbn; lia|]. destruct H as [L H].
  assert (A : N.of_nat (length ms) <= k * N.of_nat (length l)).
  { apply (moves_of_few from); [|intros v; apply (out ms v (copies_fit _ _ _ L))]. intros m Hm. apply (I (packet m)), (who_sends_has_it _ _ _ L m Hm).
    apply (packets_of_the_task _ _ (copies_fit _ _ _ L) m Hm). }
  pose proof (few ms (copies_fit _ _ _ L)) as B. specialize (IH _ (map to ms ++ l) H). rewrite app_length, map_length in IH.
  specialize (IH ltac:(intros p v Hp Hv; apply in_app_iff; unfold copied in Hv; apply orb_true_iff in Hv; destruct Hv as [Hv|Hv];
    [right; eapply I; eauto|left; apply existsb_exists in Hv; destruct Hv as (m & Hm & Hv); apply brings_true in Hv; destruct Hv as [_ <-]; apply in_map; auto])).
  rewrite app_length. pose proof (room_mono cap k (length sc) (k * N.of_nat (length ms + length l)) (k * N.of_nat (length l) * (k + 1)) ltac:(nia)). lia.
Qed.

Theorem volume_rooted_binds r fuel sc : 0 < cap -> (forall p, In p (packets pb) -> source pb p = r) -> legal_broadcast pb sc ->
  least_time fuel cap k k spanning 0 <= slots sc.
Proof.
  intros C Rt H. apply (least_time_least cap k C fuel k spanning 0 (length sc)). eapply N.le_trans; [apply spanning_binds, H|].
  pose proof (spread_copies sc _ [r] H) as S. cbn [length] in S. replace (k * N.of_nat 1) with k in S by lia. apply S.
  intros p v Hp Hv. apply is_node_true in Hv. left. rewrite <- (Rt p); auto.
Qed.

(** ** Distance and reception *)

Theorem distance_binds p x sc : In p (packets pb) -> In x nodes -> legal_broadcast pb sc -> d (source pb p) x <= slots sc.
Proof.
  intros Hp Hx. unfold slots, legal_broadcast.
  assert (G : forall sc t has, in_reach t has -> legal_broadcast_from pb has sc -> d (source pb p) x <= N.of_nat (t + length sc)).
  { clear sc. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length]; intros t has R H.
    - rewrite Nat.add_0_r. apply (reach_distance t has p x R (node_below x Hx)). auto.
    - destruct H as [L H]. replace (t + S (length sc))%nat with (S t + length sc)%nat by lia. apply (IH (S t) _ (copied_in_reach t has ms L R) H). }
  intros H. apply (G sc 0%nat _ start_in_reach H).
Qed.

Definition far_from (x away : N) (p : name) : bool := away <=? d (source pb p) x.

Theorem reception_binds x away kin sc : 1 <= away -> 0 < kin -> In x nodes -> (forall ms, slot_fits pb ms -> receives ms x <= kin) ->
  legal_broadcast pb sc -> Listed.after_way (count (far_from x away) (packets pb)) kin away <= slots sc.
Proof.
  intros Aw K Hx In_ H. set (R := count (far_from x away) (packets pb)).
  set (q := fun (p : name) (v : N) => if is_node v x && far_from x away p then 1 else 0).
  assert (G : forall sc t has, in_reach t has -> legal_broadcast_from pb has sc ->
    unserved has q <= sum (fun i => if away <=? N.of_nat i + 1 then kin else 0) (seq t (length sc))).
  { clear H sc. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length seq]; intros t has Re H.
    - rewrite all_served; auto. lia.
    - destruct H as [L H]. specialize (IH (S t) _ (copied_in_reach t has ms L Re) H). rewrite sum_cons.
      pose proof (served_pay (fun m => q (packet m) (to m)) has ms q q L ltac:(intros; lia) ltac:(intros; lia)) as Sv.
      enough (sum (fun m => q (packet m) (to m)) ms <= if away <=? N.of_nat t + 1 then kin else 0) by lia.
      destruct (N.leb_spec away (N.of_nat t + 1)) as [La|Ea].
      + eapply N.le_trans; [|apply (In_ ms (copies_fit _ _ _ L))]. unfold receives. rewrite count_sum. apply sum_le. intros m _. unfold q.
        destruct (is_node (to m) x); cbn [andb]; [destruct (far_from x away (packet m)); lia|lia].
      + rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. unfold q. destruct (is_node (to m) x) eqn:E; cbn [andb]; auto.
        apply is_node_true in E. unfold far_from. destruct (N.leb_spec away (d (source pb (packet m)) x)) as [F|]; auto.
        assert (C : copied has ms (packet m) x = true).
        { unfold copied. apply orb_true_iff. right. apply existsb_exists. exists m. split; auto. apply brings_true. auto. }
        pose proof (reach_distance (S t) _ _ x (copied_in_reach t has ms L Re) (node_below x Hx) C). lia. }
  specialize (G sc 0%nat _ start_in_reach H).
  pose proof (Listed.slots_in_reach (length sc) kin away (fun i => away <=? N.of_nat i + 1) ltac:(intros; apply N.leb_le)) as Sum.
  assert (S0 : R <= unserved start q).
  { unfold R. rewrite count_sum. unfold unserved. apply sum_le. intros p Hp. destruct (far_from x away p) eqn:F; [|lia].
    pose proof (sum_member (fun v => if start p v then 0 else q p v) x nodes Hx) as M. cbv beta in M.
    pose proof F as F'. unfold far_from in F'. apply N.leb_le in F'.
    assert (Z : start p x = false).
    { apply not_true_iff_false. unfold start. rewrite is_node_true. intros E. rewrite E, (potential_end _ _ _ hops) in F'. lia. }
    assert (Q : q p x = 1). { unfold q. rewrite F. unfold is_node. destruct (N.eq_dec x x); [auto|congruence]. }
    rewrite Z, Q in M. exact M. }
  unfold Listed.after_way. fold R. destruct (N.eqb_spec R 0); [unfold slots; lia|].
  assert (B : R <= kin * (N.of_nat (length sc) + 1 - away)) by lia.
  assert (Big : away <= N.of_nat (length sc)) by nia.
  assert (Isotropic.ceil R kin <= N.of_nat (length sc) + 1 - away) by (apply Isotropic.ceil_least; auto; lia). unfold slots. lia.
Qed.

(** ** Emission: somebody is [away] from x, so every packet of x leaves it early *)

Theorem emission_binds x y away kout sc : 1 <= away -> 0 < kout -> In y nodes -> away <= d x y ->
  (forall ms, slot_fits pb ms -> sends ms x <= kout) -> legal_broadcast pb sc ->
  Listed.after_way (count (fun p => is_node (source pb p) x) (packets pb)) kout away <= slots sc.
Proof.
  intros Aw K Hy Far Out H. set (R := count (fun p => is_node (source pb p) x) (packets pb)). set (T0 := N.of_nat (length sc)).
  (* after i slots only x has it, or those who have it are too far from y *)
  set (bad := fun (i : nat) (has : name -> N -> bool) (p : name) =>
    forallb (fun v => negb (has p v) || is_node v x || (T0 - N.of_nat i <? d v y)) every).
  assert (G : forall sc' i has, (i + length sc' = length sc)%nat -> legal_broadcast_from pb has sc' ->
    sum (fun p => if is_node (source pb p) x && bad i has p then 1 else 0) (packets pb) <=
    sum (fun j => if N.of_nat j + away <=? T0 then kout else 0) (seq i (length sc'))).
  { induction sc' as [|ms sc' IH]; cbn [legal_broadcast_from length seq]; intros i has Len H'.
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p Hp. destruct (is_node (source pb p) x); cbn [andb]; auto.
      destruct (bad i has p) eqn:B; auto. unfold bad in B. rewrite forallb_forall in B. specialize (B y ltac:(apply in_upto, node_below, Hy)).
      rewrite (H' p y Hp Hy) in B. cbn [negb orb] in B. apply orb_true_iff in B. rewrite is_node_true, N.ltb_lt, (potential_end _ _ _ hops) in B.
      destruct B as [B|B]; [subst y; rewrite (potential_end _ _ _ hops) in Far; lia|lia].
    - destruct H' as [L H']. specialize (IH (S i) _ ltac:(lia) H'). rewrite sum_cons.
      set (price := fun m : move => if is_node (from m) x && (N.of_nat i + away <=? T0) then 1 else 0).
      assert (P : sum price ms <= if N.of_nat i + away <=? T0 then kout else 0).
      { unfold price. destruct (N.of_nat i + away <=? T0).
        - rewrite (sum_ext _ (fun m => if is_node (from m) x then 1 else 0)) by (intros; rewrite andb_true_r; auto).
          rewrite <- count_sum. apply (Out ms (copies_fit _ _ _ L)).
        - rewrite (sum_ext _ (fun _ => 0)) by (intros; rewrite andb_false_r; auto). rewrite sum_const. lia. }
      assert (M : sum (fun p => sum price (filter (fun m => if name_eq p (packet m) then true else false) ms)) (packets pb) <= sum price ms).
      { clear -distinct. induction ms as [|m ms IH]; [cbn [filter]; rewrite (sum_ext _ (fun _ => 0)) by reflexivity; rewrite sum_const; lia|].
        rewrite sum_cons. pose proof (sum_one name_eq (packet m) (price m) (packets pb) distinct) as O.
        enough (sum (fun p => sum price (filter (fun m => if name_eq p (packet m) then true else false) (m :: ms))) (packets pb) <=
          sum (fun p => (if name_eq (packet m) p then price m else 0) + sum price (filter (fun m => if name_eq p (packet m) then true else false) ms)) (packets pb))
          by (rewrite sum_plus in *; lia).
        apply sum_le. intros p _. cbn [filter]. destruct (name_eq p (packet m)), (name_eq (packet m) p); try congruence; rewrite ?sum_cons; lia. }
      enough (sum (fun p => if is_node (source pb p) x && bad i has p then 1 else 0) (packets pb) <=
        sum (fun p => (if is_node (source pb p) x && bad (S i) (copied has ms) p then 1 else 0) +
          sum price (filter (fun m => if name_eq p (packet m) then true else false) ms)) (packets pb)) by (rewrite sum_plus in *; lia).
      apply sum_le. intros p Hp. destruct (is_node (source pb p) x); cbn [andb]; [|lia]. destruct (bad i has p) eqn:B; [|lia].
      destruct (bad (S i) (copied has ms) p) eqn:B'; [lia|]. rewrite N.add_0_l.
      (* somebody got it who is near enough, so x sent it now *)
      assert (E : exists m, In m ms /\ packet m = p /\ price m = 1).
      { unfold bad in B, B'. rewrite forallb_forall in B. apply not_true_iff_false in B'. 
        assert (X : exists v, In v every /\ negb (copied has ms p v) || is_node v x || (T0 - N.of_nat (S i) <? d v y) = false).
        { clear -B'. induction every as [|v l IH]; cbn [forallb] in B'; [congruence|].
          destruct (negb (copied has ms p v) || is_node v x || (T0 - N.of_nat (S i) <? d v y)) eqn:E.
          - destruct IH as (w & Hw & Ew); [intros C; apply B'; rewrite C; auto|]. exists w. split; [right|]; auto.
          - exists v. split; [left|]; auto. }
        destruct X as (v & Hv & X). rewrite !orb_false_iff, negb_false_iff in X. destruct X as [[C Nx] Ne]. apply N.ltb_ge in Ne.
        unfold copied in C. apply orb_true_iff in C. destruct C as [C|C].
        - specialize (B v Hv). rewrite C, Nx in B. cbn [negb orb] in B. apply N.ltb_lt in B. lia.
        - apply existsb_exists in C. destruct C as (m & Hm & C). apply brings_true in C. destruct C as [Pm Tm]. exists m. repeat split; auto.
          pose proof (who_sends_has_it _ _ _ L m Hm) as Has. pose proof (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as Lk.
          assert (Fn : In (from m) every) by (apply in_upto, Lk).
          pose proof (potential_step _ _ _ hops (from m) (to m) y (node_below y Hy) Lk) as St. cbv beta in St. rewrite Tm in St.
          specialize (B (from m) Fn). rewrite <- Pm, Has in B. cbn [negb orb] in B. unfold price. destruct (is_node (from m) x) eqn:Fx; cbn [orb andb] in *.
          + apply is_node_true in Fx. rewrite Fx in St. destruct (N.leb_spec (N.of_nat i + away) T0); auto. lia.
          + apply N.ltb_lt in B. lia. }
      destruct E as (m & Hm & Pm & Pr). rewrite <- Pr. apply sum_member. apply filter_In. split; auto. destruct (name_eq p (packet m)); congruence. }
  specialize (G sc 0%nat _ eq_refl H).
  pose proof (Listed.slots_before T0 kout away (fun j => N.of_nat j + away <=? T0) ltac:(intros; apply N.leb_le) (length sc)) as Sum.
  assert (S0 : R = sum (fun p => if is_node (source pb p) x && bad 0%nat start p then 1 else 0) (packets pb)).
  { unfold R. rewrite count_sum. apply sum_ext. intros p _. destruct (is_node (source pb p) x) eqn:E; cbn [andb]; auto.
    replace (bad 0%nat start p) with true; auto. symmetry. unfold bad. apply forallb_forall. intros v _. unfold start.
    apply is_node_true in E. rewrite E. unfold is_node. destruct (N.eq_dec x v), (N.eq_dec v x); cbn; congruence || auto. }
  change (fun p v => is_node (source pb p) v) with start in G. rewrite <- S0 in G.
  unfold Listed.after_way. fold R. destruct (N.eqb_spec R 0); [unfold slots; lia|].
  assert (B : R <= kout * (T0 + 1 - away)) by lia.
  assert (Big : away <= T0) by nia.
  assert (Isotropic.ceil R kout <= T0 + 1 - away) by (apply Isotropic.ceil_least; auto; lia). unfold slots. fold T0. lia.
Qed.

(** ** The last packet to leave the root *)

Definition only_at (r : N) (has : name -> N -> bool) (p : name) := forall v, has p v = true -> v = r.

Lemma from_root_alone r p x sc : In p (packets pb) -> In x nodes -> forall has, only_at r has p -> r < size nw -> legal_broadcast_from pb has sc ->
  d r x <= N.of_nat (length sc) /\ N.of_nat (length nodes) <= (k + 1) ^ N.of_nat (length sc).
Proof.
  intros Hp Hx has Only Hr H. split.
  - assert (G : forall sc t has, (forall v, has p v = true -> exists h, (h <= t)%nat /\ route h r v) -> legal_broadcast_from pb has sc ->
      d r x <= N.of_nat (t + length sc)).
    { clear - hops Hp Hx. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length]; intros t has R H.
      - destruct (R x (H p x Hp Hx)) as (h & Hh & Ro). pose proof (route_hops h r x x (node_below x Hx) Ro) as D. rewrite (potential_end _ _ _ hops) in D. lia.
      - destruct H as [L H]. replace (t + S (length sc))%nat with (S t + length sc)%nat by lia. apply (IH (S t) (copied has ms)); auto.
        intros v Hv. unfold copied in Hv. apply orb_true_iff in Hv. destruct Hv as [Hv|Hv].
        + destruct (R v Hv) as (h & Hh & Ro). exists h. auto.
        + apply existsb_exists in Hv. destruct Hv as (m & Hm & E). apply brings_true in E. destruct E as [Pm <-].
          destruct (R (from m)) as (h & Hh & Ro); [rewrite <- Pm; apply (who_sends_has_it _ _ _ L m Hm)|]. exists (S h). split; [lia|].
          econstructor; [exact Ro|]. apply (moves_over_links _ _ (copies_fit _ _ _ L) m Hm). }
    apply (G sc 0%nat has); auto. intros v Hv. rewrite (Only v Hv). exists 0%nat. split; auto. constructor.
  - assert (G : forall sc has l, (forall v, has p v = true -> In v l) -> legal_broadcast_from pb has sc ->
      N.of_nat (length nodes) <= N.of_nat (length l) * (k + 1) ^ N.of_nat (length sc)).
    { clear - out Hp. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length]; intros has l I H.
      - cbn. rewrite N.mul_1_r. enough (length nodes <= length l)%nat by lia.
        apply NoDup_incl_length; [apply nodes_once|]. intros v Hv. auto.
      - destruct H as [L H]. set (own := filter (fun m => is_name (packet m) p) ms).
        specialize (IH (copied has ms) (map to own ++ l)). rewrite Nat2N.inj_succ, N.pow_succ_r'.
        assert (A : N.of_nat (length own) <= k * N.of_nat (length l)).
        { apply (moves_of_few from).
          - intros m Hm. apply filter_In in Hm. rewrite is_name_true in Hm. destruct Hm as [Hm <-]. apply I, (who_sends_has_it _ _ _ L m Hm).
          - intros v. eapply N.le_trans; [|apply (out ms v (copies_fit _ _ _ L))]. unfold sends. rewrite !count_sum.
            unfold own. clear. induction ms as [|m ms IH]; [cbn; lia|]. cbn [filter]. destruct (is_name (packet m) p); rewrite ?sum_cons; lia. }
        rewrite app_length, map_length in IH. specialize (IH ltac:(intros v Hv; apply in_app_iff; unfold copied in Hv; apply orb_true_iff in Hv; destruct Hv as [Hv|Hv];
          [right; auto|left; apply existsb_exists in Hv; destruct Hv as (m & Hm & E); apply brings_true in E; destruct E as [Pm <-]; apply in_map, filter_In; rewrite is_name_true; auto]) H).
        rewrite Nat2N.inj_add in IH. nia. }
    specialize (G sc has [r] ltac:(intros v Hv; left; symmetry; auto) H). cbn [length] in G. lia.
Qed.

Theorem last_packet_binds r x kout way sc : r < size nw -> In x nodes -> 2 <= N.of_nat (length nodes) -> (forall p, In p (packets pb) -> source pb p = r) ->
  (forall ms, slot_fits pb ms -> sends ms r <= kout) -> way <= d r x \/ (forall T, N.of_nat (length nodes) <= (k + 1) ^ T -> way <= T) ->
  packets pb <> [] -> legal_broadcast pb sc -> forall q, kout * q < N.of_nat (length (packets pb)) -> q + way <= slots sc.
Proof.
  intros Hr Hx Two Rt Out Way Some H.
  assert (G : forall q, forall sc has l, NoDup l -> incl l (packets pb) -> (forall p, In p l -> only_at r has p) -> legal_broadcast_from pb has sc ->
    kout * N.of_nat q < N.of_nat (length l) -> N.of_nat q + way <= N.of_nat (length sc)).
  { clear H sc. induction q as [|q IH]; intros sc has l ND I Only H Q.
    - destruct l as [|p l]; [cbn in Q; lia|]. destruct (from_root_alone r p x sc (I p (or_introl eq_refl)) Hx has (Only p (or_introl eq_refl)) Hr H) as [A B].
      destruct Way as [W|W]; [lia|]. specialize (W _ B). lia.
    - destruct sc as [|ms sc]; cbn [legal_broadcast_from] in H.
      + exfalso. destruct l as [|p l]; [cbn [length] in Q; lia|]. pose proof (I p (or_introl eq_refl)) as Hp.
        enough (length nodes <= length [r])%nat by (cbn [length] in *; lia).
        apply NoDup_incl_length; [apply nodes_once|]. intros v Hv. left. symmetry. apply (Only p (or_introl eq_refl)), H; auto.
      + destruct H as [L H]. set (sent := fun p => existsb (fun m => is_name (packet m) p && is_node (from m) r) ms).
        specialize (IH sc (copied has ms) (filter (fun p => negb (sent p)) l)).
        assert (C : N.of_nat (length l) <= N.of_nat (length (filter (fun p => negb (sent p)) l)) + kout).
        { pose proof (Out ms (copies_fit _ _ _ L)) as O. assert (D : N.of_nat (length (filter sent l)) <= sends ms r).
          { unfold sends, count. enough (length (filter sent l) <= length (filter (fun m => is_node (from m) r) ms))%nat by lia.
            rewrite <- (map_length packet (filter _ ms)). apply NoDup_incl_length; [apply NoDup_filter; auto|]. intros p Hp. apply filter_In in Hp.
            destruct Hp as [_ Hp]. apply existsb_exists in Hp. destruct Hp as (m & Hm & E). rewrite andb_true_iff, is_name_true in E. destruct E as [<- E].
            apply in_map, filter_In. auto. }
          assert (E : (length l = length (filter sent l) + length (filter (fun p => negb (sent p)) l))%nat).
          { clear. induction l as [|p l IH]; [reflexivity|]. cbn [filter]. destruct (sent p); cbn [negb length]; lia. }
          lia. }
        cbn [length]. rewrite Nat2N.inj_succ in Q. specialize (IH ltac:(apply NoDup_filter; auto) ltac:(intros p Hp; apply filter_In in Hp; apply I; tauto)).
        specialize (IH ltac:(intros p Hp v Hv; apply filter_In in Hp; destruct Hp as [Hp Ns]; unfold copied in Hv; apply orb_true_iff in Hv; destruct Hv as [Hv|Hv];
          [apply (Only p Hp v Hv)|exfalso; apply existsb_exists in Hv; destruct Hv as (m & Hm & E); apply brings_true in E; destruct E as [Pm _];
           pose proof (who_sends_has_it _ _ _ L m Hm) as Has; rewrite Pm in Has; apply (Only p Hp) in Has;
           apply negb_true_iff in Ns; assert (sent p = true); [|congruence]; apply existsb_exists; exists m; split; auto; rewrite Pm, Has, andb_true_iff, is_name_true, is_node_true; auto]) H).
        specialize (IH ltac:(nia)). lia. }
  intros q Q. unfold slots. rewrite <- (N2Nat.id q) in Q |- *. apply (G (N.to_nat q) sc start (packets pb)); auto using incl_refl.
  intros p Hp v Hv. apply is_node_true in Hv. rewrite Rt in Hv; auto.
Qed.

(** ** Prices: every host pays for the first copy that comes to it *)

Theorem prices_bind (price : move -> N) (pay : N -> N) (cost away : N) sc : 0 < cost ->
  (forall m, link nw (from m) (to m) -> pay (to m) <= price m) -> (forall ms, slot_fits pb ms -> sum price ms <= cost) ->
  (forall p v, In p (packets pb) -> In v nodes -> v <> source pb p -> 0 < pay v -> away <= d (source pb p) v) -> legal_broadcast pb sc ->
  1 <= away ->
  Listed.after_way (sum (fun p => sum (fun v => if is_node v (source pb p) then 0 else pay v) nodes) (packets pb)) cost away <= slots sc.
Proof.
  intros C Pay Few Far H Aw. set (R := sum _ (packets pb)).
  set (q := fun (p : name) (v : N) => if is_node v (source pb p) || is_switch nw v then 0 else pay v).
  assert (G : forall sc t has, in_reach t has -> legal_broadcast_from pb has sc ->
    unserved has q <= sum (fun i => if away <=? N.of_nat i + 1 then cost else 0) (seq t (length sc))).
  { clear H sc. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length seq]; intros t has Re H.
    - rewrite all_served; auto. lia.
    - destruct H as [L H]. specialize (IH (S t) _ (copied_in_reach t has ms L Re) H). rewrite sum_cons.
      pose proof (served_pay (fun m => q (packet m) (to m)) has ms q q L ltac:(intros; lia) ltac:(intros; lia)) as Sv.
      enough (sum (fun m => q (packet m) (to m)) ms <= if away <=? N.of_nat t + 1 then cost else 0) by lia.
      destruct (N.leb_spec away (N.of_nat t + 1)) as [La|Ea].
      + eapply N.le_trans; [|apply (Few ms (copies_fit _ _ _ L))]. apply sum_le. intros m Hm. unfold q. destruct (_ || _); [lia|].
        apply Pay, (moves_over_links _ _ (copies_fit _ _ _ L) m Hm).
      + rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. unfold q.
        destruct (is_node (to m) (source pb (packet m))) eqn:E1; cbn [orb]; auto. destruct (is_switch nw (to m)) eqn:E2; auto.
        destruct (N.eq_dec (pay (to m)) 0) as [|Np]; auto. exfalso.
        pose proof (packets_of_the_task _ _ (copies_fit _ _ _ L) m Hm) as Hp. destruct (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as (_ & Ht & _).
        assert (In_ : In (to m) nodes) by (apply in_hosts; auto).
        assert (Ne : to m <> source pb (packet m)) by (intros E; assert (is_node (to m) (source pb (packet m)) = true); [apply is_node_true, E|congruence]).
        pose proof (Far (packet m) (to m) Hp In_ Ne ltac:(lia)) as F.
        assert (Cp : copied has ms (packet m) (to m) = true).
        { unfold copied. apply orb_true_iff. right. apply existsb_exists. exists m. split; auto. apply brings_true. auto. }
        pose proof (reach_distance (S t) _ _ (to m) (copied_in_reach t has ms L Re) Ht Cp). lia. }
  specialize (G sc 0%nat _ start_in_reach H).
  pose proof (Listed.slots_in_reach (length sc) cost away (fun i => away <=? N.of_nat i + 1) ltac:(intros; apply N.leb_le)) as Sum.
  assert (S0 : R <= unserved start q).
  { unfold R, unserved. apply sum_le. intros p Hp. apply sum_le. intros v Hv. apply in_hosts in Hv. unfold q, start. rewrite (proj2 Hv), orb_false_r.
    destruct (is_node v (source pb p)) eqn:E; [lia|]. replace (is_node (source pb p) v) with false; [lia|]. symmetry. apply not_true_iff_false. rewrite is_node_true.
    intros E'. apply not_true_iff_false in E. apply E, is_node_true. auto. }
  unfold Listed.after_way. destruct (N.eqb_spec R 0); [unfold slots; lia|].
  assert (B : R <= cost * (N.of_nat (length sc) + 1 - away)) by lia.
  assert (Big : away <= N.of_nat (length sc)) by nia.
  assert (Isotropic.ceil R cost <= N.of_nat (length sc) + 1 - away) by (apply Isotropic.ceil_least; auto; lia). unfold slots. lia.
Qed.
End Broadcast.
