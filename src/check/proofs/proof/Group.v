(** Networks that look the same from every node: their nodes are a group with [product]. *)
From Coq Require Import NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule.
From Isotask.Proof Require Import Lists.
Import ListNotations.
Open Scope N_scope.

(* the laws are asked for among the nodes only *)
Record translations (nw : network) (inv : N -> N) : Prop := {
  g_unit  : 0 < size nw;
  g_op    : forall a b, a < size nw -> b < size nw -> product nw a b < size nw;
  g_inv   : forall a, a < size nw -> inv a < size nw;
  g_assoc : forall a b c, a < size nw -> b < size nw -> c < size nw ->
            product nw a (product nw b c) = product nw (product nw a b) c;
  g_left  : forall a, a < size nw -> product nw 0 a = a;
  g_right : forall a, a < size nw -> product nw a 0 = a;
  g_invl  : forall a, a < size nw -> product nw (inv a) a = 0;
  g_invr  : forall a, a < size nw -> product nw a (inv a) = 0;
  g_gens  : forall g, In g (generators nw) -> g < size nw }.

(* and no two links are side by side *)
Record group (nw : network) (inv : N -> N) : Prop := {
  g_translations :> translations nw inv;
  g_once         : NoDup (generators nw) }.

(** ** Links *)

Lemma in_neighbours nw u v : lines nw = None -> (In v (neighbours nw u) <-> v < size nw /\ exists g, In g (generators nw) /\ v = product nw u g).
Proof.
  intros E. unfold neighbours. rewrite E, filter_In, N.ltb_lt, in_map_iff. split.
  - intros ((g & <- & H) & B). eauto.
  - intros (B & g & H & ->). eauto.
Qed.

Lemma link_step nw u v : lines nw = None -> link nw u v -> u < size nw /\ v < size nw /\ exists g, In g (generators nw) /\ v = product nw u g.
Proof. intros E (A & B & H). apply in_neighbours in H; tauto. Qed.

Lemma step_link nw u v : lines nw = None -> u < size nw -> v < size nw -> (exists g, In g (generators nw) /\ v = product nw u g) -> link nw u v.
Proof. intros E A B H. split; [|split]; auto. apply in_neighbours; auto. Qed.

Lemma links_by_generators nw u v : lines nw = None -> v < size nw -> links_between nw u v = count (fun g => is_node (product nw u g) v) (generators nw).
Proof.
  intros E B. unfold links_between, neighbours. rewrite E, count_occ_node, count_occ_filter.
  destruct (N.ltb_spec v (size nw)); [reflexivity|lia].
Qed.

Lemma no_switches nw : lines nw = None -> forall v, is_switch nw v = false.
Proof. destruct nw; discriminate || reflexivity. Qed.

Lemma one_rule nw rule v : lines nw = None -> rule_at nw rule v = rule.
Proof. destruct nw; discriminate || reflexivity. Qed.

Lemma all_hosts nw : lines nw = None -> hosts nw = upto (size nw).
Proof.
  intros E. unfold hosts. rewrite (filter_ext _ (fun _ => true)) by (intros; rewrite no_switches; auto).
  induction (upto (size nw)) as [|v l IH]; cbn; congruence.
Qed.

Lemma in_hosts nw v : In v (hosts nw) <-> v < size nw /\ is_switch nw v = false.
Proof. unfold hosts. rewrite filter_In, in_upto, negb_true_iff. tauto. Qed.


Section Group.
Context {nw : network} {inv : N -> N} (L : translations nw inv).
Notation "a ∘ b" := (product nw a b) (at level 40, left associativity).

Lemma inv_op_l a b : a < size nw -> b < size nw -> inv a ∘ (a ∘ b) = b.
Proof. intros. rewrite (g_assoc _ _ L), (g_invl _ _ L), (g_left _ _ L); auto using (g_inv _ _ L). Qed.

Lemma op_inv_l a b : a < size nw -> b < size nw -> a ∘ (inv a ∘ b) = b.
Proof. intros. rewrite (g_assoc _ _ L), (g_invr _ _ L), (g_left _ _ L); auto using (g_inv _ _ L). Qed.

Lemma cancel_l a b c : a < size nw -> b < size nw -> c < size nw -> a ∘ b = a ∘ c -> b = c.
Proof. intros A B C H. rewrite <- (inv_op_l a b), H, inv_op_l; auto. Qed.

