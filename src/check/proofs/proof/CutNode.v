(** The bound by a cut node on broadcasts: what enters a part of the network by one node alone is sent there by it. *)
From Coq Require Import String Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Isotropic Compute Lines Families Hops Explicit Ports Claims Broadcast Rooted.
Import ListNotations.
Open Scope N_scope.

Section CutNode.
Variables (pb : problem) (d : N -> N -> N) (z : N) (label : N -> N) (ids : list N) (host : N -> N) (a e : N).
Let nw := net pb.
Hypothesis distinct : NoDup (packets pb).
Hypothesis pay : potential pb (fun _ _ => 1) d.
Hypothesis ids_differ : NoDup ids.
(* parts are entered by z alone *)
Hypothesis closed : forall u v, link nw u v -> In (label v) ids -> u = z \/ label u = label v.
Hypothesis hosts_in : forall i, In i ids -> In (host i) (hosts nw) /\ label (host i) = i /\ e <= d z (host i).
Hypothesis some_way : 1 <= e.
Hypothesis first_way : forall p, In p (packets pb) -> a <= d (source pb p) z.
Hypothesis z_below : z < size nw.

(* nobody in the part has the packet *)
Definition lacks (has : name -> N -> bool) (p : name) (i : N) : bool :=
  negb (existsb (fun v => (label v =? i) && has p v) (upto (size nw))).
Definition to_enter (has : name -> N -> bool) : N := sum (fun i => sum (fun p => if lacks has p i then 1 else 0) (packets pb)) ids.
(* what z must still receive *)
Definition to_receive (has : name -> N -> bool) : N :=
  sum (fun p => if negb (has p z) && existsb (lacks has p) ids then 1 else 0) (packets pb).

Definition enters (m : move) : bool := is_node (from m) z && existsb (N.eqb (label (to m))) ids.

Lemma lacks_true has p i : lacks has p i = true <-> forall v, v < size nw -> label v = i -> has p v = false.
Proof.
  unfold lacks. rewrite negb_true_iff. split.
  - intros H v Hv E. apply not_true_iff_false. intros C. apply not_true_iff_false in H. apply H, existsb_exists. exists v.
    rewrite C, E, N.eqb_refl. split; [apply in_upto, Hv|reflexivity].
  - intros H. apply not_true_iff_false. intros C. apply existsb_exists in C. destruct C as (v & Hv & C). apply andb_true_iff in C. destruct C as [E C].
    apply N.eqb_eq in E. apply in_upto in Hv. rewrite (H v Hv E) in C. discriminate.
Qed.

(* a part that no longer lacks a packet has it from z *)
Lemma entered has ms p i : legal_copies pb has ms -> In i ids -> lacks has p i = true -> lacks (copied has ms) p i = false ->
  exists m, In m ms /\ packet m = p /\ from m = z /\ label (to m) = i /\ has p z = true.
