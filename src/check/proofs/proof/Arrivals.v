(** The total delay of listed packets: at most k of those of a node leave it, or come to it, in a slot. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Pooled Compute Lines Families Hops Explicit Ports Listed.
From Isotask.Proof Require Courses.
Import ListNotations.
Open Scope N_scope.

(** ** Jobs of one slot each, at most k in a slot, each with a first slot: the sum of their slots *)

(* before slot [slot]: how many jobs are ready, how many are left, and the sum so far *)
Record servers := Servers { slot : N; ready : N; open : N; spent : N }.

Definition serve_slot (k : N) (released : N -> N) (s : servers) : servers :=
  if open s =? 0 then s
  else
    let ready := ready s + released (slot s) in
    let done := N.min k ready in
    Servers (slot s + 1) (ready - done) (open s - done) (spent s + open s).

(* [released]: how many have slot s as their first one; all are in this many slots if not before *)
Definition least_sum (k : N) (released : N -> N) (jobs slots : N) : N :=
  spent (N.iter slots (serve_slot k released) (Servers 1 0 jobs 0)).

Section Jobs.
Context {A : Type}.
Variables (k : N) (first at_slot : A -> N) (l : list A).
Hypothesis in_time : forall a, In a l -> 1 <= first a /\ first a <= at_slot a.
Hypothesis few : forall s, count (fun a => at_slot a =? s) l <= k.

Definition released s := count (fun a => first a =? s) l.
Definition late s := count (fun a => s <? at_slot a) l.
Definition early s := count (fun a => first a <=? s) l.

Lemma late_start : late 0 = N.of_nat (length l).
Proof.
  unfold late. rewrite count_sum, (sum_ext _ (fun _ => 1)), sum_const; [lia|]. intros a Ha. destruct (in_time a Ha). destruct (N.ltb_spec 0 (at_slot a)); lia.
Qed.

(* the number done after slot s: at most k more than before, and no more than are released *)
Lemma late_step s : late s <= late (s + 1) + k.
Proof.
  specialize (few (s + 1)). unfold late. rewrite !count_sum in *. etransitivity; [|apply N.add_le_mono_l, few]. rewrite <- sum_plus. apply sum_le.
  intros a _. destruct (N.ltb_spec s (at_slot a)), (N.ltb_spec (s + 1) (at_slot a)), (N.eqb_spec (at_slot a) (s + 1)); lia.
Qed.

Lemma late_or_early s : N.of_nat (length l) <= late s + early s.
Proof.
  unfold late, early. rewrite !count_sum, <- sum_plus, <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 l). apply sum_le. intros a Ha.
  destruct (in_time a Ha). destruct (N.ltb_spec s (at_slot a)), (N.leb_spec (first a) s); lia.
Qed.

Lemma early_step s : early (s + 1) = early s + released (s + 1).
Proof.
  unfold early, released. rewrite !count_sum, <- sum_plus. apply sum_ext. intros a _.
  destruct (N.leb_spec (first a) (s + 1)), (N.leb_spec (first a) s), (N.eqb_spec (first a) (s + 1)); lia.
Qed.

(* the sum up to slot s, and that the servers are never behind *)
Definition so_far s := sum late (upto s).

Lemma served_well n : let q := N.iter n (serve_slot k released) (Servers 1 0 (N.of_nat (length l)) 0) in
  exists s, slot q = s + 1 /\ open q <= late s /\ spent q <= so_far s /\ ready q + N.of_nat (length l) = early s + open q.
