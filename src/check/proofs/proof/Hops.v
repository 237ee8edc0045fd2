(** Where the links of a node lead and come from, and the hops between nodes, on every network. *)
From Coq Require Import Arith NArith List Lia Bool Permutation.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Carry Group Weights Compute Lines Families.
Import ListNotations.
Open Scope N_scope.

(* the nodes at the other end of the links of x, forwards and backwards, each link once *)
Definition neighbours_out (nw : network) : N -> list N :=
  match lines nw with
  | Some ls => let m := by_tail (size nw) ls in fun x => get [] m x
  | None => let gens := generators nw in let n := size nw in fun x => filter (fun v => v <? n) (map (product nw x) gens)
  end.

Definition neighbours_in (nw : network) : N -> list N :=
  match lines nw with
  | Some ls => let m := by_tail (size nw) (turned ls) in fun x => get [] m x
  | None => let gens := mapr (inverse nw) (generators nw) in let n := size nw in fun x => filter (fun u => u <? n) (map (product nw x) gens)
  end.

Lemma out_counts nw u v : N.of_nat (count_occ N.eq_dec (neighbours_out nw u) v) = links_between nw u v.
Proof.
  unfold neighbours_out, links_between, neighbours. destruct (lines nw) as [ls|]; [|reflexivity]. rewrite by_tail_counts. reflexivity.
Qed.

Lemma in_counts nw u v : valid_network nw = true -> u < size nw -> v < size nw ->
  N.of_nat (count_occ N.eq_dec (neighbours_in nw v) u) = links_between nw u v.
Proof.
  intros V Hu Hv. unfold neighbours_in. destruct (lines nw) as [ls|] eqn:E.
  - unfold links_between, neighbours. rewrite E, by_tail_counts, !count_occ_filter, turned_counts.
    destruct (N.ltb_spec u (size nw)), (N.ltb_spec v (size nw)); reflexivity || lia.
  - rewrite links_by_generators by auto. rewrite count_occ_filter. destruct (N.ltb_spec u (size nw)); [|lia].
    rewrite mapr_map, map_map, <- count_occ_node, !count_sum. apply sum_ext. intros g Hg.
    enough (B : is_node (product nw v (inverse nw g)) u = is_node (product nw u g) v) by (rewrite B; auto).
    apply eq_true_iff_eq. rewrite !is_node_true. destruct (uniform nw) eqn:U.
    + pose proof (valid_translations nw V U) as L. pose proof (g_gens _ _ L g Hg) as Bg. pose proof (g_inv _ _ L g Bg) as Bi. split; intros <-.
      * rewrite <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto.
      * rewrite <- (g_assoc _ _ L), (g_invr _ _ L), (g_right _ _ L); auto.
    + destruct nw; try discriminate. cbn [product inverse]. split; intros <-; rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r; auto.
Qed.

Lemma in_neighbours_out nw u v : link nw u v -> In v (neighbours_out nw u).
Proof.
  intros (_ & _ & H). apply (count_occ_In N.eq_dec) in H. apply (count_occ_In N.eq_dec).
  pose proof (out_counts nw u v) as E. unfold links_between in E. lia.
Qed.

(** ** Hops *)

Definition hop_gauge (nw : network) (targets : list N) : option gauge :=
  if listed_links nw then
    match hop_tables (neighbours_out nw) (neighbours_in nw) (size nw) targets with Some to => Some (Tables (size nw) to) | None => None end
  else gauge_for nw (ones_of nw).

(* from u to v *)
Definition way (nw : network) (u v : N) : N := if listed_links nw then u * size nw + v else offset nw (inverse nw) u v.
Definition far_of (nw : network) (g : gauge) (u v : N) : N := weigh g (way nw u v).
Definition hops (nw : network) (g : gauge) (u b : N) : N := if b <? size nw then far_of nw g u b else 0.

Lemma hops_far nw g u b : b < size nw -> hops nw g u b = far_of nw g u b.
Proof. intros H. unfold hops. destruct (N.ltb_spec b (size nw)); [auto|lia]. Qed.

Theorem hop_gauge_sound pb targets g : valid_network (net pb) = true -> hop_gauge (net pb) targets = Some g ->
  potential pb (fun _ _ => 1) (hops (net pb) g).
