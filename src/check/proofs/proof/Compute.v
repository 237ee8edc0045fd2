(** What the checker computes with: loops that need no stack, tables, multisets. *)
From Coq Require Import Arith NArith List Lia Bool Permutation FMapPositive.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists.
Import ListNotations.
Open Scope N_scope.
Module PM := PositiveMap.

(** ** Lists *)

Definition len {A} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0.

Lemma len_length {A} (l : list A) : len l = N.of_nat (length l).
Proof.
  unfold len. enough (forall n, fold_left (fun n (_ : A) => N.succ n) l n = n + N.of_nat (length l)) by (rewrite H; lia).
  induction l as [|a l IH]; intros n; cbn [fold_left length]; [lia|]. rewrite IH. lia.
Qed.

Definition sumf {A} (f : A -> N) (l : list A) : N := fold_left (fun s a => s + f a) l 0.

Lemma sumf_sum {A} (f : A -> N) (l : list A) : sumf f l = sum f l.
Proof.
  unfold sumf. enough (forall n, fold_left (fun s a => s + f a) l n = n + sum f l) by (rewrite H; lia).
  induction l as [|a l IH]; intros n; cbn [fold_left]; [cbn; lia|]. rewrite IH, sum_cons. lia.
Qed.

Fixpoint pick {A} (z : A) (l : list A) (i : N) : A :=
  match l with [] => z | x :: l => if i =? 0 then x else pick z l (N.pred i) end.

Lemma pick_nth {A} (z : A) l : forall i, pick z l i = nth (N.to_nat i) l z.
Proof.
  induction l as [|x l IH]; intros i; cbn [pick]; [destruct (N.to_nat i); auto|].
  destruct (N.eqb_spec i 0) as [->|]; auto. rewrite IH. replace (N.to_nat i) with (S (N.to_nat (N.pred i))) by lia. auto.
Qed.

Definition mapr {A B} (f : A -> B) (l : list A) : list B := rev_append (fold_left (fun r a => f a :: r) l []) [].

Lemma mapr_map {A B} (f : A -> B) l : mapr f l = map f l.
Proof.
  unfold mapr. rewrite <- rev_alt. enough (forall r, fold_left (fun r a => f a :: r) l r = rev (map f l) ++ r) by (rewrite H, app_nil_r; apply rev_involutive).
  induction l as [|a l IH]; intros r; cbn [fold_left map rev]; auto. rewrite IH, <- app_assoc. auto.
Qed.

(* a loop over 0, …, n − 1 *)
Definition loop {A} (f : A -> N -> A) (n : N) (a : A) : A :=
  snd (N.iter n (fun q => (N.succ (fst q), f (snd q) (fst q))) (0, a)).

Lemma loop_upto {A} (f : A -> N -> A) n a : loop f n a = fold_left f (upto n) a.
Proof.
  unfold loop. enough (N.iter n (fun q => (N.succ (fst q), f (snd q) (fst q))) (0, a) = (n, fold_left f (upto n) a)) by (rewrite H; auto).
  induction n as [|n IH] using N.peano_ind; [reflexivity|]. rewrite N.iter_succ, IH, upto_succ, fold_left_app. reflexivity.
Qed.

(* 0, …, n − 1 *)
Definition range (n : N) : list N := rev' (loop (fun l x => x :: l) n []).

Lemma range_upto n : range n = upto n.
Proof.
  unfold range, rev'. rewrite loop_upto, <- rev_alt. enough (forall l r, fold_left (fun l x => x :: l) l r = rev l ++ r) by (rewrite H, app_nil_r; apply rev_involutive).
  induction l as [|a l IH]; intros r; cbn [fold_left rev]; auto. rewrite IH, <- app_assoc. auto.
Qed.

Fixpoint nodupb (l : list N) : bool :=
  match l with [] => true | x :: l => if existsb (N.eqb x) l then false else nodupb l end.

Lemma nodupb_sound l : nodupb l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; intros H; constructor; destruct (existsb _ _) eqn:E; try discriminate; auto.
  intros C. assert (existsb (N.eqb x) l = true); [|congruence]. apply existsb_exists. exists x. split; auto. apply N.eqb_refl.
Qed.

(** ** Tables *)

Definition get {A} (z : A) (m : PM.t A) (i : N) : A := match PM.find (N.succ_pos i) m with Some a => a | None => z end.
Definition put {A} (m : PM.t A) (i : N) (a : A) : PM.t A := PM.add (N.succ_pos i) a m.

Lemma key_inj i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intros E. rewrite <- (N.pred_succ i), <- (N.pred_succ j), <- !N.succ_pos_spec, E. auto. Qed.

Lemma find_put {A} i j (a : A) m : PM.find (N.succ_pos j) (put m i a) = if N.eq_dec i j then Some a else PM.find (N.succ_pos j) m.
Proof. unfold put. destruct (N.eq_dec i j) as [->|D]; [apply PM.gss|apply PM.gso]. intros C. apply D, key_inj. auto. Qed.

