(** The checker of certificates of matrices, and the theorem that what it accepts is true. *)
From Coq Require Import String Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Matrix.
From Isotask.Proof Require Import Lists Compute Isotropic Claims Checker.
From Isotask.Proof Require Courses.
Import ListNotations.
Open Scope N_scope.

(** ** What a claim is proved by: a line of the matrix, or all of it *)

Inductive line :=
| RowSum (row : N)
| ColumnSum (column : N)
| SharedSum
| NodeSum (node : N)                 (* its row and its column *)
| OddSet (nodes : list N)
| RowEntries (row : N)
| ColumnEntries (column : N)
| SharedEntries
| SlotsAndTerms                       (* the greatest bounds on both *)
| OtherLine (kind : string).

Record matrix_claim := MatrixClaim {
  m_quantity : matrix_quantity; m_value : N; m_lower : N; m_line : line; m_optimal : bool }.

(* what the certificate says, as the specification says it *)
Definition stated_of_matrix (c : matrix_claim) : matrix_statement := MatrixStatement (m_quantity c) (m_value c) (m_lower c).

(** ** The checker *)

Definition row_width (m : matrix) : N := match m with [] => 0 | row :: _ => len row end.
Definition weight_of (f : N -> N) (m : matrix) : N := sumf (fun row => sumf f row) m.
Definition itself (a : N) : N := a.
Definition nonzero (a : N) : N := if a =? 0 then 0 else 1.

Definition valid_matrix (m : matrix) : bool :=
  forallb (fun row => len row =? row_width m) m && (weight_of itself m <? 2 ^ 63).

(* most ones of a term: as many as are allowed, and as have room *)
Definition most_ones (ports : port_rule) (room : N) : option N :=
  match ports with
  | All => Some room
  | AtMost k => if k =? 0 then None else Some (N.min k room)
  | HalfDuplex => Some (room / 2)
  end.
Definition is_half_duplex (ports : port_rule) : bool := match ports with HalfDuplex => true | _ => false end.

(* the messages of one half-duplex port *)
Definition valid_ports (m : matrix) (ports : port_rule) : bool :=
  match ports with
  | HalfDuplex => (len m =? row_width m) && snd (fold_left (fun q row => (fst q + 1, if pick 0 row (fst q) =? 0 then snd q else false)) m (0, true))
  | _ => true
  end.

Definition valid_term (ports : port_rule) (rows columns k : N) (t : term) : bool :=
  (1 <=? multiplicity t) && (len (cells t) <=? k) &&
  forallb (fun c => (fst c <? rows) && (snd c <? columns)) (cells t) &&
  distinctb (mapr fst (cells t)) && distinctb (mapr snd (cells t)) && (if is_half_duplex ports then distinctb (ends_of (cells t)) else true).

(* the sum of the terms, as a table of cells that are numbered row by row *)
Definition number_of (columns : N) (c : N * N) : N := fst c * columns + snd c.
Definition with_term (columns : N) (sums : PM.t N) (t : term) : PM.t N :=
  fold_left (fun sums c => let x := number_of columns c in put sums x (get 0 sums x + multiplicity t)) (cells t) sums.
Definition sums_of (columns : N) (ts : list term) : PM.t N := fold_left (with_term columns) ts (PM.empty N).

(* all cells in their order; the number of the next one comes along *)
Definition same_entry (covers : bool) (sums : PM.t N) (q : N * bool) (a : N) : N * bool :=
  (N.succ (fst q), if (if covers then a <=? get 0 sums (fst q) else get 0 sums (fst q) =? a) then snd q else false).
Definition same_entries (covers : bool) (sums : PM.t N) (m : matrix) : bool :=
  snd (fold_left (fun q row => fold_left (same_entry covers sums) row q) m (0, true)).
Definition covers (switching : option N) : bool := match switching with Some _ => true | None => false end.

Definition share (a k : N) : N := if k =? 0 then 0 else ceil a k.

Definition of_row (f : N -> N) (m : matrix) (i : N) : answer :=
  if i <? len m then Bound (sumf f (pick [] m i)) else Unfit.
Definition of_column (f : N -> N) (m : matrix) (j : N) : answer :=
  if j <? row_width m then Bound (sumf (fun row => f (pick 0 row j)) m) else Unfit.

Definition of_node (m : matrix) (i : N) : answer :=
  match of_row itself m i, of_column itself m i with Bound a, Bound b => Bound (a + b) | _, _ => Unfit end.

(* of an odd number of nodes a slot serves two by two *)
Fixpoint rises (l : list N) : bool := match l with x :: (y :: _) as l => (x <? y) && rises l | _ => true end.
Definition of_odd_set (m : matrix) (nodes : list N) : answer :=
  if (3 <=? len nodes) && N.odd (len nodes) && rises nodes && distinctb nodes && forallb (fun v => v <? len m) nodes
  then Bound (ceil (sumf (fun i => let row := pick [] m i in sumf (pick 0 row) nodes) nodes) (len nodes / 2)) else Unfit.

(* the greatest bound of all lines *)
Definition got (a : answer) : list N := match a with Bound v => [v] | _ => [] end.
Definition greatest_line (f : N -> N) (m : matrix) (k : N) : N :=
  fold_left N.max (flat_map (fun i => got (of_row f m i)) (range (len m)) ++ flat_map (fun j => got (of_column f m j)) (range (row_width m))) (share (weight_of f m) k).

Definition bound_of_line (m : matrix) (half : bool) (switching : option N) (k : N) (q : matrix_quantity) (l : line) : answer :=
  match l, q with
  | RowSum i, Multiplicities => of_row itself m i
  | ColumnSum j, Multiplicities => of_column itself m j
  | SharedSum, Multiplicities => Bound (share (weight_of itself m) k)
  | NodeSum i, Multiplicities => if half then of_node m i else Unfit
  | OddSet nodes, Multiplicities => if half then of_odd_set m nodes else Unfit
  | RowEntries i, NumberOfTerms => of_row nonzero m i
  | ColumnEntries j, NumberOfTerms => of_column nonzero m j
  | SharedEntries, NumberOfTerms => Bound (share (weight_of nonzero m) k)
  | SlotsAndTerms, SwitchingCost =>
      match switching with Some d => Bound (greatest_line itself m k + d * greatest_line nonzero m k) | None => Unfit end
  | OtherLine kind, _ => NotCovered kind
  | _, _ => Unfit
  end.