Proof.
  intros V. unfold hop_gauge, hops, far_of, way. destruct (listed_links (net pb)) eqn:Ls.
  - destruct (hop_tables _ _ _ targets) as [to|] eqn:H; [|discriminate]. intros E. injection E as <-. pose proof (hop_tables_right _ _ _ _ _ H) as R.
    set (n := size (net pb)) in *.
    assert (D : forall u b, b < n -> (u * n + b) mod n = b /\ (u * n + b) / n = u).
    { intros u b Hb. split; [symmetry; apply (N.mod_unique _ _ u b); lia|symmetry; apply (N.div_unique _ _ u b); lia]. }
    constructor; cbn [weigh].
    + intros b. destruct (N.ltb_spec b n) as [Hb|]; auto. destruct (D b b Hb) as [-> ->].
      destruct (PM.find _ to) as [ds|] eqn:F; auto. specialize (R _ _ F). unfold hops_right in R. rewrite andb_true_iff, N.eqb_eq in R. tauto.
    + intros u v b Hb Lk. destruct (N.ltb_spec b n); [|unfold n in *; lia]. destruct (D u b Hb) as [-> ->]. destruct (D v b Hb) as [-> ->].
      destruct (PM.find _ to) as [ds|] eqn:F; [|lia]. specialize (R _ _ F). unfold hops_right in R. rewrite andb_true_iff in R. destruct R as [_ R].
      pose proof (loop_all _ _ R u ltac:(apply Lk)) as G. cbv beta zeta in G. rewrite forallb_forall in G. apply N.leb_le, G, in_neighbours_out, Lk.
  - intros G. exact (hops_potential pb (inverse (net pb)) _ _ (valid_typed _ V Ls) (gauge_for_sound _ _ _ V G) (ones_are_one _)).
Qed.

(** ** Switches, told quickly *)

Definition switch_of (nw : network) : N -> bool :=
  match nw with
  | Graph _ _ _ ((_ :: _) as switches) _ => let s := set_of switches in in_set s
  | Lift _ base _ ((_ :: _) as switches) _ => let s := set_of switches in fun v => in_set s (v mod base)
  | _ => fun _ => false
  end.

Lemma switch_of_is nw v : switch_of nw v = is_switch nw v.
Proof. destruct nw; try reflexivity; (destruct switches; [reflexivity|]); cbn [switch_of is_switch]; apply in_set_of. Qed.

(* their ports, if there are any *)
Definition switch_rule (nw : network) : option port_rule :=
  match nw with Graph _ _ _ (_ :: _) rule | Lift _ _ _ (_ :: _) rule => Some rule | _ => None end.

Lemma rule_at_is nw rule v : rule_at nw rule v = match switch_rule nw with Some r => if is_switch nw v then r else rule | None => rule end.
Proof. destruct nw; try reflexivity; destruct switches; reflexivity. Qed.

(** ** All links turned round *)

