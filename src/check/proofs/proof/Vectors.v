(** HyperX and lattice graphs: vectors in a box, and integer vectors modulo the columns of a triangular matrix. *)
From Coq Require Import ZArith Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Group Tori.
Import ListNotations.
Open Scope N_scope.

(** ** HyperX *)

Lemma complete_steps_good ps : radices_ok ps -> forall cs g, In g (complete_steps ps cs) -> good g ps.
Proof.
  induction 1 as [|p ps Hp ok IH]; intros [|c cs] g Hg; cbn [complete_steps] in Hg; try destruct Hg. apply in_app_iff in Hg. destruct Hg as [Hg|Hg].
  - apply in_flat_map in Hg. destruct Hg as (s & Hs & Hg). apply repeat_spec in Hg. subst g. apply in_upto in Hs. constructor; [lia|apply good_origin; auto].
  - apply in_map_iff in Hg. destruct Hg as (h & <- & Hh). constructor; [lia|eapply IH; eauto].
Qed.

(* without links side by side *)
Lemma complete_steps_once ps : forall cs, Forall (fun c => c = 1) cs -> NoDup (complete_steps ps cs).
Proof.
  induction ps as [|p ps IH]; intros [|c cs] O; cbn [complete_steps]; try constructor. inversion O; subst. apply NoDup_app.
  - change (N.to_nat 1) with 1%nat. cbn [repeat]. rewrite flat_map_concat_map, <- map_map with (g := fun x => [x]) (f := fun s => s + 1 :: origin ps).
    rewrite <- flat_map_concat_map. assert (E : forall l : list (list N), flat_map (fun x => [x]) l = l) by (induction l; cbn; congruence). rewrite E.
    apply NoDup_map_in; [|apply upto_nodup]. intros x y _ _ Ex. injection Ex. lia.
  - apply NoDup_map_in; auto. intros; congruence.
  - intros x A B. apply in_flat_map in A. destruct A as (s & _ & A). apply repeat_spec in A. apply in_map_iff in B. destruct B as (h & E & _).
    subst x. injection E. lia.
Qed.

Lemma hyperx_translations ps cs : radices_ok ps -> translations (HyperX ps cs) (opposite ps).
Proof.
  intros ok. pose proof (coordinates_good ps ok) as CG.
  apply (carried_translations (HyperX ps cs) (fun x => good x ps) (coordinates ps) (index ps) (add ps) (origin ps) (negate ps)); cbn [size product generators]; intros.
  - apply CG; auto.
  - apply index_below; auto.
  - apply index_coordinates; auto.
  - apply coordinates_index; auto.
  - apply index_origin.
  - apply good_origin; auto.
  - apply good_add; auto.
  - apply good_negate; auto.
  - apply add_assoc; auto.
  - apply add_origin_l; auto.
  - apply add_origin_r; auto.
  - apply add_negate_r; auto.
  - reflexivity.
  - apply in_map_iff in H. destruct H as (x & <- & H). apply index_below, (complete_steps_good ps ok cs); auto.
Qed.

Lemma hyperx_once ps cs : radices_ok ps -> Forall (fun c => c = 1) cs -> NoDup (generators (HyperX ps cs)).
Proof.
  intros ok O. apply NoDup_map_in; [|apply complete_steps_once, O]. intros x y Hx Hy. apply index_inj; auto; apply (complete_steps_good ps ok cs); auto.
Qed.

(** ** Lattices *)

Definition boxed (cs : list (N * list N)) (x : list Z) : Prop := Forall2 (fun c a => (0 <= a < Z.of_N (fst c))%Z) cs x.
Definition sizes_ok (cs : list (N * list N)) : Prop := Forall (fun c => 1 <= fst c) cs.
Definition opposed (x : list Z) : list Z := map Z.opp x.
Definition zero (cs : list (N * list N)) : list Z := map (fun _ => 0%Z) cs.
Definition class_count (cs : list (N * list N)) : N := fold_right N.mul 1 (map fst cs).

Lemma minus_length q above : forall x, length (minus_times q above x) = length x.
Proof. induction above as [|b above IH]; intros [|a x]; cbn [minus_times length]; auto. Qed.

Lemma sum_length x : forall y, length x = length y -> length (vector_sum x y) = length y.
Proof. induction x as [|a x IH]; intros [|b y] E; cbn [vector_sum length] in *; try discriminate; auto. Qed.

Lemma sum_comm x : forall y, vector_sum x y = vector_sum y x.
Proof. induction x as [|a x IH]; intros [|b y]; cbn [vector_sum]; auto. f_equal; [lia|apply IH]. Qed.

Lemma sum_assoc x : forall y z, vector_sum x (vector_sum y z) = vector_sum (vector_sum x y) z.
Proof. induction x as [|a x IH]; intros [|b y] [|c z]; cbn [vector_sum]; auto. f_equal; [lia|apply IH]. Qed.

