(** Bounds on listed packets: demands, scatter, gather, and isotropic tasks written out. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Pooled Compute Lines Families Hops Explicit Ports.
Import ListNotations.
Open Scope N_scope.

Section Listed.
Variables (t : task) (ends : list (N * N)).
Let pb := listed t ends.
Let nw := task_network t.
Let inv := inverse nw.
Hypothesis V : valid_network nw = true.
Hypothesis ends_ok : forall e, In e ends -> fst e < size nw /\ snd e < size nw.

Lemma targets_ok p : In p (packets pb) -> target pb p < size (net pb).
Proof. intros H. apply (listed_target t ends ends_ok p H). Qed.

Definition far (g : gauge) (e : N * N) : N := far_of nw g (fst e) (snd e).

Lemma need_listed g : need pb (hops nw g) = sum (far g) ends.
Proof.
  apply sum_listed. intros i Hi. unfold far. cbn [source target net pb listed snd].
  destruct (ends_ok (nth (N.to_nat i) ends (0, 0))) as [_ B]; [apply nth_In; lia|]. apply hops_far, B.
Qed.

(** ** Weights *)

Section Weights.
Hypothesis Ls : listed_links nw = false.
Let T := valid_typed nw V Ls.

Definition capacity_of_node (ws : list N) (v : N) : N :=
  let own := mapr snd (filter (fun gw => product nw v (fst gw) <? size nw) (hops_of nw ws)) in capacity (task_ports t) own.

(* with one half-duplex port the greatest weight on every pair of nodes, if [paired] *)
Definition slot_capacity_of (paired : bool) (ws : list N) : N :=
  match task_ports t, paired with
  | HalfDuplex, true => size nw / 2 * fold_left N.max ws 0
  | _, _ => if uniform nw then size nw * capacity (task_ports t) ws else loop (fun s v => s + capacity_of_node ws v) (size nw) 0
  end.

Lemma capacity_of_node_is ws v : length ws = length (generators nw) -> exists x,
  node_capacity pb (weight_of (generators nw) ws) v x <= capacity_of_node ws v.
Proof.
  intros E. unfold capacity_of_node. rewrite mapr_map. set (own := map snd _). destruct (capacity_is_at (task_ports t) own) as [x ->]. exists x.
  assert (Sum : forall f : N -> N, (forall a b, a <= b -> f a <= f b) -> sum (fun g => f (weight_of (generators nw) ws g)) (out pb v) <= sum f own).
  { intros f Mono. unfold own, out, hops_of. cbn [net pb listed]. fold nw. rewrite sum_map.
    assert (I : forall n, (n < length (generators nw))%nat -> weight_of (generators nw) ws (nth n (generators nw) 0) <= nth n ws 0)
      by (intros; apply weight_of_least; auto).
    revert I. generalize (weight_of (generators nw) ws) as W. clear own. revert ws E. generalize (generators nw) as gens.
    induction gens as [|g gens IH]; intros [|w ws] E W I; try discriminate. cbn [combine filter fst].
    specialize (IH ws ltac:(cbn in E; lia) W ltac:(intros n Hn; apply (I (S n)); cbn; lia)). pose proof (Mono _ _ (I 0%nat ltac:(cbn; lia))) as M. cbn [nth] in M.
    destruct (product nw v g <? size nw); rewrite ?sum_cons; cbn [snd]; lia. }
  unfold capacity_at, node_capacity. cbn [ports pb listed]. destruct (task_ports t); rewrite sumf_sum.
  - apply (Sum (fun w => w)); auto.
  - apply N.add_le_mono_l, (Sum (fun w => w - x)). intros; lia.
  - apply N.add_le_mono_l, (Sum (fun w => w - x)). intros; lia.
Qed.

Lemma choose (P : N -> N -> Prop) n : (forall v, exists x, P v x) -> exists f, forall v, v < n -> P v (f v).
Proof.
  intros H. induction n as [|n [f IH]] using N.peano_ind; [exists (fun _ => 0); intros; lia|].
  destruct (H n) as [x Hx]. exists (fun v => if v =? n then x else f v). intros v Hv. destruct (N.eqb_spec v n) as [->|]; auto. apply IH. lia.
Qed.

Lemma greatest ws c : In c ws -> c <= fold_left N.max ws 0.
Proof.
  assert (M : forall l a, a <= fold_left N.max l a) by (induction l as [|x l IH]; intros a; cbn; [lia|specialize (IH (N.max a x)); lia]).
  assert (G : forall l a, In c l -> c <= fold_left N.max l a).
  { induction l as [|x l IH]; intros a H; [destruct H|]. cbn. destruct H as [->|H]; auto. specialize (M l (N.max a c)). lia. }
  apply G.
Qed.

Lemma weights_slot paired ws ms : length ws = length (generators nw) -> slot_fits pb ms ->
  sum (fun m => price pb inv (weight_of (generators nw) ws) (from m) (to m)) ms <= slot_capacity_of paired ws.
Proof.
  intros E S.
  assert (A : uniform nw = true -> sum (fun m => price pb inv (weight_of (generators nw) ws) (from m) (to m)) ms <= size nw * capacity (task_ports t) ws).
  { intros U. destruct (capacity_is_at (task_ports t) ws) as [x ->]. apply (slot_weight_uniform pb inv _ T _ x); auto.
    cbn [ports pb listed net]. fold nw. unfold capacity_at. destruct (task_ports t); rewrite sumf_sum.
    - apply (weight_sum (generators nw) ws (fun w => w)); auto.
    - apply N.add_le_mono_l, (weight_sum (generators nw) ws (fun w => w - x)); auto. intros; lia.
    - apply N.add_le_mono_l, (weight_sum (generators nw) ws (fun w => w - x)); auto. intros; lia. }
  assert (B : sum (fun m => price pb inv (weight_of (generators nw) ws) (from m) (to m)) ms <= loop (fun s v => s + capacity_of_node ws v) (size nw) 0).
  { rewrite sum_loop. destruct (choose (fun v x => node_capacity pb (weight_of (generators nw) ws) v x <= capacity_of_node ws v) (size nw)
      (fun v => capacity_of_node_is ws v E)) as [f F].
    eapply N.le_trans; [apply (slot_weight pb inv _ T f ms S)|]. apply sum_le. intros v Hv. apply in_upto in Hv. apply (F v Hv). }
  unfold slot_capacity_of. destruct (uniform nw) eqn:U; (destruct (task_ports t) eqn:Po; [auto|auto|]); destruct paired; auto.
  all: assert (Po' : forall v, rule_at nw (task_ports t) v = HalfDuplex) by (intros v; rewrite Po; apply one_rule, not_listed, Ls);
    pose proof (pairs_of_nodes pb ms Po' S) as L;
    eapply N.le_trans; [apply (sum_le _ (fun _ => fold_left N.max ws 0))|rewrite sum_const; cbn [net pb listed] in L; fold nw in L; nia].
  all: intros m Hm; unfold price; destruct (link_step _ _ _ (not_listed _ Ls) (moves_over_links _ _ S m Hm)) as (Hu & _ & g & Hg & ->); cbn [net pb listed] in *; fold nw in Hu, Hg |- *;
    rewrite (types_are_generators _ _ T) by auto; destruct (weight_of_attained _ g ws (eq_sym E) Hg) as (n & Hn & _ & <-); apply greatest, nth_In; lia.
Qed.

Lemma need_weighed g : need pb (togo pb inv (weigh g)) = sum (far g) ends.
Proof.
  rewrite <- need_listed. apply sum_ext. intros p _. unfold togo, hops, far_of, way. cbn [net pb listed]. fold nw. rewrite Ls. reflexivity.
Qed.

Lemma weights_bind paired ws g sc : gauge_for nw ws = Some g -> 0 < slot_capacity_of paired ws -> legal pb sc ->
  ceil (sumf (far g) ends) (slot_capacity_of paired ws) <= slots sc.
Proof.
  intros G W H. pose proof (gauge_for_sound _ _ _ V G) as B. pose proof B as B'. destruct B' as (E & _).
  pose proof (prices_bind pb (listed_distinct t ends) targets_ok _ _ (slot_capacity_of paired ws) (weights_potential pb inv _ ws T B)) as P.
  specialize (P (fun ms S _ => weights_slot paired ws ms E S) sc H). rewrite need_weighed in P.
  apply ceil_least; auto. rewrite sumf_sum. exact P.
Qed.
End Weights.

(** ** Hops *)

Variables (g : gauge) (nodes : list N).
Hypothesis G : hop_gauge nw nodes = Some g.

Definition hops_pay : potential pb (fun _ _ => 1) (hops nw g) := hop_gauge_sound pb nodes g V G.

Lemma togo_far e : In e ends -> hops nw g (fst e) (snd e) = far g e.
Proof. intros H. apply hops_far, (ends_ok e H). Qed.

Lemma distance_bind e sc : In e ends -> legal pb sc -> far g e <= slots sc.
Proof.
  intros He H. rewrite <- togo_far by auto. apply (In_nth _ _ (0, 0)) in He. destruct He as (i & Hi & <-).
  pose proof (distance_binds pb (listed_distinct t ends) targets_ok _ (0, N.of_nat i) hops_pay) as D.
  cbn [source target pb listed snd] in D. rewrite Nat2N.id in D. apply D; auto.
  apply in_map_iff. exists (N.of_nat i). split; auto. apply in_upto. lia.
Qed.

Lemma distances_bind sc : legal pb sc -> sumf (far g) ends <= transmissions sc.
Proof.
  intros H. pose proof (Carry.distances_bind pb (listed_distinct t ends) targets_ok _ hops_pay sc H) as D.
  rewrite need_listed in D. rewrite sumf_sum. exact D.
Qed.

(** ** Delay: all packets on all ports *)

(* as many servers as a slot has moves at most; if none can move there are no packets *)
Definition all_servers : N := N.max 1 (slot_capacity pb).

Lemma pooled_bind v sc : pooled_of all_servers (mapr (far g) ends) = Some v -> legal pb sc -> v <= total_delay pb sc.
Proof.
  intros P H. apply pooled_of_sound in P. subst v. rewrite mapr_map.
  pose proof (pooled_binds pb all_servers (hops nw g) ltac:(unfold all_servers; lia) (listed_distinct t ends) targets_ok) as B.
  specialize (B ltac:(intros ms S; etransitivity; [apply (slot_length pb V ms S)|apply N.le_max_r]) hops_pay sc H).
  eapply N.le_trans; [|exact B]. apply N.eq_le_incl. f_equal.
  rewrite <- (nth_upto (0, 0) ends) at 1. rewrite map_map. cbn [packets pb listed]. rewrite map_map. apply map_ext_in.
  intros i Hi. apply in_upto in Hi. cbn [source target pb listed snd]. symmetry. apply togo_far. apply nth_In. lia.
Qed.

(** ** Reception and emission *)

Definition after_way (packets ports away : N) : N := if packets =? 0 then 0 else ceil packets ports + away - 1.

Definition came (x away : N) : N := sumf (fun e => if (snd e =? x) && (away <=? far g e) then 1 else 0) ends.
Definition went (x away : N) : N := sumf (fun e => if (fst e =? x) && (away <=? far g e) then 1 else 0) ends.

Lemma listed_packet p : In p (packets pb) -> In (source pb p, target pb p) ends /\ source pb p < size nw /\ target pb p < size nw.
Proof.
  intros Hp. destruct (listed_target t ends ends_ok p Hp). split; auto. cbn in Hp. apply in_map_iff in Hp. destruct Hp as (i & <- & Hi).
  apply in_upto in Hi. cbn. rewrite <- surjective_pairing. apply nth_In. lia.
Qed.

Let d := hops nw g.

Lemma slots_in_reach T0 (k away : N) (late : nat -> bool) : (forall i, late i = true <-> away <= N.of_nat i + 1) ->
  sum (fun i => if late i then k else 0) (seq 0 T0) <= k * (N.of_nat T0 + 1 - away).
Proof.
  intros La. induction T0 as [|T0 IH]; [cbn; lia|]. rewrite seq_S, sum_app, sum_cons. cbn [Nat.add]. specialize (La T0).
  cbn [sum fold_right]. destruct (late T0).
  - assert (away <= N.of_nat T0 + 1) by (apply La; auto). replace (N.of_nat (S T0) + 1 - away) with (N.of_nat T0 + 1 - away + 1) by lia. lia.
  - assert (~ away <= N.of_nat T0 + 1) by (intros C; apply La in C; discriminate). assert (k * (N.of_nat T0 + 1 - away) <= k * (N.of_nat (S T0) + 1 - away)) by (apply N.mul_le_mono_l; lia). lia.
Qed.

Lemma reception_bind x away sc : 1 <= away -> 0 < ports_in nw (task_ports t) x -> legal pb sc ->
  after_way (came x away) (ports_in nw (task_ports t) x) away <= slots sc.
Proof.
  intros Aw K H. set (k := ports_in nw (task_ports t) x) in *. destruct hops_pay as [Z St].
  set (price := fun (i : nat) (m : move) => if is_node (to m) x && (away <=? N.of_nat i + 1) then 1 else 0).
  set (due := fun (i : nat) (p : name) (u : N) => if (target pb p =? x) && negb (u =? x) && (away <=? d u x + N.of_nat i) then 1 else 0).
  assert (P : pays pb (length sc) price due).
  { constructor.
    - intros p _. unfold due. destruct (N.eqb_spec (target pb p) x) as [->|]; cbn [andb]; rewrite ?N.eqb_refl; auto.
    - intros i p u _ _. unfold due. destruct ((target pb p =? x) && negb (u =? x)); cbn [andb]; [|lia]. destruct (N.leb_spec away (d u x + N.of_nat i)), (N.leb_spec away (d u x + N.of_nat (S i))); lia.
    - intros i m _ Hp Lk. unfold due, price. destruct (N.eqb_spec (target pb (packet m)) x) as [E|]; cbn [andb]; [|lia].
      pose proof (St _ _ x ltac:(rewrite <- E; apply targets_ok; auto) Lk) as Step. fold d in Step.
      destruct (N.eqb_spec (from m) x); cbn [andb negb]; [lia|]. destruct (N.leb_spec away (d (from m) x + N.of_nat i)); [|lia].
      unfold is_node. destruct (N.eq_dec (to m) x) as [E'|D]; cbn [andb].
      + rewrite E' in Step. unfold d in Step at 2. rewrite Z in Step. destruct (N.leb_spec away (N.of_nat i + 1)); lia.
      + destruct (N.eqb_spec (to m) x); [congruence|]. cbn [negb andb]. destruct (N.leb_spec away (d (to m) x + N.of_nat (S i))); lia. }
  pose proof (prices_are_paid pb (listed_distinct t ends) _ _ _ P sc H eq_refl) as A.
  pose proof (cost_of_slots pb price (fun i => if away <=? N.of_nat i + 1 then k else 0) sc H) as C.
  specialize (C ltac:(intros i ms _ S _; unfold price; destruct (away <=? N.of_nat i + 1);
    [rewrite (sum_ext _ (fun m => if is_node (to m) x then 1 else 0)) by (intros; rewrite andb_true_r; auto); rewrite <- count_sum; apply (receives_few pb V ms x S)
    |rewrite (sum_ext _ (fun _ => 0)) by (intros; rewrite andb_false_r; auto); rewrite sum_const; lia])).
  pose proof (slots_in_reach (length sc) k away (fun i => away <=? N.of_nat i + 1) ltac:(intros; apply N.leb_le)) as Sum.
  assert (R : came x away = sum (fun p => due 0%nat p (source pb p)) (packets pb)).
  { unfold came. rewrite sumf_sum. symmetry. apply sum_listed. intros i Hi. unfold due. cbn [source target pb listed snd].
    set (e := nth (N.to_nat i) ends (0, 0)). assert (He : In e ends) by (apply nth_In; lia). rewrite N.add_0_r.
    destruct (N.eqb_spec (snd e) x) as [E|]; cbn [andb]; auto. unfold d. rewrite <- E, togo_far by auto.
    destruct (N.eqb_spec (fst e) (snd e)) as [E2|]; cbn [negb andb]; auto.
    destruct (N.leb_spec away (far g e)) as [C1|]; auto. rewrite <- togo_far, E2, Z in C1 by auto. lia. }
  unfold after_way. destruct (N.eqb_spec (came x away) 0); [unfold slots; lia|].
  assert (B : came x away <= k * (N.of_nat (length sc) + 1 - away)) by lia.
  assert (Big : away <= N.of_nat (length sc)) by nia.
  assert (ceil (came x away) k <= N.of_nat (length sc) + 1 - away) by (apply ceil_least; auto; lia). unfold slots. lia.
Qed.

Lemma slots_before T0 (k away : N) (early : nat -> bool) : (forall i, early i = true <-> N.of_nat i + away <= T0) -> forall n,
  sum (fun i => if early i then k else 0) (seq 0 n) <= k * (T0 + 1 - away).
Proof.
  intros Ea. assert (G' : forall n, sum (fun i => if early i then k else 0) (seq 0 n) <= k * N.min (N.of_nat n) (T0 + 1 - away)).
  { induction n as [|n IH]; [cbn; lia|]. rewrite seq_S, sum_app, sum_cons. cbn [Nat.add sum fold_right]. specialize (Ea n). destruct (early n).
    - assert (N.of_nat n + away <= T0) by (apply Ea; auto). nia.
    - nia. }
  intros n. specialize (G' n). nia.
Qed.

Lemma emission_bind x away sc : 1 <= away -> 0 < ports_out nw (task_ports t) x -> legal pb sc ->
  after_way (went x away) (ports_out nw (task_ports t) x) away <= slots sc.
Proof.
  intros Aw K H. set (k := ports_out nw (task_ports t) x) in *. destruct hops_pay as [Z St]. set (T0 := N.of_nat (length sc)).
  set (price := fun (i : nat) (m : move) => if is_node (from m) x && (N.of_nat i + away <=? T0) then 1 else 0).
  set (mine := fun p => (source pb p =? x) && (away <=? d x (target pb p))).
  set (due := fun (i : nat) (p : name) (u : N) => if mine p && ((u =? x) || (T0 - N.of_nat i <? d u (target pb p))) then 1 else 0).
  assert (P : pays pb (length sc) price due).
  { constructor.
    - intros p _. unfold due, mine. destruct (source pb p =? x); cbn [andb]; auto. destruct (N.leb_spec away (d x (target pb p))) as [F|]; auto.
      cbn [andb]. destruct (N.eqb_spec (target pb p) x) as [E|]; cbn [orb]; [unfold d in F; rewrite E, Z in F; lia|].
      unfold d at 1. rewrite Z. destruct (N.ltb_spec (T0 - N.of_nat (length sc)) 0); [lia|auto].
    - intros i p u _ _. unfold due. destruct (mine p); cbn [andb]; [|lia]. destruct (u =? x); cbn [orb]; [lia|].
      destruct (N.ltb_spec (T0 - N.of_nat i) (d u (target pb p))), (N.ltb_spec (T0 - N.of_nat (S i)) (d u (target pb p))); lia.
    - intros i m Hi Hp Lk. unfold due, price, mine. destruct (source pb (packet m) =? x); cbn [andb]; [|lia].
      destruct (N.leb_spec away (d x (target pb (packet m)))) as [F|]; cbn [andb]; [|lia].
      pose proof (St _ _ _ (targets_ok _ Hp) Lk) as Step. fold d in Step.
      unfold is_node. destruct (N.eq_dec (from m) x) as [E|D]; cbn [andb orb].
      + rewrite E in *. rewrite N.eqb_refl. cbn [orb]. destruct (N.leb_spec (N.of_nat i + away) T0); [destruct (_ || _); lia|].
        destruct (N.ltb_spec (T0 - N.of_nat (S i)) (d (to m) (target pb (packet m)))); [rewrite orb_true_r; lia|lia].
      + destruct (N.eqb_spec (from m) x); [congruence|]. cbn [orb].
        destruct (N.ltb_spec (T0 - N.of_nat i) (d (from m) (target pb (packet m)))); [|lia].
        destruct (N.ltb_spec (T0 - N.of_nat (S i)) (d (to m) (target pb (packet m)))); [rewrite orb_true_r; lia|lia]. }
  pose proof (prices_are_paid pb (listed_distinct t ends) _ _ _ P sc H eq_refl) as A.
  pose proof (cost_of_slots pb price (fun i => if N.of_nat i + away <=? T0 then k else 0) sc H) as C.
  specialize (C ltac:(intros i ms _ S _; unfold price; destruct (N.of_nat i + away <=? T0);
    [rewrite (sum_ext _ (fun m => if is_node (from m) x then 1 else 0)) by (intros; rewrite andb_true_r; auto); rewrite <- count_sum; apply (sends_few pb ms x S)
    |rewrite (sum_ext _ (fun _ => 0)) by (intros; rewrite andb_false_r; auto); rewrite sum_const; lia])).
  pose proof (slots_before T0 k away (fun i => N.of_nat i + away <=? T0) ltac:(intros; apply N.leb_le) (length sc)) as Sum.
  assert (R : went x away = sum (fun p => due 0%nat p (source pb p)) (packets pb)).
  { unfold went. rewrite sumf_sum. symmetry. apply sum_listed. intros i Hi. unfold due, mine. cbn [source target pb listed snd].
    set (e := nth (N.to_nat i) ends (0, 0)). assert (He : In e ends) by (apply nth_In; lia).
    destruct (N.eqb_spec (fst e) x) as [E|]; cbn [andb orb]; auto. unfold d. rewrite <- E, togo_far by auto. rewrite andb_true_r. auto. }
  unfold after_way. destruct (N.eqb_spec (went x away) 0); [unfold slots; lia|].
  assert (B : went x away <= k * (T0 + 1 - away)) by lia.
  assert (Big : away <= T0) by nia.
  assert (ceil (went x away) k <= T0 + 1 - away) by (apply ceil_least; auto; lia). unfold slots. fold T0. lia.
Qed.

(** ** Volume *)

Lemma volume_bind sc : 0 < slot_capacity pb -> legal pb sc -> ceil (sumf (far g) ends) (slot_capacity pb) <= slots sc.
Proof.
  intros K H. apply ceil_least; auto.
  pose proof (prices_bind pb (listed_distinct t ends) targets_ok _ _ (slot_capacity pb) hops_pay) as P.
  specialize (P ltac:(intros ms S _; cbv beta; rewrite sum_const, N.mul_1_r; apply (slot_length pb); auto) sc H).
  rewrite need_listed in P. rewrite sumf_sum. exact P.
Qed.

End Listed.
