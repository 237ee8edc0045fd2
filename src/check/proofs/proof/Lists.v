(** Sums over lists of binary numbers, counting, and lists without duplicates. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule.
Import ListNotations.
Open Scope N_scope.

Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x s => f x + s) 0 l.

Section Sums.
Context {A : Type}.
Implicit Types (f g : A -> N) (l : list A).

Lemma sum_cons f a l : sum f (a :: l) = f a + sum f l.
Proof. reflexivity. Qed.

Lemma sum_app f l l' : sum f (l ++ l') = sum f l + sum f l'.
Proof. induction l; cbn [app]; rewrite ?sum_cons, ?IHl; cbn; lia. Qed.

Lemma sum_le f g l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|a l IH]; intros H; [cbn; lia|]. rewrite !sum_cons. pose proof (H a (or_introl eq_refl)).
  assert (sum f l <= sum g l) by (apply IH; intros; apply H; right; auto). lia.
Qed.

Lemma sum_ext f g l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. intros H. apply N.le_antisymm; apply sum_le; intros x Hx; rewrite (H x Hx); lia. Qed.

Lemma sum_plus f g l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l; [reflexivity|]. rewrite !sum_cons, IHl. lia. Qed.

Lemma sum_const c l : sum (fun _ => c) l = N.of_nat (length l) * c.
Proof. induction l; [reflexivity|]. rewrite sum_cons, IHl. cbn [length]. lia. Qed.

Lemma sum_scale c f l : sum (fun x => c * f x) l = c * sum f l.
Proof. induction l; [cbn; lia|]. rewrite !sum_cons, IHl. lia. Qed.

Lemma sum_map {B} f (h : B -> A) (l : list B) : sum f (map h l) = sum (fun x => f (h x)) l.
Proof. induction l; [reflexivity|]. cbn [map]. rewrite !sum_cons, IHl. reflexivity. Qed.

Lemma sum_perm f l l' : Permutation l l' -> sum f l = sum f l'.
Proof. induction 1; rewrite ?sum_cons; congruence || lia. Qed.

(* at most one element of a list without duplicates is the one sought *)
Lemma sum_one (eqA : forall a b : A, {a = b} + {a <> b}) (a : A) (c : N) l :
  NoDup l -> sum (fun x => if eqA a x then c else 0) l <= c.
Proof.
  induction l as [|b l IH]; intros H; [cbn; lia|]. inversion H; subst. rewrite sum_cons.
  destruct (eqA a b) as [->|]; [|specialize (IH H3); lia].
  rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|].
  intros x Hx. destruct (eqA b x); [subst; contradiction|reflexivity].
Qed.

Lemma sum_member f a l : In a l -> f a <= sum f l.
Proof. induction l as [|b l IH]; [intros []|]. rewrite sum_cons. intros [->|H]; [lia|]. specialize (IH H). lia. Qed.