Lemma get_put {A} (z : A) i j a m : get z (put m i a) j = if N.eq_dec i j then a else get z m j.
Proof. unfold get. rewrite find_put. destruct (N.eq_dec i j); auto. Qed.

Lemma get_empty {A} (z : A) i : get z (PM.empty A) i = z.
Proof. unfold get. rewrite PM.gempty. reflexivity. Qed.

(* the list as a table *)
Definition table {A} (l : list A) : PM.t A :=
  snd (fold_left (fun q a => (N.succ (fst q), put (snd q) (fst q) a)) l (0, PM.empty A)).

Lemma table_find {A} (l : list A) i : PM.find (N.succ_pos i) (table l) = nth_error l (N.to_nat i).
Proof.
  unfold table.
  assert (G : forall l n m, PM.find (N.succ_pos i) (snd (fold_left (fun q (a : A) => (N.succ (fst q), put (snd q) (fst q) a)) l (n, m))) =
     match (if i <? n then None else nth_error l (N.to_nat (i - n))) with Some a => Some a | None => PM.find (N.succ_pos i) m end).
  { clear l. induction l as [|a l IH]; intros n m; cbn [fold_left snd fst].
    - destruct (i <? n); auto. destruct (N.to_nat (i - n)); auto.
    - rewrite IH, find_put. destruct (N.ltb_spec i (N.succ n)), (N.ltb_spec i n); try lia.
      + destruct (N.eq_dec n i); auto. lia.
      + destruct (N.eq_dec n i); [|lia]. subst. rewrite N.sub_diag. reflexivity.
      + destruct (N.eq_dec n i); [lia|]. replace (N.to_nat (i - n)) with (S (N.to_nat (i - N.succ n))) by lia. reflexivity. }
  rewrite G. destruct (N.ltb_spec i 0); [lia|]. rewrite N.sub_0_r, PM.gempty. destruct (nth_error _ _); auto.
Qed.

Lemma table_get {A} (z : A) l i : get z (table l) i = nth (N.to_nat i) l z.
Proof. unfold get. rewrite table_find. destruct (nth_error l (N.to_nat i)) eqn:E; [symmetry; apply nth_error_nth; auto|].
  symmetry. apply nth_overflow, nth_error_None. auto.
Qed.

(* no two are the same *)
Fixpoint fresh (seen : PM.t Datatypes.unit) (l : list N) : bool :=
  match l with
  | [] => true
  | x :: l => match PM.find (N.succ_pos x) seen with Some _ => false | None => fresh (put seen x tt) l end
  end.
Definition distinctb : list N -> bool := fresh (PM.empty _).

Lemma distinctb_sound l : distinctb l = true -> NoDup l.
Proof.
  enough (forall seen, fresh seen l = true -> NoDup l /\ forall x, In x l -> PM.find (N.succ_pos x) seen = None) by (intros H0; eapply H; eauto).
  induction l as [|a l IH]; cbn; intros seen H; [split; [constructor|tauto]|].
  destruct (PM.find (N.succ_pos a) seen) eqn:E; [discriminate|]. destruct (IH _ H) as [ND F]. split.
  - constructor; auto. intros C. specialize (F a C). rewrite find_put in F. destruct (N.eq_dec a a); congruence.
  - intros x [->|Hx]; auto. specialize (F x Hx). rewrite find_put in F. destruct (N.eq_dec a x); congruence.
Qed.

(* nothing stands more often than k times *)
Fixpoint few (k : N) (seen : PM.t N) (l : list N) : bool :=
  match l with
  | [] => true
  | x :: l => let c := get 0 seen x in if c <? k then few k (put seen x (N.succ c)) l else false
  end.
Definition at_most (k : N) : list N -> bool := few k (PM.empty _).

Lemma at_most_sound k l : at_most k l = true -> forall x, N.of_nat (count_occ N.eq_dec l x) <= k.
Proof.
  assert (G : forall l seen, few k seen l = true -> forall x, get 0 seen x + N.of_nat (count_occ N.eq_dec l x) <= N.max k (get 0 seen x)).
  { clear l. induction l as [|a l IH]; intros seen H x; cbn in *; [lia|]. destruct (N.ltb_spec (get 0 seen a) k); [|discriminate].
    specialize (IH _ H x). rewrite get_put in IH. destruct (N.eq_dec a x) as [->|]; lia. }
  intros H x. specialize (G l _ H x). rewrite get_empty in G. lia.
Qed.

(** ** Sets *)

Definition set_of (l : list N) : PM.t Datatypes.unit := fold_left (fun m x => put m x tt) l (PM.empty _).
Definition in_set (m : PM.t Datatypes.unit) (x : N) : bool := match PM.find (N.succ_pos x) m with Some _ => true | None => false end.

