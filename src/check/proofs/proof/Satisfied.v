(** What a schedule says of the variables of the formula of T slots satisfies its clauses. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Compute Formula.
Import ListNotations.
Open Scope N_scope.

Section Satisfied.
Variables (n T : N) (personal : bool) (d : N -> N -> N) (near : N -> N) (host : N -> bool).
Variables (ins outs : N -> list N) (links : N -> N -> N) (rule : N -> port_rule).
Variables (home goal : N -> N) (packets : N).
(* whether packet p is at, or has been at, x after slot t; whether it is sent from y to x in slot t *)
Variables (held : N -> N -> N -> bool) (sent : N -> N -> N -> N -> bool).

Let exists_at := exists_at T personal d near home goal.
Let may_send := may_send T personal d near home goal.
Let literals_of := literals_of n T personal d near ins outs home goal packets.
Let leaving := leaving T personal d near outs home goal.

Hypothesis at_home : forall p t, p < packets -> held p (home p) t = true.
Hypothesis stays : forall p x t, held p x t = true -> held p x (t + 1) = true.
Hypothesis sent_right : forall p y x t, 1 <= t -> sent p y x t = true -> held p y (t - 1) = true /\ held p x t = true.
Hypothesis came : forall p x t, p < packets -> x < n -> 1 <= t -> t <= T -> x <> home p -> held p x t = true ->
  held p x (t - 1) = true \/ exists y, In y (ins x) /\ y < n /\ sent p y x t = true /\ (personal = true -> y <> goal p).
Hypothesis delivered : forall p x, p < packets -> x < n -> must_have personal host goal p x = true -> held p x T = true.
Hypothesis in_reach : forall p x t, p < packets -> x < n -> held p x t = true -> d (home p) x <= t.
Hypothesis one_step : forall p x y, p < packets -> x < n -> In y (ins x) -> rest personal d near goal p y <= 1 + rest personal d near goal p x.

Definition base (v : variable) : bool := match v with Sent p y x t => sent p y x t | _ => false end.
Definition many_true (l : list variable) : N := count base l.
Definition left_by (p t : N) : bool := existsb (fun s => (s <=? t) && existsb base (leaving p s)) (slots T).

Definition truth_of (v : variable) : bool :=
  match v with
  | Held p x t => held p x t
  | Sent p y x t => sent p y x t
  | Counted t kind place i j => j <? many_true (firstn (N.to_nat i) (literals_of t kind place))
  | Left p t => left_by p t
  end.

Definition true_literal (l : bool * variable) : bool := Bool.eqb (fst l) (truth_of (snd l)).
Definition ok (c : clause) : Prop := exists l, In l c /\ true_literal l = true.

Lemma ok_yes v c : In (yes v) c -> truth_of v = true -> ok c.
Proof. intros I H. exists (yes v). split; [exact I|]. unfold true_literal. cbn. rewrite H. reflexivity. Qed.
Lemma ok_no v c : In (no v) c -> truth_of v = false -> ok c.
Proof. intros I H. exists (no v). split; [exact I|]. unfold true_literal. cbn. rewrite H. reflexivity. Qed.

(* either a is false, or b, which follows, is true *)
Lemma ok_implies a b : (truth_of a = true -> truth_of b = true) -> ok [no a; yes b].
Proof.
  intros H. destruct (truth_of a) eqn:E; [apply (ok_yes b); [right; left; reflexivity|auto]|apply (ok_no a); [left; reflexivity|exact E]].
Qed.

Lemma exists_at_true p x t : exists_at p x t = true <-> d (home p) x <= t /\ rest personal d near goal p x + t <= T.
Proof. unfold exists_at, Formula.exists_at. rewrite andb_true_iff, !N.leb_le. reflexivity. Qed.

Lemma slot_clauses_ok p x t c : p < packets -> x < n -> x <> home p -> 1 <= t -> exists_at p x t = true ->
  In c (slot_clauses T personal d near ins home goal p x t) -> ok c.
Proof.
  intros Hp Hx Nh Ht Ex. unfold slot_clauses. cbv zeta. fold (exists_at). change (Formula.exists_at T personal d near home goal) with exists_at.
  rewrite !in_app_iff. intros [H|[H|H]].
  - destruct (exists_at p x (t - 1) && negb personal); [|destruct H]. destruct H as [<-|[]]. apply ok_implies. cbn. intros Hd. apply stays in Hd. replace (t - 1 + 1) with t in Hd by lia. exact Hd.
  - apply in_flat_map in H. destruct H as (y & _ & H). cbn in H. destruct H as [<-|[<-|[]]]; apply ok_implies; cbn; intros S; apply (sent_right p y x t Ht S).
  - destruct H as [<-|[]]. destruct (held p x t) eqn:E; [|apply (ok_no (Held p x t)); [left; reflexivity|exact E]].
    apply exists_at_true in Ex. destruct Ex as [E1 E2].
    destruct (came p x t Hp Hx Ht ltac:(lia) Nh E) as [B|(y & Iy & Hy & S & Ng)].
    + assert (Eb : exists_at p x (t - 1) = true) by (apply exists_at_true; split; [apply (in_reach p x (t - 1) Hp Hx B)|lia]).
      rewrite Eb. apply (ok_yes (Held p x (t - 1))); [right; apply in_app_iff; left; left; reflexivity|exact B].
    + apply (ok_yes (Sent p y x t)); [|exact S]. right. apply in_app_iff. right. apply in_map_iff. exists y. split; [reflexivity|].
      unfold senders. apply filter_In. split; [exact Iy|]. unfold Formula.may_send. change (Formula.exists_at T personal d near home goal) with exists_at.
      rewrite !andb_true_iff. split; [split; [split|]|].
      * apply negb_true_iff, N.eqb_neq, Nh.
      * apply exists_at_true. auto.
      * apply exists_at_true. pose proof (one_step p x y Hp Hx Iy). split; [|lia]. apply (in_reach p y (t - 1) Hp Hy), (sent_right p y x t Ht S).
      * apply negb_true_iff, not_true_iff_false. rewrite andb_true_iff, N.eqb_eq. intros [Pe Eg]. apply (Ng Pe Eg).
Qed.

Lemma packet_clauses_ok p c : p < packets -> In c (packet_clauses n T personal d near host ins home goal p) -> ok c.
Proof.
  intros Hp H. unfold packet_clauses in H. apply in_flat_map in H. destruct H as (x & Hx & H). apply in_upto in Hx. destruct (N.eqb_spec x (home p)) as [->|Nh].
  - apply in_map_iff in H. destruct H as (t & <- & _). apply (ok_yes (Held p (home p) t)); [left; reflexivity|apply at_home, Hp].
  - apply in_app_iff in H. destruct H as [H|H].
    + apply in_flat_map in H. destruct H as (t & Ht & H). unfold later in Ht. apply filter_In in Ht. destruct Ht as [Ht Le]. apply N.leb_le in Le. unfold times_at in Ht. apply filter_In in Ht.
      apply (slot_clauses_ok p x t c Hp Hx Nh Le (proj2 Ht) H).
    + destruct (must_have personal host goal p x) eqn:M; [|destruct H]. cbn [andb] in H. destruct (Formula.exists_at _ _ _ _ _ _ _ _ _); [|destruct H].
      destruct H as [<-|[]]. apply (ok_yes (Held p x T)); [left; reflexivity|apply (delivered p x Hp Hx M)].
Qed.

(** ** Limits *)

Lemma many_cons a l : many_true (a :: l) = (if base a then 1 else 0) + many_true l.
Proof. unfold many_true. rewrite !count_sum, sum_cons. reflexivity. Qed.
Lemma many_app l l' : many_true (l ++ l') = many_true l + many_true l'.
Proof. apply count_app. Qed.

