(** The replay of explicit schedules of personal packets, and what every slot must fit to. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Families.
Import ListNotations.
Open Scope N_scope.

(** ** Rule 2 *)

Definition linked (nw : network) (gens : list N) (u v : N) : bool :=
  let n := size nw in
  if (u <? n) && (v <? n) then
    let g := offset nw (inverse nw) u v in existsb (N.eqb g) gens && (product nw u g =? v)
  else false.

Definition ports_ok (rule : port_rule) (ms : list move) : bool :=
  match rule with
  | All => true
  | AtMost k => at_most k (mapr from ms) && at_most k (mapr to ms)
  | HalfDuplex => at_most 1 (mapr from ms ++ mapr to ms)
  end.

Definition slot_fits_ok (nw : network) (gens : list N) (rule : port_rule) (packets : N) (ms : list move) : bool :=
  forallb (fun m => (fst (packet m) =? 0) && (snd (packet m) <? packets) && linked nw gens (from m) (to m)) ms &&
  distinctb (mapr (fun m => from m * size nw + to m) ms) && ports_ok rule ms.

Lemma linked_sound nw u v : linked nw (generators nw) u v = true -> link nw u v.
Proof.
  unfold linked. destruct (N.ltb_spec u (size nw)), (N.ltb_spec v (size nw)); try discriminate. cbn [andb]. intros E.
  apply andb_true_iff in E. destruct E as [A B]. apply existsb_exists in A. destruct A as (g & G & E). apply N.eqb_eq in E, B. subst g.
  repeat split; auto. exists (offset nw (inverse nw) u v). auto.
Qed.

Lemma slot_fits_sound t ends ms : slot_fits_ok (task_network t) (generators (task_network t)) (task_ports t) (N.of_nat (length ends)) ms = true ->
  slot_fits (listed t ends) ms.
Proof.
  unfold slot_fits_ok. rewrite !andb_true_iff, forallb_forall, !mapr_map. intros [[A D] Po].
  assert (B : forall m, In m ms -> fst (packet m) = 0 /\ snd (packet m) < N.of_nat (length ends) /\ link (task_network t) (from m) (to m)).
  { intros m Hm. specialize (A m Hm). rewrite !andb_true_iff, N.eqb_eq, N.ltb_lt in A. intuition. apply linked_sound; auto. }
  constructor; cbn [net ports packets listed].
  - intros m Hm. destruct (B m Hm) as (Z & I & _). apply in_map_iff. exists (snd (packet m)). split; [|apply in_upto; auto].
    destruct (packet m); cbn in *; congruence.
  - intros m Hm. apply B, Hm.
  - apply distinctb_sound in D. apply (NoDup_map_inv (fun ab => fst ab * size (task_network t) + snd ab)). rewrite map_map. exact D.
  - intros v. unfold sends, receives. rewrite !count_occ_node. destruct (task_ports t); cbn; auto; unfold ports_ok in Po; rewrite !mapr_map in Po.
    + apply andb_true_iff in Po. destruct Po as [S R]. split; apply at_most_sound; auto.
    + pose proof (at_most_sound _ _ Po v) as C. rewrite count_occ_app in C. lia.
Qed.

(** ** Rule 3 *)

Definition at_home (st : PM.t N) (m : move) : bool :=
  match PM.find (N.succ_pos (snd (packet m))) st with Some v => v =? from m | None => false end.

Definition send (st : PM.t N) (m : move) : PM.t N := put st (snd (packet m)) (to m).

Fixpoint delivered (st : PM.t N) (i : N) (ends : list (N * N)) : bool :=
  match ends with
  | [] => true
  | e :: rest => match PM.find (N.succ_pos i) st with
      | Some v => if v =? snd e then delivered st (N.succ i) rest else false
      | None => false end
  end.

Fixpoint carry_all (nw : network) (gens : list N) (rule : port_rule) (packets : N) (ends : list (N * N)) (st : PM.t N) (sc : schedule) : bool :=
  match sc with
  | [] => delivered st 0 ends
  | ms :: rest =>
      if slot_fits_ok nw gens rule packets ms && forallb (at_home st) ms && distinctb (mapr (fun m => snd (packet m)) ms)
      then carry_all nw gens rule packets ends (fold_left send ms st) rest else false
  end.

Definition replay_explicit (t : task) (ends : list (N * N)) (sc : schedule) : bool :=
  let nw := task_network t in
  carry_all nw (generators nw) (task_ports t) (len ends) ends (table (mapr fst ends)) sc.

Section Explicit.
Variables (t : task) (ends : list (N * N)).
Let pb := listed t ends.
Let nw := task_network t.

Definition agrees_at (st : PM.t N) (pos : name -> N) :=
  forall i, i < N.of_nat (length ends) -> PM.find (N.succ_pos i) st = Some (pos (0, i)).

Lemma sends_agree ms pos st : slot_fits pb ms -> NoDup (map packet ms) -> agrees_at st pos -> agrees_at (fold_left send ms st) (after pos ms).
Proof.
  intros S ND A i Hi. unfold after.
  assert (G : forall l st, NoDup (map packet l) -> (forall m, In m l -> fst (packet m) = 0) ->
    PM.find (N.succ_pos i) (fold_left send l st) = match move_of l (0, i) with Some m => Some (to m) | None => PM.find (N.succ_pos i) st end).
  { induction l as [|m l IH]; intros st' ND' Z; [reflexivity|]. inversion ND'; subst. cbn [fold_left]. rewrite IH by (auto; intros; apply Z; right; auto).
    change (move_of (m :: l) (0, i)) with (if is_name (packet m) (0, i) then Some m else move_of l (0, i)).
    unfold send at 1. rewrite find_put.
    pose proof (Z m (or_introl eq_refl)) as Zm. destruct (packet m) as [z j] eqn:Pm. cbn [fst snd] in *. subst z.
    unfold is_name. destruct (name_eq (0, j) (0, i)) as [E|D].
    - injection E as ->. destruct (move_of l (0, i)) as [q|] eqn:F; [|destruct (N.eq_dec i i); congruence].
      apply move_of_some in F. destruct F as [F F']. destruct H1. rewrite <- F'. apply in_map; auto.
    - destruct (N.eq_dec j i); [congruence|]. destruct (move_of l (0, i)); auto. }
  rewrite G; auto.
  - destruct (move_of ms (0, i)); auto.
  - intros m Hm. pose proof (packets_of_the_task _ _ S m Hm) as P. cbn in P. apply in_map_iff in P. destruct P as (j & <- & _). auto.
Qed.

Lemma delivered_sound st pos : agrees_at st pos -> forall l i, (forall n, (n < length l)%nat -> nth_error l n = nth_error ends (N.to_nat i + n)) ->
  delivered st i l = true -> forall n, (n < length l)%nat -> pos (0, i + N.of_nat n) = snd (nth n l (0, 0)).
Proof.
  intros A. induction l as [|e l IH]; intros i M H n Hn; cbn [length] in Hn; [lia|]. cbn [delivered] in H.
  assert (Bi : i < N.of_nat (length ends)).
  { specialize (M 0%nat ltac:(cbn; lia)). cbn in M. symmetry in M. rewrite Nat.add_0_r in M.
    pose proof (proj1 (nth_error_Some ends (N.to_nat i)) ltac:(congruence)). lia. }
  rewrite (A i Bi) in H. destruct (N.eqb_spec (pos (0, i)) (snd e)) as [E|]; [|discriminate]. destruct n as [|n].
  - rewrite N.add_0_r. exact E.
  - cbn [nth]. rewrite <- (IH (N.succ i)); auto; [f_equal; f_equal; lia| |lia].
    intros n' Hn'. specialize (M (S n') ltac:(cbn; lia)). cbn in M. rewrite M. f_equal. lia.
Qed.

Lemma carry_all_sound sc : forall st pos, agrees_at st pos ->
  carry_all nw (generators nw) (task_ports t) (len ends) ends st sc = true -> legal_from pb pos sc.
Proof.
  induction sc as [|ms sc IH]; cbn [carry_all legal_from]; intros st pos A H.
  - intros p Hp. cbn in Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi). apply in_upto in Hi.
    pose proof (delivered_sound st pos A ends 0 ltac:(intros; f_equal; lia) H (N.to_nat i) ltac:(lia)) as E.
    cbn [target pb listed snd]. rewrite <- E. f_equal. f_equal. lia.
  - destruct (_ && _ && _) eqn:E; [|discriminate]. rewrite !andb_true_iff, forallb_forall, mapr_map, len_length in E. destruct E as [[F Hm] D].
    apply (slot_fits_sound t ends) in F. apply distinctb_sound in D.
    assert (ND : NoDup (map packet ms)) by (apply (NoDup_map_inv snd); rewrite map_map; exact D).
    split; [|apply (IH (fold_left send ms st)); auto; apply sends_agree; auto].
    constructor; auto. intros m Im. specialize (Hm m Im). unfold at_home in Hm.
    pose proof (packets_of_the_task _ _ F m Im) as P. cbn in P. apply in_map_iff in P. destruct P as (j & E & Hj). apply in_upto in Hj.
    rewrite <- E in Hm |- *. cbn [snd] in Hm. rewrite (A j Hj) in Hm. apply N.eqb_eq, Hm.
Qed.

Theorem replay_explicit_sound sc : replay_explicit t ends sc = true -> legal pb sc.
Proof.
  apply carry_all_sound. intros i Hi. rewrite table_find, mapr_map. cbn [source pb listed snd].
  rewrite nth_error_map, (nth_error_nth' ends (0, 0)) by lia. reflexivity.
Qed.
End Explicit.

(** ** What all packets, or some, add up to *)

Lemma sum_listed t ends (f : name -> N) (g : N * N -> N) :
  (forall i, i < N.of_nat (length ends) -> f (0, i) = g (nth (N.to_nat i) ends (0, 0))) ->
  sum f (packets (listed t ends)) = sum g ends.
Proof.
  intros E. cbn [packets listed]. rewrite sum_map. rewrite <- (nth_upto (0, 0) ends) at 2. rewrite sum_map.
  apply sum_ext. intros i Hi. apply in_upto in Hi. auto.
Qed.

Lemma listed_distinct t ends : NoDup (packets (listed t ends)).
Proof. apply NoDup_map_in; [|apply upto_nodup]. intros x y _ _ E. congruence. Qed.

Lemma listed_target t ends : (forall e, In e ends -> fst e < size (task_network t) /\ snd e < size (task_network t)) ->
  forall p, In p (packets (listed t ends)) -> source (listed t ends) p < size (task_network t) /\ target (listed t ends) p < size (task_network t).
Proof.
  intros H p Hp. cbn in Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi). apply in_upto in Hi. cbn. apply H, nth_In. lia.
Qed.
