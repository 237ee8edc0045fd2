(** How much goes through the ports of a node, and through those of all nodes, in a slot. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops.
Import ListNotations.
Open Scope N_scope.

Definition least_of (rule : port_rule) (links : N) : N :=
  match rule with All => links | AtMost k => N.min k links | HalfDuplex => N.min 1 links end.

Definition ports_in (nw : network) (rule : port_rule) : N -> N :=
  let back := neighbours_in nw in fun x => least_of (rule_at nw rule x) (len (back x)).
Definition ports_out (nw : network) (rule : port_rule) : N -> N :=
  let next := neighbours_out nw in fun x => least_of (rule_at nw rule x) (len (next x)).

Definition is_half (rule : port_rule) : bool := match rule with HalfDuplex => true | _ => false end.
Definition all_half (nw : network) (rule : port_rule) : bool :=
  is_half rule && match switch_rule nw with Some of_switches => is_half of_switches | None => true end.

Lemma all_half_sound nw rule v : all_half nw rule = true -> rule_at nw rule v = HalfDuplex.
Proof.
  unfold all_half. rewrite andb_true_iff, rule_at_is. intros [A B]. destruct rule; try discriminate. destruct (switch_rule nw) as [r|]; auto.
  destruct r; try discriminate. destruct (is_switch nw v); auto.
Qed.

Lemma count_filter {A} (p q : A -> bool) l : count p (filter q l) = count (fun x => q x && p x) l.
Proof. unfold count. f_equal. f_equal. induction l as [|a l IH]; [reflexivity|]. cbn [filter]. destruct (q a); cbn [filter andb]; rewrite IH; auto. Qed.

(* moves with one end at x, by their other ends *)
Lemma count_by (f g : move -> N) ms x l :
  (forall y, count (fun m => is_node (g m) x && is_node (f m) y) ms <= N.of_nat (count_occ N.eq_dec l y)) ->
  count (fun m => is_node (g m) x) ms <= len l.
Proof.
  intros H. unfold count at 1. rewrite len_length. enough (length (filter (fun m => is_node (g m) x) ms) <= length l)%nat by lia.
  rewrite <- (map_length f). apply length_counts. intros y. pose proof (count_occ_node f (filter (fun m => is_node (g m) x) ms) y) as E.
  rewrite count_filter in E. specialize (H y). lia.
Qed.

Section Ports.
Variable pb : problem.
Let nw := net pb.
Hypothesis V : valid_network nw = true.

Lemma no_move (p : move -> bool) ms : slot_fits pb ms -> (forall m, In m ms -> from m < size nw -> to m < size nw -> p m = false) -> count p ms = 0.
Proof.
  intros S H. rewrite count_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros m Hm.
  destruct (moves_over_links _ _ S m Hm) as (A & B & _). rewrite H; auto.
Qed.

Lemma into_few ms x y : slot_fits pb ms -> count (fun m => is_node (to m) x && is_node (from m) y) ms <= N.of_nat (count_occ N.eq_dec (neighbours_in nw x) y).
Proof.
  intros S. destruct (N.lt_ge_cases x (size nw)), (N.lt_ge_cases y (size nw));
    try (rewrite no_move; auto; [lia|]; intros m _ A B; apply not_true_iff_false; rewrite andb_true_iff, !is_node_true; intros [<- <-]; lia).
  rewrite in_counts by auto. eapply N.le_trans; [|apply (links_suffice _ _ S y x)]. apply count_le. intros m _. rewrite andb_comm. auto.
Qed.

Lemma out_few ms x y : slot_fits pb ms -> count (fun m => is_node (from m) x && is_node (to m) y) ms <= N.of_nat (count_occ N.eq_dec (neighbours_out nw x) y).
Proof. intros S. rewrite out_counts. apply (links_suffice _ _ S x y). Qed.

Lemma receives_few ms x : slot_fits pb ms -> receives ms x <= ports_in nw (ports pb) x.
Proof.
  intros S. pose proof (ports_suffice _ _ S x) as Po. fold nw in Po.
  assert (R : receives ms x <= len (neighbours_in nw x)) by (apply (count_by from to); intros; apply into_few, S).
  unfold ports_in, least_of. destruct (rule_at nw (ports pb) x); cbn in Po; lia.
Qed.

Lemma sends_few ms x : slot_fits pb ms -> sends ms x <= ports_out nw (ports pb) x.
Proof.
  intros S. pose proof (ports_suffice _ _ S x) as Po. fold nw in Po.
  assert (R : sends ms x <= len (neighbours_out nw x)) by (apply (count_by to from); intros; apply out_few, S).
  unfold ports_out, least_of. destruct (rule_at nw (ports pb) x); cbn in Po; lia.
Qed.

(** ** The sum over all nodes *)

(* every move is a send and a receive, of which a half-duplex port has one *)
Definition slot_capacity : N :=
  if all_half nw (ports pb) then size nw / 2
  else if uniform nw then size nw * least_of (ports pb) (len (generators nw))
  else
    let outs := ports_out nw (ports pb) in let ins := ports_in nw (ports pb) in
    let sent := loop (fun s v => s + outs v) (size nw) 0 in
    let received := loop (fun s v => s + ins v) (size nw) 0 in
    let lost := loop (fun s v => s + if is_half (rule_at nw (ports pb) v) && (2 <=? outs v + ins v) then 1 else 0) (size nw) 0 in
    N.min (N.min sent received) ((sent + received - lost) / 2).

Lemma sum_loop (f : N -> N) n : loop (fun s v => s + f v) n 0 = sum f (upto n).
Proof. rewrite loop_upto. rewrite <- sumf_sum. reflexivity. Qed.

Lemma moves_by (f : move -> N) ms : (forall m, In m ms -> f m < size nw) -> N.of_nat (length ms) <= sum (fun v => count (fun m => is_node (f m) v) ms) (upto (size nw)).
Proof.
  intros H. rewrite <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 ms). eapply N.le_trans.
  - apply (sum_by_label N.eq_dec f (upto (size nw))). intros m Hm. apply in_upto, H, Hm.
  - apply sum_le. intros v _. rewrite sum_const, N.mul_1_r. unfold count, is_node. lia.
