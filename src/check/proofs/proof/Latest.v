(** The last packet of a symmetric schedule: all others together have at least the pooled bound without one packet of
    greatest distance, so it comes no later than what they leave of the total delay. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Pooled Compute Replay Families Isotropic Courses.
Import ListNotations.
Open Scope N_scope.

Fixpoint drop_one (x : N) (before l : list N) : list N :=
  match l with [] => before | y :: l => if y =? x then rev_append before l else drop_one x (y :: before) l end.

Definition greatest (l : list N) : N := fold_left N.max l 0.

Definition pooled_without_farthest (t : task) (g : gauge) (offs : list N) : option N :=
  let ds := mapr (weigh g) offs in pooled_of (server_count t) (drop_one (greatest ds) [] ds).

Lemma drop_one_perm x l : forall before, In x l -> Permutation (rev before ++ l) (x :: drop_one x before l).
Proof.
  induction l as [|y l IH]; intros before I; [destruct I|]. cbn [drop_one]. destruct (N.eqb_spec y x) as [->|D].
  - rewrite rev_append_rev. apply Permutation_sym, Permutation_middle.
  - destruct I as [|I]; [congruence|]. specialize (IH (y :: before) I). cbn [rev] in IH. rewrite <- app_assoc in IH. exact IH.
Qed.

Lemma greatest_in l : l <> [] -> In (greatest l) l.
Proof.
  unfold greatest. enough (forall l m, fold_left N.max l m = m \/ In (fold_left N.max l m) l) as H.
  - destruct l as [|a l]; [congruence|]. intros _. cbn [fold_left]. destruct (H l (N.max 0 a)) as [E|I]; [left; rewrite E; lia|right; exact I].
  - clear. induction l as [|a l IH]; intros m; cbn [fold_left]; [auto|]. destruct (IH (N.max m a)) as [E|I]; [|right; right; exact I].
    destruct (N.max_spec m a) as [[_ M]|[_ M]]; rewrite M in *; [right; left; auto|left; auto].
Qed.

Lemma greatest_is l : forall x, In x l -> x <= greatest l.
Proof.
  unfold greatest. enough (forall l m, m <= fold_left N.max l m /\ forall x, In x l -> x <= fold_left N.max l m) as H by (intros x; apply H).
  clear. induction l as [|a l IH]; intros m; cbn [fold_left]; [split; [lia|intros x []]|]. destruct (IH (N.max m a)) as [A B]. split; [lia|].
  intros x [<-|I]; [lia|auto].
Qed.

Lemma wsum_middle m u x y v : y <= x -> forall q, wsum m q (u ++ y :: v) <= wsum m q (u ++ x :: v).
Proof. intros H. induction u as [|a u IH]; intros q; cbn [app wsum].
  - apply N.add_le_mono_r, N.mul_le_mono_l, H.
  - specialize (IH (q + 1)). lia. Qed.

Lemma pooled_replace m x y z : 0 < m -> y <= x -> pooled m (y :: z) <= pooled m (x :: z).
Proof.
  intros Hm H. unfold pooled. set (p := longest_first (x :: z)).
  assert (Px : Permutation p (x :: z)) by apply longest_first_permutes.
  assert (I : In x p) by (apply (Permutation_in _ (Permutation_sym Px)); left; auto). apply in_split in I. destruct I as (u & v & E). rewrite E in *.
  assert (Q : Permutation (y :: z) (u ++ y :: v)).
  { apply Permutation_cons_app. apply Permutation_sym in Px. apply Permutation_cons_app_inv in Px. exact Px. }
  rewrite (longest_first_perm _ _ Q). eapply N.le_trans; [apply wsum_sorted; auto|]. apply wsum_middle, H.
Qed.

(* whichever is left out *)
Lemma pooled_without m l i w : 0 < m -> Permutation l (i :: w) -> pooled m (drop_one (greatest l) [] l) <= pooled m w.
Proof.
  intros Hm P. assert (Ne : l <> []) by (intros ->; apply Permutation_nil in P; discriminate).
  pose proof (drop_one_perm (greatest l) l [] (greatest_in l Ne)) as D. cbn [rev app] in D.
  assert (Q : Permutation (i :: w) (greatest l :: drop_one (greatest l) [] l)) by (eapply Permutation_trans; [apply Permutation_sym, P|exact D]).
  destruct (N.eq_dec i (greatest l)) as [E|E].
  - assert (Q' : Permutation (greatest l :: w) (greatest l :: drop_one (greatest l) [] l)) by (rewrite <- E at 1; exact Q). clear Q. rename Q' into Q.
    apply Permutation_cons_inv in Q. unfold pooled. rewrite (longest_first_perm _ _ Q). lia.
  - assert (I : In (greatest l) w) by (assert (J : In (greatest l) (i :: w)) by (apply (Permutation_in _ (Permutation_sym Q)); left; auto); destruct J; [congruence|auto]).
    apply in_split in I. destruct I as (u & v & ->).
    assert (P1 : Permutation (u ++ greatest l :: v) (greatest l :: u ++ v)) by (apply Permutation_sym, Permutation_middle).
    assert (P2 : Permutation (drop_one (greatest l) [] l) (i :: u ++ v)).
    { apply (Permutation_cons_inv (a := greatest l)). eapply Permutation_trans; [apply Permutation_sym, Q|]. eapply Permutation_trans; [apply perm_skip, P1|]. apply perm_swap. }
    unfold pooled. rewrite (longest_first_perm _ _ P1), (longest_first_perm _ _ P2). apply pooled_replace; auto.
    apply (greatest_is l). apply (Permutation_in _ (Permutation_sym P)). left. auto.
Qed.

Section Without.
Variables (t : task) (offs : list N) (g : gauge).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis U : uniform nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis Gd : gauge_for nw (ones_of nw) = Some g.
Let pb := isotropic t offs.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Variable i : N.
Hypothesis Hi : In i idx.

Definition kept (p : name) : bool := negb (snd p =? i).
Definition others : problem := Problem (net pb) (ports pb) (filter kept (packets pb)) (source pb) (target pb).
Definition without (sc : schedule) : schedule := map (filter (fun m => kept (packet m))) sc.

Lemma NoDup_map_filter {A B} (f : A -> B) h (l : list A) : NoDup (map f l) -> NoDup (map f (filter h l)).
Proof.
  induction l as [|a l IH]; intros H; [constructor|]. cbn [map] in H. inversion H as [|? ? C ND]; subst. cbn [filter]. destruct (h a); cbn [map]; auto.
  constructor; auto. intros D. apply C. apply in_map_iff in D. destruct D as (b & <- & I). apply filter_In in I. apply in_map, I.
Qed.

Lemma count_filter {A} (f h : A -> bool) l : count f (filter h l) <= count f l.
Proof. unfold count. induction l as [|a l IH]; cbn [filter]; [lia|]. destruct (h a); cbn [filter]; destruct (f a); cbn [length]; lia. Qed.

Lemma fits_without ms : slot_fits pb ms -> slot_fits others (filter (fun m => kept (packet m)) ms).
Proof.
  intros [A B C D]. constructor.
  - intros m Hm. apply filter_In in Hm. apply filter_In. split; [apply A|]; apply Hm.
  - intros m Hm. apply filter_In in Hm. apply B, Hm.
  - intros u v. eapply N.le_trans; [apply count_filter|apply C].
  - intros v. specialize (D v). cbn [net ports others]. pose proof (count_filter (fun m => is_node (from m) v) (fun m => kept (packet m)) ms).
    pose proof (count_filter (fun m => is_node (to m) v) (fun m => kept (packet m)) ms). unfold sends, receives, ports_allow in *. destruct (rule_at _ _ v); auto; lia.
Qed.

Lemma fits_all ms : slot_fits others ms -> slot_fits pb ms.
Proof. intros [A B C D]. constructor; auto. intros m Hm. specialize (A m Hm). apply filter_In in A. apply A. Qed.

Lemma move_without ms p : kept p = true -> move_of (filter (fun m => kept (packet m)) ms) p = move_of ms p.
Proof.
  intros K. unfold move_of. induction ms as [|m ms IH]; [reflexivity|]. cbn [filter find]. destruct (is_name (packet m) p) eqn:E.
  - pose proof E as E'. apply is_name_true in E'. rewrite E', K. cbn [find]. rewrite E. reflexivity.
  - destruct (kept (packet m)); cbn [find]; [rewrite E|]; exact IH.
Qed.

Lemma legal_without : forall sc pos pos', (forall p, kept p = true -> pos' p = pos p) -> legal_from pb pos sc -> legal_from others pos' (without sc).
Proof.
  induction sc as [|ms sc IH]; intros pos pos' E H; cbn [without map legal_from] in *.
  - intros p Hp. cbn [packets others] in Hp. apply filter_In in Hp. rewrite E by apply Hp. apply H, Hp.
  - destruct H as [[S1 S2 S3] H]. split.
    + constructor; [apply fits_without, S1| |apply NoDup_map_filter, S3]. intros m Hm. apply filter_In in Hm. rewrite E by apply Hm. apply S2, Hm.
    + apply (IH (after pos ms)); auto. intros p K. unfold after. rewrite move_without by auto. destruct (move_of ms p); auto.
Qed.

Lemma completion_without p : kept p = true -> forall sc, completion (without sc) p = completion sc p.
Proof. intros K. induction sc as [|ms sc IH]; [reflexivity|]. cbn [without map completion]. fold (without sc). rewrite IH, move_without by auto. reflexivity. Qed.

Lemma filter_prod {A B} (h : B -> bool) (l : list A) (l' : list B) : filter (fun q => h (snd q)) (list_prod l l') = list_prod l (filter h l').
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [list_prod]. rewrite filter_app, IH. f_equal. clear IH.
  induction l' as [|b k IHk]; [reflexivity|]. cbn [map filter snd]. destruct (h b); cbn [map]; rewrite IHk; reflexivity.
Qed.

Let rest := filter (fun j => negb (j =? i)) idx.

Lemma rest_perm : Permutation idx (i :: rest).
Proof.
  unfold rest, idx, places in *. pose proof (upto_nodup (N.of_nat (length offs))) as ND. revert Hi ND. generalize (upto (N.of_nat (length offs))) as l. clear.
  induction l as [|a l IH]; intros I ND; [destruct I|]. inversion ND as [|? ? C ND']; subst. cbn [filter]. destruct (N.eqb_spec a i) as [->|D]; cbn [negb].
  - constructor. clear IH I ND ND'. induction l as [|b l IHl]; [constructor|]. cbn [filter].
    destruct (N.eqb_spec b i) as [->|]; [exfalso; apply C; left; auto|]. cbn [negb]. constructor. apply IHl. intros X. apply C. right. auto.
  - destruct I as [|I]; [congruence|]. eapply Permutation_trans; [apply perm_skip, (IH I ND')|]. apply perm_swap.
Qed.

(* what the others have together *)
Theorem others_delay sc : legal pb sc -> 0 < server_count t -> 
  size nw * pooled (server_count t) (drop_one (greatest (mapr (weigh g) offs)) [] (mapr (weigh g) offs)) + sum (fun s => completion sc (s, i)) (upto (size nw)) <= total_delay pb sc.
Proof.
  intros H M. pose proof (valid_size nw V) as Sz. set (k := server_count t) in *.
  set (d := togo pb (inverse nw) (weigh g)).
  assert (Pot : potential others (fun _ _ => 1) d).
  { destruct (hop_potential t offs V U g Gd) as [Z St]. constructor; auto. }
  assert (NDp : NoDup (packets others)) by (apply NoDup_filter, (packets_distinct t offs)).
  assert (Tg : forall p, In p (packets others) -> target others p < size (net others)).
  { intros p Hp. cbn [packets others] in Hp. apply filter_In in Hp. apply (targets_ok t offs V U offs_ok p). apply Hp. }
  assert (Ln : forall ms, slot_fits others ms -> N.of_nat (length ms) <= size nw * k).
  { intros ms S. apply (slot_length t offs V U). apply fits_all, S. }
  assert (Lg : legal others (without sc)) by (apply (legal_without sc (source pb)); auto).
  pose proof (pooled_binds others (size nw * k) d ltac:(nia) NDp Tg Ln Pot (without sc) Lg) as B.
  assert (Pk : packets others = list_prod (upto (size nw)) rest).
  { cbn [packets others pb isotropic]. fold nw idx. unfold rest. rewrite <- (filter_prod (fun j => negb (j =? i))). reflexivity. }
  assert (Each : pooled (size nw * k) (map (fun p => d (source others p) (target others p)) (packets others)) = size nw * pooled k (map (fun j => weigh g (off j)) rest)).
  { rewrite Pk. pose proof (pooled_each (N.to_nat (size nw)) k (fun j => weigh g (off j)) (upto (size nw)) rest ltac:(lia) M) as E. rewrite N2Nat.id in E.
    rewrite <- E by (pose proof (upto_length (size nw)); lia). f_equal. apply map_ext_in. intros [s j] Hp. apply in_prod_iff in Hp. destruct Hp as [Hs Hj].
    apply in_upto in Hs. unfold rest in Hj. apply filter_In in Hj. destruct Hj as [Hj _]. apply in_upto in Hj.
    apply (togo_own t offs V U offs_ok (weigh g) s j Hs Hj). }
  rewrite Each in B.
  assert (Low : pooled k (drop_one (greatest (mapr (weigh g) offs)) [] (mapr (weigh g) offs)) <= pooled k (map (fun j => weigh g (off j)) rest)).
  { apply (pooled_without k _ (weigh g (off i))); auto. rewrite mapr_map. rewrite <- (nth_upto 0 offs). rewrite map_map.
    change (weigh g (off i) :: map (fun j => weigh g (off j)) rest) with (map (fun j => weigh g (off j)) (i :: rest)). apply Permutation_map, rest_perm. }
  assert (Tot : total_delay pb sc = sum (fun s => completion sc (s, i)) (upto (size nw)) + total_delay others (without sc)).
  { unfold total_delay. rewrite !total_sum, Pk. cbn [packets pb isotropic]. fold nw idx.
    etransitivity; [apply (sum_list_prod (A := N) (B := N))|].
    transitivity (sum (fun s => completion sc (s, i)) (upto (size nw)) + sum (fun s => sum (fun j => completion (without sc) (s, j)) rest) (upto (size nw)));
      [|apply f_equal; symmetry; apply (sum_list_prod (A := N) (B := N))].
    rewrite <- sum_plus. apply sum_ext. intros s _. rewrite (sum_perm _ _ _ rest_perm), sum_cons. f_equal. apply sum_ext. intros j Hj.
    symmetry. apply completion_without. unfold kept. cbn [snd]. unfold rest in Hj. apply filter_In in Hj. apply Hj. }
  rewrite Tot. nia.
Qed.
End Without.
