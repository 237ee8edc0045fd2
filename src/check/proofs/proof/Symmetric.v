(** Symmetric schedules: rules 1 to 4 at node 0 make the schedule of all nodes legal. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group.
Import ListNotations.
Open Scope N_scope.

Section Symmetric.
Variables (t : task) (inv : N -> N) (offs : list N).
Let nw := task_network t.
Hypothesis L : translations nw inv.
Hypothesis Ln : lines nw = None.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.

Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.

(* the rules as the document states them *)
Record fits_at_0 (ms : list (N * N)) : Prop := {
  s_packets : forall m, In m ms -> fst m < N.of_nat (length offs);
  s_links   : forall m, In m ms -> snd m < N.of_nat (length (generators nw));
  s_once    : NoDup (map fst ms);
  s_link    : NoDup (map snd ms);
  s_ports   : match task_ports t with All => True | AtMost k => N.of_nat (length ms) <= k | HalfDuplex => ms = [] end }.

Fixpoint legal_at_0 (at_node : N -> N) (sc : list (list (N * N))) : Prop :=
  match sc with
  | [] => forall i, i < N.of_nat (length offs) -> at_node i = off i
  | ms :: rest => fits_at_0 ms /\ legal_at_0 (moved nw at_node ms) rest
  end.

Lemma link_ok ms m : fits_at_0 ms -> In m ms ->
  generator nw (snd m) < size nw /\ In (generator nw (snd m)) (generators nw).
Proof.
  intros S Hm. pose proof (s_links _ S m Hm).
  assert (In (generator nw (snd m)) (generators nw)) by (apply nth_In; lia). split; auto. apply (g_gens _ _ L); auto.
Qed.

Lemma moved_nodes at_node ms : fits_at_0 ms -> (forall i, In i idx -> at_node i < size nw) ->
  forall i, In i idx -> moved nw at_node ms i < size nw.
Proof.
  intros S C i Hi. unfold moved. destruct (find _ ms) as [m|] eqn:E; auto.
  apply find_some in E. apply (g_op _ _ L); auto. apply (link_ok ms); tauto.
Qed.

Definition expanded at_node ms := map (translate nw at_node) (list_prod (upto (size nw)) ms).

Lemma in_expanded at_node ms m : fits_at_0 ms -> (forall i, In i idx -> at_node i < size nw) -> In m (expanded at_node ms) ->
  exists s q, m = translate nw at_node (s, q) /\ s < size nw /\ In q ms /\ at_node (fst q) < size nw.
Proof.
  intros S C H. apply in_map_iff in H. destruct H as ([s q] & <- & H). apply in_prod_iff in H. destruct H as [Hs Hq].
  exists s, q. repeat split; auto. - apply in_upto; auto. - apply C, in_upto, (s_packets _ S); auto.
Qed.

Lemma expanded_once at_node ms v (f : move -> N) : fits_at_0 ms -> (forall i, In i idx -> at_node i < size nw) ->
  (forall s s' q, s < size nw -> s' < size nw -> In q ms ->
     f (translate nw at_node (s, q)) = f (translate nw at_node (s', q)) -> s = s') ->
  count (fun m => is_node (f m) v) (expanded at_node ms) <= N.of_nat (length ms).
Proof.
  intros S C Inj. unfold count. set (F := filter _ _).
  assert (El : forall m, In m F -> In m (expanded at_node ms) /\ f m = v).
  { intros m Hm. apply filter_In in Hm. rewrite is_node_true in Hm. exact Hm. }
  enough (length F <= length ms)%nat by lia.
  rewrite <- (map_length (fun m => snd (packet m)) F), <- (map_length fst ms). apply NoDup_incl_length.
  - apply NoDup_map_in.
    + intros x y Hx Hy E. apply El in Hx, Hy. destruct Hx as [Hx Ex], Hy as [Hy Ey].
      apply in_expanded in Hx, Hy; auto. destruct Hx as (s & q & -> & ? & Q & ?), Hy as (s' & q' & -> & ? & Q' & ?).
      cbn in E. pose proof (NoDup_map_inj fst ms q q' (s_once _ S) Q Q' E). subst q'.
      rewrite (Inj s s' q); auto. congruence.
    + apply NoDup_filter. apply NoDup_map_in; [|apply NoDup_list_prod; [apply upto_nodup|eapply NoDup_map_inv, (s_once _ S)]].
      intros [s q] [s' q'] H H' E. apply in_prod_iff in H, H'. inversion E.
      rewrite (NoDup_map_inj fst ms q q'); tauto || apply (s_once _ S).
  - intros i Hi. apply in_map_iff in Hi. destruct Hi as (x & <- & Hx). apply El in Hx. destruct Hx as [Hx _].
    apply in_expanded in Hx; auto. destruct Hx as (s & q & -> & ? & Q & _). cbn. apply in_map; auto.
Qed.

(* links side by side are told by their numbers *)
Lemma expanded_links at_node ms u v : fits_at_0 ms -> (forall i, In i idx -> at_node i < size nw) ->
  count (fun m => is_node (from m) u && is_node (to m) v) (expanded at_node ms) <= links_between nw u v.
Proof.
  intros S C. destruct (N.lt_ge_cases v (size nw)) as [Hv|Hv].
  2:{ rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. apply in_expanded in Hm; auto.
      destruct Hm as (s & q & -> & Hs & Q & A). pose proof (link_ok ms q S Q) as [G _]. cbn.
      unfold is_node at 2. destruct (N.eq_dec _ v) as [E|]; [|rewrite andb_false_r; auto].
      pose proof (g_op _ _ L s _ Hs (g_op _ _ L _ _ A G)). lia. }
  rewrite links_by_generators, <- (nth_upto 0 (generators nw)), count_map by auto. unfold expanded. rewrite count_map.
  set (f := fun sq : N * (N * N) => _). unfold count. set (F := filter f _).
  assert (El : forall s q, In (s, q) F -> s < size nw /\ In q ms /\ at_node (fst q) < size nw /\ product nw s (at_node (fst q)) = u /\
    product nw s (product nw (at_node (fst q)) (generator nw (snd q))) = v).
  { intros s q H. apply filter_In in H. destruct H as [H E]. apply in_prod_iff in H. destruct H as [Hs Q]. apply in_upto in Hs.
    unfold f in E. cbn in E. rewrite andb_true_iff, !is_node_true in E. repeat split; try tauto. apply C, in_upto, (s_packets _ S); auto. }
  enough (length F <= length (filter (fun j => is_node (product nw u (generator nw j)) v) (upto (N.of_nat (length (generators nw))))))%nat by (unfold generator in *; lia).
  rewrite <- (map_length (fun sq => snd (snd sq)) F). apply NoDup_incl_length.
  - apply NoDup_map_in.
    + intros [s q] [s' q'] Hx Hy E. apply El in Hx, Hy. destruct Hx as (Hs & Q & A & Eu & _), Hy as (Hs' & Q' & A' & Eu' & _). cbn in E.
      pose proof (NoDup_map_inj snd ms q q' (s_link _ S) Q Q' E). subst q'. rewrite <- Eu' in Eu. apply (cancel_r L) in Eu; auto. congruence.
    + apply NoDup_filter, NoDup_list_prod; [apply upto_nodup|eapply NoDup_map_inv, (s_once _ S)].
  - intros j Hj. apply in_map_iff in Hj. destruct Hj as ([s q] & <- & H). apply El in H. destruct H as (Hs & Q & A & <- & <-). cbn.
    pose proof (link_ok ms q S Q) as [G _]. apply filter_In. split; [apply in_upto, (s_links _ S), Q|]. apply is_node_true.
    rewrite (g_assoc _ _ L); auto.
Qed.

Lemma expanded_legal at_node ms pos : fits_at_0 ms -> (forall i, In i idx -> at_node i < size nw) ->
  (forall s i, s < size nw -> In i idx -> pos (s, i) = product nw s (at_node i)) ->
  legal_slot (isotropic t offs) pos (expanded at_node ms).
Proof.
  intros S C Pos.
  assert (ND : NoDup (list_prod (upto (size nw)) ms))
    by (apply NoDup_list_prod; [apply upto_nodup|eapply NoDup_map_inv, (s_once _ S)]).
  assert (P : forall q, In q ms -> In (fst q) idx) by (intros q Hq; apply in_upto, (s_packets _ S); auto).
  assert (Sends : forall v, sends (expanded at_node ms) v <= N.of_nat (length ms)).
  { intros v. apply expanded_once; auto. cbn. intros s s' q Hs Hs' Hq E. apply (cancel_r L) in E; auto. }
  assert (Receives : forall v, receives (expanded at_node ms) v <= N.of_nat (length ms)).
  { intros v. apply expanded_once; auto. cbn. intros s s' q Hs Hs' Hq E. pose proof (link_ok ms q S Hq) as [G _].
    apply (cancel_r L) in E; auto using (g_op _ _ L). }
  constructor; [constructor|..].
  - intros m H. apply in_expanded in H; auto. destruct H as (s & q & -> & ? & ? & ?). cbn.
    apply in_prod_iff. split; [apply in_upto; auto|apply P; auto].
  - intros m H. apply in_expanded in H; auto. destruct H as (s & q & -> & ? & Q & ?). destruct (link_ok ms q S Q).
    apply (link_iff L); auto. split; [apply (g_op _ _ L); auto|]. cbn. eexists. split; [eassumption|].
    apply (g_assoc _ _ L); auto.
  - intros u v. apply expanded_links; auto.
  - intros v. specialize (Sends v). specialize (Receives v). pose proof (s_ports _ S) as Po. cbn [ports net isotropic]. rewrite one_rule by auto.
    destruct (task_ports t); cbn; auto; [lia|]. subst ms. cbn in Sends, Receives. lia.
  - intros m H. apply in_expanded in H; auto. destruct H as (s & q & -> & ? & ? & ?). cbn. auto.
  - unfold expanded. rewrite map_map. apply NoDup_map_in; auto. intros [s q] [s' q'] Hx Hy E. apply in_prod_iff in Hx, Hy.
    cbn in E. injection E as -> E2. f_equal. apply (NoDup_map_inj fst ms); tauto || apply (s_once _ S).
Qed.

Lemma expanded_after at_node ms pos : fits_at_0 ms ->
  (forall s i, s < size nw -> In i idx -> pos (s, i) = product nw s (at_node i)) ->
  forall s i, s < size nw -> In i idx -> after pos (expanded at_node ms) (s, i) = product nw s (moved nw at_node ms i).
Proof.
  intros S Pos s i Hs Hi. unfold after, moved. destruct (move_of (expanded at_node ms) (s, i)) as [m|] eqn:E.
  - apply move_of_some in E. destruct E as [H E]. apply in_map_iff in H. destruct H as ([s' q] & <- & H).
    apply in_prod_iff in H. destruct H as [_ H]. cbn in E. inversion E; subst.
    destruct (find _ ms) as [q'|] eqn:F.
    + apply find_some in F. destruct F as [F F']. apply N.eqb_eq in F'.
      pose proof (NoDup_map_inj fst ms q' q (s_once _ S) F H F'). subst q'. reflexivity.
    + eapply find_none in F; [|exact H]. rewrite N.eqb_refl in F. discriminate.
  - destruct (find _ ms) as [q'|] eqn:F; [|auto].
    apply find_some in F. destruct F as [F F']. apply N.eqb_eq in F'. subst i.
    unfold move_of in E. eapply find_none with (x := translate nw at_node (s, q')) in E.
    + cbn in E. assert (is_name (s, fst q') (s, fst q') = true) by (apply is_name_true; auto). congruence.
    + apply in_map_iff. exists (s, q'). split; auto. apply in_prod_iff. split; auto. apply in_upto; auto.
Qed.

Theorem symmetric_is_legal sc : legal_at_0 (fun _ => 0) sc -> legal (isotropic t offs) (at_all_nodes nw (fun _ => 0) sc).
Proof.
  unfold legal.
  assert (A : forall at_node pos, (forall i, In i idx -> at_node i < size nw) ->
     (forall s i, s < size nw -> In i idx -> pos (s, i) = product nw s (at_node i)) ->
     legal_at_0 at_node sc -> legal_from (isotropic t offs) pos (at_all_nodes nw at_node sc)).
  { induction sc as [|ms sc IH]; cbn [legal_at_0 at_all_nodes legal_from]; intros at_node pos C Pos H.
    - intros [s i] Hp. cbn in Hp |- *. apply in_prod_iff in Hp. destruct Hp as [Hs Hi]. apply in_upto in Hs.
      rewrite Pos, H by (auto; apply in_upto; auto). reflexivity.
    - destruct H as [S H]. split; [apply expanded_legal; auto|]. apply IH; auto using moved_nodes.
      apply expanded_after; auto. }
  intros H. apply A; auto.
  - intros; apply (g_unit _ _ L).
  - intros s i Hs _. cbn. rewrite (g_right _ _ L); auto.
Qed.

Lemma at_all_nodes_slots sc : forall at_node, slots (at_all_nodes nw at_node sc) = N.of_nat (length sc).
Proof. unfold slots. induction sc; intros; cbn [at_all_nodes length]; auto. specialize (IHsc (moved nw at_node a)). lia. Qed.

Lemma at_all_nodes_transmissions sc : forall at_node,
  transmissions (at_all_nodes nw at_node sc) = size nw * sum (fun ms => N.of_nat (length ms)) sc.
Proof.
  unfold transmissions. induction sc as [|ms sc IH]; intros at_node; cbn [at_all_nodes concat]; [cbn; lia|].
  rewrite app_length, map_length, prod_length, sum_cons. specialize (IH (moved nw at_node ms)). rewrite Nat2N.inj_add, IH, Nat2N.inj_mul, upto_length. lia.
Qed.
End Symmetric.
