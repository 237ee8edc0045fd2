(** * What is claimed, schedules in windows: what a plan stands for (models/formats/schedule.md, kind "windows")

    A row is an offset. Its uses of links stand in the order of the links; the columns 1⁺, …, D⁺, 1⁻, …, D⁻ of the format
    are another order of the links. No proofs in this folder. *)

From Coq Require Import NArith List Bool.
From Isotask.Spec Require Import Network Schedule Task.
Import ListNotations.
Open Scope N_scope.

(** what a plan says of one distance: [o, t] is offset o of those in [w_cut] and [w_rest], turned t times *)
Record window := Window {
  w_cut : list N; w_rest : list N; w_bins : list (list N);
  w_first : list (N * N); w_last : list (N * N); w_blocks : list (list (N * N));
  w_ends : list (option N * option N) }.                             (** [early, late]; none for -1 *)

Definition link_count (nw : network) : N :=
  match nw with Hypercube d => d | Torus ps => 2 * N.of_nat (length ps) | _ => 0 end.

(** how often a row uses each link, going the shorter way round every ring *)
Definition uses (nw : network) (x : N) : list N :=
  match nw with
  | Hypercube d => map (fun b => if N.testbit x b then 1 else 0) (upto d)
  | Torus ps => flat_map (fun px => let (p, x) := px : N * N in if 2 * x <? p then [x; 0] else [0; p - x]) (combine ps (coordinates ps x))
  | _ => []
  end.

(** the turn: bits rotate; (x₁, …, x_D) becomes (−x_D, x₁, …, x_(D−1)) *)
Definition turn (nw : network) (x : N) : N :=
  match nw with
  | Hypercube d => turned d 1 x
  | Torus ps => match rev (coordinates ps x) with [] => 0 | last :: others => index ps (minus (hd 0 ps) last :: rev others) end
  | _ => x
  end.

(** an offset and what it turns into, each once; their number is the period *)
Fixpoint turns (nw : network) (start : N) (most : nat) (x : N) : list N :=
  match most with
  | O => []
  | S most => let y := turn nw x in x :: if y =? start then [] else turns nw start most y
  end.
Definition orbit_of (nw : network) (x : N) : list N := turns nw x (N.to_nat (link_count nw)) x.
Definition period (nw : network) (x : N) : N := N.of_nat (length (orbit_of nw x)).

(** ** Matchings: one link for every row, of those that it still uses

    For each row in turn a depth-first search tries its links in increasing order, each at most once, and takes one that
    has no row yet, or whose row can take another. [owners]: [link, row], the latest first. *)

Definition used_by (rows : list (list N)) (row : nat) (link : N) : N := nth (N.to_nat link) (nth row rows []) 0.
Definition owner (owners : list (N * nat)) (link : N) : option nat := option_map snd (find (fun o => fst o =? link) owners).

Fixpoint search (depth : nat) (links : list N) (rows : list (list N)) (row : nat) (tried : list N) (owners : list (N * nat)) : list N * option (list (N * nat)) :=
  match depth with
  | O => (tried, None)
  | S depth =>
      (fix over (untried tried : list N) :=
        match untried with
        | [] => (tried, None)
        | link :: untried =>
            if (used_by rows row link =? 0) || existsb (N.eqb link) tried then over untried tried
            else match owner owners link with
              | None => (link :: tried, Some ((link, row) :: owners))
              | Some other =>
                  match search depth links rows other (link :: tried) owners with
                  | (tried, Some owners) => (tried, Some ((link, row) :: owners))
                  | (tried, None) => over untried tried
                  end
              end
        end) links tried
  end.

Definition matching (links : list N) (rows : list (list N)) : list N :=
  let numbers := seq 0 (length rows) in
  let owners := fold_left (fun owners row =>
    match search (S (length links)) links rows row [] owners with (_, Some owners) => owners | (_, None) => owners end) numbers [] in
  let owns row link := match owner owners link with Some other => Nat.eqb other row | None => false end in
  map (fun row => hd 0 (filter (owns row) links)) numbers.

