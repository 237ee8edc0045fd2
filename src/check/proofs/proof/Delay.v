(** The delay model (models/formats/programs.md, "The delay model"): every symmetric schedule on a hypercube or torus gives a
    solution. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Families Near Isotropic Trees Courses Flow Rings.
Import ListNotations.
Open Scope N_scope.

(* over all rings with their places *)
Fixpoint osum (f : nat -> ring -> N) (a : nat) (rs : list ring) : N :=
  match rs with [] => 0 | r :: rs => f a r + osum f (S a) rs end.

Definition shorter (r : ring) (c : N) : N := match down r with None => c | Some _ => N.min c (radix r - c) end.

(* a link that a packet uses or may use, how often, and of which direction that depends *)
Record lane := Lane { l_link : N; l_uses : N; l_choice : option (nat * bool) }.

Section Model.
Variables (t : task) (offs : list N) (slots : N) (detours : bool) (g : gauge).
Let nw := task_network t.
Let rs := rings_of nw.
Let m := len (generators nw).

Definition span (o : N) : N := osum (fun a r => shorter r (coordinate nw a o)) 0 rs.
Definition ring_spans : PM.t N :=
  table (mapr (fun a => sumf (fun o => match nth_error rs a with Some r => shorter r (coordinate nw a o) | None => 0 end) offs) (seq 0 (length rs))).

Section Room.
Variables (ring_span : PM.t N) (all_span : N).

(* whether a packet may go so many hops more round a ring *)
Definition fits_room (dist : N) (a : nat) (extra : N) : bool :=
  (dist + extra <=? slots) && (extra + get 0 ring_span (N.of_nat a) <=? 2 * slots) && (extra + all_span <=? server_count t * slots).

Definition both_ways (a : nat) (r : ring) (c dist : N) : bool :=
  let extra := N.max c (radix r - c) - N.min c (radix r - c) in
  (extra =? 0) || (detours && fits_room dist a extra).

Definition ring_lanes (a : nat) (r : ring) (c dist : N) : list lane :=
  if c =? 0 then [] else
  match down r with
  | None => [Lane (up r) c None]
  | Some k => if both_ways a r c dist then [Lane (up r) c (Some (a, true)); Lane k (radix r - c) (Some (a, false))]
              else if radix r - c <? c then [Lane k (radix r - c) None] else [Lane (up r) c None]
  end.
Definition ring_moves (a : nat) (r : ring) (c dist : N) : N :=
  if c =? 0 then 0 else
  match down r with
  | None => c
  | Some k => if both_ways a r c dist then N.max c (radix r - c) else N.min c (radix r - c)
  end.

Fixpoint lanes_from (o dist : N) (a : nat) (rs : list ring) : list lane :=
  match rs with [] => [] | r :: rs => ring_lanes a r (coordinate nw a o) dist ++ lanes_from o dist (S a) rs end.

(* lanes, the moves of the longest ways, the distance *)
Definition packet_row (o : N) : list lane * (N * N) :=
  let dist := span o in (lanes_from o dist 0 rs, (osum (fun a r => ring_moves a r (coordinate nw a o) dist) 0 rs, dist)).
End Room.

(* links, moves and dimensions are below this *)
Definition width : N := m + sumf radix rs + 2.
Definition code (kind i b s : N) : N := ((i * 3 + kind) * width + b) * (slots + 1) + s.

Section Rows.
Variable rows : PM.t (list lane * (N * N)).
Definition row_at (i : N) : list lane * (N * N) := get ([], (0, 0)) rows i.
Definition lane_to (i j : N) : option lane := find (fun l => l_link l =? j) (fst (row_at i)).

Definition delay_variable (name : label) : option N :=
  match snd name with
  | [i; b; s] =>
      if (fst name =? "x")%string then
        match lane_to i b with Some _ => if (i <? len offs) && (s <? slots) then Some (code 0 i b s) else None | None => None end
      else if (fst name =? "q")%string && (i <? len offs) && (1 <=? b) && (b <=? fst (snd (row_at i))) && (s <=? slots) then Some (code 1 i b s)
      else None
  | [i; a] =>
      if (fst name =? "d")%string && (i <? len offs) &&
         existsb (fun l => match l_choice l with Some (b, _) => N.of_nat b =? a | None => false end) (fst (row_at i)) then Some (code 2 i a 0)
      else None
  | _ => None
  end.

Definition span_of (a b : N) : list N := mapr (fun u => a + u) (range (b - a)).            (* a, …, b − 1 *)

Definition entry_row (i j s : N) (l : lane) : row :=
  let uses := grid (fun (_ : Datatypes.unit) u => (code 0 i j u, (-1)%Z)) [tt] (span_of s slots) in
  if s =? 0 then
    match l_choice l with
    | None => Row uses (- Z.of_N (l_uses l)) true
    | Some (a, true) => Row ((code 2 i (N.of_nat a) 0, Z.of_N (l_uses l)) :: uses) 0 true
    | Some (a, false) => Row ((code 2 i (N.of_nat a) 0, (- Z.of_N (l_uses l))%Z) :: uses) (- Z.of_N (l_uses l)) true
    end
  else Row (rev_append (grid (fun (_ : Datatypes.unit) u => (code 1 i 1 u, 1%Z)) [tt] (span_of s (N.min slots (s + l_uses l)))) uses) 0 false.

Definition at_most_row (greater lesser : N) : row := Row [(greater, 1%Z); (lesser, (-1)%Z)] 0 false.

Definition delay_row (links packets : list N) (name : label) : option row :=
  match snd name with
  | [i; b; s] =>
      if negb ((i <? len offs) && (s <? slots)) then None
      else if (fst name =? "entry")%string then match lane_to i b with Some l => Some (entry_row i b s l) | None => None end
      else if negb (1 <=? b) then None
      else if (fst name =? "fall")%string && (b <=? fst (snd (row_at i))) then Some (at_most_row (code 1 i b s) (code 1 i b (s + 1)))
      else if (fst name =? "nest")%string && (b <? fst (snd (row_at i))) then Some (at_most_row (code 1 i b s) (code 1 i (b + 1) s))
      else if (fst name =? "link")%string && (b <? fst (snd (row_at i))) then Some (at_most_row (code 1 i b (s + 1)) (code 1 i (b + 1) s))
      else None
  | [i; s] =>
      if negb (s <? slots) then None
      else if (fst name =? "row")%string && (i <? len offs) then
        Some (Row (grid (fun (_ : Datatypes.unit) l => (code 0 i (l_link l) s, (-1)%Z)) [tt] (fst (row_at i))) (-1) false)
      else if (fst name =? "column")%string && (i <? m) then
        Some (Row (grid (fun (_ : Datatypes.unit) p => (code 0 p i s, (-1)%Z)) [tt] (filter (fun p => match lane_to p i with Some _ => true | None => false end) packets)) (-1) false)
      else if (fst name =? "balance")%string && (i <? len offs) then
        let ks := span_of 1 (fst (snd (row_at i)) + 1) in
        Some (Row (rev_append (grid (fun (_ : Datatypes.unit) k => (code 1 i k s, 1%Z)) [tt] ks)
          (rev_append (grid (fun (_ : Datatypes.unit) k => (code 1 i k (s + 1), (-1)%Z)) [tt] ks)
             (grid (fun (_ : Datatypes.unit) l => (code 0 i (l_link l) s, (-1)%Z)) [tt] (fst (row_at i))))) 0 true)
      else None
  | [s] =>
      if (fst name =? "ports")%string && (s <? slots) then
        match task_ports t with
        | AtMost k => if k <? m then
            Some (Row (grid (fun p j => (code 0 p j s, (-1)%Z)) packets links) (- Z.of_N k) false) else None
        | _ => None
        end
      else None
  | _ => None
  end.

Definition delay_fixed (x : N) : option bool :=
  let s := x mod (slots + 1) in let y := x / (slots + 1) in
  let b := y mod width in let z := y / width in
  let i := z / 3 in
  if (z mod 3 =? 1) && (i <? len offs) && (1 <=? b) && (b <=? fst (snd (row_at i))) then
    if s + b <=? snd (snd (row_at i)) then Some true else if slots <? s + b then Some false else None
  else None.
End Rows.

Definition delay_model : option model :=
  let spans := ring_spans in
  let total := sumf span offs in
  let rows := table (mapr (packet_row spans total) offs) in
  let packets := range (len offs) in
  if forallb (fun o => span o =? weigh g o) offs && forallb (fun i => fst (snd (row_at rows i)) <? width) packets && (detours || attained nw g) then
    Some (Model (delay_variable rows) (delay_row rows (range m) packets) (delay_fixed rows) (grid (fun i s => (code 1 i 1 s, 1%Z)) packets (range slots)))
  else None.
End Model.

(** ** Lanes by their links *)

Fixpoint lane_at (a : nat) (rs : list ring) (j : N) : option (nat * ring * bool) :=
  match rs with
  | [] => None
  | r :: rs => if j =? up r then Some (a, r, true)
               else match down r with Some k => if j =? k then Some (a, r, false) else lane_at (S a) rs j | None => lane_at (S a) rs j end
  end.

Lemma lane_at_found ps : forall b a c r, nth_error (rings_from b ps) c = Some r ->
  lane_at a (rings_from b ps) (up r) = Some ((a + c)%nat, r, true) /\
  forall k, down r = Some k -> lane_at a (rings_from b ps) k = Some ((a + c)%nat, r, false).
Proof.
  induction ps as [|p ps IH]; intros b a c r H; [destruct c; discriminate|]. pose proof (rings_first _ _ _ _ H) as (Fu & Fd & _). cbn [rings_from] in *.
  destruct (N.eqb_spec p 2) as [->|D]; (destruct c as [|c]; cbn [nth_error] in H; [injection H as <-; cbn [lane_at up down]; rewrite N.eqb_refl, Nat.add_0_r|]).
  - split; auto. intros k E. discriminate.
  - pose proof (rings_first _ _ _ _ H) as (Fu' & _). cbn [lane_at up down]. destruct (IH _ (S a) _ _ H) as [E1 E2].
    destruct (N.eqb_spec (up r) b); [lia|]. rewrite E1, Nat.add_succ_r, Nat.add_succ_l. split; auto.
    intros k Ek. specialize (Fd k Ek). destruct (N.eqb_spec k b); [lia|]. apply E2, Ek.
  - split; auto. intros k E. injection E as <-. destruct (N.eqb_spec (b + 1) b); [lia|]. rewrite N.eqb_refl. reflexivity.
  - pose proof (rings_first _ _ _ _ H) as (Fu' & _). cbn [lane_at up down]. destruct (IH _ (S a) _ _ H) as [E1 E2].
    destruct (N.eqb_spec (up r) b); [lia|]. destruct (N.eqb_spec (up r) (b + 1)); [lia|]. rewrite E1, Nat.add_succ_r, Nat.add_succ_l. split; auto.
    intros k Ek. specialize (Fd k Ek). destruct (N.eqb_spec k b); [lia|]. destruct (N.eqb_spec k (b + 1)); [lia|]. apply E2, Ek.
Qed.

Lemma osum_le f h : forall rs a, (forall b r, nth_error rs b = Some r -> f (a + b)%nat r <= h (a + b)%nat r) -> osum f a rs <= osum h a rs.
Proof.
  induction rs as [|r rs IH]; intros a H; cbn [osum]; [lia|]. specialize (H 0%nat r eq_refl) as H0. rewrite Nat.add_0_r in H0.
  assert (osum f (S a) rs <= osum h (S a) rs); [|lia]. apply IH. intros b r' Hb. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H (S b)), Hb.
Qed.

(* one of them more *)
Lemma osum_more f h e : forall rs a c r, (forall b r, nth_error rs b = Some r -> f (a + b)%nat r <= h (a + b)%nat r) ->
  nth_error rs c = Some r -> f (a + c)%nat r + e <= h (a + c)%nat r -> osum f a rs + e <= osum h a rs.
Proof.
  induction rs as [|q rs IH]; intros a [|c] r H Hc Hr; try discriminate; cbn [osum nth_error] in *.
  - injection Hc as ->. rewrite Nat.add_0_r in Hr. assert (osum f (S a) rs <= osum h (S a) rs); [|lia].
    apply osum_le. intros b r' Hb. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H (S b)), Hb.
  - specialize (H 0%nat q eq_refl) as H0. rewrite Nat.add_0_r in H0. assert (osum f (S a) rs + e <= osum h (S a) rs); [|lia].
    apply (IH (S a) c r); auto; [|rewrite Nat.add_succ_l, <- Nat.add_succ_r; exact Hr]. intros b r' Hb. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H (S b)), Hb.
Qed.

Lemma sum_more {A} (f h : A -> N) e i l : In i l -> (forall j, In j l -> f j <= h j) -> f i + e <= h i -> sum f l + e <= sum h l.
Proof.
  induction l as [|a l IH]; intros I H Hi; [destruct I|]. rewrite !sum_cons. assert (sum f l <= sum h l) by (apply sum_le; intros; apply H; right; auto).
  destruct I as [->|I]; [lia|]. specialize (IH I (fun j Hj => H j (or_intror Hj)) Hi). specialize (H a (or_introl eq_refl)). lia.
Qed.

Section Solution.
Variables (t : task) (offs : list N) (G : course) (T : nat) (detours : bool) (g : gauge).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis R : rings nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis F : fair t offs T G.
Let idx := places offs.
Let off i := nth (N.to_nat i) offs 0.
Let rs := rings_of nw.
Let m := len (generators nw).
Let slots := N.of_nat T.
Let x a i := coordinate nw a (off i).
Let rises a r i := goes_up t offs G T a r i.

Lemma m_links : m = N.of_nat (length (generators nw)).
Proof. apply len_length. Qed.

(* the hops that a packet needs on a link, of the way that it takes *)
Definition hop (i : N) (a : nat) (r : ring) : N :=
  hops_up t offs G T a r i + match down r with Some _ => hops_down t offs G T a r i | None => 0 end.
Definition need (i j : N) : N :=
  match lane_at 0 rs j with
  | Some (a, r, true) => hops_up t offs G T a r i
  | Some (a, r, false) => hops_down t offs G T a r i
  | None => 0
  end.
Let used' now j i := used t G now j i.

Lemma need_up a r i : nth_error rs a = Some r -> need i (up r) = hops_up t offs G T a r i.
Proof. intros H. unfold need. pose proof (lane_at_found (radices nw) 0 0 a r H) as [E _]. unfold rs, rings_of. rewrite E. reflexivity. Qed.
Lemma need_down a r k i : nth_error rs a = Some r -> down r = Some k -> need i k = hops_down t offs G T a r i.
Proof. intros H D. unfold need. pose proof (lane_at_found (radices nw) 0 0 a r H) as [_ E]. unfold rs, rings_of. rewrite (E k D). reflexivity. Qed.

Lemma osum_sum (f : nat -> ring -> N) (h : N -> N) : forall qs a, (forall b r, nth_error qs b = Some r -> f (a + b)%nat r = both h r) -> osum f a qs = sum (both h) qs.
Proof.
  induction qs as [|q qs IH]; intros a H; [reflexivity|]. cbn [osum]. rewrite sum_cons. f_equal.
  - rewrite <- (Nat.add_0_r a). apply H. reflexivity.
  - apply IH. intros b r Hb. rewrite Nat.add_succ_l, <- Nat.add_succ_r. apply (H (S b)), Hb.
Qed.

Lemma sum_need i : sum (need i) (upto m) = osum (hop i) 0 rs.
Proof.
  rewrite m_links. pose proof (sum_links t offs V R offs_ok (need i)) as E. fold nw rs in E. rewrite <- E. symmetry. apply osum_sum. intros b r Hb. cbn [Nat.add]. unfold hop, both.
  rewrite (need_up b r i Hb). destruct (down r) as [k|] eqn:D; [rewrite (need_down b r k i Hb D)|]; lia.
Qed.

Lemma need_used i j : In i idx -> j < m -> need i j <= used' T j i.
Proof.
  intros Hi Hj. unfold need. destruct (lane_at 0 rs j) as [[[a r] b]|] eqn:E; [|lia].
  assert (A : nth_error rs a = Some r /\ if b then j = up r else down r = Some j).
  { clear -E. assert (X : forall qs a0, lane_at a0 qs j = Some (a, r, b) -> exists c, a = (a0 + c)%nat /\ nth_error qs c = Some r /\ if b then j = up r else down r = Some j).
    { induction qs as [|q qs IH]; intros a0 H; cbn [lane_at] in H; [discriminate|]. destruct (N.eqb_spec j (up q)) as [->|].
      - injection H as <- <- <-. exists 0%nat. split; [lia|split; reflexivity].
      - destruct (down q) as [k|] eqn:D; [destruct (N.eqb_spec j k) as [->|]|].
        + injection H as <- <- <-. exists 0%nat. split; [lia|split; [reflexivity|exact D]].
        + destruct (IH _ H) as (c & -> & H1 & H2). exists (S c). split; [lia|split; auto].
        + destruct (IH _ H) as (c & -> & H1 & H2). exists (S c). split; [lia|split; auto]. }
    destruct (X rs 0%nat E) as (c & -> & H1 & H2). auto. }
  destruct A as [Ha Hb]. pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [Hu Hd]. destruct b; [subst j; exact Hu|]. rewrite Hb in Hd. exact Hd.
Qed.

(* what is kept of the moves, and what is left of them *)
Definition keeps (i j : N) (now : nat) : N := ind (uses_link t G j now i && (used' now j i <? need i j)).
Definition to_do (i j : N) (now : nat) : N := need i j - used' now j i.
Definition rem (i : N) (now : nat) : N := sum (fun j => to_do i j now) (upto m).

Lemma to_do_step i j now : to_do i j now = to_do i j (S now) + keeps i j now.
Proof.
  unfold to_do, keeps, used'. cbn [used]. destruct (uses_link t G j now i); cbn [andb ind]; [|lia]. destruct (N.ltb_spec (used t G now j i) (need i j)); cbn [ind]; lia.
Qed.

Lemma to_do_end i j : In i idx -> j < m -> to_do i j T = 0.
Proof. intros Hi Hj. pose proof (need_used i j Hi Hj). unfold to_do. lia. Qed.

Lemma rem_step i now : rem i now = rem i (S now) + sum (fun j => keeps i j now) (upto m).
Proof. unfold rem. rewrite <- sum_plus. apply sum_ext. intros j _. apply to_do_step. Qed.

Lemma rem_end i : In i idx -> rem i T = 0.
Proof. intros Hi. unfold rem. rewrite (sum_ext _ (fun _ => 0)), sum_const; [lia|]. intros j Hj. apply in_upto in Hj. apply to_do_end; auto. Qed.

Lemma rem_start i : rem i 0 = osum (hop i) 0 rs.
Proof. rewrite <- sum_need. unfold rem, to_do, used'. apply sum_ext. intros j _. cbn [used]. lia. Qed.

Lemma keeps_one i now : In i idx -> sum (fun j => keeps i j now) (upto m) <= ind (busy (G now i)).
Proof.
  intros Hi. eapply N.le_trans; [apply (sum_le _ (fun h => if uses_link t G h now i then 1 else 0))|].
  - intros j _. unfold keeps. destruct (uses_link t G j now i); cbn [andb ind]; [destruct (_ <? _); cbn; lia|lia].
  - rewrite m_links. pose proof (uses_one t offs G now i (fun _ => 1) Hi) as E1. fold nw in E1. rewrite E1. clear E1. destruct (G now i) as [y|] eqn:E; [|cbn; lia].
    destruct (link_of t offs G T F now i y Hi E) as (h & Hh & Eh). pose proof (one_link t V R y h (fun _ => 1) Hh Eh) as E1. cbv beta in E1. fold nw in E1. rewrite E1. cbn. lia.
Qed.

Lemma rem_falls i now : In i idx -> rem i (S now) <= rem i now <= rem i (S now) + 1.
Proof. intros Hi. rewrite (rem_step i now). pose proof (keeps_one i now Hi). destruct (busy _); cbn [ind] in *; lia. Qed.

Lemma rem_bounds i : In i idx -> forall k now, (now + k = T)%nat -> rem i now <= N.of_nat k.
Proof.
  intros Hi. induction k as [|k IH]; intros now E; [rewrite Nat.add_0_r in E; subst; rewrite rem_end; auto; lia|].
  specialize (IH (S now) ltac:(lia)). pose proof (rem_falls i now Hi). lia.
Qed.

Lemma rem_late i now : In i idx -> rem i 0 <= rem i now + N.of_nat now.
Proof. intros Hi. induction now as [|now IH]; [lia|]. pose proof (rem_falls i now Hi). lia. Qed.

Lemma rem_total i now : In i idx -> rem i now <= rem i 0.
Proof. intros Hi. induction now as [|now IH]; [lia|]. pose proof (rem_falls i now Hi). lia. Qed.

Lemma rem_finish i : In i idx -> forall k now, (now + k = T)%nat -> finish T G i <= N.of_nat now -> rem i now = 0.
Proof.
  intros Hi. induction k as [|k IH]; intros now E Fn; [rewrite Nat.add_0_r in E; subst; apply rem_end, Hi|].
  rewrite rem_step, (IH (S now)) by lia. pose proof (keeps_one i now Hi) as K. destruct (busy (G now i)) eqn:B; cbn [ind] in K; [|lia].
  apply (finish_busy T) in B; [lia|lia].
Qed.

(** *** Room for detours *)

Let dist i := span t (off i).
Let spans := ring_spans t offs.
Let total := sumf (span t) offs.

Lemma hop_shorter i a r : In i idx -> nth_error rs a = Some r -> shorter r (x a i) <= hop i a r.
Proof.
  intros Hi Ha. pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ Hd]. unfold shorter, hop, hops_up, hops_down, x. fold nw (off i).
  destruct (down r) as [k|]; [destruct (goes_up t offs G T a r i); lia|]. rewrite Hd. lia.
Qed.

Lemma hops_steps i : In i idx -> osum (hop i) 0 rs <= steps T G i.
Proof.
  intros Hi. pose proof (steps_used t offs V R G T F T i Hi) as E. fold nw in E. rewrite <- sum_need, <- E. rewrite m_links. apply sum_le. intros j Hj. apply in_upto in Hj. apply need_used; auto. rewrite m_links. exact Hj.
Qed.

Lemma steps_most now i : steps now G i <= N.of_nat now.
Proof. induction now as [|now IH]; cbn [steps]; [lia|]. destruct (busy _); lia. Qed.

Lemma ring_twice a r : nth_error rs a = Some r -> sum (fun i => hop i a r) idx <= 2 * slots.
Proof.
  intros Ha. destruct (ring_links t offs V R offs_ok a r Ha) as [Hu Hd].
  pose proof (link_carries t offs G T F (up r) Hu T) as Cu. fold idx in Cu.
  unfold hop. rewrite sum_plus.
  assert (Su : sum (hops_up t offs G T a r) idx <= slots).
  { eapply N.le_trans; [|exact Cu]. apply sum_le. intros i Hi. apply (hops_used t offs V R G T offs_ok F a r i Ha Hi). }
  assert (Sd : sum (fun i => match down r with Some _ => hops_down t offs G T a r i | None => 0 end) idx <= slots).
  { destruct (down r) as [k|] eqn:D; [|rewrite sum_const; lia]. pose proof (link_carries t offs G T F k (Hd k eq_refl) T) as Cd. fold idx in Cd.
    eapply N.le_trans; [|exact Cd]. apply sum_le. intros i Hi. pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ X]. rewrite D in X. exact X. }
  change (fun i => hops_up t offs G T a r i) with (hops_up t offs G T a r). lia.
Qed.

Lemma all_ports : sum (fun i => osum (hop i) 0 rs) idx <= server_count t * slots.
Proof.
  assert (Ln : length (ones_of nw) = length (generators nw)) by (unfold ones_of; rewrite mapr_map, map_length; auto).
  pose proof (carries t offs V R G T F (ones_of nw) Ln T) as C. unfold server_count. fold nw. rewrite N.mul_comm. eapply N.le_trans; [|exact C].
  apply sum_le. intros i Hi. rewrite <- sum_need, m_links. apply sum_le. intros h Hh. apply in_upto in Hh.
  pose proof (ones_are_one nw) as O. rewrite Forall_forall in O. rewrite (O (nth (N.to_nat h) (ones_of nw) 0)) by (apply nth_In; fold nw in Hh; lia).
  rewrite N.mul_1_l. apply need_used; auto. rewrite m_links. exact Hh.
Qed.

Lemma total_span : total = sum dist idx.
Proof. unfold total, dist, off. rewrite sumf_sum. rewrite <- (nth_upto 0 offs) at 1. rewrite sum_map. reflexivity. Qed.

Lemma ring_span_of a r : nth_error rs a = Some r -> get 0 spans (N.of_nat a) = sum (fun i => shorter r (x a i)) idx.
Proof.
  intros Ha. unfold spans, ring_spans, get. fold nw rs. rewrite table_find, Nat2N.id, mapr_map.
  assert (Hl : (a < length rs)%nat) by (apply nth_error_Some; congruence).
  rewrite nth_error_map, (nth_error_nth' (seq 0 (length rs)) 0%nat) by (rewrite seq_length; auto). rewrite seq_nth by auto. cbn [option_map].
  cbn [Nat.add]. rewrite Ha, sumf_sum. rewrite <- (nth_upto 0 offs) at 1. rewrite sum_map. reflexivity.
Qed.

Hypothesis short : detours = false -> forall i, In i idx -> steps T G i <= dist i.

(* a packet takes its longer way only where the model has both *)
Lemma longer_way i a r k : In i idx -> nth_error rs a = Some r -> down r = Some k ->
  both_ways t slots detours spans total a r (x a i) (dist i) = false -> hop i a r = N.min (x a i) (radix r - x a i).
Proof.
  intros Hi Ha D B. unfold both_ways in B. apply orb_false_iff in B. destruct B as [E B]. apply N.eqb_neq in E.
  assert (H0 : hop i a r = if rises a r i then x a i else radix r - x a i).
  { unfold hop, hops_up, hops_down, rises, x. fold nw (off i). rewrite D. destruct (goes_up t offs G T a r i); lia. }
  set (e := N.max (x a i) (radix r - x a i) - N.min (x a i) (radix r - x a i)) in *.
  destruct (N.eq_dec (hop i a r) (N.min (x a i) (radix r - x a i))) as [|Ne]; auto. exfalso.
  assert (Lg : shorter r (x a i) + e <= hop i a r) by (unfold shorter; rewrite D, H0 in *; destruct (rises a r i); unfold e; lia).
  assert (One : dist i + e <= osum (hop i) 0 rs).
  { unfold dist, span. fold nw rs. apply (osum_more _ _ e rs 0 a r); auto. intros b q Hb. cbn [Nat.add]. apply (hop_shorter i b q Hi Hb). }
  pose proof (hops_steps i Hi) as Hs. destruct detours eqn:Dt; cbn [andb] in B.
  - unfold fits_room in B. rewrite !andb_false_iff, !N.leb_gt in B. destruct B as [[B|B]|B].
    + pose proof (steps_most T i). unfold slots in B. lia.
    + rewrite (ring_span_of a r Ha) in B. pose proof (ring_twice a r Ha) as Tw.
      pose proof (sum_more (fun i => shorter r (x a i)) (fun i => hop i a r) e i idx Hi (fun j Hj => hop_shorter j a r Hj Ha) Lg). lia.
    + rewrite total_span in B. pose proof all_ports as Ap.
      assert (sum dist idx + e <= sum (fun i => osum (hop i) 0 rs) idx); [|lia]. apply (sum_more _ _ e i); auto.
      intros j Hj. unfold dist, span. fold nw rs. apply osum_le. intros b q Hb. cbn [Nat.add]. apply (hop_shorter j b q Hj Hb).
  - specialize (short eq_refl i Hi). lia.
Qed.
(** *** Lanes *)

Let lanes i := lanes_from t slots detours spans total (off i) (dist i) 0 rs.
Let most i := osum (fun a r => ring_moves t slots detours spans total a r (x a i) (dist i)) 0 rs.
Definition chooses (a : nat) (i : N) : bool := match nth_error rs a with Some r => rises a r i | None => true end.

Definition lane_right (i : N) (l : lane) : Prop :=
  l_link l < m /\ need i (l_link l) <= l_uses l /\
  match l_choice l with None => need i (l_link l) = l_uses l | Some (a, b) => (a < length rs)%nat /\ need i (l_link l) = if eqb b (chooses a i) then l_uses l else 0 end.

Lemma ring_right i a r : In i idx -> nth_error rs a = Some r ->
  (forall l, In l (ring_lanes t slots detours spans total a r (x a i) (dist i)) -> lane_right i l) /\
  (forall f : N -> N, (forall j, need i j = 0 -> f j = 0) -> sum (fun l => f (l_link l)) (ring_lanes t slots detours spans total a r (x a i) (dist i)) = both f r) /\
  hop i a r <= ring_moves t slots detours spans total a r (x a i) (dist i).
Proof.
  intros Hi Ha. destruct (ring_links t offs V R offs_ok a r Ha) as [Hu Hd]. fold nw in Hu, Hd. rewrite <- m_links in Hu, Hd.
  pose proof (hops_used t offs V R G T offs_ok F a r i Ha Hi) as [_ Fd].
  pose proof (need_up a r i Ha) as Nu. pose proof (fun k => need_down a r k i Ha) as Nd. pose proof (fun k => longer_way i a r k Hi Ha) as Lw.
  assert (Hl : (a < length rs)%nat) by (apply nth_error_Some; congruence).
  assert (Ch : chooses a i = goes_up t offs G T a r i) by (unfold chooses; rewrite Ha; reflexivity).
  unfold hop in Lw |- *. unfold ring_lanes, ring_moves, both. unfold hops_up, hops_down in Fd, Nu, Nd, Lw |- *.
  fold nw in Fd, Nu, Nd, Lw |- *. fold (off i) in Fd, Nu, Nd, Lw |- *. fold (x a i) in Fd, Nu, Nd, Lw |- *.
  assert (Up0 : x a i = 0 -> goes_up t offs G T a r i = true) by (unfold goes_up; fold nw (off i); fold (x a i); intros ->; apply N.leb_le; lia).
  destruct (N.eqb_spec (x a i) 0) as [Z0|Z0].
  { rewrite (Up0 Z0) in *. rewrite Z0 in *. split; [intros l []|split; [|destruct (down r); lia]]. intros f Hf. cbn [sum fold_right].
    destruct (down r) as [k|] eqn:D; [rewrite (Hf (up r)), (Hf k) by (auto; rewrite ?Nd; auto)|rewrite Hf by auto]; reflexivity. }
  destruct (down r) as [k|] eqn:D.
  - specialize (Nd k eq_refl). specialize (Hd k eq_refl). specialize (Lw k eq_refl).
    destruct (both_ways t slots detours spans total a r (x a i) (dist i)) eqn:B.
    + split; [|split].
      * intros l [<-|[<-|[]]]; unfold lane_right; cbn [l_link l_uses l_choice]; rewrite ?Nu, ?Nd, Ch; (split; [auto|split; [destruct (goes_up t offs G T a r i); lia|split; [exact Hl|destruct (goes_up t offs G T a r i); reflexivity]]]).
      * intros f _. rewrite !sum_cons. cbn [l_link sum fold_right]. lia.
      * destruct (goes_up t offs G T a r i); lia.
    + specialize (Lw eq_refl). assert (Ne : x a i <> radix r - x a i).
      { unfold both_ways in B. apply orb_false_iff in B. destruct B as [B _]. apply N.eqb_neq in B. lia. }
      destruct (N.ltb_spec (radix r - x a i) (x a i)) as [Lt|Ge].
      * assert (Gu : goes_up t offs G T a r i = false) by (destruct (goes_up t offs G T a r i); auto; lia). rewrite Gu in *. split; [|split; [|lia]].
        -- intros l [<-|[]]. unfold lane_right. cbn [l_link l_uses l_choice]. rewrite Nd. repeat split; auto. lia.
        -- intros f Hf. rewrite sum_cons. cbn [l_link sum fold_right]. rewrite (Hf (up r)) by auto. lia.
      * assert (Gu : goes_up t offs G T a r i = true) by (destruct (goes_up t offs G T a r i); auto; lia). rewrite Gu in *. split; [|split; [|lia]].
        -- intros l [<-|[]]. unfold lane_right. cbn [l_link l_uses l_choice]. rewrite Nu. repeat split; auto. lia.
        -- intros f Hf. rewrite sum_cons. cbn [l_link sum fold_right]. rewrite (Hf k) by auto. lia.
  - rewrite Fd in *. split; [|split; [|lia]].
    + intros l [<-|[]]. unfold lane_right. cbn [l_link l_uses l_choice]. rewrite Nu. repeat split; auto. lia.
    + intros f Hf. rewrite sum_cons. cbn [l_link sum fold_right]. lia.
Qed.

Lemma lanes_right i : In i idx -> (forall l, In l (lanes i) -> lane_right i l) /\
  (forall f : N -> N, (forall j, need i j = 0 -> f j = 0) -> sum (fun l => f (l_link l)) (lanes i) = sum f (upto m)) /\ rem i 0 <= most i.
Proof.
  intros Hi.
  assert (A : forall qs a, (forall b r, nth_error qs b = Some r -> nth_error rs (a + b) = Some r) ->
    (forall l, In l (lanes_from t slots detours spans total (off i) (dist i) a qs) -> lane_right i l) /\
    (forall f : N -> N, (forall j, need i j = 0 -> f j = 0) -> sum (fun l => f (l_link l)) (lanes_from t slots detours spans total (off i) (dist i) a qs) = sum (both f) qs)).
  { induction qs as [|q qs IH]; intros a H; cbn [lanes_from]; [split; [intros l []|reflexivity]|].
    pose proof (H 0%nat q eq_refl) as Ha. rewrite Nat.add_0_r in Ha. destruct (ring_right i a q Hi Ha) as (R1 & R2 & _). fold nw. fold (x a i).
    destruct (IH (S a)) as [I1 I2]; [intros b r Hb; rewrite Nat.add_succ_l, <- Nat.add_succ_r; apply (H (S b)), Hb|]. split.
    - intros l Hl. apply in_app_iff in Hl. destruct Hl; auto.
    - intros f Hf. rewrite sum_app, sum_cons, R2, I2 by auto. reflexivity. }
  destruct (A rs 0%nat) as [A1 A2]; [auto|]. split; [exact A1|split].
  - intros f Hf. unfold lanes. rewrite A2 by auto. pose proof (sum_links t offs V R offs_ok f) as E. fold nw rs in E. rewrite E, <- m_links. reflexivity.
  - rewrite rem_start. unfold most. apply osum_le. intros b r Hb. cbn [Nat.add]. apply (ring_right i b r Hi Hb).
Qed.

(** *** The solution *)

Let W := width t.

Definition solution (v : N) : bool :=
  let s := N.to_nat (v mod (slots + 1)) in let y := v / (slots + 1) in
  let b := y mod W in let z := y / W in
  match z mod 3 with
  | 0 => 0 <? keeps (z / 3) b s
  | 1 => b <=? rem (z / 3) s
  | _ => chooses (N.to_nat b) (z / 3)
  end.

Lemma code_parts kind i b s : kind < 3 -> b < W -> s <= slots ->
  code t slots kind i b s mod (slots + 1) = s /\ code t slots kind i b s / (slots + 1) = (i * 3 + kind) * W + b /\
  ((i * 3 + kind) * W + b) mod W = b /\ ((i * 3 + kind) * W + b) / W = i * 3 + kind /\ (i * 3 + kind) mod 3 = kind /\ (i * 3 + kind) / 3 = i.
Proof.
  intros Hk Hb Hs. unfold code. fold W. repeat split; symmetry.
  - apply (N.mod_unique _ _ ((i * 3 + kind) * W + b)); lia.
  - apply (N.div_unique _ _ _ s); lia.
  - apply (N.mod_unique _ _ (i * 3 + kind)); lia.
  - apply (N.div_unique _ _ _ b); lia.
  - apply (N.mod_unique _ _ i); lia.
  - apply (N.div_unique _ _ _ kind); lia.
Qed.

Lemma keeps_bit i j now : ind (0 <? keeps i j now) = keeps i j now.
Proof. unfold keeps. destruct (_ && _); reflexivity. Qed.

Lemma sol_x i j s : j < W -> s <= slots -> ind (solution (code t slots 0 i j s)) = keeps i j (N.to_nat s).
Proof.
  intros Hj Hs. destruct (code_parts 0 i j s ltac:(lia) Hj Hs) as (E1 & E2 & E3 & E4 & E5 & E6). unfold solution. cbv zeta. rewrite E1, E2, E3, E4, E5, E6. apply keeps_bit.
Qed.
Lemma sol_q i k s : k < W -> s <= slots -> solution (code t slots 1 i k s) = (k <=? rem i (N.to_nat s)).
Proof.
  intros Hk Hs. destruct (code_parts 1 i k s ltac:(lia) Hk Hs) as (E1 & E2 & E3 & E4 & E5 & E6). unfold solution. cbv zeta. rewrite E1, E2, E3, E4, E5, E6. reflexivity.
Qed.
Lemma sol_d i a : a < W -> solution (code t slots 2 i a 0) = chooses (N.to_nat a) i.
Proof.
  intros Ha. destruct (code_parts 2 i a 0 ltac:(lia) Ha ltac:(lia)) as (E1 & E2 & E3 & E4 & E5 & E6). unfold solution. cbv zeta. rewrite E1, E2, E3, E4, E5, E6. reflexivity.
Qed.

Lemma m_width : m < W.
Proof. unfold W, width. fold nw m. lia. Qed.

Lemma rings_width a : (a < length rs)%nat -> N.of_nat a < W.
Proof.
  intros Ha. assert (N.of_nat (length rs) <= m); [|pose proof m_width; lia]. rewrite m_links. unfold rs, rings_of.
  pose proof (units_length t offs V R offs_ok) as E. fold nw in E. rewrite <- E. clear. generalize 0 as b. induction (radices nw) as [|p ps IH]; intros b; [cbn; lia|].
  cbn [rings_from units]. destruct (p =? 2); cbn [app length]; rewrite map_length; [specialize (IH (b + 1))|specialize (IH (b + 2))]; lia.
Qed.

(** *** Sums of terms *)

Lemma value_one c (f : N -> N) l : value_of solution (grid (fun (_ : Datatypes.unit) u => (f u, c)) [tt] l) = (c * Z.of_N (sum (fun u => ind (solution (f u))) l))%Z.
Proof.
  rewrite (value_of_grid _ c (fun _ _ => 1)) by (intros; cbn [snd]; symmetry; apply Z.mul_1_r). f_equal. f_equal. rewrite sum_cons. cbn [sum fold_right].
  rewrite N.add_0_r. apply sum_ext. intros u _. cbn [fst]. lia.
Qed.

Lemma value_lanes c (f : N -> N) (l : list lane) : value_of solution (grid (fun (_ : Datatypes.unit) q => (f (l_link q), c)) [tt] l) = (c * Z.of_N (sum (fun q => ind (solution (f (l_link q)))) l))%Z.
Proof.
  rewrite (value_of_grid _ c (fun _ _ => 1)) by (intros; cbn [snd]; symmetry; apply Z.mul_1_r). f_equal. f_equal. rewrite sum_cons. cbn [sum fold_right].
  rewrite N.add_0_r. apply sum_ext. intros u _. cbn [fst]. lia.
Qed.

Lemma span_nil a : span_of a a = [].
Proof. unfold span_of. rewrite N.sub_diag. reflexivity. Qed.

Lemma span_cons a b : a < b -> span_of a b = a :: span_of (a + 1) b.
Proof.
  intros H. unfold span_of. rewrite !mapr_map, !range_upto. replace (b - a) with (N.succ (b - (a + 1))) by lia. generalize (b - (a + 1)) as k. clear. intros k.
  unfold upto. rewrite N2Nat.inj_succ. cbn [seq map]. f_equal; [lia|]. rewrite <- seq_shift, !map_map. apply map_ext. intros. lia.
Qed.

Lemma sum_to_do i j : In i idx -> j < m -> forall k s, (s + k = T)%nat -> sum (fun u => keeps i j (N.to_nat u)) (span_of (N.of_nat s) slots) = to_do i j s.
Proof.
  intros Hi Hj. induction k as [|k IH]; intros s E.
  - rewrite Nat.add_0_r in E. subst s. fold slots. rewrite span_nil, to_do_end by auto. reflexivity.
  - rewrite span_cons by (unfold slots; lia). rewrite sum_cons, Nat2N.id. replace (N.of_nat s + 1) with (N.of_nat (S s)) by lia. rewrite (IH (S s)) by lia. rewrite (to_do_step i j s). lia.
Qed.

Lemma to_do_rem i j now : j < m -> to_do i j now <= rem i now.
Proof. intros Hj. apply (sum_member (fun j => to_do i j now)), in_upto, Hj. Qed.

Lemma sum_waits i j : In i idx -> j < m -> forall k s, N.min (N.of_nat k) (to_do i j s) <= sum (fun u => ind (1 <=? rem i (N.to_nat u))) (span_of (N.of_nat s) (N.of_nat (s + k))).
Proof.
  intros Hi Hj. induction k as [|k IH]; intros s; [lia|]. rewrite span_cons by lia. rewrite sum_cons, Nat2N.id. replace (N.of_nat s + 1) with (N.of_nat (S s)) by lia.
  specialize (IH (S s)). replace (S s + k)%nat with (s + S k)%nat in IH by lia. pose proof (to_do_rem i j s Hj) as Tr. pose proof (to_do_step i j s) as St.
  assert (K1 : keeps i j s <= 1) by (unfold keeps; destruct (_ && _); cbn; lia). destruct (N.leb_spec 1 (rem i s)); cbn [ind]; lia.
Qed.

Lemma sum_below q r : sum (fun k => ind (k <=? q)) (span_of 1 (r + 1)) = N.min q r.
Proof.
  unfold span_of. rewrite mapr_map, range_upto, sum_map. replace (r + 1 - 1) with r by lia. induction r as [|r IH] using N.peano_ind; [cbn; lia|].
  rewrite upto_succ, sum_app, IH, sum_cons. cbn [sum fold_right]. destruct (N.leb_spec (1 + r) q); cbn [ind]; lia.
Qed.

Lemma in_span u a b : In u (span_of a b) -> a <= u /\ u < b.
Proof. unfold span_of. rewrite mapr_map, range_upto, in_map_iff. intros (y & <- & Hy). apply in_upto in Hy. lia. Qed.

Lemma keeps_need i j now : need i j = 0 -> keeps i j now = 0.
Proof. intros E. unfold keeps. rewrite E. destruct (N.ltb_spec (used' now j i) 0); [lia|]. rewrite andb_false_r. reflexivity. Qed.

(** *** Rows *)

Variable rows : PM.t (list lane * (N * N)).
Hypothesis rows_right : forall i, In i idx -> row_at rows i = (lanes i, (most i, dist i)).
Hypothesis narrow : forall i, In i idx -> most i < W.

Lemma in_idx i : i < len offs -> In i idx.
Proof. rewrite len_length. intros H. apply in_upto. exact H. Qed.

Lemma lane_found i j l : In i idx -> lane_to rows i j = Some l -> lane_right i l /\ l_link l = j.
Proof.
  intros Hi H. unfold lane_to in H. rewrite (rows_right i Hi) in H. cbn [fst] in H. apply find_some in H. destruct H as [H E]. apply N.eqb_eq in E.
  split; auto. apply (lanes_right i Hi), H.
Qed.

Lemma lanes_kept i s : In i idx -> s < slots -> sum (fun q => ind (solution (code t slots 0 i (l_link q) s))) (lanes i) = sum (fun j => keeps i j (N.to_nat s)) (upto m).
Proof.
  intros Hi Hs. destruct (lanes_right i Hi) as (A1 & A2 & _). rewrite <- (A2 (fun j => keeps i j (N.to_nat s))) by (intros j; apply keeps_need).
  apply sum_ext. intros l Hl. apply sol_x; [|lia]. pose proof (A1 l Hl) as [Hm _]. pose proof m_width. lia.
Qed.

Lemma entry_holds i j s l : In i idx -> s < slots -> lane_to rows i j = Some l -> let r := entry_row t slots i j s l in
  (bound r <= value_of solution (terms r))%Z /\ (equation r = true -> value_of solution (terms r) = bound r).
Proof.
  intros Hi Hs H. destruct (lane_found i j l Hi H) as ((Hl & Hn & Hc) & <-). pose proof m_width as Mw. set (j := l_link l) in *. cbv zeta. unfold entry_row.
  assert (E : value_of solution (grid (fun (_ : Datatypes.unit) u => (code t slots 0 i j u, (-1)%Z)) [tt] (span_of s slots)) = (- Z.of_N (to_do i j (N.to_nat s)))%Z).
  { rewrite (value_one (-1) (fun u => code t slots 0 i j u)). rewrite (sum_ext _ (fun u => keeps i j (N.to_nat u))).
    - pose proof (sum_to_do i j Hi Hl (T - N.to_nat s) (N.to_nat s)) as St. rewrite N2Nat.id in St. rewrite St by (unfold slots in Hs; lia). lia.
    - intros u Hu. apply in_span in Hu. apply sol_x; lia. }
  destruct (N.eqb_spec s 0) as [->|Nz].
  - cbn [N.to_nat] in E. assert (E0 : to_do i j 0 = need i j) by (unfold to_do, used'; cbn [used]; lia). rewrite E0 in E.
    destruct (l_choice l) as [[a []]|]; cbn [bound terms equation].
    + destruct Hc as [Ha Hc]. rewrite value_of_cons, E. cbn [fst snd]. unfold if_set. rewrite sol_d, Nat2N.id by (apply rings_width; auto). rewrite Hc. destruct (chooses a i); cbn [eqb]; split; intros; lia.
    + destruct Hc as [Ha Hc]. rewrite value_of_cons, E. cbn [fst snd]. unfold if_set. rewrite sol_d, Nat2N.id by (apply rings_width; auto). rewrite Hc. destruct (chooses a i); cbn [eqb]; split; intros; lia.
    + rewrite E, Hc. split; intros; lia.
  - cbn [bound terms equation]. split; [|discriminate]. rewrite rev_append_rev, value_of_app, value_of_rev, E, (value_one 1 (fun u => code t slots 1 i 1 u)).
    assert (Wq : sum (fun u => ind (solution (code t slots 1 i 1 u))) (span_of s (N.min slots (s + l_uses l))) = sum (fun u => ind (1 <=? rem i (N.to_nat u))) (span_of s (N.min slots (s + l_uses l)))).
    { apply sum_ext. intros u Hu. apply in_span in Hu. rewrite sol_q by lia. reflexivity. }
    rewrite Wq. set (k := N.to_nat (N.min slots (s + l_uses l) - s)).
    pose proof (sum_waits i j Hi Hl k (N.to_nat s)) as Sw. rewrite N2Nat.id in Sw. replace (N.of_nat (N.to_nat s + k)) with (N.min slots (s + l_uses l)) in Sw by (unfold k; lia).
    assert (Td : to_do i j (N.to_nat s) <= need i j) by (unfold to_do; lia).
    pose proof (to_do_rem i j (N.to_nat s) Hl) as Tr. pose proof (rem_bounds i Hi (T - N.to_nat s) (N.to_nat s) ltac:(unfold slots in Hs; lia)) as Rb. unfold slots in *. unfold k in Sw. lia.
Qed.

Lemma pair_holds v w : (solution w = true -> solution v = true) -> (0 <= value_of solution [(v, 1%Z); (w, (-1)%Z)])%Z.
Proof. intros H. rewrite !value_of_cons. cbn [fst snd value_of fold_right]. unfold if_set. destruct (solution w); [rewrite H by auto; lia|destruct (solution v); lia]. Qed.

Lemma delay_rows name r : delay_row t offs slots rows (range m) (range (len offs)) name = Some r ->
  (bound r <= value_of solution (terms r))%Z /\ (equation r = true -> value_of solution (terms r) = bound r).
Proof.
  pose proof m_width as Mw.
  unfold delay_row. fold nw m. destruct (snd name) as [|i [|b [|s [|]]]]; try discriminate.
  - destruct (_ && (i <? slots)) eqn:B; [|discriminate]. rewrite andb_true_iff, N.ltb_lt in B. destruct B as [_ Hs].
    destruct (task_ports t) as [|k|] eqn:P; try discriminate. destruct (k <? m); [|discriminate]. intros H. injection H as <-. cbn [bound terms equation]. split; [|discriminate].
    rewrite (value_of_grid _ (-1) (fun _ _ => 1)) by reflexivity. rewrite !range_upto.
    enough (sum (fun p => sum (fun j => 1 * ind (solution (fst (code t slots 0 p j i, (-1)%Z)))) (upto m)) (upto (len offs)) <= k) by lia.
    pose proof (f_ports _ _ _ _ F (N.to_nat i)) as Po. unfold ports_for in Po. rewrite P in Po. eapply N.le_trans; [|exact Po]. rewrite count_sum, len_length.
    apply sum_le. intros p Hp. eapply N.le_trans; [|apply (keeps_one p (N.to_nat i) Hp)]. apply N.eq_le_incl, sum_ext. intros j Hj. apply in_upto in Hj. cbn [fst]. rewrite sol_x by lia. lia.
  - destruct (N.ltb_spec b slots) as [Hs|]; [|discriminate]. cbn [negb]. destruct (_ && (i <? len offs)) eqn:B; [intros H; injection H as <-|].
    + rewrite andb_true_iff, N.ltb_lt in B. destruct B as [_ Hi]. apply in_idx in Hi. cbn [bound terms equation]. split; [|discriminate].
      rewrite (rows_right i Hi). cbn [fst]. rewrite (value_lanes (-1) (fun j => code t slots 0 i j b)), lanes_kept by auto. pose proof (keeps_one i (N.to_nat b) Hi) as K. destruct (busy _); cbn [ind] in K; lia.
    + clear B. destruct (_ && (i <? m)) eqn:B; [intros H; injection H as <-|].
      * rewrite andb_true_iff, N.ltb_lt in B. destruct B as [_ Hj]. cbn [bound terms equation]. split; [|discriminate]. rewrite (value_one (-1) (fun p => code t slots 0 p i b)).
        enough (sum (fun p => ind (solution (code t slots 0 p i b))) (filter (fun p => match lane_to rows p i with Some _ => true | None => false end) (range (len offs))) <= 1) by lia.
        rewrite range_upto, len_length. pose proof (used_slot t offs G T F i (N.to_nat b)) as Us. fold nw in Us. rewrite <- m_links in Us. specialize (Us Hj). rewrite count_sum in Us.
        eapply N.le_trans; [|exact Us]. unfold places. clear Us. induction (upto (N.of_nat (length offs))) as [|p l IH]; [cbn; lia|]. cbn [filter]. rewrite sum_cons.
        assert (X : ind (solution (code t slots 0 p i b)) <= if uses_link t G i (N.to_nat b) p then 1 else 0).
        { rewrite sol_x by lia. unfold keeps. destruct (uses_link t G i (N.to_nat b) p); cbn [andb ind]; [destruct (_ <? _); cbn; lia|lia]. }
        destruct (lane_to rows p i); rewrite ?sum_cons; lia.
      * clear B. destruct (_ && (i <? len offs)) eqn:B; [intros H; injection H as <-|discriminate]. rewrite andb_true_iff, N.ltb_lt in B. destruct B as [_ Hi]. apply in_idx in Hi.
        cbn [bound terms equation]. rewrite (rows_right i Hi). cbn [fst snd].
        assert (Z0 : value_of solution (rev_append (grid (fun (_ : Datatypes.unit) k => (code t slots 1 i k b, 1%Z)) [tt] (span_of 1 (most i + 1)))
          (rev_append (grid (fun (_ : Datatypes.unit) k => (code t slots 1 i k (b + 1), (-1)%Z)) [tt] (span_of 1 (most i + 1)))
             (grid (fun (_ : Datatypes.unit) l => (code t slots 0 i (l_link l) b, (-1)%Z)) [tt] (lanes i)))) = 0%Z).
        { rewrite !rev_append_rev, !value_of_app, !value_of_rev. rewrite (value_one 1 (fun k => code t slots 1 i k b)), (value_one (-1) (fun k => code t slots 1 i k (b + 1))).
          rewrite (value_lanes (-1) (fun j => code t slots 0 i j b)), lanes_kept by auto. pose proof (narrow i Hi) as Nw. destruct (lanes_right i Hi) as (_ & _ & Rm).
          rewrite (sum_ext (fun u => ind (solution (code t slots 1 i u b))) (fun k => ind (k <=? rem i (N.to_nat b)))).
          2:{ intros u Hu. apply in_span in Hu. rewrite sol_q by lia. reflexivity. }
          rewrite (sum_ext (fun u => ind (solution (code t slots 1 i u (b + 1)))) (fun k => ind (k <=? rem i (N.to_nat (b + 1))))).
          2:{ intros u Hu. apply in_span in Hu. rewrite sol_q by lia. reflexivity. }
          rewrite !sum_below. pose proof (rem_total i (N.to_nat b) Hi). pose proof (rem_total i (N.to_nat (b + 1)) Hi). pose proof (rem_step i (N.to_nat b)) as St.
          replace (S (N.to_nat b)) with (N.to_nat (b + 1)) in St by lia. lia. }
        rewrite Z0. split; intros; lia.
  - destruct (negb _) eqn:B0; [discriminate|]. apply negb_false_iff in B0. rewrite andb_true_iff, !N.ltb_lt in B0. destruct B0 as [Hi Hs]. apply in_idx in Hi.
    destruct (_ =? "entry")%string; [destruct (lane_to rows i b) as [l|] eqn:El; [|discriminate]; intros H; injection H as <-; apply (entry_holds i b s l Hi Hs El)|].
    destruct (N.leb_spec 1 b) as [Hb|]; [|discriminate]. cbn [negb]. rewrite (rows_right i Hi). cbn [fst snd]. pose proof (narrow i Hi) as Nw.
    pose proof (rem_falls i (N.to_nat s) Hi) as Rf. replace (S (N.to_nat s)) with (N.to_nat (s + 1)) in Rf by lia.
    destruct (_ && (b <=? most i)) eqn:B1; [intros H; injection H as <-|clear B1; destruct (_ && (b <? most i)) eqn:B1; [intros H; injection H as <-|clear B1; destruct (_ && (b <? most i)) eqn:B1; [intros H; injection H as <-|discriminate]]];
      rewrite andb_true_iff, ?N.leb_le, ?N.ltb_lt in B1; (split; [|discriminate]); cbn [at_most_row bound terms]; apply pair_holds; rewrite !sol_q by lia; rewrite !N.leb_le; lia.
Qed.

Lemma delay_constants v b : delay_fixed t offs slots rows v = Some b -> solution v = b.
Proof.
  unfold delay_fixed. cbv zeta. fold W. set (s := v mod (slots + 1)). set (y := v / (slots + 1)). set (k := y mod W). set (z := y / W). set (i := z / 3).
  destruct (_ && _) eqn:B; [|discriminate]. rewrite !andb_true_iff, N.eqb_eq, N.ltb_lt, !N.leb_le in B. destruct B as [[[Z1 Hi] Hk] Hm]. apply in_idx in Hi.
  rewrite (rows_right i Hi) in *. cbn [fst snd] in *. unfold solution. cbv zeta. fold s y. fold k z. fold i. rewrite Z1.
  assert (Hs : s <= slots) by (pose proof (N.mod_lt v (slots + 1) ltac:(lia)); unfold s; lia).
  pose proof (rem_bounds i Hi (T - N.to_nat s) (N.to_nat s) ltac:(unfold slots in Hs; lia)) as Rb. pose proof (rem_late i (N.to_nat s) Hi) as Rl. rewrite rem_start in Rl.
  assert (Ds : dist i <= osum (hop i) 0 rs).
  { unfold dist, span. fold nw rs. apply osum_le. intros b0 q Hb. cbn [Nat.add]. apply (hop_shorter i b0 q Hi Hb). }
  destruct (N.leb_spec (s + k) (dist i)); [intros E; injection E as <-; apply N.leb_le; lia|].
  destruct (N.ltb_spec slots (s + k)); [intros E; injection E as <-; apply N.leb_gt; unfold slots in *; lia|discriminate].
Qed.

Lemma delay_objective : (value_of solution (grid (fun i s => (code t slots 1 i 1 s, 1%Z)) (range (len offs)) (range slots)) <= Z.of_N (sum (finish T G) idx))%Z.
Proof.
  pose proof m_width as Mw. rewrite (value_of_grid _ 1 (fun _ _ => 1)) by reflexivity. rewrite Z.mul_1_l. apply N2Z.inj_le. rewrite !range_upto, len_length.
  apply sum_le. intros i Hi. rewrite (sum_ext _ (fun s => ind (1 <=? rem i (N.to_nat s)))).
  2:{ intros s Hs. apply in_upto in Hs. cbn [fst]. assert (1 < W) by (unfold W, width; lia). rewrite sol_q by lia. lia. }
  assert (A : forall k, (k <= T)%nat -> sum (fun s => ind (1 <=? rem i (N.to_nat s))) (upto (N.of_nat k)) <= N.min (N.of_nat k) (finish T G i)).
  { induction k as [|k IH]; intros Hk; [cbn; lia|]. rewrite Nat2N.inj_succ, upto_succ, sum_app, sum_cons, Nat2N.id. cbn [sum fold_right]. specialize (IH ltac:(lia)).
    destruct (N.le_gt_cases (finish T G i) (N.of_nat k)) as [Le|Gt].
    - rewrite (rem_finish i Hi (T - k) k) by lia. cbn [N.leb N.compare ind]. lia.
    - destruct (1 <=? rem i k); cbn [ind]; lia. }
  specialize (A T (le_n T)). unfold slots. lia.
Qed.
End Solution.

Theorem delay_solution t offs G T detours g md : valid_network (task_network t) = true -> rings (task_network t) = true ->
  (forall x, In x offs -> x < size (task_network t)) -> fair t offs T G ->
  delay_model t offs (N.of_nat T) detours g = Some md ->
  (detours = false -> forall i, In i (places offs) -> steps T G i <= weigh g (nth (N.to_nat i) offs 0)) ->
  exists s, solves md s /\ (value_of s (objective md) <= Z.of_N (sum (finish T G) (places offs)))%Z.
Proof.
  intros V R O F H Sh. unfold delay_model in H. cbv zeta in H.
  set (rows := table _) in *. destruct (_ && _) eqn:B; [|discriminate]. injection H as <-. rewrite !andb_true_iff, !forallb_forall in B. destruct B as [[B1 B2] _].
  assert (Off : forall i, In i (places offs) -> In (nth (N.to_nat i) offs 0) offs) by (intros i Hi; apply in_upto in Hi; apply nth_In; lia).
  assert (Rr : forall i, In i (places offs) -> row_at rows i = packet_row t (N.of_nat T) detours (ring_spans t offs) (sumf (span t) offs) (nth (N.to_nat i) offs 0)).
  { intros i Hi. apply in_upto in Hi. unfold row_at, rows, get. rewrite table_find, mapr_map.
    rewrite (nth_error_nth' _ (packet_row t (N.of_nat T) detours (ring_spans t offs) (sumf (span t) offs) 0)) by (rewrite map_length; lia). rewrite map_nth. reflexivity. }
  assert (Sh' : detours = false -> forall i, In i (places offs) -> steps T G i <= span t (nth (N.to_nat i) offs 0)).
  { intros D i Hi. specialize (Sh D i Hi). specialize (B1 _ (Off i Hi)). apply N.eqb_eq in B1. lia. }
  assert (Nr : forall i, In i (places offs) -> osum (fun a r => ring_moves t (N.of_nat T) detours (ring_spans t offs) (sumf (span t) offs) a r (coordinate (task_network t) a (nth (N.to_nat i) offs 0)) (span t (nth (N.to_nat i) offs 0))) 0 (rings_of (task_network t)) < width t).
  { intros i Hi. pose proof (B2 i) as X. rewrite range_upto, len_length in X. specialize (X Hi). rewrite (Rr i Hi) in X. apply N.ltb_lt in X. exact X. }
  exists (solution t offs G T). split; [constructor; cbn [row_of fixed]|].
  - intros name r Hr. apply (delay_rows t offs G T detours V R O F Sh' rows Rr Nr name r Hr).
  - intros name r Hr. apply (delay_rows t offs G T detours V R O F Sh' rows Rr Nr name r Hr).
  - intros v b Hb. apply (delay_constants t offs G T detours V R O F rows Rr v b Hb).
  - apply (delay_objective t offs G T V R O F).
Qed.
