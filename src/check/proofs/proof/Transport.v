(** The transport model (models/formats/programs.md, "The transport model"): every schedule of at most so many slots gives a
    solution. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Ports Spread Trees Courses Flow.
Import ListNotations.
Open Scope N_scope.

(* commodity, node, link *)
Definition leg := (N * (N * N))%type.
Definition same_leg : forall a b : leg, {a = b} + {a <> b}.
Proof. decide equality; [decide equality; apply N.eq_dec|apply N.eq_dec]. Defined.

(** ** The model *)

Section Model.
Variables (nw : network) (rule : port_rule) (slots : N) (d : N -> N -> N).
(* whether packets go from node to node: then commodity c goes to node c; where packets of which commodity start *)
Variables (personal : bool) (begins : list (N * N)) (commodities : list N).
Let n := size nw.
Let m := len (generators nw).

Definition leads : PM.t N := let gens := table (generators nw) in tabulate (fun i => product nw (i / m) (get 0 gens (i mod m))) (n * m).
Definition started : PM.t N := tally (mapr (fun e => snd e * n + fst e) begins).
(* the least number of moves from where packets of the commodity start *)
Definition nearest : PM.t N :=
  fold_left (fun q e => loop (fun q v => let i := snd e * n + v in let h := d (fst e) v in
    match PM.find (N.succ_pos i) q with Some h' => if h' <=? h then q else put q i h | None => put q i h end) n q) begins (PM.empty N).

Section Tables.
Variables (leads started nearest : PM.t N).
Definition next (a : N * N) : N := get n leads (fst a * m + snd a).
Definition arcs : list (N * N) := filter (fun a => next a <? n) (list_prod (range n) (range m)).
Definition start (c v : N) : N := get 0 started (c * n + v).

Definition place (b : leg) (s : N) : N := ((fst b * n + fst (snd b)) * m + snd (snd b)) * slots + s.
Definition sums (cs : list N) (p : N * N -> bool) (ss : list N) (z : Z) : list (N * Z) :=
  grid (fun b s => (place b s, z)) (list_prod cs (filter p arcs)) ss.

Definition possible (b : leg) (s : N) : bool :=
  let (c, a) := b in
  (next a <? n) && (if personal then negb (fst a =? c) && (d (next a) c <? slots - s) else start c (next a) =? 0) &&
  match PM.find (N.succ_pos (c * n + fst a)) nearest with Some e => e <=? s | None => false end.

Definition transport_variable (name : label) : option N :=
  match snd name with
  | [c; v; h; s] => if (fst name =? "y")%string && existsb (N.eqb c) commodities && (v <? n) && (h <? m) && (next (v, h) <? n) && (s <? slots)
      then Some (place (c, (v, h)) s) else None
  | _ => None
  end.

Definition into (v : N) (a : N * N) : bool := next a =? v.
Definition out_of (v : N) (a : N * N) : bool := fst a =? v.
Definition only (v h : N) (a : N * N) : bool := (fst a =? v) && (snd a =? h).
Definition each : N := each_port nw rule.
Definition half : bool := match rule with HalfDuplex => true | _ => false end.

Definition transport_row (name : label) : option row :=
  let known c v := existsb (N.eqb c) commodities && (v <? n) in
  let has_link v h := (v <? n) && (h <? m) && (next (v, h) <? n) in
  let z := (-1)%Z in
  match snd name with
  | [s] =>
      if (fst name =? "pairs")%string && half && (s <? slots) then Some (Row (sums commodities (fun _ => true) [s] z) (- Z.of_N (n / 2)) false) else None
  | [c; v] =>
      if (fst name =? "clear")%string && personal && known c v && negb (v =? c) then
        Some (Row (sums [c] (into v) (range slots) 1 ++ sums [c] (out_of v) (range slots) z) (- Z.of_N (start c v)) true)
      else if (fst name =? "reach")%string && negb personal && known c v && (start c v =? 0) then Some (Row (sums [c] (into v) (range slots) 1) 1 true)
      else if (fst name =? "sends")%string && negb half && (c <? n) && (v <? slots) then Some (Row (sums commodities (out_of c) [v] z) (- Z.of_N each) false)
      else if (fst name =? "receives")%string && negb half && (c <? n) && (v <? slots) then Some (Row (sums commodities (into c) [v] z) (- Z.of_N each) false)
      else if (fst name =? "either")%string && half && (c <? n) && (v <? slots) then
        Some (Row (sums commodities (out_of c) [v] z ++ sums commodities (into c) [v] z) (-1) false)
      else None
  | [c; v; s] =>
      if (fst name =? "stock")%string && personal && known c v && negb (v =? c) && (s <? slots) then
        Some (Row (sums [c] (into v) (range s) 1 ++ sums [c] (out_of v) (range (s + 1)) z) (- Z.of_N (start c v)) false)
      else if (fst name =? "arc")%string && has_link c v && (s <? slots) then Some (Row (sums commodities (only c v) [s] z) (-1) false)
      else None
  | [c; v; h; s] =>
      if (fst name =? "copy")%string && negb personal && known c v && (start c v =? 0) && has_link v h && (s <? slots) then
        Some (Row (sums [c] (into v) (range s) 1 ++ sums [c] (only v h) [s] z) 0 false)
      else None
  | _ => None
  end.
End Tables.

Definition transport_model : model :=
  let leads := leads in
  let started := started in
  let nearest := nearest in
  Model (transport_variable leads) (transport_row leads started)
    (fun x => let i := x / slots in let j := i / m in
      if possible leads started nearest (j / n, (j mod n, i mod m)) (x mod slots) then None else Some false) [].
End Model.

(** ** Moves are a solution *)

Lemma sum_is {A} (eqA : forall a b : A, {a = b} + {a <> b}) (a : A) l : NoDup l -> sum (fun b => if eqA a b then 1 else 0) l = ind (if in_dec eqA a l then true else false).
Proof.
  intros D. destruct (in_dec eqA a l) as [I|I].
  - rewrite (sum_pick eqA a (fun b => if eqA a b then 1 else 0) l D I); [destruct (eqA a a); [reflexivity|congruence]|]. intros x X. destruct (eqA a x); congruence.
  - rewrite (sum_ext _ (fun _ => 0)), sum_const; [cbn; lia|]. intros b Hb. destruct (eqA a b); [subst; contradiction|reflexivity].
Qed.

Definition is_leg (a b : leg) : bool := if same_leg a b then true else false.

Lemma sum_keys {A} (key : A -> leg) l B : NoDup B -> NoDup (map key l) ->
  sum (fun b => ind (existsb (fun a => is_leg (key a) b) l)) B = sum (fun a => ind (if in_dec same_leg (key a) B then true else false)) l.
Proof.
  intros DB. induction l as [|a l IH]; intros D; [cbn [existsb ind]; rewrite sum_const; cbn; lia|]. inversion D as [|? ? C D']; subst.
  rewrite sum_cons, <- IH, <- (sum_is same_leg (key a) B DB), <- sum_plus by auto. apply sum_ext. intros b _. cbn [existsb]. unfold is_leg at 1.
  destruct (same_leg (key a) b) as [<-|]; cbn [orb ind]; [|lia].
  destruct (existsb (fun a0 => is_leg (key a0) (key a)) l) eqn:X; [|cbn; lia]. exfalso. apply C. apply existsb_exists in X. destruct X as (x & Hx & E).
  unfold is_leg in E. destruct (same_leg (key x) (key a)) as [Ex|]; [|discriminate]. rewrite <- Ex. apply in_map, Hx.
Qed.

Section Solution.
Variables (pb : problem) (T : nat) (d : N -> N -> N) (personal : bool) (begins : list (N * N)) (commodities : list N).
Let nw := net pb.
Let n := size nw.
Let m := len (generators nw).
Let slots := N.of_nat T.
Let ls := leads nw.
Let st := started nw begins.
Let nr := nearest nw d begins.
Let nxt := next nw ls.
Let begun := start nw st.
Hypothesis V : valid_network nw = true.
Hypothesis Sg : single nw = true.
Let Ln := single_links nw Sg.
Hypothesis commodities_once : NoDup commodities.

(* the moves of a slot, and of which commodity they are *)
Variables (moves : list (list move)) (com : move -> N).
Let slot (s : N) := nth (N.to_nat s) moves [].
Hypothesis fit : forall s, slot_fits pb (slot s).

Let gen h := nth (N.to_nat h) (generators nw) 0.

Lemma next_is u h : u < n -> h < m -> nxt (u, h) = product nw u (gen h).
Proof.
  intros Hu Hh. unfold nxt, next, ls, leads. cbn [fst snd]. fold n m. rewrite tabulate_get by nia.
  assert (E1 : (u * m + h) / m = u) by (symmetry; apply (N.div_unique _ _ _ h); lia).
  assert (E2 : (u * m + h) mod m = h) by (symmetry; apply (N.mod_unique _ _ u); lia).
  rewrite E1, E2, table_get. reflexivity.
Qed.

Definition link_of (mv : move) : N := match find (fun h => product nw (from mv) (gen h) =? to mv) (upto m) with Some h => h | None => 0 end.
Definition arc_of (mv : move) : N * N := (from mv, link_of mv).
Definition leg_of (mv : move) : leg := (com mv, arc_of mv).

Lemma arc_right s mv : In mv (slot s) -> from mv < n /\ to mv < n /\ link_of mv < m /\ nxt (arc_of mv) = to mv /\ In (arc_of mv) (arcs nw ls).
Proof.
  intros I. destruct (link_step _ _ _ Ln (moves_over_links _ _ (fit s) mv I)) as (Hu & Hv & g & Hg & E). fold nw n in Hu, Hv, Hg, E.
  apply (In_nth _ _ 0) in Hg. destruct Hg as (k & Hk & Eg).
  assert (Lk : link_of mv < m /\ product nw (from mv) (gen (link_of mv)) = to mv).
  { unfold link_of. destruct (find _ (upto m)) as [h|] eqn:F.
    - apply find_some in F. destruct F as [F1 F2]. apply in_upto in F1. apply N.eqb_eq in F2. auto.
    - exfalso. eapply find_none with (x := N.of_nat k) in F; [|apply in_upto; unfold m; rewrite len_length; lia]. cbv beta in F.
      unfold gen in F. rewrite Nat2N.id, Eg, <- E, N.eqb_refl in F. discriminate. }
  destruct Lk as [Lk El]. assert (Nx : nxt (arc_of mv) = to mv) by (unfold arc_of; rewrite next_is; auto).
  repeat split; auto. apply filter_In. fold nxt. rewrite Nx. split; [|apply N.ltb_lt; exact Hv]. apply in_prod; rewrite range_upto; apply in_upto; auto.
Qed.

Lemma single_not_listed : listed_links nw = false.
Proof. clear -Sg. destruct nw; discriminate || reflexivity. Qed.

Lemma carries_one s : NoDup (map (fun m => (from m, to m)) (slot s)).
Proof. exact (one_each pb _ (valid_typed _ V single_not_listed) _ (valid_once _ V Sg) (fit s)). Qed.

Lemma legs_once s : NoDup (map leg_of (slot s)).
Proof.
  pose proof (carries_one s) as D. assert (ND : NoDup (slot s)) by (eapply NoDup_map_inv, D).
  apply NoDup_map_in; auto. intros x y Hx Hy E. apply (NoDup_map_inj (fun m0 => (from m0, to m0)) (slot s)); auto.
  unfold leg_of in E. injection E as _ Ef El. destruct (arc_right s x Hx) as (_ & _ & _ & Nx & _). destruct (arc_right s y Hy) as (_ & _ & _ & Ny & _).
  f_equal; auto. rewrite <- Nx, <- Ny. unfold arc_of. rewrite Ef, El. reflexivity.
Qed.

Definition used (b : leg) (s : N) : bool := existsb (fun mv => is_leg (leg_of mv) b) (slot s).
Definition moving (x : N) : bool :=
  let i := x / slots in let j := i / m in (0 <? slots) && used (j / n, (j mod n, i mod m)) (x mod slots).

Lemma moving_place c u h s : u < n -> h < m -> s < slots -> moving (place nw slots (c, (u, h)) s) = used (c, (u, h)) s.
Proof.
  intros Hu Hh Hs. unfold moving, place. cbn [fst snd]. fold n m.
  assert (E1 : (((c * n + u) * m + h) * slots + s) / slots = (c * n + u) * m + h) by (symmetry; apply (N.div_unique _ _ _ s); lia).
  assert (E2 : (((c * n + u) * m + h) * slots + s) mod slots = s) by (symmetry; apply (N.mod_unique _ _ ((c * n + u) * m + h)); lia).
  assert (E3 : ((c * n + u) * m + h) / m = c * n + u) by (symmetry; apply (N.div_unique _ _ _ h); lia).
  assert (E4 : ((c * n + u) * m + h) mod m = h) by (symmetry; apply (N.mod_unique _ _ (c * n + u)); lia).
  assert (E5 : (c * n + u) / n = c) by (symmetry; apply (N.div_unique _ _ _ u); lia).
  assert (E6 : (c * n + u) mod n = u) by (symmetry; apply (N.mod_unique _ _ c); lia).
  cbv zeta. rewrite E1, E2, E3, E4, E5, E6. destruct (N.ltb_spec 0 slots); [reflexivity|lia].
Qed.

Definition counted (cs : list N) (p : N * N -> bool) (s : N) : N := sum (fun mv => ind (existsb (N.eqb (com mv)) cs && p (arc_of mv))) (slot s).

Lemma arcs_once : NoDup (arcs nw ls).
Proof. apply NoDup_filter, NoDup_list_prod; rewrite range_upto; apply upto_nodup. Qed.

Lemma in_arcs a : In a (arcs nw ls) -> fst a < n /\ snd a < m.
Proof. intros H. apply filter_In in H. destruct H as [H _]. destruct a as [u h]. apply in_prod_iff in H. rewrite !range_upto, !in_upto in H. exact H. Qed.

Lemma sums_value cs p ss z : NoDup cs -> (forall s, In s ss -> s < slots) ->
  value_of moving (sums nw slots ls cs p ss z) = (z * Z.of_N (sum (counted cs p) ss))%Z.
Proof.
  intros Dc Hs. unfold sums. rewrite (value_of_grid moving z (fun _ _ => 1)) by (intros; cbn [snd]; lia). f_equal. f_equal. rewrite sum_swap. apply sum_ext. intros s Is.
  transitivity (sum (fun b => ind (used b s)) (list_prod cs (filter p (arcs nw ls)))).
  { apply sum_ext. intros [c [u h]] Hb. apply in_prod_iff in Hb. destruct Hb as [_ Hb]. apply filter_In in Hb. destruct Hb as [Hb _].
    apply in_arcs in Hb. cbn [fst snd] in *. rewrite moving_place by (auto; tauto). lia. }
  unfold used. rewrite sum_keys; [|apply NoDup_list_prod; [exact Dc|apply NoDup_filter, arcs_once]|apply legs_once].
  unfold counted. apply sum_ext. intros mv Im. f_equal. destruct (arc_right s mv Im) as (_ & _ & _ & _ & Ia). unfold leg_of.
  destruct (in_dec same_leg _ _) as [I|I].
  - apply in_prod_iff in I. destruct I as [I1 I2]. apply filter_In in I2. destruct I2 as [_ I2]. rewrite I2, andb_true_r. symmetry. apply existsb_exists.
    exists (com mv). split; auto. apply N.eqb_refl.
  - symmetry. apply not_true_iff_false. intros X. apply andb_true_iff in X. destruct X as [X1 X2]. apply I. apply in_prod_iff. split; [|apply filter_In; auto].
    apply existsb_exists in X1. destruct X1 as (c & Hc & E). apply N.eqb_eq in E. rewrite E. exact Hc.
Qed.

(* one commodity, into a node and out of it *)
Definition comes (c v s : N) : N := sum (fun mv => ind ((com mv =? c) && (to mv =? v))) (slot s).
Definition goes (c v s : N) : N := sum (fun mv => ind ((com mv =? c) && (from mv =? v))) (slot s).

Lemma counted_into c v s : counted [c] (into nw ls v) s = comes c v s.
Proof.
  apply sum_ext. intros mv Im. destruct (arc_right s mv Im) as (_ & _ & _ & Nx & _). cbn [existsb]. rewrite orb_false_r. unfold into. fold nxt. rewrite Nx. reflexivity.
Qed.

Lemma counted_out c v s : counted [c] (out_of v) s = goes c v s.
Proof. apply sum_ext. intros mv _. cbn [existsb]. rewrite orb_false_r. reflexivity. Qed.

Lemma all_into c v l : sum (counted [c] (into nw ls v)) l = sum (comes c v) l.
Proof. apply sum_ext. intros; apply counted_into. Qed.
Lemma all_out c v l : sum (counted [c] (out_of v)) l = sum (goes c v) l.
Proof. apply sum_ext. intros; apply counted_out. Qed.

Lemma counted_few cs p f s : (forall mv, In mv (slot s) -> p (arc_of mv) = true -> f mv = true) -> counted cs p s <= count f (slot s).
Proof.
  intros H. unfold counted. rewrite count_sum. apply sum_le. intros mv Im. specialize (H mv Im). destruct (existsb _ cs); cbn [andb ind]; [|lia].
  destruct (p (arc_of mv)); cbn [ind]; [rewrite H by auto; lia|lia].
Qed.

(** *** What is asked of the moves *)

Hypothesis starts_at : forall c v, In c commodities -> v < n -> v <> c -> personal = true ->
  (forall t : nat, sum (fun s => goes c v (N.of_nat s)) (seq 0 (S t)) <= begun c v + sum (fun s => comes c v (N.of_nat s)) (seq 0 t)) /\
  sum (fun s => goes c v (N.of_nat s)) (seq 0 T) = begun c v + sum (fun s => comes c v (N.of_nat s)) (seq 0 T).
Hypothesis copies : forall c v, In c commodities -> v < n -> begun c v = 0 -> personal = false ->
  (forall s mv, In mv (slot s) -> com mv = c -> from mv = v -> sum (fun k => comes c v (N.of_nat k)) (seq 0 (N.to_nat s)) = 1) /\
  sum (fun s => comes c v (N.of_nat s)) (seq 0 T) = 1.
Hypothesis in_time : forall s mv, s < slots -> In mv (slot s) -> possible nw slots d personal ls st nr (leg_of mv) s = true.

Lemma sum_range f k : sum f (range k) = sum (fun s => f (N.of_nat s)) (seq 0 (N.to_nat k)).
Proof. rewrite range_upto. unfold upto. apply sum_map. Qed.

Lemma once (c : N) : NoDup [c].
Proof. constructor; [intros []|constructor]. Qed.

Lemma among c cs : existsb (N.eqb c) cs = true -> In c cs.
Proof. intros H. apply existsb_exists in H. destruct H as (x & Hx & E). apply N.eqb_eq in E. subst. exact Hx. Qed.

Lemma below_slots k : k <= slots -> forall s, In s (range k) -> s < slots.
Proof. intros H s Hs. rewrite range_upto in Hs. apply in_upto in Hs. lia. Qed.

Lemma one_slot s : s < slots -> forall x, In x [s] -> x < slots.
Proof. intros H x [<-|[]]. exact H. Qed.

Lemma sum_single (f : N -> N) s : sum f [s] = f s.
Proof. cbn. lia. Qed.

Lemma few_sends s v : count (fun mv => is_node (from mv) v) (slot s) <= each nw (ports pb).
Proof. apply (sends_each pb). auto. Qed.
Lemma few_receives s v : count (fun mv => is_node (to mv) v) (slot s) <= each nw (ports pb).
Proof. apply (receives_each pb); auto. Qed.

Lemma into_node v s mv : In mv (slot s) -> into nw ls v (arc_of mv) = true -> is_node (to mv) v = true.
Proof. intros I. destruct (arc_right s mv I) as (_ & _ & _ & Nx & _). unfold into. fold nxt. rewrite Nx, N.eqb_eq. apply is_node_true. Qed.
Lemma out_node v s mv : In mv (slot s) -> out_of v (arc_of mv) = true -> is_node (from mv) v = true.
Proof. intros _. unfold out_of, arc_of. cbn [fst]. rewrite N.eqb_eq. apply is_node_true. Qed.

Lemma row_right name r : transport_row nw (ports pb) slots personal commodities ls st name = Some r ->
  (bound r <= value_of moving (terms r))%Z /\ (equation r = true -> value_of moving (terms r) = bound r).
Proof.
  unfold transport_row. fold n m begun nxt. destruct (snd name) as [|c [|v [|h [|s [|]]]]]; try discriminate.
  - destruct (_ && _ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.ltb_lt in B. destruct B as [[_ Hd] Hs]. intros H. injection H as <-. cbn [terms bound equation].
    split; [|discriminate]. rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single.
    pose proof (counted_few commodities (fun _ => true) (fun _ => true) c ltac:(auto)) as Le.
    assert (Hp : ports pb = HalfDuplex) by (unfold half in Hd; destruct (ports pb); discriminate || reflexivity).
    assert (Hp' : forall v, rule_at nw (ports pb) v = HalfDuplex) by (intros v; rewrite Hp; apply one_rule, Ln).
    pose proof (pairs_of_nodes pb _ Hp' (fit c)) as P. rewrite count_sum, sum_const in Le. fold nw n in P. lia.
  - destruct ((_ =? "clear")%string && _ && _ && _) eqn:B1.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, N.ltb_lt in B1. destruct B1 as [[[_ Pe] [Hc Hv]] D]. intros H. injection H as <-. cbn [terms bound equation].
      destruct (starts_at c v (among _ _ Hc) Hv D Pe) as [_ E]. rewrite value_of_app, !sums_value by (auto using once; apply below_slots; lia).
      rewrite all_into, all_out, !sum_range. unfold slots. rewrite Nat2N.id. split; intros; lia. }
    destruct ((_ =? "reach")%string && _ && _ && _) eqn:B2.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, N.ltb_lt in B2. destruct B2 as [[[_ Pe] [Hc Hv]] D]. intros H. injection H as <-. cbn [terms bound equation].
      destruct (copies c v (among _ _ Hc) Hv D Pe) as [_ E]. rewrite !sums_value by (auto using once; apply below_slots; lia).
      rewrite all_into, !sum_range. unfold slots. rewrite Nat2N.id. split; intros; lia. }
    destruct ((_ =? "sends")%string && _ && _ && _) eqn:B3.
    { rewrite !andb_true_iff, !N.ltb_lt in B3. destruct B3 as [_ Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single. pose proof (counted_few commodities (out_of c) (fun mv => is_node (from mv) c) v (fun mv => out_node c v mv)) as Le.
      pose proof (few_sends v c) as P. lia. }
    destruct ((_ =? "receives")%string && _ && _ && _) eqn:B4.
    { rewrite !andb_true_iff, !N.ltb_lt in B4. destruct B4 as [_ Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single. pose proof (counted_few commodities (into nw ls c) (fun mv => is_node (to mv) c) v (fun mv => into_node c v mv)) as Le.
      pose proof (few_receives v c) as P. lia. }
    destruct ((_ =? "either")%string && _ && _ && _) eqn:B5; [|discriminate].
    rewrite !andb_true_iff, !N.ltb_lt in B5. destruct B5 as [[[_ Hd] _] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
    rewrite value_of_app, !sums_value by (auto; apply one_slot, Hs). rewrite !sum_single.
    pose proof (counted_few commodities (into nw ls c) (fun mv => is_node (to mv) c) v (fun mv => into_node c v mv)) as L1.
    pose proof (counted_few commodities (out_of c) (fun mv => is_node (from mv) c) v (fun mv => out_node c v mv)) as L2.
    pose proof (ports_suffice _ _ (fit v) c) as P. fold nw in P. rewrite one_rule in P by exact Ln. assert (Hp : ports pb = HalfDuplex) by (unfold half in Hd; destruct (ports pb); discriminate || reflexivity).
    rewrite Hp in P. cbn [ports_allow] in P. unfold sends, receives in P. lia.
  - destruct ((_ =? "stock")%string && _ && _ && _ && _) eqn:B1.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, !N.ltb_lt in B1. destruct B1 as [[[[_ Pe] [Hc Hv]] D] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      destruct (starts_at c v (among _ _ Hc) Hv D Pe) as [E _]. specialize (E (N.to_nat h)). rewrite value_of_app, !sums_value by (auto using once; apply below_slots; lia).
      rewrite all_into, all_out, !sum_range.
      replace (N.to_nat (h + 1)) with (S (N.to_nat h)) by lia. lia. }
    destruct ((_ =? "arc")%string && _ && _) eqn:B2; [|discriminate]. rewrite !andb_true_iff, !N.ltb_lt in B2. destruct B2 as [[_ [[Hc Hv] _]] Hs].
    intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate]. rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single.
    assert (Le : counted commodities (only c v) h <= count (fun mv => only c v (arc_of mv)) (slot h)) by (apply counted_few; auto).
    assert (One : count (fun mv => only c v (arc_of mv)) (slot h) <= 1).
    { pose proof (carries_one h) as D. apply count_one; [eapply NoDup_map_inv, D|]. intros x y Hx Hy Ex Ey.
      apply (NoDup_map_inj (fun m0 => (from m0, to m0)) (slot h)); auto. destruct (arc_right h x Hx) as (_ & _ & _ & Nx & _). destruct (arc_right h y Hy) as (_ & _ & _ & Ny & _).
      unfold only in Ex, Ey. rewrite !andb_true_iff, !N.eqb_eq in Ex, Ey. assert (A : arc_of x = arc_of y) by (unfold arc_of in *; cbn [fst snd] in *; f_equal; lia).
      rewrite <- Nx, <- Ny, A. f_equal. unfold arc_of in A. congruence. }
    lia.
  - destruct ((_ =? "copy")%string && _ && _ && _ && _ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, !N.ltb_lt in B.
    destruct B as [[[[[_ Pe] [Hc Hv]] D] _] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
    destruct (copies c v (among _ _ Hc) Hv D Pe) as [E _]. rewrite value_of_app, !sums_value by (auto using once; (apply below_slots; lia) || (apply one_slot, Hs)).
    rewrite all_into, sum_single, sum_range.
    destruct (N.eq_dec (counted [c] (only v h) s) 0) as [Z|Z]; [rewrite Z; lia|].
    assert (X : exists mv, In mv (slot s) /\ com mv = c /\ from mv = v).
    { unfold counted in Z. clear -Z. induction (slot s) as [|mv l IH]; [cbn in Z; lia|]. rewrite sum_cons in Z.
      destruct (existsb (N.eqb (com mv)) [c] && only v h (arc_of mv)) eqn:B; [|destruct IH as (x & ? & ?); [cbn [ind] in Z; lia|exists x; split; [right|]; auto]].
      exists mv. split; [left; auto|]. cbn [existsb] in B. unfold only, arc_of in B. cbn [fst snd] in B. rewrite !andb_true_iff, orb_false_r, !N.eqb_eq in B. tauto. }
    destruct X as (mv & Im & Ec & Ef). rewrite (E s mv Im Ec Ef).
    assert (Le : counted [c] (only v h) s <= 1).
    { eapply N.le_trans; [apply (counted_few [c] (only v h) (fun mv => only v h (arc_of mv))); auto|].
      pose proof (carries_one s) as D2. apply count_one; [eapply NoDup_map_inv, D2|]. intros x y Hx Hy Ex Ey.
      apply (NoDup_map_inj (fun m0 => (from m0, to m0)) (slot s)); auto. destruct (arc_right s x Hx) as (_ & _ & _ & Nx & _). destruct (arc_right s y Hy) as (_ & _ & _ & Ny & _).
      unfold only in Ex, Ey. rewrite !andb_true_iff, !N.eqb_eq in Ex, Ey. assert (A : arc_of x = arc_of y) by (unfold arc_of in *; cbn [fst snd] in *; f_equal; lia).
      rewrite <- Nx, <- Ny, A. f_equal. unfold arc_of in A. congruence. }
    lia.
Qed.

Theorem transport_solution : solves (transport_model nw (ports pb) slots d personal begins commodities) moving.
Proof.
  constructor; cbn [transport_model row_of fixed].
  - intros name r H. apply (row_right name r H).
  - intros name r H. apply (row_right name r H).
  - intros x b. fold n m. destruct (possible _ _ _ _ _ _ _ _ _) eqn:P; [discriminate|]. intros H. injection H as <-.
    unfold moving. cbv zeta. destruct (N.ltb_spec 0 slots) as [Ps|]; [|reflexivity]. cbn [andb]. apply not_true_iff_false. intros X.
    apply existsb_exists in X. destruct X as (mv & Im & E). unfold is_leg in E. destruct (same_leg _ _) as [El|]; [|discriminate].
    assert (Nz : slots <> 0) by lia. pose proof (in_time (x mod slots) mv (N.mod_lt x slots Nz) Im) as Q. rewrite El in Q. unfold ls, st, nr in Q. fold nw in P. congruence.
Qed.
End Solution.