Lemma sum_incl f l l' : NoDup l -> incl l l' -> sum f l <= sum f l'.
Proof.
  revert l'. induction l as [|a l IH]; intros l' H I; [cbn; lia|]. inversion H; subst.
  destruct (in_split a l') as (u & v & ->); [apply I; left; auto|]. rewrite sum_cons, sum_app, sum_cons.
  assert (sum f l <= sum f (u ++ v)); [|rewrite sum_app in *; lia].
  apply IH; auto. intros x Hx. specialize (I x (or_intror Hx)). rewrite in_app_iff in *. cbn in I.
  destruct I as [|[->|]]; auto. contradiction.
Qed.

(* the same of lists in which elements stand more often *)
Lemma sum_counts (eqA : forall a b : A, {a = b} + {a <> b}) f l : forall l',
  (forall x, (count_occ eqA l x <= count_occ eqA l' x)%nat) -> sum f l <= sum f l'.
Proof.
  induction l as [|a l IH]; intros l' H; [cbn; lia|].
  assert (I : In a l'). { apply (count_occ_In eqA). specialize (H a). cbn in H. destruct (eqA a a); [lia|congruence]. }
  apply in_split in I. destruct I as (u & v & ->). rewrite sum_cons, sum_app, sum_cons.
  specialize (IH (u ++ v)). rewrite sum_app in IH.
  enough (sum f l <= sum f u + sum f v) by lia. apply IH. intros x. specialize (H x). rewrite count_occ_app in *. cbn [count_occ] in H.
  destruct (eqA a x); lia.
Qed.
End Sums.

(* the sum over all elements, gathered by a label *)
Lemma sum_by_label {A B} (eqB : forall a b : B, {a = b} + {a <> b}) (lab : A -> B) (labels : list B) (f : A -> N) l :
  (forall x, In x l -> In (lab x) labels) ->
  sum f l <= sum (fun b => sum f (filter (fun x => if eqB (lab x) b then true else false) l)) labels.
Proof.
  induction l as [|a l IH]; intros H; [cbn; lia|]. rewrite sum_cons. specialize (IH (fun x Hx => H x (or_intror Hx))).
  set (F := fun b => sum f (filter (fun x => if eqB (lab x) b then true else false) l)) in *.
  assert (f a + sum F labels <= sum (fun b => (if eqB (lab a) b then f a else 0) + F b) labels).
  { clear IH. specialize (H a (or_introl eq_refl)). clear -H. induction labels as [|b bs IHb]; [destruct H|].
    rewrite !sum_cons. destruct (eqB (lab a) b).
    - assert (sum F bs <= sum (fun b => (if eqB (lab a) b then f a else 0) + F b) bs); [apply sum_le; intros; lia|lia].
    - destruct H as [->|H]; [congruence|]. specialize (IHb H). lia. }
  enough (E : sum (fun b => (if eqB (lab a) b then f a else 0) + F b) labels =
              sum (fun b => sum f (filter (fun x => if eqB (lab x) b then true else false) (a :: l))) labels) by lia.
  apply sum_ext. intros b _. unfold F. cbn [filter]. destruct (eqB (lab a) b); rewrite ?sum_cons; lia.
Qed.

Lemma sum_list_prod {A B} (f : A * B -> N) (l : list A) (l' : list B) :
  sum f (list_prod l l') = sum (fun a => sum (fun b => f (a, b)) l') l.
Proof. induction l; [reflexivity|]. cbn [list_prod]. rewrite sum_app, sum_map, IHl, sum_cons. reflexivity. Qed.

Lemma total_sum {A} (f : A -> N) l : total (map f l) = sum f l.
Proof. induction l; cbn; auto. unfold total in IHl. rewrite IHl. auto. Qed.

(** ** Lists without duplicates *)

Lemma NoDup_map_in {A B} (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; intros I H; cbn [map]; constructor; inversion H; subst.
  - intros C. apply in_map_iff in C. destruct C as (x & E & Hx).
    rewrite (I x a) in Hx; auto; [right|left]; auto.
  - apply IH; auto. intros; apply I; auto; right; auto.
Qed.

Lemma NoDup_map_inj {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|a l IH]; cbn; intros H Hx Hy E; [destruct Hx|]. inversion H; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; exfalso; apply H2; apply in_map_iff; [exists y|exists x]; auto.
Qed.

Lemma NoDup_app {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|a l IH]; cbn [app]; intros H H' D; auto. inversion H; subst. constructor.
  - rewrite in_app_iff. intros [C|C]; [auto|]. apply (D a); [left|]; auto.
  - apply IH; auto. intros y Hy. apply D. right; auto.
Qed.

Lemma NoDup_list_prod {A B} (l : list A) (l' : list B) : NoDup l -> NoDup l' -> NoDup (list_prod l l').
Proof.
  induction l as [|a l IH]; intros H H'; cbn [list_prod]; [constructor|]. inversion H; subst. apply NoDup_app; auto.
  - apply NoDup_map_in; auto. intros x y _ _ E. inversion E; auto.
  - intros [x y] Hx C. apply in_map_iff in Hx. destruct Hx as (z & E & _). inversion E; subst.
    apply in_prod_iff in C. tauto.
Qed.

(** ** Numbers from 0 *)

Lemma in_upto p x : In x (upto p) <-> x < p.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (n & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). rewrite N2Nat.id, in_seq. split; auto. lia.
Qed.

Lemma upto_nodup p : NoDup (upto p).
Proof. apply NoDup_map_in; [|apply seq_NoDup]. intros. lia. Qed.

Lemma upto_length p : N.of_nat (length (upto p)) = p.
Proof. unfold upto. rewrite map_length, seq_length. lia. Qed.

Lemma upto_succ p : upto (N.succ p) = upto p ++ [p].
Proof. unfold upto. rewrite N2Nat.inj_succ, seq_S, map_app. cbn. rewrite N2Nat.id. auto. Qed.

Lemma nth_upto {A} (z : A) (l : list A) : map (fun i => nth (N.to_nat i) l z) (upto (N.of_nat (length l))) = l.
Proof.
  unfold upto. rewrite Nat2N.id, map_map, (map_ext _ (fun n => nth n l z)) by (intros; rewrite Nat2N.id; auto).
  induction l as [|a l IH]; auto. cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.

(** ** Counting *)

Lemma is_node_true u v : is_node u v = true <-> u = v.
Proof. unfold is_node. destruct (N.eq_dec u v); split; congruence. Qed.

Lemma is_name_true p q : is_name p q = true <-> p = q.
Proof. unfold is_name. destruct (name_eq p q); split; congruence. Qed.

Lemma count_sum {A} (f : A -> bool) l : count f l = sum (fun x => if f x then 1 else 0) l.
Proof.
  unfold count. induction l as [|a l IH]; [reflexivity|]. cbn [filter]. rewrite sum_cons, <- IH.
  destruct (f a); cbn [length]; lia.
Qed.

Lemma count_le {A} (f g : A -> bool) l : (forall x, In x l -> f x = true -> g x = true) -> count f l <= count g l.
Proof.
  intros H. rewrite !count_sum. apply sum_le. intros x Hx. specialize (H x Hx).
  destruct (f x); [rewrite H by auto|destruct (g x)]; lia.
Qed.

Lemma count_app {A} (f : A -> bool) l l' : count f (l ++ l') = count f l + count f l'.
Proof. rewrite !count_sum. apply sum_app. Qed.

Lemma count_map {A B} (f : B -> bool) (h : A -> B) l : count f (map h l) = count (fun x => f (h x)) l.
Proof. rewrite !count_sum. apply sum_map. Qed.

Lemma count_occ_node {A} (f : A -> N) l v : count (fun a => is_node (f a) v) l = N.of_nat (count_occ N.eq_dec (map f l) v).
Proof. unfold count, is_node. f_equal. induction l as [|a l IH]; cbn; auto. destruct (N.eq_dec (f a) v); cbn; auto. Qed.

Lemma count_occ_filter (p : N -> bool) l x : count_occ N.eq_dec (filter p l) x = if p x then count_occ N.eq_dec l x else 0%nat.
Proof.
  induction l as [|a l IH]; cbn [filter count_occ]; [destruct (p x); auto|]. destruct (N.eq_dec a x) as [->|D].
  - destruct (p x); cbn [count_occ]; rewrite ?IH; auto. destruct (N.eq_dec x x); congruence.
  - destruct (p a); cbn [count_occ]; auto. destruct (N.eq_dec a x); [congruence|auto].
Qed.

Lemma length_counts (l l' : list N) : (forall x, (count_occ N.eq_dec l x <= count_occ N.eq_dec l' x)%nat) -> (length l <= length l')%nat.
Proof. intros H. pose proof (sum_counts N.eq_dec (fun _ => 1) l l' H) as S. rewrite !sum_const in S. lia. Qed.

Lemma filter_length_le {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|a l IH]; cbn; [lia|]. destruct (f a); cbn; lia. Qed.

Lemma fold_left_ext {A B} (f g : A -> B -> A) : (forall a b, f a b = g a b) -> forall l a, fold_left f l a = fold_left g l a.
Proof. intros E. induction l as [|b l IH]; intros a; cbn; auto. rewrite E. apply IH. Qed.
