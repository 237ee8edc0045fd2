(** Bounds of isotropic tasks on networks that look the same from every node: numbers of one node. *)
From Coq Require Import Arith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Pooled Compute Families.
Import ListNotations.
Open Scope N_scope.

Definition ceil (a b : N) : N := (a + (b - 1)) / b.

Lemma ceil_least a b T : 0 < b -> a <= T * b -> ceil a b <= T.
Proof. intros Hb H. apply N.lt_succ_r. apply N.div_lt_upper_bound; nia. Qed.

(* the k largest weights, k the ports: the least over all thresholds *)
Definition capacity_at (rule : port_rule) (ws : list N) (x : N) : N :=
  match rule with
  | All => sumf (fun w => w) ws
  | AtMost k => k * x + sumf (fun w => w - x) ws
  | HalfDuplex => x + sumf (fun w => w - x) ws
  end.

Definition capacity (rule : port_rule) (ws : list N) : N :=
  fold_left (fun c x => N.min c (capacity_at rule ws x)) ws (capacity_at rule ws 0).

Lemma capacity_is_at rule ws : exists x, capacity rule ws = capacity_at rule ws x.
Proof.
  unfold capacity. enough (forall l c, (exists x, c = capacity_at rule ws x) ->
    exists x, fold_left (fun c x => N.min c (capacity_at rule ws x)) l c = capacity_at rule ws x) by eauto.
  induction l as [|y l IH]; cbn [fold_left]; intros c I; auto.
  apply IH. destruct I as [x ->]. destruct (N.min_spec (capacity_at rule ws x) (capacity_at rule ws y)) as [[_ ->]|[_ ->]]; eauto.
Qed.

(** ** The pooled bound of many packets: by their distances, longest first *)

Definition keys (l : list N) : list N :=
  snd (fold_left (fun q x => match PM.find (N.succ_pos x) (fst q) with
    | Some _ => q | None => (put (fst q) x tt, insert x (snd q)) end) l (PM.empty Datatypes.unit, [])).

Definition runs_of (l : list N) : list (N * N) := let m := tally l in map (fun h => (h, get 0 m h)) (keys l).

Definition add_run (m : N) (q : N * N) (r : N * N) : N * N :=
  N.iter (snd r) (fun p => (fst p + 1, snd p + (1 + fst p / m) * fst r)) q.

Definition pooled_of (m : N) (l : list N) : option N :=
  let runs := runs_of l in
  if same_runs l runs then Some (snd (fold_left (add_run m) runs (0, 0))) else None.

Lemma keys_desc l : desc (keys l).
Proof.
  unfold keys. enough (forall q, desc (snd q) -> desc (snd (fold_left (fun q x => match PM.find (N.succ_pos x) (fst q) with
    | Some _ => q | None => (put (fst q) x tt, insert x (snd q)) end) l q))) as E by (apply E; constructor).
  induction l as [|x l IH]; intros q D; cbn [fold_left]; auto. apply IH.
  destruct (PM.find _ _); auto. cbn [snd]. apply insert_desc, D.
Qed.

