(** The bound "direction-tree" (models/formats/certificate.md): no choice of directions allows so many slots. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Compute Families Isotropic Trees Courses Rings.
Import ListNotations.
Open Scope N_scope.

(* packets of one offset with the same fixed directions *)
Record class := Class { c_offset : N; c_packets : N; c_fixed : list (nat * bool) }.

(* [windows]: of every dimension the least and the greatest number of packets that go + *)
Record stage := Stage { classes : list class; windows : list (N * N) }.

Definition fixed_at (fixed : list (nat * bool)) (a : nat) : option bool :=
  match find (fun q => Nat.eqb (fst q) a) fixed with Some q => Some (snd q) | None => None end.

Definition zsum {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => (f x + s)%Z) 0%Z l.

Section Walk.
Variables (nw : network) (rs : list ring) (rule : port_rule) (T : N).

Section Leaf.
Variables (ws : list N) (us : list Z).
Definition weight (h : N) : Z := Z.of_N (nth (N.to_nat h) ws 0).
Definition gain (a : nat) (r : ring) : Z := match down r with Some _ => nth a us 0%Z | None => 0%Z end.

(* hops and price of a way *)
Definition way_up (a : nat) (r : ring) (c : N) : N * Z := (c, (weight (up r) * Z.of_N c - gain a r)%Z).
Definition way_down (r : ring) (k c : N) : N * Z := (radix r - c, (weight k * Z.of_N (radix r - c))%Z).
Definition no_better (p q : N * Z) : bool := (fst q <=? fst p) && (snd q <=? snd p)%Z.

Definition lesser (p q : option Z) : option Z :=
  match p, q with Some p, Some q => Some (Z.min p q) | None, q => q | p, None => p end.

(* the least price of a choice of directions with so few hops *)
Fixpoint best (x : nat -> N) (fixed : list (nat * bool)) (rs : list ring) (a : nat) (left : N) : option Z :=
  match rs with
  | [] => Some 0%Z
  | r :: rs =>
      let c := x a in
      if c =? 0 then best x fixed rs (S a) left else
      let go (q : N * Z) := if fst q <=? left then match best x fixed rs (S a) (left - fst q) with Some b => Some (snd q + b)%Z | None => None end else None in
      match down r with
      | None => go (way_up a r c)
      | Some k =>
          match fixed_at fixed a with
          | Some true => go (way_up a r c)
          | Some false => go (way_down r k c)
          | None =>
              if no_better (way_down r k c) (way_up a r c) then go (way_up a r c)
              else if no_better (way_up a r c) (way_down r k c) then go (way_down r k c)
              else lesser (go (way_up a r c)) (go (way_down r k c))
          end
      end
  end.

Definition class_best (c : class) : option Z := best (fun a => coordinate nw a (c_offset c)) (c_fixed c) rs 0 T.

(* none: some class has no choice *)
Fixpoint classes_best (cs : list class) (total : Z) : option Z :=
  match cs with
  | [] => Some total
  | c :: cs => if c_packets c =? 0 then classes_best cs total
               else match class_best c with Some b => classes_best cs (total + Z.of_N (c_packets c) * b) | None => None end
  end.

Fixpoint window_gain (us : list Z) (wins : list (N * N)) : Z :=
  match us, wins with
  | u :: us, (lo, hi) :: wins => (u * Z.of_N (if (0 <=? u)%Z then lo else hi) + window_gain us wins)%Z
  | _, _ => 0%Z
  end.

Definition leaf_refuted (st : stage) : bool :=
  (len ws =? len (generators nw)) && (0 <? sumf (fun w => w) ws) && ((len us =? 0) || (len us =? len rs)) &&
  match classes_best (classes st) 0 with
  | Some total => (Z.of_N (T * capacity rule ws) <? total + window_gain us (windows st))%Z
  | None => true
  end.
End Leaf.

(* both children of a branching *)
Definition branched (st : stage) (c : nat) (i : nat) (a : N) : option (stage * stage) :=
  match nth_error (classes st) c, nth_error rs i with
  | Some (Class o n fixed), Some r =>
      match down r, fixed_at fixed i with
      | Some _, None =>
          if negb (coordinate nw i o =? 0) && (1 <=? a) && (a <=? n) then
            let part k b := Stage (replaced c (Class o k ((i, b) :: fixed)) (classes st) ++ [Class o (n - k) fixed]) (windows st) in
            Some (part a true, part (n - a + 1) false)
          else None
      | _, _ => None
      end
  | _, _ => None
  end.

Definition divided_by (st : stage) (i : nat) (a : N) : option (stage * stage) :=
  match nth_error rs i, nth_error (windows st) i with
  | Some r, Some (lo, hi) =>
      match down r with
      | Some _ => if (lo <? a) && (a <=? hi) then
          Some (Stage (classes st) (replaced i (a, hi) (windows st)), Stage (classes st) (replaced i (lo, a - 1) (windows st))) else None
      | None => None
      end
  | _, _ => None
  end.

Fixpoint turns (st : stage) (later : list stage) (tree : list turn) : bool :=
  match tree with
  | [] => false
  | Branch c i a :: tree =>
      match branched st (N.to_nat c) (N.to_nat i) a with Some (one, two) => turns one (two :: later) tree | None => false end
  | Divide i a :: tree =>
      match divided_by st (N.to_nat i) a with Some (one, two) => turns one (two :: later) tree | None => false end
  | Weigh ws us :: tree =>
      if leaf_refuted ws us st then
        match later with [] => match tree with [] => true | _ => false end | st :: later => turns st later tree end
      else false
  end.
End Walk.

Fixpoint first_windows (nw : network) (offs : list N) (a : nat) (rs : list ring) : list (N * N) :=
  match rs with
  | [] => []
  | r :: rs => (0, match down r with Some _ => sumf (fun x => if coordinate nw a x =? 0 then 0 else 1) offs | None => 0 end) ::
      first_windows nw offs (S a) rs
  end.

(* every branching and division is of a class or dimension that there is, as small as a number of OCaml *)
Definition places_fit (tree : list turn) : bool :=
  forallb (fun q => match q with Branch c i _ => (c <? 2 ^ 17) && (i <? 64) | Divide i _ => i <? 64 | Weigh _ _ => true end) tree.

Definition directions_refuted (t : task) (offs : list N) (T : N) (tree : list turn) : bool :=
  let nw := task_network t in
  let runs := rev' (runs_of offs) in
  same_runs offs runs && places_fit tree &&
  turns nw (rings_of nw) (task_ports t) T
    (Stage (mapr (fun r => Class (fst r) (snd r) []) runs) (first_windows nw offs 0 (rings_of nw))) [] tree.

(** ** It is right *)

Section Best.
Variables (ws : list N) (us : list Z) (x : nat -> N) (fixed : list (nat * bool)) (dir : nat -> bool).

Definition one_way (a : nat) (r : ring) : N * Z :=
  if x a =? 0 then (0, 0%Z) else if dir a then way_up ws us a r (x a) else match down r with Some k => way_down ws r k (x a) | None => (0, 0%Z) end.
Fixpoint all_hops (rs : list ring) (a : nat) : N := match rs with [] => 0 | r :: rs => fst (one_way a r) + all_hops rs (S a) end.
Fixpoint all_cost (rs : list ring) (a : nat) : Z := match rs with [] => 0%Z | r :: rs => (snd (one_way a r) + all_cost rs (S a))%Z end.

Lemma best_least : forall rs a left,
  (forall b r, nth_error rs b = Some r -> x (a + b)%nat <> 0 ->
     (down r = None -> dir (a + b)%nat = true) /\ forall d, fixed_at fixed (a + b) = Some d -> dir (a + b)%nat = d) ->
  all_hops rs a <= left -> exists b, best ws us x fixed rs a left = Some b /\ (b <= all_cost rs a)%Z.
Proof.
  induction rs as [|r rs IH]; intros a left A H; cbn [best all_hops all_cost] in *; [exists 0%Z; split; auto; lia|].
  assert (A' : forall b r0, nth_error rs b = Some r0 -> x (S a + b)%nat <> 0 ->
     (down r0 = None -> dir (S a + b)%nat = true) /\ forall d, fixed_at fixed (S a + b) = Some d -> dir (S a + b)%nat = d).
  { intros b r0 Hb. specialize (A (S b) r0 Hb). rewrite Nat.add_succ_r in A. exact A. }
  specialize (A 0%nat r eq_refl). rewrite Nat.add_0_r in A. specialize (IH (S a)). cbv zeta.
  unfold one_way in *. destruct (N.eqb_spec (x a) 0) as [Zx|Zx].
  { destruct (IH left A' H) as (b & E & Lb). exists b. split; auto. }
  destruct (A Zx) as [Dn Fx]. clear A.
  set (go := fun q : N * Z => if fst q <=? left then match best ws us x fixed rs (S a) (left - fst q) with Some b => Some (snd q + b)%Z | None => None end else None).
  assert (Go : forall p q, no_better p q = true -> fst p + all_hops rs (S a) <= left -> exists b, go q = Some b /\ (b <= snd p + all_cost rs (S a))%Z).
  { intros p q Nb Hp. unfold no_better in Nb. rewrite andb_true_iff, N.leb_le, Z.leb_le in Nb. destruct Nb as [N1 N2]. unfold go.
    destruct (N.leb_spec (fst q) left); [|lia]. destruct (IH (left - fst q) A' ltac:(lia)) as (b & E & Lb). rewrite E. eexists. split; [reflexivity|lia]. }
  assert (Self : forall q, no_better q q = true) by (intros q; unfold no_better; rewrite N.leb_refl, Z.leb_refl; auto).
  assert (Lesser : forall p q v, (exists b, p = Some b /\ (b <= v)%Z) \/ (exists b, q = Some b /\ (b <= v)%Z) -> exists b, lesser p q = Some b /\ (b <= v)%Z).
  { intros [p|] [q|] v [(b & E & Lb)|(b & E & Lb)]; try discriminate; injection E as ->; eexists; (split; [reflexivity|lia]). }
  destruct (down r) as [k|].
  - destruct (fixed_at fixed a) as [[]|].
    + rewrite (Fx true eq_refl) in *. apply Go; auto.
    + rewrite (Fx false eq_refl) in *. apply Go; auto.
    + destruct (no_better (way_down ws r k (x a)) (way_up ws us a r (x a))) eqn:N1; [destruct (dir a); [exact (Go _ _ (Self _) H)|exact (Go _ _ N1 H)]|].
      destruct (no_better (way_up ws us a r (x a)) (way_down ws r k (x a))) eqn:N2; [destruct (dir a); [exact (Go _ _ N2 H)|exact (Go _ _ (Self _) H)]|].
      apply Lesser. destruct (dir a); [left|right]; apply Go; auto.
  - rewrite (Dn eq_refl) in *. apply Go; auto.
Qed.
End Best.

Lemma zsum_app {A} (f : A -> Z) l l' : zsum f (l ++ l') = (zsum f l + zsum f l')%Z.
Proof. unfold zsum. induction l as [|a l IH]; [reflexivity|]. cbn [app fold_right]. rewrite IH. lia. Qed.

Lemma zsum_perm {A} (f : A -> Z) l l' : Permutation l l' -> zsum f l = zsum f l'.
Proof. induction 1; cbn [zsum fold_right] in *; unfold zsum in *; lia. Qed.

Lemma zsum_least {A} (f : A -> Z) b l : (forall x, In x l -> (b <= f x)%Z) -> (Z.of_nat (length l) * b <= zsum f l)%Z.
Proof.
  induction l as [|a l IH]; intros H; [cbn; lia|]. cbn [length]. change (zsum f (a :: l)) with (f a + zsum f l)%Z.
  specialize (H a (or_introl eq_refl)) as Ha. specialize (IH (fun x Hx => H x (or_intror Hx))). lia.
Qed.

Lemma replaced_middle {A} (l1 l2 : list A) x y : replaced (length l1) y (l1 ++ x :: l2) = l1 ++ y :: l2.
Proof. induction l1 as [|a l1 IH]; cbn [length app replaced]; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma nth_replaced {A} (z y : A) l : forall i j, (i < length l)%nat -> nth j (replaced i y l) z = if Nat.eqb j i then y else nth j l z.
Proof.
  induction l as [|a l IH]; intros [|i] [|j] H; cbn [length replaced nth Nat.eqb] in *; try lia; auto. apply IH. lia.
Qed.

Section Right.
Variables (t : task) (offs : list N) (G : course) (T : nat).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis R : rings nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis F : fair t offs T G.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Let rs := rings_of nw.
Let m := N.of_nat (length (generators nw)).

(* the way of packet i round ring a *)
Definition upward (i : N) (a : nat) : bool := match nth_error rs a with Some r => goes_up t offs G T a r i | None => true end.

Definition good_class (c : class) (g : list N) : Prop :=
  N.of_nat (length g) = c_packets c /\ forall i, In i g -> In i idx /\ off i = c_offset c /\
    forall a d, fixed_at (c_fixed c) a = Some d -> upward i a = d.

Definition risers (a : nat) : N := count (fun i => negb (coordinate nw a (off i) =? 0) && upward i a) idx.

Definition so (st : stage) : Prop :=
  (exists l, map fst l = classes st /\ Permutation (flat_map snd l) idx /\ forall c g, In (c, g) l -> good_class c g) /\
  (forall a r, nth_error rs a = Some r ->
    match down r with
    | Some _ => fst (nth a (windows st) (0, 0)) <= risers a <= snd (nth a (windows st) (0, 0))
    | None => nth a (windows st) (0, 0) = (0, 0)
    end) /\
  length (windows st) = length rs.

Lemma split_group f (g : list N) k : (k <= length (filter f g))%nat ->
  exists g1 g2, Permutation g (g1 ++ g2) /\ length g1 = k /\ forall i, In i g1 -> In i g /\ f i = true.
Proof.
  intros H. exists (firstn k (filter f g)), (skipn k (filter f g) ++ filter (fun i => negb (f i)) g). split; [|split].
  - rewrite app_assoc, firstn_skipn. clear H. induction g as [|a g IH]; [constructor|]. cbn [filter]. destruct (f a); cbn [negb].
    + cbn [app]. constructor. exact IH.
    + apply Permutation_cons_app. exact IH.
  - apply firstn_length_le. exact H.
  - intros i Hi. assert (I : In i (filter f g)) by (rewrite <- (firstn_skipn k (filter f g)); apply in_app_iff; auto). apply filter_In in I. exact I.
Qed.

Lemma so_branched st c i a one two : so st -> branched nw rs st c i a = Some (one, two) -> so one \/ so two.
Proof.
  intros ((l & El & Pl & Gl) & W) H. unfold branched in H. destruct (nth_error (classes st) c) as [[o n fixed]|] eqn:Ec; [|discriminate].
  destruct (nth_error rs i) as [r|] eqn:Er; [|discriminate]. destruct (down r) as [k|] eqn:D; [|discriminate]. destruct (fixed_at fixed i) eqn:Fi; [discriminate|].
  destruct (_ && (1 <=? a) && (a <=? n)) eqn:B; [|discriminate]. rewrite !andb_true_iff, !N.leb_le in B. injection H as <- <-.
  rewrite <- El in Ec. apply nth_error_split in Ec. destruct Ec as (m1 & m2 & Em & Lm).
  apply map_eq_app in Em. destruct Em as (l1 & l2' & -> & E1 & E2). apply map_eq_cons in E2. destruct E2 as ([c0 g] & l2 & -> & E2 & E3). cbn [fst] in E2. subst c0.
  destruct (Gl _ g (in_elt _ _ _)) as [Lg Ig]. cbn [c_packets c_offset c_fixed] in Lg, Ig.
  assert (Part : forall k d, k <= n -> (N.to_nat k <= length (filter (fun j => eqb (upward j i) d) g))%nat ->
    so (Stage (replaced c (Class o k ((i, d) :: fixed)) (classes st) ++ [Class o (n - k) fixed]) (windows st))).
  { intros k0 d Hk Hf. destruct (split_group _ g _ Hf) as (g1 & g2 & Pg & L1 & I1). split; [|exact W]. cbn [classes].
    exists (l1 ++ (Class o k0 ((i, d) :: fixed), g1) :: l2 ++ [(Class o (n - k0) fixed, g2)]). split; [|split].
    - assert (Ecl : classes st = m1 ++ Class o n fixed :: map fst l2) by (rewrite <- El, map_app; cbn [map fst]; rewrite E1; reflexivity).
      rewrite Ecl, <- Lm, replaced_middle, map_app, E1. cbn [map fst]. rewrite map_app, <- app_assoc. reflexivity.
    - eapply Permutation_trans; [|exact Pl]. rewrite !flat_map_app. cbn [flat_map snd]. rewrite flat_map_app. cbn [flat_map snd]. rewrite app_nil_r.
      apply Permutation_app_head. eapply Permutation_trans; [|apply Permutation_app_tail; apply Permutation_sym; exact Pg]. rewrite <- app_assoc.
      apply Permutation_app_head, Permutation_app_comm.
    - assert (Lg2 : (length g = length g1 + length g2)%nat) by (rewrite (Permutation_length Pg), app_length; auto).
      intros c' g' I. apply in_app_iff in I. cbn [In] in I. rewrite in_app_iff in I. cbn [In] in I.
      destruct I as [I|[I|[I|[I|[]]]]]; [apply Gl, in_app_iff; auto|injection I as <- <-| |injection I as <- <-].
      + split; [cbn [c_packets]; lia|]. cbn [c_offset c_fixed]. intros j Hj. destruct (I1 j Hj) as [Jg Jf]. destruct (Ig j Jg) as (J1 & J2 & J3).
        split; [auto|split; [auto|]]. intros b e. unfold fixed_at. cbn [find fst]. destruct (Nat.eqb_spec i b) as [->|].
        * cbn [snd]. intros E. injection E as <-. apply eqb_prop, Jf.
        * apply J3.
      + apply Gl, in_app_iff. cbn [In]. auto.
      + split; [cbn [c_packets]; lia|]. cbn [c_offset c_fixed]. intros j Hj. apply Ig. apply (Permutation_in j (Permutation_sym Pg)), in_app_iff. auto. }
  assert (Len : (length (filter (fun j => eqb (upward j i) true) g) + length (filter (fun j => eqb (upward j i) false) g) = length g)%nat).
  { clear. induction g as [|j g IH]; [reflexivity|]. cbn [filter]. destruct (upward j i); cbn [eqb length]; lia. }
  destruct (Nat.le_gt_cases (N.to_nat a) (length (filter (fun j => eqb (upward j i) true) g))) as [Le|Gt].
  - left. apply Part; [tauto|exact Le].
  - right. apply Part; lia.
Qed.

Lemma so_divided st i a one two : so st -> divided_by rs st i a = Some (one, two) -> so one \/ so two.
Proof.
  intros (C & W & Ln) H. unfold divided_by in H. destruct (nth_error rs i) as [r|] eqn:Er; [|discriminate]. destruct (nth_error (windows st) i) as [[lo hi]|] eqn:Ew; [|discriminate].
  destruct (down r) as [k|] eqn:D; [|discriminate]. destruct (_ && _) eqn:B; [|discriminate]. rewrite andb_true_iff, N.ltb_lt, N.leb_le in B. injection H as <- <-.
  assert (Hi : (i < length (windows st))%nat) by (apply nth_error_Some; congruence).
  assert (Wi := W i r Er). rewrite D in Wi. rewrite (nth_error_nth _ _ (0, 0) Ew) in Wi. cbn [fst snd] in Wi.
  assert (Lr : forall y, length (replaced i y (windows st)) = length (windows st)).
  { intros y. clear. revert i. induction (windows st) as [|w l IH]; intros [|i]; cbn [replaced length]; auto. }
  destruct (N.le_gt_cases a (risers i)) as [Le|Gt]; [left|right]; (split; [exact C|split; [|cbn [windows]; rewrite Lr; exact Ln]]); cbn [windows]; intros b r' Hb;
    rewrite nth_replaced by auto; (destruct (Nat.eqb_spec b i) as [->|]; [assert (r' = r) as -> by congruence; rewrite D; cbn [fst snd]; lia|apply (W b r' Hb)]).
Qed.

(* what packets take together *)
Lemma slot_total ws us : length ws = length (generators nw) -> (length us = 0 \/ length us = length rs)%nat ->
  (zsum (fun i => all_cost ws us (fun a => coordinate nw a (off i)) (upward i) rs 0) idx + zsum (fun a => gain us a (nth a rs (Ring 2 0 None)) * Z.of_N (risers a)) (seq 0 (length rs))
   <= Z.of_N (N.of_nat T * capacity (task_ports t) ws))%Z.
Proof.
  intros Ew _. pose proof (carries t offs V R G T F ws Ew T) as C.
  eapply Z.le_trans; [|apply N2Z.inj_le, C].
  rewrite (sum_ext _ (fun i => sum (both (fun h => nth (N.to_nat h) ws 0 * used t G T h i)) rs)) by (intros i _; symmetry; apply (sum_links t offs V R offs_ok)).
  fold idx.
  assert (A : forall qs a, (forall b r, nth_error qs b = Some r -> nth_error rs (a + b) = Some r) ->
    (zsum (fun i => all_cost ws us (fun a => coordinate nw a (off i)) (upward i) qs a) idx +
     zsum (fun b => gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b)) (seq a (length qs))
     <= Z.of_N (sum (fun i => sum (both (fun h => (nth (N.to_nat h) ws 0 * used t G T h i)%N)) qs) idx))%Z).
  { induction qs as [|r qs IH]; intros a H.
    - cbn [all_cost length seq]. rewrite (sum_ext _ (fun _ => 0)), sum_const by reflexivity. clear. unfold zsum. cbn [fold_right]. induction idx; cbn [fold_right]; lia.
    - pose proof (H 0%nat r eq_refl) as Ha. rewrite Nat.add_0_r in Ha. specialize (IH (S a)).
      assert (H' : forall b r0, nth_error qs b = Some r0 -> nth_error rs (S a + b) = Some r0) by (intros b r0 Hb; rewrite Nat.add_succ_l, <- Nat.add_succ_r; apply (H (S b)); exact Hb).
      specialize (IH H'). cbn [all_cost length seq].
      change (zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (a :: seq (S a) (length qs)))
        with (gain us a (nth a rs (Ring 2 0 None)) * Z.of_N (risers a) + zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (seq (S a) (length qs)))%Z.
      rewrite (nth_error_nth _ _ _ Ha).
      rewrite (sum_ext (fun i => sum (both _) (r :: qs)) (fun i => both (fun h => nth (N.to_nat h) ws 0 * used t G T h i) r + sum (both (fun h => nth (N.to_nat h) ws 0 * used t G T h i)) qs)) by reflexivity.
      rewrite sum_plus, N2Z.inj_add.
      assert (Zp : zsum (fun i => (snd (one_way ws us (fun a0 => coordinate nw a0 (off i)) (upward i) a r) + all_cost ws us (fun a0 => coordinate nw a0 (off i)) (upward i) qs (S a))%Z) idx =
        (zsum (fun i => snd (one_way ws us (fun a0 => coordinate nw a0 (off i)) (upward i) a r)) idx + zsum (fun i => all_cost ws us (fun a0 => coordinate nw a0 (off i)) (upward i) qs (S a)) idx)%Z).
      { clear. unfold zsum. induction idx; cbn [fold_right]; lia. }
      rewrite Zp. clear Zp.
      enough ((zsum (fun i => snd (one_way ws us (fun a0 => coordinate nw a0 (off i)) (upward i) a r)) idx + gain us a r * Z.of_N (risers a) <=
               Z.of_N (sum (fun i => both (fun h => (nth (N.to_nat h) ws 0 * used t G T h i)%N) r) idx))%Z) by lia.
      unfold risers. rewrite count_sum. unfold zsum.
      assert (In_ : forall i, In i idx -> In i (places offs)) by auto. revert In_. generalize idx as l. clear IH H H'.
      induction l as [|i l IHl]; intros In_; [cbn; lia|]. cbn [fold_right]. rewrite !sum_cons. specialize (IHl (fun j Hj => In_ j (or_intror Hj))).
      assert (Hi : In i (places offs)) by (apply In_; left; auto). destruct (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [Hu Hd].
      enough ((snd (one_way ws us (fun a0 => coordinate nw a0 (off i)) (upward i) a r) + gain us a r * Z.of_N (if (negb (coordinate nw a (off i) =? 0) && upward i a)%N then 1%N else 0%N)
        <= Z.of_N (both (fun h => (nth (N.to_nat h) ws 0 * used t G T h i)%N) r))%Z) by lia.
      unfold one_way, upward. rewrite Ha. unfold hops_up, hops_down in Hu, Hd. fold (off i) in Hu, Hd. fold nw in Hu, Hd. unfold both, way_up, way_down, weight, gain in *.
      destruct (N.eqb_spec (coordinate nw a (off i)) 0) as [Zx|Zx]; cbn [negb andb]; [destruct (down r); cbn [snd]; lia|].
      destruct (goes_up t offs G T a r i); cbn [snd].
      + assert (nth (N.to_nat (up r)) ws 0 * coordinate nw a (off i) <= nth (N.to_nat (up r)) ws 0 * used t G T (up r) i) by (apply N.mul_le_mono_l, Hu). destruct (down r); lia.
      + destruct (down r) as [k|]; [|discriminate]. cbn [snd].
        assert (nth (N.to_nat k) ws 0 * (radix r - coordinate nw a (off i)) <= nth (N.to_nat k) ws 0 * used t G T k i) by (apply N.mul_le_mono_l, Hd). lia. }
  apply (A rs 0%nat). auto.
Qed.

Lemma few_hops ws us i : In i idx -> all_hops ws us (fun a => coordinate nw a (off i)) (upward i) rs 0 <= N.of_nat T.
Proof.
  intros Hi. apply N.le_trans with (sum (both (fun h => used t G T h i)) rs).
  - assert (A : forall qs a, (forall b r, nth_error qs b = Some r -> nth_error rs (a + b) = Some r) ->
      all_hops ws us (fun a => coordinate nw a (off i)) (upward i) qs a <= sum (both (fun h => used t G T h i)) qs).
    { induction qs as [|r qs IH]; intros a H; [cbn; lia|]. pose proof (H 0%nat r eq_refl) as Ha. rewrite Nat.add_0_r in Ha. cbn [all_hops]. rewrite sum_cons.
      apply N.add_le_mono; [|apply (IH (S a)); intros b r0 Hb; rewrite Nat.add_succ_l, <- Nat.add_succ_r; apply (H (S b)); exact Hb].
      destruct (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [Hu Hd]. unfold one_way, upward. rewrite Ha. unfold hops_up, hops_down in Hu, Hd. fold nw (off i) in Hu, Hd.
      unfold both, way_up, way_down. destruct (coordinate nw a (off i) =? 0); cbn [fst]; [lia|].
      destruct (goes_up t offs G T a r i); cbn [fst]; destruct (down r); cbn [fst]; lia. }
    apply (A rs 0%nat). auto.
  - unfold rs. fold nw. rewrite (sum_links t offs V R offs_ok), (steps_used t offs V R G T F T i Hi). clear. induction T as [|n IH]; cbn [steps]; [lia|]. destruct (busy _); lia.
Qed.

Lemma leaf_refutes ws us st : so st -> leaf_refuted nw rs (task_ports t) (N.of_nat T) ws us st = true -> False.
Proof.
  intros ((l & El & Pl & Gl) & W & Lw) H. unfold leaf_refuted in H. rewrite !andb_true_iff in H. destruct H as [[[Ew _] Eu] H].
  apply N.eqb_eq in Ew. rewrite !len_length in Ew. assert (Ew' : length ws = length (generators nw)) by lia.
  assert (Eu' : (length us = 0 \/ length us = length rs)%nat) by (apply orb_true_iff in Eu; rewrite !N.eqb_eq, !len_length in Eu; lia).
  set (cost := fun i => all_cost ws us (fun a => coordinate nw a (off i)) (upward i) rs 0).
  assert (Each : forall c g, In (c, g) l -> c_packets c <> 0 -> exists b, class_best nw rs (N.of_nat T) ws us c = Some b /\ (Z.of_N (c_packets c) * b <= zsum cost g)%Z).
  { intros c g I Nz. destruct (Gl c g I) as [Lg Ig].
    assert (E : forall i, In i g -> exists b, class_best nw rs (N.of_nat T) ws us c = Some b /\ (b <= cost i)%Z).
    { intros i Hi. destruct (Ig i Hi) as (Ii & Eo & Fx). unfold class_best, cost. rewrite <- Eo. apply best_least; [|apply few_hops, Ii].
      intros b r Hb _. cbn [Nat.add]. split; [|intros d; apply Fx]. intros Dn. unfold upward. rewrite Hb.
      pose proof (hops_used t offs V R G T offs_ok F b r i Hb Ii) as [_ X]. rewrite Dn in X. exact X. }
    destruct g as [|i0 g0]; [cbn in Lg; lia|]. destruct (E i0 (or_introl eq_refl)) as (b & Eb & _). exists b. split; auto.
    replace (Z.of_N (c_packets c)) with (Z.of_nat (length (i0 :: g0))) by lia. apply zsum_least. intros i Hi. destruct (E i Hi) as (b' & Eb' & Lb). congruence. }
  assert (All : forall l', incl l' l -> forall total, exists v, classes_best nw rs (N.of_nat T) ws us (map fst l') total = Some v /\ (v <= total + zsum cost (flat_map snd l'))%Z).
  { induction l' as [|[c g] l' IH]; intros I total; [exists total; split; [reflexivity|cbn; lia]|]. cbn [map fst classes_best flat_map snd]. rewrite zsum_app.
    assert (I' : incl l' l) by (intros y Hy; apply I; right; auto). destruct (N.eqb_spec (c_packets c) 0) as [Zx|Nz].
    - destruct (IH I' total) as (v & E & Lv). exists v. split; auto. destruct (Gl c g (I _ (or_introl eq_refl))) as [Lg _]. destruct g; [|cbn in Lg; lia]. cbn [zsum fold_right]. unfold zsum in Lv |- *. cbn [fold_right]. lia.
    - destruct (Each c g (I _ (or_introl eq_refl)) Nz) as (b & Eb & Lb). rewrite Eb. destruct (IH I' (total + Z.of_N (c_packets c) * b)%Z) as (v & E & Lv). exists v. split; auto. lia. }
  destruct (All l (incl_refl l) 0%Z) as (v & E & Lv). rewrite El in E. rewrite E in H. apply Z.ltb_lt in H.
  rewrite (zsum_perm _ _ _ Pl) in Lv. pose proof (slot_total ws us Ew' Eu') as St. fold cost in St.
  assert (Win : (window_gain us (windows st) <= zsum (fun a => gain us a (nth a rs (Ring 2 0 None)) * Z.of_N (risers a)) (seq 0 (length rs)))%Z).
  { destruct Eu' as [Eu'|Eu'].
    - destruct us; [|discriminate]. cbn [window_gain]. assert (Gz : forall a, gain [] a (nth a rs (Ring 2 0 None)) = 0%Z) by (intros a; unfold gain; destruct (down _); destruct a; auto).
      clear -Gz. unfold zsum. generalize (seq 0 (length rs)) as k. induction k as [|a k IH]; cbn [fold_right]; [lia|]. rewrite Gz. lia.
    - assert (A : forall us' wins qs a, length us' = length qs -> length wins = length qs ->
        (forall b, nth b us' 0%Z = nth (a + b) us 0%Z) -> (forall b, nth b wins (0, 0) = nth (a + b) (windows st) (0, 0)) -> (forall b r, nth_error qs b = Some r -> nth_error rs (a + b) = Some r) ->
        (window_gain us' wins <= zsum (fun b => gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b)) (seq a (length qs)))%Z).
      { induction us' as [|u us' IH]; intros [|[lo hi] wins] [|r qs] a L1 L2 Hu Hw Hq; try discriminate. cbn [window_gain length seq].
        change (zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (a :: seq (S a) (length qs)))
          with (gain us a (nth a rs (Ring 2 0 None)) * Z.of_N (risers a) + zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (seq (S a) (length qs)))%Z.
        pose proof (Hq 0%nat r eq_refl) as Ha. specialize (Hu 0%nat) as Ua. specialize (Hw 0%nat) as Wa. rewrite Nat.add_0_r in Ha, Ua, Wa. cbn [nth] in Ua, Wa.
        assert (Next : (window_gain us' wins <= zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (seq (S a) (length qs)))%Z).
        { cbn [length] in *. apply IH; [lia|lia|intros b|intros b|intros b r0 Hb]; rewrite Nat.add_succ_l, <- Nat.add_succ_r.
          - apply (Hu (S b)).
          - apply (Hw (S b)).
          - apply (Hq (S b)), Hb. }
        revert Next. generalize (zsum (fun b => (gain us b (nth b rs (Ring 2 0 None)) * Z.of_N (risers b))%Z) (seq (S a) (length qs))) as rest. intros rest Next.
        rewrite (nth_error_nth _ _ _ Ha). specialize (W a r Ha). rewrite <- Wa in W. unfold gain. rewrite <- Ua. cbn [fst snd] in W.
        destruct (down r); [|injection W as -> ->; destruct (0 <=? u)%Z; cbn [Z.of_N]; lia]. destruct (Z.leb_spec 0 u); nia. }
      apply (A us (windows st) rs 0%nat); auto. }
  lia.
Qed.

Lemma turns_sound tree : forall st later, turns nw rs (task_ports t) (N.of_nat T) st later tree = true -> ~ exists s, In s (st :: later) /\ so s.
Proof.
  induction tree as [|[c i a|i a|ws us] tree IH]; intros st later H (s & I & S); cbn [turns] in H; [discriminate| | |].
  - destruct (branched _ _ _ _ _ _) as [[one two]|] eqn:B; [|discriminate]. apply (IH _ _ H). destruct I as [->|I].
    + destruct (so_branched _ _ _ _ _ _ S B); [exists one|exists two]; split; cbn; auto.
    + exists s. split; cbn; auto.
  - destruct (divided_by _ _ _ _) as [[one two]|] eqn:B; [|discriminate]. apply (IH _ _ H). destruct I as [->|I].
    + destruct (so_divided _ _ _ _ _ S B); [exists one|exists two]; split; cbn; auto.
    + exists s. split; cbn; auto.
  - destruct (leaf_refuted _ _ _ _ _ _ _) eqn:Lf; [|discriminate]. destruct I as [->|I]; [apply (leaf_refutes _ _ _ S Lf)|].
    destruct later as [|st' later]; [destruct I|]. apply (IH _ _ H). eauto.
Qed.

Lemma runs_grouped : forall runs ids, spelt runs = map off ids -> (forall i, In i ids -> In i idx) ->
  exists l, map fst l = map (fun r => Class (fst r) (snd r) []) runs /\ flat_map snd l = ids /\ forall c g, In (c, g) l -> good_class c g.
Proof.
  induction runs as [|[x k] runs IH]; intros ids E I; cbn [spelt flat_map fst snd] in E.
  - destruct ids; [|discriminate]. exists []. repeat split; auto; destruct H.
  - symmetry in E. apply map_eq_app in E. destruct E as (g & rest & -> & E1 & E2).
    destruct (IH rest (eq_sym E2)) as (l & L1 & L2 & L3); [intros i Hi; apply I, in_app_iff; auto|].
    exists ((Class x k [], g) :: l). split; [|split].
    + cbn [map fst snd]. rewrite L1. reflexivity.
    + cbn [flat_map snd]. rewrite L2. reflexivity.
    + intros c g' [E|J]; [|apply L3, J]. injection E as <- <-. split.
      * cbn [c_packets]. rewrite <- (map_length off g), E1. unfold times. rewrite repeat_length. lia.
      * cbn [c_offset c_fixed]. intros i Hi. split; [apply I, in_app_iff; auto|split; [|intros a d; discriminate]].
        apply (in_map off) in Hi. rewrite E1 in Hi. apply repeat_spec in Hi. exact Hi.
Qed.

Theorem directions_sound tree : directions_refuted t offs (N.of_nat T) tree = false.
Proof.
  destruct (directions_refuted _ _ _ _) eqn:H; auto. exfalso. unfold directions_refuted in H. rewrite !andb_true_iff in H. destruct H as [[Sr _] H].
  fold nw rs in H. apply (turns_sound _ _ _ H). eexists. split; [left; reflexivity|]. apply same_runs_sound in Sr.
  assert (P : Permutation (spelt (rev' (runs_of offs))) (map off idx)).
  { eapply Permutation_trans; [apply Permutation_sym, Sr|]. unfold idx, off, places. rewrite nth_upto. apply Permutation_refl. }
  apply Permutation_map_inv in P. destruct P as (ids & E & P).
  destruct (runs_grouped _ ids E) as (l & L1 & L2 & L3); [intros i Hi; apply (Permutation_in i (Permutation_sym P)), Hi|].
  split; [|split].
  - exists l. cbn [classes]. rewrite mapr_map. split; [exact L1|split; [rewrite L2; apply Permutation_sym, P|exact L3]].
  - cbn [windows]. assert (A : forall qs a, (forall b r, nth_error qs b = Some r -> nth_error rs (a + b) = Some r) -> forall b r, nth_error qs b = Some r ->
      match down r with Some _ => fst (nth b (first_windows nw offs a qs) (0, 0)) <= risers (a + b) <= snd (nth b (first_windows nw offs a qs) (0, 0))
      | None => nth b (first_windows nw offs a qs) (0, 0) = (0, 0) end).
    { induction qs as [|q qs IH]; intros a H' [|b] r Hb; try discriminate; cbn [first_windows nth nth_error] in *.
      - injection Hb as <-. destruct (down q); auto. cbn [fst snd]. split; [lia|]. rewrite Nat.add_0_r, sumf_sum. unfold risers. rewrite count_sum.
        rewrite <- (nth_upto 0 offs). rewrite sum_map. apply sum_le. intros i _. fold (off i). destruct (coordinate nw a (off i) =? 0); cbn [negb andb]; [lia|]. destruct (upward i a); lia.
      - specialize (IH (S a)). rewrite Nat.add_succ_r, <- Nat.add_succ_l. apply IH; auto. intros c r0 Hc. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H' (S c)). exact Hc. }
    intros a r Ha. apply (A rs 0%nat); auto.
  - cbn [windows]. generalize rs at 1 2 as qs, 0%nat as a. clear. induction qs as [|q qs IH]; intros a; cbn [first_windows length]; auto.
Qed.
End Right.
