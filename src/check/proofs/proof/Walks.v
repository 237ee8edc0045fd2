(** Personal packets slot by slot: where they are, what flows into a node and out of it; schedules cut where a packet first
    comes to its destination, and schedules backwards. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Families Hops Rooted Latest.
Import ListNotations.
Open Scope N_scope.

Lemma fits_filter pb f ms : slot_fits pb ms -> slot_fits pb (filter f ms).
Proof.
  intros [A B C D]. constructor.
  - intros m Hm. apply filter_In in Hm. apply A, Hm.
  - intros m Hm. apply filter_In in Hm. apply B, Hm.
  - intros u v. eapply N.le_trans; [apply count_filter|apply C].
  - intros v. specialize (D v). pose proof (count_filter (fun m => is_node (from m) v) f ms) as S.
    pose proof (count_filter (fun m => is_node (to m) v) f ms) as R. unfold sends, receives, ports_allow in *. destruct (rule_at _ _ v); auto; lia.
Qed.

Lemma fits_none pb : slot_fits pb [].
Proof. constructor; try (intros m []; fail); [intros u v; cbn; lia|]. intros v. cbn. destruct (rule_at _ _ v); cbn; auto; lia. Qed.

Section Walks.
Variable pb : problem.

(** ** Cut *)

Definition away (pos : name -> N) (p : name) : bool := negb (pos p =? target pb p).
Fixpoint cut (pos : name -> N) (sc : schedule) : schedule :=
  match sc with
  | [] => []
  | ms :: rest => let kept := filter (fun m => away pos (packet m)) ms in kept :: cut (after pos kept) rest
  end.

Lemma move_of_filter (k : name -> bool) ms p : move_of (filter (fun m => k (packet m)) ms) p = if k p then move_of ms p else None.
Proof.
  unfold move_of. induction ms as [|m ms IH]; [destruct (k p); reflexivity|]. cbn [filter find]. destruct (is_name (packet m) p) eqn:E.
  - pose proof E as E'. apply is_name_true in E'. rewrite E'. destruct (k p); [cbn [find]; rewrite E; reflexivity|exact IH].
  - destruct (k (packet m)); cbn [find]; [rewrite E|]; exact IH.
Qed.

Lemma cut_length sc : forall pos, length (cut pos sc) = length sc.
Proof. induction sc as [|ms sc IH]; intros pos; cbn [cut length]; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma cut_legal sc : forall pos posc, (forall p, posc p = pos p \/ posc p = target pb p) -> legal_from pb pos sc ->
  legal_from pb posc (cut posc sc) /\ forall s m, In m (nth s (cut posc sc) []) -> from m <> target pb (packet m).
Proof.
  induction sc as [|ms sc IH]; intros pos posc E H; cbn [cut legal_from] in *.
  - split; [intros p Hp; destruct (E p) as [->| ->]; auto|]. intros [|s] m [].
  - destruct H as [[F M D] H]. set (kept := filter (fun m => away posc (packet m)) ms).
    assert (K : forall m, In m kept -> posc (packet m) = from m /\ from m <> target pb (packet m)).
    { intros m Hm. apply filter_In in Hm. destruct Hm as [Hm A]. unfold away in A. apply negb_true_iff, N.eqb_neq in A.
      destruct (E (packet m)) as [X|X]; [|congruence]. rewrite (M m Hm) in X. split; [exact X|congruence]. }
    destruct (IH (after pos ms) (after posc kept)) as [A B]; auto.
    + intros p. unfold after, kept. rewrite (move_of_filter (away posc)). unfold away. destruct (N.eqb_spec (posc p) (target pb p)); cbn [negb]; [auto|].
      destruct (move_of ms p); auto.
    + split.
      * split; [|exact A]. constructor; [apply fits_filter, F|intros m Hm; apply K, Hm|apply NoDup_map_filter, D].
      * intros [|s] m Hm; cbn [nth] in Hm; [apply K, Hm|apply (B s m Hm)].
Qed.

(** ** Slot by slot *)

Fixpoint walk (pos : name -> N) (sc : schedule) (s : nat) : name -> N :=
  match s with O => pos | S s => after (walk pos sc s) (nth s sc []) end.

Lemma walk_cons pos ms sc s : forall p, walk pos (ms :: sc) (S s) p = walk (after pos ms) sc s p.
Proof.
  induction s as [|s IH]; intros p; [reflexivity|].
  change (walk pos (ms :: sc) (S (S s)) p) with (match move_of (nth s sc []) p with Some m => to m | None => walk pos (ms :: sc) (S s) p end).
  change (walk (after pos ms) sc (S s) p) with (match move_of (nth s sc []) p with Some m => to m | None => walk (after pos ms) sc s p end).
  rewrite IH. reflexivity.
Qed.

Lemma slot_ext pos pos' ms : (forall p, pos p = pos' p) -> legal_slot pb pos ms -> legal_slot pb pos' ms.
Proof. intros E [F M D]. constructor; auto. intros m Hm. rewrite <- E. auto. Qed.

