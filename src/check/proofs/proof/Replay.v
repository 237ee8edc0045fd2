(** The replay of symmetric schedules at node 0, and what is counted there. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Symmetric Compute.
Import ListNotations.
Open Scope N_scope.

Definition moves_of_slots := list (list (N * N)).

Definition slot_ok (packets links : N) (rule : port_rule) (ms : list (N * N)) : bool :=
  forallb (fun m => (fst m <? packets) && (snd m <? links)) ms &&
  nodupb (map snd ms) && nodupb (map fst ms) &&
  match rule with All => true | AtMost k => len ms <=? k | HalfDuplex => match ms with [] => true | _ => false end end.

(** Nodes are computed with as something else: on a torus as coordinates. *)
Section Replay.
Context {R : Type} (rep : N -> R) (mul : R -> R -> R) (same : R -> R -> bool).

Definition step (z : R) (gens : list R) (st : PM.t R) (m : N * N) : PM.t R :=
  put st (fst m) (mul (get z st (fst m)) (pick z gens (snd m))).

Fixpoint arrived (z : R) (st : PM.t R) (i : N) (offs : list N) : bool :=
  match offs with
  | [] => true
  | o :: offs => if same (get z st i) (rep o) then arrived z st (N.succ i) offs else false
  end.

Fixpoint run (z : R) (gens : list R) (offs : list N) (packets links : N) (rule : port_rule) (st : PM.t R) (sc : moves_of_slots) : bool :=
  match sc with
  | [] => arrived z st 0 offs
  | ms :: rest =>
      if slot_ok packets links rule ms then run z gens offs packets links rule (fold_left (step z gens) ms st) rest else false
  end.

Definition replay (t : task) (offs : list N) (sc : moves_of_slots) : bool :=
  let gens := generators (task_network t) in
  run (rep 0) (mapr rep gens) offs (len offs) (len gens) (task_ports t) (PM.empty R) sc.

(** ** It is right *)

Variables (t : task) (inv : N -> N) (offs : list N).
Let nw := task_network t.
Hypothesis L : translations nw inv.
Hypothesis Ln : lines nw = None.
Hypothesis rep_product : forall u g, u < size nw -> g < size nw -> rep (product nw u g) = mul (rep u) (rep g).
Hypothesis same_sound : forall u v, u < size nw -> v < size nw -> same (rep u) (rep v) = true -> u = v.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.

Let z := rep 0.
Let gens := mapr rep (generators nw).

Lemma slot_ok_sound ms : slot_ok (len offs) (len (generators nw)) (task_ports t) ms = true -> fits_at_0 t offs ms.
Proof.
  unfold slot_ok. rewrite !andb_true_iff, forallb_forall, !len_length. intros [[[A B] C] D].
  assert (E : forall m, In m ms -> fst m < N.of_nat (length offs) /\ snd m < N.of_nat (length (generators nw))).
  { intros m Hm. specialize (A m Hm). rewrite andb_true_iff, !N.ltb_lt in A. auto. }
  constructor.
  - intros m Hm. apply E; auto.
  - intros m Hm. apply E; auto.
  - apply nodupb_sound; auto.
  - apply nodupb_sound; auto.
  - destruct (task_ports t); auto; [apply N.leb_le in D; auto|destruct ms; congruence].
Qed.

Definition agrees (st : PM.t R) (at_node : N -> N) : Prop :=
  forall i, at_node i < size nw /\ get z st i = rep (at_node i).

Lemma pick_generator j : j < N.of_nat (length (generators nw)) -> pick z gens j = rep (generator nw j).
Proof. intros H. unfold gens. rewrite mapr_map, pick_nth. unfold generator, z. rewrite map_nth. auto. Qed.

Lemma steps_agree ms : fits_at_0 t offs ms -> forall st at_node, agrees st at_node ->
  agrees (fold_left (step z gens) ms st) (moved nw at_node ms).
Proof.
  intros [_ Li Once _ _]. unfold agrees.
  assert (G : forall ms' st f, NoDup (map fst ms') -> (forall m, In m ms' -> snd m < N.of_nat (length (generators nw))) ->
    (forall i, f i < size nw /\ get z st i = rep (f i)) ->
    forall i, moved nw f ms' i < size nw /\ get z (fold_left (step z gens) ms' st) i = rep (moved nw f ms' i)).
  { induction ms' as [|m ms' IH]; intros st f ND Lk A i; [apply A|]. inversion ND; subst. cbn [fold_left].
    assert (Gm : generator nw (snd m) < size nw).
    { apply (g_gens _ _ L), nth_In. specialize (Lk m (or_introl eq_refl)). lia. }
    set (f' := fun i => if N.eq_dec (fst m) i then product nw (f i) (generator nw (snd m)) else f i).
    specialize (IH (step z gens st m) f' H2 (fun q Hq => Lk q (or_intror Hq))).
    assert (E : moved nw f (m :: ms') i = moved nw f' ms' i).
    { unfold moved, f'. cbn [find]. destruct (N.eqb_spec (fst m) i) as [Ei|D].
      - destruct (find (fun q => fst q =? i) ms') as [q|] eqn:F; [|destruct (N.eq_dec (fst m) i); congruence].
        apply find_some in F. destruct F as [F F']. apply N.eqb_eq in F'. exfalso. apply H1. rewrite Ei, <- F'. apply in_map; auto.
      - destruct (find (fun q => fst q =? i) ms'); destruct (N.eq_dec (fst m) i); congruence. }
    rewrite E. apply IH. intros j. unfold f'. unfold step at 1. rewrite get_put. destruct (A j) as [Bj Gj]. destruct (N.eq_dec (fst m) j) as [<-|]; auto.
    split; [apply (g_op _ _ L); auto|]. rewrite Gj, pick_generator by (apply Lk; left; auto). rewrite <- rep_product; auto. }
  intros st at_node A. apply G; auto.
Qed.

Lemma arrived_sound st at_node : agrees st at_node -> forall l i, (forall x, In x l -> x < size nw) -> arrived z st i l = true ->
  forall n, (n < length l)%nat -> at_node (i + N.of_nat n) = nth n l 0.
Proof.
  intros A. induction l as [|o l IH]; intros i B H n Hn; cbn [length] in Hn; [lia|]. cbn [arrived] in H.
  destruct (A i) as [Bi Gi]. rewrite Gi in H. destruct (same _ _) eqn:E; [|discriminate].
  apply same_sound in E; [|auto|apply B; left; auto]. destruct n as [|n].
  - rewrite N.add_0_r. auto.
  - cbn [nth]. rewrite <- (IH (N.succ i)); auto; [f_equal; lia| |lia]. intros x Hx. apply B. right; auto.
Qed.

Lemma run_sound sc : forall st at_node, agrees st at_node ->
  run z gens offs (len offs) (len (generators nw)) (task_ports t) st sc = true -> legal_at_0 t offs at_node sc.
Proof.
  induction sc as [|ms sc IH]; cbn [run legal_at_0]; intros st at_node A H.
  - intros i Hi. pose proof (arrived_sound st at_node A offs 0 offs_ok H (N.to_nat i) ltac:(lia)) as E. rewrite N2Nat.id in E. exact E.
  - destruct (slot_ok _ _ _ _) eqn:S; [|discriminate]. apply slot_ok_sound in S. split; auto. eapply IH; [|exact H].
    apply steps_agree; auto.
Qed.

Theorem replay_sound sc : replay t offs sc = true -> legal (isotropic t offs) (at_all_nodes nw (fun _ => 0) sc).
Proof.
  intros H. apply (symmetric_is_legal t inv offs L Ln). eapply run_sound; [|exact H].
  intros i. rewrite get_empty. split; auto. apply (g_unit _ _ L).
Qed.
End Replay.

(** ** Transmissions and delay *)

Definition count_moves (sc : moves_of_slots) : N := sumf len sc.

(* after the slots up to t: when each packet moved last, and the sum of that *)
Definition delay_step (t : N) (q : PM.t N * N) (m : N * N) : PM.t N * N :=
  (put (fst q) (fst m) t, snd q + t - get 0 (fst q) (fst m)).

Fixpoint delays (t : N) (q : PM.t N * N) (sc : moves_of_slots) : PM.t N * N :=
  match sc with [] => q | ms :: rest => delays (N.succ t) (fold_left (delay_step (N.succ t)) ms q) rest end.

Definition delay_of (sc : moves_of_slots) : N := snd (delays 0 (PM.empty N, 0) sc).

(* the number of slots up to and including the last one in which packet i moves *)
Definition moves_here (i : N) (ms : list (N * N)) : bool := existsb (fun m => fst m =? i) ms.
Fixpoint done_at (sc : moves_of_slots) (i : N) : N :=
  match sc with
  | [] => 0
  | ms :: rest => if done_at rest i =? 0 then (if moves_here i ms then 1 else 0) else 1 + done_at rest i
  end.

Section Counts.
Variables (t : task) (offs : list N).
Let nw := task_network t.

Lemma completion_done sc : forall at_node s i, s < size nw -> completion (at_all_nodes nw at_node sc) (s, i) = done_at sc i.
Proof.
  induction sc as [|ms sc IH]; intros at_node s i Hs; [reflexivity|]. cbn [at_all_nodes completion done_at]. rewrite IH by auto.
  enough (match move_of (map (translate nw at_node) (list_prod (upto (size nw)) ms)) (s, i) with Some _ => 1 | None => 0 end
          = if moves_here i ms then 1 else 0) as -> by reflexivity.
  destruct (move_of _ _) as [m|] eqn:E.
  - apply move_of_some in E. destruct E as [I E]. apply in_map_iff in I. destruct I as ([s' q] & <- & I). cbn in E. injection E as -> <-.
    apply in_prod_iff in I. unfold moves_here. replace (existsb _ ms) with true; auto. symmetry. apply existsb_exists.
    exists q. split; [tauto|apply N.eqb_refl].
  - unfold moves_here. destruct (existsb _ ms) eqn:X; auto. apply existsb_exists in X. destruct X as (q & I & F). apply N.eqb_eq in F. subst i.
    unfold move_of in E. eapply find_none with (x := translate nw at_node (s, q)) in E.
    + cbn in E. assert (is_name (s, fst q) (s, fst q) = true) by (apply is_name_true; auto). congruence.
    + apply in_map. apply in_prod_iff. split; auto. apply in_upto; auto.
Qed.

Lemma total_delay_done sc at_node : total_delay (isotropic t offs) (at_all_nodes nw at_node sc) = size nw * sum (done_at sc) (places offs).
Proof.
  unfold total_delay. rewrite total_sum. cbn [packets isotropic]. etransitivity; [apply (sum_list_prod (A := N) (B := N))|].
  rewrite (sum_ext _ (fun _ => sum (done_at sc) (places offs))).
  - rewrite sum_const, upto_length. auto.
  - intros s Hs. apply in_upto in Hs. apply sum_ext. intros i _. apply completion_done; auto.
Qed.

Lemma done_snoc sc ms i : done_at (sc ++ [ms]) i = if moves_here i ms then N.of_nat (length sc) + 1 else done_at sc i.
Proof.
  induction sc as [|m sc IH]; cbn [app done_at length].
  - cbn. destruct (moves_here i ms); auto.
  - rewrite IH. destruct (moves_here i ms); [destruct (N.eqb_spec (N.of_nat (length sc) + 1) 0); lia|reflexivity].
Qed.

Lemma done_bound sc i : done_at sc i <= N.of_nat (length sc).
Proof. induction sc as [|ms sc IH]; cbn [done_at length]; [lia|]. destruct (N.eqb_spec (done_at sc i) 0), (moves_here i ms); lia. Qed.

(* the sum over all packets changes where one packet does *)
Lemma sum_change (f g : N -> N) n i : i < n -> (forall j, j <> i -> f j = g j) -> sum f (upto n) + g i = sum g (upto n) + f i.
Proof.
  induction n as [|n IH] using N.peano_ind; intros Hi E; [lia|]. rewrite upto_succ, !sum_app, !sum_cons. cbn [sum fold_right].
  destruct (N.eq_dec i n) as [->|D].
  - rewrite (sum_ext f g); [lia|]. intros j Hj. apply in_upto in Hj. apply E. lia.
  - specialize (IH ltac:(lia) E). pose proof (E n ltac:(lia)). lia.
Qed.

Let n := N.of_nat (length offs).

Lemma delay_slot now ms : forall q f, (forall m, In m ms -> fst m < n) -> (forall i, get 0 (fst q) i = f i) -> (forall i, f i <= now) ->
  snd q = sum f (upto n) ->
  let q' := fold_left (delay_step now) ms q in let f' := fun i => if moves_here i ms then now else f i in
  (forall i, get 0 (fst q') i = f' i) /\ snd q' = sum f' (upto n).
Proof.
  induction ms as [|m ms IH]; intros q f B G Bd S; cbn zeta.
  - split; auto.
  - cbn [fold_left]. set (f1 := fun i => if fst m =? i then now else f i).
    destruct (IH (delay_step now q m) f1) as [IH1 IH2].
    + intros; apply B; right; auto.
    + intros i. unfold delay_step, f1. cbn [fst]. rewrite get_put. destruct (N.eq_dec (fst m) i), (N.eqb_spec (fst m) i); congruence || auto.
    + intros i. unfold f1. destruct (fst m =? i); auto. lia.
    + unfold delay_step. cbn [snd]. rewrite G, S. assert (fst m < n) by (apply B; left; auto).
      pose proof (sum_change f1 f n (fst m) H) as C.
      assert (O : f1 (fst m) = now) by (unfold f1; rewrite N.eqb_refl; auto). rewrite O in C. pose proof (Bd (fst m)).
      assert (sum f1 (upto n) + f (fst m) = sum f (upto n) + now); [apply C|lia].
      intros j D. unfold f1. destruct (N.eqb_spec (fst m) j); congruence.
    + assert (Ext : forall i, (if moves_here i ms then now else f1 i) = if moves_here i (m :: ms) then now else f i).
      { intros i. unfold moves_here. cbn [existsb]. unfold f1. destruct (fst m =? i); cbn [orb]; destruct (existsb _ ms); auto. }
      split; [intros i; rewrite IH1; apply Ext|]. rewrite IH2. apply sum_ext. intros; apply Ext.
Qed.

Lemma delay_of_sound sc : Forall (fun ms => forall m, In m ms -> fst m < n) sc -> delay_of sc = sum (done_at sc) (places offs).
Proof.
  intros F. unfold delay_of, places. fold n.
  assert (G : forall sc' pre q, Forall (fun ms => forall m, In m ms -> fst m < n) sc' -> (forall i, get 0 (fst q) i = done_at pre i) ->
    snd q = sum (done_at pre) (upto n) -> snd (delays (N.of_nat (length pre)) q sc') = sum (done_at (pre ++ sc')) (upto n)).
  { induction sc' as [|ms sc' IH]; intros pre q F' Gq Sq; cbn [delays]; [rewrite app_nil_r; auto|]. inversion F'; subst.
    assert (Bd : forall i, done_at pre i <= N.succ (N.of_nat (length pre))) by (intros i; pose proof (done_bound pre i); lia).
    destruct (delay_slot (N.succ (N.of_nat (length pre))) ms q (done_at pre) H1 Gq Bd Sq) as [G1 S1].
    specialize (IH (pre ++ [ms]) (fold_left (delay_step (N.succ (N.of_nat (length pre)))) ms q) H2).
    rewrite app_length, <- app_assoc in IH. cbn [length app] in IH. replace (N.of_nat (length pre + 1)) with (N.succ (N.of_nat (length pre))) in IH by lia.
    apply IH; [intros i|]; rewrite ?G1, ?S1.
    - rewrite done_snoc. destruct (moves_here i ms); lia.
    - apply sum_ext. intros i _. rewrite done_snoc. destruct (moves_here i ms); lia. }
  apply (G sc [] (PM.empty N, 0) F); cbn [fst snd].
  - intros i. apply get_empty.
  - rewrite (sum_ext (done_at []) (fun _ => 0)), sum_const by reflexivity. lia.
Qed.
End Counts.