Definition amount_found (switching : option N) (q : matrix_quantity) (ts : list term) : N :=
  match q with
  | Multiplicities => sumf multiplicity ts
  | NumberOfTerms => len ts
  | SwitchingCost => sumf multiplicity ts + match switching with Some d => d | None => 0 end * len ts
  end.

(* a cost of switching is one where it takes slots *)
Definition has_quantity (switching : option N) (q : matrix_quantity) : bool := match q with SwitchingCost => covers switching | _ => true end.

Definition matrix_claim_fits (switching : option N) (ts : list term) (c : matrix_claim) : bool :=
  has_quantity switching (m_quantity c) && (m_value c =? amount_found switching (m_quantity c) ts) && (m_lower c <=? m_value c) &&
  Bool.eqb (m_optimal c) (m_lower c =? m_value c).

Definition check_matrix_claim (m : matrix) (half : bool) (switching : option N) (k : N) (ts : list term) (c : matrix_claim) : outcome :=
  if matrix_claim_fits switching ts c then
    match bound_of_line m half switching k (m_quantity c) (m_line c) with
    | Bound v => if v =? m_lower c then Proved else Refused
    | Unfit => Refused
    | NotCovered what => Open what
    end
  else Refused.

Definition same_matrix_quantity (a b : matrix_claim) : bool :=
  match m_quantity a, m_quantity b with
  | Multiplicities, Multiplicities | NumberOfTerms, NumberOfTerms | SwitchingCost, SwitchingCost => true
  | _, _ => false
  end.

Fixpoint quantities_differ (cs : list matrix_claim) : bool :=
  match cs with [] => true | c :: cs => negb (existsb (same_matrix_quantity c) cs) && quantities_differ cs end.

Definition check_matrix (m : matrix) (ports : port_rule) (switching : option N) (ts : list term) (cs : list matrix_claim) : result :=
  match cs with
  | [] => Wrong "no claims"
  | _ =>
      if negb (valid_matrix m) then Wrong "a matrix with rows of different lengths, or with entries that add up to 2^63 or more"
      else match most_ones ports (N.min (len m) (row_width m)) with
        | None => Wrong "ports that a matrix does not have"
        | Some k =>
            if negb (valid_ports m ports) then Wrong "messages of one half-duplex port that are none"
            else if negb (forallb (valid_term ports (len m) (row_width m) k) ts) then Wrong "a term that is no partial permutation matrix of the rows, columns and ports"
            else if negb (same_entries (covers switching) (sums_of (row_width m) ts) m) then Wrong "terms that do not add up to the matrix"
            else if negb (quantities_differ cs) then Wrong "two claims of one quantity"
            else Answer (map (check_matrix_claim m (is_half_duplex ports) switching k ts) cs)
        end
  end.

(** ** Matrices, entry by entry *)

Lemma row_width_columns m : row_width m = column_count m.
Proof. destruct m; cbn [row_width column_count]; [reflexivity|apply len_length]. Qed.

Lemma sum_concat {A} (f : A -> N) (l : list (list A)) : sum f (concat l) = sum (sum f) l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [concat]. rewrite sum_app, IH, sum_cons. reflexivity. Qed.

Lemma weight_sum f m : weight_of f m = sum (sum f) m.
Proof. unfold weight_of. rewrite sumf_sum. apply sum_ext. intros row _. apply sumf_sum. Qed.

Lemma valid_matrix_sound m : valid_matrix m = true -> well_formed_matrix m.
Proof.
  unfold valid_matrix. rewrite andb_true_iff, forallb_forall, N.ltb_lt, weight_sum. intros [L S]. constructor.
  - intros row I. specialize (L row I). rewrite N.eqb_eq, len_length, row_width_columns in L. exact L.
  - rewrite <- (map_id (concat m)), total_sum, sum_concat. exact S.
Qed.

Section Entries.
Variable m : matrix.
Hypothesis W : well_formed_matrix m.
Let rows := row_count m.
Let columns := column_count m.

Lemma row_length i : i < rows -> N.of_nat (length (nth (N.to_nat i) m [])) = columns.
Proof. intros H. apply (rows_of_one_length m W), nth_In. unfold rows, row_count in H. lia. Qed.

Lemma entry_outside i j : rows <= i \/ columns <= j -> entry m i j = 0.
Proof.
  intros H. unfold entry. destruct (N.lt_ge_cases i rows) as [L|G].
  - apply nth_overflow. pose proof (row_length i L). lia.
  - rewrite (nth_overflow m) by (unfold rows, row_count in G; lia). destruct (N.to_nat j); reflexivity.
Qed.

Lemma sum_row (f : N -> N) i : i < rows -> sum (fun j => f (entry m i j)) (upto columns) = sum f (nth (N.to_nat i) m []).
Proof.
  intros H. rewrite <- (row_length i H). transitivity (sum f (map (fun j => nth (N.to_nat j) (nth (N.to_nat i) m []) 0) (upto (N.of_nat (length (nth (N.to_nat i) m [])))))).
  - rewrite sum_map. reflexivity.
  - rewrite nth_upto. reflexivity.
Qed.

Lemma sum_rows (f : list N -> N) : sum (fun i => f (nth (N.to_nat i) m [])) (upto rows) = sum f m.
Proof. rewrite <- (sum_map f (fun i => nth (N.to_nat i) m [])). unfold rows, row_count. rewrite nth_upto. reflexivity. Qed.

Lemma sum_cells (f : N -> N) : sum (fun c => f (entry m (fst c) (snd c))) (list_prod (upto rows) (upto columns)) = sum (sum f) m.
Proof.
  rewrite sum_list_prod, <- (sum_rows (sum f)). apply sum_ext. intros i Hi. apply in_upto in Hi. cbn [fst snd]. apply sum_row, Hi.
