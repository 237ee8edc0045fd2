(** Prices that change from slot to slot, of packets that are copied: what those that one node receives have to pay. *)
From Coq Require Import String Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Isotropic Compute Claims Lines Families Hops Explicit Ports Prices Timed Broadcast Rooted.
From Isotask.Proof Require Courses.
Import ListNotations.
Open Scope N_scope.

Section TimedTrees.
Variables (nw : network) (many : N) (pb : problem) (x : N).
Hypothesis same_net : net pb = nw.
Hypothesis V : valid_network nw = true.
Hypothesis distinct : NoDup (packets pb).
Hypothesis x_host : In x (hosts nw).

Let next := neighbours_out nw.

(* the least that one of those who have the packet has to pay, or [many] *)
Definition least_left (f : N -> N) (has : name -> N -> bool) (p : name) : N :=
  fold_left (fun c v => if has p v then N.min c (f v) else c) (upto (size nw)) many.

Lemma least_left_most (f : N -> N) (has : name -> N -> bool) p : forall l c, fold_left (fun c v => if has p v then N.min c (f v) else c) l c <= c.
Proof. induction l as [|v l IH]; intros c; cbn [fold_left]; [lia|]. destruct (has p v); [etransitivity; [apply IH|lia]|apply IH]. Qed.

Lemma least_left_each f has p v : v < size nw -> has p v = true -> least_left f has p <= f v.
Proof.
  intros Hv H. unfold least_left. apply in_upto in Hv. revert Hv. generalize (upto (size nw)) as l. generalize many as c. intros c l. revert c.
  induction l as [|w l IH]; intros c I; [destruct I|]. cbn [fold_left]. destruct I as [->|I]; [rewrite H; etransitivity; [apply least_left_most|lia]|apply IH, I].
Qed.

Lemma least_left_greatest f has p b : b <= many -> (forall v, v < size nw -> has p v = true -> b <= f v) -> b <= least_left f has p.
Proof.
  intros M H. unfold least_left. assert (I : forall v, In v (upto (size nw)) -> has p v = true -> b <= f v) by (intros v Hv; apply in_upto in Hv; apply H, Hv).
  revert I M. generalize (upto (size nw)) as l. generalize many as c. intros c l. revert c. induction l as [|w l IH]; intros c I M; cbn [fold_left]; [exact M|].
  apply IH; [intros v Hv; apply I; right; exact Hv|]. destruct (has p w) eqn:E; [|exact M]. specialize (I w (or_introl eq_refl) E). lia.
Qed.

Definition left_over (ps : list slot_prices) (has : name -> N -> bool) : N := sum (least_left (get many (ahead nw many next ps x)) has) (packets pb).

Lemma left_step s ps has ms : legal_copies pb has ms -> left_over (s :: ps) has <= left_over ps (copied has ms) + sum (fun m => hop_at s (from m) (to m)) ms.
Proof.
  intros L. set (price := fun m => hop_at s (from m) (to m)).
  assert (Own : forall p, In p (packets pb) -> least_left (get many (ahead nw many next (s :: ps) x)) has p <=
    least_left (get many (ahead nw many next ps x)) (copied has ms) p + sum (fun m => if is_name (packet m) p then price m else 0) ms).
  { intros p _. set (c := sum _ ms). enough (least_left (get many (ahead nw many next (s :: ps) x)) has p - c <= least_left (get many (ahead nw many next ps x)) (copied has ms) p) by lia.
    apply least_left_greatest; [unfold least_left at 1; pose proof (least_left_most (get many (ahead nw many next (s :: ps) x)) has p (upto (size nw)) many); lia|].
    intros v Hv C. unfold copied in C. apply orb_true_iff in C. destruct C as [C|C].
    - pose proof (least_left_each (get many (ahead nw many next (s :: ps) x)) has p v Hv C) as A. pose proof (ahead_stay nw many next s ps x v Hv). lia.
    - apply existsb_exists in C. destruct C as (m & Hm & C). apply brings_true in C. destruct C as [Ep Ev]. pose proof (moves_over_links _ _ (copies_fit _ _ _ L) m Hm) as Lk. rewrite same_net in Lk.
      pose proof (who_sends_has_it _ _ _ L m Hm) as W. rewrite Ep in W. pose proof Lk as (Hu & _).
      pose proof (least_left_each (get many (ahead nw many next (s :: ps) x)) has p (from m) Hu W) as A.
      pose proof (ahead_hop nw many next s ps x (from m) (to m) Hu (in_neighbours_out _ _ _ Lk)) as B. rewrite Ev in B.
      pose proof (sum_member (fun m => if is_name (packet m) p then price m else 0) m ms Hm) as M. cbv beta in M. rewrite (proj2 (is_name_true _ _) Ep) in M. fold c in M. unfold price in M. rewrite Ev in M. lia. }
  transitivity (sum (fun p => least_left (get many (ahead nw many next ps x)) (copied has ms) p + sum (fun m => if is_name (packet m) p then price m else 0) ms) (packets pb)); [apply sum_le, Own|].
  rewrite sum_plus. apply N.add_le_mono_l. rewrite Courses.sum_swap. apply sum_le. intros m _.
  rewrite (sum_ext _ (fun p => if name_eq (packet m) p then price m else 0)) by (intros p _; unfold is_name; destruct (name_eq (packet m) p); reflexivity). apply sum_one, distinct.
Qed.

Lemma left_shorter s ps has : left_over (s :: ps) has <= left_over ps has.
Proof.
  apply sum_le. intros p _. apply least_left_greatest; [apply least_left_most|]. intros v Hv C.
  pose proof (least_left_each (get many (ahead nw many next (s :: ps) x)) has p v Hv C). pose proof (ahead_stay nw many next s ps x v Hv). lia.