Proof.
  cbv zeta. induction n as [|n IH] using N.peano_ind.
  - exists 0. cbn [N.iter slot open spent ready]. rewrite late_start. unfold so_far. cbn [upto].
    replace (early 0) with 0; [repeat split; cbn; lia|]. unfold early. rewrite count_sum, (sum_ext _ (fun _ => 0)), sum_const; [lia|].
    intros a Ha. destruct (in_time a Ha). destruct (N.leb_spec (first a) 0); lia.
  - rewrite N.iter_succ. set (q := N.iter n _ _) in *. destruct IH as (s & Sl & Op & Sp & Rd). unfold serve_slot.
    destruct (N.eqb_spec (open q) 0) as [Z|Z]; [exists s; auto|]. exists (s + 1). cbn [slot open spent ready]. rewrite Sl.
    pose proof (late_step s). pose proof (late_or_early (s + 1)). pose proof (early_step s).
    set (d := N.min k (ready q + released (s + 1))). assert (D : d <= k /\ d <= ready q + released (s + 1)) by (unfold d; lia).
    assert (E : d = k \/ d = ready q + released (s + 1)) by (unfold d; lia). clearbody d.
    replace (so_far (s + 1)) with (so_far s + late s) by (unfold so_far; rewrite N.add_1_r, upto_succ, sum_app; cbn; lia).
    assert (early (s + 1) <= N.of_nat (length l)) as Le.
    { unfold early. rewrite count_sum, <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 l). apply sum_le. intros a _. destruct (first a <=? s + 1); lia. }
    assert (late (s + 1) <= N.of_nat (length l)).
    { unfold late. rewrite count_sum, <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 l). apply sum_le. intros a _. destruct (s + 1 <? at_slot a); lia. }
    split; [lia|]. split; [lia|]. split; [lia|]. lia.
Qed.

Lemma so_far_least s : so_far s <= sum at_slot l.
Proof.
  unfold so_far, late. rewrite (sum_ext _ (fun s => sum (fun a => if s <? at_slot a then 1 else 0) l)) by (intros; apply count_sum).
  rewrite Courses.sum_swap. apply sum_le. intros a _. induction s as [|s IH] using N.peano_ind; [cbn; lia|].
  rewrite upto_succ, sum_app. cbn [sum fold_right]. destruct (N.ltb_spec s (at_slot a)); [|lia]. rewrite N.add_0_r.
  enough (sum (fun s => if s <? at_slot a then 1 else 0) (upto s) <= s) by lia.
  rewrite <- (upto_length s) at 2. rewrite <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1). apply sum_le. intros x _. destruct (x <? _); lia.
Qed.

Theorem least_sum_binds slots : least_sum k released (N.of_nat (length l)) slots <= sum at_slot l.
Proof. unfold least_sum. destruct (served_well slots) as (s & _ & _ & Sp & _). pose proof (so_far_least s). lia. Qed.
End Jobs.

(** ** What happens to a packet *)

Section Packets.
Variables (pb : problem) (d : N -> N -> N).
Hypothesis targets : forall p, In p (packets pb) -> target pb p < size (net pb).
Hypothesis hops_pay : potential pb (fun _ _ => 1) d.

(* its first slot, from 1; 0 if it does not move *)
Fixpoint departure (sc : schedule) (p : name) : N :=
  match sc with
  | [] => 0
  | ms :: rest => match move_of ms p with Some _ => 1 | None => if departure rest p =? 0 then 0 else 1 + departure rest p end
  end.

Lemma far_in_time sc : forall pos p, legal_from pb pos sc -> In p (packets pb) -> d (pos p) (target pb p) <= completion sc p.
Proof.
  destruct hops_pay as [Z St]. induction sc as [|ms sc IH]; cbn [legal_from completion]; intros pos p H Hp; [rewrite (H p Hp), Z; lia|].
  destruct H as [L H]. specialize (IH _ p H Hp). unfold after in IH. destruct (move_of ms p) as [m|] eqn:E.
  - apply move_of_some in E. destruct E as [I <-]. rewrite (moves_from_where_it_is _ _ _ L m I).
    pose proof (St _ _ (target pb (packet m)) (targets _ Hp) (moves_over_links _ _ (fits _ _ _ L) m I)).
    destruct (N.eqb_spec (completion sc (packet m)) 0); lia.
  - destruct (N.eqb_spec (completion sc p) 0); lia.
Qed.

Lemma leaves_in_time sc : forall pos p, legal_from pb pos sc -> In p (packets pb) -> 1 <= d (pos p) (target pb p) ->
  1 <= departure sc p /\ departure sc p + d (pos p) (target pb p) <= completion sc p + 1.