Lemma spelt_desc f l : desc l -> desc (spelt (map (fun h => (h, f h)) l)).
Proof.
  induction 1 as [|h l S IH F]; [constructor|]. cbn [map spelt flat_map fst snd]. apply desc_repeat; auto.
  intros y Hy. apply in_flat_map in Hy. destruct Hy as (r & Hr & Hy). apply in_map_iff in Hr. destruct Hr as (h' & <- & Hh).
  apply repeat_spec in Hy. cbn in Hy. subst. rewrite Forall_forall in F. auto.
Qed.

Lemma add_run_wsum m h c : forall q s l,
  add_run m (q, s) (h, c) = (q + c, s + wsum m q (times c h)) /\
  wsum m q (times c h ++ l) = wsum m q (times c h) + wsum m (q + c) l.
Proof.
  intros q s l. split.
  - unfold add_run, times. cbn [fst snd]. revert q s. induction c as [|c IH] using N.peano_ind; intros q s.
    + cbn. f_equal; lia.
    + rewrite N.iter_succ_r. cbn [fst snd]. rewrite IH, N2Nat.inj_succ. cbn [repeat wsum]. f_equal; lia.
  - rewrite wsum_app. unfold times. rewrite repeat_length, N2Nat.id. auto.
Qed.

Lemma pooled_of_sound m l v : pooled_of m l = Some v -> v = pooled m l.
Proof.
  unfold pooled_of. destruct (same_runs _ _) eqn:S; [|discriminate]. intros H. injection H as <-.
  apply same_runs_sound in S. unfold pooled. rewrite (longest_first_perm _ _ S).
  rewrite desc_fixed by (apply spelt_desc, keys_desc).
  enough (forall runs q s, snd (fold_left (add_run m) runs (q, s)) = s + wsum m q (spelt runs)) as E by (rewrite E; lia).
  induction runs as [|[h c] runs IH]; intros q s; cbn [fold_left]; [cbn; lia|].
  destruct (add_run_wsum m h c q s (spelt runs)) as [-> E]. rewrite IH. cbn [spelt flat_map fst snd]. unfold spelt in E. rewrite E.
  unfold spelt. lia.
Qed.

(** ** The bounds *)

Section Bounds.
Variables (t : task) (offs : list N).
Let nw := task_network t.
Let inv := inverse nw.
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Let pb := isotropic t offs.

Lemma are_translations : translations nw inv.
Proof. apply valid_translations; auto. Qed.
Let L := are_translations.
Let T := group_typed nw inv (uniform_links nw U) L.

Lemma nth_below i : i < N.of_nat (length offs) -> nth (N.to_nat i) offs 0 < size nw.
Proof. intros H. apply offs_ok, nth_In. lia. Qed.

Lemma packets_distinct : NoDup (packets pb).
Proof. apply NoDup_list_prod; apply upto_nodup. Qed.

Lemma targets_ok p : In p (packets pb) -> target pb p < size (net pb).
Proof.
  destruct p as [s i]. intros H. apply in_prod_iff in H. destruct H as [Hs Hi]. apply in_upto in Hs, Hi. cbn.
  apply (g_op _ _ L); auto. apply nth_below; auto.
Qed.

Lemma togo_own d s i : s < size nw -> i < N.of_nat (length offs) ->
  togo pb inv d (source pb (s, i)) (target pb (s, i)) = d (nth (N.to_nat i) offs 0).
Proof.
  intros Hs Hi. unfold togo. cbn [source target pb isotropic fst snd net]. fold nw. pose proof (nth_below i Hi) as B.
  destruct (N.ltb_spec (product nw s (nth (N.to_nat i) offs 0)) (size nw)) as [_|C].
  - unfold offset. rewrite (inv_op_l L); auto.
  - pose proof (g_op _ _ L s _ Hs B). lia.
Qed.

Lemma need_own d : need pb (togo pb inv d) = size nw * sum d offs.
Proof.
  unfold need. cbn [packets pb isotropic]. etransitivity; [apply (sum_list_prod (A := N) (B := N))|].
  rewrite (sum_ext _ (fun _ => sum d offs)).
  - rewrite sum_const, upto_length. auto.
  - intros s Hs. apply in_upto in Hs. rewrite <- (nth_upto 0 offs) at 2. rewrite sum_map. apply sum_ext.
    intros i Hi. apply in_upto in Hi. apply togo_own; auto.
Qed.

Lemma capacity_sound ws ms : length ws = length (generators nw) -> slot_fits pb ms ->
  sum (fun m => price pb inv (weight_of (generators nw) ws) (from m) (to m)) ms <= size nw * capacity (task_ports t) ws.
Proof.
  intros E S. destruct (capacity_is_at (task_ports t) ws) as [x ->].
  apply (slot_weight_uniform pb inv _ T _ x); auto. cbn [ports pb isotropic net]. fold nw. unfold capacity_at.
  destruct (task_ports t); rewrite sumf_sum.
  - apply (weight_sum (generators nw) ws (fun w => w)); auto.
  - apply N.add_le_mono_l, (weight_sum (generators nw) ws (fun w => w - x)); auto. intros; lia.
  - apply N.add_le_mono_l, (weight_sum (generators nw) ws (fun w => w - x)); auto. intros; lia.
Qed.

Lemma size_positive : 0 < size nw.
Proof. apply (g_unit _ _ L). Qed.

Lemma weights_bind ws g sc : gauge_for nw ws = Some g -> 0 < capacity (task_ports t) ws -> legal pb sc ->
  ceil (sumf (weigh g) offs) (capacity (task_ports t) ws) <= slots sc.
Proof.
  intros G W H. pose proof (gauge_for_sound _ _ _ V G) as B. destruct B as (E & B').
  pose proof (prices_bind pb packets_distinct targets_ok _ _ (size nw * capacity (task_ports t) ws) (weights_potential pb inv _ ws T (conj E B'))) as P.
  specialize (P (fun ms S _ => capacity_sound ws ms E S) sc H). rewrite need_own in P.
  apply ceil_least; auto. rewrite sumf_sum. pose proof size_positive. nia.
Qed.

Definition hop_potential g (G : gauge_for nw (ones_of nw) = Some g) : potential pb (fun _ _ => 1) (togo pb inv (weigh g)) :=
  hops_potential pb inv _ _ T (gauge_for_sound _ _ _ V G) (ones_are_one nw).

Lemma distance_bind g x sc : gauge_for nw (ones_of nw) = Some g -> In x offs -> legal pb sc -> weigh g x <= slots sc.
Proof.
  intros G Hx H. apply (In_nth _ _ 0) in Hx. destruct Hx as (i & Hi & <-).
  pose proof (distance_binds pb packets_distinct targets_ok _ (0, N.of_nat i) (hop_potential g G)) as D.
  rewrite togo_own, Nat2N.id in D by (auto using size_positive; lia). apply D; auto.
  cbn. apply in_prod_iff. split; apply in_upto; auto using size_positive. lia.
Qed.

Lemma distances_bind g sc : gauge_for nw (ones_of nw) = Some g -> legal pb sc -> size nw * sumf (weigh g) offs <= transmissions sc.
Proof.
  intros G H. pose proof (Carry.distances_bind pb packets_distinct targets_ok _ (hop_potential g G) sc H) as D.
  rewrite need_own in D. rewrite sumf_sum. exact D.
Qed.

Definition server_count : N := capacity (task_ports t) (ones_of nw).

Lemma slot_length ms : slot_fits pb ms -> N.of_nat (length ms) <= size nw * server_count.
Proof.
  intros S. unfold server_count. assert (E : length (ones_of nw) = length (generators nw)) by (unfold ones_of; rewrite mapr_map, map_length; auto).
  pose proof (capacity_sound (ones_of nw) ms E S) as C. rewrite (sum_ext _ (fun _ => 1)) in C; [rewrite sum_const in C; lia|].
  intros m Hm. unfold price. destruct (link_step _ _ _ (uniform_links nw U) (moves_over_links _ _ S m Hm)) as (Hu & _ & g & Hg & ->). cbn [net pb isotropic] in *. fold nw in Hu, Hg |- *.
  rewrite (types_are_generators _ _ T), weight_of_ones by (auto; apply ones_are_one). auto.
Qed.

Lemma pooled_bind g v sc : gauge_for nw (ones_of nw) = Some g -> 0 < server_count ->
  pooled_of server_count (mapr (weigh g) offs) = Some v -> legal pb sc -> size nw * v <= total_delay pb sc.
Proof.
  intros G M P H. apply pooled_of_sound in P. subst v. rewrite mapr_map.
  pose proof size_positive as Sz.
  pose proof (pooled_binds pb (size nw * server_count) _ ltac:(nia) packets_distinct targets_ok slot_length (hop_potential g G) sc H) as B.
  eapply N.le_trans; [|exact B]. cbn [packets pb isotropic]. fold nw.
  pose proof (pooled_each (N.to_nat (size nw)) server_count (fun i => weigh g (nth (N.to_nat i) offs 0)) (upto (size nw)) (places offs) ltac:(lia) M) as E.
  rewrite N2Nat.id in E. rewrite <- (map_map (fun i => nth (N.to_nat i) offs 0)) in E. unfold places in E at 2. rewrite nth_upto in E.
  rewrite <- E by (pose proof (upto_length (size nw)); lia). apply N.eq_le_incl. f_equal. apply map_ext_in.
  intros [s i] Hp. apply in_prod_iff in Hp. destruct Hp as [Hs Hi]. apply in_upto in Hs, Hi. symmetry. apply togo_own; auto.
Qed.
End Bounds.
