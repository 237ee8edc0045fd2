(** One price for every type of link: what a slot can weigh at most, and the least weight of a route. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule.
From Isotask.Proof Require Import Lists Carry Group Cubes Tori.
Import ListNotations.
Open Scope N_scope.

(* the weight of a link type, [ws] in the order of the links; of links side by side the least *)
Fixpoint weight_of (gens ws : list N) (g : N) : N :=
  match gens, ws with
  | h :: gens, w :: ws =>
      if h =? g then (if in_dec N.eq_dec g gens then N.min w (weight_of gens ws g) else w) else weight_of gens ws g
  | _, _ => 0
  end.

Lemma weight_of_least gens : forall ws n, length gens = length ws -> (n < length gens)%nat -> weight_of gens ws (nth n gens 0) <= nth n ws 0.
Proof.
  induction gens as [|h gens IH]; intros [|w ws] n E H; cbn [length] in *; try lia. cbn [weight_of]. destruct n as [|n]; cbn [nth].
  - rewrite N.eqb_refl. destruct (in_dec _ _ _); lia.
  - specialize (IH ws n ltac:(lia) ltac:(lia)). destruct (N.eqb_spec h (nth n gens 0)); auto.
    destruct (in_dec _ _ _) as [|C]; [lia|]. destruct C. apply nth_In. lia.
Qed.

Lemma weight_of_attained gens g : forall ws, length gens = length ws -> In g gens ->
  exists n, (n < length gens)%nat /\ nth n gens 0 = g /\ nth n ws 0 = weight_of gens ws g.
Proof.
  induction gens as [|h gens IH]; intros [|w ws] E H; cbn [length] in *; try discriminate; [destruct H|]. cbn [weight_of].
  assert (Later : In g gens -> exists n, (n < S (length gens))%nat /\ nth n (h :: gens) 0 = g /\ nth n (w :: ws) 0 = weight_of gens ws g).
  { intros I. destruct (IH ws ltac:(lia) I) as (n & A & B & C). exists (S n). cbn [nth]. repeat split; auto. lia. }
  destruct (N.eqb_spec h g) as [->|D].
  - destruct (in_dec N.eq_dec g gens) as [I|I].
    + destruct (N.min_spec w (weight_of gens ws g)) as [[_ ->]|[_ ->]]; auto. exists 0%nat. cbn. repeat split; auto. lia.
    + exists 0%nat. cbn. repeat split; auto. lia.
  - apply Later. destruct H; [congruence|auto].
Qed.

Lemma weight_of_nth gens ws n : NoDup gens -> length gens = length ws -> (n < length gens)%nat ->
  weight_of gens ws (nth n gens 0) = nth n ws 0.
Proof.
  intros ND E H. destruct (weight_of_attained gens (nth n gens 0) ws E) as (k & A & B & <-); [apply nth_In, H|].
  apply (proj1 (NoDup_nth gens 0) ND) in B; auto. congruence.
Qed.

Lemma weight_of_ones gens ws g : length gens = length ws -> Forall (fun w => w = 1) ws -> In g gens -> weight_of gens ws g = 1.
Proof.
  intros E O H. destruct (weight_of_attained gens g ws E H) as (n & A & _ & <-). rewrite Forall_forall in O. apply O, nth_In. lia.
Qed.

Lemma sum_nth (f : N -> N) l : sum f l = sum (fun n => f (nth n l 0)) (seq 0 (length l)).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [length seq]. rewrite <- seq_shift, !sum_cons, sum_map, IH. reflexivity. Qed.

Lemma weight_sum gens ws (f : N -> N) : (forall a b, a <= b -> f a <= f b) -> length gens = length ws ->
  sum (fun g => f (weight_of gens ws g)) gens <= sum f ws.
Proof.
  intros M E. rewrite (sum_nth _ gens), (sum_nth f ws), <- E. apply sum_le. intros n Hn. apply in_seq in Hn. apply M, weight_of_least; auto. lia.
Qed.

(* The type of the link from u to v is [offset u v]. An incomplete hypercube has types though it is no group. *)
Definition offset (nw : network) (inv : N -> N) (u v : N) : N := product nw (inv u) v.

Record typed (nw : network) (inv : N -> N) : Prop := {
  types_are_generators : forall u g, u < size nw -> In g (generators nw) -> offset nw inv u (product nw u g) = g;
  types_not_listed     : lines nw = None;
  offset_self          : forall u, u < size nw -> offset nw inv u u = 0 }.

Lemma group_typed nw inv : lines nw = None -> translations nw inv -> typed nw inv.
Proof.
  intros Ln L. constructor.
  - intros. apply (inv_op_l L); auto. apply (g_gens _ _ L); auto.
  - exact Ln.
  - apply (g_invl _ _ L).
Qed.

Lemma incomplete_typed n : typed (IncompleteHypercube n) (fun v => v).
Proof.
  constructor; intros; unfold offset; cbn [product generators size] in *.
  - rewrite <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l.
  - reflexivity.
  - apply N.lxor_nilpotent.
Qed.

(* [d x] is at most the weight of any route for offset x *)
Definition below_routes (nw : network) (inv : N -> N) (ws : list N) (d : N -> N) : Prop :=
  length ws = length (generators nw) /\ d 0 = 0 /\
  forall u v b, b < size nw -> link nw u v ->
    d (offset nw inv u b) <= weight_of (generators nw) ws (offset nw inv u v) + d (offset nw inv v b).

Section Capacity.
Variables (pb : problem) (inv : N -> N) (w : N -> N).
Hypothesis T : typed (net pb) inv.
Let nw := net pb.
Let gens := generators nw.

Definition out (v : N) : list N := filter (fun g => product nw v g <? size nw) gens.

(* what a node sends in a slot: a witness is a threshold *)
Definition node_capacity (v x : N) : N :=
  match ports pb with
  | All => sum w (out v)
  | AtMost k => k * x + sum (fun g => w g - x) (out v)
  | HalfDuplex => x + sum (fun g => w g - x) (out v)
  end.

Definition price u v := w (offset nw inv u v).

Lemma links_of_type u v : u < size nw -> v < size nw -> links_between nw u v <= N.of_nat (count_occ N.eq_dec (out u) (offset nw inv u v)).
Proof.
  intros Hu Hv. rewrite links_by_generators by (auto; apply (types_not_listed _ _ T)). unfold out. rewrite <- (map_id (filter _ _)), <- count_occ_node.
  fold gens. assert (In_ : incl gens (generators nw)) by apply incl_refl. revert In_. generalize gens as l. intros l I. unfold count.
  induction l as [|g l IH]; [cbn; lia|]. cbn [filter]. specialize (IH ltac:(intros x Hx; apply I; right; auto)).
  destruct (is_node (product nw u g) v) eqn:E.
  - apply is_node_true in E. rewrite E. destruct (N.ltb_spec v (size nw)); [|lia]. cbn [filter length].
    assert (X : g = offset nw inv u v) by (rewrite <- E; symmetry; apply (types_are_generators _ _ T); auto; apply I; left; auto).
    rewrite <- X in *. replace (is_node g g) with true by (symmetry; apply is_node_true; auto). cbn [length].
    lia.
  - destruct (product nw u g <? size nw); cbn [filter]; [|lia]. destruct (is_node g _); cbn [length]; lia.
Qed.

Lemma node_weight ms v x : slot_fits pb ms ->
  sum (fun m => price (from m) (to m)) (filter (fun m => if N.eq_dec (from m) v then true else false) ms) <= node_capacity v x.
Proof.
  intros S. set (F := filter _ ms).
  assert (El : forall m, In m F -> In m ms /\ from m = v /\ v < size nw /\ to m < size nw /\ product nw v (offset nw inv v (to m)) = to m).
  { intros m Hm. unfold F in Hm. apply filter_In in Hm. destruct Hm as [Hm E]. destruct (N.eq_dec (from m) v); [|congruence].
    destruct (link_step _ _ _ (types_not_listed _ _ T) (moves_over_links _ _ S m Hm)) as (Hu & Hv & g & Hg & E'). rewrite e in E', Hu. repeat split; auto.
    rewrite E' at 1. fold nw. rewrite (types_are_generators _ _ T) by auto. auto. }
  assert (Sum : forall y, sum (fun m => price (from m) (to m) - y) F <= sum (fun g => w g - y) (out v)).
  { intros y. rewrite (sum_ext _ (fun m => w (offset nw inv v (to m)) - y)).
    2:{ intros m Hm. apply El in Hm. destruct Hm as (_ & -> & _). reflexivity. }
    rewrite <- (sum_map (fun g => w g - y) (fun m => offset nw inv v (to m)) F). apply (sum_counts N.eq_dec). intros g.
    pose proof (count_occ_node (fun m => offset nw inv v (to m)) F g) as E.
    destruct (Nat.eq_dec (count_occ N.eq_dec (map (fun m => offset nw inv v (to m)) F) g) 0) as [->|Nz]; [lia|].
    assert (I : In g (map (fun m => offset nw inv v (to m)) F)) by (apply (count_occ_In N.eq_dec); lia).
    apply in_map_iff in I. destruct I as (m0 & <- & I). apply El in I. destruct I as (_ & _ & Hv & Ht & Ep).
    pose proof (links_of_type v (to m0) Hv Ht) as A. pose proof (links_suffice _ _ S v (to m0)) as B. fold nw in B.
    assert (C : count (fun m => is_node (offset nw inv v (to m)) (offset nw inv v (to m0))) F <= count (fun m => is_node (from m) v && is_node (to m) (to m0)) ms).
    { unfold F. rewrite !count_sum. clear -El Ep. assert (G : forall l, incl l ms -> sum (fun m => if is_node (offset nw inv v (to m)) (offset nw inv v (to m0)) then 1 else 0)
        (filter (fun m => if N.eq_dec (from m) v then true else false) l) <= sum (fun m => if is_node (from m) v && is_node (to m) (to m0) then 1 else 0) l).
      { induction l as [|m l IH]; intros I; [cbn; lia|]. specialize (IH ltac:(intros q Hq; apply I; right; auto)). cbn [filter]. rewrite sum_cons.
        destruct (N.eq_dec (from m) v) as [e|]; [|lia]. rewrite sum_cons. apply N.add_le_mono; auto.
        destruct (is_node (offset nw inv v (to m)) _) eqn:E; [|lia]. apply is_node_true in E.
        destruct (El m) as (_ & _ & _ & _ & Em); [apply filter_In; split; [apply I; left; auto|destruct (N.eq_dec (from m) v); auto]|].
        rewrite E in Em. assert (is_node (from m) v = true) as -> by (apply is_node_true; auto).
        assert (is_node (to m) (to m0) = true) as -> by (apply is_node_true; congruence). cbn. lia. }
      apply G, incl_refl. }
    lia. }
  assert (Len : N.of_nat (length F) = sends ms v) by reflexivity.
  pose proof (ports_suffice _ _ S v) as Po. rewrite one_rule in Po by apply (types_not_listed _ _ T). unfold node_capacity.
  assert (Split : sum (fun m => price (from m) (to m)) F <= N.of_nat (length F) * x + sum (fun g => w g - x) (out v)).
  { eapply N.le_trans; [|apply N.add_le_mono_l, Sum]. rewrite <- sum_const, <- sum_plus. apply sum_le. intros; lia. }
  destruct (ports pb); cbn in Po.
  - specialize (Sum 0). rewrite (sum_ext (fun g => w g - 0) w) in Sum by (intros; lia).
    eapply N.le_trans; [|exact Sum]. apply sum_le. intros; lia.
  - rewrite Len in Split. nia.
  - rewrite Len in Split. nia.
Qed.

Lemma slot_weight (x : N -> N) ms : slot_fits pb ms ->
  sum (fun m => price (from m) (to m)) ms <= sum (fun v => node_capacity v (x v)) (upto (size nw)).
Proof.
  intros S. eapply N.le_trans.
  - apply (sum_by_label N.eq_dec from (upto (size nw))). intros m Hm. apply in_upto. apply (moves_over_links _ _ S m Hm).
  - apply sum_le. intros v _. apply node_weight, S.
Qed.

(* the same for all nodes *)
Lemma slot_weight_uniform c x ms : slot_fits pb ms ->
  match ports pb with All => sum w gens | AtMost k => k * x + sum (fun g => w g - x) gens | HalfDuplex => x + sum (fun g => w g - x) gens end <= c ->
  sum (fun m => price (from m) (to m)) ms <= size nw * c.
Proof.
  intros S C. eapply N.le_trans; [apply (slot_weight (fun _ => x)); auto|].
  rewrite <- (upto_length (size nw)) at 2. rewrite <- sum_const. apply sum_le. intros v _. eapply N.le_trans; [|exact C]. unfold node_capacity.
  assert (I : forall f, sum f (out v) <= sum f gens).
  { intros f. apply (sum_counts N.eq_dec). intros g. unfold out. rewrite count_occ_filter. destruct (_ <? _); lia. }
  destruct (ports pb); [apply I|apply N.add_le_mono_l, I|apply N.add_le_mono_l, I].
Qed.

(* where no two links are side by side a link carries one *)
Lemma one_each ms : NoDup gens -> slot_fits pb ms -> NoDup (map (fun m => (from m, to m)) ms).
Proof.
  intros ND S. assert (dec : forall a b : N * N, {a = b} + {a <> b}) by (decide equality; apply N.eq_dec).
  apply (NoDup_count_occ dec). intros [u v]. destruct (count_occ dec (map (fun m => (from m, to m)) ms) (u, v)) as [|c] eqn:E; [lia|].
  assert (I : In (u, v) (map (fun m => (from m, to m)) ms)) by (apply (count_occ_In dec); lia).
  apply in_map_iff in I. destruct I as (m & Em & Hm). injection Em as <- <-.
  destruct (moves_over_links _ _ S m Hm) as (Hu & Hv & _). pose proof (links_of_type _ _ Hu Hv) as A. pose proof (links_suffice _ _ S (from m) (to m)) as B. fold nw in A, B.
  assert (C : (count_occ N.eq_dec (out (from m)) (offset nw inv (from m) (to m)) <= 1)%nat) by (apply (proj1 (NoDup_count_occ N.eq_dec _)), NoDup_filter, ND).
  rewrite <- E in *. enough (N.of_nat (count_occ dec (map (fun m => (from m, to m)) ms) (from m, to m)) <= count (fun m0 => is_node (from m0) (from m) && is_node (to m0) (to m)) ms) by lia. unfold count. apply N.eq_le_incl. f_equal.
  clear. induction ms as [|q l IH]; [reflexivity|]. cbn [map filter count_occ].
  replace (is_node (from q) (from m) && is_node (to q) (to m)) with (if dec (from q, to q) (from m, to m) then true else false).
  - destruct (dec _ _); cbn [length]; auto.
  - unfold is_node. destruct (dec _ _) as [e|n], (N.eq_dec (from q) (from m)), (N.eq_dec (to q) (to m)); cbn; congruence.
Qed.

(* with one half-duplex port no two moves have a node in common *)
Lemma pairs_of_nodes ms : (forall v, rule_at nw (ports pb) v = HalfDuplex) -> slot_fits pb ms -> N.of_nat (length ms) <= size nw / 2.
Proof.
  intros E S. pose proof (ports_suffice _ _ S) as Po. assert (Po' : forall v, sends ms v + receives ms v <= 1) by (intros v; specialize (Po v); fold nw in Po; rewrite E in Po; exact Po).
  clear Po. rename Po' into Po.
  assert (D : 2 * N.of_nat (length ms) <= size nw); [|apply N.div_le_lower_bound; lia].
  assert (A : sum (fun v => sends ms v + receives ms v) (upto (size nw)) <= size nw).
  { rewrite <- (upto_length (size nw)) at 2. rewrite <- (N.mul_1_r (N.of_nat _)), <- sum_const. apply sum_le. auto. }
  rewrite sum_plus in A.
  assert (B : forall f : move -> N, (forall m, In m ms -> f m < size nw) ->
    N.of_nat (length ms) <= sum (fun v => count (fun m => is_node (f m) v) ms) (upto (size nw))).
  { intros f Hf. pose proof (sum_by_label N.eq_dec f (upto (size nw)) (fun _ => 1) ms) as G. rewrite sum_const in G.
    rewrite (sum_ext _ (fun v => sum (fun _ => 1) (filter (fun m => if N.eq_dec (f m) v then true else false) ms))).
    - rewrite N.mul_1_r in G. apply G. intros m Hm. apply in_upto; auto.
    - intros v _. rewrite sum_const. unfold count, is_node. lia. }
  pose proof (B from ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))).
  pose proof (B to ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))). unfold sends, receives in A. lia.
