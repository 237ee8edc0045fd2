(** Claims that bind symmetric schedules alone: their bounds are proved of the courses of the packets of one node. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Symmetric Weights Compute Replay Families Near Trees Claims Isotropic Courses Shortened Unrolled Flow Rings Split DirectionTree Latest Delay.
Import ListNotations.
Open Scope N_scope.

Definition most_variables : N := 2 ^ 20.

(* whether a model of so many slots speaks of the claim's horizon *)
Definition reaches (f : found) (c : claim) (T : N) : bool :=
  match c_horizon c with
  | Some (AtMostSlots n) => n <=? T
  | Some Critical => f_slots f <=? T
  | _ => false
  end.

Definition any_horizon (c : claim) : bool := match c_horizon c with Some AnyHorizon => true | _ => false end.

(* with less delay than the bound no packet comes after so many slots: the others have at least the pooled bound *)
Definition enough_for_any (t : task) (offs : list N) (g : gauge) (c : claim) (T : N) : bool :=
  match pooled_without_farthest t g offs with
  | Some rest => (0 <? server_count t) && (c_lower c <=? T + 1 + rest)
  | None => false
  end.

(* in longer schedules something can be left out *)
Definition long_enough (t : task) (offs : list N) (g : gauge) (c : claim) (T : N) : bool :=
  if nearer_only (c_scope c) then sumf (weigh g) offs <=? T else len offs * size (task_network t) <=? T.

(* what a tree over a model proves *)
Definition proved_by (t : task) (offs : list N) (g : gauge) (md : option model) (f : found) (c : claim) (T : N) (tree : list node) : answer :=
  match md with
  | None => Unfit
  | Some md =>
      match c_quantity c with
      | CompletionTime => if (c_lower c =? T + 1) && tree_proves md None tree then Bound (c_lower c) else Unfit
      | TotalDelay =>
          if any_horizon c && negb (forallb (fun x => weigh g x <=? T) offs) then Unfit
          else if any_horizon c && negb (long_enough t offs g c T || enough_for_any t offs g c T) then NotCovered "a dual-tree for any horizon"
          else if (any_horizon c || reaches f c T) && tree_proves md (Some (c_lower c)) tree then Bound (c_lower c) else Unfit
      | Transmissions => Unfit
      end
  end.

(* the packets of the delay model are those of the task by increasing offset *)
Definition delay_model_of (t : task) (offs : list N) (T : N) (nearer : bool) (g : gauge) : option model :=
  let runs := rev' (runs_of offs) in
  if same_runs offs runs then delay_model t (spelt runs) T (negb nearer) g else None.

Definition dual_bound (t : task) (offs : list N) (f : found) (c : claim) (T : N) (flow : bool) (tree : list node) : answer :=
  let nw := task_network t in
  let nearer := nearer_only (c_scope c) in
  match c_scope c, gauge_for nw (ones_of nw) with
  | Everything, _ | _, None => Unfit
  | _, Some g =>
      if eqb (rings nw) flow then
        if negb (size nw * len (generators nw) * N.max T 1 <=? most_variables) then NotCovered "so many variables"
        else proved_by t offs g (flow_model t offs T nearer g) f c T tree
      else if flow then Unfit
      else
        match c_quantity c with
        | CompletionTime => Unfit
        | _ => if negb (len offs * width t * (T + 1) <=? most_variables) then NotCovered "so many variables"
               else proved_by t offs g (delay_model_of t offs T nearer g) f c T tree
        end
  end.

(* bounds over the directions round the rings of a torus; on a Cayley graph they are said of the torus that it may be *)
Definition of_symmetric (c : claim) : bool := match c_scope c with Everything => false | _ => true end.

Definition as_torus (t : task) (offs : list N) : option (task * list N) :=
  if rings (task_network t) then Some (t, offs)
  else match unrolled (task_network t) with
    | Some (radices, numbers) => Some (on_torus t radices, torus_offs offs numbers)
    | None => None
    end.

Definition too_large_to_unroll (nw : network) : bool := negb (rings nw) && negb (size nw * len (generators nw) <=? 2 ^ 18).

Definition split_bound (t : task) (offs : list N) (c : claim) : answer :=
  let v := c_lower c in
  if negb (of_symmetric c) then Unfit
  else if too_large_to_unroll (task_network t) then NotCovered "split on so large a Cayley graph"
  else
    match as_torus t offs with
    | None => Unfit
    | Some (t, offs) =>
        let rs := rings_of (task_network t) in
        if negb (len offs * len rs + sumf radix rs <=? 2 ^ 20) then NotCovered "split of so many packets"
        else
          match gauge_for (task_network t) (ones_of (task_network t)) with
          | Some g => if possible t g offs v && ((v =? 0) || negb (possible t g offs (v - 1))) then Bound v else Unfit
          | None => Unfit
          end
    end.

Definition direction_bound (t : task) (offs : list N) (c : claim) (tree : list turn) : answer :=
  let v := c_lower c in
  if negb (of_symmetric c) then Unfit
  else if too_large_to_unroll (task_network t) then NotCovered "a direction-tree on so large a Cayley graph"
  else
    match as_torus t offs with
    | None => Unfit
    | Some (t, offs) =>
        if negb ((len offs <=? 2 ^ 13) && (len (rings_of (task_network t)) <=? 16)) then NotCovered "a direction-tree of so many packets"
        else if (1 <=? v) && directions_refuted t offs (v - 1) tree then Bound v else Unfit
    end.

Section Symmetric.
Variables (t : task) (offs : list N).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis U : simple nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Let pb := isotropic t offs.
Let L : group nw (inverse nw) := valid_group nw V U.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Let all sc := at_all_nodes nw (fun _ => 0) sc.

Lemma all_fair sc : legal pb (all sc) -> fair t offs (length sc) (course_of t sc).
Proof. apply (course_fair t (inverse nw) offs L (uniform_links nw (simple_uniform nw U)) offs_ok). Qed.

Lemma all_delay sc : total_delay pb (all sc) = size nw * sum (finish (length sc) (course_of t sc)) idx.
Proof.
  unfold pb, all. rewrite total_delay_done. f_equal. apply sum_ext. intros i _. apply (finish_done t).
Qed.

Lemma all_slots sc : slots (all sc) = N.of_nat (length sc).
Proof. apply (at_all_nodes_slots t). Qed.

Lemma all_steps sc s i : s < size nw -> steps (length sc) (course_of t sc) i <= hops_of_packet (all sc) (s, i).
Proof.
  intros Hs. transitivity (sum (fun ms => ind (busy (used_in t ms i))) sc).
  - induction sc as [|ms sc IH] using rev_ind; [cbn; lia|]. rewrite sum_app, app_length, sum_cons. cbn [length]. rewrite Nat.add_1_r. cbn [steps].
    unfold course_of at 1. rewrite nth_middle. unfold ind at 2.
    enough (steps (length sc) (course_of t (sc ++ [ms])) i = steps (length sc) (course_of t sc) i) as -> by (cbn [sum fold_right]; lia).
    enough (forall T, (T <= length sc)%nat -> steps T (course_of t (sc ++ [ms])) i = steps T (course_of t sc) i) as E by auto.
    induction T as [|T IHT]; intros HT; [reflexivity|]. cbn [steps]. rewrite (course_app t), IHT by lia. reflexivity.
  - unfold all, hops_of_packet. generalize (fun _ : N => 0) as at_node. induction sc as [|ms sc IH]; intros at_node; [cbn; lia|].
    rewrite sum_cons. cbn [at_all_nodes concat]. rewrite count_app. specialize (IH (moved nw at_node ms)).
    enough (ind (busy (used_in t ms i)) <= count (fun m => is_name (packet m) (s, i)) (map (translate nw at_node) (list_prod (upto (size nw)) ms))) by lia.
    unfold used_in. destruct (find _ ms) as [m|] eqn:F; [|cbn; lia]. apply find_some in F. destruct F as [F E]. apply N.eqb_eq in E. subst i. cbn [busy ind].
    pose proof (nth_translate t at_node ms s m Hs F) as I. fold nw in I. rewrite count_sum.
    pose proof (sum_member (fun m0 => if is_name (packet m0) (s, fst m) then 1 else 0) _ _ I) as M. cbv beta in M. cbn [packet translate] in M.
    assert (N1 : is_name (s, fst m) (s, fst m) = true) by (apply is_name_true; auto). rewrite N1 in M. exact M.
Qed.

Lemma shortest_steps g sc : attained nw g = true -> shortest pb (all sc) ->
  forall i, In i idx -> steps (length sc) (course_of t sc) i <= apart nw g (inverse nw (off i)) 0.
Proof.
  intros A S i Hi. pose proof Hi as Hlt. apply in_upto in Hlt. assert (Ho : off i < size nw) by (apply offs_ok, nth_In; lia).
  set (s := inverse nw (off i)). assert (Hs : s < size nw) by (apply (g_inv _ _ L), Ho).
  destruct (N.le_gt_cases (steps (length sc) (course_of t sc) i) (apart nw g s 0)) as [|Gt]; auto. exfalso.
  pose proof (all_steps sc s i Hs) as St.
  assert (P : In (s, i) (packets pb)) by (apply in_prod_iff; split; [apply in_upto|]; auto).
  specialize (S (s, i) P (N.to_nat (apart nw g s 0))). rewrite N2Nat.id in S. specialize (S ltac:(lia)).
  assert (Tg : target pb (s, i) = 0) by (cbn; fold nw (off i); apply (g_invl _ _ L), Ho).
  rewrite Tg in S. cbn [source pb isotropic fst net] in S. fold nw in S.
  rewrite (apart_within nw g V (simple_uniform nw U) _ _ _ A) in S; [discriminate|exact Hs|apply (g_unit _ _ L)|lia].
Qed.

(* what a model must have to bound the courses of so many slots *)
Definition models (md : model) (T : N) (nearer : bool) (g : gauge) : Prop :=
  forall G, fair t offs (N.to_nat T) G ->
    (nearer = true -> forall i, In i idx -> steps (N.to_nat T) G i <= apart nw g (inverse nw (off i)) 0) ->
    exists s, solves md s /\ (value_of s (objective md) <= Z.of_N (sum (finish (N.to_nat T) G) idx))%Z.

Lemma models_bind md T nearer g goal tree sc : models md T nearer g -> tree_proves md goal tree = true ->
  legal pb (all sc) -> (nearer = true -> attained nw g = true /\ shortest pb (all sc)) ->
  (forall i, In i idx -> finish (length sc) (course_of t sc) i <= T) ->
  match goal with None => False | Some v => size nw * v <= total_delay pb (all sc) end.
Proof.
  intros M P Lg Sh B. pose proof (all_fair sc Lg) as F. set (G := course_of t sc) in *.
  destruct (fair_until t offs _ (N.to_nat T) G F) as [F' E]; [intros i Hi; rewrite N2Nat.id; apply B, Hi|].
  destruct (M G F') as (s & S & O).
  - intros Nr i Hi. destruct (E i Hi) as [_ ->]. destruct (Sh Nr) as [A Sh']. apply (shortest_steps g sc A Sh' i Hi).
  - pose proof (tree_sound md s S goal tree P) as X. destruct goal as [v|]; [|exact X]. cbn [proves] in X. rewrite all_delay. fold G.
    rewrite (sum_ext (finish (length sc) G) (finish (N.to_nat T) G)) by (intros i Hi; symmetry; apply E, Hi). nia.
Qed.

Lemma flow_models md T nearer g : gauge_for nw (ones_of nw) = Some g -> flow_model t offs T nearer g = Some md -> models md T nearer g.
Proof.
  intros Gd Md G F Sh. rewrite <- (N2Nat.id T) in Md. exists (Flow.solution t offs G (N.to_nat T)).
  apply (flow_solution t offs G (N.to_nat T) nearer g V U offs_ok Gd F Sh md Md).
Qed.

Lemma flow_attained md T g : flow_model t offs T true g = Some md -> attained nw g = true.
Proof. unfold flow_model. cbv zeta. destruct (_ && _) eqn:R; [|discriminate]. intros _. apply andb_true_iff in R. apply R. Qed.

Lemma inverse_twice v : v < size nw -> inverse nw (inverse nw v) = v.
Proof.
  intros Hv. pose proof (g_inv _ _ L v Hv) as Hi. apply (cancel_l L (inverse nw v)); auto; [apply (g_inv _ _ L), Hi|].
  rewrite (g_invr _ _ L), (g_invl _ _ L) by auto. reflexivity.
Qed.

Lemma apart_home g v : v < size nw -> apart nw g (inverse nw v) 0 = weigh g v.
Proof.
  intros Hv. unfold apart, offset. rewrite inverse_twice by auto. rewrite (g_right _ _ L) by auto. reflexivity.
Qed.

Lemma delay_models md T nearer g : rings nw = true -> gauge_for nw (ones_of nw) = Some g -> delay_model_of t offs T nearer g = Some md ->
  models md T nearer g /\ (nearer = true -> attained nw g = true).
Proof.
  intros R Gd H. unfold delay_model_of in H. cbv zeta in H. set (runs := rev' (runs_of offs)) in *. destruct (same_runs offs runs) eqn:S; [|discriminate].
  apply same_runs_sound in S. split.
  - intros G F Sh. destruct (fair_reordered t offs (spelt runs) _ G S F) as (G' & ids & F' & P & Ln & Of & Fs).
    rewrite <- (N2Nat.id T) in H.
    assert (Ok' : forall x, In x (spelt runs) -> x < size nw) by (intros x Hx; apply offs_ok, (Permutation_in _ (Permutation_sym S)), Hx).
    assert (At : forall r, In r (places (spelt runs)) -> In (nth (N.to_nat r) ids 0) idx).
    { intros r Hr. apply (Permutation_in _ (Permutation_sym P)), nth_In. apply in_upto in Hr. lia. }
    destruct (delay_solution t (spelt runs) G' (N.to_nat T) (negb nearer) g md V R Ok' F' H) as (s & So & Ob).
    + intros Nr r Hr. apply negb_false_iff in Nr. specialize (Sh Nr _ (At r Hr)). rewrite (Of r Hr). destruct (Fs r (N.to_nat T)) as [_ ->].
      rewrite apart_home in Sh; [exact Sh|]. apply offs_ok, nth_In. specialize (At r Hr). apply in_upto in At. lia.
    + exists s. split; auto. enough (sum (finish (N.to_nat T) G') (places (spelt runs)) = sum (finish (N.to_nat T) G) idx) as <- by exact Ob.
      rewrite (sum_perm _ _ _ P). rewrite <- (nth_upto 0 ids), sum_map, Ln. apply sum_ext. intros r _. apply Fs.
  - intros ->. unfold delay_model in H. cbv zeta in H. destruct (_ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff in B. apply B.
Qed.

(* in so many slots there is no symmetric schedule *)
Lemma refuted T sc : (forall G, fair t offs (N.to_nat T) G -> False) -> legal pb (all sc) -> T + 1 <= slots (all sc).
Proof.
  intros Rf Lg. destruct (N.le_gt_cases (slots (all sc)) T) as [Le|]; [|lia]. exfalso. pose proof (all_fair sc Lg) as F.
  destruct (fair_until t offs _ (N.to_nat T) _ F) as [F' _]; [|apply (Rf _ F')].
  intros i Hi. rewrite N2Nat.id. rewrite all_slots in Le. enough (forall n, finish n (course_of t sc) i <= N.of_nat n) as X by (specialize (X (length sc)); lia).
  induction n as [|n IH]; cbn [finish]; [lia|]. destruct (busy _); lia.
Qed.

(* courses on the torus that the network is *)
Lemma as_torus_sound t' offs' : as_torus t offs = Some (t', offs') ->
  valid_network (task_network t') = true /\ rings (task_network t') = true /\ (forall x, In x offs' -> x < size (task_network t')) /\
  forall T G, fair t offs T G -> exists G', fair t' offs' T G'.
Proof.
  unfold as_torus. fold nw. destruct (rings nw) eqn:R; [intros H; injection H as <- <-; repeat split; eauto|].
  destruct (unrolled nw) as [[rs numbers]|] eqn:Un; [|discriminate]. intros H. injection H as <- <-.
  destruct (unrolled_right t rs numbers Un) as (Vt & _). split; [exact Vt|]. split; [reflexivity|]. split.
  - apply (torus_offs_ok t offs rs numbers offs_ok Un).
  - intros T G F. eexists. apply (fair_on_torus t offs rs numbers V U Un T G F).
Qed.

Lemma late_packet g c T sc i : gauge_for nw (ones_of nw) = Some g -> enough_for_any t offs g c T = true -> legal pb (all sc) -> In i idx ->
  T < finish (length sc) (course_of t sc) i -> size nw * c_lower c <= total_delay pb (all sc).
Proof.
  intros Gd En Lg Hi Lt. unfold enough_for_any in En. destruct (pooled_without_farthest t g offs) as [rest|] eqn:P; [|discriminate].
  rewrite andb_true_iff, N.ltb_lt, N.leb_le in En. destruct En as [M En]. apply pooled_of_sound in P.
  pose proof (others_delay t offs g V (simple_uniform nw U) offs_ok Gd i Hi (all sc) Lg M) as O. fold pb nw in O.
  rewrite (sum_ext _ (fun _ => finish (length sc) (course_of t sc) i)), sum_const, upto_length in O.
  - rewrite <- P in O. fold nw in O. nia.
  - intros s Hs. apply in_upto in Hs. unfold all. rewrite (completion_done t) by auto. apply (finish_done t).
Qed.

Lemma long_binds c g md T tree sc : gauge_for nw (ones_of nw) = Some g -> models md T (nearer_only (c_scope c)) g ->
  tree_proves md (Some (c_lower c)) tree = true -> legal pb (all sc) ->
  (nearer_only (c_scope c) = true -> attained nw g = true /\ shortest pb (all sc)) -> long_enough t offs g c T = true ->
  size nw * c_lower c <= total_delay pb (all sc).
Proof.
  intros Gd M P Lg At Lo. pose proof (all_fair sc Lg) as F. rewrite all_delay. set (G := course_of t sc) in *.
  enough (exists G', fair t offs (N.to_nat T) G' /\ (forall i, In i idx -> finish (N.to_nat T) G' i <= finish (length sc) G i) /\
    (nearer_only (c_scope c) = true -> forall i, In i idx -> steps (N.to_nat T) G' i <= apart nw g (inverse nw (off i)) 0)) as (G' & F' & Fi & St).
  - destruct (M G' F' St) as (s & S & O). pose proof (tree_sound md s S _ tree P) as X. cbn [proves] in X.
    assert (Le : sum (finish (N.to_nat T) G') idx <= sum (finish (length sc) G) idx) by (apply sum_le, Fi). nia.
  - unfold long_enough in Lo. destruct (nearer_only (c_scope c)).
    + destruct (At eq_refl) as [A Sh]. apply N.leb_le in Lo. pose proof (shortest_steps g sc A Sh) as Few. fold G in Few.
      destruct (enough_slots t offs (N.to_nat T) (length sc) G F) as (G' & F' & E).
      * rewrite N2Nat.id. etransitivity; [|exact Lo]. assert (E : sum (weigh g) offs = sum (fun i => weigh g (off i)) idx) by (rewrite <- (nth_upto 0 offs) at 1; apply sum_map).
        rewrite sumf_sum, E. apply sum_le. intros i Hi.
        pose proof (Few i Hi) as H. rewrite apart_home in H; [exact H|]. apply offs_ok, nth_In. apply in_upto in Hi. lia.
      * exists G'. split; [exact F'|]. split; [intros i Hi; apply E, Hi|]. intros _ i Hi. destruct (E i Hi) as [_ ->]. apply Few, Hi.
    + apply N.leb_le in Lo. rewrite len_length in Lo. destruct (enough_for_all t (inverse nw) offs L (N.to_nat T) (length sc) G F) as (G' & F' & E); [rewrite N2Nat.id; exact Lo|].
      exists G'. split; [exact F'|]. split; [exact E|discriminate].
Qed.

(* the schedule of the certificate *)
Variables (moves : list (list (N * N))) (f : found).
Let p := Symmetric offs moves.
Hypothesis replayed : legal pb (all (to_last_move moves)).
Hypothesis f_right : f_slots f = N.of_nat (length (to_last_move moves)).

Lemma reaches_sound c T other : reaches f c T = true -> in_horizon t p (c_horizon c) other -> slots other <= T.
Proof.
  unfold reaches, in_horizon. destruct (c_horizon c) as [[| |n]|]; try discriminate; rewrite N.leb_le; intros H B; [|lia].
  assert (Sy : is_symmetric t p (all (to_last_move moves))) by (eexists; reflexivity).
  specialize (B (all (to_last_move moves)) replayed Sy). rewrite all_slots in B. lia.
Qed.

Lemma proved_by_sound c g md T tree v sc : gauge_for nw (ones_of nw) = Some g -> models md T (nearer_only (c_scope c)) g ->
  (nearer_only (c_scope c) = true -> attained nw g = true /\ shortest pb (all sc)) -> legal pb (all sc) -> in_horizon t p (c_horizon c) (all sc) ->
  proved_by t offs g (Some md) f c T tree = Bound v -> unit_of (size nw) (c_quantity c) * v <= measure pb (c_quantity c) (all sc).
Proof.
  intros Gd M At Lg Hz H'. unfold proved_by in H'.
  assert (Fin : slots (all sc) <= T -> forall i, In i idx -> finish (length sc) (course_of t sc) i <= T).
  { intros B i _. rewrite all_slots in B. enough (forall n, finish n (course_of t sc) i <= N.of_nat n) as X by (specialize (X (length sc)); lia).
    induction n as [|n IH]; cbn [finish]; [lia|]. destruct (busy _); lia. }
  destruct (c_quantity c) eqn:Qc; cbn [measure unit_of]; [|discriminate|].
  - destruct (_ && _) eqn:B; [|discriminate]. apply andb_true_iff in B. destruct B as [B P]. apply N.eqb_eq in B. injection H' as <-. rewrite N.mul_1_l.
    destruct (N.le_gt_cases (slots (all sc)) T) as [Le|]; [|lia]. exfalso. apply (models_bind md T _ g None tree sc M P Lg At (Fin Le)).
  - destruct (any_horizon c) eqn:An; cbn [andb orb] in H'.
    { destruct (negb (forallb _ _)); [discriminate|]. destruct (long_enough t offs g c T || enough_for_any t offs g c T) eqn:Some_; [|discriminate]. cbn [negb] in H'.
      destruct (tree_proves md (Some (c_lower c)) tree) eqn:P; [|discriminate]. assert (c_lower c = v) as <- by congruence.
      apply orb_true_iff in Some_. destruct Some_ as [Lo|En]; [apply (long_binds c g md T tree sc Gd M P Lg At Lo)|].
      destruct (existsb (fun i => T <? finish (length sc) (course_of t sc) i) idx) eqn:X.
      - apply existsb_exists in X. destruct X as (i & Hi & X). apply N.ltb_lt in X. apply (late_packet g c T sc i); auto.
      - apply (models_bind md T _ g (Some (c_lower c)) tree sc M P Lg At). intros i Hi.
        destruct (N.le_gt_cases (finish (length sc) (course_of t sc) i) T) as [|C]; auto.
        assert (existsb (fun i => T <? finish (length sc) (course_of t sc) i) idx = true); [|congruence].
        apply existsb_exists. exists i. split; auto. apply N.ltb_lt, C. }
    destruct (_ && _) eqn:B; [|discriminate]. apply andb_true_iff in B. destruct B as [B P].
    assert (c_lower c = v) as <- by congruence. pose proof (reaches_sound c T _ B Hz) as Le. apply (models_bind md T _ g (Some (c_lower c)) tree sc M P Lg At (Fin Le)).
Qed.

Lemma dual_bound_sound c v T flow tree : dual_bound t offs f c T flow tree = Bound v -> binds_claim pb (is_bound t p) (size nw) c v.
Proof.
  intros H other _ (Lg & Sc & Hz). unfold dual_bound in H. cbv zeta in H. cbn [is_legal p problem_of] in Lg. fold nw in H.
  assert (Sym : exists sc, other = all sc /\ (nearer_only (c_scope c) = true -> shortest pb (all sc)) /\ c_scope c <> Everything).
  { unfold in_scope, is_symmetric, p in Sc. destruct (c_scope c); [discriminate|destruct Sc as [sc ->]|destruct Sc as [[sc ->] Sh]]; exists sc; repeat split; auto; discriminate. }
  destruct Sym as (sc & -> & Sh & Ne). destruct (gauge_for nw (ones_of nw)) as [g|] eqn:Gd; [|destruct (c_scope c); discriminate].
  assert (H' : (if eqb (rings nw) flow then
        if negb (size nw * len (generators nw) * N.max T 1 <=? most_variables) then NotCovered "so many variables"
        else proved_by t offs g (flow_model t offs T (nearer_only (c_scope c)) g) f c T tree
      else if flow then Unfit
      else match c_quantity c with
        | CompletionTime => Unfit
        | _ => if negb (len offs * width t * (T + 1) <=? most_variables) then NotCovered "so many variables"
               else proved_by t offs g (delay_model_of t offs T (nearer_only (c_scope c)) g) f c T tree end) = Bound v)
    by (destruct (c_scope c); [congruence|exact H|exact H]).
  clear H. destruct (eqb (rings nw) flow) eqn:Rf.
  - destruct (negb (_ <=? _)); [discriminate|]. destruct (flow_model _ _ _ _ _) as [md|] eqn:Md; [|discriminate].
    apply (proved_by_sound c g md T tree v sc); auto; [apply (flow_models md T _ g Gd Md)|].
    intros Nr. split; [|auto]. rewrite Nr in Md. apply (flow_attained _ _ _ Md).
  - destruct flow; [discriminate|]. assert (Rg : rings nw = true) by (destruct (rings nw); auto; discriminate).
    assert (H2 : (if negb (len offs * width t * (T + 1) <=? most_variables) then NotCovered "so many variables"
               else proved_by t offs g (delay_model_of t offs T (nearer_only (c_scope c)) g) f c T tree) = Bound v) by (destruct (c_quantity c); [discriminate|exact H'|exact H']).
    destruct (negb (_ <=? _)); [discriminate|]. destruct (delay_model_of _ _ _ _ _) as [md|] eqn:Md; [|discriminate].
    destruct (delay_models md T _ g Rg Gd Md) as [M At]. apply (proved_by_sound c g md T tree v sc); auto.
Qed.

Lemma symmetric_sound c other : of_symmetric c = true -> is_bound t p (c_scope c) (c_horizon c) other ->
  exists sc, other = all sc /\ legal pb (all sc).
Proof.
  unfold of_symmetric. intros Sc (Lg & S & _). cbn [is_legal p problem_of] in Lg. unfold in_scope, is_symmetric, p in S.
  destruct (c_scope c); [discriminate|destruct S as [sc ->]|destruct S as [[sc ->] _]]; exists sc; auto.
Qed.

Lemma split_bound_sound c v : c_witness c = Claims.Split -> split_bound t offs c = Bound v -> binds_claim pb (is_bound t p) (size nw) c v.
Proof.
  intros W H other Q B. unfold split_bound in H. cbv zeta in H. destruct (of_symmetric c) eqn:D; [|discriminate]. cbn [negb] in H.
  destruct (symmetric_sound c other D B) as (sc & -> & Lg). destruct (too_large_to_unroll _); [discriminate|].
  destruct (as_torus t offs) as [[t' offs']|] eqn:At; [|discriminate]. destruct (negb (_ <=? _)); [discriminate|].
  destruct (gauge_for _ _) as [g|] eqn:Gd; [|discriminate]. destruct (_ && _) eqn:P; [|discriminate]. assert (c_lower c = v) as <- by congruence. clear H.
  rewrite W in Q. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
  apply andb_true_iff in P. destruct P as [_ P]. destruct (N.eqb_spec (c_lower c) 0) as [->|Nz]; [lia|]. cbn [orb] in P. apply negb_true_iff in P.
  replace (c_lower c) with (c_lower c - 1 + 1) by lia. apply refuted; auto. intros G F. destruct (as_torus_sound t' offs' At) as (V' & R' & O' & F').
  destruct (F' _ _ F) as [G' F2]. rewrite <- (N2Nat.id (c_lower c - 1)) in P.
  rewrite (split_possible t' offs' G' (N.to_nat (c_lower c - 1)) V' R' O' F2 g) in P; [discriminate|].
  apply (fair_distance t' offs' g _ G' V' (rings_simple t' V' R') Gd O' F2).
Qed.

Lemma direction_bound_sound c v tree : c_witness c = Claims.DirectionTree tree -> direction_bound t offs c tree = Bound v ->
  binds_claim pb (is_bound t p) (size nw) c v.
Proof.
  intros W H other Q B. unfold direction_bound in H. cbv zeta in H. destruct (of_symmetric c) eqn:D; [|discriminate]. cbn [negb] in H.
  destruct (symmetric_sound c other D B) as (sc & -> & Lg). destruct (too_large_to_unroll _); [discriminate|].
  destruct (as_torus t offs) as [[t' offs']|] eqn:At; [|discriminate]. destruct (negb (_ && _)); [discriminate|].
  destruct (_ && _) eqn:P; [|discriminate]. assert (c_lower c = v) as <- by congruence. clear H.
  rewrite W in Q. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
  apply andb_true_iff in P. destruct P as [Nz P]. apply N.leb_le in Nz.
  replace (c_lower c) with (c_lower c - 1 + 1) by lia. apply refuted; auto. intros G F. destruct (as_torus_sound t' offs' At) as (V' & R' & O' & F').
  destruct (F' _ _ F) as [G' F2]. rewrite <- (N2Nat.id (c_lower c - 1)) in P.
  rewrite (directions_sound t' offs' G' (N.to_nat (c_lower c - 1)) V' R' O' F2 tree) in P. discriminate.
Qed.
End Symmetric.
