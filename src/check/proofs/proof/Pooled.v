(** The pooled bound on the total delay: it binds every legal schedule, symmetric or not, of any number of slots. *)
From Coq Require Import Arith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights.
Import ListNotations.
Open Scope N_scope.

(* m servers, shortest first: the i-th longest of the packets counts 1 + i/m times *)
Fixpoint wsum (m q : N) (l : list N) : N :=
  match l with [] => 0 | x :: l => (1 + q / m) * x + wsum m (q + 1) l end.

Fixpoint insert (x : N) (l : list N) : list N :=
  match l with [] => [x] | y :: l' => if y <=? x then x :: l else y :: insert x l' end.
Definition longest_first (l : list N) : list N := fold_right insert [] l.

Definition pooled (m : N) (distances : list N) : N := wsum m 0 (longest_first distances).

Definition moves_in (ms : list move) (p : name) : N := match move_of ms p with Some _ => 1 | None => 0 end.
Fixpoint moves (sc : schedule) (p : name) : N :=
  match sc with [] => 0 | ms :: sc => moves_in ms p + moves sc p end.

(** ** Weighted sums *)

Lemma wsum_plus {A} m (f g : A -> N) : forall (l : list A) q,
  wsum m q (map (fun p => f p + g p) l) = wsum m q (map f l) + wsum m q (map g l).
Proof. induction l as [|a l IH]; intros q; cbn [map wsum]; [lia|]. rewrite IH. lia. Qed.

Lemma wsum_le {A} m (f g : A -> N) : forall (l : list A) q, (forall p, In p l -> f p <= g p) -> wsum m q (map f l) <= wsum m q (map g l).
Proof.
  induction l as [|a l IH]; intros q H; cbn [map wsum]; [lia|]. specialize (IH (q + 1) (fun p Hp => H p (or_intror Hp))).
  pose proof (N.mul_le_mono_l _ _ (1 + q / m) (H a (or_introl eq_refl))). lia.
Qed.

Lemma wsum_zero {A} m (f : A -> N) : forall (l : list A) q, (forall p, In p l -> f p = 0) -> wsum m q (map f l) = 0.
Proof. induction l as [|a l IH]; intros q H; cbn [map wsum]; [lia|]. rewrite IH, H; [lia|left; auto|intros; apply H; right; auto]. Qed.

Lemma wsum_app m : forall (l l' : list N) q, wsum m q (l ++ l') = wsum m q l + wsum m (q + N.of_nat (length l)) l'.
Proof.
  induction l as [|a l IH]; intros l' q; cbn [wsum app length]; [replace (q + N.of_nat 0) with q by lia; lia|]. rewrite IH.
  replace (q + 1 + N.of_nat (length l)) with (q + N.of_nat (S (length l))) by lia. lia.
Qed.

(* at most m of the first packets move: they weigh at most a *)
Lemma wsum_slot {A} m a (f : A -> N) : 0 < m -> (forall p, f p <= 1) -> forall (l : list A) q, q + N.of_nat (length l) <= (a + 1) * m ->
  wsum m q (map f l) <= a * sum f l + (q + N.of_nat (length l) - N.max q (a * m)).
Proof.
  intros Hm F. induction l as [|p l IH]; intros q H; cbn [map wsum length] in *; [cbn; lia|]. rewrite sum_cons.
  specialize (IH (q + 1) ltac:(lia)). pose proof (F p). pose proof (N.div_mod q m ltac:(lia)). pose proof (N.mod_lt q m ltac:(lia)).
  destruct (N.le_gt_cases (a * m) q).
  - assert (E : q / m = a) by (symmetry; apply (N.div_unique q m a (q - a * m)); lia). rewrite E. lia.
  - assert (B : q / m < a) by (apply N.div_lt_upper_bound; lia).
    pose proof (N.mul_le_mono_r (1 + q / m) a (f p) ltac:(lia)). lia.
Qed.

(** ** Packets in the order of their completion *)

Section Delay.
Variable pb : problem.

Definition by_completion (c : name -> N) (l : list name) := StronglySorted (fun p q => c q <= c p) l.

Lemma split_positive c l : by_completion c l -> exists l1 l2, l = l1 ++ l2 /\ (forall p, In p l1 -> 1 <= c p) /\ (forall p, In p l2 -> c p = 0).
Proof.
  induction 1 as [|p l S IH F]; [exists [], []; cbn; repeat split; tauto|]. destruct IH as (l1 & l2 & -> & A & B).
  destruct (N.eq_dec (c p) 0) as [Z|Z].
  - exists [], (p :: l1 ++ l2). split; auto. split; [intros ? []|]. rewrite Forall_forall in F. intros x [->|Hx]; auto. specialize (F x Hx). lia.
  - exists (p :: l1), l2. split; auto. split; auto. intros x [->|Hx]; auto. lia.
