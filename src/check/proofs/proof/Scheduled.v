(** What a schedule says of the variables of the formula of T slots: packets that go to one node stay there, and of those
    with equal ends the ones that leave first come first. *)
From Coq Require Import Arith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Compute Pooled Broadcast Formula Satisfied.
Import ListNotations.
Open Scope N_scope.

Lemma existsb_same {A} (f g : A -> bool) l : (forall a, f a = g a) -> existsb f l = existsb g l.
Proof. intros E. induction l as [|a l IH]; [reflexivity|]. cbn [existsb]. rewrite E, IH. reflexivity. Qed.

Section Scheduled.
Variables (pb : problem) (personal : bool).
Let nw := net pb.

(* where a packet has been; one that goes to one node no longer moves when it has been there *)
Definition runs (seen : name -> N -> bool) (p : name) : bool := negb (personal && seen p (target pb p)).
Definition next_seen (seen : name -> N -> bool) (ms : list move) : name -> N -> bool :=
  fun p v => seen p v || existsb (fun m => is_name (packet m) p && is_node (to m) v && runs seen p) ms.

Definition all_received (seen : name -> N -> bool) : Prop :=
  forall p, In p (packets pb) -> if personal then seen p (target pb p) = true else forall v, In v (hosts nw) -> seen p v = true.
Definition senders_have (seen : name -> N -> bool) (ms : list move) : Prop :=
  forall m, In m ms -> runs seen (packet m) = true -> seen (packet m) (from m) = true.

Fixpoint good_from (seen : name -> N -> bool) (sc : schedule) : Prop :=
  match sc with
  | [] => all_received seen
  | ms :: rest => slot_fits pb ms /\ senders_have seen ms /\ good_from (next_seen seen ms) rest
  end.

Lemma seen_stays seen ms p v : seen p v = true -> next_seen seen ms p v = true.
Proof. intros H. unfold next_seen. rewrite H. reflexivity. Qed.

Lemma carried_good sc : personal = true -> forall pos seen, legal_from pb pos sc ->
  (forall p, In p (packets pb) -> seen p (target pb p) = false -> seen p (pos p) = true) -> good_from seen sc.
