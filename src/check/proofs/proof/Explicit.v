(** The replay of explicit schedules of personal packets, and what every slot must fit to. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Families Hops.
Import ListNotations.
Open Scope N_scope.

(** ** Rule 2 *)

(* how many packets can go from a node to another in a slot *)
Definition carries (nw : network) : N -> N -> N :=
  let n := size nw in
  match lines nw with
  | Some ls =>
      let m := tally (mapr (fun l => fst l * n + snd l) (filter (fun l => snd l <? n) ls)) in
      fun u v => if (u <? n) && (v <? n) then get 0 m (u * n + v) else 0
  | None =>
      let gens := generators nw in
      fun u v => if (u <? n) && (v <? n) then
        let g := offset nw (inverse nw) u v in
        if product nw u g =? v then sumf (fun h => if h =? g then 1 else 0) gens else 0
      else 0
  end.

(* no link carries more; [seen]: what it carries so far *)
Fixpoint links_ok (cap : N -> N -> N) (n : N) (seen : PM.t N) (ms : list move) : bool :=
  match ms with
  | [] => true
  | m :: ms =>
      let k := from m * n + to m in let c := get 0 seen k in
      if c <? cap (from m) (to m) then links_ok cap n (put seen k (c + 1)) ms else false
  end.

Definition ports_ok (rule : port_rule) (outs ins : list N) : bool :=
  match rule with
  | All => true
  | AtMost k => at_most k outs && at_most k ins
  | HalfDuplex => at_most 1 (outs ++ ins)
  end.

Definition all_ports_ok (nw : network) (rule : port_rule) : list move -> bool :=
  match switch_rule nw with
  | Some of_switches =>
      let is_one := switch_of nw in
      let no := fun v => negb (is_one v) in
      fun ms => let outs := mapr from ms in let ins := mapr to ms in
        ports_ok rule (filter no outs) (filter no ins) && ports_ok of_switches (filter is_one outs) (filter is_one ins)
  | None => fun ms => ports_ok rule (mapr from ms) (mapr to ms)
  end.

Definition slot_fits_ok (nw : network) (rule : port_rule) (packets : N) : list move -> bool :=
  let n := size nw in
  let cap := carries nw in
  let rules := all_ports_ok nw rule in
  fun ms =>
    forallb (fun m => (fst (packet m) =? 0) && (snd (packet m) <? packets)) ms && links_ok cap n (PM.empty N) ms && rules ms.

Lemma key_inj n x y u v : y < n -> v < n -> x * n + y = u * n + v -> x = u /\ y = v.
Proof.
  intros Hy Hv E. assert (x = u); [|nia]. rewrite (N.div_unique (x * n + y) n x y), (N.div_unique (u * n + v) n u v); try lia. congruence.
Qed.

Lemma carries_few nw u v : carries nw u v <= (if (u <? size nw) && (v <? size nw) then links_between nw u v else 0).
Proof.
  unfold carries. cbv zeta. destruct (lines nw) as [ls|] eqn:E; destruct ((u <? size nw) && (v <? size nw)) eqn:B; try lia; rewrite andb_true_iff, !N.ltb_lt in B.
  - rewrite tally_counts, mapr_map. unfold links_between, neighbours. rewrite E, count_occ_filter. destruct (N.ltb_spec v (size nw)); [|lia].
    apply N.eq_le_incl. f_equal. clear E. induction ls as [|[x y] ls IH]; [reflexivity|]. cbn [filter fst snd].
    assert (K : y < size nw -> x * size nw + y = u * size nw + v -> x = u /\ y = v) by (intros; apply (key_inj (size nw)); auto).
    destruct (N.ltb_spec y (size nw)) as [Hy|Hy]; cbn [map count_occ fst snd]; rewrite ?IH; destruct (N.eqb_spec x u) as [Ex|D]; cbn [map count_occ snd];
      repeat match goal with |- context [N.eq_dec ?a ?b] => destruct (N.eq_dec a b) end; try reflexivity; try (destruct K; congruence); subst; congruence || lia.
  - destruct (N.eqb_spec (product nw u (offset nw (inverse nw) u v)) v) as [P|]; [|lia]. rewrite links_by_generators, sumf_sum, count_sum by tauto.
    apply sum_le. intros h _. destruct (N.eqb_spec h (offset nw (inverse nw) u v)) as [->|]; [|lia]. unfold is_node. destruct (N.eq_dec _ v); [lia|congruence].
Qed.

Lemma links_ok_in cap n ms : forall seen, links_ok cap n seen ms = true -> forall m, In m ms -> 0 < cap (from m) (to m).
Proof.
  induction ms as [|q ms IH]; cbn [links_ok]; intros seen H m Hm; [destruct Hm|]. cbv zeta in H.
  destruct (N.ltb_spec (get 0 seen (from q * n + to q)) (cap (from q) (to q))); [|discriminate]. destruct Hm as [<-|Hm]; [lia|eauto].
Qed.

Lemma links_ok_sound cap n ms : (forall u v, 0 < cap u v -> v < n) -> forall seen, links_ok cap n seen ms = true -> forall u v, v < n ->
  get 0 seen (u * n + v) + count (fun m => is_node (from m) u && is_node (to m) v) ms <= N.max (cap u v) (get 0 seen (u * n + v)).
Proof.
  intros B. induction ms as [|m ms IH]; cbn [links_ok]; intros seen H u v Hv; [unfold count; cbn; lia|]. cbv zeta in H.
  destruct (N.ltb_spec (get 0 seen (from m * n + to m)) (cap (from m) (to m))) as [C|]; [|discriminate]. specialize (IH _ H u v Hv). rewrite get_put in IH.
  unfold count in *. cbn [filter]. destruct (is_node (from m) u && is_node (to m) v) eqn:E.
  - rewrite andb_true_iff, !is_node_true in E. destruct E as [<- <-]. cbn [length]. destruct (N.eq_dec _ _); [lia|congruence].
  - destruct (N.eq_dec (from m * n + to m) (u * n + v)) as [K|]; [|lia]. pose proof (B (from m) (to m) ltac:(lia)).
    destruct (key_inj n (from m) (to m) u v) as [<- <-]; auto. apply not_true_iff_false in E. destruct E. rewrite andb_true_iff, !is_node_true. auto.
Qed.

Lemma ports_ok_sound rule outs ins v : ports_ok rule outs ins = true -> ports_allow rule (N.of_nat (count_occ N.eq_dec outs v)) (N.of_nat (count_occ N.eq_dec ins v)).
Proof.
  destruct rule; cbn; auto.
  - intros H. apply andb_true_iff in H. destruct H as [S R]. split; apply at_most_sound; auto.
  - intros H. pose proof (at_most_sound _ _ H v) as C. rewrite count_occ_app in C. lia.
Qed.

Lemma all_ports_sound nw rule ms v : all_ports_ok nw rule ms = true -> ports_allow (rule_at nw rule v) (sends ms v) (receives ms v).
Proof.
  unfold sends, receives, all_ports_ok. rewrite !count_occ_node, rule_at_is. destruct (switch_rule nw) as [r|]; cbv zeta; rewrite !mapr_map; [|apply ports_ok_sound].
  rewrite andb_true_iff. intros [H1 H2]. pose proof (ports_ok_sound _ _ _ v H1) as A. pose proof (ports_ok_sound _ _ _ v H2) as B.
  rewrite !count_occ_filter in A, B. cbv beta in A, B. rewrite !switch_of_is in A, B. destruct (is_switch nw v); cbn [negb] in *; auto.
Qed.

Lemma slot_fits_sound t ends ms : slot_fits_ok (task_network t) (task_ports t) (N.of_nat (length ends)) ms = true -> slot_fits (listed t ends) ms.
Proof.
  unfold slot_fits_ok. cbv zeta. rewrite !andb_true_iff, forallb_forall. intros [[A D] Po]. set (nw := task_network t) in *.
  assert (Rg : forall u v, 0 < carries nw u v -> u < size nw /\ v < size nw /\ 0 < links_between nw u v).
  { intros u v H. pose proof (carries_few nw u v) as C. destruct ((u <? size nw) && (v <? size nw)) eqn:B; [|lia]. rewrite andb_true_iff, !N.ltb_lt in B. split; [|split]; try tauto. lia. }
  constructor; cbn [net ports packets listed].
  - intros m Hm. specialize (A m Hm). rewrite andb_true_iff, N.eqb_eq, N.ltb_lt in A. apply in_map_iff. exists (snd (packet m)).
    split; [|apply in_upto, A]. destruct (packet m); cbn in *. destruct A. congruence.
  - intros m Hm. fold nw. destruct (Rg _ _ (links_ok_in _ _ _ _ D m Hm)) as (Hu & Hv & L). split; [|split]; auto.
    apply (count_occ_In N.eq_dec). unfold links_between in L. lia.
  - intros u v. fold nw. destruct (N.lt_ge_cases v (size nw)) as [Hv|Hv].
    + pose proof (links_ok_sound _ _ _ (fun a b H => proj1 (proj2 (Rg a b H))) _ D u v Hv) as C. rewrite get_empty in C.
      pose proof (carries_few nw u v) as F. destruct (_ && _); lia.
    + rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. destruct (Rg _ _ (links_ok_in _ _ _ _ D m Hm)) as (_ & Ht & _).
      unfold is_node at 2. destruct (N.eq_dec (to m) v); [lia|]. rewrite andb_false_r. auto.
  - intros v. apply all_ports_sound, Po.
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

Fixpoint carry_all (fits : list move -> bool) (ends : list (N * N)) (st : PM.t N) (sc : schedule) : bool :=
  match sc with
  | [] => delivered st 0 ends
  | ms :: rest =>
      if fits ms && forallb (at_home st) ms && distinctb (mapr (fun m => snd (packet m)) ms)
      then carry_all fits ends (fold_left send ms st) rest else false
  end.

Definition replay_explicit (t : task) (ends : list (N * N)) (sc : schedule) : bool :=
  let fits := slot_fits_ok (task_network t) (task_ports t) (len ends) in
  carry_all fits ends (table (mapr fst ends)) sc.

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
  carry_all (slot_fits_ok nw (task_ports t) (len ends)) ends st sc = true -> legal_from pb pos sc.
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