Lemma cancel_r a b c : a < size nw -> b < size nw -> c < size nw -> b ∘ a = c ∘ a -> b = c.
Proof.
  intros A B C H. rewrite <- (g_right _ _ L b), <- (g_right _ _ L c), <- (g_invr _ _ L a) by auto.
  rewrite !(g_assoc _ _ L), H by auto using (g_inv _ _ L). reflexivity.
Qed.

Lemma inv_inv_op a g : a < size nw -> g < size nw -> inv (a ∘ g) = inv g ∘ inv a.
Proof.
  intros A B. apply (cancel_l (a ∘ g)); auto using (g_op _ _ L), (g_inv _ _ L).
  rewrite (g_invr _ _ L) by auto using (g_op _ _ L).
  rewrite <- (g_assoc _ _ L), op_inv_l, (g_invr _ _ L); auto using (g_op _ _ L), (g_inv _ _ L).
Qed.

Lemma link_iff u v : lines nw = None -> (link nw u v <-> u < size nw /\ exists g, In g (generators nw) /\ v = u ∘ g).
Proof.
  intros E. split; [intros H; apply link_step in H; tauto|]. intros (Hu & g & Hg & ->).
  apply step_link; eauto using (g_op _ _ L), (g_gens _ _ L).
Qed.
End Group.

(** A group under other names: every node stands for an element. *)
Lemma carried_translations nw {E : Type} (good : E -> Prop) (dec : N -> E) (enc : E -> N) (mul : E -> E -> E) (one : E) (back : E -> E) :
  (forall v, v < size nw -> good (dec v)) -> (forall e, good e -> enc e < size nw) ->
  (forall v, v < size nw -> enc (dec v) = v) -> (forall e, good e -> dec (enc e) = e) ->
  enc one = 0 -> good one -> (forall a b, good a -> good b -> good (mul a b)) -> (forall a, good a -> good (back a)) ->
  (forall a b c, good a -> good b -> good c -> mul a (mul b c) = mul (mul a b) c) ->
  (forall a, good a -> mul one a = a) -> (forall a, good a -> mul a one = a) -> (forall a, good a -> mul a (back a) = one) ->
  (forall a b, product nw a b = enc (mul (dec a) (dec b))) ->
  (forall g, In g (generators nw) -> g < size nw) -> translations nw (fun v => enc (back (dec v))).
Proof.
  intros D Eb ED DE Z G1 Gm Gb As Lf Rt Iv Pr Ge.
  assert (D0 : dec 0 = one) by (rewrite <- Z; auto).
  assert (Il : forall a, good a -> mul (back a) a = one).
  { intros a A. rewrite <- (Rt (mul (back a) a)), <- (Iv (back a)) by auto. rewrite (As (mul (back a) a)) by auto.
    rewrite <- (As (back a) a (back a)) by auto. rewrite (Iv a), Rt, Iv by auto. auto. }
  constructor; auto; intros; rewrite ?Pr; auto.
  - rewrite <- Z. auto.
  - rewrite !DE by auto. f_equal. auto.
  - rewrite D0, Lf; auto.
  - rewrite D0, Rt; auto.
  - rewrite DE, Il; auto.
  - rewrite DE, Iv; auto.
Qed.

Lemma carried nw {E : Type} (good : E -> Prop) (dec : N -> E) (enc : E -> N) (mul : E -> E -> E) (one : E) (back : E -> E) :
  (forall v, v < size nw -> good (dec v)) -> (forall e, good e -> enc e < size nw) ->
  (forall v, v < size nw -> enc (dec v) = v) -> (forall e, good e -> dec (enc e) = e) ->
  enc one = 0 -> good one -> (forall a b, good a -> good b -> good (mul a b)) -> (forall a, good a -> good (back a)) ->
  (forall a b c, good a -> good b -> good c -> mul a (mul b c) = mul (mul a b) c) ->
  (forall a, good a -> mul one a = a) -> (forall a, good a -> mul a one = a) -> (forall a, good a -> mul a (back a) = one) ->
  (forall a b, product nw a b = enc (mul (dec a) (dec b))) ->
  (forall g, In g (generators nw) -> g < size nw) -> NoDup (generators nw) -> group nw (fun v => enc (back (dec v))).
Proof. intros. split; [apply (carried_translations nw good dec enc mul one back)|]; auto. Qed.
