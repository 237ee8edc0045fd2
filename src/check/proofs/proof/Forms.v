(** Documents of every kind of schedule: the short forms are written out, then checked as what they stand for. *)
From Coq Require Import String Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Windows Certificate.
From Isotask.Proof Require Import Lists Compute Lines Families Hops Automorphisms Near Tasks Replay Claims Checker InWindows.
Import ListNotations.
Open Scope N_scope.

Definition has_one_root (t : task) : bool :=
  has_root t || match task_traffic t with Broadcast _ _ | Accumulation _ _ => true | _ => false end.

Definition below (n : N) (l : list N) : bool := forallb (fun x => x <? n) l.

(** ** Orbits *)

(* translations keep to the nodes, listed automorphisms keep the network; packets and links are there *)
Definition group_fits (nw : network) (group : symmetry) : bool :=
  match group with
  | Translations nodes =>
      negb (listed_links nw) && (uniform nw || forallb (fun h => loop (fun (good : bool) v => if good then product nw h v <? size nw else false) (size nw) true) nodes)
  | Automorphisms listed => listed_links nw && let keep := keeps nw in forallb (fun l => keep (images nw l)) listed
  end.
Definition orbit_fits (t : task) (group : symmetry) (packets links : list N) (listed : N) : bool :=
  let nw := task_network t in
  group_fits nw group && below listed packets && (listed_links nw || below (len (generators nw)) links).

Definition many_generators (group : symmetry) : N := match group with Translations l => len l | Automorphisms l => len l end.
Definition orbit_too_large (t : task) (group : symmetry) (listed moves : N) : bool :=
  let n := size (task_network t) in
  negb ((n <=? 2 ^ 12) && (n * listed <=? 2 ^ 20)) || negb (listed * moves <=? 2 ^ 24) || negb (many_generators group <=? 24).

(* links side by side have numbers of their own: which of them every move of every translate takes, slot by slot *)
Fixpoint orbit_links (over : N -> N -> N) (links : N) (hs : list (N * (N -> N))) (places : list N) (moves : list (list (N * N))) : list (list N) :=
  match moves with
  | [] => []
  | ms :: rest =>
      let here m := nth (N.to_nat (fst m)) places 0 in
      flat_map (fun m : N * N => mapr (fun kh : N * (N -> N) => snd kh (here m) * links + snd m) hs) ms ::
      orbit_links over links hs (fold_left (fun now m => replaced (N.to_nat (fst m)) (over (here m) (snd m)) now) ms places) rest
  end.
Definition orbit_tree_links (links : N) (hs : list (N * (N -> N))) (moves : list (list ((N * N) * N))) : list (list N) :=
  mapr (flat_map (fun m : (N * N) * N => mapr (fun kh : N * (N -> N) => snd kh (snd (fst m)) * links + snd m) hs)) moves.
Definition each_link_once (nw : network) (slots : N -> list (list N)) : bool :=
  single nw || listed_links nw || forallb distinctb (slots (len (generators nw))).

Definition moved_packets {A} (f : A -> N) (moves : list (list A)) : list N := flat_map (mapr f) moves.

(** ** Conveyors *)

(* rows that are sorted *)
Definition few_rows (t : task) : bool :=
  match task_traffic t with
  | TotalExchange c | NeighbourhoodExchange _ _ c => size (task_network t) * c <=? 2 ^ 12
  | Isotropic l c => sumf snd l * c <=? 2 ^ 12
  | _ => false
  end.

(* the moves of all nodes *)
Definition conveyor_too_large (t : task) (n minus : N) : bool :=
  let (plus, back) := two_ways n (rows_of t None) minus in
  negb (n * (chain_hops plus + chain_hops back + reach plus + reach back) <=? 2 ^ 20).

(** ** Numbers in range *)

Definition range_of_pair (n : N) (e : N * N) : bool := (fst e <? n) && (snd e <? n).

Definition image_fits (nw : network) (l : list N) : bool :=
  match nw with Lift group _ _ _ _ => if is_element nw l then all_below l group else below (size nw) l | _ => below (size nw) l end.
Definition generators_fit (nw : network) (group : symmetry) : bool :=
  match group with Translations nodes => below (size nw) nodes | Automorphisms listed => forallb (image_fits nw) listed end.

