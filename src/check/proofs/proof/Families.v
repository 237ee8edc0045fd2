(** Every family of networks in one place: inverse, weighted distances, and that they are what they must be. *)
From Coq Require Import Arith NArith List Lia Bool FMapPositive.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Permutations Wreath Cubes Tori Vectors Weights Compute Lines.
From Isotask.Proof Require Import Carry.
Import ListNotations.
Open Scope N_scope.

Definition inverse (nw : network) (v : N) : N :=
  match nw with
  | Hypercube _ | IncompleteHypercube _ => v
  | Torus ps | HyperX ps _ => opposite ps v
  | Lattice rows => lattice_inverse rows v
  | Circulant n _ | Complete n => minus n v
  | Star n | Pancake n | BubbleSort n => symmetric_inverse n v
  | CubeConnectedCycles n | Butterfly n => wreath_inverse n v
  | Permutations _ es => listed_inverse es v
  | Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ => v
  end.

(* the generators of the families of permutations, as such *)
Definition swaps_or_reversals (nw : network) : list (list N) :=
  match nw with
  | Star n => map (fun j => swap n 0 (j + 1)) (upto (n - 1))
  | BubbleSort n => map (fun j => swap n j (j + 1)) (upto (n - 1))
  | Pancake n => map (fun j => reverse n (j + 2)) (upto (n - 1))
  | _ => []
  end.
Definition permutations_fit (n : N) (ps : list (list N)) : bool := forallb (permutationb n) ps && once ps.

(* whether it looks the same from every node, by translations; whether no links are side by side; and both *)
Definition uniform (nw : network) : bool := match nw with IncompleteHypercube _ => false | _ => negb (listed_links nw) end.
Definition single (nw : network) : bool := match nw with HyperX _ cs => forallb (N.eqb 1) cs | _ => negb (listed_links nw) end.
Definition simple (nw : network) : bool := uniform nw && single nw.

Lemma simple_uniform nw : simple nw = true -> uniform nw = true.
Proof. unfold simple. rewrite andb_true_iff. tauto. Qed.
Lemma simple_single nw : simple nw = true -> single nw = true.
Proof. unfold simple. rewrite andb_true_iff. tauto. Qed.
Lemma uniform_links nw : uniform nw = true -> lines nw = None.
Proof. destruct nw; discriminate || reflexivity. Qed.
Definition hyperx_degree (ps cs : list N) : N := sumf (fun pc => (fst pc - 1) * snd pc) (combine ps cs).

Definition valid_network (nw : network) : bool :=
  match nw with
  | Hypercube d => (1 <=? d) && (d <=? 62)
  | IncompleteHypercube n => (2 <=? n) && (n <=? 2 ^ 62)
  | Torus ps => match ps with [] => false | _ => true end && forallb (fun p => 2 <=? p) ps && (volume ps <=? 2 ^ 62)
  | Circulant n steps =>
      (2 <=? n) && (n <=? 2 ^ 22) && match steps with [] => false | _ => true end &&
      forallb (fun s => (1 <=? s) && (s <? n)) steps && nodupb (generators nw) && (fold_right N.gcd n steps =? 1)
  | Complete n => (2 <=? n) && (n <=? 8192) && nodupb (generators nw)
  | Star n | Pancake n | BubbleSort n => (2 <=? n) && (n <=? 10) && permutations_fit n (swaps_or_reversals nw)
  | CubeConnectedCycles n | Butterfly n =>
      (3 <=? n) && (n <=? 17) && nodupb (generators nw) && forallb (fun g => g <? size nw) (generators nw)
  | Permutations ps es => valid_permutations ps es
  | HyperX ps cs =>
      match ps with [] => false | _ => true end && forallb (fun p => 2 <=? p) ps && (volume ps <=? 2 ^ 22) && (len cs =? len ps) && forallb (fun c => 1 <=? c) cs &&
      (volume ps * hyperx_degree ps cs <=? 2 ^ 26)
  | Mesh ps => match ps with [] => false | _ => true end && forallb (fun p => 2 <=? p) ps && (volume ps <=? 2 ^ 20)
  | Lift group base links switches rule =>
      match group with [] => false | _ => true end && forallb (fun r => 2 <=? r) group && (1 <=? base) && forallb (lift_link_fits group base) links &&
      once (mapr way_list (flat_map (ways_of group) links)) && rising_to base 0 switches && (2 <=? len (hosts nw)) &&
      match rule with AtMost 0 => false | _ => true end
  | Graph n directed links switches rule => valid_graph n directed links switches rule
  | Lattice rows =>
      normalb rows && (size nw <=? 2 ^ 22) && forallb (fun g => (1 <=? g) && (g <? size nw)) (generators nw) && nodupb (generators nw)
  end.

