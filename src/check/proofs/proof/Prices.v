(** The bound by prices of single links, sends and receives: the distances are found, and checked. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Lines Families Hops Explicit Ports Listed.
Import ListNotations.
Open Scope N_scope.

Definition link_prices := list ((N * N) * N).
Definition node_prices := list (N * N).

(* prices of the same link, or node, add up *)
Definition of_link (l : link_prices) (u v : N) : N := sumf (fun e => if (fst (fst e) =? u) && (snd (fst e) =? v) then snd e else 0) l.
Definition of_node (l : node_prices) (u : N) : N := sumf (fun e => if fst e =? u then snd e else 0) l.

Section Prices.
Variables (nw : network) (links : link_prices) (senders receivers : node_prices).

Definition hop_price (u v : N) : N := of_link links u v + of_node senders u + of_node receivers v.

Definition times_in (l : list N) (y : N) : N := sumf (fun v => if v =? y then 1 else 0) l.

Definition some_half (rule : port_rule) : bool := is_half rule || match switch_rule nw with Some of_switches => is_half of_switches | None => false end.

(* the price of all links, and of all ports; of a half-duplex one the dearer way *)
Definition slot_price (rule : port_rule) : N :=
  let next := neighbours_out nw in
  let outs := ports_out nw rule in
  let ins := ports_in nw rule in
  let half x := is_half (rule_at nw rule x) in
  sumf (fun e => snd e * times_in (next (fst (fst e))) (snd (fst e))) links +
  (sumf (fun e => if half (fst e) then 0 else snd e * outs (fst e)) senders + sumf (fun e => if half (fst e) then 0 else snd e * ins (fst e)) receivers +
   if some_half rule then loop (fun s x => s + if half x then N.max (of_node senders x) (of_node receivers x) else 0) (size nw) 0 else 0).

(** ** Distances to one node *)

Section Distances.
Variable next : N -> list N.

Definition improve (q : bool * PM.t N) (u : N) : bool * PM.t N :=
  fold_left (fun q v =>
    match PM.find (N.succ_pos v) (snd q) with
    | None => q
    | Some dv =>
        let c := hop_price u v + dv in
        if match PM.find (N.succ_pos u) (snd q) with None => true | Some du => c <? du end then (true, put (snd q) u c) else q
    end) (next u) q.

(* where no way leads from it is as far as anywhere, so that no move gains *)
Definition distances_to (b : N) : PM.t N :=
  let ds := snd (N.iter (size nw) (fun q : bool * PM.t N => if fst q then loop improve (size nw) (false, snd q) else q) (true, put (PM.empty N) b 0)) in
  filled (size nw) (loop (fun far v => N.max far (get 0 ds v)) (size nw) 0) ds.

Definition feasible_to (b : N) (ds : PM.t N) : bool :=
  (get 0 ds b =? 0) &&
  loop (fun (good : bool) u => if good then forallb (fun v => get 0 ds u <=? hop_price u v + get 0 ds v) (next u) else false) (size nw) true.

(* a table for every target; none where one is not feasible *)
Definition tables (targets : list N) : option (PM.t (PM.t N)) :=
  fold_left (fun found b => match found with
    | None => None
    | Some m => match PM.find (N.succ_pos b) m with
        | Some _ => found
        | None => let ds := distances_to b in if feasible_to b ds then Some (put m b ds) else None
        end
    end) targets (Some (PM.empty (PM.t N))).
End Distances.

Definition price_to (m : PM.t (PM.t N)) (u b : N) : N := match PM.find (N.succ_pos b) m with Some ds => get 0 ds u | None => 0 end.

Definition priced_right : bool :=
  let next := neighbours_out nw in let node x := x <? size nw in
  forallb (fun e => node (fst (fst e)) && existsb (N.eqb (snd (fst e))) (next (fst (fst e)))) links &&
  forallb (fun e => node (fst e)) senders && forallb (fun e => node (fst e)) receivers.

Lemma tables_feasible next targets m : tables next targets = Some m -> forall b ds, PM.find (N.succ_pos b) m = Some ds -> feasible_to next b ds = true.
Proof.
  unfold tables. enough (E : forall l m0, (forall b ds, PM.find (N.succ_pos b) m0 = Some ds -> feasible_to next b ds = true) ->
    forall m, fold_left (fun found b => match found with
      | None => None
      | Some m => match PM.find (N.succ_pos b) m with
          | Some _ => found
          | None => let ds := distances_to next b in if feasible_to next b ds then Some (put m b ds) else None
          end
      end) l (Some m0) = Some m -> forall b ds, PM.find (N.succ_pos b) m = Some ds -> feasible_to next b ds = true).
  { intros H. apply (E _ _ ltac:(intros b ds Hb; rewrite PM.gempty in Hb; discriminate) _ H). }
  assert (None_ : forall l, fold_left (fun found b => match found with
      | None => None
      | Some m => match PM.find (N.succ_pos b) m with
          | Some _ => found
          | None => let ds := distances_to next b in if feasible_to next b ds then Some (put m b ds) else None
          end
      end) l None = None) by (induction l; auto).
  induction l as [|a l IH]; cbn [fold_left]; intros m0 O m' H; [injection H as <-; auto|].
  destruct (PM.find (N.succ_pos a) m0); [apply (IH m0 O m' H)|]. cbv zeta in H. destruct (feasible_to next a (distances_to next a)) eqn:F; [|rewrite None_ in H; discriminate].
  apply (IH (put m0 a (distances_to next a))) with (m := m'); auto. intros b ds Hb. rewrite find_put in Hb.
  destruct (N.eq_dec a b) as [<-|]; [injection Hb as <-; auto|apply O, Hb].
Qed.

Variable pb : problem.
Hypothesis same_net : net pb = nw.

Lemma prices_potential targets m : tables (neighbours_out nw) targets = Some m -> potential pb hop_price (price_to m).
Proof.
  intros H. pose proof (tables_feasible _ _ _ H) as F. constructor; unfold price_to.
  - intros b. destruct (PM.find _ m) as [ds|] eqn:E; auto. specialize (F _ _ E). unfold feasible_to in F. rewrite andb_true_iff, N.eqb_eq in F. tauto.
  - intros u v b _ Lk. destruct (PM.find _ m) as [ds|] eqn:E; [|lia]. specialize (F _ _ E). unfold feasible_to in F. rewrite andb_true_iff in F. destruct F as [_ F].
    rewrite same_net in Lk. pose proof (loop_all _ _ F u ltac:(apply Lk)) as G. cbv beta in G. rewrite forallb_forall in G. apply N.leb_le, G, in_neighbours_out, Lk.
Qed.

Lemma sum_swap {A B} (f : A -> B -> N) (l : list A) (l' : list B) : sum (fun a => sum (f a) l') l = sum (fun b => sum (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH]; [induction l' as [|b l' IH']; [reflexivity|exact IH']|].
  rewrite sum_cons, IH, <- sum_plus. apply sum_ext. intros; rewrite sum_cons. auto.
Qed.

Hypothesis V : valid_network nw = true.

Lemma times_in_links x y : times_in (neighbours_out nw x) y = links_between nw x y.
Proof.
  rewrite <- out_counts. unfold times_in. rewrite sumf_sum. pose proof (count_occ_node (fun v : N => v) (neighbours_out nw x) y) as E. rewrite map_id in E. rewrite <- E, count_sum.
  apply sum_ext. intros v _. unfold is_node. destruct (N.eqb_spec v y), (N.eq_dec v y); congruence.
Qed.

(* a node with several prices, each once *)
Lemma node_sum (l : node_prices) (f : N -> N) n : sum (fun x => of_node l x * f x) (upto n) <= sumf (fun e => snd e * f (fst e)) l.
Proof.
  rewrite sumf_sum. unfold of_node.
  rewrite (sum_ext _ (fun x => sum (fun e => (if fst e =? x then snd e else 0) * f x) l)) by (intros; rewrite sumf_sum, N.mul_comm, <- sum_scale; apply sum_ext; intros; lia).
  rewrite sum_swap. apply sum_le. intros [x p] _. cbn [fst snd].
  eapply N.le_trans; [|apply (sum_one N.eq_dec x (p * f x) (upto n) (upto_nodup n))]. apply sum_le. intros y _.
  destruct (N.eqb_spec x y) as [->|]; [destruct (N.eq_dec y y); [lia|congruence]|lia].
Qed.

Lemma slot_costs ms : slot_fits pb ms -> sum (fun m => hop_price (from m) (to m)) ms <= slot_price (ports pb).
Proof.
  intros S. unfold hop_price. rewrite (sum_ext _ (fun m => of_link links (from m) (to m) + (of_node senders (from m) + of_node receivers (to m)))) by (intros; lia).
  rewrite sum_plus. unfold slot_price. cbv zeta. apply N.add_le_mono.
  - rewrite sumf_sum. unfold of_link. rewrite (sum_ext _ (fun m => sum (fun e => if (fst (fst e) =? from m) && (snd (fst e) =? to m) then snd e else 0) links)) by (intros; apply sumf_sum).
    rewrite sum_swap. apply sum_le. intros [[x y] p] _. cbn [fst snd]. rewrite times_in_links.
    pose proof (links_suffice _ _ S x y) as L. rewrite same_net, count_sum in L.
    rewrite (sum_ext _ (fun m => p * if is_node (from m) x && is_node (to m) y then 1 else 0)); [rewrite sum_scale; apply N.mul_le_mono_l, L|].
    intros m _. unfold is_node. destruct (N.eqb_spec x (from m)), (N.eq_dec (from m) x), (N.eqb_spec y (to m)), (N.eq_dec (to m) y); cbn [andb]; try congruence; lia.
  - set (half := fun x => is_half (rule_at nw (ports pb) x)).
    assert (By : forall (h : move -> N) (f : N -> N), (forall m, In m ms -> h m < size nw) ->
      sum (fun m => f (h m)) ms <= sum (fun x => f x * count (fun m => is_node (h m) x) ms) (upto (size nw))).
    { intros h f Hh. eapply N.le_trans; [apply (sum_by_label N.eq_dec h (upto (size nw))); intros m Hm; apply in_upto; auto|].
      apply sum_le. intros x _. unfold count, is_node. rewrite (sum_ext _ (fun _ => f x)); [rewrite sum_const; lia|].
      intros m Hm. apply filter_In in Hm. destruct (N.eq_dec (h m) x); intuition congruence. }
    assert (Lk : forall m, In m ms -> from m < size nw /\ to m < size nw).
    { intros m Hm. destruct (moves_over_links _ _ S m Hm) as (A & B & _). rewrite same_net in *. auto. }
    pose proof (By from (of_node senders) ltac:(intros; apply Lk; auto)) as A. pose proof (By to (of_node receivers) ltac:(intros; apply Lk; auto)) as B.
    rewrite sum_plus. eapply N.le_trans; [apply N.add_le_mono; [exact A|exact B]|].
    set (outs := fun x => if half x then 0 else ports_out nw (ports pb) x). set (ins := fun x => if half x then 0 else ports_in nw (ports pb) x).
    set (dear := fun x => if half x then N.max (of_node senders x) (of_node receivers x) else 0).
    assert (P : sum (fun x => of_node senders x * sends ms x + of_node receivers x * receives ms x) (upto (size nw)) <=
      sum (fun x => of_node senders x * outs x + of_node receivers x * ins x + dear x) (upto (size nw))).
    { apply sum_le. intros x _. pose proof (ports_suffice _ _ S x) as Po. rewrite same_net in Po. pose proof (sends_few pb ms x S) as Sd.
      pose proof (receives_few pb ltac:(rewrite same_net; exact V) ms x S) as Rc. rewrite same_net in Sd, Rc. unfold outs, ins, dear.
      destruct (half x) eqn:H; unfold half in H; [|nia]. destruct (rule_at nw (ports pb) x); try discriminate. cbn in Po. nia. }
    rewrite !sum_plus in P. change (fun x => of_node senders x * sends ms x) with (fun x => of_node senders x * count (fun m => is_node (from m) x) ms) in P.
    change (fun x => of_node receivers x * receives ms x) with (fun x => of_node receivers x * count (fun m => is_node (to m) x) ms) in P.
    pose proof (node_sum senders outs (size nw)) as Ns. pose proof (node_sum receivers ins (size nw)) as Nr.
    assert (Es : sumf (fun e => snd e * outs (fst e)) senders = sumf (fun e => if half (fst e) then 0 else snd e * ports_out nw (ports pb) (fst e)) senders)
      by (rewrite !sumf_sum; apply sum_ext; intros e _; unfold outs; destruct (half _); lia).
    assert (Er : sumf (fun e => snd e * ins (fst e)) receivers = sumf (fun e => if half (fst e) then 0 else snd e * ports_in nw (ports pb) (fst e)) receivers)
      by (rewrite !sumf_sum; apply sum_ext; intros e _; unfold ins; destruct (half _); lia).
    assert (D : sum dear (upto (size nw)) <= if some_half (ports pb) then loop (fun s x => s + dear x) (size nw) 0 else 0).
    { destruct (some_half (ports pb)) eqn:H; [rewrite sum_loop; lia|]. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lia|]. intros x _. unfold dear, half.
      unfold some_half in H. apply orb_false_iff in H. destruct H as [H1 H2]. replace (is_half (rule_at nw (ports pb) x)) with false; auto. symmetry.
      rewrite rule_at_is. destruct (switch_rule nw); auto. destruct (is_switch nw x); auto. }
    change (sum (fun m : N => dear m) (upto (size nw))) with (sum dear (upto (size nw))) in P.
    match goal with |- _ <= ?g => change g with (sumf (fun e => if half (fst e) then 0 else snd e * ports_out nw (ports pb) (fst e)) senders +
      sumf (fun e => if half (fst e) then 0 else snd e * ports_in nw (ports pb) (fst e)) receivers +
      if some_half (ports pb) then loop (fun s x => s + dear x) (size nw) 0 else 0) end.
    match type of P with ?a <= _ => match goal with |- ?b <= _ => change b with a end end. clear -P Ns Nr Es Er D. lia.
Qed.

Theorem prices_bind targets m sc : tables (neighbours_out nw) targets = Some m -> 0 < slot_price (ports pb) ->
  NoDup (packets pb) -> (forall p, In p (packets pb) -> target pb p < size (net pb)) -> legal pb sc ->
  ceil (need pb (price_to m)) (slot_price (ports pb)) <= slots sc.
Proof.
  intros H K ND Tg L. apply ceil_least; auto.
  apply (Carry.prices_bind pb ND Tg hop_price (price_to m)); auto; [apply (prices_potential targets m H)|]. intros ms S _. apply slot_costs, S.
Qed.

(** ** Packets that are copied: what the cheapest move to a node costs *)

Definition least_price (back : N -> list N) (v : N) : N :=
  match back v with [] => 0 | u :: rest => fold_left (fun c u => N.min c (hop_price u v)) rest (hop_price u v) end.

Lemma least_price_least u v : link nw u v -> least_price (neighbours_in nw) v <= hop_price u v.
Proof.
  intros (Hu & Hv & I). apply (count_occ_In N.eq_dec) in I. pose proof (in_counts nw u v V Hu Hv) as E. unfold links_between in E.
  assert (J : In u (neighbours_in nw v)) by (apply (count_occ_In N.eq_dec); lia).
  clear -J. unfold least_price. destruct (neighbours_in nw v) as [|x l]; [destruct J|].
  assert (M : forall k c, fold_left (fun c u => N.min c (hop_price u v)) k c <= c) by (induction k as [|y k IH]; intros c; cbn [fold_left]; [lia|specialize (IH (N.min c (hop_price y v))); lia]).
  assert (G : forall k c, In u k -> fold_left (fun c u => N.min c (hop_price u v)) k c <= hop_price u v).
  { induction k as [|y k IH]; intros c H; [destruct H|]. cbn [fold_left]. destruct H as [->|H]; auto. pose proof (M k (N.min c (hop_price u v))). lia. }
  destruct J as [->|J]; auto.
Qed.
End Prices.
