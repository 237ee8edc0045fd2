(** * What is claimed, 1 of 4: networks (models/formats/task.md, "network")

    A node is its index, a number below [size]. The links of a node lead to its products with the generators,
    in their order, or are listed. No proofs in this folder. *)

From Coq Require Import ZArith NArith List.
Import ListNotations.
Open Scope N_scope.

(** task and network, "ports": how many sends and receives of a node there are in a slot *)
Inductive port_rule := All | AtMost (k : N) | HalfDuplex.

Inductive network :=
| Hypercube (dimension : N)
| IncompleteHypercube (nodes : N)
| Torus (radices : list N)                     (** a ring of n nodes is [Torus [n]] *)
| Circulant (nodes : N) (steps : list N)
| Complete (nodes : N)
| Star (symbols : N)
| Pancake (symbols : N)
| BubbleSort (symbols : N)
| CubeConnectedCycles (dimension : N)
| Butterfly (dimension : N)
| Permutations (listed elements : list (list N))    (** the elements are what the listed ones generate *)
| HyperX (radices multiplicity : list N)            (** so many links side by side in every dimension *)
| Lattice (rows : list (list N))
| Mesh (radices : list N)
| Lift (group : list N) (base : N) (links : list ((N * N) * (list N * N)))         (** [from, to], shift, capacity *)
    (switches : list N) (switch_ports : port_rule)
| Graph (nodes : N) (directed : bool) (links : list ((N * N) * N)) (switches : list N) (switch_ports : port_rule).

Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).          (** 0, …, n − 1 *)

(** ** Tori: coordinates, the last one varying fastest *)

Definition volume (radices : list N) : N := fold_right N.mul 1 radices.

Fixpoint coordinates (radices : list N) (node : N) : list N :=
  match radices with
  | [] => []
  | _ :: rest => node / volume rest :: coordinates rest (node mod volume rest)
  end.

Fixpoint index (radices vector : list N) : N :=
  match radices, vector with
  | _ :: rest, x :: others => x * volume rest + index rest others
  | _, _ => 0
  end.

(** of two numbers below n: their sum modulo n, and what brings the first to 0 *)
Definition plus (n a b : N) : N := if a + b <? n then a + b else a + b - n.
Definition minus (n a : N) : N := if a =? 0 then 0 else n - a.

Fixpoint add (radices a b : list N) : list N :=
  match radices, a, b with
  | p :: rest, x :: a, y :: b => plus p x y :: add rest a b
  | _, _, _ => []
  end.

Definition origin (radices : list N) : list N := map (fun _ => 0) radices.

(** links in the order 1⁺, 1⁻, 2⁺, 2⁻, …; a dimension of radix 2 has one *)
Fixpoint units (radices : list N) : list (list N) :=
  match radices with
  | [] => []
  | p :: rest =>
      (1 :: origin rest) :: (if p =? 2 then [] else [(p - 1) :: origin rest]) ++ map (cons 0) (units rest)
  end.

(** ** Permutations, as the lists of their images: (a·b)[i] = a[b[i]] *)

Definition composed (a b : list N) : list N := map (fun i => nth (N.to_nat i) a 0) b.

Fixpoint factorial (n : nat) : N := match n with O => 1 | S m => N.of_nat n * factorial m end.

(** the place in lexicographic order: by the first symbol, then by the others; and back, of the symbols left *)
Fixpoint rank (p : list N) : N :=
  match p with
  | [] => 0
  | x :: rest => N.of_nat (length (filter (fun y => y <? x) rest)) * factorial (length rest) + rank rest
  end.

Fixpoint unrank (places : nat) (left : list N) (i : N) : list N :=
  match places with
  | O => []
  | S n => let x := nth (N.to_nat (i / factorial n)) left 0 in
      x :: unrank n (remove N.eq_dec x left) (i mod factorial n)
  end.

Definition numbered (symbols node : N) : list N := unrank (N.to_nat symbols) (upto symbols) node.

Definition swap (symbols a b : N) : list N := map (fun i => if i =? a then b else if i =? b then a else i) (upto symbols).
Definition reverse (symbols first : N) : list N := map (fun i => if i <? first then first - 1 - i else i) (upto symbols).

(** a list and what follows from its elements, each once, breadth first; complete if [rounds] are enough *)
Definition add_new {A} (same : A -> A -> bool) (known : list A) (a : A) : list A := if existsb (same a) known then known else known ++ [a].

