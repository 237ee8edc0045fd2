(** Which scope the schedule of a certificate lies in: with as many moves as there are hops, each packet makes the least. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Families Near Isotropic Courses.
Import ListNotations.
Open Scope N_scope.

Section Hops.
Variable pb : problem.
Hypothesis distinct : NoDup (packets pb).
Hypothesis targets : forall p, In p (packets pb) -> target pb p < size (net pb).

Lemma cost_of_packet p sc : cost (fun _ m => if name_eq p (packet m) then 1 else 0) 0 sc = hops_of_packet sc p.
Proof.
  unfold hops_of_packet. generalize 0%nat. induction sc as [|ms sc IH]; intros n; [reflexivity|]. cbn [cost concat].
  rewrite IH, count_app, (count_sum _ ms). f_equal. apply sum_ext. intros m _. unfold is_name. destruct (name_eq p (packet m)), (name_eq (packet m) p); congruence.
Qed.

Lemma hops_at_least togo p sc : potential pb (fun _ _ => 1) togo -> In p (packets pb) -> legal pb sc ->
  togo (source pb p) (target pb p) <= hops_of_packet sc p.
Proof.
  intros [Z St] Hp H. set (own := fun q => if name_eq p q then 1 else 0).
  assert (P : pays pb (length sc) (fun _ m => own (packet m)) (fun _ q u => own q * togo u (target pb q))).
  { constructor.
    - intros q _. rewrite Z. lia.
    - intros; lia.
    - intros t m _ Hq L. pose proof (St _ _ (target pb (packet m)) (targets _ Hq) L). nia. }
  pose proof (prices_are_paid pb distinct _ _ _ P sc H eq_refl) as A.
  change (cost _ 0 sc) with (cost (fun _ m => if name_eq p (packet m) then 1 else 0) 0 sc) in A. rewrite cost_of_packet in A.
  pose proof (sum_member (fun q => own q * togo (source pb q) (target pb q)) p _ Hp) as M. cbv beta in M.
  assert (O : own p = 1) by (unfold own; destruct (name_eq p p); congruence). rewrite O in M. lia.
Qed.

Lemma hops_in_all sc : sum (hops_of_packet sc) (packets pb) <= transmissions sc.
Proof.
  unfold hops_of_packet, transmissions. rewrite (sum_ext _ (fun p => sum (fun m => if is_name (packet m) p then 1 else 0) (concat sc)))
    by (intros; apply count_sum).
  rewrite sum_swap. rewrite <- (N.mul_1_r (N.of_nat _)), <- sum_const. apply sum_le. intros m _. unfold is_name.
  rewrite (sum_ext _ (fun x => if name_eq (packet m) x then 1 else 0)) by (intros; destruct (name_eq _ _); auto). apply sum_one, distinct.
Qed.

Lemma sums_meet {A} (f g : A -> N) l : (forall x, In x l -> f x <= g x) -> sum g l <= sum f l -> forall x, In x l -> g x = f x.
Proof.
  induction l as [|a l IH]; intros H E x Hx; [destruct Hx|]. rewrite !sum_cons in E.
  pose proof (H a (or_introl eq_refl)). assert (sum f l <= sum g l) by (apply sum_le; intros; apply H; right; auto).
  destruct Hx as [<-|Hx]; [lia|]. apply IH; auto; [intros; apply H; right; auto|lia].
Qed.

Theorem least_hops togo sc : potential pb (fun _ _ => 1) togo -> legal pb sc -> transmissions sc <= need pb togo ->
  forall p, In p (packets pb) -> hops_of_packet sc p = togo (source pb p) (target pb p).
Proof.
  intros P L T. apply sums_meet; [intros; apply hops_at_least; auto|]. pose proof (hops_in_all sc). unfold need in T. lia.
Qed.
End Hops.

Section Symmetric.
Variables (t : task) (offs : list N) (g : gauge).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis G : gauge_for nw (ones_of nw) = Some g.
Let pb := isotropic t offs.

Theorem along_shortest sc : legal pb sc -> transmissions sc = size nw * sum (weigh g) offs -> shortest pb sc.
Proof.
  intros L T p Hp fewer Lt.
  rewrite (least_hops pb (packets_distinct t offs) (targets_ok t offs V U offs_ok) _ sc (hop_potential t offs V U g G) L) in Lt; auto.
  - destruct (within (net pb) fewer (source pb p) (target pb p)) eqn:W; auto. exfalso.
    pose proof (targets_ok t offs V U offs_ok p Hp) as Tg. destruct p as [s i]. apply in_prod_iff in Hp. destruct Hp as [Hs Hi]. apply in_upto in Hs, Hi.
    cbn [net pb isotropic] in W, Tg. apply (within_apart nw g V U G) in W; [|exact Hs|exact Tg].
    unfold togo in Lt. cbn [net pb isotropic] in Lt. fold nw in Lt, Tg. unfold apart in W. cbn [source target pb isotropic] in *. fold nw in W, Lt, Tg.
    destruct (N.ltb_spec (product nw (fst (s, i)) (nth (N.to_nat (snd (s, i))) offs 0)) (size nw)); lia.
  - rewrite T. apply N.eq_le_incl. symmetry. exact (need_own t offs V U offs_ok (weigh g)).
Qed.
End Symmetric.