Fixpoint used_once_less (link : nat) (row : list N) : list N :=
  match row, link with [], _ => [] | u :: row, O => N.pred u :: row | u :: row, S link => u :: used_once_less link row end.
Definition without (link : option N) (row : list N) : list N :=
  match link with Some link => used_once_less (N.to_nat link) row | None => row end.

Fixpoint matchings (many : nat) (links : list N) (rows : list (list N)) : list (list N) :=
  match many with
  | O => []
  | S many => let m := matching links rows in
      m :: matchings many links (map (fun rl => without (Some (snd rl)) (fst rl)) (combine rows m))
  end.

(** ** The front: the links in [late] are free from slot [free_at] on, the others from the slot before

    What is sent stands as (slot, (row, link)). *)

Record front := Front { free_at : N; late : list N }.
Definition is_late (f : front) (link : N) : bool := existsb (N.eqb link) (late f).

(** b, one less than the least sum of a column of the group and the links that are late *)
Definition column_sums (nw : network) (f : front) (rows : list (list N)) : list N :=
  map (fun link => total (map (fun row => nth (N.to_nat link) row 0) rows) + if is_late f link then 1 else 0) (upto (link_count nw)).
Definition slots_between (sums : list N) : N := fold_right N.min (hd 0 sums) sums - 1.

(** the links of an end, if any *)
Definition given (link : option N) : list N := match link with Some link => [link] | None => [] end.

Definition group_sent (nw : network) (f : front) (group : list N) (ends : list (option N * option N)) : list (N * (N * N)) :=
  let rows := map (uses nw) group in
  let b := slots_between (column_sums nw f rows) in
  let middle := map (fun re => without (snd (snd re)) (without (fst (snd re)) (fst re))) (combine rows ends) in
  let between := matchings (N.to_nat b) (upto (link_count nw)) middle in
  let sent slot (xl : N * option N) := map (fun link => (slot, (fst xl, link))) (given (snd xl)) in
  flat_map (sent (free_at f - 1)) (combine group (map fst ends)) ++
  flat_map (fun qm => map (pair (free_at f + fst qm)) (combine group (snd qm))) (combine (places between) between) ++
  flat_map (sent (free_at f + b)) (combine group (map snd ends)).

Definition behind_group (nw : network) (f : front) (group : list N) (ends : list (option N * option N)) : front :=
  match group, flat_map (fun e => given (snd e)) ends with
  | [], _ => f
  | _, lates =>
      let e := free_at f + slots_between (column_sums nw f (map (uses nw) group)) in
      match lates with [] => Front e (upto (link_count nw)) | _ => Front (e + 1) lates end
  end.

(** a block of rows of the distance k and its matchings M₀, …, M_(k−1) *)
Definition block_slot (k : N) (f : front) (q link : N) : N :=
  if q =? 0 then if is_late f link then free_at f + k - 1 else free_at f - 1 else free_at f + q - 1.
Definition block_sent (k : N) (so_far : list (N * (N * N)) * front) (block : list N * list (list N)) :=
  let (units, f) := so_far in
  let (rows, ms) := block in
  (fold_left (fun units qm => rev_append (map (fun xl => (block_slot k f (fst qm) (snd xl), xl)) (combine rows (snd qm))) units)
     (combine (places ms) ms) units, Front (free_at f + k) (late f)).

(** ** Orbits that are not listed: those of period p make blocks of m/p orbits, by increasing least offset *)

Definition column_link (nw : network) (c : N) : N :=
  match nw with
  | Torus ps => let dims := N.of_nat (length ps) in if c <? dims then 2 * c else 2 * (c - dims) + 1
  | _ => c
  end.
(** the columns below p that a row uses, each as often as it does *)
Definition used_columns (nw : network) (p x : N) : list N :=
  let row := uses nw x in flat_map (fun c => times (nth (N.to_nat (column_link nw c)) row 0) c) (upto p).

