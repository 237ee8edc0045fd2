(** The bound by a cut on broadcasts: a packet that starts inside must go outside at least once. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Isotropic Compute Families Cut.
Import ListNotations.
Open Scope N_scope.

Section CutTrees.
Variables (pb : problem) (inside : N -> bool) (y : N).
Hypothesis distinct : NoDup (packets pb).
Hypothesis outside : In y (hosts (net pb)) /\ inside y = false.
Hypothesis V : valid_network (net pb) = true.

(* so far all who have it are inside *)
Definition kept (has : name -> N -> bool) (p : name) : bool := forallb (fun v => negb (has p v) || inside v) (upto (size (net pb))).
Definition out_of (m : move) : N := if crosses inside (from m) (to m) then 1 else 0.

Lemma moved_out ms : sum (fun p => if existsb (fun m => is_name (packet m) p && crosses inside (from m) (to m)) ms then 1 else 0) (packets pb) <= sum out_of ms.
Proof.
  induction ms as [|m ms IH]; [cbn [existsb]; rewrite sum_const; lia|]. rewrite sum_cons.
  eapply N.le_trans; [|apply N.add_le_mono; [apply (sum_one name_eq (packet m) (out_of m) (packets pb) distinct)|exact IH]].
  rewrite <- sum_plus. apply sum_le. intros p _. cbn [existsb]. unfold out_of, is_name at 1. destruct (name_eq (packet m) p); cbn [andb orb]; [|lia].
  destruct (crosses inside (from m) (to m)); cbn [orb]; [destruct (existsb _ ms); lia|lia].
Qed.

Lemma kept_or_out has ms : legal_copies pb has ms ->
  sum (fun p => if kept has p then 1 else 0) (packets pb) <= sum (fun p => if kept (copied has ms) p then 1 else 0) (packets pb) + sum out_of ms.
Proof.
  intros L. eapply N.le_trans; [|apply N.add_le_mono_l, moved_out]. rewrite <- sum_plus. apply sum_le. intros p _.
  destruct (kept has p) eqn:K; [|lia]. destruct (kept (copied has ms) p) eqn:K'; [lia|].
  replace (existsb _ ms) with true; [lia|]. symmetry. apply existsb_exists.
  unfold kept in K, K'. rewrite forallb_forall in K.
  assert (E : exists v, In v (upto (size (net pb))) /\ negb (copied has ms p v) || inside v = false).
  { clear -K'. induction (upto (size (net pb))) as [|v l IH]; [discriminate|]. cbn [forallb] in K'. destruct (negb (copied has ms p v) || inside v) eqn:E.
    - destruct IH as (w & W & F); auto. exists w. split; auto. right; auto.
    - exists v. split; auto. left; auto. }
  destruct E as (v & Hv & E). apply orb_false_iff in E. destruct E as [C O]. apply negb_false_iff in C.
  pose proof (K v Hv) as Kv. rewrite O, orb_false_r in Kv. apply negb_true_iff in Kv.
  unfold copied in C. rewrite Kv in C. cbn [orb] in C. apply existsb_exists in C. destruct C as (m & Hm & C).
  apply andb_true_iff in C. destruct C as [P T]. apply is_node_true in T. exists m. split; auto. rewrite P. cbn [andb].
  unfold crosses. rewrite T, O, andb_true_r.
  pose proof (who_sends_has_it _ _ _ L m Hm) as H. apply is_name_true in P. rewrite P in H.
  pose proof (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as (Hu & _ & _).
  specialize (K (from m) ltac:(apply in_upto; auto)). rewrite H in K. exact K.
Qed.

Theorem cut_trees sc : 0 < across (net pb) inside (ports pb) -> legal_broadcast pb sc ->
  ceil (count (fun p => inside (source pb p)) (packets pb)) (across (net pb) inside (ports pb)) <= slots sc.
Proof.
  intros C H. apply ceil_least; auto. set (cap := across (net pb) inside (ports pb)) in *.
  assert (G : forall sc has, legal_broadcast_from pb has sc ->
    sum (fun p => if kept has p then 1 else 0) (packets pb) <= slots sc * cap).
  { clear H sc. unfold slots. induction sc as [|ms sc IH]; cbn [legal_broadcast_from length]; intros has H.
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p Hp. unfold kept.
      destruct (forallb _ _) eqn:F; auto. rewrite forallb_forall in F. destruct outside as [Hy Iy].
      specialize (F y ltac:(apply in_upto; apply in_hosts in Hy; apply Hy)). rewrite (H p y Hp Hy), Iy in F. discriminate.
    - destruct H as [L H]. specialize (IH _ H). pose proof (kept_or_out has ms L) as K.
      pose proof (slot_crosses (net pb) inside pb eq_refl V ms (copies_fit _ _ _ L)) as S. fold cap in S.
      change (sum (fun m => if crosses inside (from m) (to m) then 1 else 0) ms) with (sum out_of ms) in S. nia. }
  specialize (G sc _ H). rewrite count_sum. eapply N.le_trans; [|exact G]. apply sum_le. intros p _.
  destruct (inside (source pb p)) eqn:I; [|lia]. replace (kept _ p) with true; [lia|]. symmetry. unfold kept. apply forallb_forall. intros v _.
  unfold is_node. destruct (N.eq_dec (source pb p) v) as [<-|]; cbn [negb orb]; auto.
Qed.
End CutTrees.
