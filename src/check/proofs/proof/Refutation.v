(** Clauses that follow from others by unit propagation along hints. *)
From Coq Require Import Arith ZArith NArith List Lia Bool.
From Isotask.Proof Require Import Compute.
Import ListNotations.
Open Scope N_scope.

(* a literal: whether it is the variable or its negation, and the number of the variable, from 1 *)
Definition literal := (bool * N)%type.
Definition literal_of (z : Z) : literal := (0 <? z, Z.abs_N z)%Z.

Definition value (values : PM.t bool) (l : literal) : option bool :=
  option_map (Bool.eqb (fst l)) (PM.find (N.succ_pos (snd l)) values).

(* takes all literals to be false *)
Fixpoint assume (variables : N) (values : PM.t bool) (c : list literal) : option (PM.t bool) :=
  match c with
  | [] => Some values
  | l :: c =>
      if (1 <=? snd l) && (snd l <=? variables) then
        match value values l with None => assume variables (put values (snd l) (negb (fst l))) c | Some _ => None end
      else None
  end.

Definition open_literals (values : PM.t bool) (c : list literal) : list literal :=
  filter (fun l => match value values l with Some false => false | _ => true end) c.

Fixpoint propagates (clauses : PM.t (list literal)) (values : PM.t bool) (hints : list N) : bool :=
  match hints with
  | [] => false
  | h :: hints =>
      match PM.find (N.succ_pos h) clauses with
      | None => false
      | Some c =>
          match open_literals values c, hints with
          | [], [] => true
          | [l], _ :: _ => match value values l with None => propagates clauses (put values (snd l) (fst l)) hints | Some _ => false end
          | _, _ => false
          end
      end
  end.

Definition follows (variables : N) (clauses : PM.t (list literal)) (step : list literal * list N) : bool :=
  match assume variables (PM.empty bool) (fst step) with Some values => propagates clauses values (snd step) | None => false end.

(* all steps in their order; the number of the next clause comes along *)
Fixpoint all_follow (variables next : N) (clauses : PM.t (list literal)) (steps : list (list literal * list N)) : bool :=
  match steps with
  | [] => false
  | step :: rest =>
      if follows variables clauses step then
        match rest with [] => match fst step with [] => true | _ => false end | _ => all_follow variables (next + 1) (put clauses next (fst step)) rest end
      else false
  end.

Definition numbered (cs : list (list literal)) : N * PM.t (list literal) :=
  fold_left (fun q c => (N.succ (fst q), put (snd q) (fst q) c)) cs (1, PM.empty (list literal)).

Section Sound.
Variable truth : N -> bool.
Definition holds (l : literal) : bool := Bool.eqb (fst l) (truth (snd l)).
Definition satisfied (c : list literal) : Prop := exists l, In l c /\ holds l = true.
Definition agrees (values : PM.t bool) : Prop := forall n b, PM.find (N.succ_pos n) values = Some b -> truth n = b.

Lemma agrees_put values n b : agrees values -> truth n = b -> agrees (put values n b).
Proof. intros A E m c H. rewrite find_put in H. destruct (N.eq_dec n m) as [->|]; [congruence|apply A, H]. Qed.

Lemma value_holds values l b : agrees values -> value values l = Some b -> holds l = b.
Proof.
  intros A H. unfold value in H. destruct (PM.find (N.succ_pos (snd l)) values) as [v|] eqn:F; [|discriminate]. cbn [option_map] in H. injection H as <-.
  unfold holds. rewrite (A _ _ F). reflexivity.
Qed.

Lemma propagates_sound clauses : (forall n c, PM.find (N.succ_pos n) clauses = Some c -> satisfied c) ->
  forall hints values, agrees values -> propagates clauses values hints = true -> False.
