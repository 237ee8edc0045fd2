(** Schedules in windows: what the format asks of a plan, and its moves written out. The theorem needs none of what is
    asked here, as what was written out is replayed. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Windows.
From Isotask.Proof Require Import Lists Compute.
Import ListNotations.
Open Scope N_scope.

(** ** What is asked *)

(* the greatest distance, if a packet goes to every node up to it *)
Definition exchange_within (t : task) : option N :=
  match task_traffic t with
  | TotalExchange c => if c =? 1 then match task_network t with Hypercube d => Some d | Torus ps => Some (sumf (fun p => p / 2) ps) | _ => None end else None
  | NeighbourhoodExchange lo hi c => if (lo =? 1) && (c =? 1) then Some hi else None
  | _ => None
  end.

Definition has_turn (nw : network) : bool :=
  match nw with Hypercube _ => true | Torus (p :: ps) => N.odd p && forallb (N.eqb p) ps | _ => false end.

Definition uses_all_ports (t : task) : bool :=
  match task_ports t with All => true | AtMost k => link_count (task_network t) <=? k | HalfDuplex => false end.

Section Plan.
Variables (nw : network) (offs : list N).
Let m := link_count nw.

(* all of the distance, of periods that fit, no two of one orbit *)
Definition orbits_fit (k : N) (w : window) : bool :=
  let full x := period nw x =? m in
  let least x := fold_left N.min (orbit_of nw x) x in
  forallb (has_distance nw k) (listed_orbits w) &&
  forallb full (w_cut w) && forallb (fun x => negb (full x)) (w_rest w ++ concat (w_bins w)) &&
  forallb (fun bin => sumf (period nw) bin =? m) (w_bins w) && distinctb (map least (listed_orbits w)).

(* every row of [cut] and [rest] once; columns of a block sum to the distance *)
Definition rows_fit (k : N) (w : window) : bool :=
  let rows := w_first w ++ w_last w ++ concat (w_blocks w) in
  let periods := map (period nw) (cut_and_rest w) in
  forallb (fun ot => snd ot <? nth (N.to_nat (fst ot)) periods 0) rows &&
  distinctb (map (fun ot => fst ot * m + snd ot) rows) && (len rows =? sumf (fun p => p) periods) &&
  forallb (fun block => (len block =? m) && forallb (N.eqb k) (column_sums nw (Front 0 []) (map (fun ot => uses nw (row_of nw w ot)) block))) (w_blocks w).

Definition takes (link : option N) (row : list N) : bool :=
  match link with Some link => 1 <=? nth (N.to_nat link) row 0 | None => true end.

(* these are exactly those that are wanted, each once *)
Definition exactly (wanted : N -> bool) (links : list N) : bool :=
  distinctb links && forallb wanted links && (len links =? len (filter wanted (upto m))).

Definition group_fits (f : front) (group : list N) (ends : list (option N * option N)) : bool :=
  (len group =? len ends) &&
  match group with
  | [] => true
  | _ =>
      let rows := map (uses nw) group in
      let sums := column_sums nw f rows in
      let b := slots_between sums in
      forallb (fun s => (b + 1 =? s) || (b + 2 =? s)) sums &&
      exactly (fun link => negb (is_late f link)) (flat_map (fun e => given (fst e)) ends) &&
      exactly (fun link => nth (N.to_nat link) sums 0 =? b + 2) (flat_map (fun e => given (snd e)) ends) &&
      forallb (fun re => let (row, e) := re : list N * (option N * option N) in
        takes (fst e) row && takes (snd e) (without (fst e) row) && (total (without (snd e) (without (fst e) row)) =? b)) (combine rows ends)
  end.

(* orbits that are not listed make whole blocks *)
Definition unlisted_fit (k : N) (w : window) : bool :=
  forallb (fun pos : N * list N => len (snd pos) =? m / fst pos) (unlisted nw k offs (listed_orbits w)).

Fixpoint plan_fits (k : N) (plan : list window) (held : list N) (f : front) : bool :=
  match plan with
  | [] => len held =? 0
  | w :: plan =>
      orbits_fit k w && rows_fit k w &&
      let group := held ++ map (row_of nw w) (w_first w) in
      group_fits f group (w_ends w) && unlisted_fit k w &&
      plan_fits (k + 1) plan (map (row_of nw w) (w_last w)) (behind_group nw f group (w_ends w))
  end.
End Plan.

(** ** Written out *)

Definition numbers_of (l : list N) : N -> N :=
  let m := snd (fold_left (fun q x => let i := fst q in (N.succ i, match PM.find (N.succ_pos x) (snd q) with Some _ => snd q | None => put (snd q) x i end)) l (0, PM.empty N)) in
  let last := len l in
  get last m.

Lemma numbers_of_place l x : numbers_of l x = place_in x l.
Proof.
  unfold numbers_of. cbv zeta. rewrite len_length.
  assert (G : forall l n m z, get z (snd (fold_left (fun q x => (N.succ (fst q), match PM.find (N.succ_pos x) (snd q) with Some _ => snd q | None => put (snd q) x (fst q) end)) l (n, m))) x =
    match PM.find (N.succ_pos x) m with Some i => i | None => if existsb (N.eqb x) l then n + place_in x l else z end).
  { clear l. induction l as [|y l IH]; intros n m z; cbn [fold_left fst snd existsb place_in]; [reflexivity|]. rewrite IH. clear IH.
    destruct (PM.find (N.succ_pos y) m) as [i|] eqn:Y.
    - destruct (PM.find (N.succ_pos x) m) eqn:X; [reflexivity|]. destruct (N.eqb_spec x y) as [->|]; [congruence|]. cbn [orb].
      destruct (existsb _ l); [lia|reflexivity].
    - rewrite find_put. destruct (N.eq_dec y x) as [->|D].
      + rewrite Y, N.eqb_refl. cbn [orb]. lia.
      + destruct (PM.find (N.succ_pos x) m); [reflexivity|]. destruct (N.eqb_spec x y); [congruence|]. cbn [orb]. destruct (existsb _ l); [lia|reflexivity]. }
  rewrite G, PM.gempty. destruct (existsb _ l) eqn:E; [lia|]. clear G. induction l as [|y l IH]; [reflexivity|].
  cbn [existsb place_in length] in *. destruct (N.eqb x y); [discriminate|]. cbn [orb] in E. rewrite <- IH by exact E. lia.
Qed.

Definition quick_windows (nw : network) (offs : list N) (plan : list window) : list (N * (N * N)) :=
  let place := numbers_of offs in
  mapr (fun u : N * (N * N) => (fst u, (place (fst (snd u)), snd (snd u)))) (windows_sent nw offs 1 plan [] (Front 0 (upto (link_count nw))) []).

Lemma quick_windows_sound nw offs plan : quick_windows nw offs plan = windows_units nw offs plan.
Proof. unfold quick_windows, windows_units. rewrite mapr_map. apply map_ext. intros u. rewrite numbers_of_place. reflexivity. Qed.