(* literals are moves *)
Definition moves (l : list variable) : Prop := forall v, In v l -> truth_of v = base v.

Lemma pairs_ok l : moves l -> many_true l <= 1 -> forall c, In c (pairs_of l) -> ok c.
Proof.
  induction l as [|a l IH]; intros Mv Few c H; [destruct H|]. cbn [pairs_of] in H. rewrite many_cons in Few. apply in_app_iff in H. destruct H as [H|H].
  - apply in_map_iff in H. destruct H as (b & <- & Ib). destruct (base a) eqn:Ea.
    + apply (ok_no b); [right; left; reflexivity|]. rewrite Mv by (right; exact Ib). apply not_true_iff_false. intros Eb.
      enough (1 <= many_true l) by lia. unfold many_true. rewrite count_sum. pose proof (sum_member (fun v => if base v then 1 else 0) b l Ib) as M. cbv beta in M. rewrite Eb in M. exact M.
    + apply (ok_no a); [left; reflexivity|]. rewrite Mv by (left; reflexivity). exact Ea.
  - apply IH; auto; [intros v Hv; apply Mv; right; exact Hv|lia].
Qed.

Section Count.
Variables (t kind place k : N).
Let all := literals_of t kind place.
Let c := Counted t kind place.
Hypothesis all_moves : moves all.
Hypothesis few : many_true all <= k.

