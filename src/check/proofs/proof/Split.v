(** The bound "split" (models/formats/certificate.md): every dimension alone, divided into its two directions. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Compute Families Isotropic Courses Rings.
Import ListNotations.
Open Scope N_scope.

(* for every threshold y below p what coordinates below it lack of it *)
Definition lack (xs : list N) (y : N) : N := sum (fun x => y - x) xs.
Definition below_step (counts : PM.t N) (q : (N * N) * PM.t N) (y : N) : (N * N) * PM.t N :=
  let '(fewer, lacks, m) := q in
  let now := fewer + get 0 counts y in (now, lacks + now, put m y lacks).
Definition lacks_of (p : N) (xs : list N) : PM.t N :=
  snd (loop (below_step (tally xs)) p ((0, 0), PM.empty N)).

(* the coordinates in order: that in place s - 1 is the threshold for s packets *)
Definition thresholds (p : N) (xs : list N) : PM.t N :=
  let counts := tally xs in
  snd (loop (fun q y => N.iter (get 0 counts y) (fun q => (fst q + 1, put (snd q) (fst q + 1) y)) q) p (0, PM.empty N)).

(* the least hops of a division of a ring in so many slots: of s packets that go + those with the least coordinates *)
Definition divided (T p all n : N) (lacks places : PM.t N) (best : option N) (s : N) : option N :=
  let y := get 0 places s in
  let plus := if y <? p then s * y - get 0 lacks y else 0 in
  let minus := p * (n - s) + plus - all in
  if (plus <=? T) && (minus <=? T) then Some (match best with Some b => N.min b (plus + minus) | None => plus + minus end) else best.

Definition split_ring (T : N) (r : ring) (xs : list N) : option N :=
  let all := sumf (fun x => x) xs in
  match down r with
  | None => if all <=? T then Some all else None
  | Some _ => loop (divided T (radix r) all (len xs) (lacks_of (radix r) xs) (thresholds (radix r) xs)) (len xs + 1) None
  end.

Fixpoint split_rings (nw : network) (T : N) (offs : list N) (a : nat) (rs : list ring) : option N :=
  match rs with
  | [] => Some 0
  | r :: rs =>
      match split_ring T r (mapr (coordinate nw a) offs) with
      | Some x => match split_rings nw T offs (S a) rs with Some y => Some (x + y) | None => None end
      | None => None
      end
  end.

Definition possible (t : task) (g : gauge) (offs : list N) (T : N) : bool :=
  let nw := task_network t in
  forallb (fun x => weigh g x <=? T) offs &&
  match split_rings nw T offs 0 (rings_of nw) with Some hops => hops <=? server_count t * T | None => false end.

(** ** It is right *)

Lemma lack_step xs y : lack xs (y + 1) = lack xs y + count (fun x => x <=? y) xs.
Proof.
  unfold lack. rewrite count_sum, <- sum_plus. apply sum_ext. intros x _. destruct (N.leb_spec x y); lia.
Qed.

Lemma lacks_right p xs y : y < p -> get 0 (lacks_of p xs) y = lack xs y.
Proof.
  unfold lacks_of. rewrite loop_upto.
  enough (E : forall k, let '(fewer, lacks, m) := fold_left (below_step (tally xs)) (upto k) ((0, 0), PM.empty N) in
    fewer = count (fun x => x <? k) xs /\ lacks = lack xs k /\ forall y, y < k -> get 0 m y = lack xs y).
  { intros H. specialize (E p). destruct (fold_left _ _ _) as [[f l] m]. apply E, H. }
  induction k as [|k IH] using N.peano_ind.
  - cbn. split; [|split]; [| |intros; lia].
    + rewrite count_sum, (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros x _. destruct (N.ltb_spec x 0); lia.
    + unfold lack. rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros; lia.
  - rewrite upto_succ, fold_left_app. cbn [fold_left]. destruct (fold_left _ (upto k) _) as [[f l] m]. destruct IH as (-> & -> & IH). cbn [below_step].
    assert (E : count (fun x => x <? k) xs + get 0 (tally xs) k = count (fun x => x <=? k) xs).
    { rewrite tally_counts. pose proof (count_occ_node (fun x : N => x) xs k) as C. rewrite map_id in C. rewrite <- C, !count_sum, <- sum_plus.
      apply sum_ext. intros x _. unfold is_node. destruct (N.eq_dec x k), (N.ltb_spec x k), (N.leb_spec x k); lia. }
    rewrite E. split; [|split].
    + rewrite !count_sum. apply sum_ext. intros x _. destruct (N.leb_spec x k), (N.ltb_spec x (N.succ k)); lia.
    + rewrite <- N.add_1_r, lack_step. reflexivity.
    + intros z Hz. rewrite get_put. destruct (N.eq_dec k z) as [->|D]; auto. apply IH. lia.
Qed.

(* some packets are chosen, s of them: their coordinates are no less than s thresholds without what lower ones lack *)
Lemma chosen_at_least {A} (f : A -> N) (pick : A -> bool) y l :
  count pick l * y <= sum (fun i => if pick i then f i else 0) l + lack (map f l) y.
Proof.
  unfold lack. rewrite sum_map, count_sum, N.mul_comm, <- sum_scale, <- sum_plus. apply sum_le. intros x _. destruct (pick x); lia.
Qed.

Section Division.
Variables (T : N) (r : ring) (l : list N) (f : N -> N) (pick : N -> bool).
Hypothesis below : forall i, In i l -> f i < radix r.
Let plus := sum (fun i => if pick i then f i else 0) l.
Let minus := sum (fun i => if pick i then 0 else radix r - f i) l.

Lemma chosen_minus : minus + sum f l = radix r * (N.of_nat (length l) - count pick l) + plus /\ count pick l <= N.of_nat (length l).
Proof.
  unfold minus, plus. rewrite count_sum. clear T. assert (B : forall i, In i l -> f i <= radix r) by (intros i Hi; specialize (below i Hi); lia). clear below.
  induction l as [|a k IH]; [cbn; lia|]. rewrite !sum_cons. cbn [length]. destruct IH as [E C]; [intros; apply B; right; auto|].
  specialize (B a (or_introl eq_refl)). rewrite Nat2N.inj_succ. destruct (pick a); split; try lia; nia.
Qed.

Lemma divided_least rest : (match down r with None => False | Some _ => True end) -> plus <= T -> minus <= T ->
  forall lacks places best, (forall y, y < radix r -> get 0 lacks y = lack (map f l) y) ->
  incl [count pick l] rest ->
  exists b, fold_left (divided T (radix r) (sum f l) (N.of_nat (length l)) lacks places) rest best = Some b /\ b <= plus + minus.
Proof.
  intros _ HP HM lacks places best LK I. destruct chosen_minus as [E C].
  set (step := divided T (radix r) (sum f l) (N.of_nat (length l)) lacks places).
  assert (Keep : forall s best b, best = Some b -> exists b', step best s = Some b' /\ b' <= b).
  { intros s best0 b ->. unfold step, divided. cbv zeta. destruct (_ && _); [eexists; split; [reflexivity|lia]|exists b; split; [auto|lia]]. }
  assert (Keeps : forall ss best b, best = Some b -> exists b', fold_left step ss best = Some b' /\ b' <= b).
  { induction ss as [|s ss IH]; intros best0 b Eb; [exists b; split; auto; lia|]. cbn [fold_left]. destruct (Keep s best0 b Eb) as (b' & E' & L').
    destruct (IH _ _ E') as (b'' & E'' & L''). exists b''. split; auto. lia. }
  assert (Here : forall best, exists b, step best (count pick l) = Some b /\ b <= plus + minus).
  { intros best0. unfold step, divided. cbv zeta. set (y := get 0 places (count pick l)).
    assert (P : (if y <? radix r then count pick l * y - get 0 lacks y else 0) <= plus).
    { destruct (N.ltb_spec y (radix r)) as [Hy|]; [|lia]. rewrite LK by auto. pose proof (chosen_at_least f pick y l). fold plus in H. lia. }
    set (p' := if y <? radix r then _ else _) in *.
    assert (M : radix r * (N.of_nat (length l) - count pick l) + p' - sum f l <= minus) by lia.
    destruct (N.leb_spec p' T); [|lia]. destruct (N.leb_spec (radix r * (N.of_nat (length l) - count pick l) + p' - sum f l) T); [|lia].
    cbn [andb]. destruct best0 as [b|]; eexists; (split; [reflexivity|lia]). }
  assert (In_ : In (count pick l) rest) by (apply I; left; auto). clear I. revert best. induction rest as [|s rest IH]; intros best; [destruct In_|].
  cbn [fold_left]. destruct In_ as [->|In_]; [|apply IH, In_]. destruct (Here best) as (b & Eb & Lb).
  destruct (Keeps rest _ _ Eb) as (b' & Eb' & Lb'). exists b'. split; auto. lia.
Qed.

Lemma split_ring_least : match down r with None => forall i, In i l -> pick i = true | Some _ => minus <= T end -> plus <= T ->
  exists b, split_ring T r (map f l) = Some b /\ b <= plus + match down r with None => 0 | Some _ => minus end.
Proof.
  intros HM HP. unfold split_ring. rewrite sumf_sum, len_length, sum_map, map_length. change (sum (fun x => f x) l) with (sum f l). destruct (down r) as [k|] eqn:D.
  - rewrite loop_upto. apply divided_least; auto; [rewrite D; auto|intros; apply lacks_right; auto|].
    intros x [<-|[]]. apply in_upto. destruct chosen_minus. lia.
  - assert (E : sum f l = plus) by (unfold plus; apply sum_ext; intros i Hi; rewrite HM; auto). rewrite E.
    destruct (N.leb_spec plus T); [|lia]. exists plus. split; auto. lia.
Qed.
End Division.

Section Split.
Variables (t : task) (offs : list N) (G : course) (T : nat).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis R : rings nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis F : fair t offs T G.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Let m := N.of_nat (length (generators nw)).

Let plus a r := sum (hops_up t offs G T a r) idx.
Let minus a r := match down r with Some _ => sum (hops_down t offs G T a r) idx | None => 0 end.

Lemma coordinates_listed a : mapr (coordinate nw a) offs = map (fun i => coordinate nw a (off i)) idx.
Proof. rewrite mapr_map. rewrite <- (nth_upto 0 offs) at 1. rewrite map_map. reflexivity. Qed.

Lemma plus_slots a r : nth_error (rings_of nw) a = Some r -> plus a r <= N.of_nat T /\ minus a r <= N.of_nat T.
Proof.
  intros Ha. destruct (ring_links t offs V R offs_ok a r Ha) as [Hu Hd].
  split.
  - eapply N.le_trans; [|apply (link_carries t offs G T F (up r) Hu T)]. apply sum_le. intros i Hi. apply (hops_used t offs V R G T offs_ok F a r i Ha Hi).
  - unfold minus. destruct (down r) as [k|] eqn:D; [|lia]. eapply N.le_trans; [|apply (link_carries t offs G T F k (Hd k eq_refl) T)]. apply sum_le. intros i Hi.
    pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ H]. rewrite D in H. exact H.
Qed.

Lemma split_rings_least : forall rs a, (forall b r, nth_error rs b = Some r -> nth_error (rings_of nw) (a + b) = Some r) ->
  exists hops, split_rings nw (N.of_nat T) offs a rs = Some hops /\ hops <= sum (both (fun h => sum (used t G T h) idx)) rs.
Proof.
  induction rs as [|r rs IH]; intros a H; cbn [split_rings]; [exists 0; split; auto; cbn; lia|].
  pose proof (H 0%nat r eq_refl) as Ha. rewrite Nat.add_0_r in Ha. destruct (plus_slots a r Ha) as [P M].
  destruct (split_ring_least (N.of_nat T) r idx (fun i => coordinate nw a (off i)) (goes_up t offs G T a r)) as (b & Eb & Lb).
  - intros i Hi. apply (coordinate_below t V R); auto. apply offs_ok, nth_In. apply in_upto in Hi. lia.
  - unfold minus in M. destruct (down r) as [k|] eqn:D; [exact M|]. intros i Hi. pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ X]. rewrite D in X. exact X.
  - exact P.
  - rewrite coordinates_listed, Eb. destruct (IH (S a)) as (y & Ey & Ly).
    { intros b' r' Hb. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H (S b')). exact Hb. }
    rewrite Ey. exists (b + y). split; auto. rewrite sum_cons.
    enough (b <= both (fun h => sum (used t G T h) idx) r) by lia. eapply N.le_trans; [exact Lb|]. unfold both.
    assert (P' : plus a r <= sum (used t G T (up r)) idx) by (apply sum_le; intros i Hi; apply (hops_used t offs V R G T offs_ok F a r i Ha Hi)).
    destruct (down r) as [k|] eqn:D; [|rewrite N.add_0_r; exact P']. apply N.add_le_mono; [exact P'|].
    apply sum_le. intros i Hi. pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ X]. rewrite D in X. exact X.
Qed.

Lemma ones_nth h : h < m -> nth (N.to_nat h) (ones_of nw) 0 = 1.
Proof.
  intros Hh. pose proof (ones_are_one nw) as O. rewrite Forall_forall in O. apply O, nth_In. unfold ones_of. rewrite mapr_map, map_length. unfold m in Hh. lia.
Qed.

Theorem split_possible g : (forall x, In x offs -> weigh g x <= N.of_nat T) -> possible t g offs (N.of_nat T) = true.
Proof.
  intros D. unfold possible. apply andb_true_iff. split; [apply forallb_forall; intros x Hx; apply N.leb_le, D, Hx|].
  destruct (split_rings_least (rings_of nw) 0) as (hops & E & Le); [auto|]. fold nw. rewrite E. apply N.leb_le. eapply N.le_trans; [exact Le|].
  rewrite (sum_links t offs V R offs_ok). rewrite sum_swap.
  assert (Ln : length (ones_of nw) = length (generators nw)) by (unfold ones_of; rewrite mapr_map, map_length; auto).
  pose proof (carries t offs V R G T F (ones_of nw) Ln T) as C. unfold server_count. fold nw. rewrite N.mul_comm. eapply N.le_trans; [|exact C].
  apply sum_le. intros i _. apply sum_le. intros h Hh. apply in_upto in Hh. rewrite ones_nth by auto. lia.
Qed.
End Split.