Definition names_fit (t : task) (w : writing) : bool :=
  let nw := task_network t in
  let n := size nw in
  let node v := v <? n in
  let links := len (generators nw) in
  let link j := j <? links in
  let by_ends := listed_links nw in
  let numbered j := by_ends || link j in
  forallb (fun v => node v && negb (is_switch nw v)) (nodes_of (task_traffic t)) &&
  match w with
  | InFull (Symmetric offs moves) =>
      let many := len offs in below n offs && forallb (forallb (fun m => (fst m <? many) && link (snd m))) moves
  | InFull (SymmetricTrees moves) =>
      forallb (forallb (fun m => (fst (fst m) <? count_of (task_traffic t)) && (node (snd (fst m)) && link (snd m)))) moves
  | InFull (Explicit ends moves) =>
      let many := len ends in forallb (range_of_pair n) ends && forallb (forallb (fun m => (fst m <? many) && range_of_pair n (snd m))) moves
  | InFull (ExplicitTrees rs moves) =>
      let many := len rs in below n rs && forallb (forallb (fun m => (fst m <? many) && range_of_pair n (snd m))) moves
  | Orbit group ends moves =>
      let many := len ends in
      generators_fit nw group && (forallb (range_of_pair n) ends && forallb (forallb (fun m => (fst m <? many) && numbered (snd m))) moves)
  | OrbitTrees group rs moves =>
      let many := len rs in
      generators_fit nw group && (below n rs && forallb (forallb (fun m => (fst (fst m) <? many) && (node (snd (fst m)) && numbered (snd m)))) moves)
  | Conveyor _ => true
  | Intervals rows groups owned _ =>
      let many := len groups in
      below n (match rows with Some rows => rows | None => [] end) && forallb (fun i : interval => (fst (snd i) <? many) && link (snd (snd i))) owned
  | Windows plan =>
      forallb (fun w =>
        let many := len (cut_and_rest w) in
        below n (listed_orbits w) && (forallb (fun ot => fst ot <? many) (w_first w ++ w_last w ++ concat (w_blocks w)) &&
          forallb (fun e => below links (given (fst e) ++ given (snd e))) (w_ends w))) plan
  end.

Lemma below_sound n l : below n l = true -> Forall (fun v => v < n) l.
Proof. unfold below. rewrite forallb_forall, Forall_forall. intros H x Hx. apply N.ltb_lt, H, Hx. Qed.

Lemma all_sound {A} (f : A -> bool) (P : A -> Prop) l : (forall a, f a = true -> P a) -> forallb f l = true -> Forall P l.
Proof. rewrite forallb_forall, Forall_forall. auto. Qed.

Lemma all_all_sound {A} (f : A -> bool) (P : A -> Prop) l : (forall a, f a = true -> P a) -> forallb (forallb f) l = true -> Forall (Forall P) l.
Proof. intros H. apply all_sound. intros a. apply all_sound, H. Qed.

(* what is left is seen where the rows are *)
Lemma names_fit_sound t w : names_fit t w = true ->
  match w with
  | Conveyor minus => minus <= size (task_network t) * N.of_nat (length (offsets (task_network t) (task_traffic t)))
  | Intervals rows _ _ routes => Forall (fun r : N * list N => fst r < N.of_nat (length (rows_of t rows))) routes
  | _ => True
  end -> numbers_fit t w.
