(** Tori and rings: coordinates, sums, weighted distances. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Group.
Import ListNotations.
Open Scope N_scope.

Definition good := Forall2 (fun x p : N => x < p).
Definition radices_ok := Forall (fun p : N => 2 <= p).

Lemma volume_positive ps : radices_ok ps -> 0 < volume ps.
Proof. induction 1 as [|p ps Hp ok IH]; cbn; [lia|]. unfold volume in IH. nia. Qed.

Lemma coordinates_good ps : radices_ok ps -> forall v, v < volume ps -> good (coordinates ps v) ps.
Proof.
  induction 1 as [|p ps Hp ok IH]; intros v Hv; cbn [coordinates]; constructor.
  - pose proof (volume_positive ps ok). apply N.div_lt_upper_bound; [lia|]. unfold volume in *. cbn in Hv. lia.
  - apply IH. apply N.mod_lt. pose proof (volume_positive ps ok). lia.
Qed.

Lemma index_below ps x : good x ps -> index ps x < volume ps.
Proof. induction 1 as [|a p x ps Ha _ IH]; cbn [index volume fold_right]; [lia|]. unfold volume in IH |- *. nia. Qed.

Lemma index_coordinates ps : radices_ok ps -> forall v, v < volume ps -> index ps (coordinates ps v) = v.
Proof.
  induction 1 as [|p ps Hp ok IH]; intros v Hv; cbn [index coordinates]; [cbn in Hv; lia|].
  pose proof (volume_positive ps ok) as P. rewrite IH by (apply N.mod_lt; lia). rewrite (N.div_mod v (volume ps)) at 3 by lia. lia.
Qed.

Lemma coordinates_index ps x : radices_ok ps -> good x ps -> coordinates ps (index ps x) = x.
Proof.
  intros ok G. induction G as [|a p x ps Ha G IH]; cbn [index coordinates]; auto. inversion ok; subst.
  pose proof (index_below ps x G). f_equal.
  - symmetry. apply (N.div_unique _ _ a (index ps x)); lia.
  - rewrite <- (N.mod_unique (a * volume ps + index ps x) (volume ps) a (index ps x)); auto. lia.
Qed.

Fixpoint negate (ps x : list N) : list N :=
  match ps, x with p :: ps, a :: x => minus p a :: negate ps x | _, _ => [] end.

Ltac cyc := unfold plus, minus in *; repeat match goal with
  | |- context [?a <? ?b] => destruct (N.ltb_spec a b)
  | |- context [?a =? ?b] => destruct (N.eqb_spec a b) end; try lia.

Lemma good_origin ps : radices_ok ps -> good (origin ps) ps.
Proof. induction 1; constructor; auto. lia. Qed.

Lemma good_add ps a b : good a ps -> good b ps -> good (add ps a b) ps.
Proof. intros A. revert b. induction A; intros b B; inversion B; subst; cbn; constructor; [cyc|apply IHA; auto]. Qed.

Lemma good_negate ps a : good a ps -> good (negate ps a) ps.
Proof. intros A. induction A; cbn; constructor; auto. cyc. Qed.

Lemma add_assoc ps a b c : good a ps -> good b ps -> good c ps -> add ps a (add ps b c) = add ps (add ps a b) c.
Proof. intros A. revert b c. induction A; intros b c B C; inversion B; inversion C; subst; cbn; auto. f_equal; auto. cyc. Qed.

Lemma add_origin_l ps a : good a ps -> add ps (origin ps) a = a.
Proof. intros A. induction A; cbn; auto. unfold origin in IHA. rewrite IHA. f_equal. cyc. Qed.

Lemma add_origin_r ps a : good a ps -> add ps a (origin ps) = a.
Proof. intros A. induction A; cbn; auto. unfold origin in IHA. rewrite IHA. f_equal. cyc. Qed.

Lemma add_negate_l ps a : good a ps -> add ps (negate ps a) a = origin ps.
Proof. intros A. induction A; cbn; auto. rewrite IHA. unfold origin. f_equal. cyc. Qed.

Lemma add_negate_r ps a : good a ps -> add ps a (negate ps a) = origin ps.
Proof. intros A. induction A; cbn; auto. rewrite IHA. unfold origin. f_equal. cyc. Qed.

Lemma negate_origin ps : negate ps (origin ps) = origin ps.
Proof. induction ps; cbn; auto. unfold origin in IHps. rewrite IHps. reflexivity. Qed.

Lemma units_good ps : radices_ok ps -> forall g, In g (units ps) -> good g ps.
Proof.
  induction 1 as [|p ps Hp ok IH]; cbn [units]; [intros x []|]. intros g Hg.
  destruct Hg as [<-|Hg]; [constructor; [lia|apply good_origin; auto]|].
  apply in_app_iff in Hg. destruct Hg as [Hg|Hg].
  - destruct (p =? 2); [destruct Hg|]. destruct Hg as [<-|[]]. constructor; [lia|apply good_origin; auto].
  - apply in_map_iff in Hg. destruct Hg as (h & <- & Hh). constructor; [lia|apply IH; auto].
Qed.

Lemma units_once ps : radices_ok ps -> NoDup (units ps).
Proof.
  induction 1 as [|p ps Hp ok IH]; cbn [units]; [constructor|].
  assert (M : NoDup (map (cons 0) (units ps))) by (apply NoDup_map_in; auto; intros; congruence).
  assert (Z : forall x u, In (x :: u) (map (cons 0) (units ps)) -> x = 0)
    by (intros x u C; apply in_map_iff in C; destruct C as (h & E & _); congruence).
  destruct (N.eqb_spec p 2); cbn [app]; repeat constructor; auto.
  - intros C. apply Z in C. lia.
  - intros [C|C]; [injection C; lia|]. apply Z in C. lia.
  - intros C. apply Z in C. lia.
Qed.

Definition opposite (ps : list N) (v : N) : N := index ps (negate ps (coordinates ps v)).

Lemma index_origin ps : index ps (origin ps) = 0.
Proof. induction ps as [|p ps IH]; cbn [origin map index]; auto. Qed.

Lemma index_inj ps x y : radices_ok ps -> good x ps -> good y ps -> index ps x = index ps y -> x = y.
Proof. intros ok X Y E. rewrite <- (coordinates_index ps x), <- (coordinates_index ps y) by auto. congruence. Qed.

Lemma coordinates_zero ps : radices_ok ps -> coordinates ps 0 = origin ps.
Proof. intros ok. rewrite <- (index_origin ps) at 1. apply coordinates_index; auto using good_origin. Qed.

Lemma torus_group ps : radices_ok ps -> group (Torus ps) (opposite ps).
Proof.
  intros ok. pose proof (coordinates_good ps ok) as CG.
  pose proof (coordinates_zero ps ok) as O.
  split; [constructor|]; cbn [size product generators]; intros.
  - apply volume_positive; auto.
  - apply index_below, good_add; auto.
  - apply index_below, good_negate; auto.
  - rewrite !coordinates_index by auto using good_add. f_equal. apply add_assoc; auto.
  - rewrite O, add_origin_l, index_coordinates; auto.
  - rewrite O, add_origin_r, index_coordinates; auto.
  - unfold opposite. rewrite coordinates_index, add_negate_l, index_origin by auto using good_negate. auto.
  - unfold opposite. rewrite coordinates_index, add_negate_r, index_origin by auto using good_negate. auto.
  - apply in_map_iff in H. destruct H as (x & <- & H). apply index_below, (units_good ps ok); auto.
  - apply NoDup_map_in; [|apply units_once; auto]. intros x y Hx Hy. apply index_inj; auto; apply (units_good ps ok); auto.
Qed.

(** ** Weighted distances *)

Fixpoint vector_weight (ps ws x : list N) : N :=
  match ps, x, ws with
  | p :: ps, a :: x, w :: ws =>
      if p =? 2 then a * w + vector_weight ps ws x
      else match ws with
           | w' :: ws => N.min (a * w) ((p - a) * w') + vector_weight ps ws x
           | [] => 0
           end
  | _, _, _ => 0
  end.