Qed.
End Capacity.

Section Potential.
Variables (pb : problem) (inv : N -> N) (d : N -> N) (ws : list N).
Hypothesis T : typed (net pb) inv.
Hypothesis B : below_routes (net pb) inv ws d.

Definition togo u b := if b <? size (net pb) then d (offset (net pb) inv u b) else 0.

Lemma weights_potential : potential pb (price pb inv (weight_of (generators (net pb)) ws)) togo.
Proof.
  destruct B as (_ & Z & St). constructor; unfold togo, price.
  - intros b. destruct (N.ltb_spec b (size (net pb))); auto. rewrite (offset_self _ _ T), Z; auto.
  - intros u v b Hb Lk. destruct (N.ltb_spec b (size (net pb))); [|lia]. auto.
Qed.

(* weights that are all 1 count hops *)
Lemma hops_potential : Forall (fun w => w = 1) ws -> potential pb (fun _ _ => 1) togo.
Proof.
  intros O. destruct weights_potential as [Z St]. constructor; auto. intros u v b Hb Lk.
  specialize (St u v b Hb Lk). apply link_step in Lk; [|apply (types_not_listed _ _ T)]. destruct Lk as (Hu & Hv & g & Hg & ->). unfold price in St.
  rewrite (types_are_generators _ _ T) in St by auto. destruct B as (E & _). rewrite weight_of_ones in St by auto. exact St.