Lemma cyclic_group nw n : 0 < n -> size nw = n -> (forall a b, product nw a b = plus n a b) ->
  (forall g, In g (generators nw) -> g < n) -> NoDup (generators nw) -> group nw (minus n).
Proof.
  intros Hn Sz Pr Ge ND. split; [constructor|]; rewrite ?Sz; auto; intros; rewrite ?Pr; try (cyc; fail).
Qed.

Lemma valid_torus ps : valid_network (Torus ps) = true -> radices_ok ps.
Proof.
  cbn. rewrite !andb_true_iff, forallb_forall. intros [[_ H] _]. apply Forall_forall. intros p Hp. apply N.leb_le, H, Hp.
Qed.

Lemma permutations_group nw n : size nw = factorial (N.to_nat n) ->
  (forall a b, product nw a b = rank (composed (numbered n a) (numbered n b))) -> generators nw = map rank (swaps_or_reversals nw) ->
  permutations_fit n (swaps_or_reversals nw) = true -> group nw (symmetric_inverse n).
Proof.
  unfold permutations_fit. rewrite andb_true_iff, forallb_forall. intros Sz Pr Ge [A B].
  apply symmetric_group; auto. exists (swaps_or_reversals nw). repeat split; auto using once_sound, permutationb_sound.
Qed.

Lemma valid_wreath nw n : size nw = 2 ^ n * n -> (forall a b, product nw a b = wreath n a b) ->
  (3 <=? n) && (n <=? 17) && nodupb (generators nw) && forallb (fun g => g <? size nw) (generators nw) = true -> group nw (wreath_inverse n).
Proof.
  rewrite !andb_true_iff, N.leb_le, forallb_forall. intros Sz Pr [[[A _] B] C]. apply wreath_group; auto; [lia| |apply nodupb_sound, B].
  intros g Hg. apply N.ltb_lt, C, Hg.
Qed.

Lemma valid_hyperx ps cs : valid_network (HyperX ps cs) = true -> radices_ok ps /\ length cs = length ps /\ Forall (fun c => 1 <= c) cs.
Proof.
  cbn [valid_network]. rewrite !andb_true_iff, !forallb_forall, N.eqb_eq, !len_length. intros [[[[[_ V] _] E] C] _]. split; [|split; [lia|]].
  - apply Forall_forall. intros p Hp. apply N.leb_le, V, Hp.
  - apply Forall_forall. intros c Hc. apply N.leb_le, C, Hc.
Qed.

Lemma valid_group nw : valid_network nw = true -> simple nw = true -> group nw (inverse nw).
Proof.
  intros V S. pose proof (simple_uniform nw S) as U. destruct nw as [d|n|ps|n steps|n|n|n|n|n|n|ps es|ps cs|rows|ps|g b l lsw lr|n dr l sw r]; try discriminate;
    try (cbn [valid_network] in V; rewrite !andb_true_iff in V; apply permutations_group; [reflexivity|reflexivity| |apply V];
         cbn [generators swaps_or_reversals]; rewrite map_map; reflexivity);
    try (apply valid_wreath; [reflexivity|reflexivity|exact V]).
  - apply cube_group.
  - apply torus_group, valid_torus, V.
  - cbn [valid_network] in V. rewrite !andb_true_iff, forallb_forall, !N.leb_le in V. destruct V as [[[[[A _] _] F] D] _].
    apply (cyclic_group _ n); [lia|reflexivity|reflexivity| |apply nodupb_sound; exact D].
    intros g Hg. cbn [generators] in Hg. apply in_flat_map in Hg. destruct Hg as (s & Hs & Hg). specialize (F s Hs).
    rewrite andb_true_iff, N.leb_le, N.ltb_lt in F. destruct (2 * s =? n); cbn [In] in Hg; intuition lia.
  - cbn [valid_network] in V. rewrite !andb_true_iff, !N.leb_le in V. destruct V as [[A _] D].
    apply (cyclic_group _ n); [lia|reflexivity|reflexivity| |apply nodupb_sound; exact D].
    intros g Hg. cbn in Hg. apply in_map_iff in Hg. destruct Hg as (j & <- & Hj). apply in_upto in Hj. lia.
  - apply valid_permutations_group, V.
  - destruct (valid_hyperx _ _ V) as (ok & _ & _). split; [apply hyperx_translations, ok|]. apply hyperx_once; auto.
    apply simple_single in S. cbn in S. rewrite forallb_forall in S. apply Forall_forall. intros c Hc. specialize (S c Hc). apply N.eqb_eq in S. auto.
  - cbn [valid_network] in V. rewrite !andb_true_iff, forallb_forall in V. destruct V as [[[A _] B] C].
    apply lattice_group; [apply normal_sizes, normalb_sound, A| |apply nodupb_sound, C].
    intros g Hg. specialize (B g Hg). rewrite andb_true_iff, N.ltb_lt in B. apply B.
