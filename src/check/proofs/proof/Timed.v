(** The bound by prices that change from slot to slot: what packets have still to pay is found from the last slot back. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Claims Lines Families Hops Flow Explicit Ports Listed Prices.
Import ListNotations.
Open Scope N_scope.

Definition hop_at (p : slot_prices) (u v : N) : N := match p with SlotPrices l s r => hop_price l s r u v end.

Section Timed.
Variables (nw : network) (many : N).

Definition slot_cost (rule : port_rule) (p : slot_prices) : N := match p with SlotPrices l s r => slot_price nw l s r rule end.

Definition slot_right (p : slot_prices) : bool := match p with SlotPrices l s r => priced_right nw l s r end.

Section Ahead.
Variable next : N -> list N.

(* at u before a slot: the packet waits, or goes over a link *)
Definition cheapest (p : slot_prices) (after : PM.t N) (u : N) : N :=
  fold_left (fun c v => N.min c (hop_at p u v + get many after v)) (next u) (get many after u).

(* what is still to pay to node b in the slots that are left; where it cannot be in time, [many] *)
Fixpoint ahead (ps : list slot_prices) (b : N) : PM.t N :=
  match ps with [] => put (PM.empty N) b 0 | p :: rest => tabulate (cheapest p (ahead rest b)) (size nw) end.

(* a table for every target *)
Definition all_ahead (ps : list slot_prices) (targets : list N) : PM.t (PM.t N) :=
  fold_left (fun m b => match PM.find (N.succ_pos b) m with Some _ => m | None => put m b (ahead ps b) end) targets (PM.empty (PM.t N)).

Definition paid_to (m : PM.t (PM.t N)) (u b : N) : N := match PM.find (N.succ_pos b) m with Some ds => get many ds u | None => 0 end.

Lemma all_ahead_found ps targets b ds : PM.find (N.succ_pos b) (all_ahead ps targets) = Some ds -> ds = ahead ps b.
Proof.
  unfold all_ahead. assert (O : forall b ds, PM.find (N.succ_pos b) (PM.empty (PM.t N)) = Some ds -> ds = ahead ps b) by (intros ? ? H; rewrite PM.gempty in H; discriminate).
  revert O. generalize (PM.empty (PM.t N)). induction targets as [|a l IH]; intros m O; cbn [fold_left]; [apply O|].
  apply IH. destruct (PM.find (N.succ_pos a) m); auto. intros b' ds' H. rewrite find_put in H. destruct (N.eq_dec a b') as [<-|]; [congruence|auto].
Qed.

Lemma paid_least ps targets u b : paid_to (all_ahead ps targets) u b <= get many (ahead ps b) u.
Proof.
  unfold paid_to. destruct (PM.find _ _) as [ds|] eqn:E; [|lia]. apply all_ahead_found in E. subst. lia.
Qed.

Lemma least_of_all (f : N -> N) l : forall c, fold_left (fun c v => N.min c (f v)) l c <= c.
Proof. induction l as [|y l IH]; intros c; cbn [fold_left]; [lia|]. specialize (IH (N.min c (f y))). lia. Qed.

Lemma least_of_each (f : N -> N) l v : forall c, In v l -> fold_left (fun c v => N.min c (f v)) l c <= f v.
Proof.
  induction l as [|y l IH]; intros c H; [destruct H|]. cbn [fold_left]. destruct H as [->|H]; auto. pose proof (least_of_all f l (N.min c (f v))). lia.
Qed.

Lemma ahead_stay p ps b u : u < size nw -> get many (ahead (p :: ps) b) u <= get many (ahead ps b) u.
Proof. intros H. cbn [ahead]. rewrite tabulate_get by auto. apply (least_of_all (fun v => hop_at p u v + get many (ahead ps b) v)). Qed.

Lemma ahead_hop p ps b u v : u < size nw -> In v (next u) -> get many (ahead (p :: ps) b) u <= hop_at p u v + get many (ahead ps b) v.
Proof. intros H I. cbn [ahead]. rewrite tabulate_get by auto. apply (least_of_each (fun v => hop_at p u v + get many (ahead ps b) v)). auto. Qed.

Lemma ahead_home ps b : b < size nw -> get many (ahead ps b) b = 0.
Proof.
  intros H. induction ps as [|p ps IH]; [cbn [ahead]; rewrite get_put; destruct (N.eq_dec b b); congruence|].
  pose proof (ahead_stay p ps b b H). lia.
Qed.
End Ahead.

Variable pb : problem.
Hypothesis same_net : net pb = nw.
Hypothesis V : valid_network nw = true.
Hypothesis distinct : NoDup (packets pb).
Hypothesis sources_ok : forall p, In p (packets pb) -> source pb p < size nw.

Let next := neighbours_out nw.

Lemma skip_one {A} (l : list A) t a : nth_error l t = Some a -> skipn t l = a :: skipn (S t) l.
Proof. revert t. induction l as [|b l IH]; intros [|t] H; cbn in H; try discriminate; [injection H as ->; reflexivity|]. cbn [skipn]. apply (IH t H). Qed.

Definition at_slot (f : slot_prices -> N) (ps : list slot_prices) (t : nat) : N := match nth_error ps t with Some p => f p | None => 0 end.

Lemma slots_cost f : forall ps k, sum (at_slot f ps) (seq 0 k) <= sum f ps.
Proof.
  induction ps as [|p ps IH]; intros k.
  - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros t _. unfold at_slot. destruct t; reflexivity.
  - destruct k as [|k]; [cbn [seq]; unfold sum at 1; cbn; lia|]. cbn [seq]. rewrite <- seq_shift, !sum_cons, sum_map. specialize (IH k).
    rewrite (sum_ext (fun x => at_slot f (p :: ps) (S x)) (at_slot f ps)) by reflexivity. change (at_slot f (p :: ps) 0) with (f p). lia.
Qed.

(* THE BOUND BY PRICES OF SLOTS *)
Theorem timed_binds ps sc :
  sum (slot_cost (ports pb)) ps < sum (fun p => get many (ahead next ps (target pb p)) (source pb p)) (packets pb) ->
  legal pb sc -> N.of_nat (length ps) + 1 <= slots sc.
Proof.
  intros Big H. destruct (N.le_gt_cases (N.of_nat (length ps) + 1) (slots sc)) as [|Lt]; auto. exfalso.
  assert (T : (length sc <= length ps)%nat) by (unfold slots in Lt; lia).
  set (price := fun (t : nat) (m : move) => at_slot (fun p => hop_at p (from m) (to m)) ps t).
  set (due := fun (t : nat) (p : name) (u : N) => if u <? size nw then get many (ahead next (skipn t ps) (target pb p)) u else 0).
  assert (P : pays pb (length sc) price due).
  { constructor.
    - intros p Hp. unfold due. destruct (N.ltb_spec (target pb p) (size nw)); auto. apply ahead_home. auto.
    - intros t p u Ht Hp. unfold due. destruct (N.ltb_spec u (size nw)); [|lia].
      destruct (nth_error ps t) as [a|] eqn:E; [|apply nth_error_None in E; lia]. rewrite (skip_one _ _ _ E). apply ahead_stay. auto.
    - intros t m Ht Hp Lk. rewrite same_net in Lk. pose proof Lk as (Hu & Hv & _). unfold due, price, at_slot.
      destruct (N.ltb_spec (from m) (size nw)); [|lia]. destruct (N.ltb_spec (to m) (size nw)); [|lia].
      destruct (nth_error ps t) as [a|] eqn:E; [|apply nth_error_None in E; lia]. rewrite (skip_one _ _ _ E). apply ahead_hop; auto.
      apply in_neighbours_out, Lk. }
  pose proof (prices_are_paid pb distinct _ _ _ P sc H eq_refl) as A.
  pose proof (cost_of_slots pb price (at_slot (slot_cost (ports pb)) ps) sc H) as B.
  assert (C : forall t ms, (t < length sc)%nat -> slot_fits pb ms -> NoDup (map packet ms) -> sum (price t) ms <= at_slot (slot_cost (ports pb)) ps t).
  { intros t ms Ht S _. unfold price, at_slot. destruct (nth_error ps t) as [[l s r]|] eqn:E; [|apply nth_error_None in E; lia].
    cbn [hop_at slot_cost]. apply (slot_costs nw l s r pb same_net V ms S). }
  specialize (B C). pose proof (slots_cost (slot_cost (ports pb)) ps (length sc)) as D.
  assert (E : sum (fun p => due 0%nat p (source pb p)) (packets pb) = sum (fun p => get many (ahead next ps (target pb p)) (source pb p)) (packets pb)).
  { apply sum_ext. intros p Hp. unfold due. cbn [skipn]. destruct (N.ltb_spec (source pb p) (size nw)) as [|G]; auto. specialize (sources_ok p Hp). lia. }
  lia.
Qed.
End Timed.

(* prices are looked for in lists: for every node, slot and target *)
Definition timed_too_large (nw : network) (ps : list slot_prices) : bool :=
  negb (size nw * size nw * (1 + sumf (fun p => match p with SlotPrices l s r => 1 + len l + len s + len r end) ps) <=? 2 ^ 28).
