(** Lower bounds on personal packets, for any network and any packets: prices of moves.

    Every move has a price, which may depend on the slot and on the packet. If [togo t p u] is at most what packet
    p has still to pay when it is at u after t slots, then all moves of a schedule cost at least what all packets
    have to pay at first. Weights, distances, cuts, reception and volume are such prices. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule.
From Isotask.Proof Require Import Lists.
Import ListNotations.
Open Scope N_scope.

Lemma move_of_some ms p m : move_of ms p = Some m -> In m ms /\ packet m = p.
Proof. unfold move_of. intros H. apply find_some in H. rewrite is_name_true in H. exact H. Qed.

Lemma move_of_in ms m : NoDup (map packet ms) -> In m ms -> move_of ms (packet m) = Some m.
Proof.
  intros ND H. destruct (move_of ms (packet m)) as [m'|] eqn:E.
  - apply move_of_some in E. f_equal. apply (NoDup_map_inj packet ms); tauto.
  - unfold move_of in E. eapply find_none in E; [|exact H]. cbn in E.
    assert (is_name (packet m) (packet m) = true) by (apply is_name_true; auto). congruence.
Qed.

Lemma sum_moving (c : move -> N) (ms : list move) (l : list name) : NoDup l ->
  sum (fun p => match move_of ms p with Some m => c m | None => 0 end) l <= sum c ms.
Proof.
  intros H. induction ms as [|m ms IH]; [unfold move_of; cbn [find]; rewrite sum_const; lia|]. rewrite sum_cons.
  pose proof (sum_one name_eq (packet m) (c m) l H) as E.
  enough (sum (fun p => match move_of (m :: ms) p with Some m => c m | None => 0 end) l
          <= sum (fun p => (if name_eq (packet m) p then c m else 0) + match move_of ms p with Some m => c m | None => 0 end) l)
    by (rewrite sum_plus in *; lia).
  apply sum_le. intros p _. unfold move_of. cbn [find]. unfold is_name at 1. destruct (name_eq (packet m) p); lia.
Qed.

Fixpoint cost (price : nat -> move -> N) (t : nat) (sc : schedule) : N :=
  match sc with [] => 0 | ms :: rest => sum (price t) ms + cost price (S t) rest end.

Section Prices.
Variable pb : problem.
Hypothesis distinct : NoDup (packets pb).

(* what is asked of prices in schedules of T slots *)
Record pays (T : nat) (price : nat -> move -> N) (togo : nat -> name -> N -> N) : Prop := {
  pays_end  : forall p, In p (packets pb) -> togo T p (target pb p) = 0;
  pays_stay : forall t p u, (t < T)%nat -> In p (packets pb) -> togo t p u <= togo (S t) p u;
  pays_move : forall t m, (t < T)%nat -> In (packet m) (packets pb) -> link (net pb) (from m) (to m) ->
              togo t (packet m) (from m) <= price t m + togo (S t) (packet m) (to m) }.

Theorem prices_are_paid T price togo : pays T price togo -> forall sc, legal pb sc -> length sc = T ->
  sum (fun p => togo 0%nat p (source pb p)) (packets pb) <= cost price 0 sc.
Proof.
  intros [E St Mv] sc. unfold legal.
  assert (G : forall sc t pos, legal_from pb pos sc -> (t + length sc = T)%nat ->
    sum (fun p => togo t p (pos p)) (packets pb) <= cost price t sc).
  { clear sc. induction sc as [|ms sc IH]; cbn [legal_from cost length]; intros t pos H Len.
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p Hp. rewrite (H p Hp).
      replace t with T by lia. auto.
    - destruct H as [L H]. specialize (IH (S t) _ H ltac:(lia)).
      pose proof (sum_moving (price t) ms _ distinct) as M.
      enough (sum (fun p => togo t p (pos p)) (packets pb) <=
              sum (fun p => togo (S t) p (after pos ms p) +
                            match move_of ms p with Some m => price t m | None => 0 end) (packets pb))
        by (rewrite sum_plus in *; lia).
      apply sum_le. intros p Hp. unfold after. destruct (move_of ms p) as [m|] eqn:F.
      + apply move_of_some in F. destruct F as [I <-]. rewrite (moves_from_where_it_is _ _ _ L m I).
        pose proof (Mv t m ltac:(lia) Hp (moves_over_links _ _ (fits _ _ _ L) m I)). lia.
      + pose proof (St t p (pos p) ltac:(lia) Hp). lia. }
  intros H Len. apply (G sc 0%nat (source pb)); auto.
Qed.

(* slots that cost at most so much *)
Lemma cost_of_slots price (cap : nat -> N) sc : legal pb sc ->
  (forall t ms, (t < length sc)%nat -> slot_fits pb ms -> NoDup (map packet ms) -> sum (price t) ms <= cap t) ->
  cost price 0 sc <= sum cap (seq 0 (length sc)).
Proof.
  unfold legal. intros H C.
  assert (G : forall sc' t pos, legal_from pb pos sc' -> (t + length sc' <= length sc)%nat ->
    cost price t sc' <= sum cap (seq t (length sc'))).
  { induction sc' as [|ms sc' IH]; cbn [legal_from cost length seq]; intros t pos H' Len; [lia|].
    destruct H' as [L H']. rewrite sum_cons. specialize (IH (S t) _ H' ltac:(lia)).
    pose proof (C t ms ltac:(lia) (fits _ _ _ L) (a_packet_moves_once _ _ _ L)). lia. }
  apply (G sc 0%nat _ H). lia.
