(** Groups of permutations: all of them in lexicographic order, and what listed ones generate. *)
From Coq Require Import Arith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Group.
Import ListNotations.
Open Scope N_scope.

Notation at_ p i := (nth (N.to_nat i) p 0).

(** ** Permutations of n symbols are a group *)

Section Symbols.
Variable n : N.
Let good (p : list N) := Permutation p (upto n).

Lemma good_length p : good p -> length p = N.to_nat n.
Proof. intros H. rewrite (Permutation_length H). unfold upto. rewrite map_length, seq_length. auto. Qed.

Lemma good_below p i : good p -> In i p <-> i < n.
Proof. intros H. rewrite <- in_upto. split; apply Permutation_in; [|apply Permutation_sym]; auto. Qed.

Lemma good_once p : good p -> NoDup p.
Proof. intros H. eapply Permutation_NoDup; [apply Permutation_sym, H|apply upto_nodup]. Qed.

Lemma good_all p : good p -> map (fun i => at_ p i) (upto n) = p.
Proof. intros H. replace n with (N.of_nat (length p)) by (rewrite (good_length p H); lia). apply nth_upto. Qed.

Lemma good_at p i : good p -> i < n -> at_ p i < n.
Proof. intros H Hi. apply (good_below p); auto. apply nth_In. rewrite (good_length p H). lia. Qed.

Lemma at_upto i : i < n -> at_ (upto n) i = i.
Proof. intros H. unfold upto. change 0 with (N.of_nat 0). rewrite map_nth, seq_nth by lia. lia. Qed.

Lemma at_composed a b i : (N.to_nat i < length b)%nat -> at_ (composed a b) i = at_ a (at_ b i).
Proof.
  intros H. unfold composed. rewrite (nth_indep _ 0 ((fun j => at_ a j) 0)) by (rewrite map_length; auto).
  apply (map_nth (fun j => at_ a j)).
Qed.

Lemma good_identity : good (upto n).
Proof. apply Permutation_refl. Qed.

Lemma good_composed a b : good a -> good b -> good (composed a b).
Proof. intros A B. unfold good. eapply Permutation_trans; [apply (Permutation_map _ B)|]. rewrite good_all; auto. Qed.

Lemma composed_assoc a b c : good b -> good c -> composed a (composed b c) = composed (composed a b) c.
Proof.
  intros B C. unfold composed at 1 2 3. rewrite map_map. apply map_ext_in. intros i Hi. apply (good_below c) in Hi; auto.
  symmetry. apply at_composed. rewrite (good_length b B). lia.
Qed.

Lemma composed_left b : good b -> composed (upto n) b = b.
Proof. intros B. unfold composed. rewrite <- map_id. apply map_ext_in. intros i Hi. apply at_upto, (good_below b); auto. Qed.

Lemma composed_right a : good a -> composed a (upto n) = a.
Proof. apply good_all. Qed.

Fixpoint spot (x : N) (p : list N) : N := match p with [] => 0 | y :: p => if x =? y then 0 else N.succ (spot x p) end.
Definition inverted (p : list N) : list N := map (fun x => spot x p) (upto (N.of_nat (length p))).

Lemma spot_in x p : In x p -> (N.to_nat (spot x p) < length p)%nat /\ at_ p (spot x p) = x.
Proof.
  induction p as [|y p IH]; [intros []|]. cbn [spot]. destruct (N.eqb_spec x y) as [->|D]; intros H; cbn [length].
  - split; [cbn; lia|reflexivity].
  - destruct H as [->|H]; [congruence|]. destruct (IH H). rewrite N2Nat.inj_succ. cbn [nth]. split; [lia|auto].
Qed.

Lemma inverted_right p : good p -> composed p (inverted p) = upto n.
Proof.
  intros H. unfold composed, inverted. rewrite map_map, (good_length p H), N2Nat.id. rewrite <- (map_id (upto n)) at 2.
  apply map_ext_in. intros x Hx. apply spot_in. apply (good_below p); auto. apply in_upto; auto.
Qed.

Lemma good_inverted p : good p -> good (inverted p).
Proof.
  intros H. unfold good, inverted. rewrite (good_length p H), N2Nat.id. apply NoDup_Permutation_bis.
  - apply NoDup_map_in; [|apply upto_nodup]. intros x y Hx Hy E. apply in_upto, (good_below p), spot_in in Hx, Hy; auto.
    destruct Hx, Hy. congruence.
  - rewrite map_length. auto.
  - intros i Hi. apply in_map_iff in Hi. destruct Hi as (x & <- & Hx). apply in_upto, (good_below p), spot_in in Hx; auto.
    rewrite (good_length p H) in Hx. apply in_upto. lia.
