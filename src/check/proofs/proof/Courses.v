(** A symmetric schedule as what the packets of node 0 do: which generator each uses in every slot, if any. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Symmetric Compute Replay.
Import ListNotations.
Open Scope N_scope.

Definition course := nat -> N -> option N.

Definition busy (o : option N) : bool := match o with Some _ => true | None => false end.

Lemma NoDup_left {A} (l l' : list A) : NoDup (l ++ l') -> NoDup l.
Proof.
  induction l as [|a l IH]; intros H; [constructor|]. inversion H as [|x y Hn Hd]; subst. constructor; auto.
  intros C. apply Hn, in_app_iff. auto.
Qed.

Lemma sum_swap {A B} (f : A -> B -> N) (l : list A) (l' : list B) :
  sum (fun a => sum (fun b => f a b) l') l = sum (fun b => sum (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH]; [rewrite (sum_ext (fun b => sum (fun a => f a b) []) (fun _ => 0)), sum_const by reflexivity; cbn; lia|].
  rewrite sum_cons, IH, <- sum_plus. apply sum_ext. reflexivity.
Qed.

Section Courses.
Variables (t : task) (inv : N -> N) (offs : list N).
Let nw := task_network t.
Hypothesis L : group nw inv.
Hypothesis Ln : lines nw = None.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.

Fixpoint spot (G : course) (now : nat) (i : N) : N :=
  match now with
  | O => 0
  | S before => match G before i with Some g => product nw (spot G before i) g | None => spot G before i end
  end.

(* ports enough for so many moves of a node *)
Definition ports_for (n : N) : Prop := match task_ports t with All => True | AtMost k => n <= k | HalfDuplex => n = 0 end.

Record fair (T : nat) (G : course) : Prop := {
  f_links : forall now i g, In i idx -> G now i = Some g -> In g (generators nw);
  f_once  : forall now i j g, In i idx -> In j idx -> G now i = Some g -> G now j = Some g -> i = j;
  f_ports : forall now, ports_for (count (fun i => busy (G now i)) idx);
  f_end   : forall i, In i idx -> spot G T i = off i;
  f_done  : forall now i, In i idx -> (T <= now)%nat -> G now i = None }.

(* the number of slots up to and including the last one in which the packet moves, and that of its moves *)
Fixpoint finish (T : nat) (G : course) (i : N) : N :=
  match T with O => 0 | S before => if busy (G before i) then N.of_nat T else finish before G i end.
Fixpoint steps (T : nat) (G : course) (i : N) : N :=
  match T with O => 0 | S before => (if busy (G before i) then 1 else 0) + steps before G i end.

(** ** From a schedule *)

Definition used_in (ms : list (N * N)) (i : N) : option N :=
  match find (fun m => fst m =? i) ms with Some m => Some (generator nw (snd m)) | None => None end.
Definition course_of (sc : list (list (N * N))) : course := fun now i => used_in (nth now sc []) i.

Lemma moved_used at_node ms i : moved nw at_node ms i = match used_in ms i with Some g => product nw (at_node i) g | None => at_node i end.
Proof. unfold moved, used_in. destruct (find _ ms); auto. Qed.

Lemma nth_translate at_node ms s q : s < size nw -> In q ms ->
  In (translate nw at_node (s, q)) (map (translate nw at_node) (list_prod (upto (size nw)) ms)).
Proof. intros Hs Hq. apply in_map, in_prod_iff. split; [apply in_upto|]; auto. Qed.

(* what rule 2 and 3 at all nodes say at node 0 *)
Record plain (at_node : N -> N) (ms : list (N * N)) : Prop := {
  pl_packets : forall m, In m ms -> In (fst m) idx;
  pl_once    : NoDup (map fst ms);
  pl_links   : forall m, In m ms -> In (generator nw (snd m)) (generators nw);
  pl_link    : forall m m', In m ms -> In m' ms -> generator nw (snd m) = generator nw (snd m') -> m = m';
  pl_ports   : ports_for (N.of_nat (length ms)) }.

Lemma slot_plain at_node ms pos : (forall i, In i idx -> at_node i < size nw) ->
  legal_slot (isotropic t offs) pos (map (translate nw at_node) (list_prod (upto (size nw)) ms)) -> plain at_node ms.
Proof.
  intros A S. pose proof (g_unit _ _ L) as U. set (all := map _ _) in S.
  assert (Pk : forall m, In m ms -> In (fst m) idx).
  { intros m Hm. pose proof (packets_of_the_task _ _ (fits _ _ _ S) _ (nth_translate at_node ms 0 m U Hm)) as P. cbn in P.
    apply in_prod_iff in P. apply P. }
  assert (Gn : forall m, In m ms -> In (generator nw (snd m)) (generators nw)).
  { intros m Hm. pose proof (moves_over_links _ _ (fits _ _ _ S) _ (nth_translate at_node ms 0 m U Hm)) as Lk. cbn in Lk.
    fold nw in Lk. apply link_step in Lk; [|exact Ln]. destruct Lk as (_ & _ & g & Hg & E). specialize (A _ (Pk m Hm)). unfold generator in *.
    destruct (Nat.lt_ge_cases (N.to_nat (snd m)) (length (generators nw))) as [Lt|Ge]; [apply nth_In, Lt|].
    rewrite (nth_overflow _ _ Ge) in *. rewrite !(g_right _ _ L), (g_left _ _ L) in E by auto.
    assert (g = 0); [|congruence]. apply (cancel_l L (at_node (fst m))); auto; [apply (g_gens _ _ L); auto|].
    rewrite (g_right _ _ L) by auto. congruence. }
  assert (ND : NoDup (map fst ms)).
  { pose proof (a_packet_moves_once _ _ _ S) as N1. unfold all in N1. rewrite map_map in N1.
    assert (E : exists l, upto (size nw) = 0 :: l).
    { unfold upto. destruct (N.to_nat (size nw)) as [|k] eqn:E; [lia|]. cbn. eauto. }
    destruct E as [l E]. rewrite E in N1. cbn [list_prod] in N1. rewrite map_app, map_map in N1. cbn in N1.
    assert (N2 : NoDup (map (fun x : N * N => (0, fst x)) ms)).
    { apply NoDup_left in N1. exact N1. }
    rewrite <- (map_map fst (fun i => (0, i))) in N2. apply NoDup_map_inv in N2. exact N2. }
  constructor; auto.
  - intros m m' Hm Hm' E. pose proof (one_each (isotropic t offs) inv (group_typed nw inv Ln L) _ (g_once _ _ L) (fits _ _ _ S)) as N1.
    pose proof (A _ (Pk m Hm)) as B. pose proof (A _ (Pk m' Hm')) as B'.
    set (s := product nw (at_node (fst m)) (inv (at_node (fst m')))).
    assert (Hs : s < size nw) by (apply (g_op _ _ L); auto; apply (g_inv _ _ L); auto).
    assert (Es : product nw s (at_node (fst m')) = at_node (fst m)).
    { unfold s. rewrite <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto. apply (g_inv _ _ L); auto. }
    pose proof (g_gens _ _ L _ (Gn m Hm)) as Bg.
    pose proof (NoDup_map_inj _ all _ _ N1 (nth_translate at_node ms 0 m U Hm) (nth_translate at_node ms s m' Hs Hm')) as X.
    cbn in X. fold nw in X. rewrite (g_left _ _ L), (g_left _ _ L) in X by (auto; apply (g_op _ _ L); auto).
    rewrite (g_assoc _ _ L s) in X by (auto; rewrite <- E; auto). rewrite Es, <- E in X. specialize (X eq_refl).
    injection X as _ X. apply (NoDup_map_inj fst ms); auto.
  - assert (Sn : forall v, v < size nw -> N.of_nat (length ms) <= sends all v).
    { intros v Hv. unfold sends, all. rewrite count_map, count_sum, (sum_list_prod (A := N) (B := N * N)).
      rewrite <- (N.mul_1_r (N.of_nat (length ms))), <- sum_const.
      rewrite sum_swap. apply sum_le. intros m Hm. pose proof (A _ (Pk m Hm)) as B.
      set (s := product nw v (inv (at_node (fst m)))).
      assert (Hs : s < size nw) by (apply (g_op _ _ L); auto; apply (g_inv _ _ L); auto).
      pose proof (sum_member (fun a => if is_node (from (translate nw at_node (a, m))) v then 1 else 0) s (upto (size nw))) as M.
      cbv beta in M. eapply N.le_trans; [|apply M, in_upto, Hs]. cbn. fold nw.
      replace (product nw s (at_node (fst m))) with v; [unfold is_node; destruct (N.eq_dec v v); [lia|congruence]|].
      unfold s. rewrite <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto. apply (g_inv _ _ L); auto. }
    pose proof (ports_suffice _ _ (fits _ _ _ S) 0) as Po. specialize (Sn 0 U). cbn [net ports isotropic] in Po. fold nw in Po. rewrite one_rule in Po by exact Ln. unfold ports_for, ports_allow in *.
    destruct (task_ports t); auto; [lia|].
    destruct ms as [|m ms']; [reflexivity|]. exfalso.
    pose proof (Pk m (or_introl eq_refl)) as Im. pose proof (Gn m (or_introl eq_refl)) as Gm. pose proof (A _ Im) as B.
    (* a node that sends receives as well *)
    assert (Rc : 1 <= receives all 0).
    { set (h := product nw (at_node (fst m)) (generator nw (snd m))). pose proof (g_gens _ _ L _ Gm) as Bg.
      assert (Hh : h < size nw) by (apply (g_op _ _ L); auto).
      pose proof (nth_translate at_node (m :: ms') (inv h) m (g_inv _ _ L _ Hh) (or_introl eq_refl)) as I. fold all in I.
      unfold receives. rewrite count_sum. pose proof (sum_member (fun m0 => if is_node (to m0) 0 then 1 else 0) _ _ I) as M. cbn in M. fold nw in M.
      fold h in M. rewrite (g_invl _ _ L) in M by auto. cbn in M. exact M. }
    cbn [length] in Sn. lia.
Qed.

Theorem course_fair sc : legal (isotropic t offs) (at_all_nodes nw (fun _ => 0) sc) -> fair (length sc) (course_of sc).
Proof.
  intros H. unfold legal in H.
  assert (A : forall sc' pre at_node pos, (forall i, In i idx -> at_node i < size nw) ->
     (forall i, In i idx -> at_node i = spot (course_of (pre ++ sc')) (length pre) i) ->
     (forall s i, s < size nw -> In i idx -> pos (s, i) = product nw s (at_node i)) ->
     legal_from (isotropic t offs) pos (at_all_nodes nw at_node sc') ->
     (forall now, (length pre <= now)%nat -> exists at_now, plain at_now (nth now (pre ++ sc') [])) /\
     (forall i, In i idx -> spot (course_of (pre ++ sc')) (length (pre ++ sc')) i = off i)).
  { induction sc' as [|ms sc' IH]; intros pre at_node pos B E Pos H'; cbn [at_all_nodes legal_from] in H'.
    - rewrite app_nil_r in *. split.
      + intros now Hn. exists at_node. rewrite nth_overflow by auto. constructor; [intros m []|apply NoDup_nil|intros m []|intros m m' []|].
        unfold ports_for. destruct (task_ports t); cbn; auto; lia.
      + intros i Hi. rewrite <- E by auto. specialize (H' (0, i)). cbn in H'. fold nw in H'.
        rewrite (Pos 0 i) in H' by (auto; apply (g_unit _ _ L)). rewrite !(g_left _ _ L) in H'; auto.
        * apply H'. apply in_prod_iff. split; [apply in_upto, (g_unit _ _ L)|exact Hi].
        * apply offs_ok, nth_In. apply in_upto in Hi. lia.
    - destruct H' as [S H']. pose proof (slot_plain _ _ _ B S) as P.
      specialize (IH (pre ++ [ms]) (moved nw at_node ms) (after pos (map (translate nw at_node) (list_prod (upto (size nw)) ms)))).
      rewrite <- app_assoc in IH. cbn [app] in IH. rewrite app_length in IH. cbn [length] in IH. rewrite Nat.add_1_r in IH.
      destruct IH as [IH1 IH2]; auto.
      + intros i Hi. rewrite moved_used. destruct (used_in ms i) as [g|] eqn:U; auto. apply (g_op _ _ L); auto.
        unfold used_in in U. destruct (find _ ms) as [m|] eqn:F; [|discriminate]. injection U as <-. apply find_some in F.
        apply (g_gens _ _ L), (pl_links _ _ P), F.
      + intros i Hi. cbn [spot]. unfold course_of at 1. rewrite nth_middle, moved_used, E by auto. reflexivity.
      + intros s i Hs Hi. unfold after. rewrite moved_used. unfold used_in.
        destruct (move_of _ (s, i)) as [m|] eqn:M.
        * apply move_of_some in M. destruct M as [I M]. apply in_map_iff in I. destruct I as ([s' q] & <- & I). apply in_prod_iff in I. destruct I as [_ I].
          cbn in M. injection M as -> Eq. destruct (find _ ms) as [q'|] eqn:F.
          -- apply find_some in F. destruct F as [F F']. apply N.eqb_eq in F'.
             assert (q' = q) by (apply (NoDup_map_inj fst ms); auto using (pl_once _ _ P); congruence). subst q'. cbn. subst i. reflexivity.
          -- eapply find_none in F; [|exact I]. cbn in F. rewrite Eq, N.eqb_refl in F. discriminate.
        * destruct (find _ ms) as [q'|] eqn:F; auto. apply find_some in F. destruct F as [F F']. apply N.eqb_eq in F'. subst i.
          unfold move_of in M. eapply find_none with (x := translate nw at_node (s, q')) in M; [|apply nth_translate; auto].
          cbn in M. assert (is_name (s, fst q') (s, fst q') = true) by (apply is_name_true; auto). congruence.
      + split; auto. intros now Hn. destruct (Nat.eq_dec now (length pre)) as [->|D]; [|apply IH1; lia]. rewrite nth_middle. eauto. }
  destruct (A sc [] (fun _ => 0) (source (isotropic t offs))) as [P E]; auto.
  { intros; apply (g_unit _ _ L). }
  { intros s i Hs Hi. cbn. fold nw. rewrite (g_right _ _ L); auto. }
  cbn [app length] in P, E. assert (P' : forall now, exists at_now, plain at_now (nth now sc [])) by (intros; apply P; lia).
  constructor; auto.
  - intros now i g Hi Hg. destruct (P' now) as [a Q]. unfold course_of, used_in in Hg. destruct (find _ _) as [m|] eqn:F; [|discriminate].
    injection Hg as <-. apply find_some in F. apply (pl_links _ _ Q), F.
  - intros now i j g Hi Hj Ei Ej. destruct (P' now) as [a Q]. unfold course_of, used_in in Ei, Ej.
    destruct (find (fun m => fst m =? i) _) as [m|] eqn:F; [|discriminate]. destruct (find (fun m => fst m =? j) _) as [m'|] eqn:F'; [|discriminate].
    apply find_some in F, F'. destruct F as [F F1], F' as [F' F2]. apply N.eqb_eq in F1, F2.
    assert (m = m') by (apply (pl_link _ _ Q); auto; congruence). congruence.
  - intros now. destruct (P' now) as [a Q].
    assert (C : count (fun i => busy (course_of sc now i)) idx <= N.of_nat (length (nth now sc []))).
    { unfold count. enough (length (filter (fun i => busy (course_of sc now i)) idx) <= length (map fst (nth now sc [])))%nat by (rewrite map_length in *; lia).
      apply NoDup_incl_length; [apply NoDup_filter, upto_nodup|]. intros i Hi. apply filter_In in Hi. destruct Hi as [_ Hi].
      unfold course_of, used_in, busy in Hi. destruct (find _ _) as [m|] eqn:F; [|discriminate]. apply find_some in F. destruct F as [F F'].
      apply N.eqb_eq in F'. subst i. apply in_map, F. }
    pose proof (pl_ports _ _ Q) as Po. unfold ports_for in *. destruct (task_ports t); auto; lia.
  - intros now i _ Hn. unfold course_of. rewrite nth_overflow by auto. reflexivity.
Qed.

(** ** Slots without moves at the end *)

Lemma finish_busy T G i now : (now < T)%nat -> busy (G now i) = true -> N.of_nat now < finish T G i.
Proof.
  induction T as [|T IH]; intros Hn B; [lia|]. cbn [finish]. destruct (Nat.eq_dec now T) as [->|D]; [rewrite B; lia|].
  destruct (busy (G T i)); [lia|]. apply IH; auto. lia.
Qed.

Lemma idle_end G i a b : (forall now, (a <= now)%nat -> G now i = None) -> (a <= b)%nat ->
  spot G b i = spot G a i /\ finish b G i = finish a G i /\ steps b G i = steps a G i.
Proof.
  intros Z H. induction H as [|b H IH]; [auto|]. cbn [spot finish steps]. rewrite (Z b H). exact IH.
Qed.

Lemma fair_until T T' G : fair T G -> (forall i, In i idx -> finish T G i <= N.of_nat T') ->
  fair T' G /\ forall i, In i idx -> finish T' G i = finish T G i /\ steps T' G i = steps T G i.
Proof.
  intros F B.
  assert (Z : forall i now, In i idx -> (T' <= now)%nat -> G now i = None).
  { intros i now Hi Hn. destruct (Nat.lt_ge_cases now T) as [Lt|Ge]; [|apply (f_done _ _ F); auto].
    destruct (G now i) as [g|] eqn:E; auto. assert (busy (G now i) = true) as X by (rewrite E; auto).
    apply (finish_busy T) in X; auto. specialize (B i Hi). lia. }
  assert (E : forall i, In i idx -> spot G T' i = spot G T i /\ finish T' G i = finish T G i /\ steps T' G i = steps T G i).
  { intros i Hi. destruct (Nat.le_ge_cases T T') as [Le|Ge].
    - apply (idle_end G i T T'); auto. intros. apply (f_done _ _ F); auto.
    - destruct (idle_end G i T' T) as (A1 & A2 & A3); auto. }
  split; [|intros i Hi; split; apply E, Hi]. destruct F as [F1 F2 F3 F4 F5]. constructor; auto.
  intros i Hi. destruct (E i Hi) as [-> _]. auto.
Qed.

Lemma moves_here_busy i ms : moves_here i ms = busy (used_in ms i).
Proof. unfold moves_here, used_in. induction ms as [|m ms IH]; [reflexivity|]. cbn [existsb find]. destruct (fst m =? i); auto. Qed.

Lemma course_app sc ms now i : (now < length sc)%nat -> course_of (sc ++ [ms]) now i = course_of sc now i.
Proof. intros H. unfold course_of. rewrite app_nth1 by auto. reflexivity. Qed.

Lemma finish_done sc i : done_at sc i = finish (length sc) (course_of sc) i.
Proof.
  induction sc as [|ms sc IH] using rev_ind; [reflexivity|]. rewrite done_snoc, app_length. cbn [length]. rewrite Nat.add_1_r. cbn [finish].
  unfold course_of at 1. rewrite nth_middle, moves_here_busy. destruct (busy _); [lia|]. rewrite IH.
  enough (forall T, (T <= length sc)%nat -> finish T (course_of sc) i = finish T (course_of (sc ++ [ms])) i) as ->; auto.
  induction T as [|T IHT]; intros HT; [reflexivity|]. cbn [finish]. rewrite course_app, IHT by lia. reflexivity.
Qed.
End Courses.

(** ** The packets in another order *)

Lemma fair_reordered t offs offs' T G : Permutation offs offs' -> fair t offs T G ->
  exists G' ids, fair t offs' T G' /\ Permutation (places offs) ids /\ length ids = length offs' /\
    (forall r, In r (places offs') -> nth (N.to_nat r) offs' 0 = nth (N.to_nat (nth (N.to_nat r) ids 0)) offs 0) /\
    forall r n, finish n G' r = finish n G (nth (N.to_nat r) ids 0) /\ steps n G' r = steps n G (nth (N.to_nat r) ids 0).
Proof.
  intros P F. set (off := fun i => nth (N.to_nat i) offs 0).
  assert (Q : Permutation offs' (map off (places offs))) by (unfold off, places; rewrite nth_upto; apply Permutation_sym, P).
  apply Permutation_map_inv in Q. destruct Q as (ids & E & Q).
  assert (Ln : length ids = length offs') by (rewrite E, map_length; auto).
  assert (Lt : forall r, In r (places offs') -> (N.to_nat r < length ids)%nat) by (intros r Hr; apply in_upto in Hr; lia).
  assert (In_ : forall r, In r (places offs') -> In (nth (N.to_nat r) ids 0) (places offs)).
  { intros r Hr. apply (Permutation_in _ (Permutation_sym Q)), nth_In, Lt, Hr. }
  assert (Off : forall r, In r (places offs') -> nth (N.to_nat r) offs' 0 = off (nth (N.to_nat r) ids 0)).
  { intros r Hr. rewrite E. rewrite (nth_indep _ 0 (off 0)) by (rewrite map_length; apply Lt, Hr). apply map_nth. }
  assert (ND : NoDup ids) by (eapply Permutation_NoDup; [exact Q|apply upto_nodup]).
  exists (fun now r => G now (nth (N.to_nat r) ids 0)), ids.
  assert (Sp : forall now r, spot t (fun now r => G now (nth (N.to_nat r) ids 0)) now r = spot t G now (nth (N.to_nat r) ids 0)).
  { induction now as [|now IH]; intros r; cbn [spot]; [reflexivity|]. rewrite IH. reflexivity. }
  split; [|repeat split; auto].
  - destruct F as [F1 F2 F3 F4 F5]. constructor.
    + intros now r g Hr. apply F1, In_, Hr.
    + intros now r r' g Hr Hr' Er Er'. pose proof (F2 now _ _ g (In_ r Hr) (In_ r' Hr') Er Er') as X.
      apply (NoDup_nth ids 0) in X; auto. lia.
    + intros now. specialize (F3 now). rewrite count_sum in *. rewrite (sum_perm _ _ _ Q) in F3. rewrite <- (nth_upto 0 ids) in F3. rewrite sum_map in F3.
      rewrite Ln in F3. exact F3.
    + intros r Hr. rewrite Sp, (F4 _ (In_ r Hr)). symmetry. apply Off, Hr.
    + intros now r Hr. apply F5, In_, Hr.
  - induction n as [|n IH]; cbn [finish]; [reflexivity|]. rewrite IH. reflexivity.
  - induction n as [|n IH]; cbn [steps]; [reflexivity|]. rewrite IH. reflexivity.
Qed.
