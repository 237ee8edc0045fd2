(** A schedule of T slots satisfies the formula of T slots, so that none is left where the formula is refuted. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Permutation Sorted.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Compute Pooled Broadcast Formula Satisfied Scheduled.
Import ListNotations.
Open Scope N_scope.

Section Refuted.
Variables (pb : problem) (personal : bool) (sc : schedule) (T : N).
Let nw := net pb.
Let n := size nw.
Variables (d : N -> N -> N) (near : N -> N) (host : N -> bool) (ins outs : N -> list N) (links : N -> N -> N) (rule : N -> port_rule).
Variables (home goal : N -> N) (names : list name).
Let packets := N.of_nat (length names).
Let named (p : N) : name := nth (N.to_nat p) names (0, 0).

Hypothesis good : good_from pb personal (start pb) sc.
Hypothesis short : N.of_nat (length sc) <= T.
Hypothesis pay : potential pb (fun _ _ => 1) d.
Hypothesis names_once : NoDup names.
Hypothesis names_are : forall p, In p names -> In p (Schedule.packets pb).
Hypothesis homes : forall p, p < packets -> source pb (named p) = home p.
Hypothesis goals : forall p, p < packets -> target pb (named p) = goal p /\ goal p < n.
Hypothesis hosts_are : forall x, x < n -> host x = true -> In x (hosts nw).
Hypothesis ins_links : forall x y, x < n -> In y (ins x) -> link nw y x.
Hypothesis ins_all : forall x y, link nw y x -> In y (ins x).
Hypothesis near_step : forall x y, link nw y x -> near y <= 1 + near x.
Hypothesis ins_once : forall x, x < n -> NoDup (ins x).
Hypothesis outs_once : forall x, x < n -> NoDup (outs x).
Hypothesis outs_below : forall y x, In x (outs y) -> x < n.
Hypothesis links_right : forall y x, links_between nw y x <= links y x.
Hypothesis rules : forall v, rule_at nw (ports pb) v = rule v.

Definition held (p x t : N) : bool := state pb personal sc (N.to_nat t) (named p) x.
Definition sent (p y x t : N) : bool := goes pb personal sc (N.to_nat (t - 1)) (named p) y x.

Let base := base sent.
Let many := many_true sent.
Let left := left_by T personal d near outs home goal sent.
Let truth := truth_of n T personal d near ins outs home goal packets held sent.
Let is_ok := ok n T personal d near ins outs home goal packets held sent.

(* of packets with equal ends the one before has left no later *)
Hypothesis in_order : forall p, p < packets -> after_alike personal home goal p = true -> forall t, left p t = true -> left (p - 1) t = true.

Lemma named_in p : p < packets -> In (named p) (Schedule.packets pb).
Proof. intros H. apply names_are, nth_In. unfold packets in H. lia. Qed.

Lemma packet_ok p c : p < packets -> In c (packet_clauses n T personal d near host ins home goal p) -> is_ok c.
Proof.
  apply packet_clauses_ok with (host := host).
  - intros q t Hq. unfold held. rewrite <- homes by exact Hq. apply (state_later pb personal sc 0). unfold state. cbn. apply is_node_true. reflexivity.
  - intros q x t H. unfold held in *. rewrite N.add_1_r, N2Nat.inj_succ. apply state_stays, H.
  - intros q y x t Ht H. unfold sent, held in *. apply (goes_right pb personal sc good) in H. destruct H as (A & B & _). split; [exact A|].
    replace (N.to_nat t) with (S (N.to_nat (t - 1))) by lia. exact B.
  - intros q x t Hq Hx Ht HT Nh H. unfold held, sent in *. replace (N.to_nat t) with (S (N.to_nat (t - 1))) in H by lia.
    apply (came_by pb personal sc good) in H. destruct H as [H|(y & G & L & Ng)]; [left; exact H|right]. exists y.
    split; [apply ins_all, L|]. split; [apply L|]. split; [exact G|]. intros Pe. rewrite <- (proj1 (goals q Hq)). apply Ng, Pe.
  - intros q x Hq Hx M. unfold held. pose proof (state_end pb personal sc good (named q) (named_in q Hq)) as E. replace (N.to_nat T) with (length sc + (N.to_nat T - length sc))%nat by lia. apply state_later.
    unfold must_have in M. destruct personal; [|apply E, hosts_are; auto]. apply N.eqb_eq in M. subst x. rewrite <- (proj1 (goals q Hq)). exact E.
  - intros q x t Hq Hx H. unfold held in H. destruct (state_route pb personal sc good _ _ _ H) as (h & Le & R). rewrite <- homes by exact Hq.
    pose proof (route_hops pb d pay h _ _ x Hx R) as D. rewrite (potential_end _ _ _ pay) in D. lia.
  - intros q x y Hq Hx Iy. pose proof (ins_links x y Hx Iy) as L. unfold rest. destruct personal; [|apply near_step, L].
    apply (potential_step _ _ _ pay y x (goal q)); [apply (goals q Hq)|exact L].
Qed.

(** ** Limits *)

Let over := over T personal d near home goal packets.
Let out_of := out_of T personal d near outs home goal packets.
Let into := into T personal d near ins home goal packets.

Lemma over_in t y x v : In v (over t y x) -> exists p, v = Sent p y x t /\ p < packets.
Proof. unfold over, Formula.over. intros H. apply in_map_iff in H. destruct H as (p & <- & H). apply filter_In in H. destruct H as [H _]. apply in_upto in H. eauto. Qed.

Lemma over_once t y x : NoDup (over t y x).
Proof. apply NoDup_map_in; [|apply NoDup_filter, upto_nodup]. intros p q _ _ E. congruence. Qed.

Lemma count_moves t (P : move -> bool) L : 1 <= t -> NoDup L ->
  (forall v, In v L -> exists p y x, v = Sent p y x t /\ p < packets /\ forall m, from m = y -> to m = x -> P m = true) ->
  many L <= count P (slot sc (N.to_nat (t - 1))).
Proof.
  intros Ht ND H. unfold many, many_true, count.
  set (g := fun v => match v with Sent p y x _ => (named p, (y, x)) | _ => ((0, 0), (0, 0)) end).
  rewrite <- (map_length g). rewrite <- (map_length (fun m => (packet m, (from m, to m))) (filter P _)).
  match goal with |- N.of_nat ?a <= N.of_nat ?b => enough (a <= b)%nat by lia end. apply NoDup_incl_length.
  - apply NoDup_map_in; [|apply NoDup_filter, ND]. intros v w Hv Hw E. apply filter_In in Hv, Hw. destruct (H v (proj1 Hv)) as (p & y & x & -> & Hp & _), (H w (proj1 Hw)) as (q & y' & x' & -> & Hq & _).
    cbn in E. injection E as En -> ->. f_equal. apply N2Nat.inj. apply (NoDup_nth names (0, 0)); auto; unfold packets in *; lia.
  - intros e He. apply in_map_iff in He. destruct He as (v & <- & Hv). apply filter_In in Hv. destruct Hv as [Iv Bv]. destruct (H v Iv) as (p & y & x & -> & Hp & HP).
    cbn in Bv. apply (goes_right pb personal sc good) in Bv. destruct Bv as (_ & _ & m & Im & Ep & Ey & Ex). cbn [g]. apply in_map_iff. exists m. split; [congruence|]. apply filter_In. split; [exact Im|]. apply HP; auto.
Qed.

Lemma out_once t v : v < n -> NoDup (out_of t v).
Proof.
  intros Hv. apply NoDup_flat_map; [apply outs_once, Hv|intros x _; apply over_once|]. intros x x' w _ _ H H'. apply over_in in H, H'.
  destruct H as (p & -> & _), H' as (q & E & _). congruence.
Qed.
Lemma into_once t v : v < n -> NoDup (into t v).
Proof.
  intros Hv. apply NoDup_flat_map; [apply ins_once, Hv|intros x _; apply over_once|]. intros x x' w _ _ H H'. apply over_in in H, H'.
  destruct H as (p & -> & _), H' as (q & E & _). congruence.
Qed.

Lemma sends_few t v : 1 <= t -> v < n -> many (out_of t v) <= sends (slot sc (N.to_nat (t - 1))) v.
Proof.
  intros Ht Hv. apply count_moves; [exact Ht|apply out_once, Hv|]. intros w Hw. unfold out_of, Formula.out_of in Hw. apply in_flat_map in Hw. destruct Hw as (x & _ & Hw).
  apply over_in in Hw. destruct Hw as (p & -> & Hp). exists p, v, x. split; [reflexivity|]. split; [exact Hp|]. intros m E _. apply is_node_true, E.
Qed.
Lemma receives_few t v : 1 <= t -> v < n -> many (into t v) <= receives (slot sc (N.to_nat (t - 1))) v.
Proof.
  intros Ht Hv. apply count_moves; [exact Ht|apply into_once, Hv|]. intros w Hw. unfold into, Formula.into in Hw. apply in_flat_map in Hw. destruct Hw as (x & _ & Hw).
  apply over_in in Hw. destruct Hw as (p & -> & Hp). exists p, x, v. split; [reflexivity|]. split; [exact Hp|]. intros m _ E. apply is_node_true, E.
Qed.

Lemma ports_hold t v : Schedule.ports_allow (rule v) (sends (slot sc t) v) (receives (slot sc t) v).
Proof.
  destruct (slot_good pb personal sc good t) as (_ & [E|S] & _).
  - rewrite E. unfold sends, receives, count. cbn. destruct (rule v); cbn; lia.
  - rewrite <- rules. apply (ports_suffice _ _ S v).
Qed.

Lemma links_hold t y x : count (fun m => is_node (from m) y && is_node (to m) x) (slot sc t) <= links y x.
Proof.
  destruct (slot_good pb personal sc good t) as (_ & [E|S] & _); [rewrite E; unfold count; cbn; lia|].
  etransitivity; [apply (links_suffice _ _ S y x)|apply links_right].
Qed.

Lemma many_both l l' : many (l ++ l') = many l + many l'.
Proof. apply many_app. Qed.

