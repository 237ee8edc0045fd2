(** Cube-connected cycles and butterflies: numbers of n bits on a ring. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Group Cubes Tori.
Import ListNotations.
Open Scope N_scope.

Section Wreath.
Variable n : N.
Hypothesis n_positive : 0 < n.

(* the place from which bit i comes *)
Definition from_bit (p i : N) : N := if p <=? i then i - p else i + n - p.

Lemma below_bit x i : x < 2 ^ n -> n <= i -> N.testbit x i = false.
Proof.
  intros H I. destruct (N.eq_dec x 0) as [->|D]; [apply N.bits_0|]. apply N.bits_above_log2.
  apply N.log2_lt_pow2 in H; lia.
Qed.

Lemma turned_bit p x i : x < 2 ^ n -> p < n -> N.testbit (turned n p x) i = if i <? n then N.testbit x (from_bit p i) else false.
Proof.
  intros X P. unfold turned, from_bit. rewrite N.lor_spec, N.shiftr_spec'. destruct (N.ltb_spec i n) as [I|I].
  - rewrite N.mod_pow2_bits_low by auto. destruct (N.leb_spec p i).
    + rewrite N.shiftl_spec_high' by auto. rewrite (below_bit x (i + (n - p))) by (auto; lia). apply orb_false_r.
    + rewrite N.shiftl_spec_low by auto. cbn [orb]. f_equal. lia.
  - rewrite N.mod_pow2_bits_high by auto. apply below_bit; auto. lia.
Qed.

Lemma bits_below x : (forall i, n <= i -> N.testbit x i = false) -> x < 2 ^ n.
Proof.
  intros H. destruct (N.eq_dec x 0) as [->|D]; [apply N.neq_0_lt_0, N.pow_nonzero; lia|].
  apply N.log2_lt_pow2; [lia|]. destruct (N.lt_ge_cases (N.log2 x) n) as [|C]; auto.
  specialize (H _ C). rewrite N.bit_log2 in H by auto. discriminate.
Qed.

Lemma turned_below p x : x < 2 ^ n -> p < n -> turned n p x < 2 ^ n.
Proof. intros X P. apply bits_below. intros i I. rewrite turned_bit by auto. destruct (N.ltb_spec i n); [lia|auto]. Qed.

Lemma turned_zero x : x < 2 ^ n -> turned n 0 x = x.
Proof.
  intros X. apply N.bits_inj. intros i. rewrite turned_bit by auto. unfold from_bit. destruct (N.ltb_spec i n).
  - destruct (N.leb_spec 0 i); [|lia]. f_equal. lia.
  - symmetry. apply below_bit; auto.
Qed.

Lemma zero_turned p : p < n -> turned n p 0 = 0.
Proof.
  intros P. assert (Z : 0 < 2 ^ n) by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
  apply N.bits_inj. intros i. rewrite turned_bit, N.bits_0 by auto. destruct (i <? n); auto.
Qed.

Lemma turned_lxor p x y : x < 2 ^ n -> y < 2 ^ n -> p < n -> turned n p (N.lxor x y) = N.lxor (turned n p x) (turned n p y).
Proof.
  intros X Y P. apply N.bits_inj. intros i. rewrite N.lxor_spec, !turned_bit by (auto using lxor_below).
  destruct (i <? n); auto. apply N.lxor_spec.
Qed.

Lemma turned_turned p q x : x < 2 ^ n -> p < n -> q < n -> turned n p (turned n q x) = turned n (plus n p q) x.
Proof.
  intros X P Q. assert (PQ : plus n p q < n) by cyc. apply N.bits_inj. intros i. rewrite !turned_bit by (auto using turned_below).
  destruct (N.ltb_spec i n) as [I|]; auto. assert (F : from_bit p i < n) by (unfold from_bit; destruct (N.leb_spec p i); lia).
  destruct (N.ltb_spec (from_bit p i) n); [|lia]. f_equal. unfold from_bit, plus.
  repeat match goal with |- context [?a <=? ?b] => destruct (N.leb_spec a b) | |- context [?a <? ?b] => destruct (N.ltb_spec a b) end; lia.
Qed.

Definition element := (N * N)%type.
Definition el_good (e : element) : Prop := fst e < 2 ^ n /\ snd e < n.
Definition el_mul (a b : element) : element := (N.lxor (fst a) (turned n (snd a) (fst b)), plus n (snd a) (snd b)).
Definition el_back (a : element) : element := let p := minus n (snd a) in (turned n p (fst a), p).
Definition el_of (v : N) : element := (v / n, v mod n).
Definition el_index (e : element) : N := fst e * n + snd e.

Definition wreath_inverse (v : N) : N := el_index (el_back (el_of v)).

Lemma el_of_index e : snd e < n -> el_of (el_index e) = e.
Proof.
  intros H. unfold el_of, el_index. destruct e as [x p]. cbn [fst snd] in *. f_equal.
  - symmetry. apply (N.div_unique _ _ x p); lia.
  - symmetry. apply (N.mod_unique _ _ x p); lia.
Qed.

Theorem wreath_group nw : size nw = 2 ^ n * n -> (forall a b, product nw a b = wreath n a b) ->
  (forall g, In g (generators nw) -> g < size nw) -> NoDup (generators nw) -> group nw wreath_inverse.
Proof.
  intros Sz Pr Ge Once. assert (P2 : 0 < 2 ^ n) by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
  apply (carried nw el_good el_of el_index el_mul (0, 0) el_back); unfold el_good.
  - intros v H. unfold el_of. cbn [fst snd]. rewrite Sz in H. split; [apply N.div_lt_upper_bound; lia|apply N.mod_lt; lia].
  - intros e [A B]. unfold el_index. rewrite Sz. nia.
  - intros v _. unfold el_index, el_of. cbn [fst snd]. rewrite (N.div_mod v n) at 3 by lia. lia.
  - intros e [_ B]. apply el_of_index, B.
  - reflexivity.
  - cbn [fst snd]. auto.
  - intros a b [A1 A2] [B1 B2]. unfold el_mul. cbn [fst snd]. split; [apply lxor_below; auto using turned_below|cyc].
  - intros a [A1 A2]. unfold el_back. cbn [fst snd]. assert (minus n (snd a) < n) by cyc. auto using turned_below.
  - intros a b c [A1 A2] [B1 B2] [C1 C2]. unfold el_mul. cbn [fst snd]. f_equal; [|cyc].
    rewrite turned_lxor, turned_turned, N.lxor_assoc by (auto using turned_below). auto.
  - intros a [A1 A2]. unfold el_mul. cbn [fst snd]. rewrite turned_zero, N.lxor_0_l by auto. destruct a; cbn [fst snd] in *. f_equal. cyc.
  - intros a [A1 A2]. unfold el_mul. cbn [fst snd]. rewrite zero_turned, N.lxor_0_r by auto. destruct a; cbn [fst snd] in *. f_equal. cyc.
  - intros a [A1 A2]. unfold el_mul, el_back. cbn [fst snd]. rewrite turned_turned by (auto; cyc). f_equal; [|cyc].
    replace (plus n (snd a) (minus n (snd a))) with 0 by cyc. rewrite turned_zero by auto. apply N.lxor_nilpotent.
  - intros a b. rewrite Pr. reflexivity.
  - exact Ge.
  - exact Once.
Qed.
End Wreath.
