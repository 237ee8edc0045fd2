(** The bound by a refutation: the formula of one slot less has no solution, as steps of resolution show. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Isotropic Pooled Compute Claims Lines Families Hops Flow Explicit Broadcast Rooted Formula Satisfied Scheduled Refuted.
From Isotask.Proof Require Refutation.
Import ListNotations.
Open Scope N_scope.

(** ** Variables and their numbers *)

Definition same_variable (a b : variable) : bool :=
  match a, b with
  | Held p x t, Held p' x' t' => (p =? p') && (x =? x') && (t =? t')
  | Sent p y x t, Sent p' y' x' t' => (p =? p') && (y =? y') && (x =? x') && (t =? t')
  | Counted t k p i j, Counted t' k' p' i' j' => (t =? t') && (k =? k') && (p =? p') && (i =? i') && (j =? j')
  | Left p t, Left p' t' => (p =? p') && (t =? t')
  | _, _ => false
  end.

Lemma same_variable_true a b : same_variable a b = true -> a = b.
Proof. destruct a, b; cbn; try discriminate; rewrite ?andb_true_iff, ?N.eqb_eq; intuition congruence. Qed.

(* where a table looks for it; that two have different places is of no matter, as what is found is compared *)
Definition place_of_variable (v : variable) : N :=
  let mix := fold_left (fun a b => a * 2 ^ 24 + b) in
  match v with
  | Held p x t => mix [p; x; t] 1 | Sent p y x t => mix [p; y; x; t] 2
  | Counted t k p i j => mix [t; k; p; i; j] 3 | Left p t => mix [p; t] 4
  end.

Definition numbers (vs : list variable) : PM.t N := snd (fold_left (fun q v => (N.succ (fst q), put (snd q) (place_of_variable v) (fst q))) vs (1, PM.empty N)).
Definition names_of (vs : list variable) : PM.t variable := snd (fold_left (fun q v => (N.succ (fst q), put (snd q) (fst q) v)) vs (1, PM.empty variable)).

Definition number_literal (ns : PM.t N) (vs : PM.t variable) (l : bool * variable) : option Refutation.literal :=
  let i := get 0 ns (place_of_variable (snd l)) in
  match PM.find (N.succ_pos i) vs with Some v => if same_variable v (snd l) then Some (fst l, i) else None | None => None end.