Lemma slot_none pos : legal_slot pb pos [].
Proof. constructor; [apply fits_none|intros m []|constructor]. Qed.

Lemma legal_at sc : forall pos, legal_from pb pos sc ->
  (forall s, legal_slot pb (walk pos sc s) (nth s sc [])) /\ forall s p, (length sc <= s)%nat -> In p (packets pb) -> walk pos sc s p = target pb p.
Proof.
  induction sc as [|ms sc IH]; intros pos H; cbn [legal_from] in H.
  - assert (W : forall s p, walk pos [] s p = pos p) by (induction s as [|s IHs]; intros p; [reflexivity|]; cbn [walk]; destruct s; exact (IHs p)).
    split; [|intros s p _ Hp; rewrite W; auto]. intros s. replace (nth s [] []) with (@nil move) by (destruct s; reflexivity). apply slot_none.
  - destruct H as [S H]. destruct (IH _ H) as [A B]. split.
    + intros [|s]; [exact S|]. cbn [nth]. apply (slot_ext (walk (after pos ms) sc s)); [intros p; symmetry; apply walk_cons|apply A].
    + intros [|s] p Hs Hp; cbn [length] in Hs; [lia|]. rewrite walk_cons. apply B; auto. lia.
Qed.

(** ** Into a node and out of it, of the packets that are asked for *)

Hypothesis distinct : NoDup (packets pb).

Lemma sum_moved (w : move -> N) ms : NoDup (map packet ms) -> (forall m, In m ms -> In (packet m) (packets pb)) ->
  sum (fun p => match move_of ms p with Some m => w m | None => 0 end) (packets pb) = sum w ms.
