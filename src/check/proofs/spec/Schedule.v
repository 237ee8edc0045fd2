(** * What is claimed, 2 of 4: packets, slots, and which schedules are legal (models/formats/schedule.md)

    Every schedule is said here as all the moves of all nodes; the short forms of documents are spelt out in
    [Certificate]. *)

From Coq Require Import NArith List.
From Isotask.Spec Require Import Network.
Import ListNotations.
Open Scope N_scope.

Definition ports_allow (rule : port_rule) (sends receives : N) : Prop :=
  match rule with
  | All => True
  | AtMost k => sends <= k /\ receives <= k
  | HalfDuplex => sends + receives <= 1
  end.

(** what a packet is called; two numbers, so that packet i of node s can be called (s, i) *)
Definition name := (N * N)%type.
Definition name_eq : forall a b : name, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec. Defined.

Record problem := Problem {
  net     : network;
  ports   : port_rule;
  packets : list name;         (** all packets of the network, each once *)
  source  : name -> N;         (** where a packet is at first *)
  target  : name -> N }.       (** where it must be in the end *)

(** node [from] sends packet [packet] to its neighbour [to] *)
Record move := Move { packet : name; from : N; to : N }.

Definition is_node (u v : N) : bool := if N.eq_dec u v then true else false.
Definition is_name (p q : name) : bool := if name_eq p q then true else false.

Definition count {A} (f : A -> bool) (l : list A) : N := N.of_nat (length (filter f l)).
Definition sends (ms : list move) (v : N) : N := count (fun m => is_node (from m) v) ms.
Definition receives (ms : list move) (v : N) : N := count (fun m => is_node (to m) v) ms.

(** Rule 2 of explicit schedules, whatever is carried, copied or combined *)
Record slot_fits (pb : problem) (ms : list move) : Prop := {
  packets_of_the_task   : forall m, In m ms -> In (packet m) (packets pb);
  moves_over_links      : forall m, In m ms -> link (net pb) (from m) (to m);
  links_suffice         : forall u v, count (fun m => is_node (from m) u && is_node (to m) v)%bool ms <= links_between (net pb) u v;
  ports_suffice         : forall v, ports_allow (rule_at (net pb) (ports pb) v) (sends ms v) (receives ms v) }.

Definition schedule := list (list move).

(** ** Rule 3, personal packets: isotropic tasks, demands, scatter, gather *)

Record legal_slot (pb : problem) (where_is : name -> N) (ms : list move) : Prop := {
  fits                   : slot_fits pb ms;
  moves_from_where_it_is : forall m, In m ms -> where_is (packet m) = from m;
  a_packet_moves_once    : NoDup (map packet ms) }.

Definition move_of (ms : list move) (p : name) : option move := find (fun m => is_name (packet m) p) ms.

Definition after (where_is : name -> N) (ms : list move) : name -> N :=
  fun p => match move_of ms p with Some m => to m | None => where_is p end.

Fixpoint legal_from (pb : problem) (where_is : name -> N) (sc : schedule) : Prop :=
  match sc with
  | [] => forall p, In p (packets pb) -> where_is p = target pb p
  | ms :: rest => legal_slot pb where_is ms /\ legal_from pb (after where_is ms) rest
  end.

Definition legal (pb : problem) : schedule -> Prop := legal_from pb (source pb).

(** ** Rule 4, broadcasts: a send copies, in the end all hosts have it; [target] plays no part *)

Record legal_copies (pb : problem) (has : name -> N -> bool) (ms : list move) : Prop := {
  copies_fit         : slot_fits pb ms;
  who_sends_has_it   : forall m, In m ms -> has (packet m) (from m) = true }.

Definition copied (has : name -> N -> bool) (ms : list move) : name -> N -> bool :=
  fun p v => (has p v || existsb (fun m => is_name (packet m) p && is_node (to m) v) ms)%bool.

Fixpoint legal_broadcast_from (pb : problem) (has : name -> N -> bool) (sc : schedule) : Prop :=
  match sc with
  | [] => forall p v, In p (packets pb) -> In v (hosts (net pb)) -> has p v = true
  | ms :: rest => legal_copies pb has ms /\ legal_broadcast_from pb (copied has ms) rest
  end.

Definition legal_broadcast (pb : problem) : schedule -> Prop :=
  legal_broadcast_from pb (fun p v => is_node (source pb p) v).

(** ** Rule 5, accumulations: a send carries everything combined so far; [source] plays no part. A switch sends what it
    receives, and nothing else. *)

Definition sends_of (p : name) (v : N) (ms : list move) : N :=
  count (fun m => (is_name (packet m) p && is_node (from m) v)%bool) ms.
Definition receives_of (p : name) (v : N) (ms : list move) : N :=
  count (fun m => (is_name (packet m) p && is_node (to m) v)%bool) ms.
Definition idle (pb : problem) (p : name) (v : N) (ms : list move) : bool :=
  (is_node v (target pb p) || is_switch (net pb) v && (receives_of p v ms =? 0))%bool.

Record legal_accumulation (pb : problem) (sc : schedule) : Prop := {
  every_slot_fits   : forall ms, In ms sc -> slot_fits pb ms;
  all_send_once     : forall p v, In p (packets pb) -> v < size (net pb) ->
                      sends_of p v (concat sc) = if idle pb p v (concat sc) then 0 else 1;
  received_in_time  : forall s t received sent m m',
                      nth_error sc s = Some received -> In m received ->
                      nth_error sc t = Some sent -> In m' sent ->
                      packet m = packet m' -> to m = from m' -> (s < t)%nat }.

(** ** What is counted *)

Definition slots (sc : schedule) : N := N.of_nat (length sc).
Definition transmissions (sc : schedule) : N := N.of_nat (length (concat sc)).

(** C: the number of slots up to and including the last one in which the packet moves *)
Fixpoint completion (sc : schedule) (p : name) : N :=
  match sc with
  | [] => 0
  | ms :: rest =>
      if completion rest p =? 0 then match move_of ms p with Some _ => 1 | None => 0 end
      else 1 + completion rest p
  end.

Definition total (l : list N) : N := fold_right N.add 0 l.
Definition total_delay (pb : problem) (sc : schedule) : N := total (map (completion sc) (packets pb)).
