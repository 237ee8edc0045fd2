(** The checker, and the theorem that what it accepts is true. *)
From Coq Require Import String Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Cubes Tori Weights Symmetric Compute Replay Lines Families Hops Near Tasks Isotropic Claims Explicit Ports.
From Isotask.Proof Require Import Prices Timed TimedTrees Cut.
From Isotask.Proof Require Import Listed Arrivals Spread Broadcast Rooted CutNode Within Renamed CutTrees Trees Courses Scopes SymmetricBounds TransportBounds.
From Isotask.Proof Require Flow Scheduled Resolution.
Import ListNotations.
Open Scope N_scope.

Inductive result :=
| Answer (os : list outcome)        (** the task and the schedule are right; an outcome for every claim *)
| Wrong (what : string)
| Beyond (what : string).           (** not covered by the proof *)

Definition last_move {A} (moves : list (list A)) : list (list A) := rev' (from_first_move (rev' moves)).

Lemma last_move_spec {A} (moves : list (list A)) : last_move moves = to_last_move moves.
Proof. unfold last_move, to_last_move, rev'. rewrite <- !rev_alt. reflexivity. Qed.

(** ** Symmetric schedules of isotropic tasks *)

Definition replay_in (t : task) (offs : list N) (sc : moves_of_slots) : bool :=
  match task_network t with
  | Torus ps => replay (coordinates ps) (add ps) (fun a b => if list_eq_dec N.eq_dec a b then true else false) t offs sc
  | Circulant n _ | Complete n => replay (fun v => v) (plus n) N.eqb t offs sc
  | Star _ | Pancake _ | BubbleSort _ | CubeConnectedCycles _ | Butterfly _ | Permutations _ _ | HyperX _ _ | Lattice _ =>
      replay (fun v => v) (product (task_network t)) N.eqb t offs sc
  | _ => replay (fun v => v) N.lxor N.eqb t offs sc
  end.

Definition isotropic_bound (t : task) (offs : list N) (w : witness) : answer :=
  let nw := task_network t in
  match w, gauge_for nw (ones_of nw) with
  | Weights ws None, _ =>
      match gauge_for nw ws with
      | Some g => let c := capacity (task_ports t) ws in if 0 <? c then Bound (ceil (sumf (weigh g) offs) c) else Unfit
      | None => Unfit
      end
  | Weights ws (Some hops), _ =>
      if negb (uniform nw) || within_too_large nw hops then NotCovered "weights within so many hops"
      else if (len ws =? len (generators nw)) && (0 <? sumf (fun w => w) ws) &&
              (hops * capacity (task_ports t) ws <? sumf (get (out_of_reach ws hops) (table_within nw ws hops)) offs)
      then Bound (hops + 1) else Unfit
  | Distance x None, Some g => if existsb (N.eqb x) offs then Bound (weigh g x) else Unfit
  | Distances, Some g => Bound (sumf (weigh g) offs)
  | Pooled, Some g =>
      if 0 <? server_count t then
        match pooled_of (server_count t) (mapr (weigh g) offs) with Some v => Bound v | None => Unfit end
      else Unfit
  | Reception x away, Some g =>
      let k := ports_in nw (task_ports t) x in
      if (x <? size nw) && (1 <=? away) && (0 <? k) then Bound (after_way (so_far offs g away) k away) else Unfit
  | Emission x away, Some g =>
      let k := ports_out nw (task_ports t) x in
      if (x <? size nw) && (1 <=? away) && (0 <? k) then Bound (after_way (so_far offs g away) k away) else Unfit
  | Volume, Some g =>
      let cap := slot_capacity (isotropic t offs) in
      if 0 <? cap then Bound (ceil (size nw * sumf (weigh g) offs) cap) else Unfit
  | Other kind, _ => NotCovered kind
  | _, _ => Unfit
  end.

(* bounds of symmetric schedules too *)
Definition symmetric_bound (t : task) (offs : list N) (f : found) (c : claim) : answer :=
  match c_witness c with
  | Split => if simple (task_network t) then split_bound t offs c else NotCovered "links side by side"
  | DirectionTree tree => if simple (task_network t) then direction_bound t offs c tree else NotCovered "links side by side"
  | DualTree T FirstModel tree => if simple (task_network t) then dual_bound t offs f c T false tree else NotCovered "links side by side"
  | DualTree T FlowModel tree => if simple (task_network t) then dual_bound t offs f c T true tree else NotCovered "links side by side"
  | DualTree T TransportModel tree => match c_quantity c with CompletionTime => everywhere_tree t offs T tree | _ => Unfit end
  | w => isotropic_bound t offs w
  end.

Definition found_symmetric (t : task) (offs : list N) (sc : moves_of_slots) : found :=
  let nw := task_network t in
  let shortest := match gauge_for nw (ones_of nw) with Some g => count_moves sc =? sumf (weigh g) offs | None => false end in
  Found (len sc) (count_moves sc) (Some (delay_of sc)) PerNode
    (Everything :: SymmetricOnes :: if shortest then [ShortestOnes] else []).

Definition is_half_duplex (rule : port_rule) : bool := match rule with HalfDuplex => true | _ => false end.
Definition is_isotropic (tr : traffic) : bool := match tr with TotalExchange _ | NeighbourhoodExchange _ _ _ | Isotropic _ _ => true | _ => false end.
(* the number of packets of node 0, where it can be told without going through them *)
Definition enough_offsets (t : task) (offs : list N) : bool :=
  match task_traffic t with TotalExchange c => len offs =? c * (size (task_network t) - 1) | _ => true end.
Definition too_many_offsets (t : task) : bool :=
  match task_traffic t with NeighbourhoodExchange _ _ _ => negb (size (task_network t) <=? most_nodes) | _ => false end.

(* equal offsets stand side by side *)
Definition side_by_side (offs : list N) : bool :=
  distinctb (fold_left (fun seen o => match seen with h :: _ => if h =? o then seen else o :: seen | [] => [o] end) offs []).

Definition check_symmetric (any_order : bool) (t : task) (offs : list N) (moves : moves_of_slots) (cs : list claim) : result :=
  let nw := task_network t in
  let sc := last_move moves in
  if negb (uniform nw) then Wrong "a symmetric schedule on a network that is not"
  else if is_half_duplex (task_ports t) then Wrong "a symmetric schedule with half-duplex ports"
  else if negb (is_isotropic (task_traffic t)) then Wrong "a schedule of isotropic tasks for another"
  else if unknown_distances nw (task_traffic t) then Beyond "neighbourhoods of this network"
  else if too_many_offsets t then Beyond "so many nodes"
  else if negb (any_order || side_by_side offs) then Wrong "equal offsets that do not stand side by side"
  else if enough_offsets t offs then
    match offset_runs nw (task_traffic t) with
    | Some runs =>
        if same_runs offs runs then
          if replay_in t offs sc then let f := found_symmetric t offs sc in Answer (check_claims (symmetric_bound t offs f) f cs)
          else Wrong "the schedule"
        else Wrong "the packets are not those of the task"
    | None => Wrong "the task"
    end
  else Wrong "the packets are not those of the task".

(** ** Explicit schedules of personal packets *)

Definition is_personal (tr : traffic) : bool :=
  match tr with Broadcast _ _ | Accumulation _ _ | MultinodeBroadcast _ | MultinodeAccumulation _ => false | _ => true end.

(* tasks with one root; on incomplete hypercubes they are listed packets like others *)
Definition has_root (t : task) : bool :=
  uniform (task_network t) && match task_traffic t with Scatter _ _ | Gather _ _ => true | _ => false end.
Definition same_everywhere (t : task) : bool := uniform (task_network t) && is_isotropic (task_traffic t).

(* all pairs of nodes are gone through *)
Definition too_many_pairs (t : task) : bool :=
  let n := size (task_network t) in
  match task_traffic t with
  | TotalExchange _ | NeighbourhoodExchange _ _ _ => negb (n <=? 360)
  | Isotropic _ _ | Scatter _ _ | Gather _ _ => negb (n <=? 2 ^ 16)
  | _ => false
  end.

Definition is_pair (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).

Definition loops (t : task) : bool := negb (uniform (task_network t)) && negb (size (task_network t) <=? 2 ^ 20).

(* how much is gone through to find the hops to so many nodes, where links are listed *)
Definition too_much_search (nw : network) (targets : N) : bool :=
  match lines nw with Some ls => negb (targets * (size nw + len ls) <=? 2 ^ 26) | None => false end.