Proof.
  induction ms as [|m ms IH]; intros D I; [unfold move_of; cbn [find]; rewrite sum_const; cbn; lia|]. inversion D as [|? ? C D']; subst.
  rewrite sum_cons, <- IH by (auto; intros; apply I; right; auto).
  rewrite (sum_ext _ (fun p => (if name_eq p (packet m) then w m else 0) + match move_of ms p with Some m => w m | None => 0 end)).
  - rewrite sum_plus. f_equal.
    assert (E : sum (fun p => if name_eq p (packet m) then w m else 0) (packets pb) = w m).
    { pose proof (I m (or_introl eq_refl)) as Im. clear -distinct Im. induction (packets pb) as [|p l IHl]; [destruct Im|]. inversion distinct as [|? ? C D]; subst. rewrite sum_cons.
      destruct (name_eq p (packet m)) as [->|N1].
      - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros x Hx. destruct (name_eq x (packet m)); [subst; contradiction|reflexivity].
      - rewrite IHl; auto. destruct Im; [congruence|auto]. }
    exact E.
  - intros p _. unfold move_of. cbn [find]. unfold is_name at 1. destruct (name_eq (packet m) p) as [E|E], (name_eq p (packet m)); try congruence; [|lia].
    subst p. fold (move_of ms (packet m)). destruct (move_of ms (packet m)) as [q|] eqn:F; [|lia]. apply move_of_some in F. destruct F as [F1 F2].
    exfalso. apply C. rewrite <- F2. apply in_map, F1.
Qed.

Variable asked : name -> bool.
Definition here (pos : name -> N) (v : N) : N := sum (fun p => if asked p && (pos p =? v) then 1 else 0) (packets pb).
Definition comes (ms : list move) (v : N) : N := sum (fun m => if asked (packet m) && (to m =? v) then 1 else 0) ms.
Definition goes (ms : list move) (v : N) : N := sum (fun m => if asked (packet m) && (from m =? v) then 1 else 0) ms.

Lemma conserved pos ms v : legal_slot pb pos ms -> here (after pos ms) v + goes ms v = here pos v + comes ms v.
Proof.
  intros [F M D]. pose proof (packets_of_the_task _ _ F) as P. unfold here, comes, goes.
  rewrite <- (sum_moved (fun m => if asked (packet m) && (from m =? v) then 1 else 0) ms D P), <- (sum_moved (fun m => if asked (packet m) && (to m =? v) then 1 else 0) ms D P), <- !sum_plus.
  apply sum_ext. intros p _. unfold after. destruct (move_of ms p) as [m|] eqn:E; cbv beta iota; [|lia]. apply move_of_some in E. destruct E as [I <-]. rewrite (M m I).
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
Qed.

Lemma goes_here pos ms v : legal_slot pb pos ms -> goes ms v <= here pos v.
Proof.
  intros [F M D]. unfold here, goes. rewrite <- (sum_moved _ ms D (packets_of_the_task _ _ F)). apply sum_le. intros p _.
  destruct (move_of ms p) as [m|] eqn:E; cbv beta iota; [|lia]. apply move_of_some in E. destruct E as [I <-]. rewrite (M m I).
  repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
Qed.

Lemma so_far pos sc v : legal_from pb pos sc -> forall s,
  here (walk pos sc s) v + sum (fun k => goes (nth k sc []) v) (seq 0 s) = here pos v + sum (fun k => comes (nth k sc []) v) (seq 0 s).
Proof.
  intros H. destruct (legal_at sc pos H) as [A _]. induction s as [|s IH]; [reflexivity|]. rewrite seq_S, !sum_app, !sum_cons, Nat.add_0_l.
  assert (Z : forall f : nat -> N, sum f [] = 0) by reflexivity. rewrite !Z. change (walk pos sc (S s)) with (after (walk pos sc s) (nth s sc [])).
  pose proof (conserved _ _ v (A s)). lia.
Qed.

(** ** Hops *)

Variable d : N -> N -> N.
Hypothesis hops : potential pb (fun _ _ => 1) d.

Lemma hops_left pos sc p b : legal_from pb pos sc -> b < size (net pb) -> forall k a, d (walk pos sc a p) b <= N.of_nat k + d (walk pos sc (a + k) p) b.
Proof.
  intros H Hb. destruct (legal_at sc pos H) as [A _]. induction k as [|k IH]; intros a; [rewrite Nat.add_0_r; lia|].
  specialize (IH a). replace (a + S k)%nat with (S (a + k)) by lia. cbn [walk]. unfold after. destruct (move_of (nth (a + k) sc []) p) as [m|] eqn:E; [|lia].
  apply move_of_some in E. destruct E as [I E]. pose proof (moves_from_where_it_is _ _ _ (A (a + k)%nat) m I) as Fr.
  pose proof (potential_step _ _ _ hops _ _ b Hb (moves_over_links _ _ (fits _ _ _ (A (a + k)%nat)) m I)) as St. rewrite <- Fr, E in St. cbv beta in St. lia.
Qed.
End Walks.

(** ** Backwards *)

Section Backwards.
Variables (pb pb' : problem).
Hypothesis mirror : mirrored (net pb) (net pb').
Hypothesis same_ports : ports pb' = ports pb.
Hypothesis same_packets : packets pb' = packets pb.
Hypothesis ends_swapped : forall p, In p (packets pb) -> source pb' p = target pb p /\ target pb' p = source pb p.

Lemma legal_ext sc : forall pos pos', (forall p, In p (packets pb') -> pos p = pos' p) -> legal_from pb' pos sc -> legal_from pb' pos' sc.
Proof.
  induction sc as [|ms sc IH]; intros pos pos' E H; cbn [legal_from] in *; [intros p Hp; rewrite <- E; auto|]. destruct H as [[F M D] H]. split.
  - constructor; auto. intros m Hm. rewrite <- E; auto. apply (packets_of_the_task _ _ F m Hm).
  - apply (IH (after pos ms)); auto. intros p Hp. unfold after. destruct (move_of ms p); auto.
Qed.

Lemma move_of_flip ms p : move_of (map flip ms) p = option_map flip (move_of ms p).
Proof. unfold move_of. induction ms as [|m ms IH]; [reflexivity|]. cbn [map find flip packet]. destruct (is_name (packet m) p); auto. Qed.

Lemma back_from sc : forall pos rest, legal_from pb pos sc -> legal_from pb' pos rest ->
  exists last, legal_from pb' last (rev (map (map flip) sc) ++ rest) /\ forall p, In p (packets pb) -> last p = target pb p.
Proof.
  induction sc as [|ms sc IH]; intros pos rest H R; cbn [legal_from] in H; [exists pos; split; auto|]. destruct H as [[F M D] H].
  destruct (IH (after pos ms) (map flip ms :: rest) H) as (last & A & B).
  - split.
    + constructor.
      * apply (flip_fits pb pb'); auto.
      * intros m Hm. apply in_map_iff in Hm. destruct Hm as (q & <- & Hq). cbn [flip packet from]. unfold after. rewrite (move_of_in ms q D Hq). reflexivity.
      * rewrite map_map. exact D.
    + apply (legal_ext rest pos); [|exact R]. intros p _. unfold after. rewrite move_of_flip. destruct (move_of ms p) as [m|] eqn:E; cbn [option_map]; [|reflexivity].
      apply move_of_some in E. destruct E as [I <-]. apply (M m I).
  - exists last. split; [|exact B]. cbn [map rev]. rewrite <- app_assoc. exact A.
Qed.

Theorem personal_backwards sc : legal pb sc -> legal pb' (backwards sc).
Proof.
  intros H. destruct (back_from sc (source pb) [] H) as (last & A & B).
  - cbn. intros p Hp. rewrite same_packets in Hp. symmetry. apply ends_swapped, Hp.
  - rewrite app_nil_r in A. apply (legal_ext _ last); [|exact A]. intros p Hp. rewrite same_packets in Hp. rewrite (B p Hp). symmetry. apply ends_swapped, Hp.
Qed.
End Backwards.
