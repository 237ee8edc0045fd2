(** Schedules that are longer than need be: what a packet does between two visits of a node can be left out, and so can
    slots without moves. Nothing comes later. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Compute Courses.
Import ListNotations.
Open Scope N_scope.

Section Shortened.
Variables (t : task) (inv : N -> N) (offs : list N).
Let nw := task_network t.
Hypothesis L : group nw inv.
Let idx := places offs.

Lemma ports_fewer a b : a <= b -> ports_for t b -> ports_for t a.
Proof. unfold ports_for. destruct (task_ports t); auto; lia. Qed.

(** ** Loops *)

Section Loops.
Variables (T : nat) (G : course).
Hypothesis F : fair t offs T G.

(* the packet moves along if it stands with the other, which comes here no more *)
Definition leaves (now : nat) (i p : N) : bool :=
  (p =? spot t G now i) && negb (existsb (fun j => spot t G j i =? p) (seq (S now) (T - now))).
Fixpoint still (now : nat) (i : N) : N :=
  match now with O => 0 | S k => if leaves k i (still k i) then spot t G (S k) i else still k i end.
Definition direct : course := fun now i => if leaves now i (still now i) then G now i else None.

Lemma leaves_true now i p : leaves now i p = true -> p = spot t G now i /\ forall j, (now < j <= T)%nat -> spot t G j i <> p.
Proof.
  unfold leaves. rewrite andb_true_iff, N.eqb_eq, negb_true_iff. intros [E H]. split; auto. intros j Hj C.
  assert (existsb (fun j => spot t G j i =? p) (seq (S now) (T - now)) = true); [|congruence].
  apply existsb_exists. exists j. rewrite in_seq. split; [lia|]. apply N.eqb_eq, C.
Qed.

Lemma direct_spot i now : spot t direct now i = still now i.
Proof.
  induction now as [|now IH]; [reflexivity|]. cbn [spot still]. unfold direct at 1. rewrite IH.
  destruct (leaves now i (still now i)) eqn:E; [|reflexivity]. apply leaves_true in E. destruct E as [-> _].
  cbn [spot]. destruct (G now i); reflexivity.
Qed.

Lemma still_met i now : (now <= T)%nat -> exists j, (now <= j <= T)%nat /\ spot t G j i = still now i.
Proof.
  induction now as [|now IH]; intros H; [exists O; split; [lia|reflexivity]|]. cbn [still]. destruct (leaves now i (still now i)) eqn:E.
  - exists (S now). split; [lia|reflexivity].
  - destruct IH as (j & Hj & Ej); [lia|]. destruct (Nat.eq_dec j now) as [->|D]; [|exists j; split; [lia|exact Ej]].
    unfold leaves in E. rewrite Ej, N.eqb_refl in E. cbn [andb] in E. apply negb_false_iff, existsb_exists in E. destruct E as (k & Hk & Ek).
    apply in_seq in Hk. exists k. split; [lia|]. apply N.eqb_eq, Ek.
Qed.

Lemma direct_busy now i : busy (direct now i) = true -> busy (G now i) = true.
Proof. unfold direct. destruct (leaves _ _ _); auto. discriminate. Qed.

Lemma direct_fair : fair t offs T direct.
Proof.
  pose proof F as [F1 F2 F3 F4 F5]. assert (D : forall now i g, direct now i = Some g -> G now i = Some g).
  { intros now i g. unfold direct. destruct (leaves _ _ _); [auto|discriminate]. }
  constructor.
  - intros now i g Hi E. apply (F1 now i g Hi), D, E.
  - intros now i j g Hi Hj Ei Ej. apply (F2 now i j g Hi Hj); apply D; auto.
  - intros now. apply (ports_fewer _ (count (fun i => busy (G now i)) (places offs))); [|apply F3]. apply count_le. intros i _. apply direct_busy.
  - intros i Hi. rewrite direct_spot. destruct (still_met i T (le_n T)) as (j & Hj & E). replace j with T in E by lia. rewrite <- E. apply F4, Hi.
  - intros now i Hi Hn. unfold direct. rewrite (F5 now i Hi Hn). destruct (leaves _ _ _); reflexivity.
Qed.

Lemma direct_finish i n : finish n direct i <= finish n G i.
Proof.
  assert (B : forall n, finish n G i <= N.of_nat n) by (induction n0 as [|k IH]; cbn [finish]; [lia|]; destruct (busy _); lia).
  assert (B' : forall n, finish n direct i <= N.of_nat n) by (induction n0 as [|k IH]; cbn [finish]; [lia|]; destruct (busy _); lia).
  induction n as [|n IH]; [cbn; lia|]. cbn [finish]. destruct (busy (direct n i)) eqn:D; [rewrite (direct_busy _ _ D); lia|].
  destruct (busy (G n i)); [|exact IH]. specialize (B' n). lia.
Qed.

Lemma spot_node i now : In i idx -> spot t G now i < size nw.
Proof.
  intros Hi. induction now as [|now IH]; cbn [spot]; [apply (g_unit _ _ L)|]. destruct (G now i) as [g|] eqn:E; [|exact IH].
  apply (g_op _ _ L); auto. apply (g_gens _ _ L), (f_links _ _ _ _ F now i g Hi E).
Qed.

Lemma direct_steps i : In i idx -> steps T direct i <= size nw.
Proof.
  intros Hi. set (goes := filter (fun k => busy (direct k i)) (seq 0 T)).
  assert (E : forall n, steps n direct i = N.of_nat (length (filter (fun k => busy (direct k i)) (seq 0 n)))).
  { induction n as [|n IH]; [reflexivity|]. rewrite seq_S, filter_app, app_length. cbn [steps filter plus]. rewrite IH. destruct (busy _); cbn [length]; lia. }
  rewrite E. fold goes. rewrite <- (map_length (fun k => spot t G k i) goes).
  assert (Le : (length (map (fun k => spot t G k i) goes) <= length (upto (size nw)))%nat); [|pose proof (upto_length (size nw)); lia].
  apply NoDup_incl_length.
  - apply NoDup_map_in; [|apply NoDup_filter, seq_NoDup].
    assert (Lt : forall a b, In a goes -> In b goes -> (a < b)%nat -> spot t G a i <> spot t G b i).
    { intros a b Ha Hb Hab C. apply filter_In in Ha, Hb. destruct Ha as [Ha Ba], Hb as [Hb Bb]. apply in_seq in Ha, Hb.
      unfold direct in Ba. destruct (leaves a i (still a i)) eqn:E1; [|discriminate]. apply leaves_true in E1. destruct E1 as [E1 E2].
      apply (E2 b); [lia|]. rewrite E1. auto. }
    intros a b Ha Hb E1. destruct (Nat.lt_trichotomy a b) as [H|[H|H]]; auto; exfalso; [apply (Lt a b)|apply (Lt b a)]; auto.
  - intros v Hv. apply in_map_iff in Hv. destruct Hv as (k & <- & _). apply in_upto, spot_node, Hi.
Qed.
End Loops.

(** ** Slots without moves *)

Definition skipped (k : nat) (G : course) : course := fun now i => if (now <? k)%nat then G now i else G (S now) i.

Section Skipped.
Variables (k : nat) (G : course).
Hypothesis empty : forall i, In i idx -> G k i = None.

Lemma skipped_before i n : (n <= k)%nat -> spot t (skipped k G) n i = spot t G n i /\ finish n (skipped k G) i = finish n G i /\ steps n (skipped k G) i = steps n G i.
Proof.
  induction n as [|n IH]; intros H; [auto|]. destruct IH as (A & B & C); [lia|]. cbn [spot finish steps]. rewrite A, B, C. unfold skipped at 1 2 3.
  destruct (Nat.ltb_spec n k); [auto|lia].
Qed.

Lemma skipped_after i n : In i idx -> (k <= n)%nat ->
  spot t (skipped k G) n i = spot t G (S n) i /\ finish n (skipped k G) i <= finish (S n) G i /\ steps n (skipped k G) i = steps (S n) G i.
Proof.
  intros Hi H. induction H as [|n H (A & B & C)].
  - destruct (skipped_before i k (le_n k)) as (A & B & C). cbn [spot finish steps]. rewrite A, B, C, (empty i Hi). cbn [busy]. split; [reflexivity|]. split; [lia|reflexivity].
  - assert (Sp : forall G n, spot t G (S n) i = match G n i with Some g => product (task_network t) (spot t G n i) g | None => spot t G n i end) by reflexivity.
    assert (Fi : forall G n, finish (S n) G i = if busy (G n i) then N.of_nat (S n) else finish n G i) by reflexivity.
    assert (St : forall G n, steps (S n) G i = (if busy (G n i) then 1 else 0) + steps n G i) by reflexivity.
    assert (K : skipped k G n i = G (S n) i) by (unfold skipped; destruct (Nat.ltb_spec n k); [lia|reflexivity]).
    rewrite (Sp _ n), (Sp _ (S n)), (Fi _ n), (Fi _ (S n)), (St _ n), (St _ (S n)), A, C, K. split; [reflexivity|]. split; [|reflexivity].
    destruct (busy (G (S n) i)); [lia|exact B].
Qed.

Lemma skipped_fair T : (k <= T)%nat -> fair t offs (S T) G -> fair t offs T (skipped k G).
Proof.
  intros H [F1 F2 F3 F4 F5]. constructor.
  - intros now i g Hi. unfold skipped. destruct (now <? k)%nat; apply F1, Hi.
  - intros now i j g Hi Hj. unfold skipped. destruct (now <? k)%nat; apply F2; auto.
  - intros now. unfold skipped. destruct (now <? k)%nat; apply F3.
  - intros i Hi. destruct (skipped_after i T Hi H) as (-> & _). apply F4, Hi.
  - intros now i Hi Hn. unfold skipped. destruct (Nat.ltb_spec now k); [lia|]. apply F5; auto. lia.
Qed.
End Skipped.

Lemma no_slot_empty G T : (forall k, (k < T)%nat -> exists i, In i idx /\ busy (G k i) = true) -> N.of_nat T <= sum (steps T G) idx.
Proof.
  induction T as [|T IH]; intros H; [lia|]. destruct (H T (Nat.lt_succ_diag_r T)) as (i & Hi & Bi).
  rewrite (sum_ext (steps (S T) G) (fun i => (if busy (G T i) then 1 else 0) + steps T G i)) by reflexivity. rewrite sum_plus.
  pose proof (sum_member (fun i => if busy (G T i) then 1 else 0) i idx Hi) as M. cbv beta in M. rewrite Bi in M.
  assert (N.of_nat T <= sum (steps T G) idx) by (apply IH; intros; apply H; lia). lia.
Qed.

Lemma packed : forall T G, fair t offs T G -> exists T' G', fair t offs T' G' /\ N.of_nat T' <= sum (steps T G) idx /\
  forall i, In i idx -> finish T' G' i <= finish T G i /\ steps T' G' i = steps T G i.
Proof.
  induction T as [|T IH]; intros G F; [exists O, G; split; [exact F|split; [lia|intros; split; [lia|reflexivity]]]|].
  destruct (existsb (fun k => forallb (fun i => negb (busy (G k i))) idx) (seq 0 (S T))) eqn:X.
  - apply existsb_exists in X. destruct X as (k & Hk & X). apply in_seq in Hk. rewrite forallb_forall in X.
    assert (Em : forall i, In i idx -> G k i = None).
    { intros i Hi. specialize (X i Hi). apply negb_true_iff in X. destruct (G k i); [discriminate|auto]. }
    pose proof (skipped_fair k G Em T ltac:(lia) F) as F'. destruct (IH _ F') as (T' & G' & A & B & C). exists T', G'.
    assert (S : forall i, In i idx -> finish T (skipped k G) i <= finish (S T) G i /\ steps T (skipped k G) i = steps (S T) G i).
    { intros i Hi. destruct (skipped_after k G Em i T Hi ltac:(lia)) as (_ & ? & ?). auto. }
    split; [exact A|]. split.
    + rewrite (sum_ext (steps (Datatypes.S T) G) (steps T (skipped k G))); [exact B|]. intros i Hi. symmetry. apply S, Hi.
    + intros i Hi. destruct (C i Hi) as [C1 C2], (S i Hi) as [S1 S2]. split; [lia|congruence].
  - exists (S T), G. split; [exact F|]. split; [|intros; split; [lia|reflexivity]]. apply no_slot_empty. intros k Hk.
    destruct (existsb (fun i => busy (G k i)) idx) eqn:Y; [apply existsb_exists in Y; exact Y|]. exfalso.
    assert (existsb (fun k => forallb (fun i => negb (busy (G k i))) idx) (seq 0 (S T)) = true); [|congruence].
    apply existsb_exists. exists k. split; [apply in_seq; lia|]. apply forallb_forall. intros i Hi. apply negb_true_iff.
    destruct (busy (G k i)) eqn:Z; auto. assert (existsb (fun i => busy (G k i)) idx = true); [|congruence]. apply existsb_exists. eauto.
Qed.

(* as many slots as moves are enough *)
Theorem enough_slots T T0 G : fair t offs T0 G -> sum (steps T0 G) idx <= N.of_nat T ->
  exists G', fair t offs T G' /\ forall i, In i idx -> finish T G' i <= finish T0 G i /\ steps T G' i = steps T0 G i.
Proof.
  intros F H. destruct (packed T0 G F) as (T' & G' & F' & B & C). exists G'.
  destruct (fair_until t offs T' T G' F') as [F'' E].
  - intros i Hi. enough (forall n, finish n G' i <= N.of_nat n) as X by (specialize (X T'); lia). induction n as [|n IH]; cbn [finish]; [lia|]. destruct (busy _); lia.
  - split; [exact F''|]. intros i Hi. destruct (E i Hi) as [-> ->]. apply C, Hi.
Qed.

(* and as many as there are packets at nodes *)
Theorem enough_for_all T T0 G : fair t offs T0 G -> N.of_nat (length offs) * size nw <= N.of_nat T ->
  exists G', fair t offs T G' /\ forall i, In i idx -> finish T G' i <= finish T0 G i.
Proof.
  intros F H. destruct (enough_slots T T0 (direct T0 G) (direct_fair T0 G F)) as (G' & F' & E).
  - transitivity (sum (fun _ => size nw) idx); [apply sum_le; intros i Hi; apply direct_steps; auto|]. rewrite sum_const. unfold idx, places. rewrite upto_length. exact H.
  - exists G'. split; [exact F'|]. intros i Hi. destruct (E i Hi) as [A _]. pose proof (direct_finish T0 G i T0). lia.
Qed.
End Shortened.