Definition listed_bound (t : task) (ends : list (N * N)) (w : witness) : answer :=
  let nw := task_network t in
  let n := size nw in
  if loops t || too_much_search nw (distinct_count n (mapr snd ends)) then NotCovered "so many nodes" else
  match w, hop_gauge nw (mapr snd ends) with
  | Weights ws None, _ =>
      if has_root t then Unfit else
      match gauge_for nw ws with
      | Some g =>
          let c := slot_capacity_of t (negb (same_everywhere t)) ws in
          if 0 <? c then Bound (ceil (sumf (far t g) ends) c) else Unfit
      | None => Unfit
      end
  | Weights ws (Some hops), _ =>
      if has_root t || negb (uniform nw) then Unfit
      else if within_too_large nw hops then NotCovered "weights within so many hops"
      else if (len ws =? len (generators nw)) && (0 <? sumf (fun w => w) ws) then
        let m := table_within nw ws hops in
        let far := out_of_reach ws hops in
        if hops * slot_capacity_of t (negb (same_everywhere t)) ws <? sumf (fun e => get far m (offset nw (inverse nw) (fst e) (snd e))) ends
        then Bound (hops + 1) else Unfit
      else Unfit
  | Distance x start, Some g =>
      let e :=
        match task_traffic t, start with
        | Scatter r _, None => if has_root t then Some (r, x) else None
        | Gather r _, None => if has_root t then Some (x, r) else None
        | _, None => if same_everywhere t then Some (0, x) else None
        | _, Some s => if same_everywhere t || has_root t then None else Some (s, x)
        end in
      match e with Some e => if existsb (is_pair e) ends then Bound (far t g e) else Unfit | None => Unfit end
  | Distances, Some g => Bound (sumf (far t g) ends)
  | Pooled, Some g => match pooled_of (all_servers t ends) (mapr (far t g) ends) with Some v => Bound v | None => Unfit end
  | Departures, Some g => match delay_by_node (ports_out nw (task_ports t)) departures_of fst (far t g) ends with Some v => Bound v | None => Unfit end
  | Arrivals, Some g => match delay_by_node (ports_in nw (task_ports t)) arrivals_of snd (far t g) ends with Some v => Bound v | None => Unfit end
  | Reception x away, Some g =>
      let k := ports_in nw (task_ports t) x in
      if (x <? n) && negb (is_switch nw x) && (1 <=? away) then if 0 <? k then Bound (after_way (came t ends g x away) k away) else Bound 0 else Unfit
  | Emission x away, Some g =>
      let k := ports_out nw (task_ports t) x in
      if (x <? n) && negb (is_switch nw x) && (1 <=? away) then if 0 <? k then Bound (after_way (went t ends g x away) k away) else Bound 0 else Unfit
  | Volume, Some g =>
      let cap := slot_capacity (listed t ends) in
      if 0 <? cap then
        if has_root t then
          let k := each_port nw (task_ports t) in
          if forallb (fun e => match task_traffic t with Scatter r _ => fst e =? r | Gather r _ => snd e =? r | _ => false end) ends
          then Bound (least_time 130 cap k k (sumf (far t g) ends) 0) else Unfit
        else Bound (ceil (sumf (far t g) ends) cap)
      else Bound 0
  | Cut nodes, _ =>
      let inside := in_set (set_of nodes) in
      let c := across nw inside (task_ports t) in
      if same_everywhere t then Unfit
      else if forallb (fun x => x <? n) nodes && distinctb nodes && (1 <=? len nodes) && (len nodes <? n)
      then Bound (if 0 <? c then ceil (sumf (fun e => to_cross inside (fst e) (snd e)) ends) c else 0) else Unfit
  | Prices links senders receivers, _ =>
      let c := slot_price nw links senders receivers (task_ports t) in
      if same_everywhere t || has_root t then Unfit
      else if negb (n <=? 2 ^ 12) then NotCovered "so many nodes"
      else if priced_right nw links senders receivers && (0 <? c) then
        match tables nw links senders receivers (neighbours_out nw) (mapr snd ends) with
        | Some m => Bound (ceil (sumf (fun e => price_to m (fst e) (snd e)) ends) c)
        | None => Unfit
        end
      else Unfit
  | TimedPrices ps, _ =>
      let targets := mapr snd ends in
      let c := sumf (slot_cost nw (task_ports t)) ps in
      if same_everywhere t || has_root t then Unfit
      else if timed_too_large nw ps then NotCovered "timed prices of so many nodes and slots"
      else if forallb (slot_right nw) ps then
        let m := all_ahead nw (c + 1) (neighbours_out nw) ps targets in
        if c <? sumf (fun e => paid_to (c + 1) m (fst e) (snd e)) ends then Bound (len ps + 1) else Unfit
      else Unfit
  | DualTree _ _ _, _ => if same_everywhere t then Unfit else NotCovered "the bound dual-tree"
  | Other kind, _ => NotCovered kind
  | _, _ => Unfit
  end.

(* isotropic tasks alone have models besides the transport model, which then has its name *)
Definition names_model (several : bool) (model : program) : bool :=
  match model with FirstModel => negb several | FlowModel => false | TransportModel => several end.

(* a tree over the transport model says that so few slots are not enough *)
Definition listed_bound_of (t : task) (ends : list (N * N)) (c : claim) : answer :=
  match c_witness c with
  | DualTree T model tree =>
      if names_model (same_everywhere t) model then match c_quantity c with CompletionTime => carried_tree t ends T tree | _ => Unfit end else Unfit
  | Claims.Resolution steps => if same_everywhere t then Unfit else
      match c_quantity c with CompletionTime => Resolution.formula_refuted t true ends (c_lower c - 1) steps | _ => Unfit end
  | w => listed_bound t ends w
  end.

Definition found_explicit (sc : schedule) : found := Found (len sc) (sumf len sc) None PerNetwork [Everything].

Definition as_moves (moves : list (list (N * (N * N)))) : schedule :=
  mapr (mapr (fun m : N * (N * N) => Move (0, fst m) (fst (snd m)) (snd (snd m)))) moves.

(* the packets that move, slot by slot *)
Definition movers (sc : schedule) : moves_of_slots := mapr (mapr (fun m => (snd (packet m), 0))) sc.

Definition found_listed (sc : schedule) : found :=
  Found (len sc) (sumf len sc) (Some (delay_of (movers sc))) PerNetwork [Everything].

Definition check_explicit (t : task) (ends : list (N * N)) (moves : list (list (N * (N * N)))) (cs : list claim) : result :=
  let nw := task_network t in
  let sc := as_moves (last_move moves) in
  if negb (is_personal (task_traffic t)) then Wrong "packets with two ends in a broadcast or accumulation"
  else if unknown_distances nw (task_traffic t) then Beyond "neighbourhoods of this network"
  else if too_many_pairs t then Beyond "so many nodes"
  else if same_pairs (size nw) ends (pair_runs nw (task_traffic t)) then
    if replay_explicit t ends sc then Answer (check_claims (listed_bound_of t ends) (found_listed sc) cs) else Wrong "the schedule"
  else Wrong "the packets are not those of the task".

(** ** Broadcasts and accumulations *)

Definition is_accumulation (tr : traffic) : bool := match tr with Accumulation _ _ | MultinodeAccumulation _ => true | _ => false end.
Definition one_root (tr : traffic) : option N := match tr with Broadcast r _ | Accumulation r _ => Some r | _ => None end.

(* a node of which this is so, if there is one *)
Definition somebody (f : N -> bool) (n : N) : option N :=
  loop (fun (found : option N) y => match found with Some _ => found | None => if f y then Some y else None end) n None.

(* a host that is so far away *)
Definition somebody_far (nw : network) (g : gauge) (x away : N) : option N :=
  let no_host := switch_of nw in somebody (fun y => negb (no_host y) && (away <=? far_of nw g x y)) (size nw).

Fixpoint steps_to (fuel : nat) (n k holders steps : N) : N :=
  match fuel with O => steps | S fuel => if n <=? holders then steps else steps_to fuel n k (holders * (k + 1)) (steps + 1) end.

Definition is_host (nw : network) (x : N) : bool := (x <? size nw) && negb (is_switch nw x).

(* what comes to x in a broadcast, and what x sends in one *)
Definition copies_in (t : task) (rs : list N) (g : gauge) (x away : N) : answer :=
  let nw := task_network t in
  let k := ports_in nw (task_ports t) x in
  if is_host nw x && (1 <=? away)
  then if 0 <? k then Bound (after_way (sumf (fun r => if away <=? far_of nw g r x then 1 else 0) rs) k away) else Bound 0 else Unfit.
Definition copies_out (t : task) (rs : list N) (g : gauge) (x away : N) : answer :=
  let nw := task_network t in
  let k := ports_out nw (task_ports t) x in
  if is_host nw x && (1 <=? away) then
    if 0 <? k then
      match somebody_far nw g x away with
      | Some y => Bound (after_way (sumf (fun r => if r =? x then 1 else 0) rs) k away)
      | None => Bound 0
      end
    else Bound 0
  else Unfit.

Definition tree_volume (t : task) (rs : list N) : N := len rs * (len (hosts (task_network t)) - 1).

(* an accumulation is a broadcast with time reversed: it comes inside *)
Definition tree_cut (t : task) (rs nodes : list N) : answer :=
  let nw := task_network t in
  let n := size nw in
  let listed := in_set (set_of nodes) in
  let inside := fun v => xorb (is_accumulation (task_traffic t)) (listed v) in
  let no_host := switch_of nw in
  let c := across nw inside (task_ports t) in
  if forallb (fun x => x <? n) nodes && distinctb nodes && (1 <=? len nodes) && (len nodes <? n) then
    if 0 <? c then
      match somebody (fun v => negb (no_host v) && negb (inside v)) n with
      | Some _ => Bound (ceil (sumf (fun r => if inside r then 1 else 0) rs) c)
      | None => Bound 0
      end
    else Bound 0
  else Unfit.

(* what all hosts pay for what they have not at first, and how far they are at least from where it starts *)
Definition tree_prices (t : task) (rs : list N) (links : link_prices) (senders receivers : node_prices) : answer :=
  let nw := task_network t in
  let n := size nw in
  let c := slot_price nw links senders receivers (task_ports t) in
  let back := neighbours_in nw in
  let ends := hosts nw in
  let pays := Flow.tabulate (least_price links senders receivers back) n in
  let pay v := get 0 pays v in
  let dear := filter (fun v => 0 <? pay v) ends in
  let starts := tally rs in
  let roots := filter (fun r => 0 <? get 0 starts r) ends in
  if negb (listed_links nw) then Unfit
  else if negb (n <=? 2 ^ 12) || too_much_search nw (len dear) || negb (len roots * len dear <=? 2 ^ 22) then NotCovered "so many nodes"
  else if priced_right nw links senders receivers && (0 <? c) then
    match hop_gauge nw dear with
    | None => Unfit
    | Some g =>
        let all := sumf pay ends in
        let sum := sumf (fun r => all - pay r) rs in
        let near := fold_left (fun best v => fold_left (fun best r => if r =? v then best else let h := far_of nw g r v in
          match best with Some b => Some (N.min b h) | None => Some h end) roots best) dear None in
        let away := match near with Some h => h | None => 1 end in
        if (1 <=? away) && forallb (fun v => forallb (fun r => (r =? v) || (away <=? far_of nw g r v)) roots) dear
        then Bound (after_way sum c away) else Unfit
    end
  else Unfit.

(* of an accumulation the network with all links turned round, where it is a broadcast with time reversed *)
Definition spread_task (t : task) : task := if is_accumulation (task_traffic t) then turned_task t else t.

(* the nodes that hops are asked to *)
Definition sought (t : task) (w : witness) : list N :=
  let nw := task_network t in
  match w with
  | Distance x _ | LastPacket x => [x]
  | Reception x _ => if is_accumulation (task_traffic t) then hosts nw else [x]
  | Emission x _ => if is_accumulation (task_traffic t) then [x] else hosts nw
  | _ => []
  end.

