(** Trees of multipliers (models/formats/programs.md): what they prove of a model in 0-1 variables, whatever it says. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool.
From Isotask.Proof Require Import Compute.
Import ListNotations.
Open Scope Z_scope.

Definition label := (string * list N)%type.                    (* as in ["column", 0, 2] *)
Inductive node := Fix (variable : label) | Multiply (denominator : N) (multipliers : list (label * Z)).

Record row := Row { terms : list (N * Z); bound : Z; equation : bool }.

(* a node of a tree of directions (models/formats/certificate.md) *)
Inductive turn :=
| Branch (class dimension plus : N)
| Divide (dimension plus : N)
| Weigh (weights : list N) (plus : list Z).

(* variables are numbers; [fixed] tells which are constant *)
Record model := Model {
  variable_of : label -> option N;
  row_of      : label -> option row;
  fixed       : N -> option bool;
  objective   : list (N * Z) }.

Definition if_set (s : N -> bool) (v : N) (c : Z) : Z := if s v then c else 0.
Definition value_of (s : N -> bool) (l : list (N * Z)) : Z := fold_right (fun vc z => if_set s (fst vc) (snd vc) + z) 0 l.

Record solves (m : model) (s : N -> bool) : Prop := {
  rows_hold     : forall name r, row_of m name = Some r -> bound r <= value_of s (terms r);
  equations_too : forall name r, row_of m name = Some r -> equation r = true -> value_of s (terms r) = bound r;
  constants     : forall v b, fixed m v = Some b -> s v = b }.

(** ** Leaves *)

(* the sum over a table *)
Fixpoint over (f : positive -> Z -> Z) (m : PM.t Z) : Z :=
  match m with
  | PM.Leaf _ => 0
  | PM.Node l o r => over (fun k => f (xO k)) l + match o with Some c => f xH c | None => 0 end + over (fun k => f (xI k)) r
  end.

Definition add_terms (y : Z) (l : list (N * Z)) (m : PM.t Z) : PM.t Z :=
  fold_left (fun m vc => put m (fst vc) (get 0 m (fst vc) + y * snd vc)) l m.

Definition add_row (md : model) (q : option (Z * PM.t Z)) (ny : label * Z) : option (Z * PM.t Z) :=
  match q, row_of md (fst ny) with
  | Some (total, cost), Some r =>
      if (snd ny <? 0) && negb (equation r) then None
      else Some (total + snd ny * bound r, add_terms (- snd ny) (terms r) cost)
  | _, _ => None
  end.

Definition least_of (b : option bool) (c : Z) : Z :=
  match b with Some true => c | Some false => 0 | None => Z.min c 0 end.

(* what is fixed at a leaf *)
Definition domain (md : model) (chosen : PM.t bool) (v : N) : option bool :=
  match fixed md v with Some b => Some b | None => PM.find (N.succ_pos v) chosen end.

Definition leaf_value (md : model) (chosen : PM.t bool) (d : N) (rows : list (label * Z)) : option Z :=
  match fold_left (add_row md) rows (Some (0, add_terms (Z.of_N d) (objective md) (PM.empty Z))) with
  | Some (total, cost) => Some (total + over (fun k => least_of (domain md chosen (Pos.pred_N k))) cost)
  | None => None
  end.

(* what every leaf proves: that the objective is at least so great, or that there is no solution *)
Definition leaf_ok (md : model) (goal : option N) (chosen : PM.t bool) (d : N) (rows : list (label * Z)) : bool :=
  match leaf_value md chosen d rows, goal with
  | Some l, Some v => (Z.of_N v - 1) * Z.of_N d <? l
  | Some l, None => (d =? 0)%N && (0 <? l)
  | None, _ => false
  end.

(** ** Trees, in preorder: second children wait in [later] *)
Fixpoint walk (md : model) (goal : option N) (chosen : PM.t bool) (later : list (PM.t bool)) (tree : list node) : bool :=
  match tree with
  | [] => false
  | Fix name :: tree =>
      match variable_of md name with
      | Some v =>
          match domain md chosen v with
          | None => walk md goal (put chosen v false) (put chosen v true :: later) tree
          | Some _ => false
          end
      | None => false
      end
  | Multiply d rows :: tree =>
      if leaf_ok md goal chosen d rows then
        match later with [] => match tree with [] => true | _ => false end | c :: later => walk md goal c later tree end
      else false
  end.

Definition tree_proves (md : model) (goal : option N) (tree : list node) : bool := walk md goal (PM.empty bool) [] tree.

(** ** It is right *)

Lemma over_add k c : forall m f, over f (PM.add k c m) = over f m + f k c - match PM.find k m with Some b => f k b | None => 0 end.
Proof.
  induction k as [k IH|k IH|]; intros [|l o r] f; cbn [PM.add over PM.find]; rewrite ?IH; cbn [over]; rewrite ?PM.gleaf; try destruct o; lia.
Qed.

Lemma over_le m : forall f g, (forall k c, f k c <= g k c) -> over f m <= over g m.
Proof.
  induction m as [|l IHl o r IHr]; intros f g H; cbn [over]; [lia|].
  pose proof (IHl (fun k => f (xO k)) (fun k => g (xO k)) (fun k c => H (xO k) c)).
  pose proof (IHr (fun k => f (xI k)) (fun k => g (xI k)) (fun k c => H (xI k) c)).
  destruct o as [c|]; [specialize (H xH c)|]; lia.
Qed.

Section Right.
Variables (md : model) (s : N -> bool).
Hypothesis S : solves md s.

Definition worth (cost : PM.t Z) : Z := over (fun k => if_set s (Pos.pred_N k)) cost.

Lemma pred_succ v : Pos.pred_N (N.succ_pos v) = v.
Proof. destruct v as [|p]; [reflexivity|]. cbn. destruct p; cbn; auto. rewrite Pos.pred_double_succ. auto. Qed.

Lemma add_terms_worth y l : forall m, worth (add_terms y l m) = worth m + y * value_of s l.
Proof.
  unfold add_terms. induction l as [|[v c] l IH]; intros m; cbn [fold_left value_of fold_right fst snd]; [lia|].
  rewrite IH. unfold worth at 1, put. rewrite over_add, pred_succ. fold (worth m). unfold get, value_of, if_set.
  destruct (PM.find _ m), (s v); lia.
Qed.

Lemma leaf_value_sound chosen d rows l : (forall v b, domain md chosen v = Some b -> s v = b) ->
  leaf_value md chosen d rows = Some l -> l <= Z.of_N d * value_of s (objective md).
Proof.
  intros A. unfold leaf_value. set (q0 := Some (0, _)).
  assert (G : forall rows q, match q with Some (total, cost) => total + worth cost <= Z.of_N d * value_of s (objective md) | None => True end ->
    match fold_left (add_row md) rows q with Some (total, cost) => total + worth cost <= Z.of_N d * value_of s (objective md) | None => True end).
  { clear rows. induction rows as [|[name y] rows IH]; intros q Q; cbn [fold_left]; auto. apply IH. unfold add_row.
    destruct q as [[total cost]|]; auto. cbn [fst snd]. destruct (row_of md name) as [r|] eqn:R; auto.
    destruct ((y <? 0) && negb (equation r)) eqn:B; auto. rewrite add_terms_worth.
    pose proof (rows_hold _ _ S name r R). destruct (equation r) eqn:E.
    - pose proof (equations_too _ _ S name r R E). nia.
    - rewrite andb_true_r in B. apply Z.ltb_ge in B. nia. }
  specialize (G rows q0). destruct (fold_left _ _ _) as [[total cost]|]; [|discriminate]. intros H. injection H as <-.
  enough (over (fun k => least_of (domain md chosen (Pos.pred_N k))) cost <= worth cost).
  { enough (total + worth cost <= Z.of_N d * value_of s (objective md)) by lia. apply G. unfold q0. rewrite add_terms_worth.
    unfold worth. cbn [over PM.empty]. lia. }
  apply over_le. intros k c. unfold least_of, if_set. destruct (domain md chosen (Pos.pred_N k)) as [b|] eqn:D.
  - rewrite (A _ _ D). destruct b; lia.
  - destruct (s _); lia.
Qed.

Definition proves (goal : option N) : Prop :=
  match goal with Some v => Z.of_N v <= value_of s (objective md) | None => False end.

Lemma leaf_ok_sound goal chosen d rows : (forall v b, domain md chosen v = Some b -> s v = b) ->
  leaf_ok md goal chosen d rows = true -> proves goal.
Proof.
  intros A. unfold leaf_ok. destruct (leaf_value _ _ _ _) as [l|] eqn:E; [|destruct goal; discriminate].
  apply (leaf_value_sound _ _ _ _ A) in E. destruct goal as [v|]; cbn [proves].
  - rewrite Z.ltb_lt. intros H. nia.
  - rewrite andb_true_iff, N.eqb_eq, Z.ltb_lt. intros [-> H]. cbn in E. lia.
Qed.

Definition agrees_with (chosen : PM.t bool) : Prop := forall v b, domain md chosen v = Some b -> s v = b.

Lemma chosen_agrees chosen v : agrees_with chosen -> agrees_with (put chosen v (s v)).
Proof.
  intros A w b. specialize (A w b). unfold domain in *. destruct (fixed md w); auto. rewrite find_put.
  destruct (N.eq_dec v w) as [->|]; auto. congruence.
Qed.

Lemma walk_sound goal tree : forall chosen later, walk md goal chosen later tree = true ->
  (exists c, In c (chosen :: later) /\ agrees_with c) -> proves goal.
Proof.
  induction tree as [|[name|d rows] tree IH]; intros chosen later H (c & I & A); cbn [walk] in H; [discriminate| |].
  - destruct (variable_of md name) as [v|]; [|discriminate]. destruct (domain md chosen v); [discriminate|].
    apply (IH _ _ H). destruct I as [->|I].
    + exists (put c v (s v)). split; [|apply chosen_agrees, A]. destruct (s v); cbn; auto.
    + exists c. cbn. auto.
  - destruct (leaf_ok md goal chosen d rows) eqn:L; [|discriminate]. destruct I as [->|I].
    + apply (leaf_ok_sound _ _ _ _ A L).
    + destruct later as [|c' later]; [destruct I|]. apply (IH _ _ H). eauto.
Qed.

(* THE TREE: what it proves is so of every solution *)
Theorem tree_sound goal tree : tree_proves md goal tree = true -> proves goal.
Proof.
  intros H. apply (walk_sound _ _ _ _ H). exists (PM.empty bool). split; [left; auto|]. intros v b. unfold domain.
  rewrite PM.gempty. destruct (fixed md v) eqn:F; [|discriminate]. intros E. apply (constants _ _ S). congruence.
Qed.
End Right.
