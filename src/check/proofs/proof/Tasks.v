(** Whether a task is one of the documents, and its packets as runs. *)
From Coq Require Import String Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Families Compute Lines Hops Near.
Import ListNotations.
Open Scope N_scope.

Definition diameter (nw : network) : option N :=
  match nw with
  | Hypercube d => Some d
  | IncompleteHypercube n => Some (loop (fun best v => N.max best (bits v)) n 0)
  | Torus ps => Some (sumf (fun p => p / 2) ps)
  | Complete _ => Some 1
  | Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ =>
      match all_hops nw with
      | Some g => Some (loop (fun best u => loop (fun best v => N.max best (far_of nw g u v)) (size nw) best) (size nw) 0)
      | None => None
      end
  | _ => match gauge_for nw (ones_of nw) with
      | Some g => Some (loop (fun best v => N.max best (weigh g v)) (size nw) 0)
      | None => None
      end
  end.

Definition positive (c : N) : bool := 1 <=? c.

Definition valid_traffic (nw : network) (tr : traffic) : bool :=
  let n := size nw in
  let node v := (v <? n) && negb (is_switch nw v) in
  match tr with
  | TotalExchange c | MultinodeBroadcast c | MultinodeAccumulation c => positive c
  | NeighbourhoodExchange lo hi c =>
      positive c && (1 <=? lo) && (lo <=? hi) && match diameter nw with Some d => hi <=? d | None => true end
  | Isotropic l c => uniform nw && positive c && forallb (fun q => positive (fst q) && (fst q <? n) && positive (snd q)) l
  | Demands l c => positive c && forallb (fun q =>
      node (fst (fst q)) && node (snd (fst q)) && negb (fst (fst q) =? snd (fst q)) && positive (snd q)) l
  | Scatter r c | Gather r c | Broadcast r c | Accumulation r c => positive c && node r
  end.

Definition valid_ports (rule : port_rule) : bool := match rule with AtMost k => positive k | _ => true end.

Definition valid_task (t : task) : bool :=
  valid_network (task_network t) && valid_traffic (task_network t) (task_traffic t) && valid_ports (task_ports t).

(* n numbers are gone through only where the document is as long *)
Definition most_nodes : N := 2 ^ 24.

(** ** Offsets *)

Definition other_node (keep : N -> bool) (c : N) (l : list (N * N)) (x : N) : list (N * N) :=
  if x =? 0 then l else if keep x then (x, c) :: l else l.

Definition offset_runs (nw : network) (tr : traffic) : option (list (N * N)) :=
  let others keep c := loop (other_node keep c) (size nw) [] in
  match tr with
  | TotalExchange c => Some (others (fun _ => true) c)
  | NeighbourhoodExchange lo hi c => match near nw lo hi with Some f => Some (others (f 0) c) | None => None end
  | Isotropic l c => Some (mapr (fun q => (fst q, snd q * c)) l)
  | _ => None
  end.

Lemma times_times c m (x : N) : flat_map (times c) (times m x) = times (m * c) x.
Proof.
  unfold times. induction m as [|m IH] using N.peano_ind; [reflexivity|].
  rewrite N2Nat.inj_succ. cbn [repeat flat_map]. rewrite IH, N.mul_succ_l, N.add_comm, N2Nat.inj_add, repeat_app. auto.
Qed.

Lemma spelt_cons x c r : spelt ((x, c) :: r) = times c x ++ spelt r.
Proof. reflexivity. Qed.

Lemma others_spelt nw keep c :
  Permutation (spelt (loop (other_node keep c) (size nw) []))
    (flat_map (times c) (filter keep (filter (fun x => negb (x =? 0)) (upto (size nw))))).
Proof.
  rewrite loop_upto. generalize (upto (size nw)) as l. intros l.
  enough (forall r, Permutation (spelt (fold_left (other_node keep c) l r))
    (flat_map (times c) (filter keep (filter (fun x => negb (x =? 0)) l)) ++ spelt r)) as H by (specialize (H []); rewrite app_nil_r in H; auto).
  induction l as [|x l IH]; intros r; cbn [fold_left filter]; auto.
  eapply Permutation_trans; [apply IH|]. unfold other_node at 1. destruct (x =? 0); cbn [negb filter flat_map]; auto.
  destruct (keep x); auto. cbn [flat_map]. unfold spelt. cbn [flat_map fst snd]. rewrite <- app_assoc.
  rewrite (app_assoc (times c x)). eapply Permutation_trans; [apply Permutation_app_comm|]. rewrite <- !app_assoc.
  apply Permutation_app_head. apply Permutation_app_comm.
Qed.