Fixpoint breadth_first {A} (same : A -> A -> bool) (next : A -> list A) (known : list A) (round rounds : nat) : list A :=
  match rounds with
  | O => known
  | S rounds =>
      match nth_error known round with
      | None => known
      | Some a => breadth_first same next (fold_left (add_new same) (next a) known) (S round) rounds
      end
  end.

(** what permutations generate: first the identity, then of every element its products with the listed ones *)
Definition same (a b : list N) : bool := if list_eq_dec N.eq_dec a b then true else false.
Definition generated (listed : list (list N)) (rounds : nat) : list (list N) :=
  breadth_first same (fun p => map (composed p) listed) [upto (N.of_nat (length (hd [] listed)))] 0 rounds.

(** the place in a list *)
Fixpoint place_of (p : list N) (l : list (list N)) : N :=
  match l with [] => 0 | q :: l => if same p q then 0 else N.succ (place_of p l) end.

(** ** Numbers of n bits on a ring: node (x, p) has the index x · n + p *)

Definition turned (n p x : N) : N := N.lor (N.shiftl x p mod 2 ^ n) (N.shiftr x (n - p)).

Definition wreath (n s x : N) : N :=
  N.lxor (s / n) (turned n (s mod n) (x / n)) * n + plus n (s mod n) (x mod n).

(** ** Complete graphs side by side: in every dimension the steps 1, 2, … *)

Fixpoint complete_steps (radices multiplicity : list N) : list (list N) :=
  match radices, multiplicity with
  | p :: rest, c :: others =>
      flat_map (fun s => repeat (s + 1 :: origin rest) (N.to_nat c)) (upto (p - 1)) ++ map (cons 0) (complete_steps rest others)
  | _, _ => []
  end.

(** ** Integer vectors modulo the columns of a matrix; all vectors stand with the last coordinate first *)

(** the columns, the last first: the entry on the diagonal, and those above it, from below *)
Definition columns (rows : list (list N)) : list (N * list N) :=
  rev (map (fun j => (nth j (nth j rows []) 0, rev (map (fun row => nth j row 0) (firstn j rows)))) (seq 0 (length rows))).

Fixpoint minus_times (q : Z) (above : list N) (x : list Z) : list Z :=
  match above, x with
  | b :: above, a :: x => (a - q * Z.of_N b)%Z :: minus_times q above x
  | _, _ => x
  end.

(** multiples of the columns are taken away, those of the last first, until every coordinate is below the diagonal *)
Fixpoint reduced (cs : list (N * list N)) (x : list Z) : list Z :=
  match cs, x with
  | (m, above) :: cs, a :: x => (a mod Z.of_N m)%Z :: reduced cs (minus_times (a / Z.of_N m) above x)
  | _, _ => []
  end.

Fixpoint lattice_vector (cs : list (N * list N)) (node : N) : list Z :=
  match cs with [] => [] | (m, _) :: cs => Z.of_N (node mod m) :: lattice_vector cs (node / m) end.

Fixpoint lattice_index (cs : list (N * list N)) (x : list Z) : N :=
  match cs, x with (m, _) :: cs, a :: x => lattice_index cs x * m + Z.to_N a | _, _ => 0 end.

Fixpoint vector_sum (x y : list Z) : list Z :=
  match x, y with a :: x, b :: y => (a + b)%Z :: vector_sum x y | _, _ => [] end.

Definition unit_vector (dimensions j : nat) : list Z := map (fun i => if Nat.eqb i j then 1%Z else 0%Z) (rev (seq 0 dimensions)).

(** the unit vectors and their opposites, the last not where it is the same *)
Definition unit_steps (rows : list (list N)) : list N :=
  let cs := columns rows in
  flat_map (fun j =>
    let up := lattice_index cs (reduced cs (unit_vector (length rows) j)) in
    let down := lattice_index cs (reduced cs (map Z.opp (unit_vector (length rows) j))) in
    if up =? down then [up] else [up; down]) (seq 0 (length rows)).

