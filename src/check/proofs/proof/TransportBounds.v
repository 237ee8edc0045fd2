(** Trees over the transport model (models/formats/programs.md, "The transport model"): personal packets, forwards or backwards,
    those of isotropic tasks among them, and packets that are copied. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Spec Require Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Explicit Listed Broadcast Rooted Renamed Claims Trees Flow Walks Ports Spread Automorphisms Links Transport.
Import ListNotations.
Open Scope N_scope.

(** ** What the tables say *)

Section Tables.
Variables (nw : network) (d : N -> N -> N).
Let n := size nw.

Definition found_within (q : PM.t N) (i h : N) : Prop := exists e, PM.find (N.succ_pos i) q = Some e /\ e <= h.
Definition nearer_one (q : PM.t N) (i h : N) : PM.t N :=
  match PM.find (N.succ_pos i) q with Some h' => if h' <=? h then q else put q i h | None => put q i h end.

Lemma put_found q i h j k : found_within q j k -> (forall e, PM.find (N.succ_pos i) q = Some e -> h <= e) -> found_within (put q i h) j k.
Proof.
  intros (e & E & Le) H. destruct (N.eq_dec i j) as [->|D].
  - exists h. rewrite find_put. destruct (N.eq_dec j j); [|congruence]. split; auto. specialize (H e E). lia.
  - exists e. rewrite find_put. destruct (N.eq_dec i j); [congruence|auto].
Qed.

Lemma nearer_keeps q i h j k : found_within q j k -> found_within (nearer_one q i h) j k.
Proof.
  intros F. unfold nearer_one. destruct (PM.find (N.succ_pos i) q) as [h'|] eqn:E.
  - destruct (N.leb_spec h' h); auto. apply put_found; auto. intros e E'. assert (e = h') by congruence. lia.
  - apply put_found; auto. intros e E'. congruence.
Qed.

Lemma nearer_has q i h : found_within (nearer_one q i h) i h.
Proof.
  assert (P : found_within (put q i h) i h) by (exists h; rewrite find_put; destruct (N.eq_dec i i); [split; [auto|lia]|congruence]).
  unfold nearer_one. destruct (PM.find (N.succ_pos i) q) as [h'|] eqn:E; auto. destruct (N.leb_spec h' h); auto. exists h'. auto.
Qed.

Lemma nearest_found begins e v : In e begins -> v < n -> found_within (nearest nw d begins) (snd e * n + v) (d (fst e) v).
Proof.
  intros I Hv. unfold nearest. fold n.
  set (step := fun q (e : N * N) => loop (fun q v => nearer_one q (snd e * n + v) (d (fst e) v)) n q).
  change (fold_left _ begins (PM.empty N)) with (fold_left step begins (PM.empty N)).
  assert (K : forall l q e i k, found_within q i k -> found_within (fold_left (fun q v => nearer_one q (snd e * n + v) (d (fst e) v)) l q) i k).
  { induction l as [|x l IH]; intros q e0 i k F; cbn [fold_left]; auto. apply (IH _ e0). apply nearer_keeps, F. }
  assert (S1 : forall q e i k, found_within q i k -> found_within (step q e) i k) by (intros; unfold step; rewrite loop_upto; apply K; auto).
  assert (S2 : forall l q i k, found_within q i k -> found_within (fold_left step l q) i k) by (induction l as [|x l IH]; intros; cbn [fold_left]; auto).
  generalize (PM.empty N) as q. induction begins as [|x l IH]; intros q; [destruct I|]. cbn [fold_left]. destruct I as [->|I]; [|apply IH, I].
  apply S2. unfold step. rewrite loop_upto.
  assert (Iv : In v (upto n)) by (apply in_upto; auto). revert q. generalize (upto n) as l2, Iv. clear -K. intros l2. induction l2 as [|y l2 IH]; intros Iv q; [destruct Iv|].
  cbn [fold_left]. destruct Iv as [->|Iv]; [|apply IH, Iv]. apply (K l2 _ e). apply nearer_has.
Qed.

(* where packets start *)
Lemma started_is begins c v : (forall e, In e begins -> fst e < n) -> v < n ->
  start nw (started nw begins) c v = sum (fun e => ind ((snd e =? c) && (fst e =? v))) begins.
Proof.
  intros H Hv. unfold start, started. fold n. rewrite tally_counts, mapr_map. induction begins as [|e l IH]; [reflexivity|].
  cbn [map count_occ]. rewrite sum_cons. specialize (IH (fun x Hx => H x (or_intror Hx))). specialize (H e (or_introl eq_refl)).
  destruct (N.eq_dec (snd e * n + fst e) (c * n + v)) as [E|D].
  - assert (snd e = c) by nia. assert (fst e = v) by nia. destruct (N.eqb_spec (snd e) c), (N.eqb_spec (fst e) v); try congruence. cbn [andb ind]. lia.
  - destruct (N.eqb_spec (snd e) c), (N.eqb_spec (fst e) v); cbn [andb ind]; lia || (subst; congruence).
Qed.
End Tables.

(** ** Personal packets *)

Section Carried.
Variables (t : task) (ends : list (N * N)) (g : gauge) (T : nat).
Let nw := task_network t.
Let n := size nw.
Let pb := listed t ends.
Hypothesis V : valid_network nw = true.
Hypothesis ends_ok : forall e, In e ends -> fst e < n /\ snd e < n.
Variable nodes : list N.
Hypothesis G : hop_gauge nw nodes = Some g.
Let d := hops nw g.

Lemma carried_hops : potential pb (fun _ _ => 1) d.
Proof. exact (hop_gauge_sound pb nodes g V G). Qed.

Lemma carried_solution commodities sc : NoDup commodities -> legal pb sc -> (length sc <= T)%nat ->
  exists s, solves (transport_model nw (task_ports t) (N.of_nat T) d true ends commodities) s.
Proof.
  intros Dc H Len. destruct (cut_legal pb sc (source pb) (source pb) ltac:(auto) H) as [L Lv]. set (moves := cut pb (source pb) sc) in *.
  assert (Lm : (length moves <= T)%nat) by (unfold moves; rewrite cut_length; exact Len).
  destruct (legal_at pb moves (source pb) L) as [A B]. pose proof (listed_distinct t ends) as Dp.
  assert (Sl : forall s : nat, nth (N.to_nat (N.of_nat s)) moves [] = nth s moves []) by (intros s; rewrite Nat2N.id; reflexivity).
  assert (Fit : forall s, slot_fits pb (nth (N.to_nat s) moves [])) by (intros s; apply (fits _ _ _ (A (N.to_nat s)))).
  assert (Once : forall s, NoDup (nth (N.to_nat s) moves [])) by (intros s; eapply NoDup_map_inv; exact (a_packet_moves_once _ _ _ (A (N.to_nat s)))).
  set (com := fun m : move => target pb (packet m)).
  assert (Go : forall c v (s : nat), Transport.goes moves com c v (N.of_nat s) = Walks.goes (fun p => target pb p =? c) (nth s moves []) v).
  { intros c v s. unfold Transport.goes, Walks.goes, com, ind. rewrite Sl. reflexivity. }
  assert (Co : forall c v (s : nat), Transport.comes moves com c v (N.of_nat s) = Walks.comes (fun p => target pb p =? c) (nth s moves []) v).
  { intros c v s. unfold Transport.comes, Walks.comes, com, ind. rewrite Sl. reflexivity. }
  assert (Be : forall c v, v < n -> start nw (started nw ends) c v = Walks.here pb (fun p => target pb p =? c) (source pb) v).
  { intros c v Hv. rewrite started_is by (auto; intros e He; apply ends_ok, He). unfold Walks.here. symmetry. apply sum_listed. intros i Hi. reflexivity. }
  exists (moving pb T moves com). apply (transport_solution pb T d true ends commodities V Dc moves com Fit Once).
  - intros c v Ic Hv D _. rewrite Be by auto. split.
    + intros k. rewrite (sum_ext (fun s => Transport.goes moves com c v (N.of_nat s)) (fun s => Walks.goes (fun p => target pb p =? c) (nth s moves []) v)) by (intros; apply Go).
      rewrite (sum_ext (fun s => Transport.comes moves com c v (N.of_nat s)) (fun s => Walks.comes (fun p => target pb p =? c) (nth s moves []) v)) by (intros; apply Co).
      rewrite seq_S, sum_app, sum_cons, Nat.add_0_l. pose proof (so_far pb Dp (fun p => target pb p =? c) (source pb) moves v L k) as E.
      pose proof (goes_here pb Dp (fun p => target pb p =? c) _ _ v (A k)) as Le. assert (Z : forall f : nat -> N, sum f [] = 0) by reflexivity. rewrite Z. lia.
    + rewrite (sum_ext (fun s => Transport.goes moves com c v (N.of_nat s)) (fun s => Walks.goes (fun p => target pb p =? c) (nth s moves []) v)) by (intros; apply Go).
      rewrite (sum_ext (fun s => Transport.comes moves com c v (N.of_nat s)) (fun s => Walks.comes (fun p => target pb p =? c) (nth s moves []) v)) by (intros; apply Co).
      pose proof (so_far pb Dp (fun p => target pb p =? c) (source pb) moves v L T) as E.
      assert (Z : Walks.here pb (fun p => target pb p =? c) (walk (source pb) moves T) v = 0).
      { unfold Walks.here. rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros p Hp. rewrite (B T p Lm Hp).
        destruct (N.eqb_spec (target pb p) c), (N.eqb_spec (target pb p) v); cbn [andb]; congruence. }
      lia.
  - intros c v _ _ _ Pe. discriminate.
  - intros s mv Hs Im. pose proof (arc_right pb moves Fit s mv Im) as (Hu & Hw & _ & Nx & _).
    pose proof (packets_of_the_task _ _ (Fit s) mv Im) as Hp. set (p := packet mv) in *.
    pose proof (moves_from_where_it_is _ _ _ (A (N.to_nat s)) mv Im) as Fr. fold p in Fr.
    assert (To : walk (source pb) moves (S (N.to_nat s)) p = to mv).
    { cbn [walk]. unfold after. unfold p. rewrite (move_of_in _ mv (a_packet_moves_once _ _ _ (A (N.to_nat s))) Im). reflexivity. }
    assert (Ie : In (source pb p, target pb p) ends) by apply (listed_packet t ends ends_ok p Hp).
    assert (Tg : target pb p < n) by apply (ends_ok _ Ie).
    unfold leg_of, possible. fold nw n. rewrite Nx. change (fst (arc_of pb moves s mv)) with (from mv).
    rewrite !andb_true_iff. split; [split; [apply N.ltb_lt, Hw|split]|].
    + apply negb_true_iff, N.eqb_neq. exact (Lv (N.to_nat s) mv Im).
    + apply N.ltb_lt. change (com mv) with (target pb p).
      pose proof (hops_left pb d carried_hops (source pb) moves p (target pb p) L Tg (T - S (N.to_nat s)) (S (N.to_nat s))) as Hl.
      rewrite To in Hl. replace (S (N.to_nat s) + (T - S (N.to_nat s)))%nat with T in Hl by lia. rewrite (B T p Lm Hp), (potential_end _ _ _ carried_hops) in Hl. lia.
    + change (com mv) with (target pb p). destruct (nearest_found nw d ends (source pb p, target pb p) (from mv) Ie Hu) as (e & E & Le). cbn [fst snd] in E, Le. fold n in E.
      match goal with |- (match ?q with _ => _ end) = true => change q with (PM.find (N.succ_pos (target pb p * n + from mv)) (nearest nw d ends)) end. rewrite E.
      apply N.leb_le. pose proof (hops_left pb d carried_hops (source pb) moves p (from mv) L Hu (N.to_nat s) 0%nat) as Hl.
      rewrite Nat.add_0_l, Fr, (potential_end _ _ _ carried_hops) in Hl. change (walk (source pb) moves 0 p) with (source pb p) in Hl. lia.
Qed.
End Carried.

(** ** Packets that are copied *)

Lemma fits_some pb ms ms' : slot_fits pb ms -> NoDup ms' -> incl ms' ms -> slot_fits pb ms'.
Proof.
  intros [A B C D] N1 I. constructor; auto.
  - intros u v. eapply N.le_trans; [|apply (C u v)]. rewrite !count_sum. apply sum_incl; auto.
  - intros v. specialize (D v). assert (S : sends ms' v <= sends ms v) by (unfold sends; rewrite !count_sum; apply sum_incl; auto).
    assert (R : receives ms' v <= receives ms v) by (unfold receives; rewrite !count_sum; apply sum_incl; auto). unfold ports_allow in *. destruct (rule_at _ _ v); auto; lia.
Qed.

Section Copied.
Variables (t : task) (rs : list N) (g : gauge) (T : nat).
Let nw := task_network t.
Let n := size nw.
Let pb := rooted t rs.
Hypothesis V : valid_network nw = true.
Hypothesis rs_ok : forall r, In r rs -> r < n.
Variable nodes : list N.
Hypothesis G : hop_gauge nw nodes = Some g.
Let d := hops nw g.

Lemma copied_hops : potential pb (fun _ _ => 1) d.
Proof. exact (hop_gauge_sound pb nodes g V G). Qed.

(* what brings a node a packet that it has not, once *)
Fixpoint fresh (has : name -> N -> bool) (ms : list move) : list move :=
  match ms with
  | [] => []
  | m :: ms => if has (packet m) (to m) then fresh has ms else m :: fresh (fun p v => has p v || brings m p v) ms
  end.

Lemma fresh_in ms : forall has m, In m (fresh has ms) -> In m ms /\ has (packet m) (to m) = false.
Proof.
  induction ms as [|q ms IH]; intros has m H; cbn [fresh] in H; [destruct H|]. destruct (has (packet q) (to q)) eqn:E.
  - destruct (IH _ _ H). split; [right|]; auto.
  - destruct H as [<-|H]; [split; [left|]; auto|]. destruct (IH _ _ H) as [A B]. apply orb_false_iff in B. split; [right|]; tauto.
Qed.

Lemma fresh_once ms : forall has, NoDup (fresh has ms).
Proof.
  induction ms as [|q ms IH]; intros has; cbn [fresh]; [constructor|]. destruct (has (packet q) (to q)); auto. constructor; auto.
  intros C. apply fresh_in in C. destruct C as [_ C]. apply orb_false_iff in C. destruct C as [_ C]. assert (brings q (packet q) (to q) = true) by (apply brings_true; auto). congruence.
Qed.

Lemma fresh_comes ms p v : forall has, ind (has p v) + sum (fun m => ind (brings m p v)) (fresh has ms) = ind (copied has ms p v).
Proof.
  induction ms as [|q ms IH]; intros has; cbn [fresh]; [unfold copied; cbn [existsb]; rewrite orb_false_r; cbn; lia|].
  unfold copied. cbn [existsb]. change (is_name (packet q) p && is_node (to q) v) with (brings q p v).
  destruct (has (packet q) (to q)) eqn:E.
  - rewrite IH. unfold copied. destruct (brings q p v) eqn:Bq; [|reflexivity]. apply brings_true in Bq. destruct Bq as [<- <-]. rewrite E. reflexivity.
  - rewrite sum_cons. specialize (IH (fun p v => has p v || brings q p v)). cbv beta in IH. unfold copied in IH.
    destruct (brings q p v) eqn:Bq.
    + apply brings_true in Bq. destruct Bq as [<- <-]. rewrite E in *. cbn [orb ind] in *. lia.
    + rewrite orb_false_r in IH. cbn [orb ind]. lia.
Qed.

Fixpoint holders (has : name -> N -> bool) (sc : schedule) (s : nat) : name -> N -> bool :=
  match s with O => has | S s => copied (holders has sc s) (nth s sc []) end.

Lemma holders_cons has ms sc s : forall p v, holders has (ms :: sc) (S s) p v = holders (copied has ms) sc s p v.
Proof.
  induction s as [|s IH]; intros p v; [reflexivity|].
  change (holders has (ms :: sc) (S (S s)) p v) with (holders has (ms :: sc) (S s) p v || existsb (fun m => is_name (packet m) p && is_node (to m) v) (nth s sc []))%bool.
  rewrite IH. reflexivity.
Qed.

Lemma copies_at sc : forall has, legal_broadcast_from pb has sc ->
  (forall s, legal_copies pb (holders has sc s) (nth s sc [])) /\
  forall s p v, (length sc <= s)%nat -> In p (packets pb) -> In v (hosts nw) -> holders has sc s p v = true.
Proof.
  induction sc as [|ms sc IH]; intros has H; cbn [legal_broadcast_from] in H.
  - assert (W : forall s p v, holders has [] s p v = has p v).
    { induction s as [|s IHs]; intros p v; [reflexivity|]. cbn [holders]. unfold copied. replace (nth s [] []) with (@nil move) by (destruct s; reflexivity). cbn [existsb]. rewrite orb_false_r. apply IHs. }
    split; [|intros s p v _ Hp Hv; rewrite W; apply H; auto]. intros s. replace (nth s [] []) with (@nil move) by (destruct s; reflexivity). constructor; [apply fits_none|intros m []].
  - destruct H as [L H]. destruct (IH _ H) as [A B]. split.
    + intros [|s]; [exact L|]. cbn [nth]. destruct (A s) as [F W]. constructor; auto. intros m Hm. rewrite holders_cons. auto.
    + intros [|s] p v Hs Hp Hv; cbn [length] in Hs; [lia|]. rewrite holders_cons. apply B; auto. lia.
Qed.

Definition origins : list (N * N) := let table := table rs in mapr (fun i => (get 0 table i, i)) (range (len rs)).

Lemma origins_in e : In e origins <-> snd e < N.of_nat (length rs) /\ fst e = nth (N.to_nat (snd e)) rs 0.
Proof.
  unfold origins. cbv zeta. rewrite mapr_map, range_upto, in_map_iff, len_length. split.
  - intros (i & <- & H). apply in_upto in H. cbn [fst snd]. rewrite table_get. auto.
  - intros [H E]. exists (snd e). rewrite table_get, <- E, in_upto, <- surjective_pairing. auto.
Qed.

Lemma copied_solution sc : legal_broadcast pb sc -> (length sc <= T)%nat ->
  exists s, solves (transport_model nw (task_ports t) (N.of_nat T) d false origins (range (len rs))) s.
Proof.
  intros H Len. set (has0 := fun p v => is_node (source pb p) v) in *. destruct (copies_at sc has0 H) as [A B].
  set (new := fun s => fresh (holders has0 sc s) (nth s sc [])). set (moves := map new (seq 0 (length sc))).
  assert (Sl : forall s, nth s moves [] = new s).
  { intros s. unfold moves. destruct (Nat.lt_ge_cases s (length sc)) as [Lt|Ge].
    - rewrite (nth_indep _ [] (new 0%nat)) by (rewrite map_length, seq_length; exact Lt). rewrite map_nth, seq_nth by exact Lt. reflexivity.
    - rewrite nth_overflow by (rewrite map_length, seq_length; exact Ge). unfold new. rewrite (nth_overflow sc) by exact Ge. reflexivity. }
  assert (In_ : forall s m, In m (new s) -> In m (nth s sc []) /\ holders has0 sc s (packet m) (to m) = false) by (intros s m; apply fresh_in).
  assert (Fit : forall s, slot_fits pb (nth (N.to_nat s) moves [])).
  { intros s. rewrite Sl. apply (fits_some pb (nth (N.to_nat s) sc [])); [apply (copies_fit _ _ _ (A (N.to_nat s)))|apply fresh_once|]. intros m Hm. apply (In_ _ m Hm). }
  assert (Once : forall s, NoDup (nth (N.to_nat s) moves [])) by (intros s; rewrite Sl; apply fresh_once).
  set (com := fun m : move => snd (packet m)).
  assert (Name : forall s m, In m (new s) -> packet m = (0, com m) /\ com m < N.of_nat (length rs)).
  { intros s m Hm. destruct (In_ s m Hm) as [I _]. pose proof (packets_of_the_task _ _ (copies_fit _ _ _ (A s)) m I) as P.
    apply rooted_packet in P. destruct P as (i & E & Hi). unfold com. rewrite E. auto. }
  assert (Co : forall c v (s : nat), c < N.of_nat (length rs) -> Transport.comes moves com c v (N.of_nat s) = sum (fun m => ind (brings m (0, c) v)) (new s)).
  { intros c v s Hc. unfold Transport.comes. rewrite Nat2N.id, Sl. apply sum_ext. intros m Hm. destruct (Name s m Hm) as [E _]. unfold brings. rewrite E.
    unfold is_name, is_node. destruct (name_eq (0, com m) (0, c)) as [X|X], (N.eqb_spec (com m) c) as [Y|Y]; try congruence; cbn [andb];
      destruct (N.eq_dec (to m) v), (N.eqb_spec (to m) v); congruence. }
  assert (So : forall c v, c < N.of_nat (length rs) -> forall s : nat,
    ind (has0 (0, c) v) + sum (fun k => Transport.comes moves com c v (N.of_nat k)) (seq 0 s) = ind (holders has0 sc s (0, c) v)).
  { intros c v Hc. induction s as [|s IH]; [cbn; lia|]. rewrite seq_S, sum_app, sum_cons, Nat.add_0_l, (Co c v s Hc).
    assert (Z : forall f : nat -> N, sum f [] = 0) by reflexivity. rewrite Z. cbn [holders]. rewrite <- (fresh_comes (nth s sc []) (0, c) v). fold (new s). lia. }
  assert (Og : forall e, In e origins -> fst e < n) by (intros e He; apply origins_in in He; destruct He as [E ->]; apply rs_ok, nth_In; lia).
  assert (Src : forall c, c < N.of_nat (length rs) -> In (source pb (0, c), c) origins /\ source pb (0, c) < n).
  { intros c Hc. destruct (rooted_root t rs c Hc) as [E _]. fold pb in E. rewrite E. split; [apply origins_in; auto|]. apply rs_ok, nth_In. lia. }
  assert (Be : forall c v, c < N.of_nat (length rs) -> v < n -> start nw (started nw origins) c v = 0 <-> source pb (0, c) <> v).
  { intros c v Hc Hv. rewrite started_is by auto. destruct (Src c Hc) as [I _]. split.
    - intros Z E. pose proof (sum_member (fun e => ind ((snd e =? c) && (fst e =? v))) _ _ I) as M. cbn [fst snd] in M. rewrite E, !N.eqb_refl in M. cbn in M. lia.
    - intros D. rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros e He. apply origins_in in He. destruct He as [_ He].
      destruct (N.eqb_spec (snd e) c) as [Ec|]; [|reflexivity]. rewrite Ec in He. destruct (rooted_root t rs c Hc) as [E _]. fold pb in E.
      destruct (N.eqb_spec (fst e) v); [congruence|reflexivity]. }
  assert (Ic : forall c, In c (range (len rs)) -> c < N.of_nat (length rs)) by (intros c Hc; rewrite range_upto, len_length in Hc; apply in_upto, Hc).
  assert (Kept : forall s c, c < N.of_nat (length rs) -> holders has0 sc s (0, c) (source pb (0, c)) = true).
  { intros s c Hc. induction s as [|s IH]; cbn [holders]; [apply is_node_true; reflexivity|]. unfold copied. rewrite IH. reflexivity. }
  exists (moving pb T moves com). apply (transport_solution pb T d false origins (range (len rs)) V ltac:(rewrite range_upto; apply upto_nodup) moves com Fit Once).
  - intros c v _ _ _ Pe. discriminate.
  - intros c v Hc Hv Z _. apply Ic in Hc. apply (Be c v Hc Hv) in Z. assert (H0 : has0 (0, c) v = false) by (apply not_true_iff_false; unfold has0; rewrite is_node_true; exact Z).
    split.
    + intros s mv Im Ec Ef. rewrite Sl in Im. pose proof (So c v Hc (N.to_nat s)) as E. rewrite H0 in E. destruct (Name _ mv Im) as [En _]. destruct (In_ _ mv Im) as [I _].
      pose proof (who_sends_has_it _ _ _ (A (N.to_nat s)) mv I) as W. rewrite En, Ec, Ef in W. rewrite W in E. cbn [ind] in E. lia.
    + pose proof (So c v Hc T) as E. rewrite H0 in E. cbn [ind] in E. split; [destruct (holders has0 sc T (0, c) v); cbn [ind] in E; lia|]. intros Sw.
      rewrite (B T (0, c) v Len) in E; [cbn [ind] in E; lia|apply rooted_packet; eauto|apply in_hosts; auto].
  - intros s mv Hs Im. pose proof (arc_right pb moves Fit s mv Im) as (Hu & Hw & _ & Nx & _). rewrite Sl in Im.
    destruct (Name _ mv Im) as [En Hc]. destruct (In_ _ mv Im) as [I Fr]. set (c := com mv) in *. rewrite En in Fr.
    unfold leg_of, possible. fold nw n. rewrite Nx. change (fst (arc_of pb moves s mv)) with (from mv). fold c.
    rewrite !andb_true_iff. split; [split; [apply N.ltb_lt, Hw|]|].
    + apply N.eqb_eq, (Be c (to mv) Hc Hw). intros E. rewrite <- E, Kept in Fr by exact Hc. discriminate.
    + destruct (Src c Hc) as [Io _]. destruct (nearest_found nw d origins (source pb (0, c), c) (from mv) Io Hu) as (e & E & Le). cbn [fst snd] in E, Le. fold n in E.
      match goal with |- (match ?q with _ => _ end) = true => change q with (PM.find (N.succ_pos (c * n + from mv)) (nearest nw d origins)) end. rewrite E.
      apply N.leb_le. assert (R : forall k, in_reach pb k (holders has0 sc k)).
      { induction k as [|k IHk]; [apply start_in_reach|]. cbn [holders]. apply copied_in_reach; [apply A|exact IHk]. }
      pose proof (who_sends_has_it _ _ _ (A (N.to_nat s)) mv I) as W. rewrite En in W.
      pose proof (reach_distance pb d copied_hops (N.to_nat s) _ (0, c) (from mv) (R (N.to_nat s)) Hu W) as D. lia.
Qed.
End Copied.

(** ** The bounds *)

Definition swapped (e : N * N) : N * N := (snd e, fst e).

(* if fewer nodes send than receive, the task backwards *)
Definition distinct_count (n : N) (l : list N) : N := let seen := tally l in loop (fun k v => if 0 <? get 0 seen v then k + 1 else k) n 0.
Definition backwards_fewer (n : N) (ends : list (N * N)) : bool := distinct_count n (mapr fst ends) <? distinct_count n (mapr snd ends).

Definition too_many_legs (nw : network) (commodities T : N) (begins : N) : bool :=
  negb (commodities * size nw * degree nw * N.max T 1 <=? 2 ^ 20) || negb (begins * size nw <=? 2 ^ 22).

(* links that are listed may lead in one direction; others are the same turned round *)
Definition valid_turned (nw : network) : bool := negb (listed_links nw) || valid_network nw.

(* hops between all nodes *)
Definition search_too_large (nw : network) : bool :=
  match lines nw with Some ls => negb (size nw * (size nw + len ls) <=? 2 ^ 26) | None => false end.
Definition all_ways (nw : network) : option gauge := hop_gauge nw (if listed_links nw then range (size nw) else []).

Definition carried_tree (t : task) (ends : list (N * N)) (T : N) (tree : list node) : answer :=
  let nw := task_network t in
  let n := size nw in
  if too_many_legs nw 1 T (len ends) || search_too_large nw then NotCovered "so many variables" else
  let back := backwards_fewer n ends in
  if back && negb (closed nw) then NotCovered "links in one direction" else
    let nw := if back then turned_network nw else nw in
    if negb (valid_turned nw) then NotCovered "links in one direction" else
    match all_ways nw with
    | None => Unfit
    | Some g =>
        let ends := if back then mapr swapped ends else ends in
        let goals := tally (mapr snd ends) in
        let commodities := filter (fun c => 0 <? get 0 goals c) (range n) in
        if too_many_legs nw (len commodities) T (len ends) then NotCovered "so many variables"
        else if tree_proves (transport_model nw (task_ports t) T (hops nw g) true ends commodities) None tree then Bound (T + 1) else Unfit
    end.

(* isotropic tasks: the packets of all nodes, each from node to node *)
Definition ends_everywhere (t : task) (offs : list N) : list (N * N) :=
  let nw := task_network t in flat_map (fun s => mapr (fun o => (s, product nw s o)) offs) (range (size nw)).

Definition everywhere_tree (t : task) (offs : list N) (T : N) (tree : list node) : answer :=
  let nw := task_network t in
  if too_many_legs nw 1 T (size nw * len offs) then NotCovered "so many variables" else carried_tree t (ends_everywhere t offs) T tree.

Fixpoint rising (l : list N) : bool := match l with x :: (y :: _) as rest => (x <=? y) && rising rest | _ => true end.

(* the commodities are the packets by increasing root *)
Definition by_root (rs : list N) : list N := if rising rs then rs else Certificate.sorted rs.

Definition copied_tree (t : task) (rs : list N) (T : N) (tree : list node) : answer :=
  let nw := task_network t in
  if too_many_legs nw (len rs) T (len rs) || search_too_large nw then NotCovered "so many variables"
  else if negb (rising rs || (len rs <=? 2 ^ 12)) then NotCovered "a tree over so many packets in another order"
  else
    let rs := by_root rs in
    match all_ways nw with
    | None => Unfit
    | Some g => if tree_proves (transport_model nw (task_ports t) T (hops nw g) false (origins rs) (range (len rs))) None tree then Bound (T + 1) else Unfit
    end.

Lemma refuted_slots T sc md tree : tree_proves md None tree = true -> ((length sc <= N.to_nat T)%nat -> exists s, solves md s) -> T + 1 <= slots sc.
Proof.
  intros P H. unfold slots. destruct (Nat.le_gt_cases (length sc) (N.to_nat T)) as [Le|]; [|lia]. destruct (H Le) as (s & S). destruct (tree_sound md s S None tree P).
Qed.

Lemma carried_tree_sound t ends T tree v sc : valid_network (task_network t) = true ->
  (forall e, In e ends -> fst e < size (task_network t) /\ snd e < size (task_network t)) ->
  carried_tree t ends T tree = Bound v -> legal (listed t ends) sc -> v <= slots sc.
Proof.
  intros V O H L. unfold carried_tree in H. cbv zeta in H. destruct (_ || _); [discriminate|].
  set (back := backwards_fewer _ _) in *. destruct (back && negb (closed (task_network t))) eqn:C; [discriminate|].
  set (nw := if back then _ else _) in *. destruct (valid_turned nw) eqn:Vt; [|discriminate]. cbn [negb] in H.
  destruct (all_ways nw) as [g|] eqn:G; [|discriminate]. destruct (too_many_legs _ _ _ _); [discriminate|].
  destruct (tree_proves _ _ _) eqn:P; [|discriminate]. assert (Ev : T + 1 = v) by congruence. subst v. clear H.
  set (t' := Task nw (task_traffic t) (task_ports t)).
  assert (V' : valid_network nw = true).
  { unfold nw in *. destruct back; [|exact V]. unfold valid_turned in Vt. destruct (task_network t); try exact V. destruct directed; exact Vt || exact V. }
  assert (Go : forall ends', (forall e, In e ends' -> fst e < size nw /\ snd e < size nw) -> forall sc', legal (listed t' ends') sc' -> forall cs, NoDup cs ->
    (length sc' <= N.to_nat T)%nat -> exists s, solves (transport_model nw (task_ports t) T (hops nw g) true ends' cs) s).
  { intros ends' O' sc' L' cs D Le. pose proof (carried_solution t' ends' g (N.to_nat T) V' O' _ G cs sc' D L' Le) as S. rewrite N2Nat.id in S. exact S. }
  assert (D : forall f, NoDup (filter f (range (size (task_network t))))) by (intros f; apply NoDup_filter; rewrite range_upto; apply upto_nodup).
  unfold nw in *. destruct back.
  - cbn [andb] in C. apply negb_false_iff in C. pose proof (closed_sound _ V C) as M. rewrite <- (backwards_slots sc). apply (refuted_slots T _ _ tree P). rewrite mapr_map. apply Go.
    + intros e He. rewrite (m_size _ _ M). apply in_map_iff in He. destruct He as (x & <- & Hx). destruct (O x Hx). auto.
    + apply (personal_backwards (listed t ends)); auto.
      * cbn [packets listed]. unfold places. rewrite map_length. reflexivity.
      * intros p Hp. cbn in Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi). cbn [source target listed snd].
        pose proof (map_nth swapped ends (0, 0) (N.to_nat i)) as Mp. change (swapped (0, 0)) with ((0, 0) : N * N) in Mp. rewrite Mp. auto.
    + apply D.
  - apply (refuted_slots T _ _ tree P). apply Go; auto.
Qed.

Lemma ends_everywhere_are t offs : ends_everywhere t offs = all_ends t offs.
Proof.
  unfold ends_everywhere, all_ends. cbv zeta. rewrite range_upto. cbn [packets isotropic source target]. induction (upto (size (task_network t))) as [|s l IH]; [reflexivity|].
  cbn [flat_map list_prod]. rewrite map_app, IH, mapr_map, map_map. f_equal. rewrite <- (nth_upto 0 offs) at 1. apply map_map.
Qed.

(* every symmetric schedule, and every other one, of an isotropic task is one of its packets *)
Lemma everywhere_tree_sound t offs T tree v sc : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  (forall x, In x offs -> x < size (task_network t)) -> everywhere_tree t offs T tree = Bound v -> legal (isotropic t offs) sc -> v <= slots sc.
Proof.
  intros V U O H L. unfold everywhere_tree in H. cbv zeta in H. destruct (too_many_legs _ _ _ _); [discriminate|]. rewrite ends_everywhere_are in H.
  destruct (as_listed t offs sc L) as (sc' & L' & <-). apply (carried_tree_sound t (all_ends t offs) T tree v sc' V); auto. apply all_ends_ok; auto.
Qed.

Lemma by_root_same rs : Permutation rs (by_root rs).
Proof. unfold by_root. destruct (rising rs); [reflexivity|apply sorted_permutation]. Qed.

Lemma copied_tree_sound t rs T tree v sc : valid_network (task_network t) = true -> (forall r, In r rs -> r < size (task_network t)) ->
  copied_tree t rs T tree = Bound v -> legal_broadcast (rooted t rs) sc -> v <= slots sc.
Proof.
  intros V O H L. unfold copied_tree in H. cbv zeta in H. destruct (_ || _); [discriminate|]. destruct (negb _); [discriminate|].
  pose proof (by_root_same rs) as Pm. destruct (in_any_order t _ _ (Permutation_map (fun r => (r, r)) Pm) sc L) as (sc' & L' & <-).
  assert (O' : forall r, In r (by_root rs) -> r < size (task_network t)) by (intros r Hr; apply O, (Permutation_in _ (Permutation_sym Pm)), Hr).
  destruct (all_ways _) as [g|] eqn:G; [|discriminate]. destruct (tree_proves _ _ _) eqn:P; [|discriminate].
  assert (Ev : T + 1 = v) by congruence. subst v. apply (refuted_slots T _ _ tree P).
  intros Le. pose proof (copied_solution t (by_root rs) g (N.to_nat T) V O' _ G sc' L' Le) as S. rewrite N2Nat.id in S. exact S.
Qed.