Definition turned_network (nw : network) : network :=
  match nw with
  | Graph n true links switches rule => Graph n true (mapr (fun l => let '((u, v), c) := l in ((v, u), c)) links) switches rule
  | _ => nw
  end.

Definition keys_of (n : N) (ls : list (N * N)) : list N := mapr (fun l => fst l * n + snd l) ls.
Definition below_all (n : N) (ls : list (N * N)) : bool := forallb (fun l => (fst l <? n) && (snd l <? n)) ls.

(* that they are *)
Definition closed (nw : network) : bool :=
  match lines nw, lines (turned_network nw) with
  | Some ls, Some back =>
      let n := size nw in
      below_all n ls && below_all n back && same_runs (keys_of n (turned ls)) (mapr (fun k => (k, 1)) (keys_of n back))
  | None, None => let gens := generators nw in same_runs (mapr (inverse nw) gens) (mapr (fun g => (g, 1)) gens)
  | _, _ => false
  end.

Record mirrored (nw back : network) : Prop := {
  m_size   : size back = size nw;
  m_links  : forall u v, u < size nw -> v < size nw -> links_between back u v = links_between nw v u;
  m_switch : forall v, is_switch back v = is_switch nw v;
  m_rule   : forall rule v, rule_at back rule v = rule_at nw rule v }.

Lemma spelt_ones l : spelt (map (fun x => (x, 1)) l) = l.
Proof. unfold spelt. induction l as [|x l IH]; [reflexivity|]. cbn [map flat_map fst snd]. rewrite IH. reflexivity. Qed.

Lemma keys_counts n ls u v : below_all n ls = true -> v < n ->
  count_occ N.eq_dec (keys_of n ls) (u * n + v) = count_occ N.eq_dec (map snd (filter (fun l => fst l =? u) ls)) v.
Proof.
  intros B Hv. unfold keys_of. rewrite mapr_map. unfold below_all in B. rewrite forallb_forall in B. induction ls as [|[x y] ls IH]; [reflexivity|].
  pose proof (B (x, y) (or_introl eq_refl)) as By. cbn [fst snd] in By. rewrite andb_true_iff, !N.ltb_lt in By. specialize (IH ltac:(intros l Hl; apply B; right; auto)).
  assert (K : x * n + y = u * n + v -> x = u /\ y = v).
  { intros E. assert (x = u); [|nia]. rewrite (N.div_unique (x * n + y) n x y), (N.div_unique (u * n + v) n u v); try lia. congruence. }
  cbn [map count_occ filter fst snd]. rewrite IH. destruct (N.eqb_spec x u) as [Ex|D]; cbn [map count_occ snd];
    repeat match goal with |- context [N.eq_dec ?a ?b] => destruct (N.eq_dec a b) end; try reflexivity; try (destruct K; congruence); subst; congruence || lia.
Qed.

Lemma closed_sound nw : valid_network nw = true -> closed nw = true -> mirrored nw (turned_network nw).
Proof.
  intros V C. assert (Sz : size (turned_network nw) = size nw) by (destruct nw; try reflexivity; destruct directed; reflexivity).
  assert (Sw : forall v, is_switch (turned_network nw) v = is_switch nw v) by (intros v; destruct nw; try reflexivity; destruct directed; reflexivity).
  constructor; auto.
  2:{ intros rule v. destruct nw; try reflexivity. destruct directed; reflexivity. }
  intros u v Hu Hv. unfold closed in C. destruct (lines nw) as [ls|] eqn:E, (lines (turned_network nw)) as [back|] eqn:E'; try discriminate.
  - cbv zeta in C. rewrite !andb_true_iff in C. destruct C as [[B1 B2] S]. apply same_runs_sound in S. rewrite mapr_map, spelt_ones in S.
    unfold links_between, neighbours. rewrite E, E', !count_occ_filter, Sz. destruct (N.ltb_spec v (size nw)), (N.ltb_spec u (size nw)); try lia. f_equal.
    rewrite <- (keys_counts (size nw) back u v B2 Hv). pose proof (Permutation_count_occ N.eq_dec (keys_of (size nw) (turned ls)) (keys_of (size nw) back)) as P.
    destruct P as [P _]. rewrite <- (P S). rewrite <- turned_counts. apply keys_counts; auto.
    unfold below_all, turned in *. rewrite mapr_map, forallb_forall in *. intros l Hl. apply in_map_iff in Hl. destruct Hl as (l' & <- & Hl). specialize (B1 l' Hl). cbn [fst snd].
    rewrite andb_comm. exact B1.
  - assert (T : turned_network nw = nw) by (destruct nw; try reflexivity; discriminate). rewrite T.
    apply same_runs_sound in C. rewrite !mapr_map, spelt_ones in C.
    rewrite (links_by_generators nw v u) by auto. rewrite links_by_generators by auto.
    assert (Pm : count (fun g => is_node (product nw v g) u) (generators nw) = count (fun g => is_node (product nw v g) u) (map (inverse nw) (generators nw)))
      by (rewrite !count_sum; apply sum_perm, Permutation_sym, C).
    rewrite Pm, count_map, !count_sum. apply sum_ext. intros g Hg.
    enough (B : is_node (product nw u g) v = is_node (product nw v (inverse nw g)) u) by (rewrite B; auto).
    apply eq_true_iff_eq. rewrite !is_node_true. destruct (uniform nw) eqn:U.
    + pose proof (valid_translations nw V U) as L. pose proof (g_gens _ _ L g Hg) as Bg. pose proof (g_inv _ _ L g Bg) as Bi. split; intros <-.
      * rewrite <- (g_assoc _ _ L), (g_invr _ _ L), (g_right _ _ L); auto.
      * rewrite <- (g_assoc _ _ L), (g_invl _ _ L), (g_right _ _ L); auto.
    + destruct nw; try discriminate. cbn [product inverse]. split; intros <-; rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r; auto.
Qed.

Lemma mirrored_link nw back u v : mirrored nw back -> link nw u v -> link back v u.
Proof.
  intros M (Hu & Hv & I). split; [|split]; rewrite ?(m_size _ _ M); auto. apply (count_occ_In N.eq_dec). apply (count_occ_In N.eq_dec) in I.
  pose proof (m_links _ _ M v u Hv Hu) as E. unfold links_between in E. lia.
Qed.

Lemma mirrored_hosts nw back : mirrored nw back -> hosts back = hosts nw.
Proof. intros M. unfold hosts. rewrite (m_size _ _ M). apply filter_ext. intros v. rewrite (m_switch _ _ M). auto. Qed.