Qed.
End Potential.

(** ** Distances of the families *)

Lemma group_below nw inv ws d : lines nw = None -> translations nw inv -> length ws = length (generators nw) -> d 0 = 0 ->
  (forall n y, (n < length ws)%nat -> y < size nw -> d y <= nth n ws 0 + d (product nw (inv (nth n (generators nw) 0)) y)) ->
  below_routes nw inv ws d.
Proof.
  intros Ln L E Z St. split; [|split]; auto. intros u v b Hb Lk. apply (link_iff L) in Lk; auto. destruct Lk as (Hu & g & Hg & ->).
  pose proof (g_gens _ _ L g Hg) as Gg. unfold offset. rewrite (inv_op_l L) by auto. rewrite (inv_inv_op L) by auto.
  rewrite <- (g_assoc _ _ L) by auto using (g_inv _ _ L).
  destruct (weight_of_attained _ g ws (eq_sym E) Hg) as (n & Hn & <- & <-).
  apply St; auto; [lia|]. apply (g_op _ _ L); auto using (g_inv _ _ L).
Qed.

Lemma upto_nth n i : (i < N.to_nat n)%nat -> nth i (upto n) 0 = N.of_nat i.
Proof. intros H. unfold upto. change 0 with (N.of_nat 0). rewrite map_nth, seq_nth; auto. Qed.