Qed.

(* schedules of as many slots as there are prices, or of fewer: the first prices are of no slot *)
Lemma left_is_paid : forall ps sc has, legal_broadcast_from pb has sc -> (length sc <= length ps)%nat -> left_over ps has <= sum (slot_cost nw (ports pb)) ps.
Proof.
  induction ps as [|s ps IH]; intros sc has H Le.
  - destruct sc; [|cbn in Le; lia]. cbn [legal_broadcast_from] in H. unfold left_over. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros p Hp.
    pose proof x_host as Hx. apply in_hosts in Hx. pose proof (least_left_each (get many (ahead nw many next [] x)) has p x (proj1 Hx) (H p x Hp ltac:(rewrite same_net; exact x_host))) as A.
    rewrite ahead_home in A by apply Hx. lia.
  - rewrite sum_cons. destruct (Nat.eq_dec (length sc) (S (length ps))) as [E|D].
    + destruct sc as [|ms sc]; [discriminate|]. destruct H as [L H]. pose proof (left_step s ps has ms L). specialize (IH sc _ H ltac:(cbn in E; lia)).
      pose proof (slot_costs nw) as C. destruct s as [l sd r]. cbn [hop_at slot_cost] in *. specialize (C l sd r pb same_net V ms (copies_fit _ _ _ L)). lia.
    + pose proof (left_shorter s ps has). specialize (IH sc has H ltac:(cbn [length] in Le; lia)). lia.
Qed.

Theorem timed_trees ps sc : sum (slot_cost nw (ports pb)) ps < sum (fun p => N.min many (get many (ahead nw many next ps x) (source pb p))) (packets pb) ->
  legal_broadcast pb sc -> N.of_nat (length ps) + 1 <= slots sc.
Proof.
  intros Big H. destruct (N.le_gt_cases (N.of_nat (length ps) + 1) (slots sc)) as [|Lt]; [assumption|exfalso].
  pose proof (left_is_paid ps sc _ H ltac:(unfold slots in Lt; lia)) as P. enough (sum (fun p => N.min many (get many (ahead nw many next ps x) (source pb p))) (packets pb) <= left_over ps (start pb)) by (unfold start in *; lia).
  apply sum_le. intros p _. apply least_left_greatest; [apply N.le_min_l|]. intros v _ C. unfold start in C. apply is_node_true in C. rewrite C. apply N.le_min_r.
Qed.
End TimedTrees.

(** ** The checker *)

Definition turned_prices (s : slot_prices) : slot_prices :=
  match s with SlotPrices l s r => SlotPrices (mapr (fun e => ((snd (fst e), fst (fst e)), snd e)) l) r s end.

(* prices are looked for in lists: for every link and slot *)
Definition timed_tree_too_large (nw : network) (ps : list slot_prices) : bool :=
  let links := match lines nw with Some ls => len ls | None => size nw * len (generators nw) end in
  negb ((size nw + links) * (1 + sumf (fun p => match p with SlotPrices l s r => 1 + len l + len s + len r end) ps) <=? 2 ^ 28).

(* t a broadcast, or an accumulation turned round, in which the last slot is the first *)
Definition tree_timed (t : task) (backwards : bool) (rs : list N) (x : N) (given : list slot_prices) : answer :=
  let nw := task_network t in
  let ps := if backwards then rev' (mapr turned_prices given) else given in
  let c := sumf (slot_cost nw (task_ports t)) ps in
  if negb ((x <? size nw) && negb (is_switch nw x)) then Unfit
  else if timed_tree_too_large nw ps then NotCovered "timed prices of too many links and slots"
  else if forallb (slot_right nw) ps then
    let m := ahead nw (c + 1) (neighbours_out nw) ps x in
    if c <? sumf (fun r => N.min (c + 1) (get (c + 1) m r)) rs then Bound (len ps + 1) else Unfit
  else Unfit.

Lemma tree_timed_sound t b rs x given v sc : valid_network (task_network t) = true ->
  tree_timed t b rs x given = Bound v -> legal_broadcast (rooted t rs) sc -> v <= slots sc.
Proof.
  intros V. unfold tree_timed. cbv zeta. set (nw := task_network t) in *. set (ps := if b then _ else given). set (c := sumf _ ps).
  destruct (_ && negb (is_switch nw x)) eqn:X; [|discriminate]. cbn [negb]. rewrite andb_true_iff, N.ltb_lt, negb_true_iff in X.
  destruct (timed_tree_too_large _ _); [discriminate|]. destruct (forallb _ ps); [|discriminate].
  match goal with |- (if ?b then _ else _) = _ -> _ => destruct b eqn:Big; [|discriminate] end. intros H. apply Bound_inj in H. subst v. intros L. rewrite len_length.
  apply N.ltb_lt in Big. rewrite !sumf_sum in Big. unfold c in Big. rewrite sumf_sum in Big.
  apply (timed_trees nw (sum (slot_cost nw (task_ports t)) ps + 1) (rooted t rs) x eq_refl V (listed_distinct t _) ltac:(apply in_hosts; exact X)); [|exact L].
  change (ports (rooted t rs)) with (task_ports t). unfold rooted. erewrite (sum_listed t _ _ (fun e => N.min _ (get _ (ahead nw _ (neighbours_out nw) ps x) (fst e)))) by (intros i _; reflexivity).
  rewrite sum_map. cbn [fst]. exact Big.
Qed.