(* [many]: transmissions are those of one of so many nodes *)
Definition tree_bound (t : task) (rs : list N) (many : N) (w : witness) : answer :=
  let nw := task_network t in
  let n := size nw in
  let rule := task_ports t in
  if loops t || too_much_search nw (len (sought t w)) then NotCovered "so many nodes" else
  match w, hop_gauge nw (sought t w) with
  | Distance x start, Some g =>
      let r := match one_root (task_traffic t), start with
        | Some r, None => Some r
        | None, None => if uniform nw then Some 0 else None
        | None, Some s => if uniform nw then None else Some s
        | Some _, Some _ => None
        end in
      match r with
      | Some r => if is_host nw x && negb (r =? x) && existsb (N.eqb r) rs then Bound (far_of nw g r x) else Unfit
      | None => Unfit
      end
  | Reception x away, Some g => if is_accumulation (task_traffic t) then copies_out t rs g x away else copies_in t rs g x away
  | Emission x away, Some g => if is_accumulation (task_traffic t) then copies_in t rs g x away else copies_out t rs g x away
  | LastPacket x, Some g =>
      match one_root (task_traffic t) with
      | Some r =>
          let h := len (hosts nw) in
          let k := each_port nw rule in
          let kr := ports_out nw rule r in
          let steps := steps_to 64 h k 1 0 in
          if is_host nw x && (r <? n) && (2 <=? h) && (0 <? kr) && (0 <? k) && forallb (N.eqb r) rs && (0 <? len rs) &&
             (((k + 1) ^ (steps - 1) <? h) || (steps =? 0))
          then Bound (ceil (len rs) kr - 1 + N.max (far_of nw g r x) steps) else Unfit
      | None => Unfit
      end
  | Volume, Some g =>
      let cap := slot_capacity (rooted t rs) in
      if 0 <? cap then
        match one_root (task_traffic t) with
        | Some r => let k := each_port nw rule in if forallb (N.eqb r) rs then Bound (least_time 130 cap k k (tree_volume t rs) 0) else Unfit
        | None => Bound (ceil (tree_volume t rs) cap)
        end
      else Unfit
  | Spanning, _ => let v := tree_volume t rs / many in if many * v =? tree_volume t rs then Bound v else Unfit
  | Cut nodes, _ => tree_cut t rs nodes
  | Claims.CutNode z nodes, _ => tree_cut_node t rs z nodes
  | Prices links senders receivers, _ =>
      if is_accumulation (task_traffic t)
      then tree_prices t rs (mapr (fun e => ((snd (fst e), fst (fst e)), snd e)) links) receivers senders
      else tree_prices t rs links senders receivers
  | TimedPricesOf x ps, _ => tree_timed t (is_accumulation (task_traffic t)) rs x ps
  | DualTree _ _ _, _ => NotCovered "the bound dual-tree"
  | Other kind, _ => NotCovered kind
  | _, _ => Unfit
  end.

Definition tree_bound_of (t : task) (rs : list N) (many : N) (c : claim) : answer :=
  match c_witness c with
  | DualTree T model tree =>
      if names_model false model then match c_quantity c with CompletionTime => copied_tree t rs T tree | _ => Unfit end else Unfit
  | Claims.Resolution steps =>
      match c_quantity c with CompletionTime => Resolution.formula_refuted t false (mapr (fun r => (r, r)) rs) (c_lower c - 1) steps | _ => Unfit end
  | w => tree_bound t rs many w
  end.

Definition replay_trees (t : task) (rs : list N) (sc : schedule) : bool :=
  if is_accumulation (task_traffic t) then replay_accumulation t rs sc else replay_broadcast t rs sc.

(* an accumulation is a broadcast with time reversed, on a network that is turned round *)
Definition turns (t : task) : bool :=
  let nw := task_network t in
  match nw with
  | Graph _ true _ _ _ => negb (is_accumulation (task_traffic t)) || closed nw && valid_network (turned_network nw)
  | _ => closed nw
  end.

Definition check_trees (t : task) (rs : list N) (moves : list (list (N * (N * N)))) (cs : list claim) : result :=
  let nw := task_network t in
  let sc := as_moves (last_move moves) in
  if is_personal (task_traffic t) then Wrong "packets with one end in a task of others"
  else if negb (size nw <=? 2 ^ 16) then Beyond "so many nodes"
  else if negb (turns t) then Beyond "links in one direction"
  else if same_runs rs (root_runs nw (task_traffic t)) then
    if replay_trees t rs sc then Answer (check_claims (tree_bound_of (spread_task t) rs 1) (found_explicit sc) cs) else Wrong "the schedule"
  else Wrong "the packets are not those of the task".

(** ** Symmetric schedules of multinode broadcasts and accumulations: written out *)

Definition copies_of (tr : traffic) : option N := match tr with MultinodeBroadcast c | MultinodeAccumulation c => Some c | _ => None end.

Definition found_everywhere (sc : schedule) (each : N) : found := Found (len sc) each None PerNode [Everything; SymmetricOnes].

Definition check_symmetric_trees (t : task) (moves : list (list ((N * N) * N))) (cs : list claim) : result :=
  let nw := task_network t in
  let n := size nw in
  let short := last_move moves in
  let each := sumf len short in
  if negb (uniform nw) then Wrong "a symmetric schedule on a network that is not"
  else if is_half_duplex (task_ports t) then Wrong "a symmetric schedule with half-duplex ports"
  else
    match copies_of (task_traffic t) with
    | None => Wrong "a schedule of multinode tasks for another"
    | Some c =>
        if negb (n * each <=? 2 ^ 20) || negb (n * c <=? 2 ^ 18) then Beyond "so many nodes"
        else if negb (turns t) then Beyond "links in one direction"
        else if forallb (fun ms => forallb (fun m => (fst (fst m) <? c) && (snd (fst m) <? n) && (snd m <? len (generators nw))) ms && distinctb (mapr snd ms)) short then
          let rs := roots nw (task_traffic t) in
          let sc := trees_at_all_nodes nw c short in
          if replay_trees t rs sc && (n * each =? sumf len sc) then Answer (check_claims (tree_bound_of (spread_task t) rs n) (found_everywhere sc each) cs)
          else Wrong "the schedule"
        else Wrong "the schedule"
    end.

(* networks whose distances are found by going through all nodes *)
Definition too_large (nw : network) : bool :=
  match nw with
  | Star n | Pancake n | BubbleSort n => (7 <? n) && (n <=? 10)
  | CubeConnectedCycles n | Butterfly n => (9 <? n) && (n <=? 17)
  | HyperX ps cs =>
      let degree := hyperx_degree ps cs in
      (2 ^ 13 <? size nw) && (size nw <=? 2 ^ 22) || negb (degree <=? 2 ^ 13) && (size nw * degree <=? 2 ^ 26)
  | Lattice _ => (2 ^ 13 <? size nw) && (size nw <=? 2 ^ 22)
  | Mesh ps => negb (size nw <=? 2 ^ 16)
  | Lift group base links switches _ => negb (size nw <=? 2 ^ 16) || negb (size nw * len switches <=? 2 ^ 24) || negb (volume group * sumf (fun l => snd (snd l)) links <=? 2 ^ 20) || negb (len links <=? 2 ^ 10)
  | Graph n _ links switches _ => negb (n <=? 2 ^ 16) || negb (sumf snd links <=? 2 ^ 20) || negb (n * len switches <=? 2 ^ 24)
  | _ => false
  end.

Definition check_any (t : task) (p : plan) (cs : list claim) : result :=
  if too_large (task_network t) then Beyond "so many nodes"
  else if valid_task t then
    match p with
    | Symmetric offs moves => check_symmetric false t offs moves cs
    | Explicit ends moves => check_explicit t ends moves cs
    | ExplicitTrees rs moves => check_trees t rs moves cs
    | SymmetricTrees moves => check_symmetric_trees t moves cs
    end
  else Wrong "the task".

(** ** It is right *)

Lemma replay_in_sound t offs sc : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  (forall x, In x offs -> x < size (task_network t)) -> replay_in t offs sc = true ->
  legal (isotropic t offs) (at_all_nodes (task_network t) (fun _ => 0) sc).
Proof.
  intros V U O H. pose proof (valid_translations _ V U) as L. pose proof (uniform_links _ U) as Ln. unfold replay_in in H.
  assert (Id : forall mul, (forall a b, product (task_network t) a b = mul a b) -> replay (fun v => v) mul N.eqb t offs sc = true ->
    legal (isotropic t offs) (at_all_nodes (task_network t) (fun _ => 0) sc)).
  { intros mul E H'. apply (replay_sound _ _ _ _ _ _ L Ln) in H'; auto. intros u v _ _. apply N.eqb_eq. }
  destruct (task_network t) as [d|n|ps|n steps|n|n|n|n|n|n|ps es|ps cs|rows|ps|gr b ls lsw lr|k dr ls sw r] eqn:E; try discriminate; try (eapply Id; [|exact H]; reflexivity).
  rewrite <- E in *. apply (replay_sound _ _ _ _ _ _ L Ln) in H; auto; rewrite E in *.
  - intros u g Hu Hg. cbn. apply coordinates_index; [apply valid_torus; auto|].
    apply good_add; apply coordinates_good; auto; apply valid_torus; auto.
  - intros u v Hu Hv S. destruct (list_eq_dec _ _ _) as [C|]; [|discriminate].
    rewrite <- (index_coordinates ps (valid_torus _ V) u), <- (index_coordinates ps (valid_torus _ V) v), C; auto.
Qed.

Lemma isotropic_bound_sound t offs w v : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  (forall x, In x offs -> x < size (task_network t)) -> isotropic_bound t offs w = Bound v ->
  binds (isotropic t offs) (size (task_network t)) (legal (isotropic t offs)) w v.
Proof.
  intros V U O H q other Q A. destruct w; cbn [isotropic_bound] in H; try discriminate.
  - destruct within as [hops|].
    { assert (H' : (if negb (uniform (task_network t)) || within_too_large (task_network t) hops then NotCovered "weights within so many hops"
        else if (len ws =? len (generators (task_network t))) && (0 <? sumf (fun w => w) ws) &&
          (hops * capacity (task_ports t) ws <? sumf (get (out_of_reach ws hops) (table_within (task_network t) ws hops)) offs)
        then Bound (hops + 1) else Unfit) = Bound v) by (destruct (gauge_for (task_network t) (ones_of (task_network t))); exact H).
      clear H. destruct (negb _ || _); [discriminate|]. destruct (_ && _ && _) eqn:B; [|discriminate]. apply Bound_inj in H'. subst v.
      rewrite !andb_true_iff, N.eqb_eq, !len_length, !N.ltb_lt in B. destruct B as [[B1 _] B2].
      destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. apply (isotropic_within t offs ws hops); auto. lia. }
    destruct (gauge_for (task_network t) ws) as [g|] eqn:G; [|destruct (gauge_for (task_network t) (ones_of (task_network t))); discriminate].
    assert (H' : (if 0 <? capacity (task_ports t) ws then Bound (ceil (sumf (weigh g) offs) (capacity (task_ports t) ws)) else Unfit) = Bound v)
      by (destruct (gauge_for (task_network t) (ones_of (task_network t))); auto).
    destruct (N.ltb_spec 0 (capacity (task_ports t) ws)) as [W|]; [|discriminate]. injection H' as <-.
    destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. eapply Isotropic.weights_bind; eauto.
  - destruct start; [destruct (gauge_for (task_network t) (ones_of (task_network t))); discriminate|]. destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate].
    destruct (existsb _ _) eqn:X; [|discriminate]. injection H as <-. destruct q; try discriminate. cbn [unit_of measure].
    rewrite N.mul_1_l. apply existsb_exists in X. destruct X as (x & I & E). apply N.eqb_eq in E. subst x. eapply Isotropic.distance_bind; eauto.
  - destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate]. injection H as <-. destruct q; try discriminate. cbn [unit_of measure].
    eapply Isotropic.distances_bind; eauto.
  - destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate]. destruct (N.ltb_spec 0 (server_count t)) as [W|]; [|discriminate].
    destruct (pooled_of _ _) as [v'|] eqn:P; [|discriminate]. injection H as <-. destruct q; try discriminate. cbn [unit_of measure].
    eapply Isotropic.pooled_bind; eauto.
  - destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate]. cbv zeta in H.
    destruct (_ && _ && (0 <? _)) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.leb_le, !N.ltb_lt in B. destruct B as [[Hx B] K].
    apply Bound_inj in H. subst v. destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. apply (isotropic_reception t offs V U O g G); auto.
  - destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate]. cbv zeta in H.
    destruct (_ && _ && (0 <? _)) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.leb_le, !N.ltb_lt in B. destruct B as [[Hx B] K].
    apply Bound_inj in H. subst v. destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. apply (isotropic_emission t offs V U O g G); auto.
  - destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|discriminate]. cbv zeta in H.
    destruct (N.ltb_spec 0 (slot_capacity (isotropic t offs))) as [K|]; [|discriminate].
    apply Bound_inj in H. subst v. destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. apply (isotropic_volume t offs V U O g G); auto.