Lemma powers_length d : length (map (N.pow 2) (upto d)) = N.to_nat d.
Proof. unfold upto. rewrite !map_length, seq_length. auto. Qed.

Lemma powers_nth d i : (i < N.to_nat d)%nat -> nth i (map (N.pow 2) (upto d)) 0 = 2 ^ N.of_nat i.
Proof. intros H. rewrite (nth_indep _ 0 (2 ^ 0)) by (rewrite powers_length; auto). rewrite (map_nth (N.pow 2)), upto_nth; auto. Qed.

Lemma cube_below nw d ws : lines nw = None -> (forall a b, product nw a b = N.lxor a b) -> generators nw = map (N.pow 2) (upto d) ->
  length ws = length (generators nw) -> below_routes nw (fun v => v) ws (bit_weight ws).
Proof.
  intros Ln Pr Ge E. split; [|split]; auto using bit_weight_zero. intros u v b Hb Lk. apply link_step in Lk; auto. destruct Lk as (_ & _ & g & Hg & ->). unfold offset. rewrite !Pr, Ge in *.
  rewrite <- (N.lxor_assoc u u g), N.lxor_nilpotent, N.lxor_0_l.
  apply (In_nth _ _ 0) in Hg. destruct Hg as (n & Hn & <-). rewrite weight_of_nth by (auto using powers_once).
  rewrite powers_length in *. rewrite powers_nth by auto.
  rewrite (N.lxor_comm u (2 ^ _)), N.lxor_assoc. apply bit_weight_step. lia.
Qed.

Lemma torus_below ps ws : radices_ok ps -> length ws = length (units ps) ->
  below_routes (Torus ps) (opposite ps) ws (fun x => vector_weight ps ws (coordinates ps x)).
Proof.
  intros ok E. apply group_below; [reflexivity|apply torus_group; auto| | |].
  - cbn. rewrite map_length. auto.
  - rewrite coordinates_zero by auto. apply vector_weight_origin.
  - intros n y Hn Hy. cbn [generators size product] in *.
    set (g := nth n (units ps) (origin ps)).
    assert (Gi : nth n (map (index ps) (units ps)) 0 = index ps g).
    { rewrite <- (index_origin ps). apply (map_nth (index ps)). }
    assert (Gg : good g ps) by (apply units_good; auto; apply nth_In; lia).
    rewrite Gi. unfold opposite. rewrite (coordinates_index ps g) by auto.
    rewrite (coordinates_index ps (negate ps g)), (coordinates_index ps) by auto using good_negate, good_add, coordinates_good.
    apply vector_weight_step; auto using coordinates_good.
    replace (g, nth n ws 0) with (nth n (combine (units ps) ws) (origin ps, 0)) by (apply combine_nth; lia).
    apply nth_In. rewrite combine_length. lia.
Qed.