Proof.
  intros S. induction hints as [|h hints IH]; intros values A H; cbn [propagates] in H; [discriminate|].
  destruct (PM.find (N.succ_pos h) clauses) as [c|] eqn:F; [|discriminate]. destruct (S _ _ F) as (l & Il & Hl).
  assert (O : In l (open_literals values c)).
  { apply filter_In. split; [exact Il|]. destruct (value values l) as [[]|] eqn:V; auto. rewrite (value_holds _ _ _ A V) in Hl. discriminate. }
  destruct (open_literals values c) as [|l' [|? ?]]; [destruct O| |destruct hints; discriminate].
  destruct O as [->|[]]. destruct hints as [|h' hints]; [discriminate|]. destruct (value values l) eqn:V; [discriminate|].
  apply (IH (put values (snd l) (fst l))); [|exact H]. apply agrees_put; [exact A|]. unfold holds in Hl. apply eqb_prop in Hl. congruence.
Qed.

Lemma assume_sound variables c : forall values values', (forall l, In l c -> holds l = false) -> agrees values -> assume variables values c = Some values' -> agrees values'.
Proof.
  induction c as [|l c IH]; intros values values' F A H; cbn [assume] in H; [injection H as <-; exact A|]. destruct (_ && _); [|discriminate]. destruct (value values l); [discriminate|].
  refine (IH _ _ (fun l' I => F l' (or_intror I)) _ H). apply agrees_put; [exact A|]. specialize (F l (or_introl eq_refl)). unfold holds in F.
  revert F. destruct (fst l), (truth (snd l)); cbn; intros; congruence.
Qed.

Lemma follows_sound variables clauses step : (forall n c, PM.find (N.succ_pos n) clauses = Some c -> satisfied c) ->
  follows variables clauses step = true -> satisfied (fst step).
Proof.
  intros S H. unfold follows in H. destruct (assume _ _ _) as [values|] eqn:E; [|discriminate].
  destruct (existsb holds (fst step)) eqn:X; [apply existsb_exists in X; exact X|]. exfalso.
  apply (propagates_sound clauses S (snd step) values); [|exact H]. apply (assume_sound variables (fst step) (PM.empty bool)); [|intros n b Hn; rewrite PM.gempty in Hn; discriminate|exact E].
  intros l Il. apply not_true_iff_false. intros C. apply not_true_iff_false in X. apply X, existsb_exists. eauto.
Qed.

Lemma all_follow_sound variables steps : forall next clauses, (forall n c, PM.find (N.succ_pos n) clauses = Some c -> satisfied c) ->
  all_follow variables next clauses steps = true -> False.
Proof.
  induction steps as [|step rest IH]; intros next clauses S H; cbn [all_follow] in H; [discriminate|]. destruct (follows _ _ _) eqn:F; [|discriminate].
  apply (follows_sound _ _ _ S) in F. destruct rest as [|s rest].
  - destruct (fst step); [destruct F as (l & [] & _)|discriminate].
  - refine (IH _ _ _ H). intros n c Hn. rewrite find_put in Hn. destruct (N.eq_dec next n); [congruence|apply (S _ _ Hn)].
Qed.

Lemma numbered_satisfied cs : (forall c, In c cs -> satisfied c) -> forall n c, PM.find (N.succ_pos n) (snd (numbered cs)) = Some c -> satisfied c.
Proof.
  unfold numbered. assert (E : forall n c, PM.find (N.succ_pos n) (PM.empty (list literal)) = Some c -> satisfied c) by (intros n c H; rewrite PM.gempty in H; discriminate).
  revert E. generalize (PM.empty (list literal)), 1. induction cs as [|c cs IH]; intros m k E S n c' H; cbn [fold_left] in H; [apply (E _ _ H)|].
  refine (IH (put m k c) (N.succ k) _ (fun c'' I => S c'' (or_intror I)) n c' H).
  intros n' c'' H'. rewrite find_put in H'. destruct (N.eq_dec k n'); [injection H' as <-; apply S; left; reflexivity|apply (E _ _ H')].
Qed.
End Sound.
