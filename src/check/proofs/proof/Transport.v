(** The transport model (models/formats/programs.md, "The transport model"): every schedule of at most so many slots gives a
    solution. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Ports Spread Trees Courses Flow Links.
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

Definition started : PM.t N := tally (mapr (fun e => snd e * n + fst e) begins).
(* the least number of moves from where packets of the commodity start *)
Definition nearest : PM.t N :=
  fold_left (fun q e => loop (fun q v => let i := snd e * n + v in let h := d (fst e) v in
    match PM.find (N.succ_pos i) q with Some h' => if h' <=? h then q else put q i h | None => put q i h end) n q) begins (PM.empty N).

Section Tables.
(* the links of a node, where they lead, and who is no host *)
Variables (m : N) (leads : PM.t (PM.t N)) (started nearest : PM.t N) (no_host : N -> bool).
Definition next (a : N * N) : N := next_in n leads a.
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
Definition rule_of (v : N) : port_rule := match switch_rule nw with Some r => if no_host v then r else rule | None => rule end.
Definition each (v : N) : N := Ports.least_of (rule_of v) m.
Definition half (v : N) : bool := is_half (rule_of v).

Definition transport_row (name : label) : option row :=
  let known c v := existsb (N.eqb c) commodities && (v <? n) in
  let has_link v h := (v <? n) && (h <? m) && (next (v, h) <? n) in
  let z := (-1)%Z in
  match snd name with
  | [s] =>
      if (fst name =? "pairs")%string && all_half nw rule && (s <? slots) then Some (Row (sums commodities (fun _ => true) [s] z) (- Z.of_N (n / 2)) false) else None
  | [c; v] =>
      if (fst name =? "clear")%string && personal && known c v && negb (v =? c) then
        Some (Row (sums [c] (into v) (range slots) 1 ++ sums [c] (out_of v) (range slots) z) (- Z.of_N (start c v)) true)
      else if (fst name =? "reach")%string && negb personal && known c v && (start c v =? 0) then
        Some (if no_host v then Row (sums [c] (into v) (range slots) z) (-1) false else Row (sums [c] (into v) (range slots) 1) 1 true)
      else if (fst name =? "sends")%string && negb (half c) && (c <? n) && (v <? slots) then Some (Row (sums commodities (out_of c) [v] z) (- Z.of_N (each c)) false)
      else if (fst name =? "receives")%string && negb (half c) && (c <? n) && (v <? slots) then Some (Row (sums commodities (into c) [v] z) (- Z.of_N (each c)) false)
      else if (fst name =? "either")%string && half c && (c <? n) && (v <? slots) then
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
  let m := degree nw in
  let leads := link_table nw in
  let started := started in
  let nearest := nearest in
  let no_host := switch_of nw in
  Model (transport_variable m leads) (transport_row m leads started no_host)
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
Let m := degree nw.
Let slots := N.of_nat T.
Let ls := link_table nw.
Let sw := switch_of nw.
Let st := started nw begins.
Let nr := nearest nw d begins.
Let nxt := next nw ls.
Let begun := start nw st.
Hypothesis V : valid_network nw = true.
Hypothesis commodities_once : NoDup commodities.

(* the moves of a slot, and of which commodity they are *)
Variables (moves : list (list move)) (com : move -> N).
Let slot (s : N) := nth (N.to_nat s) moves [].
Hypothesis fit : forall s, slot_fits pb (slot s).
Hypothesis moves_once : forall s, NoDup (slot s).

Definition link_of (s : N) (mv : move) : N := numbered_link pb (slot s) mv.
Definition arc_of (s : N) (mv : move) : N * N := (from mv, link_of s mv).
Definition leg_of (s : N) (mv : move) : leg := (com mv, arc_of s mv).

Lemma arc_right s mv : In mv (slot s) -> from mv < n /\ to mv < n /\ link_of s mv < m /\ nxt (arc_of s mv) = to mv /\ In (arc_of s mv) (arcs nw m ls).
Proof.
  intros I. destruct (moves_over_links _ _ (fit s) mv I) as (Hu & Hv & _). fold nw n in Hu, Hv.
  destruct (numbered_right pb (slot s) (fit s) mv I) as [Hl Nx]. repeat split; auto. apply filter_In. split; [|apply N.ltb_lt].
  - apply in_prod; rewrite range_upto; apply in_upto; auto.
  - change (next nw ls (arc_of s mv)) with (next_in (size (net pb)) (link_table (net pb)) (from mv, numbered_link pb (slot s) mv)). rewrite Nx. exact Hv.
Qed.

Lemma arcs_apart s x y : In x (slot s) -> In y (slot s) -> arc_of s x = arc_of s y -> x = y.
Proof. intros Hx Hy E. unfold arc_of in E. injection E as Ef El. apply (numbered_once pb (slot s) (fit s)); auto. Qed.

Lemma legs_once s : NoDup (map (leg_of s) (slot s)).
Proof. apply NoDup_map_in; [|apply moves_once]. intros x y Hx Hy E. apply (arcs_apart s); auto. unfold leg_of in E. congruence. Qed.

Definition used (b : leg) (s : N) : bool := existsb (fun mv => is_leg (leg_of s mv) b) (slot s).
Definition moving (x : N) : bool :=
  let i := x / slots in let j := i / m in (0 <? slots) && used (j / n, (j mod n, i mod m)) (x mod slots).

Lemma moving_place c u h s : u < n -> h < m -> s < slots -> moving (place nw slots m (c, (u, h)) s) = used (c, (u, h)) s.
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

Definition counted (cs : list N) (p : N * N -> bool) (s : N) : N := sum (fun mv => ind (existsb (N.eqb (com mv)) cs && p (arc_of s mv))) (slot s).

Lemma arcs_once : NoDup (arcs nw m ls).
Proof. apply NoDup_filter, NoDup_list_prod; rewrite range_upto; apply upto_nodup. Qed.

Lemma in_arcs a : In a (arcs nw m ls) -> fst a < n /\ snd a < m.
Proof. intros H. apply filter_In in H. destruct H as [H _]. destruct a as [u h]. apply in_prod_iff in H. rewrite !range_upto, !in_upto in H. exact H. Qed.

Lemma sums_value cs p ss z : NoDup cs -> (forall s, In s ss -> s < slots) ->
  value_of moving (sums nw slots m ls cs p ss z) = (z * Z.of_N (sum (counted cs p) ss))%Z.
Proof.
  intros Dc Hs. unfold sums. rewrite (value_of_grid moving z (fun _ _ => 1)) by (intros; cbn [snd]; lia). f_equal. f_equal. rewrite sum_swap. apply sum_ext. intros s Is.
  transitivity (sum (fun b => ind (used b s)) (list_prod cs (filter p (arcs nw m ls)))).
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

Lemma counted_few cs p f s : (forall mv, In mv (slot s) -> p (arc_of s mv) = true -> f mv = true) -> counted cs p s <= count f (slot s).
Proof.
  intros H. unfold counted. rewrite count_sum. apply sum_le. intros mv Im. specialize (H mv Im). destruct (existsb _ cs); cbn [andb ind]; [|lia].
  destruct (p (arc_of s mv)); cbn [ind]; [rewrite H by auto; lia|lia].
Qed.

(** *** What is asked of the moves *)

Hypothesis starts_at : forall c v, In c commodities -> v < n -> v <> c -> personal = true ->
  (forall t : nat, sum (fun s => goes c v (N.of_nat s)) (seq 0 (S t)) <= begun c v + sum (fun s => comes c v (N.of_nat s)) (seq 0 t)) /\
  sum (fun s => goes c v (N.of_nat s)) (seq 0 T) = begun c v + sum (fun s => comes c v (N.of_nat s)) (seq 0 T).
Hypothesis copies : forall c v, In c commodities -> v < n -> begun c v = 0 -> personal = false ->
  (forall s mv, In mv (slot s) -> com mv = c -> from mv = v -> sum (fun k => comes c v (N.of_nat k)) (seq 0 (N.to_nat s)) = 1) /\
  sum (fun s => comes c v (N.of_nat s)) (seq 0 T) <= 1 /\
  (is_switch nw v = false -> sum (fun s => comes c v (N.of_nat s)) (seq 0 T) = 1).
Hypothesis in_time : forall s mv, s < slots -> In mv (slot s) -> possible nw slots d personal ls st nr (leg_of s mv) s = true.

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

Lemma rule_is v : rule_of nw (ports pb) sw v = rule_at nw (ports pb) v.
Proof. unfold rule_of, sw. rewrite rule_at_is, switch_of_is. reflexivity. Qed.

Lemma few_sends s v : v < n -> count (fun mv => is_node (from mv) v) (slot s) <= each nw (ports pb) m sw v.
Proof.
  intros Hv. unfold each. rewrite rule_is. eapply N.le_trans; [apply (sends_few pb (slot s) v (fit s))|]. apply least_mono, degree_out, Hv.
Qed.
Lemma few_receives s v : v < n -> count (fun mv => is_node (to mv) v) (slot s) <= each nw (ports pb) m sw v.
Proof.
  intros Hv. unfold each. rewrite rule_is. eapply N.le_trans; [apply (receives_few pb V (slot s) v (fit s))|]. apply least_mono, degree_in, Hv.
Qed.

Lemma into_node v s mv : In mv (slot s) -> into nw ls v (arc_of s mv) = true -> is_node (to mv) v = true.
Proof. intros I. destruct (arc_right s mv I) as (_ & _ & _ & Nx & _). unfold into. fold nxt. rewrite Nx, N.eqb_eq. apply is_node_true. Qed.
Lemma out_node v s mv : In mv (slot s) -> out_of v (arc_of s mv) = true -> is_node (from mv) v = true.
Proof. intros _. unfold out_of, arc_of. cbn [fst]. rewrite N.eqb_eq. apply is_node_true. Qed.

Lemma row_right name r : transport_row nw (ports pb) slots personal commodities m ls st sw name = Some r ->
  (bound r <= value_of moving (terms r))%Z /\ (equation r = true -> value_of moving (terms r) = bound r).
Proof.
  unfold transport_row. fold n m begun nxt. destruct (snd name) as [|c [|v [|h [|s [|]]]]]; try discriminate.
  - destruct (_ && _ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.ltb_lt in B. destruct B as [[_ Hd] Hs]. intros H. injection H as <-. cbn [terms bound equation].
    split; [|discriminate]. rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single.
    pose proof (counted_few commodities (fun _ => true) (fun _ => true) c ltac:(auto)) as Le.
    assert (Hp' : forall v, rule_at nw (ports pb) v = HalfDuplex) by (intros v; apply all_half_sound, Hd).
    pose proof (pairs_of_nodes pb _ Hp' (fit c)) as P. rewrite count_sum, sum_const in Le. fold nw n in P. lia.
  - destruct ((_ =? "clear")%string && _ && _ && _) eqn:B1.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, N.ltb_lt in B1. destruct B1 as [[[_ Pe] [Hc Hv]] D]. intros H. injection H as <-. cbn [terms bound equation].
      destruct (starts_at c v (among _ _ Hc) Hv D Pe) as [_ E]. rewrite value_of_app, !sums_value by (auto using once; apply below_slots; lia).
      rewrite all_into, all_out, !sum_range. unfold slots. rewrite Nat2N.id. split; intros; lia. }
    destruct ((_ =? "reach")%string && _ && _ && _) eqn:B2.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, N.ltb_lt in B2. destruct B2 as [[[_ Pe] [Hc Hv]] D]. intros H. injection H as <-.
      destruct (copies c v (among _ _ Hc) Hv D Pe) as (_ & Few & E). rewrite <- switch_of_is in E. fold sw in E.
      destruct (sw v); cbn [terms bound equation]; rewrite !sums_value by (auto using once; apply below_slots; lia);
        rewrite all_into, !sum_range; unfold slots; rewrite Nat2N.id; [split; [lia|discriminate]|]. specialize (E eq_refl). split; intros; lia. }
    destruct ((_ =? "sends")%string && _ && _ && _) eqn:B3.
    { rewrite !andb_true_iff, !N.ltb_lt in B3. destruct B3 as [[_ Hn] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single. pose proof (counted_few commodities (out_of c) (fun mv => is_node (from mv) c) v (fun mv => out_node c v mv)) as Le.
      pose proof (few_sends v c Hn) as P. lia. }
    destruct ((_ =? "receives")%string && _ && _ && _) eqn:B4.
    { rewrite !andb_true_iff, !N.ltb_lt in B4. destruct B4 as [[_ Hn] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single. pose proof (counted_few commodities (into nw ls c) (fun mv => is_node (to mv) c) v (fun mv => into_node c v mv)) as Le.
      pose proof (few_receives v c Hn) as P. lia. }
    destruct ((_ =? "either")%string && _ && _ && _) eqn:B5; [|discriminate].
    rewrite !andb_true_iff, !N.ltb_lt in B5. destruct B5 as [[[_ Hd] _] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
    rewrite value_of_app, !sums_value by (auto; apply one_slot, Hs). rewrite !sum_single.
    pose proof (counted_few commodities (into nw ls c) (fun mv => is_node (to mv) c) v (fun mv => into_node c v mv)) as L1.
    pose proof (counted_few commodities (out_of c) (fun mv => is_node (from mv) c) v (fun mv => out_node c v mv)) as L2.
    pose proof (ports_suffice _ _ (fit v) c) as P. fold nw in P. assert (Hp : rule_at nw (ports pb) c = HalfDuplex) by (rewrite <- rule_is; unfold half in Hd; destruct (rule_of _ _ _ _); discriminate || reflexivity).
    rewrite Hp in P. cbn [ports_allow] in P. unfold sends, receives in P. lia.
  - destruct ((_ =? "stock")%string && _ && _ && _ && _) eqn:B1.
    { rewrite !andb_true_iff, negb_true_iff, N.eqb_neq, !N.ltb_lt in B1. destruct B1 as [[[[_ Pe] [Hc Hv]] D] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
      destruct (starts_at c v (among _ _ Hc) Hv D Pe) as [E _]. specialize (E (N.to_nat h)). rewrite value_of_app, !sums_value by (auto using once; apply below_slots; lia).
      rewrite all_into, all_out, !sum_range.
      replace (N.to_nat (h + 1)) with (S (N.to_nat h)) by lia. lia. }
    destruct ((_ =? "arc")%string && _ && _) eqn:B2; [|discriminate]. rewrite !andb_true_iff, !N.ltb_lt in B2. destruct B2 as [[_ [[Hc Hv] _]] Hs].
    intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate]. rewrite sums_value by (auto; apply one_slot, Hs). rewrite sum_single.
    assert (Le : counted commodities (only c v) h <= count (fun mv => only c v (arc_of h mv)) (slot h)) by (apply counted_few; auto).
    assert (One : count (fun mv => only c v (arc_of h mv)) (slot h) <= 1).
    { apply count_one; [apply moves_once|]. intros x y Hx Hy Ex Ey. apply (arcs_apart h); auto. unfold only in Ex, Ey. rewrite !andb_true_iff, !N.eqb_eq in Ex, Ey.
      destruct (arc_of h x), (arc_of h y). cbn [fst snd] in *. f_equal; lia. }
    lia.
  - destruct ((_ =? "copy")%string && _ && _ && _ && _ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, !N.ltb_lt in B.
    destruct B as [[[[[_ Pe] [Hc Hv]] D] _] Hs]. intros H. injection H as <-. cbn [terms bound equation]. split; [|discriminate].
    destruct (copies c v (among _ _ Hc) Hv D Pe) as (E & _). rewrite value_of_app, !sums_value by (auto using once; (apply below_slots; lia) || (apply one_slot, Hs)).
    rewrite all_into, sum_single, sum_range.
    destruct (N.eq_dec (counted [c] (only v h) s) 0) as [Z|Z]; [rewrite Z; lia|].
    assert (X : exists mv, In mv (slot s) /\ com mv = c /\ from mv = v).
    { unfold counted in Z. clear -Z. induction (slot s) as [|mv l IH]; [cbn in Z; lia|]. rewrite sum_cons in Z.
      destruct (existsb (N.eqb (com mv)) [c] && only v h (arc_of s mv)) eqn:B; [|destruct IH as (x & ? & ?); [cbn [ind] in Z; lia|exists x; split; [right|]; auto]].
      exists mv. split; [left; auto|]. cbn [existsb] in B. unfold only, arc_of in B. cbn [fst snd] in B. rewrite !andb_true_iff, orb_false_r, !N.eqb_eq in B. tauto. }
    destruct X as (mv & Im & Ec & Ef). rewrite (E s mv Im Ec Ef).
    assert (Le : counted [c] (only v h) s <= 1).
    { eapply N.le_trans; [apply (counted_few [c] (only v h) (fun mv => only v h (arc_of s mv))); auto|].
      apply count_one; [apply moves_once|]. intros x y Hx Hy Ex Ey. apply (arcs_apart s); auto. unfold only in Ex, Ey. rewrite !andb_true_iff, !N.eqb_eq in Ex, Ey.
      destruct (arc_of s x), (arc_of s y). cbn [fst snd] in *. f_equal; lia. }
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