(** Hermite's normal form *)
Definition normal (rows : list (list N)) : Prop :=
  rows <> [] /\ forall i row, nth_error rows i = Some row -> length row = length rows /\ forall j,
    ((j < i)%nat -> nth j row 0 = 0) /\ (j = i -> 1 <= nth j row 0) /\ ((i < j < length rows)%nat -> nth j row 0 < nth i row 0).

(** ** Networks whose links are listed: [from, to], each as often as it carries packets in a slot *)

(** the vectors that are greater by one in one coordinate *)
Fixpoint raised (radices vector : list N) : list (list N) :=
  match radices, vector with
  | p :: rest, x :: others => (if x + 1 <? p then [x + 1 :: others] else []) ++ map (cons x) (raised rest others)
  | _, _ => []
  end.

Definition both_ways (u v c : N) : list (N * N) := repeat (u, v) (N.to_nat c) ++ repeat (v, u) (N.to_nat c).

(** above the link from u to v with the shift s lies one between (u, g) and (v, g + s) for every g; if it is its own
    inverse, the one above g + s is its way back *)
Definition own_inverse (group : list N) (link : (N * N) * (list N * N)) : bool :=
  let '((u, v), (s, _)) := link in (u =? v) && (index group (add group s s) =? 0).

Definition lifted (group : list N) (base : N) (link : (N * N) * (list N * N)) : list (N * N) :=
  let '((u, v), (s, c)) := link in
  flat_map (fun g =>
    let here := g * base + u in
    let there := index group (add group (coordinates group g) s) * base + v in
    if own_inverse group link then repeat (here, there) (N.to_nat c) else both_ways here there c) (upto (volume group)).

Definition lines (net : network) : option (list (N * N)) :=
  match net with
  | Mesh ps =>
      Some (flat_map (fun v => flat_map (fun x => both_ways v (index ps x) 1) (raised ps (coordinates ps v))) (upto (volume ps)))
  | Lift group base links _ _ => Some (flat_map (lifted group base) links)
  | Graph _ directed links _ _ =>
      Some (flat_map (fun l => let '((u, v), c) := l in
        if directed then repeat (u, v) (N.to_nat c) else both_ways u v c) links)
  | _ => None
  end.

(** ** All networks *)

Definition size (net : network) : N :=
  match net with
  | Hypercube d => 2 ^ d
  | IncompleteHypercube n | Circulant n _ | Complete n => n
  | Torus ps | HyperX ps _ | Mesh ps => volume ps
  | Lift group base _ _ _ => volume group * base
  | Graph n _ _ _ _ => n
  | Lattice rows => fold_right N.mul 1 (map fst (columns rows))
  | Star n | Pancake n | BubbleSort n => factorial (N.to_nat n)
  | CubeConnectedCycles n | Butterfly n => 2 ^ n * n
  | Permutations _ es => N.of_nat (length es)
  end.

(** where the packet of node s goes if that of node 0 goes to x; on an incomplete hypercube links only, and of no use
    where links are listed *)
Definition product (net : network) (s x : N) : N :=
  match net with
  | Hypercube _ | IncompleteHypercube _ => N.lxor s x
  | Torus ps | HyperX ps _ => index ps (add ps (coordinates ps s) (coordinates ps x))
  | Lattice rows => let cs := columns rows in lattice_index cs (reduced cs (vector_sum (lattice_vector cs s) (lattice_vector cs x)))
  | Circulant n _ | Complete n => plus n s x
  | Star n | Pancake n | BubbleSort n => rank (composed (numbered n s) (numbered n x))
  | CubeConnectedCycles n | Butterfly n => wreath n s x
  | Permutations _ es => place_of (composed (nth (N.to_nat s) es []) (nth (N.to_nat x) es [])) es
  | Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ => s
  end.

Definition generators (net : network) : list N :=
  match net with
  | Hypercube d => map (N.pow 2) (upto d)
  | IncompleteHypercube n => map (N.pow 2) (upto (N.log2_up n))
  | Torus ps => map (index ps) (units ps)
  | HyperX ps cs => map (index ps) (complete_steps ps cs)
  | Lattice rows => unit_steps rows
  | Circulant n steps => flat_map (fun s => if 2 * s =? n then [s] else [s; n - s]) steps
  | Complete n => map N.succ (upto (n - 1))
  | Star n => map (fun j => rank (swap n 0 (j + 1))) (upto (n - 1))
  | BubbleSort n => map (fun j => rank (swap n j (j + 1))) (upto (n - 1))
  | Pancake n => map (fun j => rank (reverse n (j + 2))) (upto (n - 1))
  | CubeConnectedCycles n => [1; n - 1; n]
  | Butterfly n => [1; n - 1; n + 1; 2 ^ (n - 1) * n + (n - 1)]
  | Permutations ps es => map (fun p => place_of p es) ps
  | Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ => []
  end.

(** where the links of a node lead, each link once *)
Definition neighbours (net : network) (u : N) : list N :=
  filter (fun v => v <? size net)
    match lines net with
    | Some ls => map snd (filter (fun l => fst l =? u) ls)
    | None => map (product net u) (generators net)
    end.

Definition link (net : network) (u v : N) : Prop := u < size net /\ v < size net /\ In v (neighbours net u).

(** so many packets can go from u to v in a slot *)
Definition links_between (net : network) (u v : N) : N := N.of_nat (count_occ N.eq_dec (neighbours net u) v).

(** ** Switches have no packets of their own, and their own ports *)

Definition is_switch (net : network) (v : N) : bool :=
  match net with
  | Graph _ _ _ switches _ => existsb (N.eqb v) switches
  | Lift _ base _ switches _ => existsb (N.eqb (v mod base)) switches
  | _ => false
  end.
Definition hosts (net : network) : list N := filter (fun v => negb (is_switch net v)) (upto (size net)).
Definition rule_at (net : network) (rule : port_rule) (v : N) : port_rule :=
  match net with
  | Graph _ _ _ _ of_switches | Lift _ _ _ _ of_switches => if is_switch net v then of_switches else rule
  | _ => rule
  end.

(** no two links join the same nodes; the ways of a link of a lift are told by their ends and what they add *)
Definition pair_of (directed : bool) (link : (N * N) * N) : N * N :=
  let '((u, v), _) := link in if directed then (u, v) else (N.min u v, N.max u v).
Definition ways_of (group : list N) (link : (N * N) * (list N * N)) : list ((N * N) * list N) :=
  let '((u, v), (s, _)) := link in
  ((u, v), s) :: if own_inverse group link then [] else [((v, u), map (fun rx => minus (fst rx) (snd rx)) (combine group s))].

(** what the documents allow *)
Definition well_formed (net : network) : Prop :=
  match net with
  | Hypercube d => 1 <= d
  | IncompleteHypercube n => 2 <= n
  | Torus ps | Mesh ps => ps <> [] /\ Forall (fun p => 2 <= p) ps
  | HyperX ps cs => ps <> [] /\ Forall (fun p => 2 <= p) ps /\ length cs = length ps /\ Forall (fun c => 1 <= c) cs
  | Lift group base links switches rule =>
      group <> [] /\ Forall (fun r => 2 <= r) group /\ 1 <= base /\ NoDup (flat_map (ways_of group) links) /\
      Forall (fun l : (N * N) * (list N * N) => let '((u, v), (s, c)) := l in
        u < base /\ v < base /\ Forall2 N.lt s group /\ 1 <= c /\ ~ (u = v /\ Forall (eq 0) s)) links /\
      Forall (fun u => u < base) switches /\ NoDup switches /\ 2 <= N.of_nat (length (hosts net)) /\ rule <> AtMost 0
  | Graph n directed links switches rule =>
      2 <= n /\ NoDup (map (pair_of directed) links) /\
      Forall (fun l : (N * N) * N => let '((u, v), c) := l in u < n /\ v < n /\ u <> v /\ 1 <= c) links /\
      Forall (fun v => v < n) switches /\ NoDup switches /\ 2 <= N.of_nat (length (hosts net)) /\ rule <> AtMost 0
  | Lattice rows => normal rows /\ ~ In 0 (generators net) /\ NoDup (generators net)
  | Circulant n steps => 2 <= n /\ Forall (fun s => 1 <= s < n) steps /\ NoDup (generators net)
  | Complete n | Star n | Pancake n | BubbleSort n => 2 <= n
  | CubeConnectedCycles n | Butterfly n => 3 <= n
  | Permutations ps es =>
      es = generated ps (length es) /\ (forall p q, In p es -> In q ps -> In (composed p q) es) /\ NoDup ps
  end.

(** ** Distances: the hops of a shortest route; that they are is [distance_is_least] and [distance_is_attained]. *)

Fixpoint lee (radices vector : list N) : N :=
  match radices, vector with
  | p :: rest, x :: others => N.min x (p - x) + lee rest others
  | _, _ => 0
  end.

Fixpoint ones (p : positive) : N :=
  match p with xH => 1 | xO p => ones p | xI p => 1 + ones p end.
Definition bits (x : N) : N := match x with N0 => 0 | Npos p => ones p end.