Proof.
  intros Pe. induction sc as [|ms sc IH]; intros pos seen H I; cbn [legal_from good_from] in *.
  - intros p Hp. rewrite Pe. destruct (seen p (target pb p)) eqn:E; [reflexivity|]. specialize (I p Hp E). rewrite (H p Hp) in I. congruence.
  - destruct H as [L H]. split; [apply (fits _ _ _ L)|]. split.
    + intros m Hm R. rewrite <- (moves_from_where_it_is _ _ _ L m Hm). apply I; [apply (packets_of_the_task _ _ (fits _ _ _ L) m Hm)|].
      unfold runs in R. rewrite Pe in R. cbn [andb] in R. apply negb_true_iff in R. exact R.
    + apply (IH (after pos ms)); [exact H|]. intros p Hp E.
      assert (E' : seen p (target pb p) = false) by (apply not_true_iff_false; intros C; apply (seen_stays seen ms) in C; congruence).
      unfold after. destruct (move_of ms p) as [m|] eqn:M; [|apply seen_stays, I; auto]. apply move_of_some in M. destruct M as [Im <-].
      unfold next_seen. apply orb_true_iff. right. apply existsb_exists. exists m. split; [exact Im|].
      rewrite (proj2 (is_name_true _ _) eq_refl), (proj2 (is_node_true _ _) eq_refl). unfold runs. rewrite E', andb_false_r. reflexivity.
Qed.

Lemma copied_good sc : personal = false -> forall has, legal_broadcast_from pb has sc -> forall seen, (forall p v, seen p v = has p v) -> good_from seen sc.
Proof.
  intros Pe. induction sc as [|ms sc IH]; intros has H seen E; cbn [legal_broadcast_from good_from] in *.
  - intros p Hp. rewrite Pe. intros v Hv. rewrite E. apply H; auto.
  - destruct H as [L H]. split; [apply (copies_fit _ _ _ L)|]. split.
    + intros m Hm _. rewrite E. apply (who_sends_has_it _ _ _ L m Hm).
    + apply (IH _ H). intros p v. unfold next_seen, copied. rewrite E. f_equal. apply existsb_same. intros m. unfold runs. rewrite Pe. apply andb_true_r.
Qed.

(** ** By the number of the slot *)

Variable sc : schedule.
Let first : name -> N -> bool := start pb.
Hypothesis good : good_from first sc.

Definition state (t : nat) : name -> N -> bool := fold_left next_seen (firstn t sc) first.
Definition slot (t : nat) : list move := nth t sc [].

Lemma state_next t p v : state (S t) p v = next_seen (state t) (slot t) p v.
Proof.
  unfold state, slot. generalize first as s. induction sc as [|ms l IH] in t |- *; intros s.
  - rewrite !firstn_nil. destruct t; cbn [fold_left nth]; unfold next_seen; cbn [existsb]; rewrite orb_false_r; reflexivity.
  - destruct t as [|t]; [reflexivity|]. cbn [firstn fold_left nth]. apply IH.
Qed.

Lemma slot_good t : (forall m, In m (slot t) -> In (packet m) (packets pb) /\ link nw (from m) (to m)) /\ (slot t = [] \/ slot_fits pb (slot t)) /\ senders_have (state t) (slot t).
Proof.
  unfold state, slot. revert good. generalize first as s. induction sc as [|ms l IH] in t |- *; intros s G.
  - destruct t; cbn [nth firstn fold_left]; (split; [intros m []|split; [left; reflexivity|intros m []]]).
  - destruct G as (S & K & G). destruct t as [|t]; cbn [nth firstn fold_left].
    + split; [intros m Hm; split; [apply (packets_of_the_task _ _ S m Hm)|apply (moves_over_links _ _ S m Hm)]|]. split; [right; exact S|exact K].
    + apply IH, G.
Qed.

Lemma state_stays t p v : state t p v = true -> state (S t) p v = true.
Proof. intros H. rewrite state_next. apply seen_stays, H. Qed.

Lemma state_later t k p v : state t p v = true -> state (t + k) p v = true.
Proof. intros H. induction k as [|k IH]; [rewrite Nat.add_0_r; exact H|]. rewrite Nat.add_succ_r. apply state_stays, IH. Qed.

Lemma state_end : all_received (state (length sc)).
Proof.
  unfold state. rewrite firstn_all. revert good. generalize first as s. induction sc as [|ms l IH]; intros s G; [exact G|]. cbn [fold_left]. apply IH, G.
Qed.

(* in slot t, from 0 *)
Definition goes (t : nat) (p : name) (y x : N) : bool :=
  existsb (fun m => is_name (packet m) p && is_node (from m) y && is_node (to m) x) (slot t) && runs (state t) p && negb (state t p x).

Lemma goes_right t p y x : goes t p y x = true -> state t p y = true /\ state (S t) p x = true /\ exists m, In m (slot t) /\ packet m = p /\ from m = y /\ to m = x.
Proof.
  unfold goes. rewrite !andb_true_iff, negb_true_iff. intros [[H R] N]. apply existsb_exists in H. destruct H as (m & Im & H). rewrite !andb_true_iff, is_name_true, !is_node_true in H.
  destruct H as [[Ep Ey] Ex]. destruct (slot_good t) as (_ & _ & K). split; [|split].
  - rewrite <- Ep, <- Ey. apply (K m Im). rewrite Ep. exact R.
  - rewrite state_next. unfold next_seen. rewrite N. cbn [orb]. apply existsb_exists. exists m. split; [exact Im|]. rewrite (proj2 (is_name_true _ _) Ep), (proj2 (is_node_true _ _) Ex), R. reflexivity.
  - exists m. auto.
Qed.

Lemma came_by t p x : state (S t) p x = true -> state t p x = true \/ exists y, goes t p y x = true /\ link nw y x /\ (personal = true -> y <> target pb p).
Proof.
  intros H. destruct (state t p x) eqn:E; [left; reflexivity|right]. rewrite state_next in H. unfold next_seen in H. rewrite E in H. cbn [orb] in H.
  apply existsb_exists in H. destruct H as (m & Im & H). rewrite !andb_true_iff, is_name_true, is_node_true in H. destruct H as [[Ep Ex] R].
  destruct (slot_good t) as (Lk & _ & K). destruct (Lk m Im) as [_ L]. exists (from m). split; [|split].
  - unfold goes. rewrite R, E, andb_true_r. cbn [negb]. rewrite andb_true_r. apply existsb_exists. exists m. split; [exact Im|].
    rewrite (proj2 (is_name_true _ _) Ep), (proj2 (is_node_true _ _) eq_refl), (proj2 (is_node_true _ _) Ex). reflexivity.
  - rewrite <- Ex. exact L.
  - intros Pe Et. specialize (K m Im). rewrite Ep in K. specialize (K R). rewrite Et in K. unfold runs in R. rewrite Pe, K in R. discriminate.
Qed.

Lemma state_route t p x : state t p x = true -> exists h, (h <= t)%nat /\ route pb h (source pb p) x.
Proof.
  revert x. induction t as [|t IH]; intros x H.
  - unfold state in H. cbn in H. apply is_node_true in H. subst x. exists 0%nat. split; [lia|constructor].
  - destruct (came_by t p x H) as [B|(y & G & L & _)]; [destruct (IH x B) as (h & Le & R); exists h; split; [lia|exact R]|].
    apply goes_right in G. destruct (IH y (proj1 G)) as (h & Le & R). exists (S h). split; [lia|]. econstructor; [exact R|exact L].
Qed.
End Scheduled.

(** ** Lists *)

Lemma NoDup_flat_map {A B} (f : A -> list B) l : NoDup l -> (forall a, In a l -> NoDup (f a)) ->
  (forall a b x, In a l -> In b l -> In x (f a) -> In x (f b) -> a = b) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; intros D F I; [constructor|]. inversion_clear D as [|? ? D1 D2]. cbn [flat_map]. apply NoDup_app.
  - apply F. left. reflexivity.
  - apply IH; auto; [intros b Hb; apply F; right; exact Hb|]. intros b c x Hb Hc. apply I; right; assumption.
  - intros x Hx C. apply in_flat_map in C. destruct C as (b & Hb & C). assert (a = b) by (apply (I a b x); auto; [left; reflexivity|right; exact Hb]). subst b. contradiction.
Qed.