Qed.

Lemma replay_in_packets t offs sc : replay_in t offs sc = true ->
  Forall (fun ms => forall m, In m ms -> fst m < N.of_nat (List.length offs)) sc.
Proof.
  assert (G : forall R (rep : N -> R) mul same, replay rep mul same t offs sc = true ->
    Forall (fun ms => forall m, In m ms -> fst m < N.of_nat (List.length offs)) sc).
  { intros R rep mul same. unfold replay. generalize (PM.empty R). induction sc as [|ms sc' IH]; cbn [run]; intros st H; constructor.
    - destruct (slot_ok _ _ _ _) eqn:S; [|discriminate]. intros m Hm. unfold slot_ok in S.
      rewrite !andb_true_iff, forallb_forall in S. destruct S as [[[S _] _] _]. specialize (S m Hm).
      rewrite andb_true_iff, N.ltb_lt, len_length in S. tauto.
    - destruct (slot_ok _ _ _ _); [|discriminate]. eapply IH; eauto. }
  unfold replay_in. destruct (task_network t); apply G.
Qed.

Lemma found_symmetric_measures t offs sc : replay_in t offs sc = true -> forall q v,
  measured (found_symmetric t offs sc) q = Some v ->
  measure (isotropic t offs) q (at_all_nodes (task_network t) (fun _ => 0) sc) = unit_of (size (task_network t)) q * v.
Proof.
  intros R q v H. apply replay_in_packets in R. destruct q; cbn [measured found_symmetric f_slots f_moves f_delay] in H; injection H as <-; cbn [measure unit_of].
  - rewrite (at_all_nodes_slots t), len_length. lia.
  - rewrite (at_all_nodes_transmissions t). unfold count_moves. rewrite sumf_sum. f_equal. apply sum_ext. intros; symmetry; apply len_length.
  - rewrite total_delay_done, (delay_of_sound offs); auto.
Qed.

Lemma symmetric_lies t offs moves : valid_network (task_network t) = true -> uniform (task_network t) = true ->
  (forall x, In x offs -> x < size (task_network t)) -> legal (isotropic t offs) (written_out t (Symmetric offs moves)) ->
  lies_in t (Symmetric offs moves) (found_symmetric t offs (to_last_move moves)).
Proof.
  intros V U O Lg s Hs. assert (Sy : is_symmetric t (Symmetric offs moves) (written_out t (Symmetric offs moves))) by (eexists; reflexivity).
  cbn [found_symmetric f_scopes] in Hs. destruct Hs as [<-|[<-|Hs]]; [exact Logic.I|exact Sy|]. cbv zeta in Hs.
  destruct (gauge_for (task_network t) (ones_of (task_network t))) as [g|] eqn:G; [|destruct Hs].
  destruct (N.eqb_spec (count_moves (to_last_move moves)) (sumf (weigh g) offs)) as [E|]; [|destruct Hs]. destruct Hs as [<-|[]].
  split; [exact Sy|]. apply (along_shortest t offs g V U O G); [exact Lg|]. cbn [written_out].
  rewrite (at_all_nodes_transmissions t), <- (sumf_sum (weigh g)), <- E. unfold count_moves. rewrite sumf_sum. f_equal. apply sum_ext. intros; symmetry; apply len_length.
Qed.

Lemma check_symmetric_sound b t offs moves cs os : valid_task t = true -> check_symmetric b t offs moves cs = Answer os ->
  certified t (Symmetric offs moves) (map stated (proved os cs)).
Proof.
  unfold valid_task. rewrite !andb_true_iff. intros [[Vn Vt] Vp]. unfold check_symmetric.
  destruct (uniform _) eqn:U; [|discriminate]. cbn [negb].
  destruct (is_half_duplex _); [discriminate|]. destruct (negb (is_isotropic _)); [discriminate|].
  destruct (unknown_distances _ _) eqn:Un; [discriminate|]. destruct (too_many_offsets t); [discriminate|]. destruct (negb (_ || side_by_side offs)); [discriminate|]. destruct (enough_offsets t offs); [|discriminate].
  destruct (offset_runs _ _) as [runs|] eqn:R; [|discriminate]. destruct (same_runs offs runs) eqn:S; [|discriminate].
  rewrite last_move_spec. destruct (replay_in _ _ _) eqn:P; [|discriminate]. intros H. injection H as <-.
  apply same_runs_sound in S. pose proof (offset_runs_sound _ _ _ Vn R) as O.
  assert (Pm : Permutation offs (offsets (task_network t) (task_traffic t))) by (eapply Permutation_trans; eauto).
  assert (Ok : forall x, In x offs -> x < size (task_network t)).
  { intros x Hx. apply (offsets_below _ _ Vt). apply (Permutation_in _ Pm), Hx. }
  assert (Lg : is_legal t (Symmetric offs moves) (written_out t (Symmetric offs moves))) by (apply replay_in_sound; auto).
  split; [destruct t; exact Pm|split]; [exact Lg|].
  - apply claims_hold; [exact Lg|apply symmetric_lies; auto| |].
    + apply found_symmetric_measures; auto.
    + intros c v Hc. unfold symmetric_bound in Hc.
      assert (Sound : forall w, isotropic_bound t offs w = Bound v -> c_witness c = w -> binds_claim (isotropic t offs) (is_bound t (Symmetric offs moves)) (size (task_network t)) c v).
      { intros w Hw Ew. apply (binds_all _ _ _ (legal (isotropic t offs))); [intros s h other B; apply B|]. apply isotropic_bound_sound; auto. rewrite Ew. exact Hw. }
      destruct (c_witness c) as [| | | | | | | | | | | | | | | | |tree|T [| |] tree|steps|] eqn:W; try (apply (Sound _ Hc); reflexivity).
      * destruct (simple (task_network t)) eqn:Sm; [|discriminate]. apply (split_bound_sound t offs Vn Sm Ok moves (found_symmetric t offs (to_last_move moves)) (len_length _) c v W Hc).
      * destruct (simple (task_network t)) eqn:Sm; [|discriminate]. apply (direction_bound_sound t offs Vn Sm Ok moves (found_symmetric t offs (to_last_move moves)) (len_length _) c v tree W Hc).
      * destruct (simple (task_network t)) eqn:Sm; [|discriminate]. apply (dual_bound_sound t offs Vn Sm Ok moves (found_symmetric t offs (to_last_move moves)) (replay_in_sound _ _ _ Vn U Ok P) (len_length _) c v T false tree Hc).
      * destruct (simple (task_network t)) eqn:Sm; [|discriminate]. apply (dual_bound_sound t offs Vn Sm Ok moves (found_symmetric t offs (to_last_move moves)) (replay_in_sound _ _ _ Vn U Ok P) (len_length _) c v T true tree Hc).
      * intros other _ B. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
        apply (everywhere_tree_sound t offs T tree v other Vn U Ok Hc), B.
Qed.

Lemma is_pair_true a b : is_pair a b = true -> a = b.
Proof. unfold is_pair. rewrite andb_true_iff, !N.eqb_eq. destruct a, b; cbn. intuition congruence. Qed.

Lemma gauge_not_listed nw ws g : gauge_for nw ws = Some g -> listed_links nw = false.
Proof. unfold gauge_for. destruct (_ =? _); [|discriminate]. destruct nw; discriminate || reflexivity. Qed.

Lemma listed_bound_sound t ends w v : valid_network (task_network t) = true ->
  (forall e, In e ends -> fst e < size (task_network t) /\ snd e < size (task_network t)) -> listed_bound t ends w = Bound v ->
  binds (listed t ends) 1 (legal (listed t ends)) w v.
Proof.
  intros V O H q other Q A. unfold listed_bound in H. destruct (loops t || _); [discriminate|].
  assert (One : forall q, unit_of 1 q * v = v) by (intros []; cbn [unit_of]; lia). rewrite One. clear One.
  destruct w; try discriminate.
  - destruct within as [hops|].
    { destruct (has_root t); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|]. cbn [orb] in H.
      destruct (uniform (task_network t)) eqn:Df; cbn [negb] in H; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
      destruct (within_too_large (task_network t) hops); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|].
      destruct ((len ws =? _) && _) eqn:B; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate]. cbv zeta in H.
      match type of H with context [if ?b then Bound _ else Unfit] => destruct b eqn:Lt end; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
      assert (H' : Bound (hops + 1) = Bound v) by (destruct (hop_gauge (task_network t) (mapr snd ends)); exact H).
      apply Bound_inj in H'. subst v. rewrite andb_true_iff, N.eqb_eq, !len_length in B. destruct B as [B _]. apply N.ltb_lt in Lt.
      destruct q; try discriminate. cbn [measure]. apply (listed_within t ends (negb (same_everywhere t)) ws hops); auto; lia. }
    destruct (has_root t); [discriminate|].
    destruct (gauge_for (task_network t) ws) as [g|] eqn:G; [|discriminate].
    destruct (N.ltb_spec 0 (slot_capacity_of t (negb (same_everywhere t)) ws)) as [W|]; [|discriminate]. injection H as <-.
    destruct q; try discriminate. eapply weights_bind; eauto. apply (gauge_not_listed _ _ _ G).
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate]. destruct q; try discriminate. cbv zeta in H.
    match type of H with match ?o with _ => _ end = _ => destruct o as [e0|] end; [|discriminate].
    destruct (existsb (is_pair e0) ends) eqn:X; [|discriminate]. injection H as <-. apply existsb_exists in X.
    destruct X as (e' & I & E). apply is_pair_true in E. subst e'. eapply distance_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate]. injection H as <-. destruct q; try discriminate.
    eapply distances_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate].
    destruct (pooled_of _ _) as [v'|] eqn:P; [|discriminate]. apply Bound_inj in H. subst v'. destruct q; try discriminate.
    eapply Listed.pooled_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate].
    destruct (delay_by_node _ _ _ _ _) as [v'|] eqn:P; [|discriminate]. apply Bound_inj in H. subst v'. destruct q; try discriminate.
    eapply departures_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate].
    destruct (delay_by_node _ _ _ _ _) as [v'|] eqn:P; [|discriminate]. apply Bound_inj in H. subst v'. destruct q; try discriminate.
    eapply arrivals_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate]. cbv zeta in H.
    destruct (_ && _ && (1 <=? _)) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.leb_le in B. destruct B as [_ B].
    destruct (N.ltb_spec 0 (ports_in (task_network t) (task_ports t) node)) as [K|]; [|apply Bound_inj in H; subst v; lia].
    injection H as <-. destruct q; try discriminate. eapply reception_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate]. cbv zeta in H.
    destruct (_ && _ && (1 <=? _)) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.leb_le in B. destruct B as [_ B].
    destruct (N.ltb_spec 0 (ports_out (task_network t) (task_ports t) node)) as [K|]; [|apply Bound_inj in H; subst v; lia].
    injection H as <-. destruct q; try discriminate. eapply emission_bind; eauto.
  - destruct (hop_gauge (task_network t) (mapr snd ends)) as [g|] eqn:G; [|discriminate]. cbv zeta in H. destruct q; try discriminate.
    destruct (N.ltb_spec 0 (slot_capacity (listed t ends))) as [K|]; [|apply Bound_inj in H; subst v; lia]. destruct (has_root t).
    + destruct (forallb _ ends) eqn:F; [|discriminate]. apply Bound_inj in H. rewrite <- H. rewrite forallb_forall in F.
      assert (Rt : exists r, (forall e, In e ends -> fst e = r) \/ (forall e, In e ends -> snd e = r)).
      { destruct (task_traffic t) as [| | | |r c|r c| | | |]; try (exists 0; left; intros e He; specialize (F e He); discriminate).
        - exists r. left. intros e He. apply N.eqb_eq, F, He.
        - exists r. right. intros e He. apply N.eqb_eq, F, He. }
      destruct Rt as [r Rt]. eapply volume_rooted_bind; eauto.
    + injection H as <-. eapply volume_bind; eauto.
  - clear -V O H Q A. assert (E : forall inside, need (listed t ends) (to_cross inside) = sumf (fun e => to_cross inside (fst e) (snd e)) ends).
    { intros inside. rewrite sumf_sum. apply sum_listed. auto. }
    destruct (same_everywhere t); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|]. cbv zeta in H.
    destruct (_ && (len nodes <? _)) eqn:B; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate]. clear B.
    set (c := across (task_network t) (in_set (set_of nodes)) (task_ports t)) in *.
    assert (H' : Bound (if 0 <? c then ceil (sumf (fun e => to_cross (in_set (set_of nodes)) (fst e) (snd e)) ends) c else 0) = Bound v)
      by (destruct (hop_gauge (task_network t) (mapr snd ends)); exact H).
    apply Bound_inj in H'. subst v. destruct (N.ltb_spec 0 c) as [K|]; [|lia]. destruct q; try discriminate. rewrite <- E.
    apply (cut_binds (task_network t) _ (listed t ends)); auto; [apply listed_distinct|]. apply Listed.targets_ok; auto.
  - clear -V O H Q A. destruct (same_everywhere t || has_root t); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|]. cbv zeta in H.
    destruct (negb (_ <=? _)); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|].
    destruct (priced_right _ _ _ _ && _) eqn:B; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
    rewrite andb_true_iff, N.ltb_lt in B. destruct B as [_ K].
    destruct (tables _ links sends receives _ (mapr snd ends)) as [m|] eqn:Tb; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
    assert (H' : Bound (ceil (sumf (fun e => price_to m (fst e) (snd e)) ends) (slot_price (task_network t) links sends receives (task_ports t))) = Bound v)
      by (destruct (hop_gauge (task_network t) (mapr snd ends)); exact H).
    apply Bound_inj in H'. subst v. destruct q; try discriminate.
    assert (E : need (listed t ends) (price_to m) = sumf (fun e => price_to m (fst e) (snd e)) ends) by (rewrite sumf_sum; apply sum_listed; auto).
    rewrite <- E. apply (Prices.prices_bind (task_network t) links sends receives (listed t ends) eq_refl V (mapr snd ends) m); auto; [apply listed_distinct|].
    apply Listed.targets_ok; auto.
  - clear -V O H Q A. cbv zeta in H. destruct (same_everywhere t || has_root t); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|].
    destruct (timed_too_large _ _); [destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate|].
    destruct (forallb _ _); [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
    match type of H with context [if ?b then Bound _ else Unfit] => destruct b eqn:Lt end; [|destruct (hop_gauge (task_network t) (mapr snd ends)); discriminate].
    assert (H' : Bound (len slots + 1) = Bound v) by (destruct (hop_gauge (task_network t) (mapr snd ends)); exact H).
    apply Bound_inj in H'. subst v. destruct q; try discriminate. cbn [measure].
    apply N.ltb_lt in Lt. rewrite !sumf_sum in Lt. rewrite len_length.
    apply (timed_binds (task_network t) (sumf (slot_cost (task_network t) (task_ports t)) slots + 1) (listed t ends) eq_refl V (listed_distinct t ends)); auto.
    + intros p Hp. apply (listed_target t ends O p Hp).
    + change (ports (listed t ends)) with (task_ports t). eapply N.lt_le_trans; [exact Lt|].
      erewrite (sum_listed t ends _ (fun e => get _ (ahead (task_network t) _ (neighbours_out (task_network t)) slots (snd e)) (fst e))) by (intros i _; reflexivity).
      apply sum_le. intros e _. rewrite <- sumf_sum. apply paid_least.
  - clear -H. destruct (hop_gauge (task_network t) (mapr snd ends)); destruct (same_everywhere t); discriminate.
Qed.

Lemma as_moves_spec moves : as_moves moves = explicit_moves moves.
Proof. unfold as_moves, explicit_moves. rewrite mapr_map. apply map_ext. intros ms. apply mapr_map. Qed.

Lemma found_explicit_measures pb sc q v : measured (found_explicit sc) q = Some v -> measure pb q sc = unit_of 1 q * v.
Proof.
  destruct q; cbn [measured found_explicit f_slots f_moves f_delay measure unit_of]; intros H; try discriminate; injection H as <-.
  - unfold slots. rewrite len_length. lia.
  - unfold transmissions. rewrite sumf_sum, N.mul_1_l. clear. induction sc as [|ms sc IH]; [reflexivity|]. cbn [concat].
    rewrite app_length, sum_cons, len_length, <- IH. lia.
Qed.

Lemma completion_movers sc i : (forall ms m, In ms sc -> In m ms -> fst (packet m) = 0) -> completion sc (0, i) = done_at (movers sc) i.
Proof.
  unfold movers. rewrite mapr_map. induction sc as [|ms sc IH]; intros Z; [reflexivity|]. cbn [map completion done_at].
  rewrite IH by (intros ms' m Hms; apply Z; right; auto). rewrite mapr_map.
  enough (match move_of ms (0, i) with Some _ => 1 | None => 0 end = if moves_here i (map (fun m => (snd (packet m), 0)) ms) then 1 else 0) as -> by reflexivity.
  specialize (Z ms). unfold move_of, moves_here. induction ms as [|m ms IHm]; [reflexivity|]. cbn [find map existsb fst].
  pose proof (Z m (or_introl eq_refl) (or_introl eq_refl)) as F. destruct (packet m) as [z j] eqn:P. cbn [fst snd] in *. subst z.
  unfold is_name at 1. destruct (name_eq (0, j) (0, i)) as [E|D], (N.eqb_spec j i) as [E'|D']; cbn [orb]; try congruence; auto.
  apply IHm. intros m' _ Hm. apply Z; [left; auto|right; auto].
Qed.

Lemma found_listed_measures t ends sc q v : replay_explicit t ends sc = true -> measured (found_listed sc) q = Some v ->
  measure (listed t ends) q sc = unit_of 1 q * v.
Proof.
  intros R H. destruct q.
  1: exact (found_explicit_measures (listed t ends) sc CompletionTime v H).
  1: exact (found_explicit_measures (listed t ends) sc Transmissions v H).
  cbn [measured found_listed f_delay] in H.
  assert (Hv : delay_of (movers sc) = v) by congruence. subst v. clear H. cbn [measure unit_of]. rewrite N.mul_1_l.
  assert (L : forall ms m, In ms sc -> In m ms -> fst (packet m) = 0 /\ snd (packet m) < N.of_nat (List.length ends)).
  { apply replay_explicit_sound in R. unfold legal in R. revert R. generalize (source (listed t ends)) as pos.
    induction sc as [|ms0 sc0 IH]; intros pos R ms m Hms Hm; [destruct Hms|]. destruct R as [S R]. destruct Hms as [->|Hms]; [|apply (IH _ R ms m); auto].
    pose proof (packets_of_the_task _ _ (fits _ _ _ S) m Hm) as P. cbn in P. apply in_map_iff in P. destruct P as (j & <- & Hj). apply in_upto in Hj. auto. }
  rewrite (delay_of_sound (map fst ends)).
  - unfold total_delay. rewrite total_sum. cbn [packets listed]. rewrite sum_map. unfold places. rewrite map_length. apply sum_ext.
    intros i _. apply completion_movers. intros ms m A B. apply (L ms m A B).
  - apply Forall_forall. unfold movers. rewrite mapr_map. intros ms Hms. apply in_map_iff in Hms. destruct Hms as (ms' & <- & Hms').
    intros m Hm. rewrite mapr_map in Hm. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm'). cbn [fst]. rewrite map_length. apply (L ms' m'); auto.
Qed.

Lemma check_explicit_sound t ends moves cs os : valid_task t = true -> check_explicit t ends moves cs = Answer os ->
  certified t (Explicit ends moves) (map stated (proved os cs)).
Proof.
  unfold valid_task. rewrite !andb_true_iff. intros [[Vn Vt] Vp]. unfold check_explicit.
  destruct (negb (is_personal _)); [discriminate|]. destruct (unknown_distances _ _) eqn:Un; [discriminate|]. destruct (too_many_pairs t); [discriminate|].
  destruct (same_pairs _ _ _) eqn:S; [|discriminate]. rewrite last_move_spec, as_moves_spec.
  destruct (replay_explicit _ _ _) eqn:P; [|discriminate]. intros H. injection H as <-.
  apply same_pairs_sound in S. destruct S as [S O]. rewrite pair_runs_sound in S by auto.
  assert (Lg : is_legal t (Explicit ends moves) (written_out t (Explicit ends moves))) by (apply replay_explicit_sound; auto).
  split; [destruct t; exact S|split]; [exact Lg|].
  - apply claims_hold; [exact Lg|intros s [<-|[]]; exact Logic.I| |].
    + intros q v. apply (found_listed_measures t ends _ q v P).
    + intros c v Hc.
      assert (Sound : forall w, listed_bound t ends w = Bound v -> c_witness c = w -> binds_claim (listed t ends) (is_bound t (Explicit ends moves)) 1 c v).
      { intros w Hw Ew. apply (binds_all _ _ _ (legal (listed t ends))); [intros s h other B; apply B|]. apply listed_bound_sound; auto. rewrite Ew. exact Hw. }
      unfold listed_bound_of in Hc. destruct (c_witness c) as [| | | | | | | | | | | | | | | | |tree|T model tree|steps|] eqn:W; try (apply (Sound _ Hc); reflexivity).
      * destruct (names_model _ _); [|discriminate]. intros other _ B. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
        apply (carried_tree_sound t ends T tree v other Vn O Hc), B.
      * destruct (same_everywhere t); [discriminate|]. intros other _ B. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
        apply (Resolution.formula_refuted_sound t true ends (c_lower c - 1) steps Vn O v other Hc).
        apply (Scheduled.carried_good (listed t ends) true other eq_refl (source (listed t ends))); [apply B|]. intros p _ _. apply is_node_true. reflexivity.
Qed.

Lemma somebody_sound f n y : somebody f n = Some y -> y < n /\ f y = true.
Proof.
  unfold somebody. rewrite loop_upto. assert (E : forall l, incl l (upto n) -> forall o, (forall z, o = Some z -> z < n /\ f z = true) ->
    fold_left (fun (found : option N) y => match found with Some _ => found | None => if f y then Some y else None end) l o = Some y -> y < n /\ f y = true).
  { induction l as [|a l IH]; cbn [fold_left]; intros I o O H; [apply O, H|]. apply (IH (fun z Hz => I z (or_intror Hz))) in H; auto.
    intros z Hz. destruct o; [apply O; auto|]. destruct (f a) eqn:F; [|discriminate]. injection Hz as <-. split; auto. apply in_upto, I. left; auto. }
  apply E; [apply incl_refl|discriminate].
Qed.

Lemma turns_right t : valid_network (task_network t) = true -> turns t = true ->
  valid_network (task_network (spread_task t)) = true /\ (is_accumulation (task_traffic t) = true -> mirrored (task_network t) (task_network (spread_task t))).
Proof.
  intros V T. unfold spread_task. destruct (is_accumulation (task_traffic t)) eqn:A; [|split; [exact V|discriminate]].
  cbn [turned_task task_network]. assert (C : closed (task_network t) = true /\ valid_network (turned_network (task_network t)) = true).
  { unfold turns in T. rewrite A in T. cbn [negb orb] in T. destruct (task_network t) as [d|n|ps|n steps|n|n|n|n|n|n|ps es|ps cs|rows|ps|gr b ls lsw lr|k dr ls sw r] eqn:E; auto.
    destruct dr; [apply andb_true_iff, T|auto]. }
  split; [apply C|]. intros _. apply closed_sound, C. exact V.
Qed.

(* a bound on broadcasts is one on accumulations *)
Definition tree_legal (t : task) (rs : list N) : schedule -> Prop :=
  if is_accumulation (task_traffic t) then legal_accumulation (rooted t rs) else legal_broadcast (rooted t rs).

Lemma broadcasts_suffice t rs other : valid_network (task_network t) = true -> turns t = true -> (forall r, In r rs -> In r (hosts (task_network t))) ->
  tree_legal t rs other -> exists sc, legal_broadcast (rooted (spread_task t) rs) sc /\ slots sc = slots other /\ transmissions sc = transmissions other.
Proof.
  intros V T O. destruct (turns_right t V T) as [_ M]. unfold tree_legal, spread_task in *. destruct (is_accumulation _); [|eauto]. intros H. exists (backwards other).
  rewrite backwards_slots, backwards_transmissions. repeat split. apply accumulation_backwards; auto. intros r Hr. apply O, in_hosts in Hr. apply Hr.
Qed.

Lemma replay_trees_sound t rs sc : (forall r, In r rs -> In r (hosts (task_network t))) -> replay_trees t rs sc = true -> tree_legal t rs sc.
Proof.
  intros O. assert (O' : forall r, In r rs -> r < size (task_network t)) by (intros r Hr; apply O, in_hosts in Hr; apply Hr).
  unfold replay_trees, tree_legal. destruct (is_accumulation _); [apply replay_accumulation_sound|apply replay_broadcast_sound]; auto.
Qed.

(* what follows is said of broadcasts *)
Section Trees.
Variables (t : task) (rs : list N).
Let nw := task_network t.
Let pb := rooted t rs.
Hypothesis V : valid_network nw = true.
Hypothesis rs_ok : forall r, In r rs -> In r (hosts nw).

Lemma rooted_distinct : NoDup (packets pb).
Proof. apply listed_distinct. Qed.

Lemma rooted_length : N.of_nat (List.length (packets pb)) = len rs.
Proof. unfold pb, rooted. cbn [packets listed]. unfold places. rewrite !map_length, upto_length, len_length. auto. Qed.

Lemma spanning_volume : spanning pb = tree_volume t rs.
Proof. unfold spanning, tree_volume. rewrite rooted_length, (len_length (hosts _)). reflexivity. Qed.

Lemma count_rooted (f : name -> bool) (h : N -> bool) : (forall i, i < N.of_nat (List.length rs) -> f (0, i) = h (nth (N.to_nat i) rs 0)) ->
  count f (packets pb) = sumf (fun r => if h r then 1 else 0) rs.
Proof.
  intros E. rewrite count_sum, sumf_sum. unfold pb, rooted.
  rewrite (sum_listed t _ (fun p => if f p then 1 else 0) (fun e => if h (fst e) then 1 else 0)).
  - rewrite sum_map. reflexivity.
  - intros i Hi. rewrite map_length in Hi. rewrite E by auto. pose proof (map_nth (fun r : N => (r, r)) rs 0 (N.to_nat i)) as M. cbv beta in M. rewrite M. reflexivity.
Qed.

Lemma is_host_in x : is_host nw x = true -> In x (hosts nw).
Proof. unfold is_host. rewrite andb_true_iff, N.ltb_lt, negb_true_iff. intros H. apply in_hosts, H. Qed.

Lemma host_below x : In x (hosts nw) -> x < size nw.
Proof. intros H. apply in_hosts in H. apply H. Qed.

Lemma few_moves ms : slot_fits pb ms -> N.of_nat (List.length ms) <= slot_capacity pb.
Proof. intros. apply slot_length; auto. Qed.
Lemma few_sends ms v : slot_fits pb ms -> sends ms v <= each_port nw (task_ports t).
Proof. apply (sends_each pb). Qed.

Section Gauged.
Variables (g : gauge) (nodes : list N).
Hypothesis G : hop_gauge nw nodes = Some g.
Let d := hops nw g.
Definition tree_hops : potential pb (fun _ _ => 1) d := hop_gauge_sound pb nodes g V G.

Lemma d_far u v : v < size nw -> d u v = far_of nw g u v.
Proof. apply hops_far. Qed.

Lemma copies_in_sound x away v sc : copies_in t rs g x away = Bound v -> legal_broadcast pb sc -> v <= slots sc.
Proof.
  unfold copies_in. destruct (_ && (1 <=? _)) eqn:B; [|discriminate]. rewrite andb_true_iff, N.leb_le in B. destruct B as [Hx Aw]. apply is_host_in in Hx.
  destruct (N.ltb_spec 0 (ports_in (task_network t) (task_ports t) x)) as [K|]; [|intros E _; apply Bound_inj in E; subst v; lia].
  intros H. apply Bound_inj in H. subst v. intros L.
  rewrite <- (count_rooted (far_from pb d x away)).
  - apply (reception_binds pb rooted_distinct d tree_hops x away); auto. intros ms S. apply (receives_few pb); auto.
  - intros i Hi. unfold far_from. destruct (rooted_root t rs i Hi) as [E _]. fold pb in E. rewrite E, d_far; auto using host_below.
Qed.

Lemma somebody_far_sound x away y : somebody_far nw g x away = Some y -> In y (hosts nw) /\ away <= far_of nw g x y.
Proof.
  intros H. apply somebody_sound in H. cbv beta in H. rewrite andb_true_iff, negb_true_iff, switch_of_is, N.leb_le in H. split; [apply in_hosts|]; tauto.
Qed.

Lemma copies_out_sound x away v sc : copies_out t rs g x away = Bound v -> legal_broadcast pb sc -> v <= slots sc.
Proof.
  unfold copies_out. destruct (_ && (1 <=? _)) eqn:B; [|discriminate]. rewrite andb_true_iff, N.leb_le in B. destruct B as [Hx Aw].
  destruct (N.ltb_spec 0 (ports_out (task_network t) (task_ports t) x)) as [K|]; [|intros E _; apply Bound_inj in E; subst v; lia].
  fold nw. destruct (somebody_far nw g x away) as [y|] eqn:Y; intros H; apply Bound_inj in H; subst v; intros L; [|lia].
  apply somebody_far_sound in Y. destruct Y as [Hy Far]. rewrite <- (count_rooted (fun p => is_node (source pb p) x)).
  - apply (emission_binds pb rooted_distinct d tree_hops x y); auto; [rewrite d_far; auto using host_below|]. intros ms S. apply (sends_few pb); auto.
  - intros i Hi. destruct (rooted_root t rs i Hi) as [E _]. fold pb in E. rewrite E. unfold is_node. destruct (N.eq_dec _ x), (N.eqb_spec (nth (N.to_nat i) rs 0) x); congruence.
Qed.
End Gauged.

Lemma tree_cut_sound nodes v sc : tree_cut t rs nodes = Bound v -> legal_broadcast pb sc -> v <= slots sc.
Proof.
  unfold tree_cut. cbv zeta. fold nw. destruct (_ && _ && _ && _) eqn:B'; [|discriminate]. clear B'.
  match goal with |- (if 0 <? ?c then _ else _) = _ -> _ => destruct (N.ltb_spec 0 c) as [B|] end; [|intros E _; apply Bound_inj in E; subst v; lia].
  destruct (somebody _ _) as [y|] eqn:Y; intros H L; apply Bound_inj in H; subst v; [|lia]. apply somebody_sound in Y. cbv beta in Y.
  rewrite andb_true_iff, !negb_true_iff, switch_of_is in Y. destruct Y as (By & Sy & Iy). assert (Hy : In y (hosts nw)) by (apply in_hosts; auto).
  rewrite <- (count_rooted (fun p => xorb (is_accumulation (task_traffic t)) (in_set (set_of nodes) (source pb p)))).
  - apply (cut_trees pb (fun v0 => xorb (is_accumulation (task_traffic t)) (in_set (set_of nodes) v0)) y); auto. apply rooted_distinct.
  - intros i Hi. destruct (rooted_root t rs i Hi) as [E _]. fold pb in E. rewrite E. reflexivity.
Qed.

Lemma tree_prices_sound links senders receivers v sc : tree_prices t rs links senders receivers = Bound v -> legal_broadcast pb sc -> v <= slots sc.
Proof.
  unfold tree_prices. cbv zeta. fold nw. set (pay := fun v => get 0 (Flow.tabulate (least_price links senders receivers (neighbours_in nw)) (size nw)) v).
  set (dear := filter _ (hosts nw)). set (roots := filter _ (hosts nw)). destruct (negb _); [discriminate|]. destruct (_ || _ || _); [discriminate|].
  destruct (_ && (0 <? slot_price _ _ _ _ _)) eqn:B; [|discriminate]. apply andb_true_iff in B. destruct B as [_ C]. apply N.ltb_lt in C.
  destruct (hop_gauge nw dear) as [g|] eqn:G; [|discriminate]. set (away := match fold_left _ dear None with Some h => h | None => 1 end).
  destruct (_ && forallb _ dear) eqn:F; [|discriminate]. apply andb_true_iff in F. destruct F as [Aw F]. apply N.leb_le in Aw. rewrite forallb_forall in F.
  intros H L. apply Bound_inj in H. subst v.
  assert (Pay : forall x, x < size nw -> pay x = least_price links senders receivers (neighbours_in nw) x) by (intros x Hx; apply Flow.tabulate_get, Hx).
  pose proof (prices_bind pb rooted_distinct (hops nw g) (hop_gauge_sound pb dear g V G) (fun m => hop_price links senders receivers (from m) (to m)) pay
    (slot_price nw links senders receivers (task_ports t)) away sc C) as P.
  assert (E : sum (fun p => sum (fun x => if is_node x (source pb p) then 0 else pay x) (hosts (net pb))) (packets pb) = sumf (fun r => sumf pay (hosts nw) - pay r) rs).
  { rewrite sumf_sum. unfold pb, rooted. rewrite (sum_listed t _ _ (fun e => sum (fun x => if is_node x (fst e) then 0 else pay x) (hosts nw))).
    - rewrite sum_map. apply sum_ext. intros r Hr. cbn [fst]. rewrite sumf_sum. pose proof (rs_ok r Hr) as Ir.
      assert (ND : NoDup (hosts nw)) by (apply NoDup_filter, upto_nodup). clear -Ir ND.
      enough (sum (fun x => if is_node x r then 0 else pay x) (hosts nw) + pay r = sum pay (hosts nw)) by lia.
      induction (hosts nw) as [|x l IH]; [destruct Ir|]. inversion ND; subst. rewrite !sum_cons. destruct Ir as [->|Ir].
      + replace (is_node r r) with true by (symmetry; apply is_node_true; auto). rewrite (sum_ext _ pay); [lia|]. intros y Hy.
        replace (is_node y r) with false; auto. symmetry. apply not_true_iff_false. rewrite is_node_true. congruence.
      + specialize (IH Ir H2). replace (is_node x r) with false; [lia|]. symmetry. apply not_true_iff_false. rewrite is_node_true. congruence.
    - intros i Hi. rewrite map_length in Hi. apply sum_ext. intros x _. cbn [source listed snd]. reflexivity. }
  rewrite <- E. apply P; auto.
  - intros m Lk. rewrite Pay by apply Lk. apply least_price_least; auto.
  - intros ms S. apply (slot_costs nw links senders receivers pb eq_refl V ms S).
  - intros p x Hp Hx Ne Np. apply rooted_packet in Hp. destruct Hp as (i & -> & Hi). destruct (rooted_root t rs i Hi) as [Es _]. fold pb in Es. rewrite Es in *.
    set (r := nth (N.to_nat i) rs 0) in *. assert (Ir : In r rs) by (apply nth_In; lia).
    assert (Dx : In x dear) by (apply filter_In; split; [exact Hx|apply N.ltb_lt, Np]). specialize (F x Dx). rewrite forallb_forall in F.
    assert (Rr : In r roots). { apply filter_In. split; [apply rs_ok, Ir|]. apply N.ltb_lt. rewrite tally_counts. apply (count_occ_In N.eq_dec) in Ir. lia. }
    specialize (F r Rr). rewrite hops_far by (apply host_below, Hx). apply orb_true_iff in F. destruct F as [F|F]; [apply N.eqb_eq in F; congruence|apply N.leb_le, F].
Qed.

Lemma all_at r : forallb (N.eqb r) rs = true -> forall p, In p (packets pb) -> source pb p = r.
Proof.
  rewrite forallb_forall. intros F p Hp. apply rooted_packet in Hp. destruct Hp as (i & -> & Hi). destruct (rooted_root t rs i Hi) as [E _]. fold pb in E. rewrite E.
  symmetry. apply N.eqb_eq, F, nth_In. lia.
Qed.
End Trees.

Lemma before_ceil a k : 0 < k -> 0 < a -> k * (ceil a k - 1) < a.
Proof.
  intros K A. unfold ceil. pose proof (N.div_mod (a + (k - 1)) k ltac:(lia)) as D.
  pose proof (N.mod_lt (a + (k - 1)) k ltac:(lia)) as R. revert D R. generalize ((a + (k - 1)) / k) as q, ((a + (k - 1)) mod k) as r.
  intros q r D R. rewrite N.mul_sub_distr_l, N.mul_1_r. lia.
Qed.

(* for t a broadcast, or an accumulation turned round *)
Lemma tree_bound_sound t rs many w v : valid_network (task_network t) = true -> 0 < many -> (forall r, In r rs -> In r (hosts (task_network t))) ->
  tree_bound t rs many w = Bound v -> binds (rooted t rs) many (legal_broadcast (rooted t rs)) w v.
Proof.
  intros V Mn O H q sc Q L. unfold tree_bound in H. destruct (loops t || _); [discriminate|].
  destruct w; try discriminate; try match type of H with context [hop_gauge ?a ?b] => destruct (hop_gauge a b) as [g|] eqn:G; [|discriminate] end; cbv zeta in H.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
    match type of H with match ?o with _ => _ end = _ => destruct o as [r0|] end; [|discriminate].
    destruct (_ && existsb _ rs) eqn:B; [|discriminate]. rewrite !andb_true_iff in B. destruct B as [[Hx _] Ir]. apply is_host_in in Hx.
    apply Bound_inj in H. subst v.
    apply existsb_exists in Ir. destruct Ir as (r & Ir & E). apply N.eqb_eq in E. subst r0.
    apply (In_nth _ _ 0) in Ir. destruct Ir as (i & Hi & Er).
    rewrite <- (d_far t g r place (host_below t place Hx)), <- Er.
    destruct (rooted_root t rs (N.of_nat i) ltac:(lia)) as [Sr _]. rewrite Nat2N.id in Sr. rewrite <- Sr.
    apply (Broadcast.distance_binds (rooted t rs) _ (tree_hops t rs V g _ G)); auto. apply rooted_packet. exists (N.of_nat i). split; auto. lia.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
    destruct (is_accumulation _); [eapply copies_out_sound; eauto|eapply copies_in_sound; eauto].
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
    destruct (is_accumulation _); [eapply copies_in_sound; eauto|eapply copies_out_sound; eauto].
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. destruct (one_root _) as [r|]; [|discriminate].
    set (steps := steps_to 64 _ _ _ _) in H. set (kr := ports_out _ _ r) in H. set (k := each_port _ _) in H.
    destruct (_ && ((_ ^ _ <? _) || _)) eqn:B; [|discriminate]. apply Bound_inj in H. subst v.
    rewrite !andb_true_iff, N.leb_le, !N.ltb_lt in B. destruct B as [[[[[[[Hx Hr] Two] Kr] K] F] Ln] St]. apply is_host_in in Hx.
    pose proof (all_at t rs r F) as Rt. rewrite len_length in Two, St.
    assert (Way : N.max (far_of (task_network t) g r node) steps <= hops (task_network t) g r node \/
                  (forall T, N.of_nat (List.length (hosts (task_network t))) <= (k + 1) ^ T -> N.max (far_of (task_network t) g r node) steps <= T)).
    { rewrite <- (d_far t g r node (host_below t node Hx)). destruct (N.le_gt_cases steps (hops (task_network t) g r node)) as [Le|Gt]; [left; lia|right].
      intros T HT. apply orb_true_iff in St. destruct St as [St|St]; [apply N.ltb_lt in St|apply N.eqb_eq in St; lia].
      destruct (N.le_gt_cases steps T) as [?|Lt]; [lia|]. assert ((k + 1) ^ T <= (k + 1) ^ (steps - 1)) by (apply N.pow_le_mono_r; lia). lia. }
    assert (Some_ : packets (rooted t rs) <> []).
    { intros E0. pose proof (rooted_length t rs) as Rl. rewrite E0 in Rl. cbn in Rl. lia. }
    pose proof (last_packet_binds (rooted t rs) (rooted_distinct t rs) _ (tree_hops t rs V g _ G) k (few_sends t rs) r node kr
      (N.max (far_of (task_network t) g r node) steps) sc Hr Hx Two Rt (fun ms S => sends_few (rooted t rs) ms r S) Way Some_ L (ceil (len rs) kr - 1)) as P.
    apply P. rewrite rooted_length. apply before_ceil; auto.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l.
    destruct (N.ltb_spec 0 (slot_capacity (rooted t rs))) as [K|]; [|discriminate]. destruct (one_root _) as [r|].
    + destruct (forallb _ rs) eqn:F; [|discriminate]. apply Bound_inj in H. subst v. rewrite <- spanning_volume.
      apply (Broadcast.volume_rooted_binds (rooted t rs) (rooted_distinct t rs) _ _ (few_moves t rs V) (few_sends t rs) r); auto.
      apply (all_at t rs r F).
    + apply Bound_inj in H. subst v. apply ceil_least; auto. rewrite <- spanning_volume.
      apply (Broadcast.volume_binds (rooted t rs) (rooted_distinct t rs) _ (few_moves t rs V)); auto.
  - destruct q; try discriminate. cbn [unit_of measure]. destruct (N.eqb_spec (many * (tree_volume t rs / many)) (tree_volume t rs)) as [E|]; [|discriminate].
    apply Bound_inj in H. subst v. rewrite E, <- spanning_volume. apply spanning_binds; auto using rooted_distinct.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. eapply tree_cut_sound; eauto.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. eapply tree_cut_node_sound; eauto.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. destruct (is_accumulation _); eapply tree_prices_sound; eauto.
  - destruct q; try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l. eapply tree_timed_sound; eauto.
Qed.

Lemma trees_bound t p rs : is_personal (task_traffic t) = false ->
  is_legal t p = (if is_broadcast (task_traffic t) then legal_broadcast (rooted t rs) else legal_accumulation (rooted t rs)) ->
  forall s h other, is_bound t p s h other -> tree_legal t rs other.
Proof. intros P E s h other [B _]. rewrite E in B. unfold tree_legal. destruct (task_traffic t); try discriminate; exact B. Qed.

Lemma tree_claim_sound t rs many p c v : valid_network (task_network t) = true -> turns t = true -> 0 < many ->
  (forall r, In r rs -> In r (hosts (task_network t))) -> is_personal (task_traffic t) = false ->
  is_legal t p = (if is_broadcast (task_traffic t) then legal_broadcast (rooted t rs) else legal_accumulation (rooted t rs)) ->
  tree_bound_of (spread_task t) rs many c = Bound v -> binds_claim (rooted t rs) (is_bound t p) many c v.
Proof.
  intros V Tn Mn O Ps E H other Q B. destruct (turns_right t V Tn) as [V' M].
  destruct (broadcasts_suffice t rs other V Tn O (trees_bound t p rs Ps E _ _ _ B)) as (sc & L & Es & Et).
  assert (O' : forall r, In r rs -> In r (hosts (task_network (spread_task t)))).
  { intros r Hr. specialize (O r Hr). unfold spread_task in *. destruct (is_accumulation _); [|exact O]. rewrite (mirrored_hosts _ _ (M eq_refl)). exact O. }
  assert (Ms : forall q, q <> TotalDelay -> measure (rooted t rs) q other = measure (rooted (spread_task t) rs) q sc) by (intros [] D; cbn [measure]; congruence).
  assert (Sound : forall w, tree_bound (spread_task t) rs many w = Bound v -> c_witness c = w -> c_quantity c <> TotalDelay ->
    unit_of many (c_quantity c) * v <= measure (rooted t rs) (c_quantity c) other).
  { intros w Hw Ew D. rewrite (Ms _ D). rewrite Ew in Q. apply (tree_bound_sound (spread_task t) rs many w v V' Mn O' Hw _ sc Q L). }
  unfold tree_bound_of in H. destruct (c_witness c) as [| | | | | | | | | | | | | | | | |tree|T model tree|steps|] eqn:W;
    try (apply (Sound _ H); [reflexivity|]; intros D; rewrite D in Q; cbn in Q; try discriminate; unfold tree_bound in H;
      destruct (loops _ || _); try discriminate; destruct (hop_gauge _ _); discriminate).
  - destruct (names_model _ _); [|discriminate]. destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l, <- Es.
    apply (copied_tree_sound (spread_task t) rs T tree v sc V'); auto. intros r Hr. apply O', in_hosts in Hr. apply Hr.
  - destruct (c_quantity c); try discriminate. cbn [unit_of measure]. rewrite N.mul_1_l, <- Es. rewrite mapr_map in H.
    apply (Resolution.formula_refuted_sound (spread_task t) false (map (fun r => (r, r)) rs) (c_lower c - 1) steps V'); [|exact H|].
    + intros e He. apply in_map_iff in He. destruct He as (r & <- & Hr). apply O', in_hosts in Hr. split; apply Hr.
    + apply (Scheduled.copied_good (rooted (spread_task t) rs) false sc eq_refl _ L). reflexivity.
Qed.

Lemma check_trees_sound t rs moves cs os : valid_task t = true -> check_trees t rs moves cs = Answer os ->
  certified t (ExplicitTrees rs moves) (map stated (proved os cs)).
Proof.
  unfold valid_task. rewrite !andb_true_iff. intros [[Vn Vt] Vp]. unfold check_trees.
  destruct (is_personal _) eqn:Ps; [discriminate|]. destruct (negb (size _ <=? _)); [discriminate|]. destruct (turns t) eqn:C; [|discriminate]. cbn [negb].
  destruct (same_runs _ _) eqn:S; [|discriminate]. rewrite last_move_spec, as_moves_spec. destruct (replay_trees _ _ _) eqn:P; [|discriminate].
  intros H. injection H as <-. apply same_runs_sound in S. rewrite root_runs_sound in S.
  assert (O : forall r, In r rs -> In r (hosts (task_network t))) by (intros r Hr; apply (roots_below _ _ Vt), (Permutation_in _ S), Hr).
  pose proof (replay_trees_sound t rs _ O P) as L.
  assert (Lg : is_legal t (ExplicitTrees rs moves) (written_out t (ExplicitTrees rs moves))).
  { unfold is_legal, written_out, problem_of. unfold tree_legal in L. destruct (task_traffic t); cbn [is_accumulation is_broadcast] in *; try discriminate; exact L. }
  pose proof (claims_hold t (ExplicitTrees rs moves) 1 (tree_bound_of (spread_task t) rs 1) (found_explicit (explicit_moves (to_last_move moves))) Lg
    ltac:(intros s [<-|[]]; exact Logic.I) (found_explicit_measures (rooted t rs) _) (fun c v H => tree_claim_sound t rs 1 (ExplicitTrees rs moves) c v Vn C ltac:(lia) O Ps eq_refl H) cs) as Cl.
  split; [destruct t; exact S|]. split; [exact Lg|exact Cl].
Qed.

Lemma check_symmetric_trees_sound t moves cs os : valid_task t = true -> check_symmetric_trees t moves cs = Answer os ->
  certified t (SymmetricTrees moves) (map stated (proved os cs)).
Proof.
  unfold valid_task. rewrite !andb_true_iff. intros [[Vn Vt] Vp]. unfold check_symmetric_trees.
  destruct (negb (uniform _)); [discriminate|]. destruct (is_half_duplex _); [discriminate|]. destruct (copies_of _) as [c|] eqn:Cp; [|discriminate].
  destruct (_ || _); [discriminate|]. destruct (turns t) eqn:C; [|discriminate]. cbn [negb]. destruct (forallb _ _); [|discriminate].
  rewrite last_move_spec. destruct (replay_trees _ _ _) eqn:P; [|discriminate]. cbn [andb].
  destruct (N.eqb_spec (size (task_network t) * sumf len (to_last_move moves)) (sumf len (trees_at_all_nodes (task_network t) c (to_last_move moves)))) as [E|]; [|discriminate].
  intros H. injection H as <-. set (rs := roots (task_network t) (task_traffic t)) in *.
  assert (O : forall r, In r rs -> In r (hosts (task_network t))) by (apply (roots_below _ _ Vt)).
  pose proof (replay_trees_sound t rs _ O P) as L.
  assert (Mn : 0 < size (task_network t)) by (apply valid_size, Vn).
  assert (Ps : is_personal (task_traffic t) = false) by (destruct (task_traffic t); try discriminate; auto).
  set (sc := trees_at_all_nodes (task_network t) c (to_last_move moves)) in *.
  assert (Ms : forall q v, measured (found_everywhere sc (sumf len (to_last_move moves))) q = Some v -> measure (rooted t rs) q sc = unit_of (size (task_network t)) q * v).
  { intros q v Hq. destruct q; cbn [measured found_everywhere f_slots f_moves f_delay] in Hq; try discriminate; injection Hq as <-.
    - apply (found_explicit_measures (rooted t rs) sc CompletionTime (len sc) eq_refl).
    - cbn [unit_of]. rewrite E. pose proof (found_explicit_measures (rooted t rs) sc Transmissions (sumf len sc) eq_refl) as X. cbn [unit_of] in X. lia. }
  assert (W : written_out t (SymmetricTrees moves) = sc) by (unfold written_out, sc; destruct (task_traffic t); try discriminate; injection Cp as ->; reflexivity).
  assert (Lg : is_legal t (SymmetricTrees moves) (written_out t (SymmetricTrees moves))).
  { rewrite W. unfold is_legal, problem_of. fold rs. unfold tree_legal in L. destruct (task_traffic t); cbn [is_accumulation is_broadcast] in *; try discriminate; exact L. }
  assert (Li : lies_in t (SymmetricTrees moves) (found_everywhere sc (sumf len (to_last_move moves)))).
  { intros s [<-|[<-|[]]]; [exact Logic.I|]. rewrite W. exists c, (to_last_move moves). reflexivity. }
  assert (Ms' : forall q v, measured (found_everywhere sc (sumf len (to_last_move moves))) q = Some v ->
    measure (rooted t rs) q (written_out t (SymmetricTrees moves)) = unit_of (size (task_network t)) q * v) by (intros q v Hq; rewrite W; apply Ms, Hq).
  pose proof (claims_hold t (SymmetricTrees moves) (size (task_network t)) (tree_bound_of (spread_task t) rs (size (task_network t))) (found_everywhere sc (sumf len (to_last_move moves)))
    Lg Li Ms' (fun c v H => tree_claim_sound t rs (size (task_network t)) (SymmetricTrees moves) c v Vn C Mn O Ps eq_refl H) cs) as Cl.
  split; [destruct t as [nw tr po]; cbn [task_traffic] in Cp; exists c; destruct tr; try discriminate; injection Cp as ->; auto|].
  split; [exact Lg|exact Cl].
Qed.

Theorem check_any_sound t p cs os : check_any t p cs = Answer os -> certified t p (map stated (proved os cs)).
Proof.
  unfold check_any. destruct (too_large _); [discriminate|]. destruct (valid_task t) eqn:V; [|discriminate]. destruct p as [offs moves|moves|ends moves|rs moves].
  - apply check_symmetric_sound, V.
  - apply check_symmetric_trees_sound, V.
  - apply check_explicit_sound, V.
  - apply check_trees_sound, V.
Qed.

(* what this says of the completion time, in words *)
Corollary completion_time t p cs T v : certified t p cs -> In (Statement CompletionTime T Everything None v) cs ->
  (exists sc, is_legal t p sc /\ slots sc = T) /\ (forall sc, is_legal t p sc -> v <= slots sc).
Proof.
  intros (_ & L & F) I. rewrite Forall_forall in F. destruct (F _ I) as (_ & M & B). cbn [said_of attains at_least binding within_slots measure] in M, B. rewrite N.mul_1_l in M.
  split; [eauto|]. intros sc S. specialize (B sc (conj S (conj Logic.I Logic.I))). rewrite N.mul_1_l in B. exact B.
Qed.