Qed.
End Entries.

(** ** The table holds the sum of the terms *)

Lemma has_one_in t i j : has_one t i j = true <-> In (i, j) (cells t).
Proof.
  unfold has_one. rewrite existsb_exists. split.
  - intros ([a b] & I & E). cbn [fst snd] in E. rewrite andb_true_iff, !N.eqb_eq in E. destruct E as [-> ->]. exact I.
  - intros I. exists (i, j). cbn [fst snd]. rewrite !N.eqb_refl. auto.
Qed.

Lemma summed_sum ts i j : summed ts i j = sum (fun t => if has_one t i j then multiplicity t else 0) ts.
Proof. apply total_sum. Qed.

Lemma number_inj columns a b : snd a < columns -> snd b < columns -> number_of columns a = number_of columns b -> a = b.
Proof. destruct a as [i j], b as [i' j']. unfold number_of. cbn [fst snd]. intros H H' E. assert (i = i') by nia. subst. f_equal. lia. Qed.

Section Table.
Variable columns : N.

Lemma with_term_get t : NoDup (cells t) -> (forall i j, In (i, j) (cells t) -> j < columns) -> forall sums i j, j < columns ->
  get 0 (with_term columns sums t) (number_of columns (i, j)) = get 0 sums (number_of columns (i, j)) + if has_one t i j then multiplicity t else 0.
Proof.
  unfold with_term, has_one. generalize (multiplicity t) as a. induction (cells t) as [|[x y] l IH]; intros a D In_ sums i j Hj; [cbn; lia|].
  inversion D; subst. cbn [fold_left existsb]. rewrite IH; auto; [|intros; apply (In_ i0), in_cons; auto]. rewrite get_put. cbn [fst snd].
  pose proof (In_ x y (or_introl eq_refl)) as Hy. destruct (N.eq_dec (number_of columns (x, y)) (number_of columns (i, j))) as [E|E].
  - apply number_inj in E; auto. injection E as -> ->. rewrite !N.eqb_refl. cbn [andb orb].
    destruct (existsb _ l) eqn:X; [|lia]. exfalso. apply H1. change (has_one (Term a l) i j = true) in X. apply has_one_in in X. exact X.
  - destruct (N.eqb_spec x i) as [->|]; cbn [andb orb]; [|reflexivity]. destruct (N.eqb_spec y j) as [->|]; cbn [andb orb]; [congruence|reflexivity].
Qed.

Lemma sums_of_get ts : (forall t, In t ts -> NoDup (cells t) /\ forall i j, In (i, j) (cells t) -> j < columns) -> forall i j, j < columns ->
  get 0 (sums_of columns ts) (number_of columns (i, j)) = summed ts i j.
Proof.
  intros G i j Hj. rewrite summed_sum. unfold sums_of.
  enough (E : forall sums, get 0 (fold_left (with_term columns) ts sums) (number_of columns (i, j)) =
    get 0 sums (number_of columns (i, j)) + sum (fun t => if has_one t i j then multiplicity t else 0) ts) by (rewrite E, get_empty; reflexivity).
  induction ts as [|t ts IH]; intros sums; [cbn; lia|]. cbn [fold_left]. rewrite IH by (intros; apply G, in_cons; auto).
  destruct (G t (or_introl eq_refl)) as [D I]. rewrite with_term_get by auto. rewrite sum_cons. lia.
Qed.

End Table.

Section Compared.
Variables (cover : bool) (sums : PM.t N).

(* what the sum of a cell has to be *)
Definition serves (sum a : N) : Prop := if cover then a <= sum else sum = a.

Lemma same_row_next row : forall q, fst (fold_left (same_entry cover sums) row q) = fst q + N.of_nat (length row).
Proof. induction row as [|a row IH]; intros q; cbn [fold_left length]; [lia|]. rewrite IH. cbn [same_entry fst]. lia. Qed.

Lemma same_row_sound row : forall q, snd (fold_left (same_entry cover sums) row q) = true ->
  snd q = true /\ forall j, j < N.of_nat (length row) -> serves (get 0 sums (fst q + j)) (nth (N.to_nat j) row 0).
Proof.
  induction row as [|a row IH]; intros q H; cbn [fold_left length] in *; [split; [exact H|intros; lia]|].
  destruct (IH _ H) as [B E]. unfold same_entry in B, E. cbn [fst snd] in B, E. match type of B with (if ?b then _ else _) = _ => destruct b eqn:Fit; [|discriminate] end.
  assert (F0 : serves (get 0 sums (fst q)) a) by (unfold serves; destruct cover; [apply N.leb_le|apply N.eqb_eq]; exact Fit).
  split; [exact B|]. intros j Hj. destruct (N.eq_dec j 0) as [->|P]; [rewrite N.add_0_r; exact F0|].
  replace (fst q + j) with (N.succ (fst q) + N.pred j) by lia. specialize (E (N.pred j) ltac:(lia)).
  replace (N.to_nat j) with (S (N.to_nat (N.pred j))) by lia. exact E.
Qed.

Lemma same_rows_sound c (m : matrix) : (forall row, In row m -> N.of_nat (length row) = c) ->
  forall q, snd (fold_left (fun q row => fold_left (same_entry cover sums) row q) m q) = true ->
  snd q = true /\ forall i j, i < row_count m -> j < c -> serves (get 0 sums (fst q + number_of c (i, j))) (entry m i j).
