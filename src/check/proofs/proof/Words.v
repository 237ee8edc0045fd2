(** A certificate claim by claim: what files of `isotask export --to coq` are proved from. *)
From Coq Require Import NArith List Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Claims Checker Forms.
Import ListNotations.
Open Scope N_scope.

Section Words.
Variables (t : task) (p : plan) (cs : list statement) (v l : N).
Hypothesis C : certified t p cs.

Lemma of_claim q s h : In (Statement q v s h l) cs ->
  holds (problem_of t p) (is_bound t p s h) (written_out t p) (counted_for t p) q v l.
Proof. intros I. destruct C as (_ & _ & F). rewrite Forall_forall in F. apply (F _ I). Qed.

Lemma packets_of : packets_fit t p.
Proof. apply C. Qed.

Lemma legal_of : is_legal t p (written_out t p).
Proof. apply C. Qed.

(* the schedule is one of those that are bound *)
Lemma bound_of q s h : In (Statement q v s h l) cs -> is_bound t p s h (written_out t p).
Proof. intros I. apply (of_claim _ _ _ I). Qed.

Lemma slots_of_bound s h : In (Statement CompletionTime v s h l) cs ->
  slots (written_out t p) = v /\ forall other, is_bound t p s h other -> l <= slots other.
Proof.
  intros I. destruct (of_claim _ _ _ I) as (_ & M & B). cbn [measure] in M, B. rewrite N.mul_1_l in M. split; auto.
  intros o O. specialize (B o O). rewrite N.mul_1_l in B. exact B.
Qed.

Lemma transmissions_of_bound s h : In (Statement Transmissions v s h l) cs ->
  transmissions (written_out t p) = counted_for t p * v /\ forall other, is_bound t p s h other -> counted_for t p * l <= transmissions other.
Proof. intros I. apply (of_claim _ _ _ I). Qed.

Lemma delay_of_bound s h : In (Statement TotalDelay v s h l) cs ->
  total_delay (problem_of t p) (written_out t p) = counted_for t p * v /\
  forall other, is_bound t p s h other -> counted_for t p * l <= total_delay (problem_of t p) other.
Proof. intros I. apply (of_claim _ _ _ I). Qed.

(* of scope "all", whatever the length *)
Lemma slots_of : In (Statement CompletionTime v Everything None l) cs ->
  slots (written_out t p) = v /\ forall other, is_legal t p other -> l <= slots other.
Proof. intros I. destruct (slots_of_bound _ _ I) as [M B]. split; auto. intros o O. apply B. repeat split; auto. Qed.

Lemma transmissions_of : In (Statement Transmissions v Everything None l) cs ->
  transmissions (written_out t p) = counted_for t p * v /\ forall other, is_legal t p other -> counted_for t p * l <= transmissions other.
Proof. intros I. destruct (transmissions_of_bound _ _ I) as [M B]. split; auto. intros o O. apply B. repeat split; auto. Qed.

Lemma delay_of : In (Statement TotalDelay v Everything (Some AnyHorizon) l) cs ->
  total_delay (problem_of t p) (written_out t p) = counted_for t p * v /\
  forall other, is_legal t p other -> counted_for t p * l <= total_delay (problem_of t p) other.
Proof. intros I. destruct (delay_of_bound _ _ I) as [M B]. split; auto. intros o O. apply B. repeat split; auto. Qed.
End Words.

(** Which schedules are legal, by the kind of the plan and the task *)

Definition carries (p : plan) : Prop := match p with Symmetric _ _ | Explicit _ _ => True | _ => False end.
Definition spreads (p : plan) : Prop := match p with SymmetricTrees _ | ExplicitTrees _ _ => True | _ => False end.

Lemma legal_personal t p cs : certified t p cs -> carries p -> legal (problem_of t p) (written_out t p).
Proof. intros (_ & L & _) K. destruct p; destruct K; exact L. Qed.

Lemma legal_copied t p cs : certified t p cs -> spreads p -> is_broadcast (task_traffic t) = true ->
  legal_broadcast (problem_of t p) (written_out t p).
Proof. intros (_ & L & _) K B. destruct p; destruct K; cbn [is_legal] in L; rewrite B in L; exact L. Qed.

Lemma legal_combined t p cs : certified t p cs -> spreads p -> is_broadcast (task_traffic t) = false ->
  legal_accumulation (problem_of t p) (written_out t p).
Proof. intros (_ & L & _) K B. destruct p; destruct K; cbn [is_legal] in L; rewrite B in L; exact L. Qed.