Qed.

Lemma slot_length ms : slot_fits pb ms -> N.of_nat (length ms) <= slot_capacity.
Proof.
  intros S. unfold slot_capacity. destruct (all_half nw (ports pb)) eqn:Hf.
  { apply (pairs_of_nodes pb); auto. intros v. apply all_half_sound, Hf. }
  pose proof (moves_by from ms ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))) as A.
  pose proof (moves_by to ms ltac:(intros m Hm; apply (moves_over_links _ _ S m Hm))) as B.
  assert (A' : N.of_nat (length ms) <= sum (ports_out nw (ports pb)) (upto (size nw))).
  { eapply N.le_trans; [exact A|]. apply sum_le. intros v _. apply (sends_few ms v S). }
  assert (B' : N.of_nat (length ms) <= sum (ports_in nw (ports pb)) (upto (size nw))).
  { eapply N.le_trans; [exact B|]. apply sum_le. intros v _. apply (receives_few ms v S). }
  destruct (uniform nw) eqn:U.
  - eapply N.le_trans; [exact A'|]. rewrite <- (upto_length (size nw)) at 2. rewrite <- sum_const. apply sum_le. intros v _.
    unfold ports_out, least_of. rewrite one_rule by apply uniform_links, U. assert (len (neighbours_out nw v) <= len (generators nw)).
    { rewrite !len_length. unfold neighbours_out. rewrite (uniform_links nw U). cbv zeta beta.
      pose proof (filter_length_le (fun u => u <? size nw) (map (product nw v) (generators nw))) as F. rewrite map_length in F. lia. }
    destruct (ports pb); lia.
  - cbv zeta. rewrite !sum_loop. apply N.min_glb; [apply N.min_glb; auto|]. apply N.div_le_lower_bound; [lia|].
    set (lost := fun v => if is_half (rule_at nw (ports pb) v) && (2 <=? ports_out nw (ports pb) v + ports_in nw (ports pb) v) then 1 else 0).
    assert (C : sum (fun v => (sends ms v + receives ms v) + lost v) (upto (size nw)) <= sum (fun v => ports_out nw (ports pb) v + ports_in nw (ports pb) v) (upto (size nw))).
    { apply sum_le. intros v _. pose proof (sends_few ms v S) as Sd. pose proof (receives_few ms v S) as Rc. pose proof (ports_suffice _ _ S v) as Po. fold nw in Po.
      unfold lost. destruct (is_half _) eqn:H; cbn [andb]; [|lia]. destruct (rule_at nw (ports pb) v); try discriminate. cbn in Po.
      destruct (N.leb_spec 2 (ports_out nw (ports pb) v + ports_in nw (ports pb) v)); lia. }
    rewrite !sum_plus in C. unfold sends, receives in C. fold lost. change (fun v => ports_out nw (ports pb) v) with (ports_out nw (ports pb)) in *.
    change (fun v => ports_in nw (ports pb) v) with (ports_in nw (ports pb)) in *. lia.
Qed.
End Ports.

(** ** The least T in whose slots so much has room: slot t of the first ones for at most k·(k + 1)^t *)

Fixpoint least_time (fuel : nat) (cap k room left spent : N) : N :=
  match fuel with
  | O => spent + ceil left cap
  | S fuel =>
      if left =? 0 then spent
      else if cap <=? room then spent + ceil left cap
      else least_time fuel cap k (room * (k + 1)) (left - room) (spent + 1)
  end.

Fixpoint room_in (cap k room : N) (T : nat) : N :=
  match T with O => 0 | S T => N.min cap room + room_in cap k (room * (k + 1)) T end.

Lemma room_below cap k : forall T room, room_in cap k room T <= N.of_nat T * cap.
Proof. induction T as [|T IH]; intros room; cbn [room_in]; [lia|]. specialize (IH (room * (k + 1))). lia. Qed.

Lemma least_time_least cap k : 0 < cap -> forall fuel room left spent T, left <= room_in cap k room T ->
  least_time fuel cap k room left spent <= spent + N.of_nat T.
Proof.
  intros C.
  assert (Ceil : forall room left T, left <= room_in cap k room T -> ceil left cap <= N.of_nat T).
  { intros room left T H. apply ceil_least; auto. pose proof (room_below cap k T room). lia. }
  induction fuel as [|fuel IH]; intros room left spent T H; cbn [least_time].
  - pose proof (Ceil _ _ _ H). lia.
  - destruct (N.eqb_spec left 0); [lia|]. destruct (N.leb_spec cap room); [pose proof (Ceil _ _ _ H); lia|].
    destruct T as [|T]; cbn [room_in] in H; [lia|]. specialize (IH (room * (k + 1)) (left - room) (spent + 1) T ltac:(lia)). lia.
Qed.