Lemma limit_fits q : In q (limits n T ins outs links rule) -> let '((t, (kind, place)), k) := q in
  moves n T personal d near ins outs home goal packets held sent (literals_of n T personal d near ins outs home goal packets t kind place) /\
  many (literals_of n T personal d near ins outs home goal packets t kind place) <= k.
Proof.
  intros H. unfold limits in H. apply in_flat_map in H. destruct H as (t & It & H). apply slots_in in It. destruct It as [Ht _].
  assert (Mo : forall y x v, In v (over t y x) -> truth v = base v) by (intros y x v Hv; apply over_in in Hv; destruct Hv as (p & -> & _); reflexivity).
  assert (Mout : forall v w, In w (out_of t v) -> truth w = base w) by (intros v w Hw; unfold out_of, Formula.out_of in Hw; apply in_flat_map in Hw; destruct Hw as (x & _ & Hw); apply (Mo _ _ _ Hw)).
  assert (Minto : forall v w, In w (into t v) -> truth w = base w) by (intros v w Hw; unfold into, Formula.into in Hw; apply in_flat_map in Hw; destruct Hw as (x & _ & Hw); apply (Mo _ _ _ Hw)).
  unfold limits_of_slot in H. apply in_app_iff in H. destruct H as [H|H]; apply in_flat_map in H.
  - destruct H as (y & Hy & H). apply in_upto in Hy. apply in_map_iff in H. destruct H as (x & <- & Hx). apply outs_below in Hx.
    assert (E : literals_of n T personal d near ins outs home goal packets t 0 (y * n + x) = over t y x).
    { unfold literals_of. cbn [N.eqb]. replace ((y * n + x) / n) with y by (apply (N.div_unique _ _ y x); lia). replace ((y * n + x) mod n) with x by (apply (N.mod_unique _ _ y x); lia). reflexivity. }
    rewrite E. split; [intros v; apply Mo|]. etransitivity; [|apply (links_hold (N.to_nat (t - 1)) y x)]. apply count_moves; [exact Ht|apply over_once|].
    intros v Hv. apply over_in in Hv. destruct Hv as (p & -> & Hp). exists p, y, x. split; [reflexivity|]. split; [exact Hp|]. intros m E1 E2. rewrite (proj2 (is_node_true _ _) E1), (proj2 (is_node_true _ _) E2). reflexivity.
  - destruct H as (v & Hv & H). apply in_upto in Hv. pose proof (ports_hold (N.to_nat (t - 1)) v) as P. pose proof (sends_few t v Ht Hv) as Sd. pose proof (receives_few t v Ht Hv) as Rc.
    destruct (rule v) as [|k|]; [destruct H| |].
    + cbn [Schedule.ports_allow] in P. apply in_app_iff in H. destruct H as [H|H].
      * destruct (k <? _); [|destruct H]. destruct H as [<-|[]]. unfold literals_of. cbn [N.eqb]. split; [intros w; apply Mout|]. etransitivity; [exact Sd|apply P].
      * destruct (k <? _); [|destruct H]. destruct H as [<-|[]]. unfold literals_of. cbn [N.eqb Pos.eqb]. split; [intros w; apply Minto|]. etransitivity; [exact Rc|apply P].
    + destruct H as [<-|[]]. cbn [Schedule.ports_allow] in P. unfold literals_of. cbn [N.eqb Pos.eqb]. split.
      * intros w Hw. apply in_app_iff in Hw. destruct Hw; [apply (Mout v)|apply (Minto v)]; assumption.
      * rewrite many_both. etransitivity; [apply N.add_le_mono; [exact Sd|exact Rc]|exact P].
Qed.

Theorem all_ok c : In c (all_clauses n T personal d near host ins outs links rule home goal packets) -> is_ok c.
Proof.
  unfold all_clauses. rewrite !in_app_iff. intros [H|[H|H]]; apply in_flat_map in H.
  - destruct H as (p & Hp & H). apply in_upto in Hp. apply (packet_ok p c Hp H).
  - destruct H as (q & Hq & H). pose proof (limit_fits q Hq) as F. pose proof (limit_ok n T personal d near ins outs home goal packets held sent q c) as L.
    destruct q as [[t [kind place]] k]. destruct F as [A B]. apply (L A B H).
  - destruct H as (p & Hp & H). unfold Formula.in_order in Hp. apply filter_In in Hp. destruct Hp as [Hp _]. apply in_upto in Hp.
    apply (order_ok n T personal d near ins outs home goal packets held sent p c); [|exact H]. intros A. apply (in_order p Hp A).
Qed.
End Refuted.
