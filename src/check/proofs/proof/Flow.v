(** The flow model (models/formats/programs.md, "The flow model"): every symmetric schedule of at most so many slots gives a
    solution. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Lines Families Near Trees Courses.
Import ListNotations.
Open Scope N_scope.

(** ** Lists of terms *)

(* two lists, each with each *)
Definition grid {A B} (f : A -> B -> N * Z) (l : list A) (l' : list B) : list (N * Z) :=
  fold_left (fun acc a => fold_left (fun acc b => f a b :: acc) l' acc) l [].

Lemma value_of_cons s a l : value_of s (a :: l) = (if_set s (fst a) (snd a) + value_of s l)%Z.
Proof. reflexivity. Qed.

Lemma value_of_app s l l' : value_of s (l ++ l') = (value_of s l + value_of s l')%Z.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [app]. rewrite !value_of_cons, IH. lia. Qed.

Lemma value_of_rev s l : value_of s (rev l) = value_of s l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [rev]. rewrite value_of_app, IH, !value_of_cons. cbn. lia. Qed.

Definition ind (b : bool) : N := if b then 1 else 0.

Lemma value_of_grid {A B} s c (w : A -> B -> N) (f : A -> B -> N * Z) l l' :
  (forall a b, In a l -> In b l' -> snd (f a b) = (c * Z.of_N (w a b))%Z) ->
  value_of s (grid f l l') = (c * Z.of_N (sum (fun a => sum (fun b => (w a b * ind (s (fst (f a b))))%N) l') l))%Z.
Proof.
  unfold grid. intros H.
  assert (In1 : forall a acc, In a l -> value_of s (fold_left (fun acc b => f a b :: acc) l' acc) =
    (c * Z.of_N (sum (fun b => (w a b * ind (s (fst (f a b))))%N) l') + value_of s acc)%Z).
  { intros a acc Ha. assert (H' : forall b, In b l' -> snd (f a b) = (c * Z.of_N (w a b))%Z) by auto. clear H. revert acc.
    induction l' as [|b k IH]; intros acc; cbn [fold_left]; [cbn; lia|]. rewrite IH by (intros; apply H'; right; auto). rewrite sum_cons.
    rewrite value_of_cons. unfold if_set. rewrite (H' b) by (left; auto). unfold ind. destruct (s _); lia. }
  enough (G : forall k acc, incl k l -> value_of s (fold_left (fun acc a => fold_left (fun acc b => f a b :: acc) l' acc) k acc) =
    (c * Z.of_N (sum (fun a => sum (fun b => (w a b * ind (s (fst (f a b))))%N) l') k) + value_of s acc)%Z)
    by (rewrite G by apply incl_refl; cbn; lia).
  induction k as [|a k IH]; intros acc I; cbn [fold_left]; [cbn; lia|]. rewrite IH by (intros x Hx; apply I; right; auto).
  rewrite In1 by (apply I; left; auto). rewrite sum_cons. lia.
Qed.

Definition tabulate {A} (f : N -> A) (n : N) : PM.t A := loop (fun m i => put m i (f i)) n (PM.empty A).

Lemma tabulate_find {A} (f : N -> A) n i : PM.find (N.succ_pos i) (tabulate f n) = if i <? n then Some (f i) else None.
Proof.
  unfold tabulate. rewrite loop_upto. induction n as [|n IH] using N.peano_ind.
  - cbn. rewrite PM.gempty. destruct (N.ltb_spec i 0); [lia|reflexivity].
  - rewrite upto_succ, fold_left_app. cbn [fold_left]. rewrite find_put, IH.
    destruct (N.eq_dec n i) as [E|D]; destruct (N.ltb_spec i (N.succ n)), (N.ltb_spec i n); try lia; auto. congruence.
Qed.

Lemma tabulate_get {A} (z : A) f n i : i < n -> get z (tabulate f n) i = f i.
Proof. intros H. unfold get. rewrite tabulate_find. destruct (N.ltb_spec i n); [auto|lia]. Qed.

(** ** The model *)

Definition nearer_only (s : scope) : bool := match s with ShortestOnes => true | _ => false end.

Section Model.
Variables (t : task) (offs : list N) (slots : N) (nearer : bool) (g : gauge).
Let nw := task_network t.
Let n := size nw.
Let m := len (generators nw).

Definition generator_table : PM.t N := table (generators nw).

(* where link h leads from v, and from where it leads to v: at v · m + h *)
Definition next_table (gens : PM.t N) : PM.t N := tabulate (fun i => product nw (i / m) (get 0 gens (i mod m))) (n * m).
Definition back_table (gens : PM.t N) : PM.t N :=
  let backwards := tabulate (fun h => inverse nw (get 0 gens h)) m in
  tabulate (fun i => product nw (i / m) (get 0 backwards (i mod m))) (n * m).
Definition hops_table : PM.t N := tabulate (fun v => weigh g (inverse nw v)) n.

Section Tables.
Variables (next back hops : PM.t N).
Definition allowed (v w : N) : bool := negb nearer || (get 0 hops w <? get 0 hops v).

(* the least number of allowed moves from where packets start: found in rounds, then checked *)
Definition reach_from (round v : N) (q : PM.t N * list N) (h : N) : PM.t N * list N :=
  let w := get 0 next (v * m + h) in
  match PM.find (N.succ_pos w) (fst q) with
  | None => if negb (w =? 0) && allowed v w then (put (fst q) w round, w :: snd q) else q
  | Some _ => q
  end.
Definition reach_round (links : list N) (q : N * (PM.t N * list N)) : N * (PM.t N * list N) :=
  match snd (snd q) with
  | [] => q
  | front => (fst q + 1, fold_left (fun p v => fold_left (reach_from (fst q) v) links p) front (fst (snd q), []))
  end.
Definition reach (links starts : list N) : PM.t N :=
  let begun := fold_left (fun m v => put m v 0) starts (PM.empty N) in
  fst (snd (N.iter n (reach_round links) (1, (begun, filter (fun v => negb (v =? 0)) starts)))).

Definition reach_ok (links starts : list N) (since : PM.t N) : bool :=
  forallb (fun v => match PM.find (N.succ_pos v) since with Some e => e =? 0 | None => false end) starts &&
  loop (fun (good : bool) v => if good then
    match PM.find (N.succ_pos v) since with
    | None => true
    | Some e => forallb (fun h => let w := get 0 next (v * m + h) in
        (w =? 0) || negb (allowed v w) || match PM.find (N.succ_pos w) since with Some e' => e' <=? e + 1 | None => false end) links
    end else false) n true.

(* from and before which slot the move of v over h is no constant *)
Definition window (since : PM.t N) (i : N) : N * N :=
  let w := get 0 next i in
  match PM.find (N.succ_pos (i / m)) since with
  | Some e => if negb (i / m =? 0) && allowed (i / m) w then (e, slots - get 0 hops w) else (0, 0)
  | None => (0, 0)
  end.

Definition var (v h s : N) : N := (v * m + h) * slots + s.

Definition into (links : list N) (v : N) : list (N * N) :=
  filter (fun uh => negb (fst uh =? 0)) (mapr (fun h => (get 0 back (v * m + h), h)) links).

Definition balance (links : list N) (v until through : N) : list (N * Z) :=
  rev_append (grid (fun uh s => (var (fst uh) (snd uh) s, 1%Z)) (into links v) (range until))
    (grid (fun h s => (var v h s, (-1)%Z)) links (range through)).

Definition flow_variable (name : label) : option N :=
  match snd name with
  | [v; h; s] => if (fst name =? "x")%string && (1 <=? v) && (v <? n) && (h <? m) && (s <? slots) then Some (var v h s) else None
  | _ => None
  end.

Definition flow_row (links others : list N) (started : PM.t N) (name : label) : option row :=
  let start v := (- Z.of_N (get 0%N started v))%Z in
  match snd name with
  | [a] =>
      if (fst name =? "empty")%string && (1 <=? a) && (a <? n) then Some (Row (balance links a slots slots) (start a) true)
      else if (fst name =? "ports")%string && (a <? slots) then
        match task_ports t with
        | AtMost k => if k <? m then Some (Row (grid (fun v h => (var v h a, (-1)%Z)) others links) (- Z.of_N k) false) else None
        | _ => None
        end
      else None
  | [a; s] =>
      if (fst name =? "hold")%string && (1 <=? a) && (a <? n) && (s <? slots) then Some (Row (balance links a s (s + 1)) (start a) false)
      else if (fst name =? "column")%string && (a <? m) && (s <? slots) then
        Some (Row (grid (fun v s => (var v a s, (-1)%Z)) others [s]) (-1) false)
      else None
  | _ => None
  end.
End Tables.

Definition flow_model : option model :=
  let gens := generator_table in
  let next := next_table gens in
  let back := back_table gens in
  let hops := hops_table in
  let links := range m in
  let starts := mapr (inverse nw) offs in
  let since := reach next hops links starts in
  if reach_ok next hops links starts since && (negb nearer || attained nw g) then
    let windows := tabulate (window next hops since) (n * m) in
    Some (Model flow_variable (flow_row back links (mapr N.succ (range (n - 1))) (tally starts))
      (fun x => let (a, b) := get (0, 0) windows (x / slots) in if (a <=? x mod slots) && (x mod slots <? b) then None else Some false)
      (grid (fun uh s => (var (fst uh) (snd uh) s, Z.of_N (s + 1))) (into back links 0) (range slots)))
  else None.
End Model.

(** ** Schedules are solutions *)

Lemma count_one {A} (f : A -> bool) l : NoDup l -> (forall x y, In x l -> In y l -> f x = true -> f y = true -> x = y) -> count f l <= 1.
Proof.
  intros ND H. unfold count. destruct (filter f l) as [|x [|y k]] eqn:E; cbn [length]; try lia.
  assert (Hx : In x (filter f l)) by (rewrite E; left; auto). assert (Hy : In y (filter f l)) by (rewrite E; right; left; auto).
  pose proof (NoDup_filter f ND) as N2. rewrite E in N2. apply filter_In in Hx, Hy. inversion N2 as [|? ? C]; subst. exfalso. apply C.
  left. symmetry. apply H; tauto.
Qed.

Lemma sum_pick {A} (eqA : forall a b : A, {a = b} + {a <> b}) (a : A) (F : A -> N) l : NoDup l -> In a l ->
  (forall x, x <> a -> F x = 0) -> sum F l = F a.
Proof.
  intros ND I Z. induction l as [|b l IH]; [destruct I|]. inversion ND as [|? ? C ND']; subst. rewrite sum_cons. destruct (eqA b a) as [->|D].
  - rewrite (sum_ext F (fun _ => 0)), sum_const; [lia|]. intros x Hx. apply Z. intros ->. auto.
  - rewrite (Z b D), IH; auto. destruct I; [congruence|auto].
Qed.

Section Solution.
Variables (t : task) (offs : list N) (G : course) (T : nat) (nearer : bool) (g : gauge).
Let nw := task_network t.
Let n := size nw.
Let m := len (generators nw).
Let inv := inverse nw.
Hypothesis V : valid_network nw = true.
Hypothesis U : simple nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < n.
Hypothesis gauged : gauge_for nw (ones_of nw) = Some g.
Hypothesis F : fair t offs T G.
Let L : group nw inv := valid_group nw V U.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Let slots := N.of_nat T.
Let gen h := nth (N.to_nat h) (generators nw) 0.
Let d v := apart nw g v 0.                                             (* hops from v to node 0 *)

Lemma off_below i : In i idx -> off i < n.
Proof. intros H. apply in_upto in H. apply offs_ok, nth_In. lia. Qed.

Lemma m_length : m = N.of_nat (length (generators nw)).
Proof. apply len_length. Qed.

Lemma gen_in h : h < m -> In (gen h) (generators nw).
Proof. rewrite m_length. intros H. apply nth_In. lia. Qed.
Lemma gen_below h : h < m -> gen h < n.
Proof. intros H. apply (g_gens _ _ L), gen_in, H. Qed.
Lemma gen_once h k : h < m -> k < m -> gen h = gen k -> h = k.
Proof.
  rewrite m_length. intros Hh Hk E. apply NoDup_nth in E; [lia|apply (g_once _ _ L)|lia|lia].
Qed.

(* the packet moved back by its offset: it starts there and goes to node 0 *)
Definition at_ (now : nat) (i : N) : N := product nw (inv (off i)) (spot t G now i).
(* and stays where it first comes to node 0 *)
Fixpoint stand (now : nat) (i : N) : N :=
  match now with
  | O => inv (off i)
  | S before => if stand before i =? 0 then 0 else match G before i with Some h => product nw (stand before i) h | None => stand before i end
  end.

Lemma spot_below now i : In i idx -> spot t G now i < n.
Proof.
  intros Hi. induction now as [|now IH]; cbn [spot]; [apply (g_unit _ _ L)|]. destruct (G now i) as [h|] eqn:E; auto.
  apply (g_op _ _ L); auto. apply (g_gens _ _ L), (f_links _ _ _ _ F now i); auto.
Qed.

Lemma inv_off i : In i idx -> inv (off i) < n.
Proof. intros Hi. apply (g_inv _ _ L), off_below, Hi. Qed.

Lemma at_below now i : In i idx -> at_ now i < n.
Proof. intros Hi. apply (g_op _ _ L); [apply inv_off|apply spot_below]; auto. Qed.

Lemma at_step now i : In i idx -> at_ (S now) i = match G now i with Some h => product nw (at_ now i) h | None => at_ now i end.
Proof.
  intros Hi. unfold at_. cbn [spot]. destruct (G now i) as [h|] eqn:E; auto. apply (g_assoc _ _ L); auto using inv_off, spot_below.
  apply (g_gens _ _ L), (f_links _ _ _ _ F now i); auto.
Qed.

Lemma at_end i : In i idx -> at_ T i = 0.
Proof. intros Hi. unfold at_. rewrite (f_end _ _ _ _ F i Hi). apply (g_invl _ _ L), off_below, Hi. Qed.

Lemma stand_at now i : In i idx -> stand now i = 0 \/ stand now i = at_ now i.
Proof.
  intros Hi. induction now as [|now IH]; cbn [stand].
  - right. unfold at_. cbn [spot]. rewrite (g_right _ _ L); auto. apply inv_off, Hi.
  - destruct (N.eqb_spec (stand now i) 0) as [|D]; auto. destruct IH as [|E]; [congruence|]. right. rewrite at_step, E; auto.
Qed.

Lemma stand_below now i : In i idx -> stand now i < n.
Proof. intros Hi. destruct (stand_at now i Hi) as [->| ->]; [apply (g_unit _ _ L)|apply at_below, Hi]. Qed.

Lemma stand_end i : In i idx -> stand T i = 0.
Proof. intros Hi. destruct (stand_at T i Hi) as [?| ->]; auto. apply at_end, Hi. Qed.

(** *** Counting *)

Definition on (v : N) (now : nat) (i : N) : bool := stand now i =? v.
Definition takes (h : N) (now : nat) (i : N) : bool := match G now i with Some x => x =? gen h | None => false end.
Definition here (v : N) (now : nat) : N := count (on v now) idx.
Definition moves (v h : N) (now : nat) : N := count (fun i => on v now i && takes h now i) idx.

Lemma takes_link now i x : In i idx -> G now i = Some x -> exists h, h < m /\ gen h = x /\ forall k, k < m -> takes k now i = (k =? h).
Proof.
  intros Hi E. pose proof (f_links _ _ _ _ F now i x Hi E) as I. fold nw in I. apply (In_nth _ _ 0) in I. destruct I as (j & Hj & Ej).
  assert (Hm : N.of_nat j < m) by (rewrite m_length; lia). assert (Eg : gen (N.of_nat j) = x) by (unfold gen; rewrite Nat2N.id; auto).
  exists (N.of_nat j). repeat split; auto. intros k Hk. unfold takes. rewrite E, <- Eg.
  destruct (N.eqb_spec (gen (N.of_nat j)) (gen k)) as [C|C], (N.eqb_spec k (N.of_nat j)) as [D|D]; auto; [|congruence].
  exfalso. apply D, gen_once; auto.
Qed.

(* one packet, over all links *)
Lemma sum_takes now i (c : N -> bool) : In i idx ->
  sum (fun h => ind (c h && takes h now i)) (upto m) =
  match G now i with Some x => sum (fun h => ind ((gen h =? x) && c h)) (upto m) | None => 0 end.
Proof.
  intros Hi. destruct (G now i) as [x|] eqn:E.
  - apply sum_ext. intros h _. unfold takes. rewrite E, (N.eqb_sym x), andb_comm. reflexivity.
  - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros h _. unfold takes. rewrite E, andb_false_r. reflexivity.
Qed.

Lemma sum_link x (c : N -> bool) h : h < m -> gen h = x -> sum (fun k => ind ((gen k =? x) && c k)) (upto m) = ind (c h).
Proof.
  intros Hh <-.
  assert (E : sum (fun k => ind ((gen k =? gen h) && c k)) (upto m) = sum (fun k => if N.eq_dec k h then ind (c h) else 0) (upto m)).
  { apply sum_ext. intros k Hk. apply in_upto in Hk. destruct (N.eq_dec k h) as [->|D]; [rewrite N.eqb_refl; auto|].
    destruct (N.eqb_spec (gen k) (gen h)) as [C|C]; auto. exfalso. apply D, gen_once; auto. }
  rewrite E, (sum_pick N.eq_dec h); [destruct (N.eq_dec h h); congruence|apply upto_nodup|apply in_upto, Hh|].
  intros k D. destruct (N.eq_dec k h); congruence.
Qed.

Definition back_of (v h : N) : N := product nw v (inv (gen h)).

Definition came (v : N) (now : nat) : N := sum (fun h => if back_of v h =? 0 then 0 else moves (back_of v h) h now) (upto m).
Definition left (v : N) (now : nat) : N := sum (fun h => moves v h now) (upto m).

Lemma conserved v now : v < n -> v <> 0 -> here v (S now) + left v now = here v now + came v now.
Proof.
  intros Hv D. unfold left, came, here, moves.
  assert (E1 : sum (fun h => count (fun i => on v now i && takes h now i) idx) (upto m) =
    sum (fun i => sum (fun h => ind (on v now i && takes h now i)) (upto m)) idx).
  { rewrite (sum_ext _ (fun h => sum (fun i => ind (on v now i && takes h now i)) idx)) by (intros; apply count_sum). apply sum_swap. }
  assert (E2 : sum (fun h => if back_of v h =? 0 then 0 else count (fun i => on (back_of v h) now i && takes h now i) idx) (upto m) =
    sum (fun i => sum (fun h => ind ((negb (back_of v h =? 0) && on (back_of v h) now i) && takes h now i)) (upto m)) idx).
  { rewrite <- sum_swap. apply sum_ext. intros h _. destruct (back_of v h =? 0); cbn [negb andb]; [|apply count_sum].
    rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. reflexivity. }
  rewrite E1, E2, !count_sum, <- !sum_plus. apply sum_ext. intros i Hi.
  rewrite (sum_takes now i (fun _ => on v now i)), (sum_takes now i (fun h => negb (back_of v h =? 0) && on (back_of v h) now i)) by auto.
  unfold on. cbn [stand]. destruct (G now i) as [x|] eqn:E.
  - destruct (takes_link now i x Hi E) as (h & Hh & Eh & _). rewrite (sum_link x (fun _ => stand now i =? v) h Hh Eh).
    rewrite (sum_link x (fun h => negb (back_of v h =? 0) && (stand now i =? back_of v h)) h Hh Eh).
    pose proof (gen_below h Hh) as Bg. pose proof (stand_below now i Hi) as Bs.
    assert (Eb : stand now i = back_of v h <-> product nw (stand now i) x = v).
    { unfold back_of. rewrite <- Eh. split; intros C.
      - rewrite C, <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto using (g_inv _ _ L).
      - rewrite <- C, <- (g_assoc _ _ L), (g_invr _ _ L), (g_right _ _ L); auto using (g_inv _ _ L). }
    destruct (N.eqb_spec (stand now i) 0) as [Z|Z].
    + rewrite Z. destruct (N.eqb_spec 0 v) as [|_]; [congruence|]. destruct (N.eqb_spec (back_of v h) 0) as [|Q]; cbn [negb andb ind]; [lia|].
      destruct (N.eqb_spec 0 (back_of v h)); cbn; [congruence|lia].
    + destruct (N.eqb_spec (product nw (stand now i) x) v) as [C|C].
      * apply Eb in C. rewrite <- C. rewrite N.eqb_refl. destruct (N.eqb_spec (stand now i) 0); [congruence|]. cbn [negb andb ind]. destruct (stand now i =? v); cbn; lia.
      * destruct (N.eqb_spec (stand now i) (back_of v h)) as [Q|Q]; [apply Eb in Q; congruence|]. rewrite andb_false_r. destruct (stand now i =? v); cbn; lia.
  - destruct (N.eqb_spec (stand now i) 0) as [Z|Z]; [rewrite Z|]; lia.
Qed.

Definition until (f : nat -> N) (now : nat) : N := sum (fun s => f (N.to_nat s)) (upto (N.of_nat now)).
Lemma until_succ f now : until f (S now) = until f now + f now.
Proof. unfold until. rewrite Nat2N.inj_succ, upto_succ, sum_app, sum_cons, Nat2N.id. cbn [sum fold_right]. lia. Qed.

Lemma flow_so_far v now : v < n -> v <> 0 -> here v now + until (left v) now = here v 0 + until (came v) now.
Proof.
  intros Hv D. induction now as [|now IH]; [reflexivity|]. rewrite !until_succ. pose proof (conserved v now Hv D). lia.
Qed.

Lemma left_here v now : left v now <= here v now.
Proof.
  unfold left, here, moves. rewrite (sum_ext _ (fun h => sum (fun i => ind (on v now i && takes h now i)) idx)) by (intros; apply count_sum).
  rewrite sum_swap, count_sum. apply sum_le. intros i Hi. rewrite (sum_takes now i (fun _ => on v now i)) by auto.
  destruct (G now i) as [x|] eqn:E; [|destruct (on v now i); lia]. destruct (takes_link now i x Hi E) as (h & Hh & Eh & _).
  rewrite (sum_link x (fun _ => on v now i) h Hh Eh). unfold ind. lia.
Qed.

Lemma moves_one v h now : h < m -> moves v h now <= 1.
Proof.
  intros Hh. apply count_one; [apply upto_nodup|]. intros i j Hi Hj A B. apply andb_true_iff in A, B. destruct A as [_ A], B as [_ B].
  unfold takes in A, B. destruct (G now i) as [x|] eqn:E; [|discriminate]. destruct (G now j) as [y|] eqn:E'; [|discriminate].
  apply N.eqb_eq in A, B. subst. apply (f_once _ _ _ _ F now i j (gen h)); auto.
Qed.

(** *** The solution *)

Definition solution (x : N) : bool :=
  let vh := x / slots in 0 <? (if vh / m =? 0 then 0 else moves (vh / m) (vh mod m) (N.to_nat (x mod slots))).

Lemma solution_var v h s : v <> 0 -> h < m -> s < slots -> ind (solution (var t slots v h s)) = moves v h (N.to_nat s).
Proof.
  intros Dv Hh Hs. unfold solution, var. fold nw m. cbv zeta.
  assert (E1 : ((v * m + h) * slots + s) / slots = v * m + h) by (symmetry; apply (N.div_unique _ _ _ s); lia).
  assert (E2 : ((v * m + h) * slots + s) mod slots = s) by (symmetry; apply (N.mod_unique _ _ (v * m + h)); lia).
  assert (E3 : (v * m + h) / m = v) by (symmetry; apply (N.div_unique _ _ _ h); lia).
  assert (E4 : (v * m + h) mod m = h) by (symmetry; apply (N.mod_unique _ _ v); lia).
  rewrite E1, E2, E3, E4. destruct (N.eqb_spec v 0); [congruence|]. pose proof (moves_one v h (N.to_nat s) Hh).
  destruct (N.ltb_spec 0 (moves v h (N.to_nat s))); cbn; lia.
Qed.

(** *** Rows *)

Let gens := generator_table t.
Let next := next_table t gens.
Let back := back_table t gens.
Let hops := hops_table t g.
Let links := range m.

Lemma gens_get h : h < m -> get 0 gens h = gen h.
Proof. intros H. unfold get, gens, generator_table. rewrite table_find. fold nw. unfold gen. rewrite m_length in H.
  rewrite (nth_error_nth' _ 0) by lia. reflexivity.
Qed.

Lemma key_div v h : h < m -> (v * m + h) / m = v.
Proof. intros. symmetry. apply (N.div_unique _ _ _ h); lia. Qed.
Lemma key_mod v h : h < m -> (v * m + h) mod m = h.
Proof. intros. symmetry. apply (N.mod_unique _ _ v); lia. Qed.
Lemma key_below v h : v < n -> h < m -> v * m + h < n * m.
Proof. intros. nia. Qed.

Lemma next_get v h : v < n -> h < m -> get 0 next (v * m + h) = product nw v (gen h).
Proof.
  intros Hv Hh. unfold next, next_table. rewrite tabulate_get by (apply key_below; auto). fold nw m. rewrite key_div, key_mod, gens_get; auto.
Qed.

Lemma back_get v h : v < n -> h < m -> get 0 back (v * m + h) = back_of v h.
Proof.
  intros Hv Hh. unfold back, back_table. rewrite tabulate_get by (apply key_below; auto). fold nw m. rewrite key_div, key_mod by auto.
  rewrite tabulate_get by auto. rewrite gens_get by auto. reflexivity.
Qed.

Lemma hops_get v : v < n -> get 0 hops v = d v.
Proof. intros Hv. unfold hops, hops_table. rewrite tabulate_get by auto. unfold d, apart, offset. fold nw inv. rewrite (g_right _ _ L); auto. apply (g_inv _ _ L), Hv. Qed.

Lemma sum_into v (f : N * N -> N) : v < n ->
  sum f (into t back links v) = sum (fun h => if back_of v h =? 0 then 0 else f (back_of v h, h)) (upto m).
Proof.
  intros Hv. unfold into, links. rewrite mapr_map, range_upto. fold nw m.
  assert (A : forall l, (forall h, In h l -> h < m) ->
    sum f (filter (fun uh => negb (fst uh =? 0)) (map (fun h => (get 0 back (v * m + h), h)) l)) =
    sum (fun h => if back_of v h =? 0 then 0 else f (back_of v h, h)) l).
  { induction l as [|h l IH]; intros B; [reflexivity|]. cbn [map filter fst]. rewrite sum_cons, back_get by (auto; apply B; left; auto).
    specialize (IH (fun k Hk => B k (or_intror Hk))). destruct (back_of v h =? 0); cbn [negb]; rewrite ?sum_cons, IH; lia. }
  apply A. intros h Hh. apply in_upto, Hh.
Qed.

Lemma value_balance v a b : v < n -> v <> 0 -> a <= slots -> b <= slots ->
  value_of solution (balance t slots back links v a b) =
  (Z.of_N (until (came v) (N.to_nat a)) - Z.of_N (until (left v) (N.to_nat b)))%Z.
Proof.
  intros Hv D Ha Hb. unfold balance. rewrite rev_append_rev, value_of_app, value_of_rev.
  rewrite (value_of_grid _ 1 (fun _ _ => 1)), (value_of_grid _ (-1) (fun _ _ => 1)) by reflexivity.
  rewrite sum_into by auto. unfold links. rewrite !range_upto.
  assert (E1 : sum (fun h => if back_of v h =? 0 then 0 else sum (fun b0 => 1 * ind (solution (fst (var t slots (fst (back_of v h, h)) (snd (back_of v h, h)) b0, 1%Z)))) (upto a)) (upto m)
    = until (came v) (N.to_nat a)).
  { unfold until, came. rewrite N2Nat.id, sum_swap. apply sum_ext. intros h Hh. apply in_upto in Hh. destruct (N.eqb_spec (back_of v h) 0).
    - rewrite sum_const. lia.
    - apply sum_ext. intros s Hs. apply in_upto in Hs. cbn [fst snd]. rewrite solution_var by (auto; lia). lia. }
  assert (E2 : sum (fun h => sum (fun b0 => 1 * ind (solution (fst (var t slots v h b0, (-1)%Z)))) (upto b)) (upto m) = until (left v) (N.to_nat b)).
  { unfold until, left. rewrite N2Nat.id, sum_swap. apply sum_ext. intros h Hh. apply in_upto in Hh.
    apply sum_ext. intros s Hs. apply in_upto in Hs. cbn [fst snd]. rewrite solution_var by (auto; lia). lia. }
  rewrite E1, E2. lia.
Qed.

Definition starts := mapr inv offs.

Lemma started v : get 0 (tally starts) v = here v 0.
Proof.
  rewrite tally_counts. unfold here, starts. rewrite mapr_map.
  transitivity (N.of_nat (count_occ N.eq_dec (map inv offs) v)); [auto|]. rewrite <- count_occ_node.
  rewrite !count_sum. unfold idx, places. rewrite <- (nth_upto 0 offs) at 1. rewrite sum_map. apply sum_ext. intros i _.
  unfold on, is_node. cbn [stand]. fold (off i). destruct (N.eq_dec (inv (off i)) v), (N.eqb_spec (inv (off i)) v); congruence || auto.
Qed.

Lemma in_others v : In v (mapr N.succ (range (n - 1))) -> v <> 0 /\ v < n.
Proof. rewrite mapr_map, range_upto, in_map_iff. intros (x & <- & Hx). apply in_upto in Hx. pose proof (g_unit _ _ L). fold n in H. lia. Qed.

Lemma others_once : NoDup (mapr N.succ (range (n - 1))).
Proof. rewrite mapr_map, range_upto. apply NoDup_map_in; [intros; lia|apply upto_nodup]. Qed.

(* all moves over some links in a slot, from wherever *)
Lemma sum_anywhere (ls : list N) now : NoDup ls -> (forall h, In h ls -> h < m) ->
  sum (fun v => sum (fun h => moves v h now) ls) (mapr N.succ (range (n - 1))) <= count (fun i => existsb (fun h => takes h now i) ls) idx.
Proof.
  intros ND B. rewrite count_sum.
  rewrite (sum_ext _ (fun v => sum (fun i => if on v now i then ind (existsb (fun h => takes h now i) ls) else 0) idx)).
  - rewrite sum_swap. apply sum_le. intros i _. unfold on.
    rewrite (sum_ext _ (fun v => if N.eq_dec (stand now i) v then ind (existsb (fun h => takes h now i) ls) else 0)).
    + apply (sum_one N.eq_dec), others_once.
    + intros v _. destruct (N.eq_dec (stand now i) v), (N.eqb_spec (stand now i) v); congruence || auto.
  - intros v _. unfold moves. rewrite (sum_ext _ (fun h => sum (fun i => ind (on v now i && takes h now i)) idx)) by (intros; apply count_sum).
    rewrite sum_swap. apply sum_ext. intros i Hi. destruct (on v now i); cbn [andb]; [|rewrite sum_const; cbn; lia].
    assert (E : count (fun h => takes h now i) ls = ind (existsb (fun h => takes h now i) ls)).
    { destruct (existsb _ ls) eqn:X.
      - apply existsb_exists in X. destruct X as (h & Ih & Th). apply N.le_antisymm.
        + apply count_one; auto. intros x y Ix Iy Tx Ty. unfold takes in Tx, Ty. destruct (G now i); [|discriminate]. apply N.eqb_eq in Tx, Ty.
          apply gen_once; auto. congruence.
        + cbn [ind]. rewrite count_sum. pose proof (sum_member (fun h => if takes h now i then 1 else 0) h ls Ih) as M. cbv beta in M. rewrite Th in M. exact M.
      - cbn [ind]. rewrite count_sum, (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros h Ih. destruct (takes h now i) eqn:Th; auto.
        assert (existsb (fun h => takes h now i) ls = true); [|congruence]. apply existsb_exists. eauto. }
    rewrite <- E, count_sum. reflexivity.
Qed.

Lemma flow_rows name r : flow_row t slots back links (mapr N.succ (range (n - 1))) (tally starts) name = Some r ->
  (bound r <= value_of solution (terms r))%Z /\ (equation r = true -> value_of solution (terms r) = bound r).
Proof.
  unfold flow_row. fold nw n m. destruct (snd name) as [|a [|s [|]]]; try discriminate.
  - destruct (_ && (1 <=? a) && (a <? n)) eqn:B; [intros H; injection H as <-|].
    + rewrite !andb_true_iff, N.leb_le, N.ltb_lt in B. cbn [bound terms equation]. rewrite value_balance, started by (lia || tauto).
      unfold slots. rewrite Nat2N.id. pose proof (flow_so_far a T ltac:(tauto) ltac:(lia)) as E.
      assert (Z : here a T = 0).
      { unfold here. rewrite count_sum, (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros i Hi. unfold on. rewrite stand_end by auto.
        destruct (N.eqb_spec 0 a); [lia|auto]. }
      lia.
    + clear B. destruct (_ && (a <? slots)) eqn:B; [|discriminate]. destruct (task_ports t) as [|k|] eqn:P; try discriminate. destruct (k <? m); [|discriminate].
      intros H. injection H as <-. rewrite andb_true_iff, N.ltb_lt in B. cbn [bound terms equation]. split; [|discriminate].
      rewrite (value_of_grid _ (-1) (fun _ _ => 1)) by reflexivity.
      enough (sum (fun v => sum (fun h => 1 * ind (solution (fst (var t slots v h a, (-1)%Z)))) links) (mapr N.succ (range (n - 1))) <= k) by lia.
      pose proof (f_ports _ _ _ _ F (N.to_nat a)) as Po. unfold ports_for in Po. rewrite P in Po. eapply N.le_trans; [|exact Po].
      eapply N.le_trans; [|eapply N.le_trans; [apply (sum_anywhere (upto m) (N.to_nat a)); [apply upto_nodup|intros h Hh; apply in_upto, Hh]|]].
      * unfold links. rewrite range_upto. apply N.eq_le_incl. apply sum_ext. intros v Hv. apply in_others in Hv. apply sum_ext. intros h Hh. apply in_upto in Hh. cbn [fst].
        rewrite solution_var by tauto. lia.
      * apply count_le. intros i _ X. apply existsb_exists in X. destruct X as (h & _ & X). unfold takes in X. destruct (G _ i); [auto|discriminate].
  - destruct (_ && (1 <=? a) && (a <? n) && (s <? slots)) eqn:B; [intros H; injection H as <-|].
    + rewrite !andb_true_iff, N.leb_le, !N.ltb_lt in B. cbn [bound terms equation]. split; [|discriminate].
      rewrite value_balance, started by (lia || tauto). replace (N.to_nat (s + 1)) with (S (N.to_nat s)) by lia. rewrite until_succ.
      pose proof (flow_so_far a (N.to_nat s) ltac:(tauto) ltac:(lia)). pose proof (left_here a (N.to_nat s)). lia.
    + clear B. destruct (_ && (a <? m) && (s <? slots)) eqn:B; [|discriminate]. rewrite !andb_true_iff, !N.ltb_lt in B.
      intros H. injection H as <-. cbn [bound terms equation]. split; [|discriminate]. rewrite (value_of_grid _ (-1) (fun _ _ => 1)) by reflexivity.
      enough (sum (fun v => sum (fun s => 1 * ind (solution (fst (var t slots v a s, (-1)%Z)))) [s]) (mapr N.succ (range (n - 1))) <= 1) by lia.
      eapply N.le_trans; [|eapply N.le_trans; [apply (sum_anywhere [a] (N.to_nat s)); [constructor; [intros []|constructor]|intros h [<-|[]]; tauto]|]].
      * apply N.eq_le_incl. apply sum_ext. intros v Hv. apply in_others in Hv. rewrite !sum_cons. cbn [sum fold_right fst]. rewrite solution_var by tauto. lia.
      * apply count_one; [apply upto_nodup|]. intros i j Hi Hj X Y. cbn [existsb] in X, Y. rewrite orb_false_r in X, Y. unfold takes in X, Y.
        destruct (G _ i) as [x|] eqn:E; [|discriminate]. destruct (G _ j) as [y|] eqn:E'; [|discriminate]. apply N.eqb_eq in X, Y. subst.
        apply (f_once _ _ _ _ F _ i j (gen a) Hi Hj E E').
Qed.
(** *** Constants *)

Lemma d_step v h : v < n -> h < m -> d v <= 1 + d (product nw v (gen h)).
Proof. intros Hv Hh. apply (hop_by_hop nw g V (simple_uniform nw U) gauged); auto using gen_in. apply (g_unit _ _ L). Qed.

Lemma d_zero : d 0 = 0.
Proof.
  pose proof (within_apart nw g V (simple_uniform nw U) gauged 0 0 0 (g_unit _ _ L) (g_unit _ _ L) eq_refl) as H. unfold d. lia.
Qed.

Lemma steps_few now k i : steps (now + k) G i <= steps now G i + N.of_nat k.
Proof. induction k as [|k IH]; [rewrite Nat.add_0_r; lia|]. rewrite Nat.add_succ_r. cbn [steps]. destruct (busy _); lia. Qed.

Lemma still_to_go i : In i idx -> forall k now, (now + k = T)%nat -> d (at_ now i) + steps now G i <= steps T G i.
Proof.
  intros Hi. induction k as [|k IH]; intros now E.
  - rewrite Nat.add_0_r in E. subst now. rewrite at_end, d_zero by auto. lia.
  - specialize (IH (S now) ltac:(lia)). rewrite at_step in IH by auto. cbn [steps] in IH. destruct (G now i) as [x|] eqn:X; cbn [busy] in IH; [|lia].
    destruct (takes_link now i x Hi X) as (h & Hh & <- & _). pose proof (d_step (at_ now i) h (at_below now i Hi) Hh). lia.
Qed.

Lemma gone_so_far i now : In i idx -> d (inv (off i)) <= steps now G i + d (at_ now i).
Proof.
  intros Hi. induction now as [|now IH].
  - unfold at_. cbn [spot steps]. rewrite (g_right _ _ L) by (apply inv_off, Hi). lia.
  - rewrite at_step by auto. cbn [steps]. destruct (G now i) as [x|] eqn:X; cbn [busy]; [|lia].
    destruct (takes_link now i x Hi X) as (h & Hh & <- & _). pose proof (d_step (at_ now i) h (at_below now i Hi) Hh). lia.
Qed.

Hypothesis short : nearer = true -> forall i, In i idx -> steps T G i <= d (inv (off i)).

Lemma in_time i now x : In i idx -> G now i = Some x -> (now < T)%nat.
Proof. intros Hi X. destruct (Nat.lt_ge_cases now T) as [|C]; auto. rewrite (f_done _ _ _ _ F now i Hi C) in X. discriminate. Qed.

Lemma move_allowed i now h : In i idx -> h < m -> stand now i <> 0 -> G now i = Some (gen h) ->
  let w := product nw (stand now i) (gen h) in
  allowed nearer hops (stand now i) w = true /\ d w + N.of_nat (S now) <= slots.
Proof.
  intros Hi Hh D X. pose proof (in_time i now _ Hi X) as In_T. destruct (stand_at now i Hi) as [|E]; [congruence|]. rewrite E. cbv zeta.
  pose proof (at_below now i Hi) as Ba. pose proof (gen_below h Hh) as Bg.
  pose proof (still_to_go i Hi (T - S now) (S now) ltac:(lia)) as Go. rewrite at_step, X in Go by auto.
  pose proof (steps_few (S now) (T - S now) i) as Few. replace (S now + (T - S now))%nat with T in Few by lia. split; [|unfold slots; lia].
  unfold allowed. destruct nearer eqn:Nr; [cbn [negb orb]|reflexivity]. rewrite !hops_get by (auto; apply (g_op _ _ L); auto). apply N.ltb_lt.
  pose proof (short eq_refl i Hi). pose proof (gone_so_far i now Hi). cbn [steps] in Go. rewrite X in Go. cbn [busy] in Go. lia.
Qed.

Lemma reached since : reach_ok t nearer next hops links starts since = true -> forall now i, In i idx -> stand now i <> 0 ->
  exists e, PM.find (N.succ_pos (stand now i)) since = Some e /\ e <= N.of_nat now.
Proof.
  unfold reach_ok. fold nw n m. rewrite andb_true_iff, forallb_forall. intros [S0 St] now i Hi. pose proof (loop_all _ _ St) as St'. clear St. cbv beta in St'.
  induction now as [|now IH]; intros D.
  - cbn [stand] in *. assert (I : In (inv (off i)) starts).
    { unfold starts. rewrite mapr_map. apply in_map, nth_In. apply in_upto in Hi. lia. }
    specialize (S0 _ I). destruct (PM.find _ since) as [e|]; [|discriminate]. apply N.eqb_eq in S0. exists e. split; auto. lia.
  - cbn [stand] in *. destruct (N.eqb_spec (stand now i) 0) as [|Z]; [congruence|]. destruct (IH Z) as (e & Fe & Le).
    destruct (G now i) as [x|] eqn:X; [|exists e; split; auto; lia]. destruct (takes_link now i x Hi X) as (h & Hh & <- & _).
    pose proof (stand_below now i Hi) as Bs. specialize (St' _ Bs). rewrite Fe, forallb_forall in St'.
    assert (Ih : In h links) by (unfold links; rewrite range_upto; apply in_upto, Hh). specialize (St' h Ih). cbv zeta in St'. rewrite next_get in St' by auto.
    destruct (move_allowed i now h Hi Hh Z X) as [Al _]. rewrite Al in St'. destruct (N.eqb_spec (product nw (stand now i) (gen h)) 0) as [|_]; [congruence|].
    cbn [negb orb] in St'. destruct (PM.find (N.succ_pos (product nw (stand now i) (gen h))) since) as [e'|]; [|discriminate].
    apply N.leb_le in St'. exists e'. split; auto. lia.
Qed.

Lemma constant_moves since x : reach_ok t nearer next hops links starts since = true ->
  (let (a, b) := get (0, 0) (tabulate (window t slots nearer next hops since) (n * m)) (x / slots) in
   if (a <=? x mod slots) && (x mod slots <? b) then None else Some false) <> None -> solution x = false.
Proof.
  intros R. destruct (solution x) eqn:S; auto. intros C. exfalso. revert C. unfold solution in S. cbv zeta in S. apply N.ltb_lt in S.
  set (vh := x / slots) in *. set (s := x mod slots) in *. destruct (N.eqb_spec (vh / m) 0) as [|Dv]; [lia|]. set (v := vh / m) in *. set (h := vh mod m) in *.
  unfold moves, count in S. destruct (filter _ idx) as [|i k] eqn:E; [cbn in S; lia|].
  assert (I : In i (filter (fun i => on v (N.to_nat s) i && takes h (N.to_nat s) i) idx)) by (rewrite E; left; auto).
  apply filter_In in I. destruct I as [Hi I]. apply andb_true_iff in I. destruct I as [Ov Th]. unfold on in Ov. apply N.eqb_eq in Ov.
  unfold takes in Th. destruct (G (N.to_nat s) i) as [y|] eqn:X; [|discriminate]. apply N.eqb_eq in Th. subst y.
  destruct (takes_link _ i _ Hi X) as (h0 & Hh0 & _). assert (M0 : m <> 0) by lia. assert (Hh : h < m) by (apply N.mod_lt, M0).
  assert (Evh : vh = v * m + h) by (unfold v, h; rewrite N.mul_comm; apply N.div_mod, M0).
  pose proof (stand_below (N.to_nat s) i Hi) as Bv. rewrite Ov in Bv.
  assert (Ds : stand (N.to_nat s) i <> 0) by congruence.
  destruct (move_allowed i _ h Hi Hh Ds X) as [Al Tm]. destruct (reached since R _ i Hi Ds) as (e & Fe & Le). rewrite Ov in Al, Tm, Fe.
  rewrite Evh, tabulate_get by (apply key_below; auto). unfold window. fold nw n m. rewrite key_div, next_get by auto. rewrite Fe, Al.
  destruct (N.eqb_spec v 0); [congruence|]. cbn [negb andb]. rewrite hops_get by (apply (g_op _ _ L); auto using gen_below).
  destruct (N.leb_spec e s); [|lia]. destruct (N.ltb_spec s (slots - d (product nw v (gen h)))); [|lia]. cbn. congruence.
Qed.

(** *** The objective *)

Definition arrives (now : nat) (i : N) : bool := negb (stand now i =? 0) && (stand (S now) i =? 0).

Lemma came_home now : came 0 now = count (arrives now) idx.
Proof.
  unfold came, moves.
  assert (E2 : sum (fun h => if back_of 0 h =? 0 then 0 else count (fun i => on (back_of 0 h) now i && takes h now i) idx) (upto m) =
    sum (fun i => sum (fun h => ind ((negb (back_of 0 h =? 0) && on (back_of 0 h) now i) && takes h now i)) (upto m)) idx).
  { rewrite <- sum_swap. apply sum_ext. intros h _. destruct (back_of 0 h =? 0); cbn [negb andb]; [|apply count_sum].
    rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. reflexivity. }
  rewrite E2, count_sum. apply sum_ext. intros i Hi.
  rewrite (sum_takes now i (fun h => negb (back_of 0 h =? 0) && on (back_of 0 h) now i)) by auto. unfold on, arrives. cbn [stand].
  destruct (G now i) as [x|] eqn:E.
  - destruct (takes_link now i x Hi E) as (h & Hh & Eh & _). rewrite (sum_link x (fun h => negb (back_of 0 h =? 0) && (stand now i =? back_of 0 h)) h Hh Eh).
    pose proof (gen_below h Hh) as Bg. pose proof (stand_below now i Hi) as Bs. pose proof (g_unit _ _ L) as Z0.
    assert (Eb : stand now i = back_of 0 h <-> product nw (stand now i) x = 0).
    { unfold back_of. rewrite <- Eh. split; intros C.
      - rewrite C, <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto using (g_inv _ _ L).
      - rewrite <- C, <- (g_assoc _ _ L), (g_invr _ _ L), (g_right _ _ L); auto using (g_inv _ _ L). }
    destruct (N.eqb_spec (stand now i) 0) as [Z|Z]; cbn [negb andb].
    + rewrite Z. destruct (N.eqb_spec (back_of 0 h) 0) as [|Q]; cbn [negb andb ind]; [lia|]. destruct (N.eqb_spec 0 (back_of 0 h)); cbn; [congruence|lia].
    + destruct (N.eqb_spec (product nw (stand now i) x) 0) as [C|C].
      * apply Eb in C. rewrite <- C, N.eqb_refl. destruct (N.eqb_spec (stand now i) 0); [congruence|]. reflexivity.
      * destruct (N.eqb_spec (stand now i) (back_of 0 h)) as [Q|Q]; [apply Eb in Q; congruence|]. rewrite andb_false_r. reflexivity.
  - destruct (N.eqb_spec (stand now i) 0) as [Z|Z]; cbn [negb andb]; [|destruct (N.eqb_spec (stand now i) 0)]; congruence || reflexivity.
Qed.

Lemma finish_at_most now i : finish now G i <= N.of_nat now.
Proof. induction now as [|now IH]; cbn [finish]; [lia|]. destruct (busy _); lia. Qed.

Lemma arrival_late i now : until (fun s => (N.of_nat s + 1) * ind (arrives s i)) now <= if stand now i =? 0 then finish now G i else 0.
Proof.
  induction now as [|now IH]; [cbn; destruct (_ =? 0); lia|]. rewrite until_succ. revert IH. generalize (until (fun s => (N.of_nat s + 1) * ind (arrives s i)) now) as u. intros u IH.
  unfold arrives. pose proof (finish_at_most now i) as Fm.
  cbn [finish]. cbn [stand] in *. destruct (N.eqb_spec (stand now i) 0) as [Z|Z].
  - cbn [negb andb ind]. destruct (N.eqb_spec 0 0); [|congruence]. destruct (busy _); lia.
  - cbn [negb andb]. destruct (G now i) as [x|]; cbn [busy].
    + destruct (product nw (stand now i) x =? 0); cbn [ind]; lia.
    + destruct (N.eqb_spec (stand now i) 0); [congruence|]. cbn [ind]. lia.
Qed.

Lemma objective_late :
  (value_of solution (grid (fun uh s => (var t slots (fst uh) (snd uh) s, Z.of_N (s + 1))) (into t back links 0) (range slots))
   <= Z.of_N (sum (finish T G) idx))%Z.
Proof.
  rewrite (value_of_grid _ 1 (fun _ s => s + 1)) by (intros; symmetry; apply Z.mul_1_l). rewrite Z.mul_1_l. apply N2Z.inj_le.
  rewrite sum_into by apply (g_unit _ _ L).
  apply N.le_trans with (until (fun s => (N.of_nat s + 1) * came 0 s) T).
  - apply N.eq_le_incl. unfold until, came. rewrite range_upto. fold slots.
    rewrite (sum_ext (fun s => (N.of_nat (N.to_nat s) + 1) * _)
      (fun s => sum (fun h => if back_of 0 h =? 0 then 0 else (s + 1) * moves (back_of 0 h) h (N.to_nat s)) (upto m))).
    + rewrite sum_swap. apply sum_ext. intros h Hh. apply in_upto in Hh. destruct (N.eqb_spec (back_of 0 h) 0); [rewrite sum_const; lia|].
      apply sum_ext. intros s Hs. apply in_upto in Hs. cbn [fst snd]. rewrite solution_var by auto. reflexivity.
    + intros s _. rewrite N2Nat.id, <- sum_scale. apply sum_ext. intros h _. destruct (back_of 0 h =? 0); rewrite ?N.mul_0_r; reflexivity.
  - unfold until. rewrite (sum_ext _ (fun s => sum (fun i => (s + 1) * ind (arrives (N.to_nat s) i)) idx)).
    + rewrite sum_swap. apply sum_le. intros i Hi. pose proof (arrival_late i T) as A. rewrite stand_end in A by auto.
      eapply N.le_trans; [|exact A]. unfold until. apply N.eq_le_incl, sum_ext. intros s _. rewrite N2Nat.id. reflexivity.
    + intros s _. rewrite N2Nat.id, came_home, count_sum, <- sum_scale. reflexivity.
Qed.

Theorem flow_solution md : flow_model t offs slots nearer g = Some md ->
  solves md solution /\ (value_of solution (objective md) <= Z.of_N (sum (finish T G) idx))%Z.
Proof.
  unfold flow_model. cbv zeta. fold nw n m. fold gens. fold next back. fold hops links. fold inv. fold starts.
  destruct (reach_ok _ _ _ _ _ _ _ && _) eqn:R; [|discriminate]. apply andb_true_iff in R. destruct R as [R _].
  intros H. injection H as <-. split; [|apply objective_late]. constructor; cbn [row_of fixed].
  - intros name r Hr. apply (flow_rows name r Hr).
  - intros name r Hr. apply (flow_rows name r Hr).
  - intros x b Hb. assert (Ne : (let (a, b) := get (0, 0) (tabulate (window t slots nearer next hops (reach t nearer next hops links starts)) (n * m)) (x / slots) in
      if (a <=? x mod slots) && (x mod slots <? b) then None else Some false) <> None) by congruence.
    rewrite (constant_moves _ x R Ne). destruct (get _ _ _) as [a b']. destruct (_ && _); congruence.
Qed.
End Solution.