Proof.
  induction m as [|row m IH]; intros L q H; cbn [fold_left] in H; [split; [exact H|unfold row_count; cbn [length]; intros; lia]|].
  destruct (IH (fun r I => L r (in_cons _ _ _ I)) _ H) as [B E]. destruct (same_row_sound _ _ B) as [B' E'].
  rewrite same_row_next, (L row (or_introl eq_refl)) in E. rewrite (L row (or_introl eq_refl)) in E'.
  split; [exact B'|]. intros i j Hi Hj. unfold number_of, entry, row_count in *. cbn [fst snd length] in *. destruct (N.eq_dec i 0) as [->|P].
  - rewrite N.mul_0_l. apply E', Hj.
  - specialize (E (N.pred i) j ltac:(lia) Hj). replace (fst q + (i * c + j)) with (fst q + c + (N.pred i * c + j)) by nia.
    replace (N.to_nat i) with (S (N.to_nat (N.pred i))) by lia. exact E.
Qed.
End Compared.

(** ** Terms *)

Lemma valid_term_sound m ports k t : most_ones ports (N.min (len m) (row_width m)) = Some k ->
  valid_term ports (len m) (row_width m) k t = true -> term_fits m ports t.
Proof.
  unfold valid_term. rewrite len_length, row_width_columns. intros K. rewrite !andb_true_iff, N.leb_le, N.leb_le, len_length, !mapr_map.
  intros [[[[[T F] I] R] C] Nd]. rewrite forallb_forall in I. constructor; [exact T| |].
  - constructor; [|apply distinctb_sound, R|apply distinctb_sound, C]. intros i j H. specialize (I _ H). cbn [fst snd] in I.
    rewrite andb_true_iff, !N.ltb_lt in I. exact I.
  - unfold most_ones in K. destruct ports as [|n|]; cbn [ports_allow is_half_duplex] in *; [exact Logic.I| |apply distinctb_sound, Nd].
    destruct (n =? 0); [discriminate|]. injection K as <-. lia.
Qed.

Lemma most_ones_sound m ports room k : well_formed_matrix m -> most_ones ports room = Some k -> valid_ports m ports = true -> has_ports m ports.
Proof.
  intros W. destruct ports as [|n|]; cbn [most_ones valid_ports has_ports]; [auto| |].
  - destruct (N.eqb_spec n 0); [discriminate|]. lia.
  - intros _. rewrite andb_true_iff, N.eqb_eq, len_length, row_width_columns. intros [Sq Dg]. split; [exact Sq|].
    assert (G : forall rows q, snd (fold_left (fun q row => (fst q + 1, if pick 0 row (fst q) =? 0 then snd q else false)) rows q) = true ->
      snd q = true /\ forall i, i < N.of_nat (length rows) -> nth (N.to_nat (fst q + i)) (nth (N.to_nat i) rows []) 0 = 0).
    { induction rows as [|row rows IH]; intros q H; cbn [fold_left] in H; [split; [exact H|cbn; lia]|]. destruct (IH _ H) as [B E]. cbn [fst snd] in *.
      rewrite pick_nth in B. destruct (N.eqb_spec (nth (N.to_nat (fst q)) row 0) 0) as [Z|]; [|discriminate]. split; [exact B|]. intros i Hi. destruct (N.eq_dec i 0) as [->|P].
      - rewrite N.add_0_r. exact Z.
      - specialize (E (N.pred i) ltac:(cbn [length] in Hi; lia)). replace (N.to_nat i) with (S (N.to_nat (N.pred i))) by lia. cbn [nth].
        replace (fst q + i) with (fst q + 1 + N.pred i) by lia. exact E. }
    intros i. destruct (G m _ Dg) as [_ E]. destruct (N.lt_ge_cases i (row_count m)) as [Hi|Hi]; [apply (E i Hi)|apply entry_outside; auto].
Qed.

(* a node has one end of one cell *)
Lemma ends_apart l a b : NoDup (ends_of l) -> In a l -> In b l -> fst a <> snd b.
Proof.
  unfold ends_of. intros D Ia Ib E. induction l as [|c l IH]; [destruct Ia|]. cbn [flat_map app] in D. inversion_clear D as [|? ? D1 D']. inversion_clear D' as [|? ? D2 D3].
  assert (Sub : forall x, In x l -> In (fst x) (flat_map (fun c => [fst c; snd c]) l) /\ In (snd x) (flat_map (fun c => [fst c; snd c]) l)).
  { intros x Hx. split; apply in_flat_map; exists x; cbn; auto. }
  destruct Ia as [->|Ia], Ib as [Eb|Ib].
  - subst b. apply D1. left. auto.
  - apply D1. right. rewrite E. apply Sub, Ib.
  - subst b. apply D2. rewrite <- E. apply Sub, Ia.
  - apply IH; auto.
Qed.

Lemma ends_few l (nodes : list N) : NoDup (ends_of l) -> (forall c, In c l -> In (fst c) nodes /\ In (snd c) nodes) -> N.of_nat (length l) <= N.of_nat (length nodes) / 2.
Proof.
  intros D I. assert (length (ends_of l) <= length nodes)%nat as Le.
  { apply NoDup_incl_length; [exact D|]. intros x Hx. apply in_flat_map in Hx. destruct Hx as (c & Hc & Hx). specialize (I c Hc). cbn in Hx. destruct Hx as [<-|[<-|[]]]; apply I. }
  assert (E : length (ends_of l) = (2 * length l)%nat) by (unfold ends_of; clear; induction l as [|c l IH]; [reflexivity|]; cbn [flat_map app length]; rewrite IH; lia).
  apply N.div_le_lower_bound; lia.
Qed.

Lemma ends_filter f l : NoDup (ends_of l) -> NoDup (ends_of (filter f l)).
Proof.
  unfold ends_of. induction l as [|c l IH]; [auto|]. cbn [flat_map app]. intros D. inversion_clear D as [|? ? D1 D']. inversion_clear D' as [|? ? D2 D3].
  assert (Sub : forall x, In x (flat_map (fun c => [fst c; snd c]) (filter f l)) -> In x (flat_map (fun c => [fst c; snd c]) l)).
  { intros x Hx. apply in_flat_map in Hx. destruct Hx as (y & Hy & Hx). apply filter_In in Hy. apply in_flat_map. exists y. split; [apply Hy|exact Hx]. }
  cbn [filter]. destruct (f c); [|apply IH, D3]. cbn [flat_map app]. constructor; [|constructor; [|apply IH, D3]].
  - intros [C|C]; [apply D1; left; exact C|]. apply D1. right. apply Sub, C.
  - intros C. apply D2, Sub, C.
Qed.

(* so many places can hold ones of a term *)
Lemma one_of_row m ports t i l : term_fits m ports t -> NoDup l ->
  (forall c, In c l -> fst c = i) -> count (fun c => has_one t (fst c) (snd c)) l <= 1.
Proof.
  intros [_ [_ R _] _] D I. unfold count. set (F := filter _ l).
  assert (In_ : forall c, In c F -> In c (cells t) /\ fst c = i).
  { intros [a b] H. apply filter_In in H. destruct H as [H O]. apply has_one_in in O. auto. }
  enough (length (map fst F) <= length [i])%nat by (rewrite map_length in *; cbn [length] in *; lia). apply NoDup_incl_length.
  - apply NoDup_map_in; [|apply NoDup_filter, D]. intros x y Hx Hy. apply (NoDup_map_inj fst (cells t)); auto; apply In_; auto.
  - intros a H. apply in_map_iff in H. destruct H as (c & <- & H). left. symmetry. apply In_, H.
Qed.

Lemma one_of_column m ports t j l : term_fits m ports t -> NoDup l ->
  (forall c, In c l -> snd c = j) -> count (fun c => has_one t (fst c) (snd c)) l <= 1.
Proof.
  intros [_ [_ _ C] _] D I. unfold count. set (F := filter _ l).
  assert (In_ : forall c, In c F -> In c (cells t) /\ snd c = j).
  { intros [a b] H. apply filter_In in H. destruct H as [H O]. apply has_one_in in O. auto. }
  enough (length (map snd F) <= length [j])%nat by (rewrite map_length in *; cbn [length] in *; lia). apply NoDup_incl_length.
  - apply NoDup_map_in; [|apply NoDup_filter, D]. intros x y Hx Hy. apply (NoDup_map_inj snd (cells t)); auto; apply In_; auto.
  - intros a H. apply in_map_iff in H. destruct H as (c & <- & H). left. symmetry. apply In_, H.
Qed.

Lemma few_ones m ports k t l : has_ports m ports -> most_ones ports (N.min (row_count m) (column_count m)) = Some k -> term_fits m ports t -> NoDup l ->
  count (fun c => has_one t (fst c) (snd c)) l <= k.
Proof.
  intros P K [_ [I R C] A] D. unfold count.
  assert (length (filter (fun c => has_one t (fst c) (snd c)) l) <= length (cells t))%nat as L.
  { apply NoDup_incl_length; [apply NoDup_filter, D|]. intros [a b] H. apply filter_In in H. destruct H as [_ O]. apply has_one_in, O. }
  assert (N.of_nat (length (cells t)) <= row_count m) as Lr.
  { rewrite <- (upto_length (row_count m)), <- (map_length fst). enough (length (map fst (cells t)) <= length (upto (row_count m)))%nat by lia.
    apply NoDup_incl_length; [exact R|]. intros a H. apply in_map_iff in H. destruct H as ([x y] & <- & H). apply in_upto, (I x y H). }
  assert (N.of_nat (length (cells t)) <= column_count m) as Lc.
  { rewrite <- (upto_length (column_count m)), <- (map_length snd). enough (length (map snd (cells t)) <= length (upto (column_count m)))%nat by lia.
    apply NoDup_incl_length; [exact C|]. intros a H. apply in_map_iff in H. destruct H as ([x y] & <- & H). apply in_upto, (I x y H). }
  unfold most_ones in K. destruct ports as [|n|]; cbn [ports_allow] in A.
  - injection K as <-. lia.
  - destruct (n =? 0); [discriminate|]. injection K as <-. lia.
  - injection K as <-. transitivity (N.of_nat (length (cells t))); [lia|].
    rewrite <- (upto_length (N.min (row_count m) (column_count m))). apply ends_few; [exact A|].
    cbn [has_ports] in P. intros [i j] H. destruct (I i j H). cbn [fst snd]. rewrite !in_upto. lia.
Qed.

(** ** No decomposition has less than its bounds *)

Section Bounds.
Variables (m : matrix) (ports : port_rule) (switching : option N) (ts : list term).
Hypothesis W : well_formed_matrix m.
Hypothesis D : decomposes m ports switching ts.

(* what stands in some places is served by terms that have at most so many ones there *)
Lemma places_bound (f : term -> N) (g : N -> N) (most : N) (l : list (N * N)) :
  (forall i j, g (entry m i j) <= sum (fun t => if has_one t i j then f t else 0) ts) ->
  (forall t, In t ts -> count (fun c => has_one t (fst c) (snd c)) l <= most) ->
  sum (fun c => g (entry m (fst c) (snd c))) l <= most * sum f ts.
Proof.
  intros G H. transitivity (sum (fun c => sum (fun t => if has_one t (fst c) (snd c) then f t else 0) ts) l); [apply sum_le; intros; apply G|].
  rewrite Courses.sum_swap, <- sum_scale. apply sum_le. intros t I. specialize (H t I). rewrite count_sum in H.
  transitivity (f t * sum (fun c => if has_one t (fst c) (snd c) then 1 else 0) l); [|nia].
  rewrite <- sum_scale. apply sum_le. intros c _. destruct (has_one _ _ _); lia.
Qed.

(* the entries by multiplicities, those that are not zero by terms *)
Lemma served i j : itself (entry m i j) <= sum (fun t => if has_one t i j then multiplicity t else 0) ts.
Proof. unfold itself. rewrite <- summed_sum. pose proof (they_add_up _ _ _ _ D i j) as A. destruct switching; lia. Qed.

Lemma met i j : nonzero (entry m i j) <= sum (fun t => if has_one t i j then 1 else 0) ts.
Proof.
  pose proof (served i j) as A. unfold itself in A. unfold nonzero. destruct (N.eqb_spec (entry m i j) 0); [lia|].
  assert (Q : 1 <= sum (fun t => if has_one t i j then multiplicity t else 0) ts) by lia. clear D A. revert Q. induction ts as [|t l IH]; [cbn; lia|]. rewrite !sum_cons.
  destruct (has_one t i j); rewrite ?N.add_0_l; [intros _; lia|exact IH].
Qed.

Variables (f : term -> N) (g : N -> N).
Hypothesis G : forall i j, g (entry m i j) <= sum (fun t => if has_one t i j then f t else 0) ts.

Lemma row_bound i v : of_row g m i = Bound v -> v <= sum f ts.
Proof.
  unfold of_row. rewrite len_length, sumf_sum, pick_nth. destruct (N.ltb_spec i (N.of_nat (length m))) as [Hi|]; [|discriminate]. intros E.
  assert (E' : v = sum g (nth (N.to_nat i) m [])) by congruence. rewrite E', <- (sum_row m W g i Hi), <- N.mul_1_l.
  pose proof (places_bound f g 1 (map (pair i) (upto (column_count m))) G) as B. rewrite sum_map in B. apply B.
  intros t I. apply (one_of_row m ports t i); [apply (every_term_fits _ _ _ _ D), I| |].
  - apply NoDup_map_in; [|apply upto_nodup]. congruence.
  - intros c H. apply in_map_iff in H. destruct H as (j & <- & _). reflexivity.
Qed.

Lemma column_bound j v : of_column g m j = Bound v -> v <= sum f ts.
Proof.
  unfold of_column. rewrite sumf_sum, row_width_columns. destruct (N.ltb_spec j (column_count m)) as [Hj|]; [|discriminate]. intros E.
  assert (E' : v = sum (fun i => g (entry m i j)) (upto (row_count m))).
  { etransitivity; [|symmetry; exact (sum_rows m (fun row => g (nth (N.to_nat j) row 0)))]. injection E as <-. apply sum_ext. intros row _. rewrite pick_nth. reflexivity. }
  rewrite E', <- N.mul_1_l. pose proof (places_bound f g 1 (map (fun i => (i, j)) (upto (row_count m))) G) as B. rewrite sum_map in B. apply B.
  intros t I. apply (one_of_column m ports t j); [apply (every_term_fits _ _ _ _ D), I| |].
  - apply NoDup_map_in; [|apply upto_nodup]. congruence.
  - intros c H. apply in_map_iff in H. destruct H as (i & <- & _). reflexivity.
Qed.

Lemma shared_bound k : has_ports m ports -> most_ones ports (N.min (row_count m) (column_count m)) = Some k -> share (weight_of g m) k <= sum f ts.
Proof.
  intros P K. unfold share. destruct (N.eqb_spec k 0); [lia|]. apply ceil_least; [lia|]. rewrite weight_sum, <- (sum_cells m W g), N.mul_comm.
  apply places_bound; [exact G|]. intros t I. apply (few_ones m ports k t); [exact P|exact K|apply (every_term_fits _ _ _ _ D), I|].
  apply NoDup_list_prod; apply upto_nodup.
Qed.

(* one half-duplex port *)
Hypothesis Half : ports = HalfDuplex.

Lemma node_bound i a b : of_row g m i = Bound a -> of_column g m i = Bound b -> a + b <= sum f ts.
Proof.
  unfold of_row, of_column. rewrite len_length, !sumf_sum, pick_nth, row_width_columns. destruct (N.ltb_spec i (N.of_nat (length m))) as [Hi|]; [|discriminate].
  destruct (N.ltb_spec i (column_count m)) as [Hj|]; [|discriminate]. intros Ea Eb.
  assert (Ea' : a = sum g (nth (N.to_nat i) m [])) by congruence.
  assert (Eb' : b = sum (fun x => g (entry m x i)) (upto (row_count m))).
  { etransitivity; [|symmetry; exact (sum_rows m (fun row => g (nth (N.to_nat i) row 0)))]. injection Eb as <-. apply sum_ext. intros row _. rewrite pick_nth. reflexivity. }
  rewrite Ea', Eb', <- (sum_row m W g i Hi), <- (N.mul_1_l (sum f ts)).
  pose proof (places_bound f g 1 (map (pair i) (upto (column_count m)) ++ map (fun x => (x, i)) (upto (row_count m))) G) as B.
  rewrite sum_app, !sum_map in B. apply B. clear B. intros t I. pose proof (every_term_fits _ _ _ _ D t I) as Ft.
  rewrite count_app.
  pose proof (one_of_row m ports t i (map (pair i) (upto (column_count m))) Ft ltac:(apply NoDup_map_in; [congruence|apply upto_nodup])
    ltac:(intros c H; apply in_map_iff in H; destruct H as (j & <- & _); reflexivity)) as R1.
  pose proof (one_of_column m ports t i (map (fun x => (x, i)) (upto (row_count m))) Ft ltac:(apply NoDup_map_in; [congruence|apply upto_nodup])
    ltac:(intros c H; apply in_map_iff in H; destruct H as (j & <- & _); reflexivity)) as R2.
  assert (Some_ : forall l, 0 < count (fun c => has_one t (fst c) (snd c)) l -> exists c, In c l /\ In c (cells t)).
  { intros l P. unfold count in P. destruct (filter _ l) as [|c r] eqn:F; [cbn in P; lia|]. assert (Ic : In c (c :: r)) by (left; reflexivity). rewrite <- F in Ic.
    apply filter_In in Ic. destruct Ic as [Ic O]. apply has_one_in in O. exists c. split; [exact Ic|]. destruct c; exact O. }
  match type of R1 with ?x <= 1 => destruct (N.eq_dec x 0) as [Z1|P1] end; [lia|]. match type of R2 with ?x <= 1 => destruct (N.eq_dec x 0) as [Z2|P2] end; [lia|]. exfalso.
  destruct (Some_ _ ltac:(apply N.neq_0_lt_0, P1)) as (c & Ic & Cc). destruct (Some_ _ ltac:(apply N.neq_0_lt_0, P2)) as (c' & Ic' & Cc').
  apply in_map_iff in Ic, Ic'. destruct Ic as (j & Ec & _), Ic' as (j' & Ec' & _). pose proof (is_allowed _ _ _ Ft) as A. rewrite Half in A. cbn [ports_allow] in A.
  apply (ends_apart (cells t) c c' A Cc Cc'). rewrite <- Ec, <- Ec'. reflexivity.
Qed.

Lemma odd_set_bound nodes : NoDup nodes -> 0 < N.of_nat (length nodes) / 2 ->
  ceil (sum (fun i => sum (fun j => g (entry m i j)) nodes) nodes) (N.of_nat (length nodes) / 2) <= sum f ts.
Proof.
  intros Nd P. apply ceil_least; [exact P|]. rewrite N.mul_comm.
  replace (sum (fun i => sum (fun j => g (entry m i j)) nodes) nodes) with (sum (fun c => g (entry m (fst c) (snd c))) (list_prod nodes nodes)) by (rewrite sum_list_prod; reflexivity).
  apply places_bound; [exact G|]. intros t I. pose proof (is_allowed _ _ _ (every_term_fits _ _ _ _ D t I)) as A. rewrite Half in A. cbn [ports_allow] in A.
  set (inside := fun c : N * N => existsb (N.eqb (fst c)) nodes && existsb (N.eqb (snd c)) nodes).
  transitivity (N.of_nat (length (filter inside (cells t)))).
  - unfold count. enough (length (filter (fun c => has_one t (fst c) (snd c)) (list_prod nodes nodes)) <= length (filter inside (cells t)))%nat by lia.
    apply NoDup_incl_length; [apply NoDup_filter, NoDup_list_prod; exact Nd|]. intros [i j] H. apply filter_In in H. destruct H as [H O]. apply has_one_in in O.
    apply in_prod_iff in H. destruct H as [Hi Hj]. apply filter_In. split; [exact O|]. unfold inside. cbn [fst snd].
    apply andb_true_iff. split; apply existsb_exists; [exists i|exists j]; rewrite N.eqb_refl; auto.
  - apply ends_few; [apply ends_filter, A|]. intros c H. apply filter_In in H. destruct H as [_ H]. unfold inside in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. apply existsb_exists in H1, H2. destruct H1 as (x & Hx & E1), H2 as (y & Hy & E2). apply N.eqb_eq in E1, E2. rewrite E1, E2. auto.
Qed.
End Bounds.

Lemma amount_multiplicities d ts : amount d Multiplicities ts = sum multiplicity ts.
Proof. apply total_sum. Qed.
Lemma amount_terms d ts : amount d NumberOfTerms ts = sum (fun _ => 1) ts.
Proof. rewrite sum_const. cbn [amount]. lia. Qed.

Lemma greatest_line_bound m ports switching ts f g k : well_formed_matrix m -> decomposes m ports switching ts -> has_ports m ports ->
  (forall i j, g (entry m i j) <= sum (fun t => if has_one t i j then f t else 0) ts) ->
  most_ones ports (N.min (row_count m) (column_count m)) = Some k -> greatest_line g m k <= sum f ts.
Proof.
  intros W D P G K. unfold greatest_line. set (l := _ ++ _).
  assert (I : forall v, In v l -> v <= sum f ts).
  { intros v Hv. apply in_app_iff in Hv. destruct Hv as [Hv|Hv]; apply in_flat_map in Hv; destruct Hv as (i & _ & Hv).
    - destruct (of_row g m i) as [w| |] eqn:E; cbn in Hv; [|destruct Hv|destruct Hv]. destruct Hv as [<-|[]]. apply (row_bound m ports switching ts W D f g G i w E).
    - destruct (of_column g m i) as [w| |] eqn:E; cbn in Hv; [|destruct Hv|destruct Hv]. destruct Hv as [<-|[]]. apply (column_bound m ports switching ts D f g G i w E). }
  pose proof (shared_bound m ports switching ts W D f g G k P K) as S0. revert I S0. generalize (share (weight_of g m) k) as b. induction l as [|v l IH]; intros b I S0; cbn [fold_left]; [exact S0|].
  apply IH; [intros w Hw; apply I; right; exact Hw|]. specialize (I v (or_introl eq_refl)). lia.
Qed.

Lemma bound_of_line_sound m ports switching k q l v : well_formed_matrix m -> has_ports m ports -> most_ones ports (N.min (len m) (row_width m)) = Some k ->
  bound_of_line m (is_half_duplex ports) switching k q l = Bound v -> forall others, decomposes m ports switching others -> v <= amount switching q others.
Proof.
  rewrite len_length, row_width_columns. intros W P K H others D. pose proof (served m ports switching others D) as S. pose proof (met m ports switching others D) as M.
  destruct l, q; cbn [bound_of_line] in H; try discriminate; rewrite ?amount_multiplicities, ?amount_terms.
  - apply (row_bound m ports switching others W D _ _ S _ _ H).
  - apply (column_bound m ports switching others D _ _ S _ _ H).
  - injection H as <-. apply (shared_bound m ports switching others W D _ _ S _ P K).
  - destruct ports; try discriminate. cbn [is_half_duplex] in H. unfold of_node in H.
    destruct (of_row itself m node) as [a| |] eqn:A; try discriminate. destruct (of_column itself m node) as [b| |] eqn:B; try discriminate.
    injection H as <-. apply (node_bound m HalfDuplex switching others W D _ _ S eq_refl _ _ _ A B).
  - destruct ports; try discriminate. cbn [is_half_duplex] in H. unfold of_odd_set in H. destruct (_ && _ && _ && _ && _) eqn:C; [|discriminate].
    rewrite !andb_true_iff, len_length, N.leb_le in C. destruct C as [[[[C _] _] Nd] _]. apply distinctb_sound in Nd. apply Bound_inj in H. subst v. rewrite len_length.
    rewrite sumf_sum, (sum_ext _ (fun i => sum (fun j => itself (entry m i j)) nodes)).
    + apply (odd_set_bound m HalfDuplex switching others D _ _ S eq_refl nodes Nd). assert (1 <= N.of_nat (length nodes) / 2) by (apply N.div_le_lower_bound; lia). lia.
    + intros i _. rewrite sumf_sum. apply sum_ext. intros j _. rewrite pick_nth, pick_nth. reflexivity.
  - apply (row_bound m ports switching others W D _ _ M _ _ H).
  - apply (column_bound m ports switching others D _ _ M _ _ H).
  - injection H as <-. apply (shared_bound m ports switching others W D _ _ M _ P K).
  - destruct switching as [d|] eqn:Sw; [|discriminate]. injection H as <-. rewrite <- Sw in *. cbn [amount]. rewrite Sw. change (total (map multiplicity others)) with (amount None Multiplicities others). change (N.of_nat (length others)) with (amount None NumberOfTerms others).
    rewrite amount_multiplicities, amount_terms. apply N.add_le_mono; [|apply N.mul_le_mono_l].
    + apply (greatest_line_bound m ports switching others multiplicity itself k W D P S K).
    + apply (greatest_line_bound m ports switching others (fun _ => 1) nonzero k W D P M K).
Qed.

(** ** The theorem *)

Lemma amount_found_right d q ts : amount_found d q ts = amount d q ts.
Proof.
  assert (E : sumf multiplicity ts = total (map multiplicity ts)) by (rewrite sumf_sum; symmetry; apply total_sum).
  destruct q; cbn [amount_found amount]; rewrite ?len_length, ?E; reflexivity.
Qed.

Lemma check_matrix_claim_sound m ports switching k ts c : well_formed_matrix m -> has_ports m ports -> most_ones ports (N.min (len m) (row_width m)) = Some k ->
  check_matrix_claim m (is_half_duplex ports) switching k ts c = Proved -> amount switching (m_quantity c) ts = m_value c /\
    forall others, decomposes m ports switching others -> m_lower c <= amount switching (m_quantity c) others.
Proof.
  intros W P K. unfold check_matrix_claim, matrix_claim_fits. destruct (_ && _ && _ && _) eqn:F; [|discriminate]. rewrite !andb_true_iff in F.
  destruct F as [[[_ V] _] _]. apply N.eqb_eq in V. rewrite amount_found_right in V.
  destruct (bound_of_line _ _ _ _ _ _) as [v| |] eqn:B; try discriminate. destruct (N.eqb_spec v (m_lower c)) as [<-|]; [|discriminate].
  intros _. split; [auto|]. apply (bound_of_line_sound _ _ _ _ _ _ _ W P K B).
Qed.

Lemma terms_decompose m ports switching k ts : well_formed_matrix m -> most_ones ports (N.min (len m) (row_width m)) = Some k ->
  forallb (valid_term ports (len m) (row_width m) k) ts = true -> same_entries (covers switching) (sums_of (row_width m) ts) m = true -> decomposes m ports switching ts.
Proof.
  intros W K F S. rewrite forallb_forall in F. assert (T : forall t, In t ts -> term_fits m ports t) by (intros t I; apply (valid_term_sound m ports k t K), F, I).
  split; [exact T|]. intros i j.
  assert (Out : (row_count m <= i \/ column_count m <= j) -> summed ts i j = 0).
  { intros O. rewrite summed_sum, (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros t I. destruct (has_one t i j) eqn:H; [|reflexivity].
    apply has_one_in in H. destruct (T t I) as [_ [B _ _] _]. destruct (B i j H). lia. }
  destruct (N.lt_ge_cases i (row_count m)) as [Hi|Hi]; [|rewrite (entry_outside m W), Out by auto; destruct switching; lia].
  destruct (N.lt_ge_cases j (column_count m)) as [Hj|Hj]; [|rewrite (entry_outside m W), Out by auto; destruct switching; lia].
  rewrite row_width_columns in S. destruct (same_rows_sound (covers switching) (sums_of (column_count m) ts) (column_count m) m (rows_of_one_length m W) _ S) as [_ E].
  specialize (E i j Hi Hj). cbn [fst] in E. rewrite N.add_0_l, sums_of_get in E; [destruct switching; exact E| |exact Hj].
  intros t I. destruct (T t I) as [_ [B R _] _]. split; [apply (NoDup_map_inv _ _ R)|]. intros x y H. apply (B x y H).
Qed.

(* THE THEOREM *)
Theorem check_matrix_sound m ports switching ts cs os : check_matrix m ports switching ts cs = Answer os ->
  certified_matrix m ports switching ts (map stated_of_matrix (proved os cs)).
Proof.
  unfold check_matrix. destruct cs as [|c cs]; [discriminate|]. destruct (valid_matrix m) eqn:V; [|discriminate]. apply valid_matrix_sound in V.
  cbn [negb]. destruct (most_ones _ _) as [k|] eqn:K; [|discriminate]. destruct (valid_ports m ports) eqn:Vp; [|discriminate]. cbn [negb].
  pose proof (most_ones_sound m ports _ _ V K Vp) as P. destruct (forallb _ ts) eqn:F; [|discriminate].
  destruct (same_entries _ _ m) eqn:S; [|discriminate]. destruct (quantities_differ _); [|discriminate]. cbn [negb]. intros H. injection H as <-.
  split; [exact V|]. split; [exact P|]. split; [apply (terms_decompose m ports switching k ts V K F S)|].
  set (h := is_half_duplex ports). change (check_matrix_claim m h switching k ts c :: map (check_matrix_claim m h switching k ts) cs) with (map (check_matrix_claim m h switching k ts) (c :: cs)).
  generalize (c :: cs) as l. induction l as [|a l IH]; cbn [map proved]; [constructor|].
  destruct (check_matrix_claim m h switching k ts a) eqn:C; cbn [map]; auto. constructor; [|exact IH]. apply (check_matrix_claim_sound m ports switching k ts a V P K C).
Qed.

(* in words: these terms are such a decomposition, their multiplicities add up to T, and those of no other to less *)
Corollary least_multiplicities m ports ts claims T : certified_matrix m ports None ts claims -> In (MatrixStatement Multiplicities T T) claims ->
  decomposes m ports None ts /\ total (map multiplicity ts) = T /\ forall others, decomposes m ports None others -> T <= total (map multiplicity others).
Proof. intros (_ & _ & D & F) I. rewrite Forall_forall in F. destruct (F _ I) as [A B]. split; [exact D|]. split; [exact A|exact B]. Qed.