Lemma minus_sum q above : forall x y, length x = length y -> minus_times q above (vector_sum x y) = vector_sum (minus_times q above x) y.
Proof.
  induction above as [|b above IH]; intros [|a x] [|c y] E; cbn [minus_times vector_sum length] in *; try discriminate; auto.
  f_equal; [lia|auto].
Qed.

Lemma minus_minus q r above : forall x, minus_times q above (minus_times r above x) = minus_times (r + q) above x.
Proof. induction above as [|b above IH]; intros [|a x]; cbn [minus_times]; auto. f_equal; [lia|auto]. Qed.

Lemma minus_none above : forall x, minus_times 0 above x = x.
Proof. induction above as [|b above IH]; intros [|a x]; cbn [minus_times]; auto. f_equal; [lia|auto]. Qed.

Lemma reduced_boxed cs : sizes_ok cs -> forall x, length x = length cs -> boxed cs (reduced cs x).
Proof.
  induction 1 as [|[m above] cs M ok IH]; intros [|a x] E; cbn [reduced length fst] in *; try discriminate; constructor.
  - apply Z.mod_pos_bound. cbn [fst] in *. lia.
  - apply IH. rewrite minus_length. lia.
Qed.

Lemma boxed_length cs x : boxed cs x -> length x = length cs.
Proof. induction 1; cbn [length]; auto. Qed.

Lemma reduced_id cs x : boxed cs x -> reduced cs x = x.
Proof.
  induction 1 as [|[m above] a cs x A B IH]; cbn [reduced fst] in *; auto.
  rewrite Z.mod_small, Z.div_small, minus_none, IH by auto. reflexivity.
Qed.

(* what was reduced may be reduced in a vector_sum *)
Lemma reduced_sum cs : sizes_ok cs -> forall x y, length x = length cs -> length y = length cs ->
  reduced cs (vector_sum (reduced cs x) y) = reduced cs (vector_sum x y).
Proof.
  induction 1 as [|[m above] cs M ok IH]; intros [|a x] [|b y] E F; cbn [reduced vector_sum length] in *; try discriminate; auto.
  cbn [fst] in M. assert (P : (0 < Z.of_N m)%Z) by lia. f_equal.
  - apply Z.add_mod_idemp_l. lia.
  - assert (L : length (minus_times (a / Z.of_N m) above x) = length cs) by (rewrite minus_length; lia).
    assert (R : length (reduced cs (minus_times (a / Z.of_N m) above x)) = length cs)
      by (apply boxed_length, reduced_boxed; auto).
    rewrite sum_comm, minus_sum by lia. rewrite sum_comm, IH by (rewrite ?minus_length; lia).
    rewrite sum_comm, <- minus_sum by lia. rewrite (sum_comm y), <- minus_sum by lia. rewrite minus_minus. do 2 f_equal.
    rewrite (Z.div_mod a (Z.of_N m)) at 3 by lia.
    replace (Z.of_N m * (a / Z.of_N m) + a mod Z.of_N m + b)%Z with (a mod Z.of_N m + b + a / Z.of_N m * Z.of_N m)%Z by lia.
    rewrite Z.div_add by lia. lia.
Qed.

Lemma zero_boxed cs : sizes_ok cs -> boxed cs (zero cs).
Proof. induction 1; constructor; auto. lia. Qed.

Lemma sum_zero cs : forall x, length x = length cs -> vector_sum (zero cs) x = x.
Proof. induction cs as [|c cs IH]; intros [|a x] E; cbn [zero map vector_sum length] in *; try discriminate; auto. f_equal. apply IH. lia. Qed.

Lemma sum_opposed cs : forall x, length x = length cs -> vector_sum (opposed x) x = zero cs.
Proof.
  induction cs as [|c cs IH]; intros [|a x] E; cbn [zero opposed map vector_sum length] in *; try discriminate; auto.
  f_equal; [lia|apply IH; lia].
Qed.

Lemma digits_boxed cs : sizes_ok cs -> forall v, boxed cs (lattice_vector cs v).
Proof.
  induction 1 as [|[m above] cs M ok IH]; intros v; cbn [lattice_vector]; constructor; [|apply IH].
  cbn [fst] in *. assert (D : m <> 0) by lia. split; [apply N2Z.is_nonneg|apply N2Z.inj_lt, N.mod_lt, D].
Qed.

Lemma number_digits cs : sizes_ok cs -> forall v, v < class_count cs -> lattice_index cs (lattice_vector cs v) = v.
Proof.
  induction 1 as [|[m above] cs M ok IH]; intros v V; cbn [lattice_index lattice_vector]; unfold class_count in *; cbn [map fst fold_right] in *; [lia|].
  rewrite IH by (apply N.div_lt_upper_bound; lia). rewrite N2Z.id. rewrite (N.div_mod v m) at 3 by lia. lia.
Qed.

Lemma number_below cs x : boxed cs x -> lattice_index cs x < class_count cs.
Proof.
  induction 1 as [|[m above] a cs x A B IH]; cbn [lattice_index]; unfold class_count in *; cbn [map fst fold_right] in *; [lia|].
  assert (Z.to_N a < m) by lia. nia.