Lemma in_set_of l x : in_set (set_of l) x = existsb (N.eqb x) l.
Proof.
  unfold set_of. enough (forall m, in_set (fold_left (fun m x => put m x tt) l m) x = in_set m x || existsb (N.eqb x) l) as H
    by (rewrite H; unfold in_set; rewrite PM.gempty; reflexivity).
  induction l as [|a l IH]; intros m; cbn [fold_left existsb]; [rewrite orb_false_r; auto|]. rewrite IH. unfold in_set at 1. rewrite find_put. fold (in_set m x).
  destruct (N.eq_dec a x) as [->|D].
  - rewrite N.eqb_refl, orb_true_r. reflexivity.
  - destruct (N.eqb_spec x a); [congruence|]. reflexivity.
Qed.

(** ** Multisets: a list is the same, but for the order, as runs of (element, how often) *)

Definition spelt (runs : list (N * N)) : list N := flat_map (fun r => times (snd r) (fst r)) runs.

Definition tally (l : list N) : PM.t N := fold_left (fun m x => put m x (N.succ (get 0 m x))) l (PM.empty N).

Lemma tally_counts l x : get 0 (tally l) x = N.of_nat (count_occ N.eq_dec l x).
Proof.
  unfold tally. enough (forall m, get 0 (fold_left (fun m x => put m x (N.succ (get 0 m x))) l m) x = get 0 m x + N.of_nat (count_occ N.eq_dec l x))
    by (rewrite H, get_empty; lia).
  induction l as [|a l IH]; intros m; cbn [fold_left count_occ]; [lia|]. rewrite IH, get_put. destruct (N.eq_dec a x) as [->|]; lia.
Qed.

(* takes the runs out of the table *)
Fixpoint take_out (m : PM.t N) (runs : list (N * N)) : option (PM.t N) :=
  match runs with
  | [] => Some m
  | (x, c) :: runs => let has := get 0 m x in if c <=? has then take_out (put m x (has - c)) runs else None
  end.

Lemma take_out_counts runs : forall m m', take_out m runs = Some m' -> forall x,
  N.of_nat (count_occ N.eq_dec (spelt runs) x) <= get 0 m x.
Proof.
  assert (R : forall a c x, count_occ N.eq_dec (times c a) x = if N.eq_dec a x then N.to_nat c else 0%nat).
  { intros a c x. unfold times. induction (N.to_nat c) as [|n IH]; cbn; [destruct (N.eq_dec a x); auto|].
    destruct (N.eq_dec a x); auto. }
  induction runs as [|[a c] runs IH]; cbn [take_out]; intros m m' H x; [cbn; lia|].
  destruct (N.leb_spec c (get 0 m a)); [|discriminate]. specialize (IH _ _ H x). cbn [spelt flat_map fst snd]. rewrite count_occ_app, R.
  unfold spelt in IH. rewrite get_put in IH. destruct (N.eq_dec a x) as [->|]; lia.
Qed.

Lemma permutation_of_counts (l l' : list N) : length l = length l' ->
  (forall x, (count_occ N.eq_dec l' x <= count_occ N.eq_dec l x)%nat) -> Permutation l l'.
Proof.
  revert l. induction l' as [|a l' IH]; intros l E C.
  - destruct l; [constructor|discriminate].
  - assert (In a l) as I. { apply (count_occ_In N.eq_dec). specialize (C a). cbn in C. destruct (N.eq_dec a a); [lia|congruence]. }
    apply in_split in I. destruct I as (u & v & ->). apply Permutation_sym, Permutation_cons_app, Permutation_sym. apply IH.
    + rewrite app_length in *. cbn [length] in E. lia.
    + intros x. specialize (C x). rewrite count_occ_app in C |- *. cbn [count_occ] in C. destruct (N.eq_dec a x); lia.
Qed.

Definition same_runs (l : list N) (runs : list (N * N)) : bool :=
  (len l =? sumf snd runs) && match take_out (tally l) runs with Some _ => true | None => false end.

Lemma spelt_length runs : N.of_nat (length (spelt runs)) = sum snd runs.
Proof.
  induction runs as [|[a c] runs IH]; [reflexivity|]. unfold spelt in *. cbn [flat_map fst snd]. rewrite app_length, sum_cons.
  unfold times at 1. rewrite repeat_length. cbn [snd]. rewrite <- IH. lia.
Qed.

Lemma same_runs_sound l runs : same_runs l runs = true -> Permutation l (spelt runs).
Proof.
  unfold same_runs. rewrite andb_true_iff, N.eqb_eq, len_length, sumf_sum, <- spelt_length. intros [E H].
  destruct (take_out _ _) as [m|] eqn:T; [|discriminate]. apply permutation_of_counts; [lia|].
  intros x. pose proof (take_out_counts _ _ _ T x) as C. rewrite tally_counts in C. lia.
Qed.