(** row (i, t) has in M_(q·w + a) the column ((t + β) mod p) + p·((q + i) mod m/p), β being the a-th column of orbit i *)
Definition unlisted_block (nw : network) (p : N) (orbits : list N) : list N * list (list N) :=
  let together := link_count nw / p in
  let columns := map (used_columns nw p) orbits in
  (flat_map (orbit_of nw) orbits,
   flat_map (fun q => map (fun a => flat_map (fun ic : N * list N => let (i, own) := ic in
       map (fun t => column_link nw ((t + nth (N.to_nat a) own 0) mod p + p * ((q + i) mod together))) (upto p))
     (combine (places columns) columns)) (places (hd [] columns))) (upto together)).

Fixpoint in_parts {A} (rounds size : nat) (l : list A) : list (list A) :=
  match rounds, l with
  | _, [] | O, _ => []
  | S rounds, _ => firstn size l :: in_parts rounds size (skipn size l)
  end.

Definition has_distance (nw : network) (k x : N) : bool := match distance nw 0 x with Some h => h =? k | None => false end.
Definition is_least (nw : network) (x : N) : bool := forallb (N.leb x) (orbit_of nw x).
Definition unlisted (nw : network) (k : N) (offs listed : list N) : list (N * list N) :=
  let others := filter (fun x => negb (existsb (fun y => existsb (N.eqb y) listed) (orbit_of nw x)))
    (filter (is_least nw) (filter (has_distance nw k) offs)) in
  flat_map (fun p => map (pair p) (in_parts (length others) (N.to_nat (link_count nw / p)) (filter (fun x => period nw x =? p) others)))
    (filter (fun p => (1 <=? p) && (link_count nw mod p =? 0)) (upto (link_count nw + 1))).

(** ** Each distance in turn: the group, the blocks, and the rows that are held for the next *)

Definition cut_and_rest (w : window) : list N := w_cut w ++ w_rest w.
Definition listed_orbits (w : window) : list N := cut_and_rest w ++ concat (w_bins w).
Definition row_of (nw : network) (w : window) (ot : N * N) : N :=
  N.iter (snd ot) (turn nw) (nth (N.to_nat (fst ot)) (cut_and_rest w) 0).

Definition blocks_of (nw : network) (offs : list N) (k : N) (w : window) : list (list N * list (list N)) :=
  map (fun rows => (rows, matchings (N.to_nat k) (upto (link_count nw)) (map (uses nw) rows)))
    (map (map (row_of nw w)) (w_blocks w) ++ map (flat_map (orbit_of nw)) (w_bins w)) ++
  map (fun pos : N * list N => unlisted_block nw (fst pos) (snd pos)) (unlisted nw k offs (listed_orbits w)).

(** [before]: what was sent for lesser distances; [held]: their rows that are not sent yet *)
Fixpoint windows_sent (nw : network) (offs : list N) (k : N) (plan : list window) (held : list N) (f : front) (before : list (N * (N * N))) :=
  match plan with
  | [] => before
  | w :: plan =>
      let group := held ++ map (row_of nw w) (w_first w) in
      let (units, f) := fold_left (block_sent k) (blocks_of nw offs k w)
        (rev_append (group_sent nw f group (w_ends w)) before, behind_group nw f group (w_ends w)) in
      windows_sent nw offs (k + 1) plan (map (row_of nw w) (w_last w)) f units
  end.

(** the place of a row among the packets *)
Fixpoint place_in (x : N) (l : list N) : N := match l with [] => 0 | y :: l => if x =? y then 0 else N.succ (place_in x l) end.

Definition windows_units (nw : network) (offs : list N) (plan : list window) : list (N * (N * N)) :=
  map (fun u : N * (N * N) => (fst u, (place_in (fst (snd u)) offs, snd (snd u))))
    (windows_sent nw offs 1 plan [] (Front 0 (upto (link_count nw))) []).