Proof.
  intros L I K K'. rewrite lacks_true in K. unfold lacks in K'. apply negb_false_iff, existsb_exists in K'. destruct K' as (v & Hv & C). apply in_upto in Hv.
  apply andb_true_iff in C. destruct C as [E C]. apply N.eqb_eq in E. unfold copied in C. rewrite (K v Hv E) in C. cbn [orb] in C.
  apply existsb_exists in C. destruct C as (m & Hm & C). apply brings_true in C. destruct C as [Ep Ev].
  pose proof (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as Lk. fold nw in Lk. pose proof (who_sends_has_it _ _ _ L m Hm) as W. rewrite Ep in W.
  assert (Iv : In (label (to m)) ids) by (rewrite Ev, E; exact I).
  destruct (closed _ _ Lk Iv) as [Z|Same]; [exists m; rewrite Ev, <- Z; auto|].
  destruct Lk as (Hf & _). rewrite (K (from m) Hf) in W; [discriminate|]. rewrite Same, Ev. exact E.
Qed.

Lemma enter_step has ms : legal_copies pb has ms -> to_enter has <= to_enter (copied has ms) + count enters ms.
Proof.
  intros L. assert (A : to_enter has <= to_enter (copied has ms) +
    sum (fun i => sum (fun p => if existsb (fun m => is_name (packet m) p && (is_node (from m) z && (label (to m) =? i))) ms then 1 else 0) (packets pb)) ids).
  { unfold to_enter. rewrite <- sum_plus. apply sum_le. intros i Hi. rewrite <- sum_plus. apply sum_le. intros p _.
    destruct (lacks has p i) eqn:K; [|lia]. destruct (lacks (copied has ms) p i) eqn:K'; [lia|].
    destruct (entered has ms p i L Hi K K') as (m & Hm & Ep & Ez & El & _).
    replace (existsb _ ms) with true; [lia|]. symmetry. apply existsb_exists. exists m. split; [exact Hm|]. rewrite (proj2 (is_name_true _ _) Ep), (proj2 (is_node_true _ _) Ez), El, N.eqb_refl. reflexivity. }
  etransitivity; [exact A|]. apply N.add_le_mono_l. clear A L. induction ms as [|m ms IH].
  - cbn [existsb]. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros i _. rewrite sum_const. lia.
  - rewrite count_sum, sum_cons, <- count_sum. etransitivity; [|apply N.add_le_mono_l, IH].
    assert (B : sum (fun i => sum (fun p => if is_name (packet m) p && (is_node (from m) z && (label (to m) =? i)) then 1 else 0) (packets pb)) ids <= if enters m then 1 else 0).
    { unfold enters. destruct (is_node (from m) z); cbn [andb].
      - transitivity (sum (fun i => if N.eq_dec (label (to m)) i then 1 else 0) ids).
        + apply sum_le. intros i _. destruct (N.eqb_spec (label (to m)) i), (N.eq_dec (label (to m)) i); try congruence.
          * etransitivity; [|apply (sum_one name_eq (packet m) 1 (packets pb) distinct)]. apply sum_le. intros p _. unfold is_name. destruct (name_eq (packet m) p); cbn; lia.
          * rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p _. rewrite andb_false_r. reflexivity.
        + destruct (existsb _ ids) eqn:X; [apply (sum_one N.eq_dec), ids_differ|]. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|].
          intros i Hi. destruct (N.eq_dec (label (to m)) i) as [Ei|]; [|reflexivity]. apply not_true_iff_false in X. destruct X. apply existsb_exists. exists i. split; [exact Hi|]. apply N.eqb_eq, Ei.
      - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros i _. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|].
        intros p _. rewrite andb_false_r. reflexivity. }
    etransitivity; [|apply N.add_le_mono_r, B]. rewrite <- sum_plus. apply sum_le. intros i _. rewrite <- sum_plus. apply sum_le. intros p _. cbn [existsb].
    destruct (is_name (packet m) p && _); cbn [orb]; [destruct (existsb _ ms); lia|lia].
Qed.

