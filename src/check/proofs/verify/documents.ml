(* Documents (models/formats) as the checker takes them. Only shapes are looked at here; what the numbers must satisfy is
   the checker's affair. [Refused]: well formed, but said of no network; [Uncovered]: not covered by the proof. *)

open Json
open Checker

exception Refused of string
exception Uncovered of string

let wrong what = raise (Bad what)

(* the values of needed and optional keys, all others refused *)
let keys what needed optional = function
  | Object fields ->
      let known (k, _) = if not (List.mem k needed || List.mem k optional) then wrong (what ^ " with the unknown key " ^ k) in
      List.iter known fields;
      List.iter (fun k -> if not (List.mem_assoc k fields) then wrong (what ^ " without the key " ^ k)) needed;
      fun k -> List.assoc_opt k fields
  | _ -> wrong (what ^ ": expected an object")

let need of_key k = match of_key k with Some v -> v | None -> wrong ("no " ^ k)
let text = function Text t -> t | _ -> wrong "expected a string"
let natural = function Number n -> n | Negative _ -> wrong "a negative number" | _ -> wrong "expected a number"
let list f = function List l -> List.rev (List.rev_map f l) | _ -> wrong "expected a list"
let kind what = function
  | Object fields -> (match List.assoc_opt "kind" fields with Some (Text k) -> k | _ -> wrong (what ^ " without a kind"))
  | _ -> wrong (what ^ ": expected an object")

(* a count, a decimal string from 2^64 on to 2^128 - 1 *)
let total = function
  | Text t ->
      let long = String.length t and above = "18446744073709551615" and most = "340282366920938463463374607431768211455" in
      let greater a b = String.length a > String.length b || (String.length a = String.length b && a > b) in
      let digits = String.for_all (fun c -> c >= '0' && c <= '9') t in
      if long = 0 || not digits || t.[0] = '0' || not (greater t above) || greater t most then wrong "expected a number beyond 64 bits";
      of_digits t
  | j -> natural j

let one = Json.natural 1
let count of_key = match of_key "count" with None -> one | Some c -> natural c

(* what listed permutations may be and generate *)
let most_symbols = 64
let most_elements = 1024
let natural_of n = Json.natural n
let rec unary n = if n = 0 then O else S (unary (n - 1))

let ports = function
  | Text "all" -> All
  | Text "one" -> AtMost one
  | Text "one-half-duplex" -> HalfDuplex
  | p -> AtMost (natural (need (keys "ports" ["at-most"] [] p) "at-most"))

let capacity = function [] -> one | c :: _ -> natural c

(* the bytes of blanks and control characters beyond ASCII, and of the first also those that may not stand at an end *)
let blanks = ["\xc2\xa0"; "\xe1\x9a\x80"; "\xe2\x80\xa8"; "\xe2\x80\xa9"; "\xe2\x80\xaf"; "\xe2\x81\x9f"; "\xe3\x80\x80"; " "] @
  List.init 11 (fun i -> "\xe2\x80" ^ String.make 1 (Char.chr (0x80 + i)))
let has_control t =
  let control i c = c < ' ' || c = '\x7f' || (c = '\xc2' && i + 1 < String.length t && t.[i + 1] < '\xa0') in
  List.exists Fun.id (List.mapi control (List.of_seq (String.to_seq t)))
let has_end t b =
  let n = String.length t and m = String.length b in
  n >= m && (String.sub t 0 m = b || String.sub t (n - m) m = b)

(* names for people: one for every node, all different, of letters that can be seen *)
let names nodes = function
  | None -> ()
  | Some listed ->
      let all = list text listed in
      if natural_of (List.length all) <> nodes then raise (Refused "not a name for every node");
      if List.exists (fun t -> t = "" || has_control t || List.exists (has_end t) blanks) all then raise (Refused "a name that cannot be seen");
      if List.length (List.sort_uniq compare all) <> List.length all then raise (Refused "two nodes of the same name")

(* switches, and their ports, which stand beside them alone *)
let marked k =
  match Option.map (list natural) (k "switches"), Option.map ports (k "switch_ports") with
  | None, Some _ -> wrong "ports of switches without switches"
  | switches, rule -> (Option.value switches ~default:[], Option.value rule ~default:All)

let network j =
  match kind "network" j with
  | "hypercube" -> Hypercube (natural (need (keys "network" ["kind"; "dimension"] [] j) "dimension"))
  | "incomplete-hypercube" -> IncompleteHypercube (natural (need (keys "network" ["kind"; "nodes"] [] j) "nodes"))
  | "torus" -> Torus (list natural (need (keys "network" ["kind"; "radices"] [] j) "radices"))
  | "ring" -> Torus [natural (need (keys "network" ["kind"; "nodes"] [] j) "nodes")]
  | "cayley" ->
      (match j with
       | Object fields when List.assoc_opt "family" fields = Some (Text "circulant") ->
           let of_key = keys "network" ["kind"; "family"; "n"; "steps"] [] j in
           Circulant (natural (need of_key "n"), list natural (need of_key "steps"))
       | Object fields when List.assoc_opt "family" fields = Some (Text "complete") ->
           Complete (natural (need (keys "network" ["kind"; "family"; "n"] [] j) "n"))
       | Object fields when List.mem_assoc "family" fields ->
           let n = natural (need (keys "network" ["kind"; "family"; "n"] [] j) "n") in
           (match List.assoc "family" fields with
            | Text "star" -> Star n | Text "pancake" -> Pancake n | Text "bubble-sort" -> BubbleSort n
            | Text "cube-connected-cycles" -> CubeConnectedCycles n | Text "butterfly" -> Butterfly n
            | _ -> wrong "an unknown family of networks")
       | Object _ ->
           let listed = list (list natural) (need (keys "network" ["kind"; "permutations"] [] j) "permutations") in
           if List.exists (fun p -> List.length p > most_symbols) listed || List.length listed > most_symbols then
             raise (Uncovered "so many symbols");
           let elements rounds =
             let all = generated listed (unary rounds) in
             if List.length all > most_elements then raise (Uncovered "so many permutations"); all in
           ignore (elements 64);
           Permutations (listed, elements most_elements)
       | _ -> wrong "network")
  | "graph" ->
      let k = keys "network" ["kind"; "nodes"; "links"] ["directed"; "names"; "switches"; "switch_ports"] j in
      let link = function
        | List (u :: v :: rest) when List.length rest <= 1 -> ((natural u, natural v), capacity rest)
        | _ -> wrong "expected [from, to] or [from, to, capacity]" in
      let switches, rule = marked k in
      let directed = match k "directed" with None -> false | Some (Truth d) -> d | _ -> wrong "expected true or false" in
      let nodes = natural (need k "nodes") in
      names nodes (k "names");
      Graph (nodes, directed, list link (need k "links"), switches, rule)
  | "hyperx" ->
      let k = keys "network" ["kind"; "radices"] ["multiplicity"] j in
      let radices = list natural (need k "radices") in
      HyperX (radices, match k "multiplicity" with Some links -> list natural links | None -> List.map (fun _ -> one) radices)
  | "lattice" -> Lattice (list (list natural) (need (keys "network" ["kind"; "matrix"] [] j) "matrix"))
  | "mesh" -> Mesh (list natural (need (keys "network" ["kind"; "radices"] [] j) "radices"))
  | "lift" ->
      let k = keys "network" ["kind"; "group"; "nodes"; "links"] ["names"; "switches"; "switch_ports"] j in
      let link = function
        | List (u :: v :: List shift :: rest) when List.length rest <= 1 ->
            ((natural u, natural v), (List.map natural shift, capacity rest))
        | _ -> wrong "expected [from, to, shift] or [from, to, shift, capacity]" in
      let nodes = natural (need k "nodes") in
      let group = list natural (need k "group") and links = list link (need k "links") in
      let switches, rule = marked k in
      names nodes (k "names");
      Lift (group, nodes, links, switches, rule)
  | k -> wrong ("an unknown kind of network: " ^ k)

(* a node: its index, on tori and in other boxes its coordinates *)
let node nw = function
  | Number i -> i
  | List l ->
      let in_box ps =
        let x = List.map natural l in
        if List.length x <> List.length ps then raise (Refused "a node with too few or too many coordinates");
        if not (List.for_all2 N.ltb x ps) then raise (Refused "a coordinate out of range");
        index ps x in
      (match nw with
       | Torus ps | HyperX (ps, _) | Mesh ps -> in_box ps
       | Lattice rows -> in_box (List.rev_map fst (columns rows))
       | _ -> raise (Refused "coordinates on a network that has none"))
  | _ -> wrong "expected a node"

(* an offset: a node, or with negative numbers, where -x of a dimension of size p stands for p - x *)
let offset nw j =
  let back size b =
    if b = N0 then wrong "a zero with a sign";
    if not (N.ltb b size) then raise (Refused "an offset too far back");
    N.sub size b in
  let is_negative = function Negative _ -> true | _ -> false in
  let vector ps l =
    if List.length l <> List.length ps then raise (Refused "an offset with too few or too many coordinates");
    let coordinate p = function Negative b -> back p b | x -> natural x in
    node nw (List (List.map2 (fun p x -> Number (coordinate p x)) ps l)) in
  match nw, j with
  | (Torus [size] | HyperX ([size], _) | Circulant (size, _)), Negative b -> back size b
  | (Torus ps | HyperX (ps, _)), List l when List.exists is_negative l -> vector ps l
  | _, Negative _ -> raise (Refused "a negative offset")
  | _, List l when List.exists is_negative l -> raise (Refused "a negative offset")
  | _ -> node nw j

let traffic nw j =
  let of_kind needed = keys "task" ("kind" :: needed) ["count"] j in
  let root () = let k = of_kind ["root"] in (node nw (need k "root"), count k) in
  match kind "task" j with
  | "total-exchange" | "alltoall" -> TotalExchange (count (of_kind []))
  | "neighbourhood-exchange" ->
      let k = of_kind ["min"; "max"] in
      NeighbourhoodExchange (natural (need k "min"), natural (need k "max"), count k)
  | "isotropic" ->
      let k = of_kind ["packets"] in
      let packet p = let q = keys "packet" ["offset"] ["count"] p in (offset nw (need q "offset"), count q) in
      Isotropic (list packet (need k "packets"), count k)
  | "demands" ->
      let k = of_kind ["packets"] in
      let packet p =
        let q = keys "packet" ["from"; "to"] ["count"] p in
        ((node nw (need q "from"), node nw (need q "to")), count q) in
      Demands (list packet (need k "packets"), count k)
  | "scatter" -> let r, c = root () in Scatter (r, c)
  | "gather" -> let r, c = root () in Gather (r, c)
  | "single-node-broadcast" | "broadcast" -> let r, c = root () in Broadcast (r, c)
  | "single-node-accumulation" | "reduce" -> let r, c = root () in Accumulation (r, c)
  | "multinode-broadcast" | "allgather" -> MultinodeBroadcast (count (of_kind []))
  | "multinode-accumulation" | "reduce-scatter" -> MultinodeAccumulation (count (of_kind []))
  | "allreduce" | "all-reduce" -> raise (Uncovered "an allreduce")
  | "parcels" -> raise (Uncovered "packets that differ in length or start")
  | k -> wrong ("an unknown kind of task: " ^ k)

let task j =
  let k = keys "task" ["format"; "network"; "task"] ["name"; "ports"; "objective"] j in
  if need k "format" <> Text "isotask.task/1" then wrong "a task of another format";
  Option.iter (fun n -> ignore (text n)) (k "name");
  let ports = Option.fold ~none:All ~some:ports (k "ports") in
  let delay = match Option.fold ~none:"completion-time" ~some:text (k "objective") with
    | "completion-time" -> false
    | "average-delay" | "completion-time-then-average-delay" -> true
    | o -> wrong ("an unknown objective: " ^ o) in
  let nw = network (need k "network") in
  let tr = traffic nw (need k "task") in
  let trees = match tr with Broadcast _ | Accumulation _ | MultinodeBroadcast _ | MultinodeAccumulation _ -> true | _ -> false in
  if delay && trees then raise (Refused "an objective of delay for a task that has none");
  { task_network = nw; task_traffic = tr; task_ports = ports }

let schedule_keys = ["packets"; "slots"; "groups"; "intervals"; "routes"; "subgroup"; "minus"; "plan"]

(* what a plan of windows says of one distance *)
let window nw j =
  let k = keys "window" ["cut"; "rest"; "bins"; "first"; "last"; "blocks"; "ends"] [] j in
  let nodes key = list (node nw) (need k key) in
  let row = function List [orbit; turn] -> (natural orbit, natural turn) | _ -> wrong "expected [orbit, turn]" in
  let link = function Negative b when b = one -> None | l -> Some (natural l) in
  let ends = function List [early; late] -> (link early, link late) | _ -> wrong "expected [early, late]" in
  { w_cut = nodes "cut"; w_rest = nodes "rest"; w_bins = list (list (node nw)) (need k "bins");
    w_first = list row (need k "first"); w_last = list row (need k "last"); w_blocks = list (list row) (need k "blocks");
    w_ends = list ends (need k "ends") }

(* the kind of a schedule and its keys, of which it must have no others *)
let writing t k =
  let nw = t.task_network in
  let only known = List.iter (fun key -> if k key <> None && not (List.mem key known) then wrong ("a schedule with the key " ^ key)) schedule_keys in
  let broadcast = match t.task_traffic with
    | Broadcast _ | Accumulation _ | MultinodeBroadcast _ | MultinodeAccumulation _ -> true | _ -> false in
  let slots move = list (list move) (need k "slots") in
  let carried = function List [p; l] -> (natural p, natural l) | _ -> wrong "expected [packet, link]" in
  let other l = if List.length l = 1 || List.length l = 2 then raise (Refused "packets of another form") else wrong "expected a packet" in
  let ends = function List [u; v] -> (node nw u, node nw v) | List l -> other l | _ -> wrong "expected a packet" in
  let root = function List [r] -> node nw r | List l -> other l | _ -> wrong "expected a packet" in
  match need k "kind" with
  | Text "symmetric" when k "packets" <> None ->
      only ["packets"; "slots"];
      InFull (Symmetric (list (node nw) (need k "packets"), slots carried))
  | Text "symmetric" ->
      only ["slots"];
      let several = match t.task_traffic with
        | MultinodeBroadcast c | MultinodeAccumulation c -> c <> one | _ -> false in
      let move = function
        | List [v; l] when not several -> ((N0, node nw v), natural l)
        | List [p; v; l] when several -> ((natural p, node nw v), natural l)
        | List l when List.length l = 2 || List.length l = 3 -> raise (Refused "moves of another form")
        | _ -> wrong "expected [position, link] or [packet, position, link]" in
      InFull (SymmetricTrees (slots move))
  | Text "explicit" ->
      only ["packets"; "slots"];
      let move = function
        | List [p; u; v] -> (natural p, (node nw u, node nw v)) | _ -> wrong "expected [packet, from, to]" in
      if broadcast then InFull (ExplicitTrees (list root (need k "packets"), slots move))
      else InFull (Explicit (list ends (need k "packets"), slots move))
  | Text "orbit" ->
      only ["subgroup"; "packets"; "slots"];
      let images = function List l -> List.map natural l | Number _ -> raise (Refused "a number where images stand") | _ -> wrong "expected images" in
      let group = match nw with
        | Mesh _ | Lift _ | Graph _ -> Automorphisms (list images (need k "subgroup"))
        | _ -> Translations (list (node nw) (need k "subgroup")) in
      let spread = function
        | List [p; v; l] -> ((natural p, node nw v), natural l) | _ -> wrong "expected [packet, node, link]" in
      if broadcast then OrbitTrees (group, list root (need k "packets"), slots spread)
      else Orbit (group, list ends (need k "packets"), slots carried)
  | Text "intervals" ->
      only ["packets"; "groups"; "intervals"; "routes"];
      let owned = function
        | List [s; w; g; l] -> ((natural s, natural w), (natural g, natural l))
        | _ -> wrong "expected [start, width, group, link]" in
      let route = function List [r; uses] -> (natural r, list natural uses) | _ -> wrong "expected [row, uses]" in
      let routes = match k "routes" with Some l -> list route l | None -> [] in
      Intervals (Option.map (list (node nw)) (k "packets"), list natural (need k "groups"), list owned (need k "intervals"), routes)
  | Text "conveyor" -> only ["minus"]; Conveyor (natural (need k "minus"))
  | Text "windows" -> only ["plan"]; Windows (list (window nw) (need k "plan"))
  | _ -> wrong "an unknown kind of schedule"

(* a schedule that stands in the key "schedule" *)
let schedule t j = writing t (keys "schedule" ["kind"] schedule_keys j)

(* a multiplier, from -2^63 to 2^63 - 1 *)
let signed =
  let rec bits = function XH -> 1 | XO p | XI p -> 1 + bits p in
  let rec is_power = function XH -> true | XO p -> is_power p | XI _ -> false in
  function
  | Number N0 -> Z0
  | Number (Npos p) when bits p < 64 -> Zpos p
  | Negative (Npos p) when bits p < 64 || (bits p = 64 && is_power p) -> Zneg p
  | _ -> wrong "expected a multiplier of 64 bits"

(* ["column",0,2] *)
let label = function List (Text name :: indices) -> (name, List.map natural indices) | _ -> wrong "expected a name with numbers"

let tree_node j =
  let row = function
    | List items -> (match List.rev items with y :: name -> (label (List (List.rev name)), signed y) | [] -> wrong "an empty row")
    | _ -> wrong "expected a row" in
  match j with
  | Object [("fix", _)] -> Fix (label (need (keys "node" ["fix"] [] j) "fix"))
  | _ -> let k = keys "node" ["denominator"; "rows"] [] j in Multiply (natural (need k "denominator"), list row (need k "rows"))

let turn = function
  | Object ["branch", List [c; i; a]] -> Branch (natural c, natural i, natural a)
  | Object ["divide", List [i; a]] -> Divide (natural i, natural a)
  | j ->
      let k = keys "node" ["weights"] ["plus"] j in
      Weigh (list natural (need k "weights"), match k "plus" with Some (List []) -> wrong "plus without numbers" | Some l -> list signed l | None -> [])

let prices nw k =
  let each key f = match k key with Some l -> list f l | None -> [] in
  let price = function List [x; p] -> (node nw x, natural p) | _ -> wrong "expected [node, price]" in
  let link = function List [x; y; p] -> ((node nw x, node nw y), natural p) | _ -> wrong "expected [from, to, price]" in
  (each "links" link, each "sends" price, each "receives" price)

let lower nw j =
  let known = ["weights"; "within"; "packet"; "from"; "node"; "distance"; "nodes"; "links"; "sends"; "receives"; "slots"; "steps"] in
  let only wanted optional = keys "bound" ("kind" :: "value" :: wanted) optional j in
  let node_at k key = node nw (need k key) in
  let witness = match kind "bound" j with
    | "weights" -> let k = only ["weights"] ["within"] in Weights (list natural (need k "weights"), Option.map natural (k "within"))
    | "distance" -> let k = only ["packet"] ["from"] in Distance (node_at k "packet", Option.map (node nw) (k "from"))
    | "distances" -> let (_ : string -> json option) = only [] [] in Distances
    | "pooled" -> let (_ : string -> json option) = only [] [] in Pooled
    | "departures" -> let (_ : string -> json option) = only [] [] in Departures
    | "arrivals" -> let (_ : string -> json option) = only [] [] in Arrivals
    | "reception" -> let k = only ["node"; "distance"] [] in Reception (node_at k "node", natural (need k "distance"))
    | "emission" -> let k = only ["node"; "distance"] [] in Emission (node_at k "node", natural (need k "distance"))
    | "last-packet" -> let k = only ["node"] [] in LastPacket (node_at k "node")
    | "volume" -> let (_ : string -> json option) = only [] [] in Volume
    | "spanning" -> let (_ : string -> json option) = only [] [] in Spanning
    | "cut" -> let k = only ["nodes"] [] in Cut (list (node nw) (need k "nodes"))
    | "cut-node" -> let k = only ["node"; "nodes"] [] in CutNode (node_at k "node", list (node nw) (need k "nodes"))
    | "resolution" ->
        let step = function List [List literals; List hints] -> (List.map signed literals, List.map natural hints) | _ -> wrong "expected [literals, hints]" in
        let k = only ["steps"] [] in Resolution (list step (need k "steps"))
    | "prices" -> let links, sends, receives = prices nw (only [] ["links"; "sends"; "receives"]) in Prices (links, sends, receives)
    | "timed-prices" ->
        let of_slot j = let links, sends, receives = prices nw (keys "prices of a slot" [] ["links"; "sends"; "receives"] j) in SlotPrices (links, sends, receives) in
        let k = only ["slots"] ["node"] in
        let slots = list of_slot (need k "slots") in
        (match k "node" with None -> TimedPrices slots | Some x -> TimedPricesOf (node nw x, slots))
    | "dual-tree" when (match j with Object fields -> List.mem_assoc "horizon_slots" fields | _ -> false) ->
        let k = only ["horizon_slots"; "tree"] ["model"] in
        let model = match k "model" with
          | None -> FirstModel | Some (Text "flow") -> FlowModel | Some (Text "transport") -> TransportModel
          | _ -> wrong "an unknown model" in
        DualTree (natural (need k "horizon_slots"), model, list tree_node (need k "tree"))
    | "split" -> let (_ : string -> json option) = only [] [] in Split
    | "direction-tree" | "dual-tree" -> let k = only ["tree"] [] in DirectionTree (list turn (need k "tree"))
    | k -> wrong ("an unknown kind of bound: " ^ k) in
  let value = total (need (keys "bound" ["kind"; "value"] (known @ ["tree"; "horizon_slots"; "model"]) j) "value") in
  (witness, value)

let claim nw j =
  let k = keys "claim" ["quantity"; "value"; "scope"; "lower"; "status"] ["per"; "horizon"] j in
  let quantity = match text (need k "quantity") with
    | "completion-time" -> CompletionTime | "transmissions" -> Transmissions | "total-delay" -> TotalDelay
    | q -> wrong ("an unknown quantity: " ^ q) in
  let scope = match text (need k "scope") with
    | "all" -> Everything | "isotropic" -> SymmetricOnes | "isotropic-shortest" -> ShortestOnes
    | s -> wrong ("an unknown scope: " ^ s) in
  let per = function Text "node" -> PerNode | Text "network" -> PerNetwork | _ -> wrong "per: expected node or network" in
  let horizon = function Text "any" -> AnyHorizon | Text "critical" -> Critical | h -> AtMostSlots (natural h) in
  let optimal = match text (need k "status") with
    | "optimal" -> true | "upper-bound" -> false | s -> wrong ("an unknown status: " ^ s) in
  let witness, value = lower nw (need k "lower") in
  { c_quantity = quantity; c_value = total (need k "value"); c_per = Option.map per (k "per"); c_scope = scope;
    c_horizon = Option.map horizon (k "horizon"); c_lower = value; c_witness = witness; c_optimal = optimal }
