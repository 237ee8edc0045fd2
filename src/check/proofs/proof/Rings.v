(** Symmetric schedules on hypercubes and tori: a packet makes at least the hops of one of the two ways round each ring. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Cubes Tori Compute Families Isotropic Courses.
Import ListNotations.
Open Scope N_scope.

(* networks with two ways round each ring *)
Definition rings (nw : network) : bool := match nw with Hypercube _ | Torus _ => true | _ => false end.

Definition radices (nw : network) : list N :=
  match nw with Hypercube d => map (fun _ => 2) (upto d) | Torus ps => ps | _ => [] end.

Definition coordinate (nw : network) (a : nat) (v : N) : N :=
  match nw with Hypercube _ => if N.testbit v (N.of_nat a) then 1 else 0 | Torus ps => nth a (coordinates ps v) 0 | _ => 0 end.

(* of every dimension the radix, the link that goes +, and that which goes − if there is one *)
Record ring := Ring { radix : N; up : N; down : option N }.

Fixpoint rings_from (first : N) (ps : list N) : list ring :=
  match ps with
  | [] => []
  | p :: rest => if p =? 2 then Ring p first None :: rings_from (first + 1) rest
                 else Ring p first (Some (first + 1)) :: rings_from (first + 2) rest
  end.

Definition rings_of (nw : network) : list ring := rings_from 0 (radices nw).

(* what link h adds to the coordinate *)
Definition shift (r : ring) (h : N) : N :=
  if h =? up r then 1 else match down r with Some k => if h =? k then radix r - 1 else 0 | None => 0 end.

Lemma rings_first ps : forall b a r, nth_error (rings_from b ps) a = Some r ->
  b <= up r /\ (forall k, down r = Some k -> k = up r + 1) /\ radix r = nth a ps 0 /\ (down r = None <-> radix r = 2).
Proof.
  induction ps as [|p rest IH]; intros b a r H; [destruct a; discriminate|]. cbn [rings_from] in H.
  destruct (N.eqb_spec p 2) as [->|D]; (destruct a as [|a]; cbn [nth_error nth] in *;
    [injection H as <-; cbn; repeat split; intros; try lia; try congruence; discriminate|
     destruct (IH _ _ _ H) as (A & B & C); split; [lia|auto]]).
Qed.

Lemma nth_origin ps a : nth a (origin ps) 0 = 0.
Proof. unfold origin. revert a. induction ps as [|q ps IH]; intros [|a]; cbn; auto. Qed.

Lemma shift_before r h : h < up r -> (forall k, down r = Some k -> k = up r + 1) -> shift r h = 0.
Proof.
  intros H D. unfold shift. destruct (N.eqb_spec h (up r)); [lia|]. destruct (down r) as [k|]; auto. specialize (D k eq_refl).
  destruct (N.eqb_spec h k); lia.
Qed.

Lemma nth_later {A} (x : A) l z j : nth (S j) (x :: l) z = nth j l z.
Proof. reflexivity. Qed.

Lemma unit_coordinates ps : forall b a r j, nth_error (rings_from b ps) a = Some r -> (j < length (units ps))%nat ->
  nth a (nth j (units ps) []) 0 = shift r (b + N.of_nat j).
Proof.
  induction ps as [|p rest IH]; intros b a r j H Hj; [destruct a; discriminate|]. pose proof (rings_first _ _ _ _ H) as (Fu & Fd & _).
  cbn [units rings_from] in *.
  assert (Tail : forall j x, (j < length (units rest))%nat -> nth a (nth j (map (cons x) (units rest)) []) 0 = nth a (x :: nth j (units rest) []) 0).
  { intros k x Hk. rewrite (nth_indep _ [] (x :: [])) by (rewrite map_length; auto). rewrite (map_nth (cons x)). reflexivity. }
  destruct (N.eqb_spec p 2) as [->|D]; cbn [app]; cbn [app length] in Hj; destruct a as [|a]; cbn [nth_error] in H.
  - injection H as <-. destruct j as [|j]; [|rewrite !nth_later].
    + unfold shift. cbn. destruct (N.eqb_spec (b + 0) b); [auto|lia].
    + rewrite Tail by (rewrite map_length in Hj; lia). cbn [nth]. unfold shift. cbn [up down]. destruct (N.eqb_spec (b + N.of_nat (S j)) b); [lia|auto].
  - destruct j as [|j]; [|rewrite !nth_later].
    + cbn [nth]. rewrite nth_origin, shift_before; auto. pose proof (rings_first _ _ _ _ H). lia.
    + rewrite Tail by (rewrite map_length in Hj; lia). rewrite nth_later, (IH _ _ _ _ H) by (rewrite map_length in Hj; lia). f_equal. lia.
  - injection H as <-. destruct j as [|[|j]]; [| |rewrite !nth_later].
    + unfold shift. cbn. destruct (N.eqb_spec (b + 0) b); [auto|lia].
    + cbn [nth]. unfold shift. cbn [up down radix]. destruct (N.eqb_spec (b + N.of_nat 1) b); [lia|]. destruct (N.eqb_spec (b + N.of_nat 1) (b + 1)); [auto|lia].
    + rewrite Tail by (rewrite map_length in Hj; lia). cbn [nth]. unfold shift. cbn [up down].
      destruct (N.eqb_spec (b + N.of_nat (S (S j))) b); [lia|]. destruct (N.eqb_spec (b + N.of_nat (S (S j))) (b + 1)); [lia|auto].
  - pose proof (rings_first _ _ _ _ H) as (Fu' & _). destruct j as [|[|j]]; [| |rewrite !nth_later].
    + cbn [nth]. rewrite nth_origin, shift_before; auto. lia.
    + cbn [nth]. rewrite nth_origin, shift_before; auto. lia.
    + rewrite Tail by (rewrite map_length in Hj; lia). rewrite nth_later, (IH _ _ _ _ H) by (rewrite map_length in Hj; lia). f_equal. lia.
Qed.

Lemma twos d : forall b a r, nth_error (rings_from b (map (fun _ : N => 2) d)) a = Some r -> r = Ring 2 (b + N.of_nat a) None.
Proof.
  induction d as [|x d IH]; intros b [|a] r H; cbn [map rings_from nth_error] in H; try discriminate; cbn [N.eqb Pos.eqb nth_error] in H.
  - injection H as <-. f_equal. lia.
  - rewrite (IH _ _ _ H). f_equal. lia.
Qed.

Lemma rings_length ps : forall b a r, nth_error (rings_from b ps) a = Some r -> (a < length ps)%nat.
Proof.
  induction ps as [|p ps IH]; intros b [|a] r H; cbn [rings_from length] in *; try discriminate; try lia.
  destruct (p =? 2); cbn [nth_error] in H; apply IH in H; lia.
Qed.

Lemma radices_two nw : valid_network nw = true -> forall a r, nth_error (rings_of nw) a = Some r -> 2 <= radix r.
Proof.
  intros V a r H. destruct nw as [d|n|ps|n s|n|n|n|n|n|n|ps es|ps cs|rows|ps|gr b ls lsw lr|n dr ls sw rl]; try (destruct a; discriminate).
  - apply twos in H. subst. cbn. lia.
  - apply valid_torus in V. pose proof (rings_first _ _ _ _ H) as (_ & _ & -> & _). unfold radices_ok in V. rewrite Forall_forall in V.
    apply V, nth_In. apply (rings_length _ _ _ _ H).
Qed.

Section Ways.
Variables (t : task) (offs : list N).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis R : rings nw = true.
Let n := size nw.
Let gen h := nth (N.to_nat h) (generators nw) 0.
Let m := N.of_nat (length (generators nw)).

Lemma rings_simple : simple nw = true.
Proof. destruct nw; try discriminate; auto. Qed.
Let L : group nw (inverse nw) := valid_group nw V rings_simple.

Lemma coordinate_step a r u h : nth_error (rings_of nw) a = Some r -> u < n -> h < m ->
  coordinate nw a (product nw u (gen h)) = (coordinate nw a u + shift r h) mod radix r.
Proof.
  intros Ha Hu Hh. unfold n, m, gen in *. clear L. destruct nw as [d|k|ps|k s|k|k|k|k|k|k|ps es|ps cs|rows|ps|gr b ls lsw lr|k dr ls sw rl]; try discriminate.
  - pose proof (twos _ _ _ _ Ha) as ->. cbn [radix shift up down coordinate product generators size] in *. rewrite map_length, upto_length in Hh.
    rewrite (nth_indep _ 0 (2 ^ 0)) by (rewrite map_length; pose proof (upto_length d); lia). rewrite map_nth.
    assert (E : nth (N.to_nat h) (upto d) 0 = h) by (unfold upto; change 0 with (N.of_nat 0); rewrite (map_nth N.of_nat), seq_nth by lia; lia).
    rewrite E, N.lxor_spec, N.pow2_bits_eqb. rewrite N.add_0_l. unfold shift. cbn [up down].
    destruct (N.testbit u (N.of_nat a)), (N.eqb_spec h (N.of_nat a)); reflexivity.
  - pose proof (valid_torus _ V) as ok. cbn [coordinate product generators size rings_of radices] in *. rewrite map_length in Hh.
    pose proof (rings_first _ _ _ _ Ha) as (_ & _ & Er & _).
    rewrite <- (index_origin ps), (map_nth (index ps)).
    assert (Gu : good (nth (N.to_nat h) (units ps) (origin ps)) ps) by (apply units_good; auto; apply nth_In; lia).
    assert (Gx : good (coordinates ps u) ps) by (apply coordinates_good; auto).
    rewrite (coordinates_index ps (nth _ _ _)), coordinates_index by (auto using good_add).
    pose proof (unit_coordinates ps 0 a r (N.to_nat h) Ha ltac:(lia)) as Un. rewrite N.add_0_l, N2Nat.id in Un. rewrite <- Un.
    rewrite (nth_indep _ [] (origin ps)) by lia. rewrite Er. cbn [radices]. rewrite !index_origin. revert Gu Gx. generalize (nth (N.to_nat h) (units ps) (origin ps)) as y, (coordinates ps u) as x.
    clear. intros y x Gy Gx. revert y a Gy. induction Gx as [|x p xs ps Hx Gx IH]; intros y a Gy; inversion Gy as [|y0 ? ys ? Hy Gy']; subst; [destruct a; reflexivity|].
    destruct a as [|a]; cbn [add nth]; [|apply IH; auto]. cbv beta in *. unfold plus. destruct (N.ltb_spec (x + y0) p).
    + symmetry. apply N.mod_small. auto.
    + apply (N.mod_unique _ _ 1); lia.
Qed.

Lemma coordinate_zero a : coordinate nw a 0 = 0.
Proof.
  clear L. destruct nw as [d|k|ps|k s|k|k|k|k|k|k|ps es|ps cs|rows|ps|gr b ls lsw lr|k dr ls sw rl]; try reflexivity; try discriminate.
  - cbn [coordinate]. rewrite (coordinates_zero ps (valid_torus _ V)). apply nth_origin.
Qed.

Lemma coordinate_below a r u : nth_error (rings_of nw) a = Some r -> u < n -> coordinate nw a u < radix r.
Proof.
  intros Ha Hu. pose proof (radices_two nw V a r Ha) as P2. unfold n in Hu. clear L. destruct nw as [d|k|ps|k s|k|k|k|k|k|k|ps es|ps cs|rows|ps|gr b ls lsw lr|k dr ls sw rl]; try discriminate.
  - cbn [coordinate]. destruct (N.testbit _ _); lia.
  - cbn [coordinate size rings_of radices] in *. pose proof (rings_first _ _ _ _ Ha) as (_ & _ & Er & _). rewrite Er in *.
    pose proof (coordinates_good ps (valid_torus _ V) u Hu) as G. cbn [radices] in *. clear -G P2. revert a P2.
    induction G as [|x p xs ps Hx G IH]; intros [|a] P2; cbn [nth] in *; cbv beta in *; try lia; auto.
Qed.

(** ** Counting *)

Variables (G : course) (T : nat).
Hypothesis offs_ok : forall x, In x offs -> x < n.
Hypothesis F : fair t offs T G.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.

Definition uses_link (h : N) (now : nat) (i : N) : bool := match G now i with Some x => x =? gen h | None => false end.
Fixpoint used (now : nat) (h i : N) : N :=
  match now with O => 0 | S before => (if uses_link h before i then 1 else 0) + used before h i end.

Lemma gen_injective h k : h < m -> k < m -> gen h = gen k -> h = k.
Proof. unfold m, gen. intros Hh Hk E. apply NoDup_nth in E; [lia|apply (g_once _ _ L)|lia|lia]. Qed.

Lemma link_of now i x : In i idx -> G now i = Some x -> exists h, h < m /\ gen h = x.
Proof.
  intros Hi E. pose proof (f_links _ _ _ _ F now i x Hi E) as I. fold nw in I. apply (In_nth _ _ 0) in I. destruct I as (j & Hj & Ej).
  exists (N.of_nat j). unfold m, gen. rewrite Nat2N.id. split; [lia|auto].
Qed.

Lemma spot_size now i : In i idx -> spot t G now i < n.
Proof.
  intros Hi. induction now as [|now IH]; cbn [spot]; [apply (g_unit _ _ L)|]. destruct (G now i) as [h|] eqn:E; auto.
  apply (g_op _ _ L); auto. apply (g_gens _ _ L), (f_links _ _ _ _ F now i); auto.
Qed.

Definition back_used (r : ring) (now : nat) (i : N) : N := match down r with Some k => used now k i | None => 0 end.

Lemma coordinate_counts a r i : nth_error (rings_of nw) a = Some r -> up r < m -> (forall k, down r = Some k -> k < m) -> In i idx -> forall now,
  exists k, used now (up r) i + (radix r - 1) * back_used r now i = coordinate nw a (spot t G now i) + k * radix r.
Proof.
  intros Ha Hu Hd Hi. pose proof (radices_two nw V a r Ha) as P2. induction now as [|now (k & IH)].
  - exists 0. unfold back_used. cbn [used spot]. rewrite coordinate_zero. destruct (down r); lia.
  - cbn [spot]. unfold back_used in *. cbn [used]. unfold uses_link. destruct (G now i) as [x|] eqn:X; [|exists k; destruct (down r); exact IH].
    destruct (link_of now i x Hi X) as (h & Hh & <-). fold nw. rewrite (coordinate_step a r _ h Ha (spot_size now i Hi) Hh).
    assert (Ue : forall j, j < m -> (gen h =? gen j) = (h =? j)).
    { intros j Hj. destruct (N.eqb_spec h j) as [->|D]; [apply N.eqb_refl|]. apply N.eqb_neq. intros C. apply D, gen_injective; auto. }
    rewrite Ue by auto. set (c := coordinate nw a (spot t G now i)) in *.
    pose proof (N.div_mod (c + shift r h) (radix r) ltac:(lia)) as Dm. set (q := (c + shift r h) / radix r) in *. set (w := (c + shift r h) mod radix r) in *.
    exists (k + q). unfold shift in Dm. destruct (N.eqb_spec h (up r)) as [->|D1].
    + destruct (down r) as [j|] eqn:Dr; [rewrite (Ue j) by auto; destruct (N.eqb_spec (up r) j) as [E|]|]; try lia.
      exfalso. rewrite <- E in Dr. pose proof (rings_first _ _ _ _ Ha) as (_ & X1 & _). specialize (X1 _ Dr). lia.
    + destruct (down r) as [j|] eqn:Dr; [rewrite (Ue j) by auto; destruct (N.eqb_spec h j) as [->|]|]; nia.
Qed.

(* the way + has x hops, the way − has p − x *)
Theorem one_way_round a r i : nth_error (rings_of nw) a = Some r -> up r < m -> (forall k, down r = Some k -> k < m) -> In i idx ->
  let x := coordinate nw a (off i) in
  x <= used T (up r) i \/ exists k, down r = Some k /\ radix r - x <= used T k i.
Proof.
  intros Ha Hu Hd Hi. cbv zeta. destruct (coordinate_counts a r i Ha Hu Hd Hi T) as (k & E). rewrite (f_end _ _ _ _ F i Hi) in E. fold (off i) in E.
  pose proof (radices_two nw V a r Ha) as P2. set (x := coordinate nw a (off i)) in *. unfold back_used in E.
  destruct (N.le_gt_cases x (used T (up r) i)) as [|Lt]; auto. right. destruct (down r) as [j|] eqn:D; [exists j; split; auto|lia].
  destruct (N.le_gt_cases (radix r - x) (used T j i)) as [|Lt']; auto. exfalso.
  assert (Hx : x < radix r).
  { apply coordinate_below; auto. apply offs_ok, nth_In. apply in_upto in Hi. lia. }
  assert (Z : (Z.of_N (radix r) * (Z.of_N k - Z.of_N (used T j i)) = Z.of_N (used T (up r) i) - Z.of_N (used T j i) - Z.of_N x)%Z).
  { assert (Z.of_N (used T (up r) i) + (Z.of_N (radix r) - 1) * Z.of_N (used T j i) = Z.of_N x + Z.of_N k * Z.of_N (radix r))%Z by lia. lia. }
  destruct (Z.le_gt_cases 0 (Z.of_N k - Z.of_N (used T j i))); nia.
Qed.
(** ** What links carry *)

Lemma used_slot h now : h < m -> count (uses_link h now) idx <= 1.
Proof.
  intros Hh. unfold count. destruct (filter (uses_link h now) idx) as [|x [|y k]] eqn:E; cbn [length]; try lia.
  pose proof (NoDup_filter (uses_link h now) (upto_nodup (N.of_nat (length offs)))) as ND. fold (places offs) idx in ND. rewrite E in ND.
  assert (Hx : In x (filter (uses_link h now) idx)) by (rewrite E; left; auto). assert (Hy : In y (filter (uses_link h now) idx)) by (rewrite E; right; left; auto).
  apply filter_In in Hx, Hy. destruct Hx as [Hx Ux], Hy as [Hy Uy]. unfold uses_link in Ux, Uy. destruct (G now x) as [a|] eqn:Ea; [|discriminate].
  destruct (G now y) as [b|] eqn:Eb; [|discriminate]. apply N.eqb_eq in Ux, Uy. subst a b. pose proof (f_once _ _ _ _ F now x y (gen h) Hx Hy Ea Eb).
  inversion ND as [|? ? C]; subst. exfalso. apply C. left. auto.
Qed.

Lemma link_carries h : h < m -> forall now, sum (used now h) idx <= N.of_nat now.
Proof.
  intros Hh. induction now as [|now IH]; cbn [used]; [rewrite sum_const; lia|].
  rewrite sum_plus. pose proof (used_slot h now Hh) as C. rewrite count_sum in C. lia.
Qed.

Lemma uses_one now i (w : N -> N) : In i idx -> sum (fun h => if uses_link h now i then w h else 0) (upto m) =
  match G now i with Some x => sum (fun h => if x =? gen h then w h else 0) (upto m) | None => 0 end.
Proof.
  intros Hi. unfold uses_link. destruct (G now i); [reflexivity|]. rewrite sum_const. lia.
Qed.

Lemma one_link x h (w : N -> N) : h < m -> gen h = x -> sum (fun k => if x =? gen k then w k else 0) (upto m) = w h.
Proof.
  intros Hh <-. assert (E : sum (fun k => if gen h =? gen k then w k else 0) (upto m) = sum (fun k => if N.eq_dec h k then w h else 0) (upto m)).
  { apply sum_ext. intros k Hk. apply in_upto in Hk. destruct (N.eq_dec h k) as [->|D]; [rewrite N.eqb_refl; auto|].
    destruct (N.eqb_spec (gen h) (gen k)) as [C|]; auto. exfalso. apply D, gen_injective; auto. }
  rewrite E. assert (I : In h (upto m)) by (apply in_upto; auto). pose proof (upto_nodup m) as ND. revert I ND. generalize (upto m) as l. clear.
  induction l as [|a l IH]; intros I ND; [destruct I|]. inversion ND as [|? ? C ND']; subst. rewrite sum_cons. destruct (N.eq_dec h a) as [->|D].
  - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros y Hy. destruct (N.eq_dec a y); [subst; contradiction|auto].
  - rewrite IH; auto. destruct I; [congruence|auto].
Qed.

Lemma steps_used now i : In i idx -> sum (fun h => used now h i) (upto m) = steps now G i.
Proof.
  intros Hi. induction now as [|now IH]; cbn [used steps]; [rewrite sum_const; lia|]. rewrite sum_plus, IH, (uses_one now i (fun _ => 1)) by auto.
  destruct (G now i) as [x|] eqn:X; [|reflexivity]. destruct (link_of now i x Hi X) as (h & Hh & E). rewrite (one_link x h (fun _ => 1) Hh E). reflexivity.
Qed.

(* weights of links: in a slot no more than the ports carry *)
Lemma slot_carries ws now : length ws = length (generators nw) ->
  sum (fun i => sum (fun h => if uses_link h now i then nth (N.to_nat h) ws 0 else 0) (upto m)) idx <= capacity (task_ports t) ws.
Proof.
  intros E. destruct (capacity_is_at (task_ports t) ws) as [y ->].
  assert (A : forall z, sum (fun i => sum (fun h => if uses_link h now i then nth (N.to_nat h) ws 0 - z else 0) (upto m)) idx <= sum (fun w => w - z) ws).
  { intros z. rewrite sum_swap. transitivity (sum (fun h => nth (N.to_nat h) ws 0 - z) (upto m)).
    - apply sum_le. intros h Hh. apply in_upto in Hh. pose proof (used_slot h now Hh) as C. rewrite count_sum in C.
      rewrite (sum_ext _ (fun i => (nth (N.to_nat h) ws 0 - z) * (if uses_link h now i then 1 else 0))); [rewrite sum_scale; nia|].
      intros i _. destruct (uses_link h now i); lia.
    - unfold m. rewrite <- E. rewrite <- (sum_map (fun w => w - z) (fun h => nth (N.to_nat h) ws 0)), nth_upto. lia. }
  assert (B : forall z, sum (fun i => sum (fun h => if uses_link h now i then nth (N.to_nat h) ws 0 else 0) (upto m)) idx <=
    count (fun i => busy (G now i)) idx * z + sum (fun w => w - z) ws).
  { intros z. eapply N.le_trans; [|apply N.add_le_mono_l, A]. rewrite count_sum, N.mul_comm, <- sum_scale, <- sum_plus. apply sum_le. intros i Hi.
    rewrite !(uses_one now i) by auto. destruct (G now i) as [x|] eqn:X; [|lia]. destruct (link_of now i x Hi X) as (h & Hh & Eh).
    rewrite (one_link x h (fun h => nth (N.to_nat h) ws 0) Hh Eh), (one_link x h (fun h => nth (N.to_nat h) ws 0 - z) Hh Eh). cbn [busy]. lia. }
  pose proof (f_ports _ _ _ _ F now) as Po. unfold ports_for in Po. unfold capacity_at. destruct (task_ports t) as [|k|]; rewrite sumf_sum.
  - specialize (A 0). rewrite (sum_ext (fun w => w - 0) (fun w => w)) in A by (intros; lia). eapply N.le_trans; [|exact A]. apply sum_le. intros i _. apply sum_le. intros h _.
    destruct (uses_link h now i); lia.
  - eapply N.le_trans; [apply (B y)|]. apply N.add_le_mono_r, N.mul_le_mono_r, Po.
  - eapply N.le_trans; [apply (B y)|]. fold idx in Po. rewrite Po. lia.
Qed.

Lemma carries ws : length ws = length (generators nw) -> forall now,
  sum (fun i => sum (fun h => nth (N.to_nat h) ws 0 * used now h i) (upto m)) idx <= N.of_nat now * capacity (task_ports t) ws.
Proof.
  intros E. induction now as [|now IH].
  - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros i _. cbn [used]. rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros; lia.
  - pose proof (slot_carries ws now E) as S. transitivity (capacity (task_ports t) ws + N.of_nat now * capacity (task_ports t) ws); [|lia].
    eapply N.le_trans; [|apply N.add_le_mono; [exact S|exact IH]]. rewrite <- sum_plus. apply sum_le. intros i _. rewrite <- sum_plus. apply sum_le.
    intros h _. cbn [used]. destruct (uses_link h now i); lia.
Qed.

(** ** By rings *)

Definition both (f : N -> N) (r : ring) : N := match down r with Some k => f (up r) + f k | None => f (up r) end.

Lemma sum_rings ps (f : N -> N) : forall b, sum (both f) (rings_from b ps) = sum f (count_up (length (units ps)) b).
Proof.
  induction ps as [|p ps IH]; intros b; [reflexivity|]. cbn [rings_from units]. destruct (p =? 2); cbn [app length count_up].
  - rewrite !sum_cons, map_length, IH. unfold both at 1. cbn [down up]. rewrite N.add_1_r. reflexivity.
  - rewrite !sum_cons, map_length, IH. unfold both at 1. cbn [down up]. rewrite N.add_1_r. replace (b + 2) with (N.succ (N.succ b)) by lia. lia.
Qed.

Lemma count_up_upto k : forall b, count_up k b = map (N.add b) (upto (N.of_nat k)).
Proof.
  induction k as [|k IH]; intros b; [reflexivity|]. cbn [count_up]. rewrite IH. unfold upto. rewrite !Nat2N.id. cbn [seq map]. f_equal; [lia|].
  rewrite <- seq_shift, !map_map. apply map_ext. intros. lia.
Qed.

Lemma units_length : length (units (radices nw)) = length (generators nw).
Proof.
  clear L. destruct nw; try discriminate; cbn [radices generators]; rewrite map_length; [|reflexivity].
  induction (upto dimension) as [|x l IH]; cbn [map units N.eqb Pos.eqb app length]; auto. rewrite map_length. auto.
Qed.

Lemma sum_links (f : N -> N) : sum (both f) (rings_of nw) = sum f (upto m).
Proof.
  unfold rings_of. rewrite sum_rings, units_length, count_up_upto, sum_map. fold m. apply sum_ext. intros. f_equal.
Qed.

Lemma rings_links ps : forall b r, In r (rings_from b ps) -> up r < b + N.of_nat (length (units ps)) /\ forall k, down r = Some k -> k < b + N.of_nat (length (units ps)).
Proof.
  induction ps as [|p ps IH]; intros b r H; [destruct H|]. cbn [rings_from units] in *. destruct (p =? 2); cbn [app length] in *; rewrite map_length;
    (destruct H as [<-|H]; [cbn; split; [lia|intros k E; (injection E as <-; lia) || discriminate]|apply IH in H; destruct H as [H1 H2]; split; [lia|intros k E; specialize (H2 k E); lia]]).
Qed.

Lemma ring_links a r : nth_error (rings_of nw) a = Some r -> up r < m /\ forall k, down r = Some k -> k < m.
Proof.
  intros H. apply nth_error_In in H. apply rings_links in H. rewrite N.add_0_l, units_length in H. exact H.
Qed.

(* the way that a packet goes round a ring, and its hops on the two links *)
Definition goes_up (a : nat) (r : ring) (i : N) : bool := coordinate nw a (off i) <=? used T (up r) i.
Definition hops_up (a : nat) (r : ring) (i : N) : N := if goes_up a r i then coordinate nw a (off i) else 0.
Definition hops_down (a : nat) (r : ring) (i : N) : N := if goes_up a r i then 0 else radix r - coordinate nw a (off i).

Lemma hops_used a r i : nth_error (rings_of nw) a = Some r -> In i idx ->
  hops_up a r i <= used T (up r) i /\ match down r with Some k => hops_down a r i <= used T k i | None => goes_up a r i = true end.
Proof.
  intros Ha Hi. destruct (ring_links a r Ha) as [Hu Hd]. pose proof (one_way_round a r i Ha Hu Hd Hi) as W. cbv zeta in W.
  unfold hops_up, hops_down, goes_up. destruct (N.leb_spec (coordinate nw a (off i)) (used T (up r) i)).
  - split; auto. destruct (down r); auto. lia.
  - destruct W as [W|(k & Ek & W)]; [lia|]. rewrite Ek. split; [lia|exact W].
Qed.
End Ways.