Qed.

Lemma valid_translations nw : valid_network nw = true -> uniform nw = true -> translations nw (inverse nw).
Proof.
  intros V U. destruct (single nw) eqn:S; [apply valid_group; auto; unfold simple; rewrite U; exact S|].
  destruct nw; try discriminate. apply hyperx_translations, (valid_hyperx _ _ V).
Qed.

Lemma volume_positive ps : forallb (fun p => 2 <=? p) ps = true -> 0 < volume ps.
Proof.
  induction ps as [|p ps IH]; [cbn; lia|]. cbn. rewrite andb_true_iff, N.leb_le. intros [A B]. specialize (IH B). fold (volume ps). nia.
Qed.

Lemma valid_size nw : valid_network nw = true -> 0 < size nw.
Proof.
  intros V. destruct (uniform nw) eqn:U; [apply (g_unit _ _ (valid_translations nw V U))|]. destruct nw; try discriminate;
    cbn [valid_network] in V; unfold valid_graph in V; rewrite !andb_true_iff, ?N.leb_le in V; cbn [size].
  - lia.
  - apply volume_positive, V.
  - pose proof (volume_positive group ltac:(apply V)). nia.
  - lia.
Qed.

Lemma valid_typed nw : valid_network nw = true -> listed_links nw = false -> typed nw (inverse nw).
Proof.
  intros V Ls. destruct (uniform nw) eqn:U; [apply group_typed; [apply not_listed, Ls|apply valid_translations; auto]|].
  destruct nw; try discriminate. apply incomplete_typed.
Qed.

(** ** Weighted distances: by formula, or found by relaxing and checked *)

(* on networks whose links are listed a table of hops for every target, node u on its way to b at u · n + b *)
Inductive gauge := Bits (ws : list N) | Vector (ps ws : list N) | Found (ds : PM.t N) | Tables (n : N) (to : PM.t (PM.t N)).

Definition weigh (g : gauge) (x : N) : N :=
  match g with
  | Bits ws => bit_weight ws x
  | Vector ps ws => vector_weight ps ws (coordinates ps x)
  | Found ds => get 0 ds x
  | Tables n to => match PM.find (N.succ_pos (x mod n)) to with Some ds => get 0 ds (x / n) | None => 0 end
  end.

(* generators with their weights *)
Definition hops_of (nw : network) (ws : list N) : list (N * N) := combine (generators nw) ws.

(* the steps from every node, computed once *)
Definition steps_of (nw : network) (hops : list (N * N)) : PM.t (list (N * N)) :=
  loop (fun m v => put m v (mapr (fun gw => (product nw v (fst gw), snd gw)) hops)) (size nw) (PM.empty _).

(* one round of relaxing; a distance that is not known yet is absent *)
Definition relax_node (steps : PM.t (list (N * N))) (q : bool * PM.t N) (v : N) : bool * PM.t N :=
  match PM.find (N.succ_pos v) (snd q) with
  | None => q
  | Some dv =>
      fold_left (fun q uw =>
        let u := fst uw in
        let better := match PM.find (N.succ_pos u) (snd q) with None => true | Some du => dv + snd uw <? du end in
        if better then (true, put (snd q) u (dv + snd uw)) else q) (get [] steps v) q
  end.

Definition relax (nw : network) (steps : PM.t (list (N * N))) (q : bool * PM.t N) : bool * PM.t N :=
  if fst q then loop (relax_node steps) (size nw) (false, snd q) else q.

Definition found (nw : network) (ws : list N) : PM.t N :=
  let steps := steps_of nw (hops_of nw ws) in
  snd (N.iter (size nw) (relax nw steps) (true, put (PM.empty N) 0 0)).

(* no step gains more than its weight *)
Definition feasible (nw : network) (hops : list (N * N)) (ds : PM.t N) : bool :=
  (get 0 ds 0 =? 0) &&
  forallb (fun gw => let h := inverse nw (fst gw) in
    loop (fun (good : bool) y => if good then get 0 ds y <=? snd gw + get 0 ds (product nw h y) else false) (size nw) true) hops.