Qed.

Lemma cost_one sc : cost (fun _ _ => 1) 0 sc = transmissions sc.
Proof.
  unfold transmissions. generalize 0%nat. induction sc as [|ms sc IH]; intros t; cbn [cost concat]; auto.
  rewrite IH, sum_const, app_length. lia.
Qed.

(** ** Prices that do not change *)

Record potential (price : N -> N -> N) (togo : N -> N -> N) : Prop := {
  potential_end  : forall b, togo b b = 0;
  potential_step : forall u v b, b < size (net pb) -> link (net pb) u v -> togo u b <= price u v + togo v b }.

Hypothesis targets : forall p, In p (packets pb) -> target pb p < size (net pb).

Lemma potential_pays T price togo : potential price togo ->
  pays T (fun _ m => price (from m) (to m)) (fun _ p u => togo u (target pb p)).
Proof. intros [Z St]. constructor; intros; auto. reflexivity. Qed.

Definition need togo := sum (fun p => togo (source pb p) (target pb p)) (packets pb).

(* THE BOUND BY PRICES *)
Theorem prices_bind price togo cap : potential price togo ->
  (forall ms, slot_fits pb ms -> NoDup (map packet ms) -> sum (fun m => price (from m) (to m)) ms <= cap) ->
  forall sc, legal pb sc -> need togo <= slots sc * cap.
Proof.
  intros P C sc H. pose proof (prices_are_paid _ _ _ (potential_pays (length sc) _ _ P) sc H eq_refl) as A.
  pose proof (cost_of_slots (fun _ m => price (from m) (to m)) (fun _ => cap) sc H (fun t ms _ => C ms)) as B.
  rewrite sum_const, seq_length in B. unfold need, slots. lia.
Qed.

(* as many transmissions as hops *)
Theorem distances_bind togo : potential (fun _ _ => 1) togo -> forall sc, legal pb sc -> need togo <= transmissions sc.
Proof.
  intros P sc H. pose proof (prices_are_paid _ _ _ (potential_pays (length sc) _ _ P) sc H eq_refl) as A.
  rewrite cost_one in A. exact A.
Qed.

(* no packet is faster than one hop a slot *)
Theorem distance_binds togo p : potential (fun _ _ => 1) togo -> In p (packets pb) ->
  forall sc, legal pb sc -> togo (source pb p) (target pb p) <= slots sc.
Proof.
  intros [Z St] Hp sc H. set (own := fun q => if name_eq p q then 1 else 0).
  assert (P : pays (length sc) (fun _ m => own (packet m)) (fun _ q u => own q * togo u (target pb q))).
  { constructor.
    - intros q _. rewrite Z. lia.
    - intros; lia.
    - intros t m _ Hq L. pose proof (St _ _ (target pb (packet m)) (targets _ Hq) L). nia. }
  pose proof (prices_are_paid _ _ _ P sc H eq_refl) as A.
  pose proof (sum_member (fun q => own q * togo (source pb q) (target pb q)) p _ Hp) as M. cbv beta in M.
  pose proof (cost_of_slots (fun _ m => own (packet m)) (fun _ => 1) sc H) as B.
  rewrite sum_const, seq_length in B. unfold slots.
  assert (O : own p = 1) by (unfold own; destruct (name_eq p p); congruence). rewrite O in M.
  enough (forall ms, NoDup (map packet ms) -> sum (fun m => own (packet m)) ms <= 1) as C by (specialize (B (fun _ ms _ _ => C ms)); lia).
  intros ms ND. rewrite <- (sum_map own packet). apply sum_one. exact ND.
Qed.
End Prices.
Arguments need : clear implicits.
