(** * What is claimed, 3 of 4: the packets of every kind of task (models/formats/task.md, "task") *)

From Coq Require Import NArith List Bool.
From Isotask.Spec Require Import Network Schedule.
Import ListNotations.
Open Scope N_scope.

(** each with a count that multiplies all packets *)
Inductive traffic :=
| TotalExchange (count : N)
| NeighbourhoodExchange (lo hi count : N)
| Isotropic (packets : list (N * N)) (count : N)               (** (offset, count) *)
| Demands (packets : list ((N * N) * N)) (count : N)           (** ((from, to), count) *)
| Scatter (root count : N)
| Gather (root count : N)
| Broadcast (root count : N)
| Accumulation (root count : N)
| MultinodeBroadcast (count : N)
| MultinodeAccumulation (count : N).

Definition times {A} (count : N) (a : A) : list A := repeat a (N.to_nat count).

(** none on networks whose distances have no formula here *)
Definition distance (nw : network) (u v : N) : option N :=
  match nw with
  | Hypercube _ | IncompleteHypercube _ => Some (bits (N.lxor u v))
  | Torus ps =>
      let negative := map (fun px => minus (fst px) (snd px)) (combine ps (coordinates ps u)) in
      Some (lee ps (add ps negative (coordinates ps v)))
  | Complete _ => Some (if u =? v then 0 else 1)
  | _ => None
  end.

(** whether v can be reached from u in so many hops *)
Fixpoint within (nw : network) (hops : nat) (u v : N) : bool :=
  (u =? v) || match hops with
    | O => false
    | S h => existsb (fun w => within nw h w v) (neighbours nw u)
    end.

Definition between (nw : network) (lo hi u v : N) : bool :=
  match distance nw u v with
  | Some h => (lo <=? h) && (h <=? hi)
  | None => within nw (N.to_nat hi) u v && negb (within nw (N.to_nat (lo - 1)) u v)
  end.

(** what node 0 sends, in isotropic tasks on networks that look the same from every node *)
Definition offsets (nw : network) (tr : traffic) : list N :=
  let others := filter (fun x => negb (x =? 0)) (upto (size nw)) in
  match tr with
  | TotalExchange c => flat_map (times c) others
  | NeighbourhoodExchange lo hi c => flat_map (times c) (filter (between nw lo hi 0) others)
  | Isotropic l c => flat_map (times c) (flat_map (fun q => times (snd q) (fst q)) l)
  | _ => []
  end.

(** from where to where every packet goes, of all nodes *)
Definition pairs (nw : network) (tr : traffic) : list (N * N) :=
  let nodes := hosts nw in
  let apart := filter (fun st => negb (fst st =? snd st)) (list_prod nodes nodes) in
  match tr with
  | TotalExchange c => flat_map (times c) apart
  | NeighbourhoodExchange lo hi c =>
      flat_map (times c) (filter (fun st => between nw lo hi (fst st) (snd st)) apart)
  | Isotropic _ _ =>
      flat_map (fun s => map (fun x => (s, product nw s x)) (offsets nw tr)) nodes
  | Demands l c => flat_map (times c) (flat_map (fun q => times (snd q) (fst q)) l)
  | Scatter r c => flat_map (times c) (map (fun v => (r, v)) (filter (fun v => negb (v =? r)) nodes))
  | Gather r c => flat_map (times c) (map (fun v => (v, r)) (filter (fun v => negb (v =? r)) nodes))
  | _ => []
  end.

(** where the packets of a broadcast start, or those of an accumulation end *)
Definition roots (nw : network) (tr : traffic) : list N :=
  match tr with
  | Broadcast r c | Accumulation r c => times c r
  | MultinodeBroadcast c | MultinodeAccumulation c => flat_map (times c) (hosts nw)
  | _ => []
  end.

(** the nodes that a task names, and its count *)
Definition nodes_of (tr : traffic) : list N :=
  match tr with
  | Isotropic l _ => map fst l
  | Demands l _ => flat_map (fun q => [fst (fst q); snd (fst q)]) l
  | Scatter r _ | Gather r _ | Broadcast r _ | Accumulation r _ => [r]
  | _ => []
  end.

Definition count_of (tr : traffic) : N :=
  match tr with
  | TotalExchange c | NeighbourhoodExchange _ _ c | Isotropic _ c | Demands _ c | Scatter _ c | Gather _ c
  | Broadcast _ c | Accumulation _ c | MultinodeBroadcast c | MultinodeAccumulation c => c
  end.

Record task := Task { task_network : network; task_traffic : traffic; task_ports : port_rule }.

(** ** As problems. The packets may be listed in any order. *)

Definition places {A} (l : list A) : list N := upto (N.of_nat (length l)).

(** packet i of node s is called (s, i) and goes to s · (offset i) *)
Definition isotropic (t : task) (offs : list N) : problem := {|
  net     := task_network t;
  ports   := task_ports t;
  packets := list_prod (upto (size (task_network t))) (places offs);
  source  := fun p => fst p;
  target  := fun p => product (task_network t) (fst p) (nth (N.to_nat (snd p)) offs 0) |}.

(** the packet in place i of a list is called (0, i) *)
Definition listed (t : task) (ends : list (N * N)) : problem := {|
  net     := task_network t;
  ports   := task_ports t;
  packets := map (fun i => (0, i)) (places ends);
  source  := fun p => fst (nth (N.to_nat (snd p)) ends (0, 0));
  target  := fun p => snd (nth (N.to_nat (snd p)) ends (0, 0)) |}.

(** the broadcast from, or accumulation at, the i-th root is called (0, i) *)
Definition rooted (t : task) (rs : list N) : problem := listed t (map (fun r => (r, r)) rs).
