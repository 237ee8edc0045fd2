(** Hypercubes, whole and incomplete: exclusive or, and the bits of a number. *)
From Coq Require Import NArith List Lia Bool.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Group.
Import ListNotations.
Open Scope N_scope.

Lemma lxor_below d a b : a < 2 ^ d -> b < 2 ^ d -> N.lxor a b < 2 ^ d.
Proof.
  assert (E : forall x, x < 2 ^ d <-> N.shiftr x d = 0).
  { intros x. rewrite N.shiftr_div_pow2. assert (2 ^ d <> 0) by (apply N.pow_nonzero; lia). split.
    - apply N.div_small.
    - intros H0. rewrite (N.div_mod x (2 ^ d)), H0 by auto. pose proof (N.mod_lt x (2 ^ d)). lia. }
  rewrite !E, N.shiftr_lxor. intros -> ->. reflexivity.
Qed.

Lemma powers_once d : NoDup (map (N.pow 2) (upto d)).
Proof. apply NoDup_map_in; [|apply upto_nodup]. intros x y _ _. apply N.pow_inj_r. lia. Qed.

Lemma in_powers d g : In g (map (N.pow 2) (upto d)) <-> exists j, j < d /\ g = 2 ^ j.
Proof.
  rewrite in_map_iff. split; intros (j & A & B); exists j.
  - rewrite in_upto in B. auto.
  - rewrite in_upto. auto.
Qed.

Lemma cube_group d : group (Hypercube d) (fun v => v).
Proof.
  assert (P : 2 ^ d <> 0) by (apply N.pow_nonzero; lia).
  split; [constructor|]; cbn [size product generators]; intros.
  - lia.
  - apply lxor_below; auto.
  - auto.
  - apply eq_sym, N.lxor_assoc.
  - apply N.lxor_0_l.
  - apply N.lxor_0_r.
  - apply N.lxor_nilpotent.
  - apply N.lxor_nilpotent.
  - apply in_powers in H. destruct H as (j & H & ->). apply N.pow_lt_mono_r; lia.
  - apply powers_once.
Qed.

(* the least weight of a route for an offset, one weight for every bit *)
Fixpoint bit_weight (ws : list N) (x : N) : N :=
  match ws with [] => 0 | w :: ws => (if N.odd x then w else 0) + bit_weight ws (N.div2 x) end.

Lemma bit_weight_zero ws : bit_weight ws 0 = 0.
Proof. induction ws; cbn; auto. Qed.

Lemma div2_lxor a b : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b).
Proof. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.

Lemma odd_lxor a b : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b).
Proof. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.

Lemma bit_weight_step ws : forall n x, (n < length ws)%nat ->
  bit_weight ws x <= nth n ws 0 + bit_weight ws (N.lxor (2 ^ N.of_nat n) x).
Proof.
  induction ws as [|w ws IH]; intros n x H; cbn [length] in H; [lia|]. cbn [bit_weight]. rewrite odd_lxor, div2_lxor.
  destruct n as [|n].
  - cbn [N.of_nat nth]. change (2 ^ 0) with 1. cbn [N.odd N.div2]. rewrite N.lxor_0_l. destruct (N.odd x); cbn; lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r'. cbn [nth]. rewrite N.odd_mul. change (N.odd 2) with false. cbn [andb].
    replace (N.div2 (2 * 2 ^ N.of_nat n)) with (2 ^ N.of_nat n) by (rewrite N.div2_double; auto).
    specialize (IH n (N.div2 x) ltac:(lia)).  destruct (N.odd x); cbn [xorb]; lia.
Qed.

(* the number of ones *)
Lemma bits_cons x : bits x = (if N.odd x then 1 else 0) + bits (N.div2 x).
Proof. destruct x as [|[p|p|]]; reflexivity. Qed.