Proof.
  induction sc as [|ms sc IH]; intros pos p H Hp F.
  - destruct hops_pay as [Z _]. cbn [legal_from] in H. rewrite (H p Hp), Z in F. lia.
  - pose proof (far_in_time (ms :: sc) pos p H Hp) as C. destruct H as [L H]. cbn [departure completion] in *. destruct (move_of ms p) as [m|] eqn:E; [lia|].
    specialize (IH _ p H Hp). unfold after in IH. rewrite E in IH. specialize (IH F). destruct (N.eqb_spec (departure sc p) 0), (N.eqb_spec (completion sc p) 0); lia.
Qed.

Lemma departs sc : forall pos p s, legal_from pb pos sc -> departure sc p = s + 1 -> exists ms m,
  nth_error sc (N.to_nat s) = Some ms /\ slot_fits pb ms /\ In m ms /\ packet m = p /\ from m = pos p.
Proof.
  induction sc as [|ms sc IH]; intros pos p s H E; [cbn in E; lia|]. destruct H as [L H]. cbn [departure] in E. destruct (move_of ms p) as [m|] eqn:M.
  - apply move_of_some in M. destruct M as [I <-]. assert (s = 0) as -> by lia. exists ms, m. split; [reflexivity|]. split; [apply (fits _ _ _ L)|]. split; [exact I|]. split; [reflexivity|]. symmetry. apply (moves_from_where_it_is _ _ _ L m I).
  - destruct (N.eqb_spec (departure sc p) 0); [lia|]. destruct (IH _ p (s - 1) H ltac:(lia)) as (ms' & m & A & B & C & D & F).
    exists ms', m. replace (N.to_nat s) with (S (N.to_nat (s - 1))) by lia. unfold after in F. rewrite M in F. auto.
Qed.

Lemma arrives sc : forall pos p s, legal_from pb pos sc -> In p (packets pb) -> completion sc p = s + 1 -> exists ms m,
  nth_error sc (N.to_nat s) = Some ms /\ slot_fits pb ms /\ In m ms /\ packet m = p /\ to m = target pb p.
Proof.
  assert (Stays : forall sc pos p, legal_from pb pos sc -> In p (packets pb) -> completion sc p = 0 -> pos p = target pb p).
  { induction sc0 as [|ms sc0 IH]; cbn [legal_from completion]; intros pos p H Hp E; [apply H, Hp|]. destruct H as [L H].
    destruct (N.eqb_spec (completion sc0 p) 0) as [Z|]; [|lia]. specialize (IH _ p H Hp Z). unfold after in IH. destruct (move_of ms p); [discriminate|exact IH]. }
  induction sc as [|ms sc IH]; intros pos p s H Hp E; [cbn in E; lia|]. destruct H as [L H]. cbn [completion] in E.
  destruct (N.eqb_spec (completion sc p) 0) as [Z|Z].
  - pose proof (Stays sc _ p H Hp Z) as T. unfold after in T. destruct (move_of ms p) as [m|] eqn:M; [|lia]. apply move_of_some in M. destruct M as [I <-].
    assert (s = 0) as -> by lia. exists ms, m. split; [reflexivity|]. split; [apply (fits _ _ _ L)|]. auto.
  - destruct (IH _ p (s - 1) H Hp ltac:(lia)) as (ms' & m & A & B & C & D & F).
    exists ms', m. replace (N.to_nat s) with (S (N.to_nat (s - 1))) by lia. auto.
Qed.

(* packets with moves in one slot that have one end at x are as many as these moves at most *)
Lemma few_of_slot (f : name -> N) (e : move -> N) (x k : N) (sc : schedule) (l : list name) :
  (forall ms, slot_fits pb ms -> count (fun m => is_node (e m) x) ms <= k) -> NoDup l ->
  (forall p, In p l -> 1 <= f p) ->
  (forall p s, In p l -> f p = s + 1 -> exists ms m, nth_error sc (N.to_nat s) = Some ms /\ slot_fits pb ms /\ In m ms /\ packet m = p /\ e m = x) ->
  forall s, count (fun p => f p =? s) l <= k.
Proof.
  intros K ND One H s. unfold count. destruct (filter _ l) as [|p0 r] eqn:F; [cbn; lia|].
  assert (Of : forall p, In p (p0 :: r) -> In p l /\ f p = s) by (intros p Hp; rewrite <- F in Hp; apply filter_In in Hp; rewrite N.eqb_eq in Hp; exact Hp).
  destruct (Of p0 (or_introl eq_refl)) as [I0 E0]. pose proof (One p0 I0). destruct (H p0 (s - 1) I0 ltac:(lia)) as (ms & _ & At & Fit & _).
  specialize (K ms Fit). unfold count in K. etransitivity; [|exact K]. rewrite <- (map_length packet).
  enough (length (p0 :: r) <= length (map packet (filter (fun m => is_node (e m) x) ms)))%nat by lia. apply NoDup_incl_length.
  - rewrite <- F. apply NoDup_filter, ND.
  - intros p Hp. destruct (Of p Hp) as [I E]. destruct (H p (s - 1) I ltac:(lia)) as (ms' & m & At' & _ & Im & <- & Ex).
    assert (ms' = ms) as -> by congruence. apply in_map, filter_In. split; [exact Im|]. apply is_node_true, Ex.
Qed.
End Packets.

Lemma least_sum_ext k r r' jobs slots : (forall s, r s = r' s) -> least_sum k r jobs slots = least_sum k r' jobs slots.
Proof.
  intros E. unfold least_sum. f_equal. induction slots as [|n IH] using N.peano_ind; [reflexivity|]. rewrite !N.iter_succ, IH.
  unfold serve_slot. rewrite E. reflexivity.
Qed.

(** ** The bounds: of the packets of each node, by their hops *)

Definition departures_of (k : N) (hs : list N) : N :=
  let n := len hs in sumf N.pred hs + least_sum k (fun s => if s =? 1 then n else 0) n n.
Definition arrivals_of (k : N) (hs : list N) : N :=
  let n := len hs in let m := tally hs in least_sum k (get 0 m) n (n + fold_left N.max hs 0).

Definition grouped {A} (node h : A -> N) (l : list A) : PM.t (list N) :=
  fold_left (fun m e => put m (node e) (h e :: get [] m (node e))) l (PM.empty (list N)).

Lemma grouped_get {A} (node h : A -> N) l x : get [] (grouped node h l) x = rev (map h (filter (fun e => node e =? x) l)).
Proof.
  unfold grouped. enough (G : forall m, get [] (fold_left (fun m e => put m (node e) (h e :: get [] m (node e))) l m) x =
    rev (map h (filter (fun e => node e =? x) l)) ++ get [] m x) by (rewrite G, get_empty, app_nil_r; reflexivity).
  induction l as [|e l IH]; intros m; [reflexivity|]. cbn [fold_left filter]. rewrite IH, get_put.
  destruct (N.eq_dec (node e) x) as [E|D], (N.eqb_spec (node e) x); try congruence; auto. cbn [map rev]. rewrite <- app_assoc, E. reflexivity.
Qed.

(* each node once *)
Definition each_once (l : list N) : list N :=
  snd (fold_left (fun q x => if in_set (fst q) x then q else (put (fst q) x tt, x :: snd q)) l (PM.empty Datatypes.unit, [])).

(* over the nodes where packets start, or end *)
Definition delay_by_node (k : N -> N) (of_node : N -> list N -> N) (node h : N * N -> N) (ends : list (N * N)) : option N :=
  let m := grouped node h ends in
  let xs := each_once (mapr node ends) in
  if distinctb xs && forallb (fun e => 1 <=? h e) ends then Some (sumf (fun x => of_node (N.max 1 (k x)) (get [] m x)) xs) else None.

Section Bounds.
Variables (t : task) (ends : list (N * N)) (g : gauge) (nodes : list N).
Let pb := listed t ends.
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis ends_ok : forall e, In e ends -> fst e < size nw /\ snd e < size nw.
Hypothesis G : hop_gauge nw nodes = Some g.
Let d := hops nw g.

Let both (p : name) : N * N := (source pb p, target pb p).

Lemma both_ends : map both (packets pb) = ends.
Proof.
  cbn [packets pb listed]. rewrite map_map. rewrite <- (nth_upto (0, 0) ends) at 2. apply map_ext. intros i. unfold both. cbn [source target pb listed snd].
  symmetry. apply surjective_pairing.
Qed.

Lemma filter_both (f : N * N -> bool) : filter f ends = map both (filter (fun p => f (both p)) (packets pb)).
Proof.
  rewrite <- both_ends at 1. generalize (packets pb) as l. induction l as [|p l IH]; [reflexivity|]. cbn [map filter]. rewrite IH. destruct (f (both p)); reflexivity.
Qed.

Lemma far_both p : In p (packets pb) -> far t g (both p) = d (source pb p) (target pb p).
Proof. intros Hp. symmetry. apply (togo_far t ends ends_ok g (both p)). rewrite <- both_ends. apply in_map, Hp. Qed.

Lemma by_node k of_node node sc v :
  (forall x, of_node (N.max 1 (k x)) (rev (map (fun p => d (source pb p) (target pb p)) (filter (fun p => node (both p) =? x) (packets pb)))) <=
    sum (completion sc) (filter (fun p => node (both p) =? x) (packets pb))) ->
  delay_by_node k of_node node (far t g) ends = Some v -> v <= total_delay pb sc.
Proof.
  intros H. unfold delay_by_node. destruct (distinctb _ && _) eqn:D; [|discriminate]. intros E. injection E as <-. rewrite sumf_sum. apply andb_true_iff in D.
  destruct D as [D _]. apply distinctb_sound in D. revert D. generalize (each_once (mapr node ends)) as xs. intros xs D.
  transitivity (sum (fun x => sum (fun p => if node (both p) =? x then completion sc p else 0) (packets pb)) xs).
  - apply sum_le. intros x _. rewrite grouped_get, filter_both, map_map.
    rewrite (map_ext_in _ (fun p => d (source pb p) (target pb p))) by (intros p Hp; apply filter_In in Hp; apply far_both, Hp).
    etransitivity; [apply H|]. generalize (packets pb) as l. induction l as [|p l IH]; [cbn; lia|]. cbn [filter]. destruct (node (both p) =? x) eqn:E; rewrite !sum_cons, ?E; lia.
  - unfold total_delay. rewrite total_sum, Courses.sum_swap. apply sum_le. intros p _.
    rewrite (sum_ext _ (fun x => if N.eq_dec (node (both p)) x then completion sc p else 0)) by (intros x _; destruct (N.eqb_spec (node (both p)) x), (N.eq_dec (node (both p)) x); congruence).
    apply sum_one, D.
Qed.

Lemma sum_rev {A} (f : A -> N) l : sum f (rev l) = sum f l.
Proof. apply sum_perm, Permutation.Permutation_sym, Permutation.Permutation_rev. Qed.

Lemma some_of v k of_node node : delay_by_node k of_node node (far t g) ends = Some v -> forall p, In p (packets pb) -> 1 <= d (source pb p) (target pb p).
Proof.
  unfold delay_by_node. destruct (distinctb _ && _) eqn:D; [|discriminate]. intros _ p Hp. apply andb_true_iff in D. destruct D as [_ D].
  rewrite forallb_forall in D. rewrite <- far_both by exact Hp. apply N.leb_le, D. rewrite <- both_ends. apply in_map, Hp.
Qed.

Theorem departures_bind sc v : legal pb sc ->
  delay_by_node (ports_out nw (task_ports t)) departures_of fst (far t g) ends = Some v -> v <= total_delay pb sc.
Proof.
  intros L E. pose proof (some_of _ _ _ _ E) as One. revert E. apply by_node. intros x. cbn [fst both]. set (l := filter _ (packets pb)).
  assert (Il : forall p, In p l -> In p (packets pb) /\ source pb p = x) by (intros p Hp; apply filter_In in Hp; unfold both in Hp; cbn [fst] in Hp; rewrite N.eqb_eq in Hp; exact Hp).
  assert (Ts : forall p, In p (packets pb) -> target pb p < size (net pb)) by (intros p Hp; apply (targets_ok t ends ends_ok p Hp)).
  pose proof (hops_pay t ends V g nodes G) as Pay.
  assert (Lv : forall p, In p l -> 1 <= departure sc p /\ departure sc p + d (source pb p) (target pb p) <= completion sc p + 1).
  { intros p Hp. destruct (Il p Hp) as [I _]. apply (leaves_in_time pb d Ts Pay sc (source pb) p L I (One p I)). }
  unfold departures_of. rewrite len_length, rev_length, map_length, sumf_sum, sum_rev, sum_map.
  transitivity (sum (fun p => N.pred (d (source pb p) (target pb p))) l + sum (departure sc) l).
  - apply N.add_le_mono_l.
    rewrite (least_sum_ext _ _ (released (fun _ => 1) l)).
    + apply (least_sum_binds _ (fun _ => 1) (departure sc) l); [intros p Hp; destruct (Lv p Hp); lia|].
      apply (few_of_slot pb (departure sc) from x _ sc).
      * intros ms S. etransitivity; [apply (sends_few pb ms x S)|]. apply N.le_max_r.
      * apply NoDup_filter, listed_distinct.
      * intros p Hp. apply (Lv p Hp).
      * intros p s Hp Es. destruct (Il p Hp) as [I Sx]. destruct (departs pb sc (source pb) p s L Es) as (ms & m & A1 & A2 & A3 & A4 & A5).
        exists ms, m. rewrite <- Sx. auto.
    + intros s. unfold released. rewrite count_sum. destruct (N.eqb_spec s 1) as [->|].
      * rewrite (sum_ext _ (fun _ => 1)), sum_const; [lia|]. reflexivity.
      * rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros p _. destruct (N.eqb_spec 1 s); congruence.
  - rewrite <- sum_plus. apply sum_le. intros p Hp. destruct (Lv p Hp). destruct (Il p Hp) as [I _]. specialize (One p I). lia.
Qed.

Theorem arrivals_bind sc v : legal pb sc ->
  delay_by_node (ports_in nw (task_ports t)) arrivals_of snd (far t g) ends = Some v -> v <= total_delay pb sc.
Proof.
  intros L E. pose proof (some_of _ _ _ _ E) as One. revert E. apply by_node. intros x. cbn [snd both]. set (l := filter _ (packets pb)).
  assert (Il : forall p, In p l -> In p (packets pb) /\ target pb p = x) by (intros p Hp; apply filter_In in Hp; unfold both in Hp; cbn [snd] in Hp; rewrite N.eqb_eq in Hp; exact Hp).
  assert (Ts : forall p, In p (packets pb) -> target pb p < size (net pb)) by (intros p Hp; apply (targets_ok t ends ends_ok p Hp)).
  pose proof (hops_pay t ends V g nodes G) as Pay.
  assert (Lv : forall p, In p l -> 1 <= d (source pb p) (target pb p) <= completion sc p).
  { intros p Hp. destruct (Il p Hp) as [I _]. split; [apply One, I|]. apply (far_in_time pb d Ts Pay sc (source pb) p L I). }
  unfold arrivals_of. rewrite len_length, rev_length, map_length.
  rewrite (least_sum_ext _ _ (released (fun p => d (source pb p) (target pb p)) l)).
  - apply (least_sum_binds _ (fun p => d (source pb p) (target pb p)) (completion sc) l Lv).
    apply (few_of_slot pb (completion sc) to x _ sc).
    + intros ms S. etransitivity; [apply (receives_few pb V ms x S)|]. apply N.le_max_r.
    + apply NoDup_filter, listed_distinct.
    + intros p Hp. specialize (Lv p Hp). lia.
    + intros p s Hp Es. destruct (Il p Hp) as [I Sx]. destruct (arrives pb sc (source pb) p s L I Es) as (ms & m & A1 & A2 & A3 & A4 & A5).
      exists ms, m. rewrite <- Sx. auto.
  - intros s. unfold released.
    rewrite tally_counts, <- (proj1 (Permutation.Permutation_count_occ N.eq_dec _ _) (Permutation.Permutation_rev _) s), <- (count_occ_node (fun p => d (source pb p) (target pb p))), !count_sum.
    apply sum_ext. intros p _. unfold is_node. destruct (N.eq_dec (d (source pb p) (target pb p)) s), (N.eqb_spec (d (source pb p) (target pb p)) s); congruence.
Qed.
End Bounds.