Qed.

Lemma sorted_weaken c c' l : (forall p q, c q <= c p -> c' q <= c' p) -> by_completion c l -> by_completion c' l.
Proof. intros W. induction 1; constructor; auto. rewrite Forall_forall in *. intros x Hx. apply W. auto. Qed.

Lemma order_exists (c : name -> N) (l : list name) : exists l', Permutation l' l /\ by_completion c l'.
Proof.
  induction l as [|a l (l' & Pl & S)]; [exists []; split; constructor|].
  enough (exists l'', Permutation l'' (a :: l') /\ by_completion c l'') as (l'' & Q & S').
  { exists l''. split; auto. eapply Permutation_trans; [exact Q|]. constructor; auto. }
  clear Pl. induction S as [|b l' S IH F]; [exists [a]; split; auto; repeat constructor|].
  destruct (N.le_gt_cases (c b) (c a)) as [Le|Gt].
  - exists (a :: b :: l'). split; auto. constructor; [constructor; auto|]. constructor; auto. rewrite Forall_forall in *. intros x Hx. specialize (F x Hx). lia.
  - destruct IH as (k & Pk & Sk). exists (b :: k). split.
    + eapply Permutation_trans; [constructor; exact Pk|]. constructor.
    + constructor; auto. rewrite Forall_forall in *. intros x Hx. apply (Permutation_in _ Pk) in Hx. destruct Hx as [<-|Hx]; auto. lia.
Qed.

Lemma delay_core m sc : 0 < m -> forall pos, legal_from pb pos sc -> NoDup (packets pb) ->
  (forall ms, slot_fits pb ms -> N.of_nat (length ms) <= m) ->
  forall l, Permutation l (packets pb) -> by_completion (completion sc) l -> wsum m 0 (map (moves sc) l) <= sum (completion sc) l.
Proof.
  intros Hm. induction sc as [|ms sc IH]; cbn [legal_from]; intros pos H ND C l Pl S.
  - rewrite wsum_zero; [lia|reflexivity].
  - destruct H as [L H]. specialize (IH _ H ND C l Pl).
    assert (R : forall p, completion (ms :: sc) p - 1 = completion sc p).
    { intros p. cbn [completion]. destruct (N.eqb_spec (completion sc p) 0); destruct (move_of ms p); lia. }
    assert (M : forall p, moves_in ms p <= 1) by (intros p; unfold moves_in; destruct (move_of ms p); lia).
    assert (M' : forall p, completion (ms :: sc) p = 0 -> moves_in ms p = 0).
    { intros p. cbn [completion]. unfold moves_in. destruct (N.eqb_spec (completion sc p) 0); lia. }
    destruct (split_positive _ _ S) as (l1 & l2 & E & A & B).
    specialize (IH ltac:(apply (sorted_weaken (completion (ms :: sc))); auto; intros p q Hpq; rewrite <- !R; lia)).
    cbn [moves]. rewrite wsum_plus.
    assert (S1 : wsum m 0 (map (moves_in ms) l) <= N.of_nat (length l1)).
    { rewrite E, map_app, wsum_app, (wsum_zero m (moves_in ms) l2) by auto.
      pose proof (N.div_mod (N.of_nat (length l1)) m ltac:(lia)) as D1. pose proof (N.mod_lt (N.of_nat (length l1)) m ltac:(lia)) as D2.
      set (a := N.of_nat (length l1) / m) in *.
      pose proof (wsum_slot m a (moves_in ms) Hm M l1 0 ltac:(nia)) as W.
      assert (T : sum (moves_in ms) l1 <= m).
      { assert (sum (moves_in ms) l <= N.of_nat (length ms)).
        { pose proof (sum_moving (fun _ => 1) ms l) as X. rewrite sum_const, N.mul_1_r in X. apply X.
          apply (Permutation_NoDup (l := packets pb)); auto. apply Permutation_sym; auto. }
        rewrite E, sum_app in H0. specialize (C _ (fits _ _ _ L)). lia. }
      pose proof (N.mul_le_mono_l _ _ a T) as X. rewrite (N.mul_comm m a) in D1. clearbody a. generalize dependent (N.of_nat (length l1) mod m). intros. lia. }
    assert (S2 : sum (completion (ms :: sc)) l = sum (completion sc) l + N.of_nat (length l1)).
    { rewrite E, !sum_app. rewrite (sum_ext (completion (ms :: sc)) (fun p => completion sc p + 1) l1).
      - rewrite sum_plus, sum_const. rewrite (sum_ext (completion (ms :: sc)) (completion sc) l2); [lia|].
        intros p Hp. rewrite <- R. specialize (B p Hp). lia.
      - intros p Hp. rewrite <- R. specialize (A p Hp). lia. }
    lia.
Qed.
End Delay.

(** ** Longest first is least *)

Lemma wsum_insert m x : 0 < m -> forall l q, wsum m q (insert x l) <= wsum m q (x :: l).
Proof.
  intros Hm. induction l as [|y l IH]; intros q; cbn [insert]; [lia|]. destruct (N.leb_spec y x); [lia|].
  cbn [wsum] in *. specialize (IH (q + 1)). assert (q / m <= (q + 1) / m) by (apply N.div_le_mono; lia). nia.
Qed.

Lemma wsum_sorted m : 0 < m -> forall l q, wsum m q (longest_first l) <= wsum m q l.
Proof.
  intros Hm. induction l as [|x l IH]; intros q; cbn [longest_first fold_right]; [lia|].
  eapply N.le_trans; [apply wsum_insert; auto|]. cbn [wsum]. specialize (IH (q + 1)). unfold longest_first in IH. lia.
Qed.

Lemma insert_comm x y l : insert x (insert y l) = insert y (insert x l).
Proof.
  induction l as [|h l IH]; cbn [insert].
  - destruct (N.leb_spec y x), (N.leb_spec x y); auto; try lia. assert (x = y) by lia. subst; auto.
  - destruct (N.leb_spec h y), (N.leb_spec h x); cbn [insert]; repeat match goal with |- context [?a <=? ?b] => destruct (N.leb_spec a b) end; try lia; auto.
    + assert (x = y) by lia. subst; auto.
    + rewrite IH; auto.
Qed.

Lemma longest_first_perm l l' : Permutation l l' -> longest_first l = longest_first l'.
Proof. induction 1; cbn [longest_first fold_right] in *; unfold longest_first in *; try congruence. apply insert_comm. Qed.

(* THE POOLED BOUND for any network in which no slot has more than m moves *)
Theorem pooled_binds (pb : problem) (m : N) (togo : N -> N -> N) :
  0 < m -> NoDup (packets pb) -> (forall p, In p (packets pb) -> target pb p < size (net pb)) ->
  (forall ms, slot_fits pb ms -> N.of_nat (length ms) <= m) -> potential pb (fun _ _ => 1) togo ->
  forall sc, legal pb sc -> pooled m (map (fun p => togo (source pb p) (target pb p)) (packets pb)) <= total_delay pb sc.
Proof.
  intros Hm ND Tg C [Z St] sc H. destruct (order_exists (completion sc) (packets pb)) as (l & Pl & S).
  pose proof (delay_core pb m sc Hm _ H ND C l Pl S) as D. unfold total_delay. rewrite total_sum, <- (sum_perm _ _ _ Pl).
  eapply N.le_trans; [|exact D]. unfold pooled.
  rewrite <- (longest_first_perm (map (fun p => togo (source pb p) (target pb p)) l)) by (apply Permutation_map; auto).
  eapply N.le_trans; [apply wsum_sorted; auto|]. apply wsum_le. intros p Hp. apply (Permutation_in _ Pl) in Hp.
  revert H. unfold legal. generalize (source pb) as pos. clear - Hp Z St Tg. induction sc as [|ms sc IH]; cbn [legal_from moves]; intros pos H.
  - rewrite (H p Hp), Z. lia.
  - destruct H as [L H]. specialize (IH _ H). unfold after in IH. unfold moves_in.
    destruct (move_of ms p) as [m|] eqn:E; [|lia]. apply move_of_some in E. destruct E as [I <-].
    rewrite (moves_from_where_it_is _ _ _ L m I).
    pose proof (St _ _ (target pb (packet m)) (Tg _ Hp) (moves_over_links _ _ (fits _ _ _ L) m I)). lia.
Qed.

(** ** The bound of one node *)

Definition desc := StronglySorted (fun x y : N => y <= x).
Definition each (n : nat) (l : list N) := flat_map (fun x => repeat x n) l.

Lemma insert_in x l y : In y (insert x l) -> y = x \/ In y l.
Proof. induction l as [|h l IH]; cbn [insert]; [cbn; intuition|]. destruct (h <=? x); cbn; intuition. Qed.

Lemma insert_desc x l : desc l -> desc (insert x l).
Proof.
  induction 1 as [|h l S IH F]; cbn [insert]; [repeat constructor|]. rewrite Forall_forall in F. destruct (N.leb_spec h x).
  - constructor; [constructor; auto; apply Forall_forall; auto|]. constructor; auto. apply Forall_forall. intros y Hy. specialize (F y Hy). lia.
  - constructor; auto. apply Forall_forall. intros y Hy. apply insert_in in Hy. destruct Hy as [->|Hy]; auto. lia.
Qed.

Lemma longest_first_desc l : desc (longest_first l).
Proof. induction l; cbn [longest_first fold_right]; [constructor|apply insert_desc; auto]. Qed.

Lemma desc_fixed l : desc l -> longest_first l = l.
Proof.
  induction 1 as [|h l S IH F]; auto. cbn [longest_first fold_right]. unfold longest_first in IH. rewrite IH.
  destruct l as [|y l]; auto. cbn [insert]. inversion F; subst. destruct (N.leb_spec y h); auto. lia.
Qed.

Lemma insert_perm x l : Permutation (insert x l) (x :: l).
Proof.
  induction l as [|h l IH]; cbn [insert]; auto. destruct (h <=? x); auto.
  eapply Permutation_trans; [constructor; exact IH|]. constructor.
Qed.

Lemma longest_first_permutes l : Permutation (longest_first l) l.
Proof. induction l; cbn [longest_first fold_right]; auto. eapply Permutation_trans; [apply insert_perm|]. constructor; auto. Qed.

Lemma each_in n l y : In y (each n l) -> In y l.
Proof. unfold each. rewrite in_flat_map. intros (x & Hx & Hy). apply repeat_spec in Hy. subst; auto. Qed.

Lemma desc_repeat h k l : (forall y, In y l -> y <= h) -> desc l -> desc (repeat h k ++ l).
Proof.
  intros H D. induction k as [|k IH]; cbn [repeat app]; auto. constructor; auto. apply Forall_forall. intros y Hy.
  apply in_app_iff in Hy. destruct Hy as [Hy|Hy]; auto. apply repeat_spec in Hy. lia.
Qed.

Lemma each_desc n l : desc l -> desc (each n l).
Proof.
  induction 1 as [|h l S IH F]; [constructor|]. cbn [each flat_map]. apply desc_repeat; auto.
  intros y Hy. apply (each_in n) in Hy. rewrite Forall_forall in F. auto.
Qed.

Lemma wsum_repeat M x c l : forall k q, (forall j, j < N.of_nat k -> (q + j) / M = c) ->
  wsum M q (repeat x k ++ l) = N.of_nat k * ((1 + c) * x) + wsum M (q + N.of_nat k) l.
Proof.
  induction k as [|k IH]; intros q H; cbn [repeat app wsum]; [replace (q + N.of_nat 0) with q by lia; lia|].
  rewrite IH.
  - pose proof (H 0 ltac:(lia)) as E. rewrite N.add_0_r in E. rewrite E.
    replace (q + 1 + N.of_nat k) with (q + N.of_nat (S k)) by lia. lia.
  - intros j Hj. rewrite <- (H (1 + j)) by lia. f_equal. lia.
Qed.

Lemma wsum_each n m : (0 < n)%nat -> 0 < m -> forall l q, wsum (N.of_nat n * m) (N.of_nat n * q) (each n l) = N.of_nat n * wsum m q l.
Proof.
  intros Hn Hm. induction l as [|x l IH]; intros q; cbn [each flat_map wsum]; [lia|]. unfold each in IH.
  rewrite (wsum_repeat _ _ (q / m)).
  - replace (N.of_nat n * q + N.of_nat n) with (N.of_nat n * (q + 1)) by lia. rewrite IH. lia.
  - intros j Hj. rewrite <- N.div_div by lia. f_equal. symmetry. apply (N.div_unique _ _ q j); lia.
Qed.

Lemma each_perm n l l' : Permutation l l' -> Permutation (each n l) (each n l').
Proof. apply Permutation_flat_map. Qed.

Lemma prod_each {A B} (f : B -> N) (l : list A) (l' : list B) : Permutation (map (fun p => f (snd p)) (list_prod l l')) (each (length l) (map f l')).
Proof.
  induction l as [|a l IH]; cbn [list_prod map length]; [unfold each; induction l'; cbn; auto|].
  rewrite map_app, map_map. cbn [snd]. eapply Permutation_trans; [apply Permutation_app_head, IH|]. clear IH.
  generalize (length l) as n. intros n. induction l' as [|b l' IH]; cbn [map app each flat_map repeat]; auto. constructor. unfold each in *.
  rewrite app_assoc. eapply Permutation_trans; [|apply Permutation_app_head; exact IH].
  rewrite app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

(* of n times as many packets and servers it is n times as much *)
Lemma pooled_each {A B} n m (f : B -> N) (l : list A) (l' : list B) : (0 < n)%nat -> 0 < m -> length l = n ->
  pooled (N.of_nat n * m) (map (fun p => f (snd p)) (list_prod l l')) = N.of_nat n * pooled m (map f l').
Proof.
  intros Hn Hm E. unfold pooled. rewrite (longest_first_perm _ _ (prod_each f l l')), E.
  rewrite (longest_first_perm _ (each n (longest_first (map f l')))) by (apply each_perm, Permutation_sym, longest_first_permutes).
  rewrite desc_fixed by (apply each_desc, longest_first_desc).
  rewrite <- wsum_each; auto. f_equal. lia.
Qed.