Qed.

(* a permutation has one right inverse *)
Lemma composed_cancel a b c : good a -> good b -> good c -> composed a b = composed a c -> b = c.
Proof.
  intros A B C E. apply (nth_ext _ _ 0 0); [rewrite !good_length; auto|]. intros i Hi.
  pose proof (good_length b B) as Lb. assert (Hn : N.of_nat i < n) by lia.
  assert (Ei : at_ (composed a b) (N.of_nat i) = at_ (composed a c) (N.of_nat i)) by congruence.
  rewrite !at_composed, Nat2N.id in Ei by (rewrite ?(good_length c C); lia).
  assert (In1 : nth i b 0 < n) by (rewrite <- (Nat2N.id i); apply good_at; auto).
  assert (In2 : nth i c 0 < n) by (rewrite <- (Nat2N.id i); apply good_at; auto).
  apply (NoDup_nth a 0) in Ei; try (rewrite (good_length a A); lia); [lia|apply good_once; auto].
Qed.
End Symbols.

(** ** All permutations, by their place in lexicographic order *)

Notation rising := (StronglySorted N.lt).

Lemma upto_rising n : rising (upto n).
Proof.
  unfold upto. generalize 0%nat as s. induction (N.to_nat n) as [|k IH]; intros s; cbn [seq map]; constructor; auto.
  apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (i & <- & Hi). apply in_seq in Hi. lia.
Qed.

Lemma rising_once l : rising l -> NoDup l.
Proof. induction 1 as [|a l S IH F]; constructor; auto. intros C. rewrite Forall_forall in F. specialize (F a C). lia. Qed.

Definition smaller (x : N) (l : list N) : nat := length (filter (fun y => y <? x) l).