Definition gauge_for (nw : network) (ws : list N) : option gauge :=
  if len ws =? len (generators nw) then
    match nw with
    | Hypercube _ | IncompleteHypercube _ => Some (Bits ws)
    | Torus ps => Some (Vector ps ws)
    | Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ => None
    | _ => let ds := found nw ws in if feasible nw (hops_of nw ws) ds then Some (Found ds) else None
    end
  else None.

Lemma feasible_below nw ws ds : lines nw = None -> translations nw (inverse nw) -> length ws = length (generators nw) ->
  feasible nw (hops_of nw ws) ds = true -> below_routes nw (inverse nw) ws (weigh (Found ds)).
Proof.
  intros Ln L E H. unfold feasible in H. rewrite andb_true_iff, N.eqb_eq, forallb_forall in H. destruct H as [Z F].
  apply group_below; auto. intros n y Hn Hy.
  assert (I : In (nth n (generators nw) 0, nth n ws 0) (hops_of nw ws)).
  { unfold hops_of. rewrite <- combine_nth by auto. apply nth_In. rewrite combine_length. lia. }
  specialize (F _ I). cbn [fst snd] in F. apply N.leb_le, (loop_all _ _ F), Hy.
Qed.

Theorem gauge_for_sound nw ws g : valid_network nw = true -> gauge_for nw ws = Some g -> below_routes nw (inverse nw) ws (weigh g).
Proof.
  intros V. unfold gauge_for. rewrite !len_length. destruct (N.eqb_spec (N.of_nat (length ws)) (N.of_nat (length (generators nw)))) as [E|]; [|discriminate].
  assert (E' : length ws = length (generators nw)) by lia.
  assert (F : (let ds := found nw ws in if feasible nw (hops_of nw ws) ds then Some (Found ds) else None) = Some g -> uniform nw = true ->
    below_routes nw (inverse nw) ws (weigh g)).
  { cbv zeta. destruct (feasible _ _ _) eqn:F; [|discriminate]. intros H U. injection H as <-. apply feasible_below; auto; [apply uniform_links, U|apply valid_translations; auto]. }
  destruct nw as [d|n|ps|n steps|n|n|n|n|n|n|ps es|ps cs|rows|ps|gr b l lsw lr|n dr l sw r]; intros H; auto; try discriminate.
  - injection H as <-. apply (cube_below _ d); auto.
  - injection H as <-. apply (cube_below _ (N.log2_up n)); auto.
  - injection H as <-. apply torus_below; [apply valid_torus; auto|]. cbn in E'. rewrite map_length in E'. auto.
Qed.

Definition ones_of (nw : network) : list N := mapr (fun _ => 1) (generators nw).

Lemma ones_are_one nw : Forall (fun w => w = 1) (ones_of nw).
Proof. unfold ones_of. rewrite mapr_map. apply Forall_forall. intros w H. apply in_map_iff in H. destruct H as (? & <- & _). auto. Qed.

Lemma enough_hosts nw : (forall v, v < size nw -> is_switch nw v = true -> In v (match nw with Graph _ _ _ sw _ => sw | _ => [] end)) ->
  size nw <= N.of_nat (length (hosts nw)) + len (match nw with Graph _ _ _ sw _ => sw | _ => [] end).
Proof.
  intros H. rewrite len_length. set (sw := match nw with Graph _ _ _ sw _ => sw | _ => [] end) in *.
  assert (A : (length (filter (is_switch nw) (upto (size nw))) <= length sw)%nat).
  { apply NoDup_incl_length; [apply NoDup_filter, upto_nodup|]. intros v Hv. apply filter_In in Hv. rewrite in_upto in Hv. apply H; tauto. }
  pose proof (upto_length (size nw)) as B. unfold hosts.
  assert (C : forall l, length l = (length (filter (fun v => negb (is_switch nw v)) l) + length (filter (is_switch nw) l))%nat).
  { induction l as [|v l IH]; [reflexivity|]. cbn [filter]. destruct (is_switch nw v); cbn [negb length]; lia. }
  specialize (C (upto (size nw))). lia.
Qed.

Lemma valid_well_formed nw : valid_network nw = true -> well_formed nw.
Proof.
  intros V. assert (R : forall ps, match ps with [] => false | _ => true end && forallb (fun p => 2 <=? p) ps = true -> ps <> [] /\ Forall (fun p => 2 <= p) ps).
  { intros ps H. rewrite andb_true_iff, forallb_forall in H. destruct H as [A B]. split; [destruct ps; discriminate|]. apply Forall_forall.
    intros p Hp. apply N.leb_le, B, Hp. }
  destruct nw as [d|n|ps|n steps|n|n|n|n|n|n|ps es|ps cs|rows|ps|group base links lsw lr|n dr links sw rule]; cbn [valid_network well_formed] in *; rewrite ?andb_true_iff, ?N.leb_le in V;
    try tauto.
  - apply R. rewrite andb_true_iff. tauto.
  - destruct V as [[[[[A _] _] F] D] _]. split; [exact A|split; [|apply nodupb_sound, D]]. rewrite forallb_forall in F. apply Forall_forall.
    intros s Hs. specialize (F s Hs). rewrite andb_true_iff, N.leb_le, N.ltb_lt in F. exact F.
  - unfold valid_permutations in V. rewrite !andb_true_iff, !forallb_forall in V. destruct V as [[[[[[_ _] B] _] _] D] E].
    destruct (list_eq_dec _ _ _) as [Es|]; [|discriminate]. split; [exact Es|split; [|apply once_sound, B]].
    intros p q Hp Hq. specialize (E p Hp). rewrite forallb_forall in E. specialize (E q Hq). apply existsb_exists in E.
    destruct E as (r & R' & S). apply same_true in S. congruence.
  - destruct (R ps) as [A B]; [rewrite andb_true_iff; tauto|]. destruct V as [[[[[V1 V2] V3] E] C] _]. rewrite N.eqb_eq, !len_length in E. rewrite forallb_forall in C.
    repeat split; auto; [lia|]. apply Forall_forall. intros c Hc. apply N.leb_le, C, Hc.
  - destruct V as [[[A _] B] C]. split; [apply normalb_sound, A|split; [|apply nodupb_sound, C]]. rewrite forallb_forall in B.
    intros Z. specialize (B 0 Z). rewrite andb_true_iff, N.leb_le in B. lia.
  - apply R. rewrite andb_true_iff. tauto.
  - destruct V as [[[[[[[V1 V2] V3] F] D] Ri] Ho] Ru]. apply rising_to_sound in Ri. destruct Ri as [Rn Rb]. rewrite len_length in Ho. destruct (R group) as [A B]; [rewrite andb_true_iff; auto|]. rewrite mapr_map in D. apply once_sound, NoDup_map_inv in D.
    repeat split; auto; [|apply Forall_forall; intros x Hx; apply Rb, Hx|destruct lr as [|[|k]|]; discriminate].
    rewrite forallb_forall in F. apply Forall_forall. intros [[u v] [s c]] Hl. specialize (F _ Hl). unfold lift_link_fits in F.
    rewrite !andb_true_iff, !N.ltb_lt, N.leb_le, negb_true_iff in F. destruct F as [[[[F1 F2] F3] F4] F5]. repeat split; auto; [apply all_below_sound, F3|].
    intros [-> Z]. rewrite N.eqb_refl in F5. cbn [andb] in F5. assert (forallb (N.eqb 0) s = true); [|congruence]. apply forallb_forall.
    rewrite Forall_forall in Z. intros x Hx. apply N.eqb_eq, Z, Hx.
  - unfold valid_graph in V. rewrite !andb_true_iff, !N.leb_le, forallb_forall in V. destruct V as [[[[[V1 V2] V3] V4] V5] V6].
    unfold pairs_once in V3. apply distinctb_sound in V3. rewrite mapr_map in V3. apply rising_to_sound in V4. destruct V4 as [V4 V7].
    repeat split; auto.
    + apply (NoDup_map_inv (fun e => fst e * n + snd e)). rewrite map_map. exact V3.
    + apply Forall_forall. intros [[u v] c] Hl. specialize (V2 _ Hl). unfold link_fits in V2. rewrite !andb_true_iff, !N.ltb_lt, N.leb_le, negb_true_iff, N.eqb_neq in V2. tauto.
    + apply Forall_forall. intros x Hx. apply V7, Hx.
    + pose proof (enough_hosts (Graph n dr links sw rule)) as E. cbn [size] in E. specialize (E ltac:(intros v _ Hv; cbn [is_switch] in Hv; apply existsb_exists in Hv;
        destruct Hv as (x & Hx & E'); apply N.eqb_eq in E'; subst; exact Hx)). lia.
    + destruct rule as [|k|]; try discriminate. destruct k; discriminate.
Qed.