Fixpoint all_some {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with [] => Some [] | a :: l => match f a, all_some f l with Some b, Some bs => Some (b :: bs) | _, _ => None end end.

Lemma all_some_in {A B} (f : A -> option B) l : forall bs, all_some f l = Some bs -> (forall a, In a l -> exists b, f a = Some b /\ In b bs) /\ (forall b, In b bs -> exists a, In a l /\ f a = Some b).
Proof.
  induction l as [|a l IH]; intros bs H; cbn [all_some] in H; [injection H as <-; split; intros ? []|].
  destruct (f a) as [b|] eqn:E; [|discriminate]. destruct (all_some f l) as [r|]; [|discriminate]. injection H as <-. destruct (IH r eq_refl) as [I1 I2]. split.
  - intros a' [<-|Ha]; [exists b; split; [exact E|left; reflexivity]|]. destruct (I1 a' Ha) as (b' & Eb & Ib). exists b'. split; [exact Eb|right; exact Ib].
  - intros b' [<-|Hb]; [exists a; split; [left; reflexivity|exact E]|]. destruct (I2 b' Hb) as (a' & Ia & Ea). exists a'. split; [right; exact Ia|exact Ea].
Qed.

Definition refutes (vs : list variable) (cs : list clause) (steps : list (list Z * list N)) : bool :=
  let ns := numbers vs in
  let names := names_of vs in
  match all_some (all_some (number_literal ns names)) cs with
  | Some cs => let (next, table) := Refutation.numbered cs in
      Refutation.all_follow (len vs) next table (mapr (fun s => (map Refutation.literal_of (fst s), snd s)) steps)
  | None => false
  end.

Lemma refutes_sound (truth : variable -> bool) vs cs steps : (forall c, In c cs -> exists l, In l c /\ Bool.eqb (fst l) (truth (snd l)) = true) ->
  refutes vs cs steps = true -> False.
Proof.
  intros Ok H. unfold refutes in H. destruct (all_some _ cs) as [ncs|] eqn:E; [|discriminate]. apply all_some_in in E. destruct E as [_ E].
  set (nu := fun i => match PM.find (N.succ_pos i) (names_of vs) with Some v => truth v | None => false end).
  assert (S : forall c, In c ncs -> Refutation.satisfied nu c).
  { intros c Hc. destruct (E c Hc) as (c0 & Ic & Ec). destruct (Ok c0 Ic) as (l & Il & Hl). apply all_some_in in Ec. destruct Ec as [Ec _]. destruct (Ec l Il) as (m & Em & Im).
    exists m. split; [exact Im|]. unfold number_literal in Em. cbv zeta in Em. destruct (PM.find _ (names_of vs)) as [v|] eqn:F; [|discriminate].
    destruct (same_variable v (snd l)) eqn:Sv; [|discriminate]. injection Em as <-. apply same_variable_true in Sv. subst v.
    unfold Refutation.holds. cbn [fst snd]. unfold nu. rewrite F. exact Hl. }
  destruct (Refutation.numbered ncs) as [next table] eqn:Nm. apply (Refutation.all_follow_sound nu) in H; [exact H|].
  intros i c Hc. apply (Refutation.numbered_satisfied nu ncs S i c). rewrite Nm. exact Hc.
Qed.

(** ** The order of packets *)

Lemma sorted_nth {A} (R : A -> A -> Prop) (z : A) l : StronglySorted R l -> forall i j, (i < j < length l)%nat -> R (nth i l z) (nth j l z).
Proof.
  induction 1 as [|a l S IH F]; intros i j [Hi Hj]; cbn [length] in *; [lia|]. destruct j as [|j]; [lia|]. destruct i as [|i]; cbn [nth].
  - rewrite Forall_forall in F. apply F, nth_In. lia.
  - apply IH. lia.
Qed.

Definition key (n : N) (e : N * N) : N := fst e * n + snd e.
Definition unkey (n k : N) : N * N := (k / n, k mod n).
(* by increasing start, then by increasing end *)
Definition sorted_ends (n : N) (ends : list (N * N)) : list (N * N) := map (unkey n) (rev' (longest_first (map (key n) ends))).

Lemma unkey_key n e : snd e < n -> unkey n (key n e) = e.
Proof.
  intros H. unfold unkey, key. destruct e as [a b]. cbn [fst snd] in *. f_equal; [symmetry; apply (N.div_unique _ _ a b); lia|symmetry; apply (N.mod_unique _ _ a b); lia].
Qed.

Lemma sorted_desc (l : list N) : forall l', desc l -> desc l' -> Permutation l l' -> l = l'.
Proof.
  induction l as [|a l IH]; intros [|b l'] S S' P; [reflexivity|apply Permutation_nil in P; discriminate|apply Permutation_sym, Permutation_nil in P; discriminate|].
  inversion_clear S as [|? ? S1 F1]. inversion_clear S' as [|? ? S2 F2]. rewrite Forall_forall in F1, F2.
  assert (E : a = b).
  { assert (Ia : In a (b :: l')) by (apply (Permutation_in _ P); left; reflexivity). assert (Ib : In b (a :: l)) by (apply (Permutation_in _ (Permutation_sym P)); left; reflexivity).
    destruct Ia as [|Ia]; [congruence|]. destruct Ib as [|Ib]; [congruence|]. specialize (F1 _ Ib). specialize (F2 _ Ia). lia. }
  subst b. f_equal. apply IH; auto. apply Permutation_cons_inv in P. exact P.
Qed.

Lemma names_exist (n : N) (both : name -> N * N) (dep : name -> N) (D : N) (l : list name) :
  (forall p, In p l -> snd (both p) < n) -> (forall p, dep p < D) ->
  exists names, Permutation names l /\ map both names = sorted_ends n (map both l) /\
    forall i, (S i < length names)%nat -> both (nth i names (0, 0)) = both (nth (S i) names (0, 0)) -> dep (nth i names (0, 0)) <= dep (nth (S i) names (0, 0)).
Proof.
  intros B Dp. destruct (order_exists (fun p => key n (both p) * D + dep p) l) as (l' & Pl & So). exists (rev l').
  assert (Kd : desc (map (fun p => key n (both p)) l')).
  { clear Pl. induction So as [|p l0 S IH F]; [constructor|]. cbn [map]. constructor; [exact IH|]. rewrite Forall_forall in *. intros k Hk. apply in_map_iff in Hk. destruct Hk as (q & <- & Hq).
    specialize (F q Hq). cbv beta in F. pose proof (Dp p) as D1. pose proof (Dp q) as D2.
    destruct (N.le_gt_cases (key n (both q)) (key n (both p))) as [|Gt]; [assumption|]. pose proof (N.mul_le_mono_r (key n (both p) + 1) (key n (both q)) D ltac:(lia)). lia. }
  assert (E : map (fun p => key n (both p)) l' = longest_first (map (key n) (map both l))).
  { apply sorted_desc; [exact Kd|apply longest_first_desc|]. rewrite map_map. eapply Permutation_trans; [apply Permutation_map, Pl|]. apply Permutation_sym, longest_first_permutes. }
  split; [eapply Permutation_trans; [apply Permutation_sym, Permutation_rev|exact Pl]|]. split.
  - unfold sorted_ends, rev'. rewrite <- rev_alt, <- E, <- map_rev, map_map. apply map_ext_in. intros p Hp. symmetry. apply unkey_key, B.
    apply in_rev in Hp. apply (Permutation_in _ Pl), Hp.
  - intros i Hi Eb. rewrite rev_length in Hi. rewrite !rev_nth in * by lia.
    assert (Ij : (List.length l' - S (S i) < List.length l' - S i < List.length l')%nat) by lia.
    pose proof (sorted_nth _ (0, 0) l' So _ _ Ij) as R. cbv beta in R.
    match type of Eb with both ?a = both ?b => assert (R' : key n (both a) * D + dep a <= key n (both b) * D + dep b) by exact R end.
    rewrite Eb in R'. apply N.add_le_mono_l in R'. exact R'.
Qed.

Section Order.
Variables (pb : problem) (personal : bool) (sc : schedule) (T : N) (d : N -> N -> N) (near : N -> N) (outs : N -> list N).

(* whether a packet may leave its start h for x in slot s, and whether it has by the end of slot t *)
Definition may_leave (h g x s : N) : bool :=
  negb (x =? h) && ((d h x <=? s) && ((if personal then d x g else near x) + s <=? T)) &&
  ((d h h <=? s - 1) && ((if personal then d h g else near h) + (s - 1) <=? T)) && negb (personal && (h =? g)).
Definition gone (p : name) (h g t : N) : bool :=
  existsb (fun s => (s <=? t) && existsb (fun x => goes pb personal sc (N.to_nat (s - 1)) p h x) (filter (fun x => may_leave h g x s) (outs h))) (slots T).
Definition not_gone (p : name) : N := sum (fun t => if gone p (source pb p) (target pb p) t then 0 else 1) (slots T).

Lemma gone_later p h g t t' : t <= t' -> gone p h g t = true -> gone p h g t' = true.
Proof.
  unfold gone. rewrite !existsb_exists. intros Le (s & Is & H). exists s. split; [exact Is|]. apply andb_true_iff in H. destruct H as [H1 H2]. rewrite H2, andb_true_r. apply N.leb_le in H1. apply N.leb_le. lia.
Qed.

Lemma not_gone_less p : not_gone p < T + 1.
Proof.
  unfold not_gone. enough (sum (fun t => if gone p (source pb p) (target pb p) t then 0 else 1) (slots T) <= sum (fun _ => 1) (slots T)) as H.
  - rewrite sum_const in H. unfold slots in H at 2. rewrite map_length, upto_length in H. lia.
  - apply sum_le. intros t _. destruct (gone _ _ _ t); lia.
Qed.

Lemma gone_before p q : not_gone p <= not_gone q -> forall t, gone q (source pb q) (target pb q) t = true -> gone p (source pb p) (target pb p) t = true.
Proof.
  intros Le t H. destruct (gone p (source pb p) (target pb p) t) eqn:E; [reflexivity|exfalso].
  assert (Ex : exists s, In s (slots T) /\ s <= t /\ gone q (source pb q) (target pb q) s = true).
  { unfold gone in H. apply existsb_exists in H. destruct H as (s & Is & H). apply andb_true_iff in H. destruct H as [H1 H2]. apply N.leb_le in H1. exists s. split; [exact Is|]. split; [exact H1|].
    unfold gone. apply existsb_exists. exists s. split; [exact Is|]. rewrite H2, andb_true_r. apply N.leb_refl. }
  destruct Ex as (s & Is & Ls & Gs).
  assert (Np : gone p (source pb p) (target pb p) s = false) by (apply not_true_iff_false; intros C; apply (gone_later _ _ _ s t Ls) in C; congruence).
  enough (not_gone q < not_gone p) by lia. unfold not_gone.
  assert (G : forall l, In s l -> (forall x, In x l -> x <= s -> True) ->
    sum (fun t => if gone q (source pb q) (target pb q) t then 0 else 1) l < sum (fun t => if gone p (source pb p) (target pb p) t then 0 else 1) l).
  { assert (W : forall x, (if gone q (source pb q) (target pb q) x then 0 else 1) <= (if gone p (source pb p) (target pb p) x then 0 else 1)).
    { intros x. destruct (N.le_gt_cases s x) as [Lx|Lx].
      - rewrite (gone_later _ _ _ s x Lx Gs). lia.
      - replace (gone p (source pb p) (target pb p) x) with false; [destruct (gone q _ _ x); lia|]. symmetry. apply not_true_iff_false. intros C. apply (gone_later _ _ _ x s ltac:(lia)) in C. congruence. }
    induction l as [|x l IH]; intros I _; [destruct I|]. rewrite !sum_cons. specialize (W x) as Wx. pose proof (sum_le _ _ l (fun y _ => W y)) as Wl. destruct I as [->|I].
    - rewrite Gs, Np in *. lia.
    - specialize (IH I (fun _ _ _ => Logic.I)). lia. }
  apply G; auto.
Qed.
End Order.

(** ** The checker *)

Definition once (l : list N) : list N := fold_right (fun x l => match l with y :: _ => if x =? y then l else x :: l | [] => [x] end) [] (rev' (longest_first l)).

Definition formula_refuted (t : task) (personal : bool) (ends : list (N * N)) (T : N) (steps : list (list Z * list N)) : answer :=
  let nw := task_network t in
  let n := size nw in
  let next := neighbours_out nw in
  let back := neighbours_in nw in
  if T =? 0 then Unfit
  else if negb ((n <=? 2 ^ 10) && (len ends <=? 2 ^ 12)) then NotCovered "a formula of more than 2^10 nodes or 2^12 packets" else
  let degrees := loop (fun s v => s + len (next v)) n 0 in
  if negb ((T + 1) * len ends * (n + degrees) <=? 2 ^ 22) then NotCovered "too large a formula" else
  match hop_gauge nw (range n) with
  | None => Unfit
  | Some g =>
      let d := hops nw g in
      let no_host := switch_of nw in
      let all_hosts := hosts nw in
      let inm := tabulate (fun x => once (back x)) n in
      let outm := tabulate (fun y => once (next y)) n in
      let nearest := tabulate (fun x => fold_left (fun c h => N.min c (d x h)) all_hosts no_way) n in
      let ins x := get [] inm x in
      let outs y := get [] outm y in
      let near x := get 0 nearest x in
      let links y x := sumf (fun v => if v =? x then 1 else 0) (next y) in
      let rule := rule_at nw (task_ports t) in
      let host v := negb (no_host v) in
      let loads := sorted_ends n ends in
      let tab := table loads in
      let home p := fst (get (0, 0) tab p) in
      let goal p := snd (get (0, 0) tab p) in
      if loop (fun (good : bool) x => if good then
           distinctb (ins x) && distinctb (outs x) && forallb (fun y => (y <? n) && (1 <=? links y x) && (near y <=? 1 + near x)) (ins x) &&
           forallb (fun y => existsb (N.eqb y) (ins x)) (back x) && forallb (fun v => v <? n) (outs x) else false) n true &&
         (personal || forallb (fun e => fst e =? snd e) ends)
      then
        if refutes (all_variables n T personal d near ins outs links rule home goal (len loads))
             (all_clauses n T personal d near host ins outs links rule home goal (len loads)) steps then Bound (T + 1) else Unfit
      else Unfit
  end.

Lemma links_count nw y x : sumf (fun v => if v =? x then 1 else 0) (neighbours_out nw y) = links_between nw y x.
Proof.
  rewrite <- out_counts, sumf_sum. generalize (neighbours_out nw y) as l. induction l as [|v l IH]; [reflexivity|]. rewrite sum_cons, IH. cbn [count_occ].
  destruct (N.eqb_spec v x), (N.eq_dec v x); try congruence; lia.
Qed.

Section Sound.
Variables (t : task) (personal : bool) (ends : list (N * N)) (T : N) (steps : list (list Z * list N)).
Let nw := task_network t.
Let pb := listed t ends.
Hypothesis V : valid_network nw = true.
Hypothesis ends_ok : forall e, In e ends -> fst e < size nw /\ snd e < size nw.

Lemma both_are : map (fun p => (source pb p, target pb p)) (packets pb) = ends.
Proof.
  cbn [packets pb listed]. rewrite map_map. rewrite <- (nth_upto (0, 0) ends) at 2. apply map_ext. intros i. cbn [source target pb listed snd]. symmetry. apply surjective_pairing.
Qed.

Theorem formula_refuted_sound v sc : formula_refuted t personal ends T steps = Bound v -> good_from pb personal (start pb) sc -> v <= Schedule.slots sc.
Proof.
  unfold formula_refuted. cbv zeta. fold nw. set (n := size nw). destruct (T =? 0); [discriminate|]. destruct (negb (_ && _)); [discriminate|]. destruct (negb (_ <=? _)); [discriminate|].
  destruct (hop_gauge nw (range n)) as [g|] eqn:G; [|discriminate]. set (d := hops nw g).
  set (inm := tabulate (fun x => once (neighbours_in nw x)) n). set (outm := tabulate (fun y => once (neighbours_out nw y)) n).
  set (nearest := tabulate _ n). set (loads := sorted_ends n ends). set (tab := table loads).
  destruct (_ && (personal || _)) eqn:C; [|discriminate]. apply andb_true_iff in C. destruct C as [C Same].
  destruct (refutes _ _ steps) eqn:R; [|discriminate]. intros H. apply Bound_inj in H. subst v. intros Good.
  destruct (N.le_gt_cases (T + 1) (Schedule.slots sc)) as [|Lt]; [assumption|exfalso]. unfold Schedule.slots in Lt.
  pose proof (hop_gauge_sound pb _ g V G) as Pay.
  assert (Tg : forall p, In p (packets pb) -> target pb p < n) by (intros p Hp; apply (listed_target t ends ends_ok p Hp)).
  set (outs := fun y => get [] outm y) in *. set (ins := fun x => get [] inm x) in *. set (near := fun x => get 0 nearest x) in *.
  destruct (names_exist n (fun p => (source pb p, target pb p)) (not_gone pb personal sc T d near outs) (T + 1) (packets pb) Tg
    (not_gone_less pb personal sc T d near outs)) as (names & Pn & En & Order). rewrite both_are in En. fold loads in En.
  assert (Ln : N.of_nat (List.length names) = len loads) by (rewrite <- En, len_length, map_length; reflexivity).
  assert (At : forall p, p < N.of_nat (List.length names) -> get (0, 0) tab p = (source pb (nth (N.to_nat p) names (0, 0)), target pb (nth (N.to_nat p) names (0, 0)))).
  { intros p Hp. unfold tab. rewrite table_get, <- En. rewrite (nth_indep _ (0, 0) ((fun p => (source pb p, target pb p)) (0, 0))) by (rewrite map_length; lia).
    apply (map_nth (fun p => (source pb p, target pb p))). }
  assert (Nin : forall p, In p names -> In p (packets pb)) by (intros p Hp; apply (Permutation_in _ Pn), Hp).
  assert (Nd : NoDup names) by (apply (Permutation_NoDup (Permutation_sym Pn)), listed_distinct).
  pose proof (loop_all _ _ C) as Chk. cbv beta in Chk. fold n in Chk.
  assert (Chk' : forall x, x < n -> NoDup (ins x) /\ NoDup (outs x) /\ (forall y, In y (ins x) -> y < n /\ link nw y x /\ near y <= 1 + near x) /\
    (forall y, In y (neighbours_in nw x) -> In y (ins x)) /\ (forall w, In w (outs x) -> w < n)).
  { intros x Hx. specialize (Chk x Hx). rewrite !andb_true_iff, !forallb_forall in Chk. destruct Chk as [[[[C1 C2] C3] C4] C5].
    split; [apply distinctb_sound, C1|]. split; [apply distinctb_sound, C2|]. split; [|split].
    - intros y Hy. specialize (C3 y Hy). rewrite !andb_true_iff, N.ltb_lt, !N.leb_le in C3. destruct C3 as [[Y1 Y2] Y3]. split; [exact Y1|]. split; [|exact Y3].
      split; [exact Y1|]. split; [exact Hx|]. apply (count_occ_In N.eq_dec). pose proof (links_count nw y x) as O. unfold links_between in O. lia.
    - intros y Hy. specialize (C4 y Hy). apply existsb_exists in C4. destruct C4 as (y' & Iy & Ey). apply N.eqb_eq in Ey. subst y'. exact Iy.
    - intros w Hw. apply N.ltb_lt, C5, Hw. }
  assert (Lk : forall x y, link nw y x -> In y (neighbours_in nw x)).
  { intros x y (Hy & Hx & I). apply (count_occ_In N.eq_dec). apply (count_occ_In N.eq_dec) in I. pose proof (in_counts nw y x V Hy Hx) as E. unfold links_between in E. lia. }
  revert R. apply (refutes_sound (truth_of n T personal d near ins outs (fun p => fst (get (0, 0) tab p)) (fun p => snd (get (0, 0) tab p)) (len loads)
    (held pb personal sc names) (sent pb personal sc names))).
  intros c Hc. rewrite <- Ln in Hc |- *.
  apply (all_ok pb personal sc T d near (fun v => negb (switch_of nw v)) ins outs
    (fun y x => sumf (fun v => if v =? x then 1 else 0) (neighbours_out nw y)) (rule_at nw (task_ports t)) _ _ names) with (c := c); auto; try lia.
  - intros p Hp. rewrite At by exact Hp. reflexivity.
  - intros p Hp. rewrite At by exact Hp. split; [reflexivity|]. apply Tg, Nin, nth_In. lia.
  - intros x Hx Hh. apply in_hosts. rewrite negb_true_iff, switch_of_is in Hh. auto.
  - intros x y Hx Hy. apply (Chk' x Hx), Hy.
  - intros x y L. apply (Chk' x); [apply L|apply Lk, L].
  - intros x y L. apply (Chk' x); [apply L|]. apply (Chk' x); [apply L|apply Lk, L].
  - intros x Hx. apply (Chk' x Hx).
  - intros x Hx. apply (Chk' x Hx).
  - intros y x Hx. destruct (N.lt_ge_cases y n) as [Hy|Hy]; [apply (Chk' y Hy), Hx|]. unfold outs, outm, get in Hx. rewrite tabulate_find in Hx. destruct (N.ltb_spec y n); [lia|destruct Hx].
  - intros y x. rewrite links_count. apply N.le_refl.
  - intros p Hp A s. pose proof A as A'. unfold after_alike in A'. apply andb_true_iff in A'. destruct A' as [P1 A']. apply N.leb_le in P1.
    assert (Both : get (0, 0) tab (p - 1) = get (0, 0) tab p).
    { unfold alike in A'. apply andb_true_iff in A'. destruct A' as [A1 A2]. apply N.eqb_eq in A1. rewrite (surjective_pairing (get (0, 0) tab (p - 1))), (surjective_pairing (get (0, 0) tab p)), A1. f_equal.
      destruct personal; [cbn [negb orb] in A2; apply N.eqb_eq, A2|]. cbn [orb] in Same. rewrite forallb_forall in Same.
      assert (Eq : forall q, q < N.of_nat (List.length names) -> fst (get (0, 0) tab q) = snd (get (0, 0) tab q)).
      { intros q Hq. rewrite At by exact Hq. cbn [fst snd]. apply N.eqb_eq. apply (Same (source pb (nth (N.to_nat q) names (0, 0)), target pb (nth (N.to_nat q) names (0, 0)))).
        rewrite <- both_are. apply (in_map (fun p => (source pb p, target pb p))), Nin, nth_In. lia. }
      rewrite <- !Eq by lia. exact A1. }
    assert (G' : forall q, q < N.of_nat (List.length names) -> left_by T personal d near outs (fun p => fst (get (0, 0) tab p)) (fun p => snd (get (0, 0) tab p)) (sent pb personal sc names) q s =
      gone pb personal sc T d near outs (nth (N.to_nat q) names (0, 0)) (source pb (nth (N.to_nat q) names (0, 0))) (target pb (nth (N.to_nat q) names (0, 0))) s).
    { intros q Hq. unfold left_by, gone. apply existsb_same. intros s'. f_equal. unfold leaving. rewrite (At q Hq). cbn [fst snd].
      assert (Fl : forall l, existsb (base (sent pb personal sc names)) (map (fun x => Sent q (source pb (nth (N.to_nat q) names (0, 0))) x s') l) =
        existsb (fun x => goes pb personal sc (N.to_nat (s' - 1)) (nth (N.to_nat q) names (0, 0)) (source pb (nth (N.to_nat q) names (0, 0))) x) l).
      { induction l as [|x l IH]; [reflexivity|]. cbn [map existsb]. rewrite IH. reflexivity. }
      rewrite Fl. f_equal. apply filter_ext. intros x. unfold may_send, exists_at, rest, may_leave. rewrite (At q Hq). reflexivity. }
    rewrite !G' by lia. apply gone_before. specialize (Order (N.to_nat (p - 1))). replace (S (N.to_nat (p - 1))) with (N.to_nat p) in Order by lia. apply Order; [lia|].
    rewrite !At in Both by lia. exact Both.
Qed.
End Sound.