Lemma smaller_perm x l l' : Permutation l l' -> smaller x l = smaller x l'.
Proof.
  unfold smaller. induction 1 as [|a l l' P IH|a b l|? ? ? ? IH1 ? IH2]; auto.
  - cbn [filter]. destruct (a <? x); cbn [length]; auto.
  - cbn [filter]. destruct (a <? x), (b <? x); cbn [length]; auto.
  - congruence.
Qed.

Lemma none_smaller x l : Forall (fun y => x <= y) l -> smaller x l = 0%nat.
Proof. unfold smaller. induction 1 as [|a l A F IH]; cbn [filter]; auto. destruct (N.ltb_spec a x); [lia|auto]. Qed.

Lemma smaller_nth l : rising l -> forall i, (i < length l)%nat -> smaller (nth i l 0) l = i.
Proof.
  induction 1 as [|a l S IH F]; cbn [length]; intros i Hi; [lia|]. rewrite Forall_forall in F. destruct i as [|i]; cbn [nth].
  - apply none_smaller. constructor; [lia|]. apply Forall_forall. intros y Hy. specialize (F y Hy). lia.
  - unfold smaller. cbn [filter]. assert (a < nth i l 0) by (apply F, nth_In; lia). destruct (N.ltb_spec a (nth i l 0)); [|lia].
    cbn [length]. f_equal. apply IH. lia.
Qed.

Lemma nth_smaller l x : rising l -> In x l -> (smaller x l < length l)%nat /\ nth (smaller x l) l 0 = x.
Proof. intros S H. apply (In_nth _ _ 0) in H. destruct H as (i & Hi & <-). rewrite smaller_nth; auto. Qed.

Lemma remove_perm x l : NoDup l -> In x l -> Permutation l (x :: remove N.eq_dec x l).
Proof.
  induction l as [|a l IH]; intros ND H; [destruct H|]. inversion ND; subst. cbn [remove]. destruct (N.eq_dec x a) as [->|D].
  - rewrite notin_remove; auto.
  - destruct H as [->|H]; [congruence|]. eapply Permutation_trans; [apply perm_skip, IH; auto|apply perm_swap].
Qed.

Lemma remove_rising x l : rising l -> rising (remove N.eq_dec x l).
Proof.
  induction 1 as [|a l S IH F]; cbn [remove]; [constructor|]. destruct (N.eq_dec x a); auto. constructor; auto.
  rewrite Forall_forall in *. intros y Hy. apply in_remove in Hy. apply F. tauto.
Qed.

Lemma factorial_positive k : 0 < factorial k.
Proof. induction k; cbn [factorial]; lia. Qed.

Lemma unrank_right k : forall left i, rising left -> length left = k -> i < factorial k ->
  Permutation (unrank k left i) left /\ rank (unrank k left i) = i.
Proof.
  induction k as [|k IH]; intros left i S E Hi; cbn [unrank].
  - destruct left; [|discriminate]. cbn in Hi. split; [constructor|cbn; lia].
  - pose proof (factorial_positive k) as P. set (q := i / factorial k). set (x := nth (N.to_nat q) left 0).
    assert (Hq : (N.to_nat q < length left)%nat).
    { rewrite E. enough (q < N.of_nat (Datatypes.S k)) by lia. apply N.div_lt_upper_bound; [lia|]. cbn [factorial] in Hi. lia. }
    assert (Hx : In x left) by (apply nth_In; auto).
    pose proof (remove_perm x left (rising_once left S) Hx) as Pm.
    destruct (IH (remove N.eq_dec x left) (i mod factorial k)) as [Pu Ru].
    + apply remove_rising, S.
    + apply Permutation_length in Pm. cbn in Pm. lia.
    + apply N.mod_lt. lia.
    + split.
      * eapply Permutation_trans; [apply perm_skip, Pu|apply Permutation_sym, Pm].
      * cbn [rank]. rewrite Ru. rewrite (Permutation_length Pu).
        replace (length (remove N.eq_dec x left)) with k by (apply Permutation_length in Pm; cbn in Pm; lia).
        assert (C : length (filter (fun y => y <? x) (unrank k (remove N.eq_dec x left) (i mod factorial k))) = N.to_nat q).
        { change (smaller x (unrank k (remove N.eq_dec x left) (i mod factorial k)) = N.to_nat q).
          rewrite (smaller_perm x _ _ Pu). rewrite <- (smaller_nth left S (N.to_nat q) Hq). fold x. rewrite (smaller_perm x _ _ Pm) at 1.
          unfold smaller. cbn [filter]. rewrite N.ltb_irrefl. auto. }
        rewrite C, N2Nat.id. unfold q. pose proof (N.div_mod i (factorial k) ltac:(lia)). lia.
Qed.

Lemma rank_right p : forall left, rising left -> Permutation p left ->
  rank p < factorial (length p) /\ unrank (length p) left (rank p) = p.
Proof.
  induction p as [|x p IH]; intros left S Pm; [cbn; split; [lia|auto]|]. cbn [rank length unrank].
  pose proof (factorial_positive (length p)) as P.
  assert (Hx : In x left) by (apply (Permutation_in _ Pm); left; auto).
  assert (Pr : Permutation p (remove N.eq_dec x left)).
  { apply (Permutation_cons_inv (a := x)). eapply Permutation_trans; [exact Pm|]. apply remove_perm; auto. apply rising_once, S. }
  destruct (IH _ (remove_rising x left S) Pr) as [B U].
  assert (C : length (filter (fun y => y <? x) p) = smaller x left).
  { rewrite <- (smaller_perm x _ _ Pm). unfold smaller. cbn [filter]. rewrite N.ltb_irrefl. auto. }
  destruct (nth_smaller left x S Hx) as [Hc Ex]. rewrite C.
  assert (Len : (smaller x left < Datatypes.S (length p))%nat) by (apply Permutation_length in Pm; cbn in Pm; lia).
  set (c := N.of_nat (smaller x left)).
  assert (D : (c * factorial (length p) + rank p) / factorial (length p) = c) by (symmetry; apply (N.div_unique _ _ c (rank p)); lia).
  assert (M : (c * factorial (length p) + rank p) mod factorial (length p) = rank p) by (symmetry; apply (N.mod_unique _ _ c (rank p)); lia).
  rewrite D, M. unfold c at 2 3. rewrite !Nat2N.id, Ex, U. split; auto.
  cbn [factorial]. unfold c. nia.
Qed.

Section Numbered.
Variable n : N.
Notation good p := (Permutation p (upto n)).

Lemma upto_size : length (upto n) = N.to_nat n.
Proof. unfold upto. rewrite map_length, seq_length. auto. Qed.

Lemma numbered_good v : v < factorial (N.to_nat n) -> good (numbered n v).
Proof. intros H. apply unrank_right; auto using upto_rising, upto_size. Qed.

Lemma rank_numbered v : v < factorial (N.to_nat n) -> rank (numbered n v) = v.
Proof. intros H. apply unrank_right; auto using upto_rising, upto_size. Qed.

Lemma rank_below p : good p -> rank p < factorial (N.to_nat n).
Proof. intros H. rewrite <- (good_length n p H). apply (rank_right p (upto n)); auto using upto_rising. Qed.

Lemma numbered_rank p : good p -> numbered n (rank p) = p.
Proof. intros H. unfold numbered. rewrite <- (good_length n p H) at 1. apply (rank_right p (upto n)); auto using upto_rising. Qed.
End Numbered.

Definition symmetric_inverse (n v : N) : N := rank (inverted (numbered n v)).

Theorem symmetric_group nw n : size nw = factorial (N.to_nat n) ->
  (forall a b, product nw a b = rank (composed (numbered n a) (numbered n b))) ->
  (exists ps, generators nw = map rank ps /\ NoDup ps /\ forall p, In p ps -> Permutation p (upto n)) ->
  group nw (symmetric_inverse n).
Proof.
  intros Sz Pr (ps & Ge & Once & Ok).
  assert (Id : rank (upto n) = 0).
  { destruct (unrank_right (N.to_nat n) (upto n) 0 (upto_rising n) (upto_size n) (factorial_positive _)) as [_ R].
    enough (unrank (N.to_nat n) (upto n) 0 = upto n) as E by congruence.
    rewrite <- (upto_size n). generalize (upto_rising n). generalize (upto n) as l. induction l as [|a l IH]; intros S; [reflexivity|].
    cbn [length unrank]. pose proof (factorial_positive (length l)). rewrite N.div_0_l, N.mod_0_l by lia. cbn [N.to_nat nth remove].
    destruct (N.eq_dec a a); [|congruence]. inversion S; subst. rewrite notin_remove; [f_equal; auto|].
    apply rising_once in S. inversion S; auto. }
  apply (carried nw (fun p => Permutation p (upto n)) (numbered n) rank composed (upto n) inverted); rewrite ?Sz.
  - apply numbered_good.
  - intros p. apply rank_below.
  - apply rank_numbered.
  - apply numbered_rank.
  - exact Id.
  - apply good_identity.
  - apply good_composed.
  - apply good_inverted.
  - intros. apply (composed_assoc n); auto.
  - apply composed_left.
  - apply composed_right.
  - apply inverted_right.
  - exact Pr.
  - rewrite Ge. intros g Hg. apply in_map_iff in Hg. destruct Hg as (p & <- & Hp). apply rank_below; auto.
  - rewrite Ge. apply NoDup_map_in; auto. intros p q Hp Hq E. rewrite <- (numbered_rank n p), <- (numbered_rank n q), E; auto.
Qed.

(** The generators of the families are checked, which is one lemma less for each. *)
Definition permutationb (n : N) (p : list N) : bool :=
  (N.of_nat (length p) =? n) && forallb (fun x => x <? n) p && forallb (fun x => existsb (N.eqb x) p) (upto n).

Lemma permutationb_sound n p : permutationb n p = true -> Permutation p (upto n).
Proof.
  unfold permutationb. rewrite !andb_true_iff, N.eqb_eq, !forallb_forall. intros [[E B] A]. apply Permutation_sym, NoDup_Permutation_bis.
  - apply upto_nodup.
  - rewrite upto_size. lia.
  - intros x Hx. specialize (A x Hx). apply existsb_exists in A. destruct A as (y & Hy & F). apply N.eqb_eq in F. congruence.
Qed.

Lemma same_true a b : same a b = true <-> a = b.
Proof. unfold same. destruct (list_eq_dec _ _ _); split; congruence. Qed.

Fixpoint once (ps : list (list N)) : bool := match ps with [] => true | p :: ps => negb (existsb (same p) ps) && once ps end.

Lemma once_sound ps : once ps = true -> NoDup ps.
Proof.
  induction ps as [|p ps IH]; cbn [once]; constructor; apply andb_true_iff in H; destruct H as [A B]; auto.
  intros C. apply negb_true_iff in A. assert (existsb (same p) ps = true); [|congruence].
  apply existsb_exists. exists p. split; auto. apply same_true. auto.
Qed.

(** ** What listed permutations generate *)

Section Listed.
Variables (n : N) (ps es : list (list N)).
Notation good p := (Permutation p (upto n)).
Hypothesis ps_good : forall p, In p ps -> good p.
Hypothesis ps_inverse : forall p, In p ps -> exists q, In q ps /\ composed p q = upto n.
Hypothesis ps_once : NoDup ps.
Hypothesis closed_right : forall p q, In p es -> In q ps -> In (composed p q) es.

Inductive word : list N -> Prop :=
| empty_word : word (upto n)
| longer p q : word p -> In q ps -> word (composed p q).

Hypothesis es_words : forall p, In p es -> word p.
Hypothesis es_first : exists others, es = upto n :: others.
Hypothesis es_once : NoDup es.

Lemma word_good p : word p -> good p.
Proof. induction 1; [apply good_identity|apply good_composed; auto]. Qed.

Lemma word_in p : word p -> In p es.
Proof. induction 1; auto. destruct es_first as (o & ->). left. auto. Qed.

Lemma word_composed p q : word p -> word q -> word (composed p q).
Proof.
  intros P. induction 1 as [|q g Q IH G]; [rewrite composed_right; auto; apply word_good; auto|].
  rewrite (composed_assoc n) by (auto using word_good). constructor; auto.
Qed.

Lemma word_inverted p : word p -> word (inverted p).
Proof.
  intros W. enough (exists q, word q /\ composed p q = upto n) as (q & Q & E).
  { rewrite (composed_cancel n p (inverted p) q); auto using word_good, good_inverted. rewrite (inverted_right n); auto using word_good. }
  induction W as [|p g P (q & Q & E) G].
  - exists (upto n). split; [constructor|]. apply composed_left, good_identity.
  - destruct (ps_inverse g G) as (h & H & Eh). exists (composed h q). split.
    + apply word_composed; auto. rewrite <- (composed_left n h) by auto. repeat constructor; auto.
    + rewrite <- (composed_assoc n) by (auto using good_composed, word_good). rewrite (composed_assoc n g h q) by (auto using word_good).
      rewrite Eh, composed_left by (auto using word_good). auto.
Qed.

Lemma place_of_in p l : In p l -> (N.to_nat (place_of p l) < length l)%nat /\ nth (N.to_nat (place_of p l)) l [] = p.
Proof.
  induction l as [|q l IH]; [intros []|]. cbn [place_of]. destruct (same p q) eqn:E; intros H; cbn [length].
  - apply same_true in E. subst. split; [cbn; lia|reflexivity].
  - destruct H as [->|H]; [rewrite (proj2 (same_true p p) eq_refl) in E; discriminate|]. destruct (IH H). rewrite N2Nat.inj_succ. cbn [nth]. split; [lia|auto].
Qed.

Lemma place_of_nth l i : NoDup l -> (N.to_nat i < length l)%nat -> place_of (nth (N.to_nat i) l []) l = i.
Proof.
  intros ND H. destruct (place_of_in (nth (N.to_nat i) l []) l) as [B E]; [apply nth_In; auto|].
  apply (NoDup_nth l []) in E; auto. lia.
Qed.

Definition listed_inverse (v : N) : N := place_of (inverted (nth (N.to_nat v) es [])) es.

Theorem listed_group : group (Permutations ps es) listed_inverse.
Proof.
  apply (carried (Permutations ps es) (fun p => In p es) (fun v => nth (N.to_nat v) es []) (fun p => place_of p es) composed (upto n) inverted);
    cbn [size product generators].
  - intros v H. apply nth_In. lia.
  - intros p H. apply place_of_in in H. lia.
  - intros v H. apply place_of_nth; auto. lia.
  - intros p H. apply place_of_in, H.
  - destruct es_first as (o & ->). cbn [place_of]. rewrite (proj2 (same_true _ _) eq_refl). auto.
  - destruct es_first as (o & ->). left. auto.
  - intros. apply word_in, word_composed; auto.
  - intros. apply word_in, word_inverted; auto.
  - intros. apply (composed_assoc n); auto using word_good.
  - intros. apply composed_left. auto using word_good.
  - intros. apply composed_right. auto using word_good.
  - intros. apply inverted_right. auto using word_good.
  - reflexivity.
  - assert (I : forall q, In q ps -> In q es).
    { intros q Q. apply word_in. rewrite <- (composed_left n q) by auto. repeat constructor; auto. }
    intros g Hg. apply in_map_iff in Hg. destruct Hg as (p & <- & Hp). apply I, place_of_in in Hp. lia.
  - apply NoDup_map_in; auto. intros p q Hp Hq E.
    assert (I : forall q, In q ps -> In q es).
    { intros r R. apply word_in. rewrite <- (composed_left n r) by auto. repeat constructor; auto. }
    apply I, place_of_in in Hp, Hq. destruct Hp, Hq. congruence.
Qed.
End Listed.

(** ** Breadth first, every element is a word and none stands twice *)

Lemma add_new_once known p : NoDup known -> NoDup (add_new same known p).
Proof.
  intros H. unfold add_new. destruct (existsb (same p) known) eqn:E; auto. apply NoDup_app; auto; [constructor; [intros []|constructor]|].
  intros x Hx [<-|[]]. assert (existsb (same p) known = true); [|congruence]. apply existsb_exists. exists p. split; auto. apply same_true; auto.
Qed.

Lemma breadth_first_words n ps rounds : forall known round, NoDup known -> (forall p, In p known -> word n ps p) ->
  (exists others, known = upto n :: others) ->
  let es := breadth_first same (fun p => map (composed p) ps) known round rounds in
  NoDup es /\ (forall p, In p es -> word n ps p) /\ exists others, es = upto n :: others.
Proof.
  induction rounds as [|rounds IH]; intros known round ND W F; cbn [breadth_first]; auto.
  destruct (nth_error known round) as [p|] eqn:E; auto. apply nth_error_In in E. apply W in E.
  assert (G : forall qs, incl qs (map (composed p) ps) -> forall known, NoDup known -> (forall p, In p known -> word n ps p) ->
    (exists others, known = upto n :: others) -> NoDup (fold_left (add_new same) qs known) /\ (forall p, In p (fold_left (add_new same) qs known) -> word n ps p) /\
    exists others, fold_left (add_new same) qs known = upto n :: others).
  { clear -E. induction qs as [|q qs IH]; intros I known ND W F; cbn [fold_left]; auto. apply IH.
    - intros x Hx. apply I. right; auto.
    - apply add_new_once, ND.
    - unfold add_new. destruct (existsb _ _); auto. intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|[<-|[]]]; auto.
      assert (H : In q (map (composed p) ps)) by (apply I; left; auto). apply in_map_iff in H. destruct H as (g & <- & Hg). constructor; auto.
    - destruct F as (o & ->). unfold add_new. destruct (existsb _ _); eauto. exists (o ++ [q]). auto. }
  destruct (G _ (incl_refl _) known ND W F) as (A & B & C). apply IH; auto.