Lemma filter_true {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l; cbn; congruence. Qed.

Lemma offset_runs_sound nw tr runs : valid_network nw = true -> offset_runs nw tr = Some runs -> Permutation (spelt runs) (offsets nw tr).
Proof.
  intros V. destruct tr as [c|lo hi c|l c| | | | | | |]; cbn [offset_runs]; try discriminate;
    try (destruct (near nw lo hi) as [f|] eqn:F; [|discriminate]); intros H; injection H as <-; cbn [offsets].
  - eapply Permutation_trans; [apply others_spelt|]. rewrite filter_true. auto.
  - eapply Permutation_trans; [apply others_spelt|]. rewrite (filter_ext_in (f 0) (between nw lo hi 0)); auto.
    intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _]. apply in_upto in Hx. apply (near_sound _ _ _ _ V F); auto. lia.
  - rewrite mapr_map. enough (spelt (map (fun q => (fst q, snd q * c)) l) =
      flat_map (times c) (flat_map (fun q => times (snd q) (fst q)) l)) as -> by auto.
    induction l as [|[x m] l IH]; [reflexivity|]. rewrite map_cons, spelt_cons, IH. cbn [fst snd].
    rewrite <- times_times, <- flat_map_app. reflexivity.
Qed.

Lemma offsets_below nw tr : valid_traffic nw tr = true -> forall x, In x (offsets nw tr) -> x < size nw.
Proof.
  assert (F : forall c l, (forall x, In x l -> x < size nw) -> forall x, In x (flat_map (times c) l) -> x < size nw).
  { intros c l H x Hx. apply in_flat_map in Hx. destruct Hx as (y & Hy & Hx). apply repeat_spec in Hx. subst. auto. }
  destruct tr as [c|lo hi c|l c| | | | | | |]; cbn [offsets valid_traffic]; intros V; try (intros x []).
  - apply F. intros x Hx. apply filter_In in Hx. apply in_upto. tauto.
  - apply F. intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _]. apply filter_In in Hx. apply in_upto. tauto.
  - apply F. intros x Hx. apply in_flat_map in Hx. destruct Hx as (q & Hq & Hx). apply repeat_spec in Hx. subst.
    rewrite !andb_true_iff, forallb_forall in V. destruct V as [_ V]. specialize (V q Hq). rewrite !andb_true_iff, N.ltb_lt in V. tauto.
Qed.

(** ** Pairs, as runs of pairs *)

Definition pair_runs (nw : network) (tr : traffic) : list ((N * N) * N) :=
  let nodes (_ : Datatypes.unit) := hosts nw in      (* demands ask for ends, not for nodes *)
  let apart (_ : Datatypes.unit) := filter (fun st => negb (fst st =? snd st)) (list_prod (nodes tt) (nodes tt)) in
  let each (c : N) := map (fun e : N * N => (e, c)) in
  match tr with
  | TotalExchange c => each c (apart tt)
  | NeighbourhoodExchange lo hi c =>
      match near nw lo hi with Some f => each c (filter (fun st => f (fst st) (snd st)) (apart tt)) | None => [] end
  | Isotropic l c => flat_map (fun s => map (fun q => ((s, product nw s (fst q)), snd q * c)) l) (nodes tt)
  | Demands l c => map (fun q => (fst q, snd q * c)) l
  | Scatter r c => each c (map (fun v => (r, v)) (filter (fun v => negb (v =? r)) (nodes tt)))
  | Gather r c => each c (map (fun v => (v, r)) (filter (fun v => negb (v =? r)) (nodes tt)))
  | _ => []
  end.

Definition spelt_pairs (runs : list ((N * N) * N)) : list (N * N) := flat_map (fun r => times (snd r) (fst r)) runs.

Lemma times_of_times {A} c m (x : A) : flat_map (times c) (times m x) = times (m * c) x.
Proof.
  unfold times. induction m as [|m IH] using N.peano_ind; [reflexivity|].
  rewrite N2Nat.inj_succ. cbn [repeat flat_map]. rewrite IH, N.mul_succ_l, N.add_comm, N2Nat.inj_add, repeat_app. auto.
Qed.

Lemma map_times {A B} (f : A -> B) c x : map f (times c x) = times c (f x).
Proof. unfold times. induction (N.to_nat c); cbn; congruence. Qed.

Definition unknown_distances (nw : network) (tr : traffic) : bool :=
  match tr with NeighbourhoodExchange lo hi _ => match near nw lo hi with None => true | _ => false end | _ => false end.