Lemma vector_weight_origin ps : forall ws, vector_weight ps ws (origin ps) = 0.
Proof.
  induction ps as [|p ps IH]; intros ws; cbn [vector_weight origin map]; auto. destruct ws as [|w ws]; auto.
  unfold origin in IH. destruct (p =? 2); [rewrite IH; lia|]. destruct ws; auto. rewrite IH. lia.
Qed.

Lemma combine_map_l {A B C} (f : A -> B) (l : list A) (m : list C) :
  combine (map f l) m = map (fun q => (f (fst q), snd q)) (combine l m).
Proof. revert m. induction l; intros [|]; cbn; auto. f_equal. auto. Qed.

Lemma vector_weight_step ps : radices_ok ps -> forall ws g c y, length (units ps) = length ws ->
  In (g, c) (combine (units ps) ws) -> good y ps ->
  vector_weight ps ws y <= c + vector_weight ps ws (add ps (negate ps g) y).
Proof.
  induction 1 as [|p ps Hp ok IH]; intros ws g c y E H Y; cbn [units] in *; [destruct H|].
  inversion Y as [|x ? y' ? Hx Hy]; subst. destruct ws as [|w ws]; [discriminate|]. cbn [combine] in H.
  destruct (N.eqb_spec p 2) as [E2|E2]; cbn [app] in *.
  - cbn [length] in E. rewrite map_length in E. rewrite combine_map_l in H. cbn [vector_weight]. destruct (N.eqb_spec p 2); [|lia].
    destruct H as [H|H].
    + injection H as <- <-. cbn [negate add vector_weight]. rewrite negate_origin, add_origin_l by auto.
      destruct (N.eqb_spec p 2); [|lia]. cyc; nia.
    + apply in_map_iff in H. destruct H as ([h b] & H & Hh). cbn [fst snd] in H. injection H as <- <-. cbn [fst snd negate add].
      cbn [vector_weight]. destruct (N.eqb_spec p 2); [|lia].
      specialize (IH ws h b y' (eq_add_S _ _ E) Hh Hy). replace (plus p (minus p 0) x) with x by cyc. lia.
  - destruct ws as [|w' ws]; [discriminate|]. cbn [length combine] in *. rewrite map_length in E. rewrite combine_map_l in H.
    cbn [vector_weight]. destruct (N.eqb_spec p 2); [lia|].
    destruct H as [H|[H|H]].
    + injection H as <- <-. cbn [negate add vector_weight]. rewrite negate_origin, add_origin_l by auto.
      destruct (N.eqb_spec p 2); [lia|]. cyc; nia.
    + injection H as <- <-. cbn [negate add vector_weight]. rewrite negate_origin, add_origin_l by auto.
      destruct (N.eqb_spec p 2); [lia|]. cyc; nia.
    + apply in_map_iff in H. destruct H as ([h b] & H & Hh). cbn [fst snd] in H. injection H as <- <-. cbn [fst snd negate add vector_weight].
      destruct (N.eqb_spec p 2); [lia|]. specialize (IH ws h b y' (eq_add_S _ _ (eq_add_S _ _ E)) Hh Hy).
      replace (plus p (minus p 0) x) with x by cyc. lia.
Qed.

