(** How much goes through the ports of a node, and through those of all nodes, in a slot. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Families.
Import ListNotations.
Open Scope N_scope.

Definition least_of (rule : port_rule) (links : N) : N :=
  match rule with All => links | AtMost k => N.min k links | HalfDuplex => N.min 1 links end.

(* the nodes at the other end of the links of x, backwards and forwards *)
Definition neighbours_in (nw : network) (x : N) : list N :=
  filter (fun u => u <? size nw) (map (fun g => product nw x (inverse nw g)) (generators nw)).
Definition neighbours_out (nw : network) (x : N) : list N :=
  filter (fun u => u <? size nw) (map (fun g => product nw x g) (generators nw)).

Definition ports_in (nw : network) (rule : port_rule) (x : N) : N := least_of rule (len (neighbours_in nw x)).
Definition ports_out (nw : network) (rule : port_rule) (x : N) : N := least_of rule (len (neighbours_out nw x)).

Section Ports.
Variable pb : problem.
Let nw := net pb.
Hypothesis V : valid_network nw = true.

Lemma in_neighbours_in u x : link nw u x -> In u (neighbours_in nw x).
Proof.
  intros (Hu & Hx & g & Hg & ->). apply filter_In. rewrite N.ltb_lt. split; auto. apply in_map_iff. exists g. split; auto.
  destruct (uniform nw) eqn:U.
  - pose proof (valid_group nw V U) as L. rewrite <- (g_assoc _ _ L), (g_invr _ _ L), (g_right _ _ L); auto; try apply (g_inv _ _ L); apply (g_gens _ _ L); auto.
  - clear Hx. destruct nw; try discriminate. cbn [product inverse]. rewrite N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
Qed.

Lemma in_neighbours_out u x : link nw x u -> In u (neighbours_out nw x).
Proof. intros (Hx & Hu & g & Hg & ->). apply filter_In. rewrite N.ltb_lt. split; auto. apply in_map; auto. Qed.

Lemma count_incl (f : move -> N) (g : move -> N) ms v l : NoDup (map (fun m => (from m, to m)) ms) ->
  (forall m m', In m ms -> In m' ms -> g m = v -> g m' = v -> f m = f m' -> (from m, to m) = (from m', to m')) ->
  (forall m, In m ms -> g m = v -> In (f m) l) -> count (fun m => is_node (g m) v) ms <= len l.
Proof.
  intros ND Inj I. unfold count. rewrite len_length. enough (length (filter (fun m => is_node (g m) v) ms) <= length l)%nat by lia.
  rewrite <- (map_length f). apply NoDup_incl_length.
  - apply NoDup_map_in.
    + intros a b Ha Hb E. apply filter_In in Ha, Hb. rewrite is_node_true in Ha, Hb.
      apply (NoDup_map_inj (fun m => (from m, to m)) ms); try tauto. apply Inj; tauto.
    + apply NoDup_filter. eapply NoDup_map_inv; exact ND.
  - intros y Hy. apply in_map_iff in Hy. destruct Hy as (m & <- & Hm). apply filter_In in Hm. rewrite is_node_true in Hm. apply I; tauto.
Qed.

Lemma receives_few ms x : slot_fits pb ms -> receives ms x <= ports_in nw (ports pb) x.
Proof.
  intros S. pose proof (ports_suffice _ _ S x) as Po.
  assert (R : receives ms x <= len (neighbours_in nw x)).
  { apply (count_incl from to); [apply (a_link_carries_one _ _ S)| |].
    - intros; congruence.
    - intros m Hm <-. apply in_neighbours_in, (moves_over_links _ _ S m Hm). }
  unfold ports_in, least_of. destruct (ports pb); cbn in Po; lia.
Qed.

Lemma sends_few ms x : slot_fits pb ms -> sends ms x <= ports_out nw (ports pb) x.
Proof.
  intros S. pose proof (ports_suffice _ _ S x) as Po.
  assert (R : sends ms x <= len (neighbours_out nw x)).
  { apply (count_incl to from); [apply (a_link_carries_one _ _ S)| |].
    - intros; congruence.
    - intros m Hm <-. apply in_neighbours_out, (moves_over_links _ _ S m Hm). }
  unfold ports_out, least_of. destruct (ports pb); cbn in Po; lia.
Qed.

(** ** The sum over all nodes *)

Definition slot_capacity : N :=
  match ports pb with
  | HalfDuplex => size nw / 2
  | rule => if uniform nw then size nw * least_of rule (len (generators nw)) else loop (fun s v => s + ports_out nw rule v) (size nw) 0
  end.

Lemma sum_loop (f : N -> N) n : loop (fun s v => s + f v) n 0 = sum f (upto n).
Proof. rewrite loop_upto. rewrite <- sumf_sum. reflexivity. Qed.

Lemma slot_length ms : slot_fits pb ms -> N.of_nat (length ms) <= slot_capacity.
Proof.
  intros S. assert (A : N.of_nat (length ms) <= sum (fun v => ports_out nw (ports pb) v) (upto (size nw))).
  { rewrite <- (N.mul_1_r (N.of_nat _)), <- (sum_const 1 ms). eapply N.le_trans.
    - apply (sum_by_label N.eq_dec from (upto (size nw))). intros m Hm. apply in_upto, (moves_over_links _ _ S m Hm).
    - apply sum_le. intros v _. rewrite sum_const, N.mul_1_r. apply (sends_few ms v S). }
  assert (B : forall rule, rule = ports pb -> uniform nw = true -> N.of_nat (length ms) <= size nw * least_of rule (len (generators nw))).
  { intros rule -> U. eapply N.le_trans; [exact A|]. rewrite <- (upto_length (size nw)) at 2. rewrite <- sum_const. apply sum_le. intros v _.
    unfold ports_out, least_of. assert (len (neighbours_out nw v) <= len (generators nw)).
    { rewrite !len_length. unfold neighbours_out. pose proof (filter_length_le (fun u => u <? size nw) (map (fun g => product nw v g) (generators nw))) as F.
      rewrite map_length in F. lia. }
    destruct (ports pb); lia. }
  unfold slot_capacity. destruct (ports pb) eqn:E.
  - destruct (uniform nw) eqn:U; [apply B; auto|]. rewrite sum_loop. exact A.
  - destruct (uniform nw) eqn:U; [apply B; auto|]. rewrite sum_loop. exact A.
  - apply (pairs_of_nodes pb); auto.
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