Lemma pair_runs_sound nw tr : valid_network nw = true -> unknown_distances nw tr = false -> spelt_pairs (pair_runs nw tr) = pairs nw tr.
Proof.
  intros V D. unfold spelt_pairs. assert (E : forall c l, flat_map (fun r => times (snd r) (fst r)) (map (fun e : N * N => (e, c)) l) = flat_map (times c) l).
  { intros c l. induction l as [|e l IH]; cbn [map flat_map fst snd]; congruence. }
  destruct tr as [c|lo hi c|l c|l c|r c|r c| | | |]; cbn [pair_runs pairs]; auto.
  - cbn [unknown_distances] in D. destruct (near nw lo hi) as [f|] eqn:F; [|discriminate]. rewrite E. f_equal.
    apply filter_ext_in. intros [u v] H. apply filter_In in H. destruct H as [H _]. apply in_prod_iff in H. rewrite !in_hosts in H.
    apply (near_sound _ _ _ _ V F); apply H.
  - generalize (hosts nw) as nodes. induction nodes as [|s nodes IH]; [reflexivity|]. cbn [flat_map]. rewrite flat_map_app, IH. f_equal.
    cbn [offsets]. clear. induction l as [|[x m] l IH]; [reflexivity|]. cbn [map flat_map fst snd].
    rewrite IH, flat_map_app, map_app, times_of_times, map_times. reflexivity.
  - clear D. induction l as [|[e m] l IH]; [reflexivity|]. cbn [map flat_map fst snd]. rewrite IH, flat_map_app, times_of_times. reflexivity.
Qed.

Definition pair_key (n : N) (e : N * N) : N := fst e * n + snd e.

Definition same_pairs (n : N) (ends : list (N * N)) (runs : list ((N * N) * N)) : bool :=
  forallb (fun e => (fst e <? n) && (snd e <? n)) ends &&
  forallb (fun r => snd (fst r) <? n) runs &&
  same_runs (mapr (pair_key n) ends) (mapr (fun r => (pair_key n (fst r), snd r)) runs).

Lemma same_pairs_sound n ends runs : same_pairs n ends runs = true ->
  Permutation ends (spelt_pairs runs) /\ forall e, In e ends -> fst e < n /\ snd e < n.
Proof.
  unfold same_pairs. rewrite !andb_true_iff, !forallb_forall, !mapr_map. intros [[A B] S].
  assert (A' : forall e, In e ends -> fst e < n /\ snd e < n).
  { intros e He. specialize (A e He). rewrite andb_true_iff, !N.ltb_lt in A. auto. }
  split; auto. apply same_runs_sound in S. apply (Permutation_map (fun x => (x / n, x mod n))) in S.
  assert (K : forall e, snd e < n -> (pair_key n e / n, pair_key n e mod n) = e).
  { intros [u v] Hv. unfold pair_key. cbn [fst snd] in *. f_equal.
    - symmetry. apply (N.div_unique _ _ u v); lia.
    - symmetry. apply (N.mod_unique _ _ u v); lia. }
  rewrite map_map, (map_ext_in _ (fun e => e)), map_id in S by (intros; apply K, A'; auto).
  enough (E : map (fun x => (x / n, x mod n)) (spelt (map (fun r => (pair_key n (fst r), snd r)) runs)) = spelt_pairs runs) by (rewrite E in S; auto).
  clear S A A'. induction runs as [|[e c] runs IH]; [reflexivity|]. unfold spelt_pairs in *. cbn [map fst snd flat_map].
  rewrite spelt_cons, map_app, map_times, IH, K; auto.
  - specialize (B _ (or_introl eq_refl)). apply N.ltb_lt in B. exact B.
  - intros r Hr. apply B. right; auto.
Qed.

(** ** Roots *)

Definition root_runs (nw : network) (tr : traffic) : list (N * N) :=
  match tr with
  | Broadcast r c | Accumulation r c => [(r, c)]
  | MultinodeBroadcast c | MultinodeAccumulation c => map (fun v => (v, c)) (hosts nw)
  | _ => []
  end.

Lemma root_runs_sound nw tr : spelt (root_runs nw tr) = roots nw tr.
Proof.
  unfold spelt. destruct tr; cbn [root_runs roots flat_map fst snd]; rewrite ?app_nil_r; auto;
    induction (hosts nw) as [|v l IH]; cbn [map flat_map fst snd]; congruence.
Qed.

Lemma roots_below nw tr : valid_traffic nw tr = true -> forall r, In r (roots nw tr) -> In r (hosts nw).
Proof.
  destruct tr as [| | | | | |r c|r c|c|c]; cbn [roots valid_traffic]; intros V x; try (intros []).
  1,2: intros H; apply repeat_spec in H; subst; rewrite !andb_true_iff, N.ltb_lt, negb_true_iff in V; apply in_hosts; tauto.
  1,2: intros H; apply in_flat_map in H; destruct H as (y & Hy & H); apply repeat_spec in H; subst; exact Hy.
Qed.
