(** The bound by prices of single links, sends and receives: the distances are found, and checked. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Carry Group Weights Isotropic Compute Families Explicit Ports Listed.
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

Definition slot_price (rule : port_rule) : N :=
  sumf snd links +
  match rule with
  | HalfDuplex => loop (fun s x => s + N.max (of_node senders x) (of_node receivers x)) (size nw) 0
  | _ => sumf (fun e => snd e * ports_out nw rule (fst e)) senders + sumf (fun e => snd e * ports_in nw rule (fst e)) receivers
  end.

(** ** Distances to one node *)

Definition improve (q : bool * PM.t N) (u : N) : bool * PM.t N :=
  fold_left (fun q v =>
    match PM.find (N.succ_pos v) (snd q) with
    | None => q
    | Some dv =>
        let c := hop_price u v + dv in
        if match PM.find (N.succ_pos u) (snd q) with None => true | Some du => c <? du end then (true, put (snd q) u c) else q
    end) (neighbours_out nw u) q.

Definition distances_to (b : N) : PM.t N :=
  snd (N.iter (size nw) (fun q : bool * PM.t N => if fst q then loop improve (size nw) (false, snd q) else q) (true, put (PM.empty N) b 0)).

Definition feasible_to (b : N) (ds : PM.t N) : bool :=
  (get 0 ds b =? 0) &&
  loop (fun (good : bool) u => if good then forallb (fun v => get 0 ds u <=? hop_price u v + get 0 ds v) (neighbours_out nw u) else false) (size nw) true.

(* a table for every target; none where one is not feasible *)
Definition tables (targets : list N) : option (PM.t (PM.t N)) :=
  fold_left (fun found b => match found with
    | None => None
    | Some m => match PM.find (N.succ_pos b) m with
        | Some _ => found
        | None => let ds := distances_to b in if feasible_to b ds then Some (put m b ds) else None
        end
    end) targets (Some (PM.empty (PM.t N))).

Definition price_to (m : PM.t (PM.t N)) (u b : N) : N := match PM.find (N.succ_pos b) m with Some ds => get 0 ds u | None => 0 end.

Definition priced_right (l : list N) : bool :=
  forallb (fun e => linked nw l (fst (fst e)) (snd (fst e))) links && forallb (fun e => fst e <? size nw) senders && forallb (fun e => fst e <? size nw) receivers.

Lemma tables_feasible targets m : tables targets = Some m -> forall b ds, PM.find (N.succ_pos b) m = Some ds -> feasible_to b ds = true.
Proof.
  unfold tables. enough (E : forall l m0, (forall b ds, PM.find (N.succ_pos b) m0 = Some ds -> feasible_to b ds = true) ->
    forall m, fold_left (fun found b => match found with
      | None => None
      | Some m => match PM.find (N.succ_pos b) m with
          | Some _ => found
          | None => let ds := distances_to b in if feasible_to b ds then Some (put m b ds) else None
          end
      end) l (Some m0) = Some m -> forall b ds, PM.find (N.succ_pos b) m = Some ds -> feasible_to b ds = true).
  { intros H. apply (E _ _ ltac:(intros b ds Hb; rewrite PM.gempty in Hb; discriminate) _ H). }
  assert (None_ : forall l, fold_left (fun found b => match found with
      | None => None
      | Some m => match PM.find (N.succ_pos b) m with
          | Some _ => found
          | None => let ds := distances_to b in if feasible_to b ds then Some (put m b ds) else None
          end
      end) l None = None) by (induction l; auto).
  induction l as [|a l IH]; cbn [fold_left]; intros m0 O m' H; [injection H as <-; auto|].
  destruct (PM.find (N.succ_pos a) m0); [apply (IH m0 O m' H)|]. cbv zeta in H. destruct (feasible_to a (distances_to a)) eqn:F; [|rewrite None_ in H; discriminate].
  apply (IH (put m0 a (distances_to a))) with (m := m'); auto. intros b ds Hb. rewrite find_put in Hb.
  destruct (N.eq_dec a b) as [<-|]; [injection Hb as <-; auto|apply O, Hb].
Qed.

Variable pb : problem.
Hypothesis same_net : net pb = nw.

Lemma prices_potential targets m : tables targets = Some m -> potential pb hop_price (price_to m).
Proof.
  intros H. pose proof (tables_feasible _ _ H) as F. constructor; unfold price_to.
  - intros b. destruct (PM.find _ m) as [ds|] eqn:E; auto. specialize (F _ _ E). unfold feasible_to in F. rewrite andb_true_iff, N.eqb_eq in F. tauto.
  - intros u v b _ Lk. destruct (PM.find _ m) as [ds|] eqn:E; [|lia]. specialize (F _ _ E). unfold feasible_to in F. rewrite andb_true_iff in F. destruct F as [_ F].
    rewrite same_net in Lk. pose proof (loop_all _ _ F u ltac:(apply Lk)) as G. cbv beta in G. rewrite forallb_forall in G. apply N.leb_le, G. rewrite <- same_net. apply (in_neighbours_out pb). rewrite same_net. exact Lk.
Qed.

Lemma sum_swap {A B} (f : A -> B -> N) (l : list A) (l' : list B) : sum (fun a => sum (f a) l') l = sum (fun b => sum (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH]; [induction l' as [|b l' IH']; [reflexivity|exact IH']|].
  rewrite sum_cons, IH, <- sum_plus. apply sum_ext. intros; rewrite sum_cons. auto.
Qed.

Hypothesis V : valid_network nw = true.

Lemma slot_costs ms : slot_fits pb ms -> sum (fun m => hop_price (from m) (to m)) ms <= slot_price (ports pb).
Proof.
  intros S. unfold hop_price. rewrite (sum_ext _ (fun m => of_link links (from m) (to m) + (of_node senders (from m) + of_node receivers (to m)))) by (intros; lia).
  rewrite sum_plus. unfold slot_price. apply N.add_le_mono.
  - rewrite sumf_sum. unfold of_link. rewrite (sum_ext _ (fun m => sum (fun e => if (fst (fst e) =? from m) && (snd (fst e) =? to m) then snd e else 0) links)) by (intros; apply sumf_sum).
    rewrite sum_swap. apply sum_le. intros [[x y] p] _. cbn [fst snd].
    pose proof (a_link_carries_one _ _ S) as ND. clear -ND.
    assert (E : forall l, NoDup l -> sum (fun q : N * N => if (x =? fst q) && (y =? snd q) then p else 0) l <= p).
    { assert (dec : forall a b : N * N, {a = b} + {a <> b}) by (decide equality; apply N.eq_dec).
      intros l Hl. eapply N.le_trans; [|apply (sum_one dec (x, y) p l Hl)]. apply sum_le. intros [u v] _. cbn [fst snd].
      destruct (N.eqb_spec x u), (N.eqb_spec y v); cbn [andb]; try lia. destruct (dec (x, y) (u, v)); [lia|congruence]. }
    specialize (E _ ND). rewrite sum_map in E. exact E.
  - assert (Sn : forall (h : move -> N) (l : node_prices), sum (fun m => of_node l (h m)) ms = sum (fun e => snd e * count (fun m => is_node (h m) (fst e)) ms) l).
    { intros h l. unfold of_node. rewrite (sum_ext _ (fun m => sum (fun e => if fst e =? h m then snd e else 0) l)) by (intros; apply sumf_sum).
      rewrite sum_swap. apply sum_ext. intros [x p] _. cbn [fst snd]. rewrite count_sum, <- sum_scale. apply sum_ext. intros m _.
      unfold is_node. destruct (N.eqb_spec x (h m)), (N.eq_dec (h m) x); try congruence; lia. }
    rewrite sum_plus. destruct (ports pb) eqn:Po.
    + rewrite !sumf_sum, !Sn. apply N.add_le_mono; apply sum_le; intros [x p] _; cbn [fst snd]; apply N.mul_le_mono_l.
      * rewrite <- Po, <- same_net. apply (sends_few pb); auto.
      * rewrite <- Po, <- same_net. apply (receives_few pb); rewrite ?same_net; auto.
    + rewrite !sumf_sum, !Sn. apply N.add_le_mono; apply sum_le; intros [x p] _; cbn [fst snd]; apply N.mul_le_mono_l.
      * rewrite <- Po, <- same_net. apply (sends_few pb); auto.
      * rewrite <- Po, <- same_net. apply (receives_few pb); rewrite ?same_net; auto.
    + rewrite sum_loop. rewrite <- sum_plus.
      assert (By : forall (h : move -> N) (f : N -> N), (forall m, In m ms -> h m < size nw) ->
        sum (fun m => f (h m)) ms <= sum (fun x => f x * count (fun m => is_node (h m) x) ms) (upto (size nw))).
      { intros h f Hh. eapply N.le_trans; [apply (sum_by_label N.eq_dec h (upto (size nw))); intros m Hm; apply in_upto; auto|].
        apply sum_le. intros x _. unfold count, is_node. rewrite (sum_ext _ (fun _ => f x)); [rewrite sum_const; lia|].
        intros m Hm. apply filter_In in Hm. destruct (N.eq_dec (h m) x); intuition congruence. }
      assert (Lk : forall m, In m ms -> from m < size nw /\ to m < size nw).
      { intros m Hm. destruct (moves_over_links _ _ S m Hm) as (A & B & _). rewrite same_net in *. auto. }
      pose proof (By from (of_node senders) ltac:(intros; apply Lk; auto)) as A. pose proof (By to (of_node receivers) ltac:(intros; apply Lk; auto)) as B.
      rewrite sum_plus. eapply N.le_trans; [apply N.add_le_mono; [exact A|exact B]|]. rewrite <- sum_plus. apply sum_le. intros x _.
      pose proof (ports_suffice _ _ S x) as P. rewrite Po in P. cbn in P. unfold sends, receives in P. nia.
Qed.

Theorem prices_bind targets m sc : tables targets = Some m -> 0 < slot_price (ports pb) ->
  NoDup (packets pb) -> (forall p, In p (packets pb) -> target pb p < size (net pb)) -> legal pb sc ->
  ceil (need pb (price_to m)) (slot_price (ports pb)) <= slots sc.
Proof.
  intros H K ND Tg L. apply ceil_least; auto.
  apply (Carry.prices_bind pb ND Tg hop_price (price_to m)); auto; [apply (prices_potential targets m H)|]. intros ms S _. apply slot_costs, S.
Qed.
End Prices.
