(** Networks whose links are listed: who is next to whom, as a table; and hops, found by a search. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network.
From Isotask.Proof Require Import Lists Compute.
Import ListNotations.
Open Scope N_scope.

Definition listed_links (nw : network) : bool := match nw with Mesh _ | Lift _ _ _ _ _ | Graph _ _ _ _ _ => true | _ => false end.

Lemma not_listed nw : listed_links nw = false -> lines nw = None.
Proof. destruct nw; discriminate || reflexivity. Qed.

(** ** The other ends, by node *)

Definition add_line (n : N) (m : PM.t (list N)) (l : N * N) : PM.t (list N) :=
  if snd l <? n then put m (fst l) (snd l :: get [] m (fst l)) else m.
Definition by_tail (n : N) (ls : list (N * N)) : PM.t (list N) := fold_left (add_line n) ls (PM.empty (list N)).

Lemma by_tail_counts n ls u v :
  count_occ N.eq_dec (get [] (by_tail n ls) u) v =
  count_occ N.eq_dec (filter (fun v => v <? n) (map snd (filter (fun l => fst l =? u) ls))) v.
Proof.
  unfold by_tail. enough (forall m, count_occ N.eq_dec (get [] (fold_left (add_line n) ls m) u) v =
    Nat.add (count_occ N.eq_dec (get [] m u) v) (count_occ N.eq_dec (filter (fun v => v <? n) (map snd (filter (fun l => fst l =? u) ls))) v)) as E
    by (rewrite E, get_empty; reflexivity).
  induction ls as [|l ls IH]; intros m; cbn [fold_left filter map count_occ]; [lia|]. rewrite IH. unfold add_line.
  destruct (N.eqb_spec (fst l) u) as [E|D]; cbn [map filter].
  - destruct (N.ltb_spec (snd l) n); [|reflexivity]. rewrite get_put. destruct (N.eq_dec (fst l) u); [|congruence]. subst u. cbn [count_occ].
    destruct (N.eq_dec (snd l) v); lia.
  - destruct (snd l <? n); [|reflexivity]. rewrite get_put. destruct (N.eq_dec (fst l) u); [congruence|reflexivity].
Qed.

Definition turned (ls : list (N * N)) : list (N * N) := mapr (fun l => (snd l, fst l)) ls.

Lemma turned_counts ls u v :
  count_occ N.eq_dec (map snd (filter (fun l => fst l =? u) (turned ls))) v = count_occ N.eq_dec (map snd (filter (fun l => fst l =? v) ls)) u.
Proof.
  unfold turned. rewrite mapr_map. induction ls as [|[x y] ls IH]; [reflexivity|]. cbn [map filter fst snd].
  destruct (N.eqb_spec y u) as [->|D], (N.eqb_spec x v) as [->|D']; cbn [map count_occ fst snd];
    repeat match goal with |- context [if N.eq_dec ?a ?b then _ else _] => destruct (N.eq_dec a b); try congruence end; auto.
Qed.

(** ** Hops to a node, [back] being from where links lead to a node: front by front *)

Definition reach_back (hops : N) (q : PM.t N * list N) (u : N) : PM.t N * list N :=
  match PM.find (N.succ_pos u) (fst q) with Some _ => q | None => (put (fst q) u hops, u :: snd q) end.

Definition next_front (back : N -> list N) (q : PM.t N * (N * list N)) : PM.t N * (N * list N) :=
  let (ds, rest) := q in let (hops, front) := rest in
  match front with
  | [] => q
  | _ => let (ds, front) := fold_left (fun q v => fold_left (reach_back (hops + 1)) (back v) q) front (ds, []) in (ds, (hops + 1, front))
  end.

(* where no way leads from: more than any number of slots in a document *)
Definition no_way : N := 2 ^ 64.
Definition filled (n far : N) (ds : PM.t N) : PM.t N :=
  loop (fun ds v => match PM.find (N.succ_pos v) ds with Some _ => ds | None => put ds v far end) n ds.

Definition hops_to (back : N -> list N) (n b : N) : PM.t N :=
  filled n no_way (fst (N.iter n (next_front back) (put (PM.empty N) b 0, (0, [b])))).

(* no link gains more than a hop; [next] is where links lead from a node *)
Definition hops_right (next : N -> list N) (n b : N) (ds : PM.t N) : bool :=
  (get 0 ds b =? 0) &&
  loop (fun (good : bool) u => if good then let d := get 0 ds u in forallb (fun v => d <=? 1 + get 0 ds v) (next u) else false) n true.

Lemma loop_all (f : N -> bool) n : loop (fun (good : bool) y => if good then f y else false) n true = true -> forall y, y < n -> f y = true.
Proof.
  rewrite loop_upto. intros H y Hy. apply in_upto in Hy. revert H y Hy. generalize (upto n) as l.
  assert (Z : forall l, fold_left (fun (good : bool) y => if good then f y else false) l false = false) by (induction l; auto).
  induction l as [|a l IH]; cbn [fold_left]; intros H y Hy; [destruct Hy|].
  destruct (f a) eqn:E; [|rewrite Z in H; discriminate]. destruct Hy as [<-|Hy]; auto.
Qed.

(* a table for every target; none where one is not right *)
Definition one_more (next back : N -> list N) (n : N) (found : option (PM.t (PM.t N))) (b : N) : option (PM.t (PM.t N)) :=
  match found with
  | None => None
  | Some m => match PM.find (N.succ_pos b) m with
      | Some _ => found
      | None => let ds := hops_to back n b in if hops_right next n b ds then Some (put m b ds) else None
      end
  end.
Definition hop_tables (next back : N -> list N) (n : N) (targets : list N) : option (PM.t (PM.t N)) :=
  fold_left (one_more next back n) targets (Some (PM.empty (PM.t N))).

Lemma hop_tables_right next back n targets m : hop_tables next back n targets = Some m ->
  forall b ds, PM.find (N.succ_pos b) m = Some ds -> hops_right next n b ds = true.
Proof.
  unfold hop_tables. enough (E : forall l m0, (forall b ds, PM.find (N.succ_pos b) m0 = Some ds -> hops_right next n b ds = true) ->
    forall m, fold_left (one_more next back n) l (Some m0) = Some m -> forall b ds, PM.find (N.succ_pos b) m = Some ds -> hops_right next n b ds = true).
  { intros H. apply (E _ _ ltac:(intros b ds Hb; rewrite PM.gempty in Hb; discriminate) _ H). }
  assert (None_ : forall l, fold_left (one_more next back n) l None = None) by (induction l; auto).
  induction l as [|a l IH]; cbn [fold_left]; intros m0 O m' H; [injection H as <-; auto|]. unfold one_more at 2 in H.
  destruct (PM.find (N.succ_pos a) m0); [apply (IH m0 O m' H)|]. cbv zeta in H. destruct (hops_right next n a (hops_to back n a)) eqn:F; [|rewrite None_ in H; discriminate].
  apply (IH (put m0 a (hops_to back n a))) with (m := m'); auto. intros b ds Hb. rewrite find_put in Hb.
  destruct (N.eq_dec a b) as [<-|]; [injection Hb as <-; auto|apply O, Hb].
Qed.

(** ** What documents may list *)

Definition link_fits (n : N) (l : (N * N) * N) : bool :=
  let '((u, v), c) := l in (u <? n) && (v <? n) && negb (u =? v) && (1 <=? c).
Definition pairs_once (n : N) (directed : bool) (links : list ((N * N) * N)) : bool :=
  distinctb (mapr (fun l => let e := pair_of directed l in fst e * n + snd e) links).

(* increasing *)
Fixpoint rising_to (n : N) (least : N) (l : list N) : bool :=
  match l with [] => true | x :: l => (least <=? x) && (x <? n) && rising_to n (x + 1) l end.

Definition valid_graph (n : N) (directed : bool) (links : list ((N * N) * N)) (switches : list N) (rule : port_rule) : bool :=
  (2 <=? n) && forallb (link_fits n) links && pairs_once n directed links && rising_to n 0 switches && (len switches + 2 <=? n) &&
  match rule with AtMost 0 => false | _ => true end.

Fixpoint all_below (s group : list N) : bool :=
  match s, group with
  | [], [] => true
  | x :: s, r :: group => (x <? r) && all_below s group
  | _, _ => false
  end.

Definition lift_link_fits (group : list N) (base : N) (l : (N * N) * (list N * N)) : bool :=
  let '((u, v), (s, c)) := l in
  (u <? base) && (v <? base) && all_below s group && (1 <=? c) && negb ((u =? v) && forallb (N.eqb 0) s).

Definition way_list (w : (N * N) * list N) : list N := fst (fst w) :: snd (fst w) :: snd w.

Lemma rising_to_sound n l : forall least, rising_to n least l = true -> NoDup l /\ forall x, In x l -> least <= x < n.
Proof.
  induction l as [|a l IH]; cbn [rising_to]; intros least H; [split; [constructor|intros x []]|].
  rewrite !andb_true_iff, N.leb_le, N.ltb_lt in H. destruct H as [[A B] H]. destruct (IH _ H) as [D F]. split.
  - constructor; auto. intros C. specialize (F a C). lia.
  - intros x [<-|Hx]; [lia|]. specialize (F x Hx). lia.
Qed.

Lemma all_below_sound s : forall group, all_below s group = true -> Forall2 N.lt s group.
Proof.
  induction s as [|x s IH]; intros [|r group] H; try discriminate; [constructor|]. cbn in H. rewrite andb_true_iff, N.ltb_lt in H. constructor; [|apply IH]; tauto.
Qed.