Proof.
  unfold names_fit, numbers_fit. cbv zeta. rewrite andb_true_iff. intros [Nd H] Rest. split; [revert Nd; apply all_sound; intros v; rewrite andb_true_iff, N.ltb_lt, negb_true_iff; auto|].
  assert (P : forall n e, range_of_pair n e = true -> fst e < n /\ snd e < n) by (intros n e; unfold range_of_pair; rewrite andb_true_iff, !N.ltb_lt; auto).
  assert (Im : forall l, image_fits (task_network t) l = true ->
    match task_network t with Lift group _ _ _ _ => if is_element (task_network t) l then Forall2 N.lt l group else Forall (fun v => v < size (task_network t)) l
      | _ => Forall (fun v => v < size (task_network t)) l end).
  { intros l Hl. unfold image_fits in Hl. destruct (task_network t); try (apply below_sound, Hl). destruct (is_element _ l); [apply all_below_sound|apply below_sound]; exact Hl. }
  assert (Gn : forall g, generators_fit (task_network t) g = true -> match g with Translations nodes => Forall (fun v => v < size (task_network t)) nodes
    | Automorphisms listed => Forall (fun l => match task_network t with Lift group _ _ _ _ => if is_element (task_network t) l then Forall2 N.lt l group
        else Forall (fun v => v < size (task_network t)) l | _ => Forall (fun v => v < size (task_network t)) l end) listed end).
  { intros [nodes|listed]; [apply below_sound|apply all_sound, Im]. }
  assert (Nu : forall j, listed_links (task_network t) || (j <? len (generators (task_network t))) = true ->
    match lines (task_network t) with None => j < N.of_nat (length (generators (task_network t))) | Some _ => True end).
  { intros j Hj. destruct (listed_links (task_network t)) eqn:Ls; [destruct (task_network t); discriminate || exact Logic.I|].
    rewrite (not_listed _ Ls). apply N.ltb_lt in Hj. rewrite len_length in Hj. exact Hj. }
  destruct w as [[offs moves|moves|ends moves|rs moves]|group ends moves|group rs moves|minus|rows groups owned routes|plan]; rewrite ?andb_true_iff in H.
  - destruct H as [A B]. split; [apply below_sound, A|]. revert B. apply all_all_sound. intros m. rewrite andb_true_iff, !N.ltb_lt, !len_length. auto.
  - revert H. apply all_all_sound. intros m. rewrite !andb_true_iff, !N.ltb_lt, !len_length. auto.
  - destruct H as [A B]. split; [revert A; apply all_sound; auto|]. revert B. apply all_all_sound. intros m. rewrite andb_true_iff, !N.ltb_lt, !len_length. intros [? ?]. auto.
  - destruct H as [A B]. split; [apply below_sound, A|]. revert B. apply all_all_sound. intros m. rewrite andb_true_iff, !N.ltb_lt, !len_length. intros [? ?]. auto.
  - destruct H as (A & B & C). split; [apply Gn, A|]. split; [revert B; apply all_sound; auto|]. revert C. apply all_all_sound. intros m. rewrite andb_true_iff, N.ltb_lt, len_length. intros [? X]. split; [auto|apply Nu, X].
  - destruct H as (A & B & C). split; [apply Gn, A|]. split; [apply below_sound, B|]. revert C. apply all_all_sound. intros m. rewrite !andb_true_iff, !N.ltb_lt, len_length. intros (? & ? & X). split; [auto|split; [auto|apply Nu, X]].
  - exact Rest.
  - destruct H as [A B]. split; [apply below_sound, A|]. split; [|exact Rest]. revert B. apply all_sound. intros i. rewrite andb_true_iff, !N.ltb_lt, !len_length. auto.
  - revert H. apply all_sound. intros w. rewrite !andb_true_iff, !len_length. intros (A & B & C). split; [apply below_sound, A|]. split.
    + revert B. apply all_sound. intros ot. apply N.ltb_lt.
    + revert C. apply all_sound. intros e. apply below_sound.
Qed.

(** ** Intervals *)

(* the packets of the task; on large networks not by going through the nodes *)
Definition quick_offsets (t : task) : option (list N) :=
  let nw := task_network t in
  let others (_ : Datatypes.unit) := filter (fun x => negb (x =? 0)) (range (size nw)) in
  match task_traffic t with
  | TotalExchange c => Some (flat_map (times c) (others tt))
  | NeighbourhoodExchange lo hi c =>
      match near nw lo hi with Some f => Some (flat_map (times c) (filter (f 0) (others tt))) | None => None end
  | Isotropic l c => Some (flat_map (times c) (flat_map (fun q => times (snd q) (fst q)) l))
  | _ => None
  end.

Lemma quick_offsets_sound t offs : valid_network (task_network t) = true -> quick_offsets t = Some offs -> offs = offsets (task_network t) (task_traffic t).
Proof.
  intros V. unfold quick_offsets, offsets. rewrite range_upto. destruct (task_traffic t); try discriminate; try (intros H; injection H as <-; reflexivity).
  destruct (near _ lo hi) as [f|] eqn:F; [|discriminate]. intros H. injection H as <-. f_equal. apply filter_ext_in.
  intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _]. apply in_upto in Hx. apply (near_sound _ _ _ _ V F); auto. lia.