Lemma receive_step has ms : legal_copies pb has ms -> to_receive has <= to_receive (copied has ms) + receives ms z.
Proof.
  intros L. assert (A : to_receive has <= to_receive (copied has ms) + sum (fun p => if existsb (fun m => brings m p z) ms then 1 else 0) (packets pb)).
  { unfold to_receive. rewrite <- sum_plus. apply sum_le. intros p _. destruct (has p z) eqn:H; cbn [negb andb]; [lia|].
    unfold copied at 1. rewrite H. cbn [orb]. change (existsb (fun m => is_name (packet m) p && is_node (to m) z) ms) with (existsb (fun m => brings m p z) ms).
    destruct (existsb (fun m => brings m p z) ms); cbn [negb andb]; [destruct (existsb _ ids); lia|]. rewrite N.add_0_r.
    destruct (existsb (lacks has p) ids) eqn:X; [|lia]. apply existsb_exists in X. destruct X as (i & Hi & K).
    replace (existsb _ ids) with true; [lia|]. symmetry. apply existsb_exists. exists i. split; [exact Hi|]. destruct (lacks (copied has ms) p i) eqn:K'; [reflexivity|].
    destruct (entered has ms p i L Hi K K') as (m & _ & _ & _ & _ & W). congruence. }
  etransitivity; [exact A|]. apply N.add_le_mono_l. clear A L. unfold receives. rewrite count_sum. induction ms as [|m ms IH]; [cbn [existsb]; rewrite sum_const; lia|].
  rewrite sum_cons. etransitivity; [|apply N.add_le_mono_l, IH].
  etransitivity; [|apply N.add_le_mono_r, (sum_one name_eq (packet m) (if is_node (to m) z then 1 else 0) (packets pb) distinct)].
  rewrite <- sum_plus. apply sum_le. intros p _. cbn [existsb]. unfold brings, is_name at 1. destruct (name_eq (packet m) p); cbn [andb orb]; [|lia].
  destruct (is_node (to m) z); cbn [orb]; [destruct (existsb _ ms); lia|lia].
Qed.

(* a part that lacks a packet has to wait for it as long as its host is away *)
Lemma still_to_go i p : In i ids -> In p (packets pb) -> forall sc has, legal_broadcast_from pb has sc -> lacks has p i = true -> e <= N.of_nat (length sc).
Proof.
  intros Hi Hp. destruct (hosts_in i Hi) as (Hh & Lh & Eh).
  assert (G : forall sc h has, legal_broadcast_from pb has sc ->
    (forall v, v < size nw -> label v = i -> has p v = true -> exists h', (h' <= h)%nat /\ route pb h' z v) -> e <= N.of_nat (h + length sc)).
  { induction sc as [|ms sc IH]; cbn [legal_broadcast_from length]; intros h has H Near.
    - apply in_hosts in Hh. destruct (Near (host i) (proj1 Hh) Lh (H p (host i) Hp ltac:(apply in_hosts, Hh))) as (h' & Le & Ro).
      pose proof (route_hops pb d pay h' z (host i) (host i) (proj1 Hh) Ro) as X. rewrite (potential_end _ _ _ pay) in X. lia.
    - destruct H as [L H]. replace (h + S (length sc))%nat with (S h + length sc)%nat by lia. apply (IH (S h) _ H). intros v Hv Lv C.
      unfold copied in C. apply orb_true_iff in C. destruct C as [C|C]; [destruct (Near v Hv Lv C) as (h' & Le & Ro); exists h'; split; [lia|exact Ro]|].
      apply existsb_exists in C. destruct C as (m & Hm & C). apply brings_true in C. destruct C as [Ep Ev]. pose proof (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as Lk.
      pose proof (who_sends_has_it _ _ _ L m Hm) as W. rewrite Ep in W. rewrite Ev in Lk. destruct (closed _ _ Lk ltac:(rewrite Lv; exact Hi)) as [Z|Same].
      + exists 1%nat. split; [lia|]. rewrite Z in Lk. econstructor; [constructor|exact Lk].
      + destruct (Near (from m) ltac:(apply Lk) ltac:(congruence) W) as (h' & Le & Ro). exists (S h'). split; [lia|]. econstructor; eauto. }
  intros sc has H K. rewrite lacks_true in K. apply (G sc 0%nat has H). intros v Hv Lv C. rewrite (K v Hv Lv) in C. discriminate.
Qed.

Lemma sum_positive {A} (f : A -> N) l : 0 < sum f l -> exists x, In x l /\ 0 < f x.
Proof.
  induction l as [|x l IH]; [cbn; lia|]. rewrite sum_cons. destruct (N.eq_dec (f x) 0) as [Z|Z].
  - rewrite Z. intros H. destruct (IH H) as (y & Hy & P). exists y. split; [right; exact Hy|exact P].
  - intros _. exists x. split; [left; reflexivity|lia].
Qed.

Lemma enter_end has sc : legal_broadcast_from pb has sc -> 0 < to_enter has + to_receive has -> e <= N.of_nat (length sc).
Proof.
  intros H P. enough (exists i p, In i ids /\ In p (packets pb) /\ lacks has p i = true) as (i & p & Hi & Hp & K) by (apply (still_to_go i p Hi Hp sc has H K)).
  destruct (N.eq_dec (to_enter has) 0) as [Z|Z].
  - rewrite Z in P. apply sum_positive in P. destruct P as (p & Hp & P). destruct (negb (has p z) && existsb (lacks has p) ids) eqn:X; [|lia].
    apply andb_true_iff in X. destruct X as [_ X]. apply existsb_exists in X. destruct X as (i & Hi & K). eauto.
  - assert (Q : 0 < to_enter has) by lia. apply sum_positive in Q. destruct Q as (i & Hi & Q). apply sum_positive in Q. destruct Q as (p & Hp & Q).
    destruct (lacks has p i) eqn:K; [|lia]. eauto.
Qed.

(* z has nothing early *)
Lemma nothing_to_send t has ms : in_reach pb t has -> legal_copies pb has ms -> N.of_nat t < a -> count enters ms = 0.
Proof.
  intros R L Ta. rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. unfold enters. destruct (is_node (from m) z) eqn:E; cbn [andb]; [|reflexivity].
  apply is_node_true in E. pose proof (who_sends_has_it _ _ _ L m Hm) as W. rewrite E in W. pose proof (reach_distance pb d pay t has _ z R z_below W) as D.
  specialize (first_way _ (packets_of_the_task _ _ (copies_fit _ _ _ L) m Hm)). lia.
Qed.

Lemma nothing_comes t has ms : in_reach pb t has -> legal_copies pb has ms -> N.of_nat t + 1 < a -> receives ms z = 0.
Proof.
  intros R L Ta. unfold receives. rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm. destruct (is_node (to m) z) eqn:E; [|reflexivity].
  assert (C : copied has ms (packet m) z = true) by (unfold copied; apply orb_true_iff; right; apply existsb_exists; exists m; split; [exact Hm|apply brings_true; apply is_node_true in E; auto]).
  pose proof (reach_distance pb d pay (S t) _ _ z (copied_in_reach pb t has ms L R) z_below C) as D.
  specialize (first_way _ (packets_of_the_task _ _ (copies_fit _ _ _ L) m Hm)). lia.
Qed.

(* what shrinks by k at most in each slot from slot b on, and is nothing when e slots are no longer to come *)
Lemma in_window (A : (name -> N -> bool) -> N) (k b : N) :
  (forall has ms, legal_copies pb has ms -> A has <= A (copied has ms) + k) ->
  (forall t has ms, in_reach pb t has -> legal_copies pb has ms -> N.of_nat t < b -> A has <= A (copied has ms)) ->
  (forall has sc, legal_broadcast_from pb has sc -> 0 < A has -> e <= N.of_nat (length sc)) ->
  forall sc, legal_broadcast pb sc -> A (start pb) <= k * (slots sc + 1 - e - b).
Proof.
  intros Step Early End.
  assert (G : forall sc t has, in_reach pb t has -> legal_broadcast_from pb has sc ->
    A has <= k * (N.of_nat (t + length sc) + 1 - e - N.max (N.of_nat t) b)).
  { induction sc as [|ms sc IH]; intros t has R H; (destruct (N.eq_dec (A has) 0) as [Z|Z]; [rewrite Z; apply N.le_0_l|]); pose proof (End has _ H ltac:(lia)) as E; cbn [length] in *; [lia|].
    cbn [legal_broadcast_from] in H. destruct H as [L H]. specialize (IH (S t) _ (copied_in_reach pb t has ms L R) H).
    destruct (N.lt_ge_cases (N.of_nat t) b) as [Lt|Ge].
    - pose proof (Early t has ms R L Lt). replace (N.max (N.of_nat t) b) with (N.max (N.of_nat (S t)) b) by lia.
      replace (t + S (length sc))%nat with (S t + length sc)%nat by lia. lia.
    - pose proof (Step has ms L). replace (N.of_nat (t + S (length sc)) + 1 - e - N.max (N.of_nat t) b) with
        (N.of_nat (S t + length sc) + 1 - e - N.max (N.of_nat (S t)) b + 1) by lia. lia. }
  intros sc H. etransitivity; [apply (G sc 0%nat (start pb) (start_in_reach pb) H)|]. unfold slots. apply N.mul_le_mono_l. cbn [Nat.add]. lia.
Qed.

Lemma window_end (k w A T : N) : 0 < k -> 0 < A -> A <= k * (T + 1 - e - w) -> w + ceil A k + e - 1 <= T.
Proof.
  intros K P H. assert (ceil A k <= T + 1 - e - w) by (apply ceil_least; [exact K|lia]).
  assert (T + 1 - e - w <> 0) by (intros Z; rewrite Z in H; lia). lia.
Qed.

Theorem cut_node_binds k sc : 0 < k -> 0 < to_enter (start pb) -> (forall ms, slot_fits pb ms -> count enters ms <= k) ->
  legal_broadcast pb sc -> a + ceil (to_enter (start pb)) k + e - 1 <= slots sc.
Proof.
  intros K P Few H. apply window_end; auto. apply (in_window to_enter k a); auto.
  - intros has ms L. pose proof (enter_step has ms L). specialize (Few ms (copies_fit _ _ _ L)). lia.
  - intros t has ms R L Ta. pose proof (enter_step has ms L). pose proof (nothing_to_send t has ms R L Ta). lia.
  - intros has s Hs Ps. apply (enter_end has s Hs). lia.
Qed.

Theorem half_duplex_binds sc : rule_at nw (ports pb) z = HalfDuplex -> 0 < to_enter (start pb) -> legal_broadcast pb sc ->
  (a - 1) + (to_enter (start pb) + to_receive (start pb)) + e - 1 <= slots sc.
Proof.
  intros Hd P H. set (both := fun has => to_enter has + to_receive has).
  enough (a - 1 + ceil (both (start pb)) 1 + e - 1 <= slots sc) as X.
  { unfold ceil in X. rewrite N.sub_diag, N.add_0_r, N.div_1_r in X. exact X. }
  apply window_end; [lia|unfold both; lia|]. apply (in_window both 1 (a - 1)); auto.
  - intros has ms L. unfold both. pose proof (enter_step has ms L). pose proof (receive_step has ms L).
    pose proof (ports_suffice _ _ (copies_fit _ _ _ L) z) as Po. fold nw in Po. rewrite Hd in Po. cbn [Schedule.ports_allow] in Po.
    assert (count enters ms <= sends ms z) by (apply count_le; intros m _ E; apply andb_true_iff in E; apply E). lia.
  - intros t has ms R L Ta. unfold both. pose proof (enter_step has ms L). pose proof (receive_step has ms L).
    pose proof (nothing_to_send t has ms R L ltac:(lia)). pose proof (nothing_comes t has ms R L ltac:(lia)). lia.
  - intros has s Hs Ps. apply (enter_end has s Hs Ps).
Qed.
End CutNode.

(** ** The checker: the parts are found by a search, and what is asked of them is looked at *)

(* what is joined to a node, with one number *)
Definition join (id : N) (q : PM.t N * list N) (u : N) : PM.t N * list N :=
  match PM.find (N.succ_pos u) (fst q) with Some _ => q | None => (put (fst q) u id, u :: snd q) end.
Definition spread_label (beside : N -> list N) (id : N) (q : PM.t N * list N) : PM.t N * list N :=
  match snd q with [] => q | u :: rest => fold_left (join id) (beside u) (fst q, rest) end.
Definition one_part (beside : N -> list N) (many : N) (q : N * PM.t N) (x : N) : N * PM.t N :=
  match PM.find (N.succ_pos x) (snd q) with
  | Some _ => q
  | None => let id := fst q + 1 in (id, fst (N.iter many (spread_label beside id) (put (snd q) x id, [x])))
  end.
Definition parts_of (beside : N -> list N) (nodes : list N) : N * PM.t N := fold_left (one_part beside (len nodes)) nodes (0, PM.empty N).

(* of every part a host that is farthest from z: the hops and the host *)
Definition farthest_hosts (label hops_from : N -> N) (is_host : N -> bool) (nodes : list N) : PM.t (N * N) :=
  fold_left (fun m v =>
    let h := hops_from v in
    if is_host v && (h <? no_way) && (fst (get (0, 0) m (label v)) <? h) then put m (label v) (h, v) else m) nodes (PM.empty (N * N)).

Definition least_over (f : N -> N) (l : list N) : N := match l with [] => 0 | x :: l => fold_left (fun m y => N.min m (f y)) l (f x) end.

Definition tree_cut_node (t : task) (rs : list N) (z : N) (nodes : list N) : answer :=
  let nw := task_network t in
  let n := size nw in
  let inside := in_set (set_of nodes) in
  let next := neighbours_out nw in
  let back := neighbours_in nw in
  if negb ((z <? n) && forallb (fun v => v <? n) nodes && distinctb nodes && (1 <=? len nodes) && (len nodes <? n) && negb (inside z)) then Unfit
  else if negb (forallb (fun v => forallb (fun u => (u =? z) || inside u) (back v)) nodes) then Unfit
  else
    let (many, labels) := parts_of (fun v => filter inside (next v ++ back v)) nodes in
    let label v := if inside v then get 0 labels v else 0 in
    let no_host := switch_of nw in
    let farthest := farthest_hosts label (get no_way (hops_to next n z)) (fun v => negb (no_host v)) nodes in
    let own := tally (mapr label rs) in
    let all := len rs in
    let ids := filter (fun i => (0 <? fst (get (0, 0) farthest i)) && (get 0 own i <? all)) (mapr N.succ (range many)) in
    let host i := snd (get (0, 0) farthest i) in
    let counted := in_set (set_of ids) in
    match ids with
    | [] => Bound 0
    | _ =>
        if match lines nw with Some ls => negb ((len ids + 1) * (n + len ls) <=? 2 ^ 26) | None => false end then NotCovered "a cut node of too many parts" else
        match hop_gauge nw (z :: mapr host ids) with
        | None => Unfit
        | Some g =>
            let e := least_over (fun i => far_of nw g z (host i)) ids in
            let a := least_over (fun r => far_of nw g r z) rs in
            let rule := rule_at nw (task_ports t) z in
            let sends := sumf (fun i => all - get 0 own i) ids in
            if distinctb ids && (1 <=? e) && (0 <? sends) &&
               forallb (fun i => (host i <? n) && negb (no_host (host i)) && (label (host i) =? i)) ids &&
               loop (fun (good : bool) v => if good then
                 if counted (label v) then forallb (fun u => (u =? z) || (label u =? label v)) (back v) else true else false) n true
            then
              if is_half rule
              then Bound ((a - 1) + (sends + sumf (fun r => if negb (r =? z) && existsb (fun i => negb (label r =? i)) ids then 1 else 0) rs) + e - 1)
              else Bound (a + ceil sends (N.max 1 (Ports.least_of rule (len (filter inside (next z))))) + e - 1)
            else Unfit
        end
    end.

Lemma least_over_least f l x : In x l -> least_over f l <= f x.
Proof.
  assert (M : forall l m, fold_left (fun m y => N.min m (f y)) l m <= m) by (induction l0 as [|y l0 IH]; intros m; cbn [fold_left]; [lia|specialize (IH (N.min m (f y))); lia]).
  assert (G : forall l m x, In x l -> fold_left (fun m y => N.min m (f y)) l m <= f x).
  { induction l0 as [|y l0 IH]; intros m w H; [destruct H|]. cbn [fold_left]. destruct H as [->|H]; [specialize (M l0 (N.min m (f w))); lia|apply IH, H]. }
  destruct l as [|y l]; intros H; [destruct H|]. cbn [least_over]. destruct H as [->|H]; [apply M|apply G, H].
Qed.

Section Checked.
Variables (t : task) (rs : list N).
Let nw := task_network t.
Let pb := rooted t rs.
Hypothesis V : valid_network nw = true.
Hypothesis rs_ok : forall r, In r rs -> In r (hosts nw).

Lemma sum_rooted (f : name -> N) (h : N -> N) : (forall i, i < N.of_nat (length rs) -> f (0, i) = h (nth (N.to_nat i) rs 0)) -> sum f (packets pb) = sum h rs.
Proof.
  intros E. unfold pb, rooted. rewrite (sum_listed t _ f (fun e => h (fst e))); [rewrite sum_map; reflexivity|].
  intros i Hi. rewrite map_length in Hi. rewrite E by exact Hi. pose proof (map_nth (fun r : N => (r, r)) rs 0 (N.to_nat i)) as M. cbv beta in M. rewrite M. reflexivity.
Qed.

Lemma lacks_at_start label p i : In p (packets pb) -> lacks pb label (start pb) p i = negb (label (source pb p) =? i).
Proof.
  intros Hp. apply rooted_packet in Hp. destruct Hp as (j & -> & Hj). destruct (rooted_root t rs j Hj) as [E _]. fold pb in E.
  assert (Below : source pb (0, j) < size (net pb)) by (rewrite E; specialize (rs_ok (nth (N.to_nat j) rs 0) ltac:(apply nth_In; lia)); apply in_hosts in rs_ok; apply rs_ok).
  destruct (N.eqb_spec (label (source pb (0, j))) i) as [El|D]; cbn [negb].
  - apply not_true_iff_false. rewrite lacks_true. intros H. specialize (H _ Below El). unfold start, is_node in H. destruct (N.eq_dec _ _); congruence.
  - apply lacks_true. intros v Hv Ev. unfold start, is_node. destruct (N.eq_dec (source pb (0, j)) v); congruence.
Qed.

Lemma sends_at_start label ids : to_enter pb label ids (start pb) = sum (fun i => len rs - get 0 (tally (mapr label rs)) i) ids.
Proof.
  unfold to_enter. apply sum_ext. intros i _. rewrite tally_counts, mapr_map, <- count_occ_node, count_sum, len_length.
  transitivity (sum (fun r => if label r =? i then 0 else 1) rs).
  - rewrite (sum_ext _ (fun p => if label (source pb p) =? i then 0 else 1)) by (intros p Hp; rewrite lacks_at_start by exact Hp; destruct (_ =? i); reflexivity).
    apply (sum_rooted _ (fun r => if label r =? i then 0 else 1)). intros j Hj. destruct (rooted_root t rs j Hj) as [E _]. fold pb in E. rewrite E. reflexivity.
  - enough (sum (fun r => if label r =? i then 0 else 1) rs + sum (fun r => if is_node (label r) i then 1 else 0) rs = N.of_nat (length rs)) by lia.
    rewrite <- sum_plus, <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 rs). apply sum_ext. intros r _. unfold is_node. destruct (N.eqb_spec (label r) i), (N.eq_dec (label r) i); congruence || lia.
Qed.

Lemma receives_at_start z label ids : to_receive pb z label ids (start pb) = sum (fun r => if negb (r =? z) && existsb (fun i => negb (label r =? i)) ids then 1 else 0) rs.
Proof.
  unfold to_receive. transitivity (sum (fun p => if negb (source pb p =? z) && existsb (fun i => negb (label (source pb p) =? i)) ids then 1 else 0) (packets pb)).
  - apply sum_ext. intros p Hp. unfold start at 1. replace (is_node (source pb p) z) with (source pb p =? z) by (unfold is_node; destruct (N.eqb_spec (source pb p) z), (N.eq_dec (source pb p) z); congruence).
    replace (existsb (lacks pb label (start pb) p) ids) with (existsb (fun i => negb (label (source pb p) =? i)) ids); [reflexivity|].
    clear -Hp rs_ok. induction ids as [|i l IH]; [reflexivity|]. cbn [existsb]. rewrite IH, lacks_at_start by exact Hp. reflexivity.
  - apply (sum_rooted _ (fun r => if negb (r =? z) && existsb (fun i => negb (label r =? i)) ids then 1 else 0)). intros j Hj. destruct (rooted_root t rs j Hj) as [E _]. fold pb in E. rewrite E. reflexivity.
Qed.

Lemma tree_cut_node_sound z nodes v sc : tree_cut_node t rs z nodes = Bound v -> legal_broadcast pb sc -> v <= slots sc.
Proof.
  unfold tree_cut_node. cbv zeta. fold nw. set (inside := in_set (set_of nodes)).
  destruct (negb _) eqn:B0; [discriminate|]. apply negb_false_iff in B0. rewrite !andb_true_iff, N.ltb_lt in B0. destruct B0 as [[[[[Hz _] _] _] _] _].
  destruct (negb (forallb _ nodes)); [discriminate|]. destruct (parts_of _ nodes) as [many labels].
  set (label := fun v => if inside v then get 0 labels v else 0). set (farthest := farthest_hosts label _ _ nodes). set (own := tally (mapr label rs)).
  set (ids := filter _ (mapr N.succ (range many))). set (host := fun i => snd (get (0, 0) farthest i)). intros H L.
  destruct ids as [|i0 ids'] eqn:Ids; [apply Bound_inj in H; subst v; lia|]. rewrite <- Ids in *. clear i0 ids' Ids.
  match type of H with (if ?b then _ else _) = _ => destruct b; [discriminate|] end.
  destruct (hop_gauge nw _) as [g|] eqn:G; [|discriminate].
  set (e := least_over (fun i => far_of nw g z (host i)) ids) in *. set (a := least_over (fun r => far_of nw g r z) rs) in *. set (rule := rule_at nw (task_ports t) z) in *.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end. rewrite !andb_true_iff, N.leb_le, N.ltb_lt in B.
  destruct B as [[[[D E] P] Hs] Cl]. apply distinctb_sound in D. rewrite forallb_forall in Hs.
  assert (Es : sumf (fun i => len rs - get 0 own i) ids = to_enter pb label ids (start pb)) by (rewrite sumf_sum; symmetry; apply sends_at_start). rewrite Es in P, H.
  pose proof (hop_gauge_sound pb _ g V G) as Pay. set (d := hops nw g) in *.
  assert (Z : z < size (net pb)) by exact Hz.
  assert (Closed : forall u w, link (net pb) u w -> In (label w) ids -> u = z \/ label u = label w).
  { intros u w (Hu & Hw & Iu) Il. pose proof (loop_all _ _ Cl w Hw) as X. cbv beta in X. rewrite in_set_of in X. change (if inside w then get 0 labels w else 0) with (label w) in X.
    replace (existsb (N.eqb (label w)) ids) with true in X by (symmetry; apply existsb_exists; exists (label w); split; [exact Il|apply N.eqb_refl]).
    cbv iota in X. rewrite forallb_forall in X. specialize (X u). change (if inside u then get 0 labels u else 0) with (label u) in X. rewrite orb_true_iff, !N.eqb_eq in X. apply X.
    apply (count_occ_In N.eq_dec). apply (count_occ_In N.eq_dec) in Iu. pose proof (in_counts nw u w V Hu Hw) as C. unfold links_between in C. fold nw in Iu. unfold pb in *. cbn [net rooted listed] in *. fold nw in Iu. lia. }
  assert (Hosts : forall i, In i ids -> In (host i) (hosts (net pb)) /\ label (host i) = i /\ e <= d z (host i)).
  { intros i Hi. specialize (Hs i Hi). rewrite !andb_true_iff, N.ltb_lt, negb_true_iff, switch_of_is, N.eqb_eq in Hs. destruct Hs as [[Hh Sw] Lh].
    split; [apply in_hosts; auto|]. split; [exact Lh|]. unfold d. rewrite hops_far by exact Hh. apply (least_over_least (fun i => far_of nw g z (host i))), Hi. }
  assert (First : forall p, In p (packets pb) -> a <= d (source pb p) z).
  { intros p Hp. apply rooted_packet in Hp. destruct Hp as (j & -> & Hj). destruct (rooted_root t rs j Hj) as [Er _]. fold pb in Er. rewrite Er.
    unfold d. rewrite hops_far by exact Hz. apply (least_over_least (fun r => far_of nw g r z)), nth_In. lia. }
  pose proof (listed_distinct t (map (fun r => (r, r)) rs)) as Nd. fold (rooted t rs) in Nd. fold pb in Nd.
  destruct (is_half rule) eqn:Hf.
  - apply Bound_inj in H. subst v. rewrite sumf_sum, <- receives_at_start.
    apply (half_duplex_binds pb d z label ids host a e); auto. unfold rule in Hf. change (rule_at (net pb) (ports pb) z) with (rule_at nw (task_ports t) z).
    destruct (rule_at nw (task_ports t) z); discriminate || reflexivity.
  - apply Bound_inj in H. subst v. apply (cut_node_binds pb d z label ids host a e); auto; [lia|]. intros ms S.
    etransitivity; [|apply N.le_max_r].
    assert (In_side : forall w, In (label w) ids -> inside w = true).
    { intros w Hw. unfold label in Hw. destruct (inside w); [reflexivity|]. unfold ids in Hw. apply filter_In in Hw. destruct Hw as [Hw _].
      rewrite mapr_map in Hw. apply in_map_iff in Hw. destruct Hw as (x & Hx & _). lia. }
    assert (Lk : count (enters z label ids) ms <= len (filter inside (neighbours_out nw z))).
    { transitivity (count (fun m => is_node (from m) z) (filter (fun m => inside (to m)) ms)).
      - rewrite count_filter. apply count_le. intros m _ Hm. unfold enters in Hm. apply andb_true_iff in Hm. destruct Hm as [Hm X]. rewrite Hm, andb_true_r.
        apply existsb_exists in X. destruct X as (i & Hi & X). apply N.eqb_eq in X. apply In_side. rewrite X. exact Hi.
      - apply (count_by to from). intros y. rewrite count_filter, count_occ_filter. destruct (inside y) eqn:Iy.
        + etransitivity; [|apply (out_few pb ms z y S)]. apply count_le. intros m _ Hm. apply andb_true_iff in Hm. apply Hm.
        + rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m _. destruct (is_node (to m) y) eqn:Ey; [|rewrite !andb_false_r; reflexivity].
          apply is_node_true in Ey. rewrite Ey, Iy. reflexivity. }
    assert (Sd : count (enters z label ids) ms <= sends ms z) by (apply count_le; intros m _ Hm; unfold enters in Hm; apply andb_true_iff in Hm; apply Hm).
    pose proof (ports_suffice _ _ S z) as Po. change (rule_at (net pb) (ports pb) z) with rule in Po. unfold Ports.least_of. destruct rule; cbn in Po, Hf; try discriminate; lia.
Qed.
End Checked.