Qed.

Definition valid_permutations (ps es : list (list N)) : bool :=
  let n := N.of_nat (length (hd [] ps)) in
  match ps with [] => false | _ => true end &&
  forallb (permutationb n) ps && once ps && negb (existsb (same (upto n)) ps) &&
  forallb (fun p => existsb (fun q => same (composed p q) (upto n)) ps) ps &&
  (if list_eq_dec (list_eq_dec N.eq_dec) es (generated ps (length es)) then true else false) &&
  forallb (fun p => forallb (fun q => existsb (same (composed p q)) es) ps) es.

Lemma valid_permutations_group ps es : valid_permutations ps es = true -> group (Permutations ps es) (listed_inverse es).
Proof.
  unfold valid_permutations. rewrite !andb_true_iff, !forallb_forall. set (n := N.of_nat _). intros [[[[[[_ A] B] _] C] D] E].
  destruct (list_eq_dec _ _ _) as [Es|]; [|discriminate].
  destruct (breadth_first_words n ps (length es) [upto n] 0) as (F & G & H); unfold generated in Es; fold n in Es.
  - constructor; [intros []|constructor].
  - intros p [<-|[]]. constructor.
  - eauto.
  - rewrite <- Es in F, G, H. apply (listed_group n); auto.
    + intros p Hp. apply permutationb_sound, A, Hp.
    + intros p Hp. specialize (C p Hp). apply existsb_exists in C. destruct C as (q & Q & S). apply same_true in S. eauto.
    + apply once_sound, B.
    + intros p q Hp Hq. specialize (E p Hp). rewrite forallb_forall in E. specialize (E q Hq). apply existsb_exists in E.
      destruct E as (r & R & S). apply same_true in S. congruence.
Qed.