Qed.

Lemma digits_number cs x : boxed cs x -> lattice_vector cs (lattice_index cs x) = x.
Proof.
  induction 1 as [|[m above] a cs x A B IH]; cbn [lattice_index lattice_vector fst] in *; auto. assert (S : Z.to_N a < m) by lia. f_equal.
  - rewrite <- (N.mod_unique (lattice_index cs x * m + Z.to_N a) m (lattice_index cs x) (Z.to_N a)); lia.
  - rewrite <- (N.div_unique (lattice_index cs x * m + Z.to_N a) m (lattice_index cs x) (Z.to_N a)); auto. lia.
Qed.

Lemma number_zero cs : lattice_index cs (zero cs) = 0.
Proof. induction cs as [|[m above] cs IH]; cbn [lattice_index zero map]; auto. unfold zero in IH. rewrite IH. reflexivity. Qed.

Definition lattice_inverse (rows : list (list N)) (v : N) : N :=
  let cs := columns rows in lattice_index cs (reduced cs (opposed (lattice_vector cs v))).

Lemma opposed_length x : length (opposed x) = length x.
Proof. apply map_length. Qed.

Theorem lattice_group rows : sizes_ok (columns rows) -> (forall g, In g (generators (Lattice rows)) -> g < size (Lattice rows)) ->
  NoDup (generators (Lattice rows)) -> group (Lattice rows) (lattice_inverse rows).
Proof.
  intros ok Ge Once. set (cs := columns rows) in *.
  assert (Len : forall x, boxed cs x -> length x = length cs) by (intros x; apply boxed_length).
  assert (Su : forall x y, boxed cs x -> boxed cs y -> length (vector_sum x y) = length cs)
    by (intros x y A B; rewrite sum_length; rewrite ?(Len x A), ?(Len y B); auto).
  apply (carried (Lattice rows) (boxed cs) (lattice_vector cs) (lattice_index cs) (fun x y => reduced cs (vector_sum x y)) (zero cs)
    (fun x => reduced cs (opposed x))); cbn [size product]; fold cs; intros.
  - apply digits_boxed; auto.
  - apply number_below; auto.
  - apply number_digits; auto.
  - apply digits_number; auto.
  - apply number_zero.
  - apply zero_boxed; auto.
  - apply reduced_boxed; auto.
  - apply reduced_boxed; auto. rewrite opposed_length. auto.
  - rewrite sum_comm, !reduced_sum by auto. rewrite (sum_comm (vector_sum b c)), sum_assoc. reflexivity.
  - rewrite (sum_zero cs) by auto. apply reduced_id; auto.
  - rewrite sum_comm, (sum_zero cs) by auto. apply reduced_id; auto.
  - rewrite sum_comm, reduced_sum by (rewrite ?opposed_length; auto). rewrite (sum_opposed cs) by auto.
    apply reduced_id, zero_boxed, ok.
  - reflexivity.
  - apply Ge; auto.
  - apply Once.
Qed.

Definition normalb (rows : list (list N)) : bool :=
  match rows with [] => false | _ => true end &&
  forallb (fun i => let row := nth i rows [] in Nat.eqb (length row) (length rows) &&
    forallb (fun j => let a := nth j row 0 in
      if Nat.ltb j i then a =? 0 else if Nat.ltb i j then a <? nth i row 0 else 1 <=? a) (seq 0 (length rows))) (seq 0 (length rows)).

Lemma normalb_sound rows : normalb rows = true -> normal rows.
Proof.
  unfold normalb, normal. rewrite andb_true_iff, forallb_forall. intros [E H]. split; [destruct rows; discriminate|].
  intros i row R. assert (I : (i < length rows)%nat) by (apply nth_error_Some; congruence).
  specialize (H i). rewrite in_seq, (nth_error_nth rows i [] R), andb_true_iff, forallb_forall, Nat.eqb_eq in H.
  destruct H as [L H]; [lia|]. split; auto. intros j. destruct (Nat.lt_ge_cases j (length rows)) as [J|J].
  - specialize (H j). rewrite in_seq in H. specialize (H ltac:(lia)).
    destruct (Nat.ltb_spec j i); [rewrite N.eqb_eq in H; repeat split; intros; auto; lia|].
    destruct (Nat.ltb_spec i j); [rewrite N.ltb_lt in H; repeat split; intros; auto; lia|].
    rewrite N.leb_le in H. repeat split; intros; auto; lia.
  - rewrite nth_overflow by lia. repeat split; intros; try lia.
Qed.

Lemma normal_sizes rows : normal rows -> sizes_ok (columns rows).
Proof.
  intros [_ H]. apply Forall_rev, Forall_forall. intros c C. apply in_map_iff in C. destruct C as (j & <- & J). apply in_seq in J. cbn [fst].
  destruct (nth_error rows j) as [row|] eqn:R; [|apply nth_error_None in R; lia]. rewrite (nth_error_nth rows j [] R).
  apply (H j row R). reflexivity.
Qed.
