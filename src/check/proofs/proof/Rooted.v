(** The replay of broadcasts and accumulations; an accumulation backwards is a broadcast. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Lines Families Hops Explicit Broadcast.
Import ListNotations.
Open Scope N_scope.

Definition pair_at (n : N) (p : name) (v : N) : N := snd p * n + v.
Definition has_it (n : N) (st : PM.t Datatypes.unit) (p : name) (v : N) : bool :=
  match PM.find (N.succ_pos (pair_at n p v)) st with Some _ => true | None => false end.
Definition receive (n : N) (st : PM.t Datatypes.unit) (m : move) := put st (pair_at n (packet m) (to m)) tt.

Definition all_pairs (f : N -> N -> bool) (c n : N) : bool :=
  loop (fun (good : bool) i => if good then loop (fun (good : bool) v => if good then f i v else false) n true else false) c true.

Fixpoint copy_all (fits : list move -> bool) (no_host : N -> bool) (n c : N) (st : PM.t Datatypes.unit) (sc : schedule) : bool :=
  match sc with
  | [] => all_pairs (fun i v => no_host v || has_it n st (0, i) v) c n
  | ms :: rest =>
      if fits ms && forallb (fun m => has_it n st (packet m) (from m)) ms
      then copy_all fits no_host n c (fold_left (receive n) ms st) rest else false
  end.

Definition starting (n : N) (rs : list N) : PM.t Datatypes.unit :=
  snd (fold_left (fun q r => (N.succ (fst q), put (snd q) (pair_at n (0, fst q) r) tt)) rs (0, PM.empty Datatypes.unit)).

Definition replay_broadcast (t : task) (rs : list N) (sc : schedule) : bool :=
  let nw := task_network t in let n := size nw in
  copy_all (slot_fits_ok nw (task_ports t) (len rs)) (switch_of nw) n (len rs) (starting n rs) sc.

(** ** Accumulations *)

Fixpoint numbered (s : N) (sc : schedule) : list (N * move) :=
  match sc with [] => [] | ms :: rest => map (fun m => (s, m)) ms ++ numbered (N.succ s) rest end.

(* when each node sends each packet *)
Definition send_times (n : N) (l : list (N * move)) : PM.t N :=
  fold_left (fun st q => put st (pair_at n (packet (snd q)) (from (snd q))) (fst q)) l (PM.empty N).

(* what comes to each node *)
Definition arrivals (n : N) (l : list (N * move)) : PM.t Datatypes.unit := set_of (mapr (fun q => pair_at n (packet (snd q)) (to (snd q))) l).

Definition replay_accumulation (t : task) (rs : list N) (sc : schedule) : bool :=
  let nw := task_network t in
  let n := size nw in
  let fits := slot_fits_ok nw (task_ports t) (len rs) in
  let no_host := switch_of nw in
  let l := numbered 0 sc in
  let times := send_times n l in
  let got := arrivals n l in
  let roots := table rs in
  let root p := get n roots (snd p) in
  forallb fits sc &&
  distinctb (mapr (fun q => pair_at n (packet (snd q)) (from (snd q))) l) &&
  forallb (fun q => negb (from (snd q) =? root (packet (snd q))) &&
    (negb (no_host (from (snd q))) || in_set got (pair_at n (packet (snd q)) (from (snd q))))) l &&
  all_pairs (fun i v => (v =? root (0, i)) || match PM.find (N.succ_pos (pair_at n (0, i) v)) times with Some _ => true | None => false end
    || no_host v && negb (in_set got (pair_at n (0, i) v))) (len rs) n &&
  forallb (fun q => (to (snd q) =? root (packet (snd q))) ||
    match PM.find (N.succ_pos (pair_at n (packet (snd q)) (to (snd q)))) times with Some t => fst q <? t | None => false end) l.

(** ** They are right *)

Lemma all_pairs_sound f c n : all_pairs f c n = true -> forall i v, i < c -> v < n -> f i v = true.
Proof. intros H i v Hi Hv. pose proof (loop_all (fun i => loop (fun (good : bool) v => if good then f i v else false) n true) c H i Hi) as H'.
  apply (loop_all (f i) n H' v Hv). Qed.

Lemma pair_at_inj n i j u v : u < n -> v < n -> pair_at n (0, i) u = pair_at n (0, j) v -> i = j /\ u = v.
Proof.
  unfold pair_at. cbn [snd]. intros Hu Hv E. assert (i = j); [|nia].
  rewrite (N.div_unique (i * n + u) n i u), (N.div_unique (j * n + v) n j v); try lia. congruence.
Qed.

Section Rooted.
Variables (t : task) (rs : list N).
Let nw := task_network t.
Let n := size nw.
Let pb := rooted t rs.
Hypothesis rs_ok : forall r, In r rs -> r < n.

Lemma rooted_packet p : In p (packets pb) <-> exists i, p = (0, i) /\ i < N.of_nat (length rs).
Proof.
  unfold pb, rooted. cbn [packets listed]. unfold places. rewrite map_length, in_map_iff. split.
  - intros (i & <- & H). apply in_upto in H. eauto.
  - intros (i & -> & H). exists i. split; auto. apply in_upto; auto.
Qed.

Lemma rooted_root i : i < N.of_nat (length rs) -> source pb (0, i) = nth (N.to_nat i) rs 0 /\ target pb (0, i) = nth (N.to_nat i) rs 0.
Proof.
  intros H. unfold pb, rooted. cbn [source target listed snd].
  pose proof (map_nth (fun r : N => (r, r)) rs 0 (N.to_nat i)) as M. cbv beta in M. rewrite M. auto.
Qed.

Lemma fits_rooted ms : slot_fits_ok nw (task_ports t) (len rs) ms = true -> slot_fits pb ms.
Proof. rewrite len_length. intros H. apply slot_fits_sound. rewrite map_length. exact H. Qed.

Definition knows (st : PM.t Datatypes.unit) (has : name -> N -> bool) :=
  forall i v, i < N.of_nat (length rs) -> v < n -> has_it n st (0, i) v = true -> has (0, i) v = true.

Lemma has_put st j u i v : u < n -> v < n -> has_it n (put st (pair_at n (0, j) u) tt) (0, i) v = true ->
  has_it n st (0, i) v = true \/ (i = j /\ v = u).
Proof.
  intros Hu Hv. unfold has_it. rewrite find_put. destruct (N.eq_dec _ _) as [E|]; auto. apply pair_at_inj in E; intuition.
Qed.

Lemma receive_knows ms has st : slot_fits pb ms -> knows st has -> knows (fold_left (receive n) ms st) (copied has ms).
Proof.
  intros S K i v Hi Hv H. unfold copied. apply orb_true_iff.
  assert (G : forall l st, (forall m, In m l -> exists j, packet m = (0, j)) -> (forall m, In m l -> to m < n) ->
    has_it n (fold_left (receive n) l st) (0, i) v = true -> has_it n st (0, i) v = true \/ existsb (fun m => is_name (packet m) (0, i) && is_node (to m) v) l = true).
  { induction l as [|m l IH]; cbn [fold_left existsb]; intros st' Pk Tn H'; auto.
    destruct (IH _ (fun q Hq => Pk q (or_intror Hq)) (fun q Hq => Tn q (or_intror Hq)) H') as [A|A]; [|right; rewrite A; apply orb_true_r].
    unfold receive in A. destruct (Pk m (or_introl eq_refl)) as (j & Ej). rewrite Ej in *. apply has_put in A; auto; [|apply Tn; left; auto].
    destruct A as [A|[-> ->]]; auto. right. apply orb_true_iff. left. rewrite andb_true_iff, is_name_true, is_node_true. auto. }
  destruct (G ms st) as [A|A]; auto.
  - intros m Hm. pose proof (packets_of_the_task _ _ S m Hm) as P. apply rooted_packet in P. destruct P as (j & -> & _). eauto.
  - intros m Hm. apply (moves_over_links _ _ S m Hm).
Qed.

Lemma copy_all_sound sc : forall st has, knows st has -> copy_all (slot_fits_ok nw (task_ports t) (len rs)) (switch_of nw) n (len rs) st sc = true -> legal_broadcast_from pb has sc.
Proof.
  induction sc as [|ms sc IH]; cbn [copy_all legal_broadcast_from]; intros st has K H.
  - intros p v Hp Hv. apply rooted_packet in Hp. destruct Hp as (i & -> & Hi). apply in_hosts in Hv. destruct Hv as [Hv Sw]. apply K; auto.
    rewrite len_length in H. pose proof (all_pairs_sound _ _ _ H i v Hi Hv) as A. cbv beta in A. rewrite switch_of_is in A. cbn [net pb rooted listed] in Sw. fold nw in Sw.
    rewrite Sw in A. exact A.
  - destruct (_ && _) eqn:E; [|discriminate]. rewrite andb_true_iff, forallb_forall in E. destruct E as [F W]. apply fits_rooted in F.
    split; [|apply (IH _ _ (receive_knows ms has st F K) H)]. constructor; auto. intros m Hm.
    pose proof (packets_of_the_task _ _ F m Hm) as P. apply rooted_packet in P. destruct P as (i & E & Hi). specialize (W m Hm). rewrite E in *.
    apply K; auto. apply (moves_over_links _ _ F m Hm).
Qed.

Lemma starting_knows : knows (starting n rs) (fun p v => is_node (source pb p) v).
Proof.
  intros i v Hi Hv H. destruct (rooted_root i Hi) as [-> _]. apply is_node_true.
  assert (G : forall l m st, (forall r, In r l -> r < n) ->
    has_it n (snd (fold_left (fun q r => (N.succ (fst q), put (snd q) (pair_at n (0, fst q) r) tt)) l (m, st))) (0, i) v = true ->
    has_it n st (0, i) v = true \/ (m <= i /\ nth_error l (N.to_nat (i - m)) = Some v)).
  { induction l as [|r l IH]; cbn [fold_left fst snd]; intros m st B H'; auto.
    destruct (IH _ _ (fun x Hx => B x (or_intror Hx)) H') as [A|[Le A]].
    - apply has_put in A; auto; [|apply B; left; auto]. destruct A as [A|[-> ->]]; auto. right. rewrite N.sub_diag. split; [lia|auto].
    - right. split; [lia|]. replace (N.to_nat (i - m)) with (S (N.to_nat (i - N.succ m))) by lia. exact A. }
  destruct (G rs 0 (PM.empty _) rs_ok H) as [A|[_ A]].
  - unfold has_it in A. rewrite PM.gempty in A. discriminate.
  - rewrite N.sub_0_r in A. apply nth_error_nth, A.
Qed.

Theorem replay_broadcast_sound sc : replay_broadcast t rs sc = true -> legal_broadcast pb sc.
Proof. apply copy_all_sound, starting_knows. Qed.

Lemma in_numbered sc : forall s q, In q (numbered s sc) <-> exists i ms, nth_error sc i = Some ms /\ In (snd q) ms /\ fst q = s + N.of_nat i.
Proof.
  induction sc as [|ms sc IH]; intros s q; cbn [numbered].
  - split; [intros []|]. intros (i & ms & H & _). destruct i; discriminate.
  - rewrite in_app_iff, IH, in_map_iff. split.
    + intros [(m & <- & H)|(i & ms' & A & B & C)]; [exists 0%nat, ms; cbn; intuition lia|exists (S i), ms'; cbn [nth_error]; intuition lia].
    + intros ([|i] & ms' & A & B & C); cbn in A.
      * injection A as <-. left. exists (snd q). split; auto. destruct q; cbn in *. f_equal. lia.
      * right. exists i, ms'. intuition lia.
Qed.

Lemma numbered_moves sc : forall s, map snd (numbered s sc) = concat sc.
Proof. induction sc as [|ms sc IH]; intros s; cbn [numbered concat]; auto. rewrite map_app, map_map, map_id, IH. auto. Qed.

Theorem replay_accumulation_sound sc : replay_accumulation t rs sc = true -> legal_accumulation pb sc.
Proof.
  unfold replay_accumulation. cbv zeta. fold nw n. set (l := numbered 0 sc). rewrite !andb_true_iff, !forallb_forall, mapr_map, len_length.
  intros [[[[F D] Rt'] All] Time]. apply distinctb_sound in D.
  assert (Rt : forall q, In q l -> negb (from (snd q) =? get n (table rs) (snd (packet (snd q)))) = true) by (intros q Hq; specialize (Rt' q Hq); apply andb_true_iff in Rt'; apply Rt').
  assert (Ft : forall ms, In ms sc -> slot_fits pb ms) by (intros; apply fits_rooted; rewrite len_length; auto).
  assert (Pl : forall q, In q l -> exists i, packet (snd q) = (0, i) /\ i < N.of_nat (length rs) /\ from (snd q) < n /\ to (snd q) < n).
  { intros q Hq. apply in_numbered in Hq. destruct Hq as (k & ms & A & B & _). apply nth_error_In in A. specialize (Ft ms A).
    pose proof (packets_of_the_task _ _ Ft _ B) as P. apply rooted_packet in P. destruct P as (i & -> & Hi).
    destruct (moves_over_links _ _ Ft _ B) as (U & W & _). eauto. }
  assert (Root : forall i, i < N.of_nat (length rs) -> get n (table rs) (snd (0, i)) = target pb (0, i)).
  { intros i Hi. destruct (rooted_root i Hi) as [_ ->]. rewrite table_get. apply nth_indep. cbn. lia. }
  assert (Tm : forall p v s, PM.find (N.succ_pos (pair_at n p v)) (send_times n l) = Some s -> exists q, In q l /\ pair_at n (packet (snd q)) (from (snd q)) = pair_at n p v /\ fst q = s).
  { intros p v s. unfold send_times. enough (forall l st, PM.find (N.succ_pos (pair_at n p v)) (fold_left (fun st q => put st (pair_at n (packet (snd q)) (from (snd q))) (fst q)) l st) = Some s ->
      (exists q, In q l /\ pair_at n (packet (snd q)) (from (snd q)) = pair_at n p v /\ fst q = s) \/ PM.find (N.succ_pos (pair_at n p v)) st = Some s) as E.
    { intros H. destruct (E l _ H) as [H'|H']; auto. rewrite PM.gempty in H'. discriminate. }
    clear. induction l as [|q l IH]; cbn [fold_left]; intros st H; auto. destruct (IH _ H) as [(q' & A & B)|A]; [left; exists q'; split; [right|]; auto|].
    rewrite find_put in A. destruct (N.eq_dec _ _) as [E|]; auto. left. exists q. injection A as <-. split; [left|]; auto. }
  assert (One : forall q q', In q l -> In q' l -> packet (snd q) = packet (snd q') -> from (snd q) = from (snd q') -> q = q').
  { intros q q' A B E1 E2. apply (NoDup_map_inj (fun q => pair_at n (packet (snd q)) (from (snd q))) l); auto. cbn. congruence. }
  assert (Got : forall i v, i < N.of_nat (length rs) -> v < n -> in_set (arrivals n l) (pair_at n (0, i) v) = negb (receives_of (0, i) v (concat sc) =? 0)).
  { intros i v Hi Hv. unfold arrivals. rewrite in_set_of, mapr_map. unfold receives_of. rewrite <- (numbered_moves sc 0), count_map. fold l. apply eq_true_iff_eq.
    rewrite negb_true_iff, N.eqb_neq, existsb_exists. split.
    - intros (k & Hk & E). apply N.eqb_eq in E. subst k. apply in_map_iff in Hk. destruct Hk as (q & E & Hq). destruct (Pl q Hq) as (j & Ej & Hj & _ & To). rewrite Ej in E.
      apply pair_at_inj in E; auto. destruct E as [-> <-]. unfold count. assert (I : In q (filter (fun x => is_name (packet (snd x)) (0, i) && is_node (to (snd x)) (to (snd q))) l))
        by (apply filter_In; rewrite andb_true_iff, is_name_true, is_node_true; auto). destruct (filter _ l); [destruct I|cbn; lia].
    - unfold count. intros H. destruct (filter _ l) as [|q l'] eqn:Fl; [cbn in H; lia|]. assert (I : In q (q :: l')) by (left; auto). rewrite <- Fl in I. apply filter_In in I.
      rewrite andb_true_iff, is_name_true, is_node_true in I. destruct I as (Hq & Pq & Tq). exists (pair_at n (0, i) v). split; [|apply N.eqb_refl].
      apply in_map_iff. exists q. rewrite Pq, Tq. auto. }
  constructor; auto.
  - intros p v Hp Hv. apply rooted_packet in Hp. destruct Hp as (i & -> & Hi).
    assert (C : sends_of (0, i) v (concat sc) = count (fun q => is_name (packet (snd q)) (0, i) && is_node (from (snd q)) v) l).
    { unfold sends_of. rewrite <- (numbered_moves sc 0), count_map. auto. }
    rewrite C. unfold idle. pose proof (Got i v Hi Hv) as Gt. rewrite <- (negb_involutive (receives_of _ _ _ =? 0)), <- Gt.
    destruct (is_node v (target pb (0, i))) eqn:E; cbn [orb].
    + apply is_node_true in E. rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros q Hq.
      destruct (is_name (packet (snd q)) (0, i)) eqn:E1; cbn [andb]; auto. destruct (is_node (from (snd q)) v) eqn:E2; auto.
      apply is_name_true in E1. apply is_node_true in E2. specialize (Rt q Hq). rewrite E1, Root, E2, E, N.eqb_refl in Rt by auto. discriminate.
    + pose proof (all_pairs_sound _ _ _ All i v Hi Hv) as A. cbv beta in A. rewrite Root in A by auto. rewrite switch_of_is in A.
      assert (Ne : (v =? target pb (0, i)) = false) by (apply N.eqb_neq; intros C'; assert (is_node v (target pb (0, i)) = true); [apply is_node_true; auto|congruence]).
      rewrite Ne in A. cbn [orb] in A. cbn [net pb rooted listed]. fold nw. destruct (is_switch nw v && negb (in_set (arrivals n l) (pair_at n (0, i) v))) eqn:Sw.
      { rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros q Hq.
        destruct (is_name (packet (snd q)) (0, i)) eqn:E1; cbn [andb]; auto. destruct (is_node (from (snd q)) v) eqn:E2; auto. exfalso.
        apply is_name_true in E1. apply is_node_true in E2. specialize (Rt' q Hq). rewrite switch_of_is, E1, E2 in Rt'. apply andb_true_iff in Rt'. destruct Rt' as [_ Rt'].
        apply andb_true_iff in Sw. destruct Sw as [Sw Ng]. rewrite Sw in Rt'. apply negb_true_iff in Ng. rewrite Ng in Rt'. discriminate. }
      rewrite orb_false_r in A. destruct (PM.find _ (send_times n l)) as [s|] eqn:Fs; [|discriminate].
      apply Tm in Fs. destruct Fs as (q & Hq & K & _). destruct (Pl q Hq) as (j & Ej & Hj & Fr & _). rewrite Ej in K. apply pair_at_inj in K; auto. destruct K as [-> Ev].
      unfold count. assert (Nd : NoDup (filter (fun q => is_name (packet (snd q)) (0, i) && is_node (from (snd q)) v) l)) by (apply NoDup_filter, (NoDup_map_inv _ _ D)).
      assert (In1 : In q (filter (fun q => is_name (packet (snd q)) (0, i) && is_node (from (snd q)) v) l))
        by (apply filter_In; rewrite andb_true_iff, is_name_true, is_node_true; auto).
      enough (length (filter (fun q => is_name (packet (snd q)) (0, i) && is_node (from (snd q)) v) l) = 1%nat) by lia.
      apply Nat.le_antisymm.
      * change 1%nat with (length [q]). apply NoDup_incl_length; auto. intros q' Hq'. apply filter_In in Hq'. rewrite andb_true_iff, is_name_true, is_node_true in Hq'.
        left. apply One; intuition congruence.
      * destruct (filter _ l); [destruct In1|cbn; lia].
  - intros s t0 received sent m m' A B A' B' E1 E2.
    assert (I : In (N.of_nat s, m) l) by (apply in_numbered; exists s, received; cbn; intuition).
    assert (I' : In (N.of_nat t0, m') l) by (apply in_numbered; exists t0, sent; cbn; intuition).
    specialize (Time _ I). cbn [fst snd] in Time. destruct (Pl _ I) as (i & Ei & Hi & Fr & To). cbn [snd] in Ei, Fr, To.
    apply orb_true_iff in Time. destruct Time as [Time|Time].
    + apply N.eqb_eq in Time. specialize (Rt _ I'). cbn [snd] in Rt. rewrite <- E1, <- E2, Time, N.eqb_refl in Rt. discriminate.
    + destruct (PM.find _ (send_times n l)) as [s'|] eqn:Fs; [|discriminate]. apply N.ltb_lt in Time. apply Tm in Fs. destruct Fs as (q & Hq & K & <-).
      destruct (Pl q Hq) as (j & Ej & Hj & Frq & _). rewrite Ej, Ei in K. apply pair_at_inj in K; auto. destruct K as [-> Ev].
      assert (q = (N.of_nat t0, m')) by (apply One; auto; cbn [snd]; congruence). subst q. cbn in Time. lia.
Qed.
End Rooted.

(** ** Backwards *)

Definition flip (m : move) : move := Move (packet m) (to m) (from m).
Definition backwards (sc : schedule) : schedule := rev (map (map flip) sc).

(* the same task on the network with all links turned round *)
Definition turned_task (t : task) : task := Task (turned_network (task_network t)) (task_traffic t) (task_ports t).

Lemma flip_fits pb back ms : mirrored (net pb) (net back) -> ports back = ports pb -> packets back = packets pb ->
  slot_fits pb ms -> slot_fits back (map flip ms).
Proof.
  intros M Ep Ek S. constructor.
  - intros m Hm. apply in_map_iff in Hm. destruct Hm as (q & <- & Hq). rewrite Ek. apply (packets_of_the_task _ _ S q Hq).
  - intros m Hm. apply in_map_iff in Hm. destruct Hm as (q & <- & Hq). apply (mirrored_link _ _ _ _ M), (moves_over_links _ _ S q Hq).
  - intros u v. rewrite count_map. cbn [flip from to]. destruct (N.lt_ge_cases u (size (net pb))), (N.lt_ge_cases v (size (net pb)));
      try (rewrite (Ports.no_move pb _ ms S); [lia|]; intros m _ A B; apply not_true_iff_false; rewrite andb_true_iff, !is_node_true; intros [<- <-]; lia).
    rewrite (m_links _ _ M) by auto. eapply N.le_trans; [|apply (links_suffice _ _ S v u)].
    apply count_le. intros m _. rewrite andb_comm. auto.
  - intros v. pose proof (ports_suffice _ _ S v) as P. unfold sends, receives in *. rewrite !count_map. cbn [flip from to].
    rewrite (m_rule _ _ M), Ep. destruct (rule_at _ _ v); cbn in *; auto; [tauto|lia].
Qed.

Section Backwards.
Variables (t : task) (rs : list N).
Hypothesis M : mirrored (task_network t) (turned_network (task_network t)).
Let pb := rooted t rs.
Let back := rooted (turned_task t) rs.

Lemma accumulation_backwards sc : (forall r, In r rs -> r < size (task_network t)) -> legal_accumulation pb sc -> legal_broadcast back (backwards sc).
Proof.
  intros Ok [Ft Once Time].
  assert (Src : forall p, In p (packets pb) -> source pb p = target pb p).
  { intros p Hp. apply rooted_packet in Hp. destruct Hp as (i & -> & Hi). destruct (rooted_root t rs i Hi). unfold pb. congruence. }
  (* who has sent in the last slots has it *)
  assert (G : forall l r has, sc = l ++ r ->
    (forall p v, In p (packets pb) -> v < size (net pb) -> has p v = true <-> (v = target pb p \/ 1 <= sends_of p v (concat r))) ->
    legal_broadcast_from back has (rev (map (map flip) l))).
  { induction l as [|ms l IH] using rev_ind; intros r has E K.
    - cbn [map rev legal_broadcast_from]. intros p v Hp Hv. change (hosts (net back)) with (hosts (turned_network (task_network t))) in Hv.
      rewrite (mirrored_hosts _ _ M) in Hv. apply in_hosts in Hv. destruct Hv as [Hv Sw]. apply (K p v Hp Hv). specialize (Once p v Hp Hv). cbn [app] in E. unfold idle in Once.
      change (net pb) with (task_network t) in Once. rewrite Sw, E in Once. cbn [andb] in Once. rewrite orb_false_r in Once.
      destruct (is_node v (target pb p)) eqn:T; [left; apply is_node_true; auto|right; lia].
    - rewrite map_app, rev_app_distr. cbn [map rev app legal_broadcast_from].
      assert (F : slot_fits pb ms) by (apply Ft; rewrite E; apply in_app_iff; left; apply in_app_iff; right; left; auto).
      split.
      + constructor; [apply (flip_fits pb back); auto|]. intros m Hm. apply in_map_iff in Hm. destruct Hm as (q & <- & Hq). cbn [flip packet from].
        pose proof (packets_of_the_task _ _ F q Hq) as Pq. destruct (moves_over_links _ _ F q Hq) as (_ & Tn & _).
        apply K; auto. destruct (N.eq_dec (to q) (target pb (packet q))) as [T|T]; [left; auto|right].
        pose proof (Once (packet q) (to q) Pq Tn) as O. assert (Z : is_node (to q) (target pb (packet q)) = false) by (apply not_true_iff_false; rewrite is_node_true; auto).
        assert (Rc : (receives_of (packet q) (to q) (concat sc) =? 0) = false).
        { apply N.eqb_neq. unfold receives_of, count. assert (I : In q (filter (fun m => is_name (packet m) (packet q) && is_node (to m) (to q)) (concat sc))).
          { apply filter_In. rewrite andb_true_iff, is_name_true, is_node_true. split; auto. apply in_concat. exists ms. split; auto. rewrite E.
            apply in_app_iff. left. apply in_app_iff. right. left. auto. }
          destruct (filter _ (concat sc)); [destruct I|cbn; lia]. }
        unfold idle in O. rewrite Rc, andb_false_r in O. rewrite Z, E in O. cbn [orb] in O. rewrite concat_app in O. unfold sends_of in *. rewrite count_app in O.
        enough (count (fun m => is_name (packet m) (packet q) && is_node (from m) (to q)) (concat (l ++ [ms])) = 0) by lia.
        rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm.
        destruct (is_name (packet m) (packet q) && is_node (from m) (to q)) eqn:B; auto. rewrite andb_true_iff, is_name_true, is_node_true in B. destruct B as [B1 B2].
        exfalso. apply in_concat in Hm. destruct Hm as (ms' & I & Im). apply In_nth_error in I. destruct I as (i & Hi).
        assert (Li : (i < length (l ++ [ms]))%nat) by (apply nth_error_Some; congruence). rewrite app_length in Li. cbn [length] in Li.
        specialize (Time (length l) i ms ms' q m). rewrite E in Time.
        assert (A1 : nth_error ((l ++ [ms]) ++ r) (length l) = Some ms) by (rewrite nth_error_app1 by (rewrite app_length; cbn; lia); rewrite nth_error_app2, Nat.sub_diag by lia; auto).
        assert (A2 : nth_error ((l ++ [ms]) ++ r) i = Some ms') by (rewrite nth_error_app1 by (rewrite app_length; cbn; lia); auto).
        specialize (Time A1 Hq A2 Im ltac:(auto) ltac:(auto)). lia.
      + apply (IH (ms :: r)); [rewrite E, <- app_assoc; auto|]. intros p v Hp Hv. unfold copied. cbn [concat]. unfold sends_of in *. rewrite count_app.
        rewrite orb_true_iff, (K p v Hp Hv).
        assert (Ex : existsb (fun m => is_name (packet m) p && is_node (to m) v) (map flip ms) = true <-> 1 <= count (fun m => is_name (packet m) p && is_node (from m) v) ms).
        { unfold count. split.
          - intros H. apply existsb_exists in H. destruct H as (m & Hm & B). apply in_map_iff in Hm. destruct Hm as (q & <- & Hq). cbn [flip packet to] in B.
            assert (In q (filter (fun m => is_name (packet m) p && is_node (from m) v) ms)) by (apply filter_In; auto).
            destruct (filter _ ms); [destruct H|cbn; lia].
          - intros H. destruct (filter _ ms) as [|q l'] eqn:Fl; [cbn in H; lia|]. assert (I : In q (q :: l')) by (left; auto). rewrite <- Fl in I. apply filter_In in I.
            apply existsb_exists. exists (flip q). split; [apply in_map; tauto|tauto]. }
        rewrite Ex. lia. }
  apply (G sc []); [rewrite app_nil_r; auto|]. intros p v Hp Hv. change (source back p) with (source pb p). rewrite is_node_true, Src by auto.
  cbn. unfold sends_of, count. cbn. split; [intros ->; auto|intros [->|]; [auto|lia]].
Qed.
End Backwards.

Lemma backwards_slots sc : slots (backwards sc) = slots sc.
Proof. unfold slots, backwards. rewrite rev_length, map_length. auto. Qed.

Lemma backwards_transmissions sc : transmissions (backwards sc) = transmissions sc.
Proof.
  unfold transmissions, backwards. f_equal. induction sc as [|ms sc IH]; [reflexivity|]. cbn [map rev concat]. rewrite concat_app, !app_length, IH. cbn [concat].
  rewrite app_nil_r, map_length. lia.
Qed.