Lemma count_ok l : forall before, all = before ++ l -> forall q, In q (count_clauses c k (N.of_nat (length before)) l) -> ok q.
Proof.
  assert (Value : forall before l, all = before ++ l -> forall j, truth_of (c (N.of_nat (length before)) j) = (j <? many_true before)).
  { intros before l0 E j. cbn [truth_of c]. fold all. rewrite Nat2N.id, E, firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all. reflexivity. }
  induction l as [|a l IH]; intros before E q H; [destruct H|]. cbn [count_clauses] in H.
  assert (E' : all = (before ++ [a]) ++ l) by (rewrite <- app_assoc; exact E).
  pose proof (Value _ _ E) as V0. pose proof (Value _ _ E') as V1. rewrite app_length in V1. cbn [length] in V1.
  replace (N.of_nat (length before + 1)) with (N.of_nat (length before) + 1) in V1 by lia. rewrite many_app, many_cons in V1. change (many_true []) with 0 in V1. rewrite N.add_0_r in V1.
  set (i := N.of_nat (length before)) in *. assert (Ta : truth_of a = base a) by (apply all_moves; rewrite E; apply in_app_iff; right; left; reflexivity).
  assert (Sum : many_true before + (if base a then 1 else 0) <= k) by (rewrite E, many_app, many_cons in few; lia).
  apply in_app_iff in H. destruct H as [H|H]; [|apply in_app_iff in H; destruct H as [H|H]].
  - destruct ((1 <=? k) && (k <=? i)) eqn:B; [|destruct H]. destruct H as [<-|[]]. apply andb_true_iff in B. destruct B as [B _]. apply N.leb_le in B. destruct (base a) eqn:Ea.
    + apply (ok_no (c i (k - 1))); [right; left; reflexivity|]. rewrite V0. apply N.ltb_ge. lia.
    + apply (ok_no a); [left; reflexivity|exact Ta].
  - apply in_flat_map in H. destruct H as (j & _ & H). apply in_app_iff in H. destruct H as [H|H].
    + destruct (j <? width k i); [|destruct H]. destruct H as [<-|[]]. apply ok_implies. rewrite V0, V1. rewrite !N.ltb_lt. lia.
    + destruct H as [<-|[]]. destruct (N.eqb_spec j 0) as [->|Nj].
      * apply ok_implies. rewrite V1, Ta. intros ->. apply N.ltb_lt. lia.
      * destruct (base a) eqn:Ea; [|apply (ok_no a); [left; reflexivity|exact Ta]]. destruct (truth_of (c i (j - 1))) eqn:Ej; [|apply (ok_no (c i (j - 1))); [right; left; reflexivity|exact Ej]].
        apply (ok_yes (c (i + 1) j)); [right; right; left; reflexivity|]. rewrite V1. rewrite V0 in Ej. apply N.ltb_lt in Ej. apply N.ltb_lt. lia.
  - refine (IH (before ++ [a]) E' q _). rewrite app_length. cbn [length]. replace (N.of_nat (length before + 1)) with (i + 1) by (unfold i; lia). exact H.
Qed.
End Count.

Lemma limit_ok q c : let '((t, (kind, place)), k) := q in moves (literals_of t kind place) -> many_true (literals_of t kind place) <= k ->
  In c (limit_clauses n T personal d near ins outs home goal packets q) -> ok c.
Proof.
  destruct q as [[t [kind place]] k]. intros Mv Few H. unfold limit_clauses in H. cbv zeta in H. change (Formula.literals_of n T personal d near ins outs home goal packets) with literals_of in H.
  destruct (len _ <=? k); [destruct H|]. destruct (by_pairs k _) eqn:B.
  - unfold by_pairs in B. apply andb_true_iff in B. destruct B as [B _]. apply N.eqb_eq in B. apply (pairs_ok _ Mv ltac:(lia) c H).
  - apply (count_ok t kind place k Mv Few (literals_of t kind place) [] eq_refl c H).
Qed.

(** ** Order *)

Lemma left_base p t : left_by p t = true <-> exists s m, In s (slots T) /\ s <= t /\ In m (leaving p s) /\ base m = true.
Proof.
  unfold left_by. rewrite existsb_exists. split.
  - intros (s & Is & H). apply andb_true_iff in H. destruct H as [Le H]. apply N.leb_le in Le. apply existsb_exists in H. destruct H as (m & Im & H). exists s, m. auto.
  - intros (s & m & Is & Le & Im & H). exists s. split; [exact Is|]. apply andb_true_iff. split; [apply N.leb_le, Le|]. apply existsb_exists. eauto.
Qed.

Lemma leaving_moves p t m : In m (leaving p t) -> truth_of m = base m.
Proof. unfold leaving, Formula.leaving. intros H. apply in_map_iff in H. destruct H as (x & <- & _). reflexivity. Qed.

Lemma slots_in t : In t (slots T) <-> 1 <= t /\ t <= T.
Proof.
  unfold slots. rewrite in_map_iff. split.
  - intros (x & <- & H). apply in_upto in H. lia.
  - intros [A B]. exists (N.pred t). split; [lia|]. apply in_upto. lia.
Qed.

Lemma order_ok p c : (after_alike personal home goal p = true -> forall t, left_by p t = true -> left_by (p - 1) t = true) ->
  In c (order_clauses T personal d near outs home goal p) -> ok c.
Proof.
  intros Order H. unfold order_clauses in H. apply in_flat_map in H. destruct H as (t & It & H). change (Formula.leaving T personal d near outs home goal) with leaving in H.
  rewrite !in_app_iff in H. destruct H as [H|[H|[H|H]]].
  - apply in_map_iff in H. destruct H as (m & <- & Im). apply ok_implies. rewrite (leaving_moves _ _ _ Im). cbn [truth_of]. intros B. apply left_base. exists t, m. split; [exact It|]. split; [lia|]. auto.
  - destruct (1 <? t); [|destruct H]. destruct H as [<-|[]]. apply ok_implies. cbn [truth_of]. rewrite !left_base. intros (s & m & A1 & A2 & A3). exists s, m. split; [exact A1|]. split; [lia|exact A3].
  - destruct H as [<-|[]]. destruct (left_by p t) eqn:E; [|apply (ok_no (Left p t)); [left; reflexivity|exact E]].
    apply left_base in E. destruct E as (s & m & Is & Le & Im & Hm). destruct (N.eq_dec s t) as [->|D].
    + apply (ok_yes m); [right; apply in_app_iff; right; apply in_map, Im|rewrite (leaving_moves _ _ _ Im); exact Hm].
    + apply slots_in in Is. destruct (N.ltb_spec 1 t); [|lia]. apply (ok_yes (Left p (t - 1))); [right; apply in_app_iff; left; left; reflexivity|]. cbn [truth_of]. apply left_base.
      exists s, m. split; [apply slots_in; exact Is|]. split; [lia|auto].
  - destruct (after_alike personal home goal p) eqn:A; [|destruct H]. destruct H as [<-|[]]. apply ok_implies. cbn [truth_of]. apply (Order eq_refl).
Qed.
End Satisfied.