Qed.

Definition quick_slots (units : list (N * (N * N))) : moves_of_slots :=
  let last := fold_left (fun t u => N.max t (N.succ (fst u))) units 0 in
  let table := fold_left (fun m u => put m (fst u) (snd u :: get [] m (fst u))) units (PM.empty (list (N * N))) in
  mapr (fun s => rev' (get [] table s)) (range last).

Lemma quick_slots_sound units : quick_slots units = slots_of_units units.
Proof.
  unfold quick_slots, slots_of_units. rewrite mapr_map, range_upto. apply map_ext. intros s. unfold rev'. rewrite <- rev_alt.
  enough (G : forall m, get [] (fold_left (fun m u => put m (fst u) (snd u :: get [] m (fst u))) units m) s =
    rev (map snd (filter (fun u => fst u =? s) units)) ++ get [] m s) by (rewrite G, get_empty, app_nil_r; apply rev_involutive).
  induction units as [|u units IH]; intros m; [reflexivity|]. cbn [fold_left filter]. rewrite IH, get_put.
  destruct (N.eq_dec (fst u) s) as [E|D], (N.eqb_spec (fst u) s); try congruence; auto.
  cbn [map rev]. rewrite <- app_assoc, E. reflexivity.
Qed.

(* two intervals of one group, or of one link, have no slot in common; at most k overlap *)
Definition starts (i : interval) := fst (fst i).
Definition ends (i : interval) := fst (fst i) + snd (fst i).
Definition meet (i j : interval) : bool := (starts i <? ends j) && (starts j <? ends i).
Definition clash (i j : interval) : bool := ((fst (snd i) =? fst (snd j)) || (snd (snd i) =? snd (snd j))) && meet i j.

Fixpoint apart_all (l : list interval) : bool :=
  match l with [] => true | i :: l => negb (existsb (clash i) l) && apart_all l end.

Fixpoint rising_from (least : N) (l : list N) : bool :=
  match l with [] => true | x :: l => (least <=? x) && rising_from (x + 1) l end.

Definition commute (nw : network) : bool :=
  match nw with
  | Hypercube _ | Torus _ | Circulant _ _ | Complete _ => true
  | _ => forallb (fun g => forallb (fun h => product nw g h =? product nw h g) (generators nw)) (generators nw)
  end.

(* every row has a route, listed or by default *)
Definition routes_fit (t : task) (rows : N) (routes : list (N * list N)) : bool :=
  rising_from 0 (mapr fst routes) && forallb (fun r => (fst r <? rows) && (len (snd r) =? len (generators (task_network t)))) routes &&
  match task_network t with Hypercube _ | Torus _ => true | _ => len routes =? rows end.

Definition intervals_fit (t : task) (rows : N) (groups : list N) (owned : list interval) : bool :=
  let links := len (generators (task_network t)) in
  let k := match task_ports t with AtMost k => k | _ => links end in
  forallb (fun i => (1 <=? snd (fst i)) && (ends i <? 2 ^ 64) && (fst (snd i) <? len groups) && (snd (snd i) <? links)) owned &&
  apart_all owned &&
  forallb (fun i => sumf (fun j => if (starts j <=? starts i) && (starts i <? ends j) then 1 else 0) owned <=? k) owned &&
  rising_from 0 groups && below rows groups && match groups with [] => rows =? 0 | g :: _ => g =? 0 end.

Definition intervals_too_large (t : task) (groups : list N) (owned : list interval) (routes : list (N * list N)) : bool :=
  let slots := fold_left (fun m i => N.max m (ends i)) owned 0 in
  negb ((slots <=? 2 ^ 20) && (sumf (fun i => snd (fst i)) owned <=? 2 ^ 20) && (len owned <=? 2 ^ 12) &&
        (len groups * len owned * len (generators (task_network t)) <=? 2 ^ 24)).

Definition listed_rows (t : task) (listed : option (list N)) : option (list N) :=
  match listed with
  | Some rows => Some rows
  | None => match quick_offsets t with Some offs => Some (sorted offs) | None => None end
  end.

(* as many packets as can be written out *)
Definition too_many_rows (t : task) (listed : option (list N)) : bool :=
  match listed, task_traffic t with
  | Some rows, _ => negb (len rows <=? 2 ^ 18)
  | None, (TotalExchange c | NeighbourhoodExchange _ _ c) => negb (size (task_network t) * c <=? 2 ^ 18)
  | None, Isotropic l c => negb (sumf snd l * c <=? 2 ^ 18)
  | None, _ => false
  end.

Definition check_intervals (t : task) (listed : option (list N)) (groups : list N) (owned : list interval) (routes : list (N * list N))
    (cs : list claim) : result :=
  let nw := task_network t in
  if negb (is_isotropic (task_traffic t)) then Wrong "a schedule of isotropic tasks for another"
  else if negb (uniform nw) then Wrong "a symmetric schedule on a network that is not"
  else if too_many_rows t listed then Beyond "so many packets"
  else if negb (commute nw) then Wrong "intervals on a network whose generators do not commute"
  else
    match listed_rows t listed with
    | None => Beyond "neighbourhoods of this network"
    | Some rows =>
        if negb (intervals_fit t (len rows) groups owned && routes_fit t (len rows) routes) then Wrong "the intervals"
        else if intervals_too_large t groups owned routes then Beyond "so many slots"
        else
          match all_units nw rows groups owned routes with
          | Some units => check_symmetric true t rows (quick_slots units) cs
          | None => Wrong "the intervals"
          end
    end.

(** ** Windows *)

Definition check_windows (t : task) (plan : list window) (cs : list claim) : result :=
  let nw := task_network t in
  match exchange_within t with
  | None => Wrong "windows of another task"
  | Some far =>
      if negb (has_turn nw) then Wrong "windows on another network"
      else if negb (uses_all_ports t) then Wrong "windows that do not use all ports"
      else if negb (len plan =? far) then Wrong "a plan of another length"
      else if negb (size nw <=? 2 ^ 18) then Beyond "windows on more than 2^18 nodes"
      else
        match listed_rows t None with
        | None => Beyond "neighbourhoods of this network"
        | Some rows =>
            if plan_fits nw rows 1 plan [] (Front 0 (upto (link_count nw)))
            then check_symmetric true t rows (quick_slots (quick_windows nw rows plan)) cs
            else Wrong "the plan"
        end
  end.

(** ** All documents *)

Definition check_writing (t : task) (w : writing) (cs : list claim) : result :=
  if too_large (task_network t) then Beyond "so many nodes"
  else if negb (valid_task t) then Wrong "the task"
  else if negb (names_fit t w) then Wrong "a number out of range"
  else
    match w with
    | InFull p => check_any t p cs
    | Orbit group listed moves =>
        if has_one_root t then Wrong "an orbit schedule of a task with a root"
        else if too_many_pairs t || orbit_too_large t group (len listed) (sumf len moves) then Beyond "so many nodes"
        else if orbit_fits t group (moved_packets fst moves) (moved_packets snd moves) (len listed) then
          match quick_elements (task_network t) group with
          | None => Beyond "so many images of nodes"
          | Some hs =>
              let over := across (task_network t) in
              if acts_freely (task_network t) group hs && each_link_once (task_network t) (fun links => orbit_links over links hs (mapr fst listed) moves) then
                match orbit over hs listed moves with Explicit ends moves => check_explicit t ends moves cs | _ => Wrong "the schedule" end
              else Wrong "the schedule"
          end
        else Wrong "the schedule"
    | OrbitTrees group listed moves =>
        if has_one_root t then Wrong "an orbit schedule of a task with a root"
        else if orbit_too_large t group (len listed) (sumf len moves) then Beyond "so many nodes"
        else if orbit_fits t group (moved_packets (fun m => fst (fst m)) moves) (moved_packets snd moves) (len listed) &&
                below (size (task_network t)) (moved_packets (fun m => snd (fst m)) moves) then
          match quick_elements (task_network t) group with
          | None => Beyond "so many images of nodes"
          | Some hs =>
              let over := across (task_network t) in
              if acts_freely (task_network t) group hs && each_link_once (task_network t) (fun links => orbit_tree_links links hs moves) then
                match orbit_of_trees over hs listed moves with ExplicitTrees rs moves => check_trees t rs moves cs | _ => Wrong "the schedule" end
              else Wrong "the schedule"
          end
        else Wrong "the schedule"
    | Conveyor minus =>
        let few_ports := match task_ports t with HalfDuplex => true | AtMost k => k <=? 1 | All => false end in
        match task_network t with
        | Torus [n] =>
            if negb (is_isotropic (task_traffic t)) || (n <=? 2) || few_ports then Wrong "a conveyor of another task"
            else if too_many_pairs t || negb (few_rows t) then Beyond "so many nodes"
            else if negb (minus <=? n * len (rows_of t None)) then Wrong "more packets than there are"
            else if conveyor_too_large t n minus then Beyond "so many moves"
            else match meaning t w with Explicit ends moves => check_explicit t ends moves cs | _ => Wrong "the schedule" end
        | _ => Wrong "a conveyor of another task"
        end
    | Intervals listed groups owned routes => check_intervals t listed groups owned routes cs
    | Windows plan => check_windows t plan cs
    end.

(* a certificate has claims, a schedule has none *)
Definition check (t : task) (w : writing) (cs : list claim) : result :=
  match cs with [] => Wrong "no claims" | _ => check_writing t w cs end.
Definition check_schedule (t : task) (w : writing) : result := check_writing t w [].

Lemma listed_rows_sound t listed rows : valid_task t = true -> listed_rows t listed = Some rows -> rows_of t listed = rows.
Proof.
  intros V. unfold listed_rows, rows_of. destruct listed as [l|]; [congruence|]. destruct (quick_offsets t) as [offs|] eqn:Q; [|discriminate].
  apply quick_offsets_sound in Q; [|unfold valid_task in V; rewrite !andb_true_iff in V; apply V]. rewrite <- Q. congruence.
Qed.

Lemma check_intervals_sound t listed groups owned routes cs os : valid_task t = true ->
  check_intervals t listed groups owned routes cs = Answer os ->
  certified t (meaning t (Intervals listed groups owned routes)) (map stated (proved os cs)) /\
  Forall (fun r : N * list N => fst r < N.of_nat (length (rows_of t listed))) routes.
Proof.
  intros V. unfold check_intervals. destruct (negb (is_isotropic _)); [discriminate|]. destruct (negb (uniform _)); [discriminate|].
  destruct (too_many_rows _ _); [discriminate|]. destruct (negb (commute _)); [discriminate|].
  destruct (listed_rows t listed) as [rows|] eqn:R; [|discriminate]. destruct (intervals_fit _ _ _ _ && _) eqn:Fit; [|discriminate]. cbn [negb].
  destruct (intervals_too_large _ _ _ _); [discriminate|].
  destruct (all_units _ _ _ _ _) as [units|] eqn:U; [|discriminate]. rewrite quick_slots_sound.
  pose proof (listed_rows_sound t listed rows V R) as E. intros H. split.
  - unfold meaning. rewrite E, U. revert H. apply check_symmetric_sound, V.
  - rewrite E. unfold routes_fit in Fit. rewrite !andb_true_iff in Fit. destruct Fit as [_ [[_ F] _]].
    revert F. apply all_sound. intros r. rewrite andb_true_iff, N.ltb_lt, len_length. tauto.
Qed.

Lemma check_windows_sound t plan cs os : valid_task t = true -> check_windows t plan cs = Answer os ->
  certified t (meaning t (Windows plan)) (map stated (proved os cs)).
Proof.
  intros V. unfold check_windows. destruct (exchange_within t); [|discriminate]. destruct (negb (has_turn _)); [discriminate|].
  destruct (negb (uses_all_ports t)); [discriminate|]. destruct (negb (len plan =? _)); [discriminate|]. destruct (negb (_ <=? _)); [discriminate|].
  destruct (listed_rows t None) as [rows|] eqn:R; [|discriminate]. destruct (plan_fits _ _ _ _ _ _); [|discriminate].
  rewrite quick_slots_sound, quick_windows_sound. unfold meaning. rewrite (listed_rows_sound t None rows V R). apply check_symmetric_sound, V.
Qed.

Lemma increasing_length x l : length (increasing x l) = S (length l).
Proof. induction l as [|y l IH]; cbn [increasing]; [reflexivity|]. destruct (x <=? y); cbn [length]; auto. Qed.

Lemma rows_length t : length (rows_of t None) = length (offsets (task_network t) (task_traffic t)).
Proof. unfold rows_of, sorted. generalize (offsets (task_network t) (task_traffic t)) as l. induction l as [|x l IH]; [reflexivity|]. cbn [fold_right]. rewrite increasing_length, IH. reflexivity. Qed.

Theorem check_writing_sound t w cs os : check_writing t w cs = Answer os ->
  numbers_fit t w /\ certified t (meaning t w) (map stated (proved os cs)).
Proof.
  unfold check_writing. destruct (too_large _); [discriminate|]. destruct (valid_task t) eqn:V; [|discriminate]. cbn [negb].
  destruct (names_fit t w) eqn:F; [|discriminate]. cbn [negb]. pose proof (names_fit_sound t w F) as Fit.
  destruct w as [p|group listed moves|group listed moves|minus|listed groups owned routes|plan].
  - intros H. split; [apply Fit, Logic.I|]. revert H. apply check_any_sound.
  - destruct (has_one_root t); [discriminate|]. destruct (too_many_pairs t || _); [discriminate|]. destruct (orbit_fits _ _ _ _ _); [|discriminate].
    destruct (quick_elements _ group) as [hs|] eqn:Q; [|discriminate]. apply quick_elements_sound in Q. cbv zeta. destruct (_ && _); [|discriminate].
    cbn [meaning]. rewrite (orbit_alike _ _ _ _ (across_is _) Q). unfold orbit. intros H. split; [apply Fit, Logic.I|]. revert H. apply check_explicit_sound, V.
  - destruct (has_one_root t); [discriminate|]. destruct (orbit_too_large _ _ _ _); [discriminate|]. destruct (_ && _); [|discriminate].
    destruct (quick_elements _ group) as [hs|] eqn:Q; [|discriminate]. apply quick_elements_sound in Q. cbv zeta. destruct (_ && _); [|discriminate].
    cbn [meaning]. rewrite (orbit_of_trees_alike _ _ _ _ (across_is _) Q). unfold orbit_of_trees. intros H. split; [apply Fit, Logic.I|]. revert H. apply check_trees_sound, V.
  - cbv zeta. cbn [meaning]. destruct (task_network t) as [| |[|n [|]]| | | | | | | | | | | | |] eqn:Nw; try discriminate.
    destruct (_ || _ || _); [discriminate|]. destruct (_ || _); [discriminate|]. destruct (N.leb_spec minus (n * len (rows_of t None))) as [Le|]; [|discriminate]. cbn [negb].
    destruct (conveyor_too_large t n minus); [discriminate|]. destruct (conveyor _ _ _) as [| |ends moves|]; try discriminate.
    intros H. split; [|revert H; apply check_explicit_sound, V]. apply Fit. rewrite len_length, rows_length, Nw in Le. cbn [size volume fold_right]. rewrite N.mul_1_r. exact Le.
  - intros H. apply check_intervals_sound in H; auto. split; [|apply H]. apply Fit, H.
  - intros H. split; [apply Fit, Logic.I|]. revert H. apply check_windows_sound, V.
Qed.

Lemma check_writing_network t w cs os : check_writing t w cs = Answer os -> well_formed (task_network t).
Proof.
  unfold check_writing. destruct (too_large _); [discriminate|]. destruct (valid_task t) eqn:V; [|discriminate]. intros _.
  unfold valid_task in V. rewrite !andb_true_iff in V. apply valid_well_formed, V.
Qed.

(* THE THEOREM *)
Theorem check_sound t w cs os : check t w cs = Answer os -> certified_document t w (map stated (proved os cs)).
Proof. unfold check. destruct cs; [discriminate|]. intros H. split; [eapply check_writing_network, H|apply check_writing_sound, H]. Qed.

Theorem check_schedule_sound t w os : check_schedule t w = Answer os -> certified_document t w [].
Proof.
  intros H. split; [eapply check_writing_network, H|]. apply check_writing_sound in H. destruct os as [|[]]; exact H.
Qed.
