(** Groups of automorphisms where links are listed: their elements, and where links lead, by tables. Nothing is proved of
    symmetry: what a schedule stands for is written out and checked. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Compute Lines Families Hops.
Import ListNotations.
Open Scope N_scope.

(** ** Where links lead *)

Definition across (nw : network) : N -> N -> N :=
  if listed_links nw then
    let out := neighbours_out nw in
    let n := size nw in
    fun v j => pick n (sorted (out v)) j
  else fun v j => product nw v (generator nw j).

Lemma increasing_twice x y l : increasing x (increasing y l) = increasing y (increasing x l).
Proof.
  induction l as [|z l IH]; cbn [increasing].
  - destruct (N.leb_spec x y), (N.leb_spec y x); try reflexivity; [assert (x = y) by lia; subst; reflexivity|lia].
  - destruct (N.leb_spec y z), (N.leb_spec x z); cbn [increasing];
      repeat match goal with |- context [?a <=? ?b] => destruct (N.leb_spec a b) end; try lia; try reflexivity; try (f_equal; exact IH).
    assert (x = y) by lia. subst. reflexivity.
Qed.

Lemma sorted_same l l' : Permutation l l' -> sorted l = sorted l'.
Proof. intros P. unfold sorted. induction P; cbn [fold_right]; [reflexivity|congruence|apply increasing_twice|congruence]. Qed.

Lemma sorted_permutation l : Permutation l (sorted l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. transitivity (x :: sorted l); [auto|]. change (sorted (x :: l)) with (increasing x (sorted l)). generalize (sorted l) as l'. clear.
  induction l' as [|y l IH]; cbn [increasing]; [reflexivity|]. destruct (x <=? y); [reflexivity|]. transitivity (y :: x :: l); [apply perm_swap|auto].
Qed.

Lemma neighbours_same nw v : Permutation (neighbours_out nw v) (neighbours nw v).
Proof. apply (Permutation_count_occ N.eq_dec). intros y. pose proof (out_counts nw v y) as C. unfold links_between in C. lia. Qed.

Lemma across_is nw v j : across nw v j = over_link nw v j.
Proof.
  unfold across, over_link. destruct (listed_links nw) eqn:Ls; [|rewrite (not_listed _ Ls); reflexivity].
  destruct (lines nw) as [ls|] eqn:E; [|destruct nw; discriminate]. cbv zeta. rewrite pick_nth, (sorted_same _ _ (neighbours_same nw v)). reflexivity.
Qed.

(** ** The elements of a group, if they are few enough to be written out *)

Definition most_images : N := 2 ^ 20.

Definition quick_elements (nw : network) (group : symmetry) : option (list (N * (N -> N))) :=
  match group with
  | Translations _ => Some (elements nw group)
  | Automorphisms listed =>
      let n := size nw in
      let rounds := N.min n (most_images / n) in
      let gens := mapr (images nw) listed in
      let all := breadth_first same (fun h => let m := table h in mapr (mapr (get 0 m)) gens) [range n] 0 (N.to_nat rounds) in
      if len all <=? rounds then Some (in_order (map (fun h => let m := table h in get n m) all)) else None
  end.

Lemma breadth_first_ext {A} (same : A -> A -> bool) (f g : A -> list A) : (forall a, f a = g a) ->
  forall rounds known round, breadth_first same f known round rounds = breadth_first same g known round rounds.
Proof.
  intros E. induction rounds as [|rounds IH]; intros known round; cbn [breadth_first]; auto. destruct (nth_error known round); auto. rewrite E. apply IH.
Qed.

(* once nothing is left to follow from, more rounds are of no matter *)
Lemma breadth_first_done {A} (same : A -> A -> bool) (f : A -> list A) : forall rounds more known round,
  (length (breadth_first same f known round rounds) <= round + rounds)%nat ->
  breadth_first same f known round (rounds + more) = breadth_first same f known round rounds.
Proof.
  induction rounds as [|rounds IH]; intros more known round H; cbn [breadth_first Nat.add] in *.
  - destruct more; cbn [breadth_first]; auto. rewrite (proj2 (nth_error_None known round)) by lia. reflexivity.
  - destruct (nth_error known round); auto. apply IH. lia.
Qed.

Definition alike (hs hs' : list (N * (N -> N))) : Prop := Forall2 (fun a b => fst a = fst b /\ forall v, snd a v = snd b v) hs hs'.

Lemma alike_refl hs : alike hs hs.
Proof. induction hs; constructor; auto. Qed.

Lemma alike_in_order {A} (f g : A -> N -> N) l : (forall a v, f a v = g a v) -> alike (in_order (map f l)) (in_order (map g l)).
Proof.
  intros E. unfold in_order, alike. rewrite !map_length. generalize 0%nat as k. induction l as [|a l IH]; intros k; [constructor|].
  cbn [length seq map combine]. constructor; [split; [reflexivity|apply E]|apply IH].
Qed.

Lemma quick_elements_sound nw group hs : quick_elements nw group = Some hs -> alike hs (elements nw group).
Proof.
  unfold quick_elements, elements. destruct group as [nodes|listed]; [intros H; injection H as <-; apply alike_refl|]. cbv zeta.
  set (rounds := N.min _ _). destruct (len _ <=? rounds) eqn:L; [|discriminate]. apply N.leb_le in L. rewrite len_length in L. intros H. injection H as <-.
  rewrite range_upto in *. set (next := fun h : list N => mapr _ _) in *.
  assert (X : forall h, next h = map (composed h) (map (images nw) listed)).
  { intros h. unfold next. rewrite !mapr_map. apply map_ext. intros g. rewrite mapr_map. apply map_ext. intros i. apply table_get. }
  rewrite (breadth_first_ext same _ _ X) in L |- *. replace (N.to_nat (size nw)) with (N.to_nat rounds + (N.to_nat (size nw) - N.to_nat rounds))%nat by (unfold rounds; lia).
  rewrite breadth_first_done by lia. apply alike_in_order. intros h v. apply table_get.
Qed.

(** ** What they make of a schedule *)

Section Alike.
Variables (over over' : N -> N -> N) (hs hs' : list (N * (N -> N))).
Hypothesis same_links : forall v j, over v j = over' v j.
Hypothesis same_elements : alike hs hs'.

Lemma everywhere_alike listed p u v : everywhere listed hs p u v = everywhere listed hs' p u v.
Proof.
  unfold everywhere. pose proof same_elements as X. clear same_elements. induction X as [|[k h] [k' h'] l l' [Ek Eh] _ IH]; [reflexivity|].
  cbn [map fst snd] in *. rewrite IH, !Eh, Ek. reflexivity.
Qed.

Lemma orbit_moves_alike listed moves : forall places, orbit_moves over listed hs places moves = orbit_moves over' listed hs' places moves.
Proof.
  induction moves as [|ms moves IH]; intros places; [reflexivity|]. cbn [orbit_moves]. f_equal.
  - induction ms as [|m ms IHm]; [reflexivity|]. cbn [flat_map]. rewrite IHm, everywhere_alike, same_links. reflexivity.
  - rewrite IH. f_equal. revert places. enough (G : forall now places, fold_left (fun now m => replaced (N.to_nat (fst m)) (over (nth (N.to_nat (fst m)) places 0) (snd m)) now) ms now =
      fold_left (fun now m => replaced (N.to_nat (fst m)) (over' (nth (N.to_nat (fst m)) places 0) (snd m)) now) ms now) by (intros; apply G).
    induction ms as [|m ms IHm]; intros now places; [reflexivity|]. cbn [fold_left]. rewrite same_links. apply IHm.
Qed.

Lemma orbit_alike listed moves : orbit over hs listed moves = orbit over' hs' listed moves.
Proof.
  unfold orbit. f_equal; [|apply orbit_moves_alike]. pose proof same_elements as X. clear same_elements. induction X as [|[k h] [k' h'] l l' [_ Eh] _ IH]; [reflexivity|]. cbn [flat_map snd] in *. rewrite IH. f_equal.
  apply map_ext. intros e. rewrite !Eh. reflexivity.
Qed.

Lemma orbit_of_trees_alike listed moves : orbit_of_trees over hs listed moves = orbit_of_trees over' hs' listed moves.
Proof.
  unfold orbit_of_trees. f_equal.
  - pose proof same_elements as X. clear same_elements. induction X as [|[k h] [k' h'] l l' [_ Eh] _ IH]; [reflexivity|]. cbn [flat_map snd] in *. rewrite IH. f_equal. apply map_ext, Eh.
  - unfold orbit_tree_moves. apply map_ext. intros ms. induction ms as [|[[p v] j] ms IHm]; [reflexivity|]. cbn [flat_map fst snd]. rewrite IHm, everywhere_alike, same_links. reflexivity.
Qed.
End Alike.

(** ** What the format asks of the group besides: permutations that keep the network, of which none but the identity fixes
    a node *)

Definition keeps (nw : network) : list N -> bool :=
  let out := neighbours_out nw in
  let is_one := switch_of nw in
  let n := size nw in
  fun h =>
    let m := table h in
    let g := get 0 m in
    (len h =? n) && forallb (fun v => v <? n) h && distinctb h &&
    loop (fun (good : bool) v => if good
      then Bool.eqb (is_one v) (is_one (g v)) && same_runs (mapr g (out v)) (mapr (fun w => (w, 1)) (out (g v))) else false) n true.

Definition acts_freely (nw : network) (group : symmetry) (hs : list (N * (N -> N))) : bool :=
  match group with Translations _ => true | Automorphisms _ => false end ||
  forallb (fun kh : N * (N -> N) => (fst kh =? 0) || loop (fun (good : bool) v => if good then negb (snd kh v =? v) else false) (size nw) true) hs.
