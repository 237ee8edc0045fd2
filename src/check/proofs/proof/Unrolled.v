(** Cayley graphs that are tori: the sums of multiples of the generators, numbered as the nodes of a torus. That they are
    is computed; a symmetric schedule on the graph is then one on the torus. *)
From Coq Require Import Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task.
From Isotask.Proof Require Import Lists Group Weights Compute Lines Families Near Courses.
Import ListNotations.
Open Scope N_scope.

(* one of each generator and its inverse, the first *)
Fixpoint axes (nw : network) (before gens : list N) : list N :=
  match gens with
  | [] => []
  | g :: rest => if existsb (N.eqb (inverse nw g)) before then axes nw before rest else g :: axes nw (g :: before) rest
  end.

(* the multiples of g from [first] on, until one is 0 again *)
Definition multiples (nw : network) (g : N) : list N :=
  rev' (snd (N.iter (size nw) (fun q : N * list N => if fst q =? 0 then q else (product nw (fst q) g, fst q :: snd q)) (g, [0]))).

(* the radices, and the elements in the order of the nodes of the torus *)
Definition winding (nw : network) : list N * list N :=
  let rings := mapr (multiples nw) (axes nw [] (generators nw)) in
  (mapr len rings, fold_left (fun elements ring => flat_map (fun e => mapr (product nw e) ring) elements) rings [0]).

Definition numbers_of (elements : list N) : PM.t N := snd (fold_left (fun q e => (fst q + 1, put (snd q) e (fst q))) elements (0, PM.empty N)).

(* the number of an element, if the numbers keep products with generators *)
Definition unrolled (nw : network) : option (list N * PM.t N) :=
  let radices := mapr len (mapr (multiples nw) (axes nw [] (generators nw))) in
  if negb (volume radices =? size nw) then None else
  let (radices, elements) := winding nw in
  let torus := Torus radices in
  let numbers := numbers_of elements in
  let back := snd (fold_left (fun q e => (fst q + 1, put (snd q) (fst q) e)) elements (0, PM.empty N)) in
  let at_torus v := get 0 numbers v in
  let gens := mapr (fun g => (g, at_torus g)) (generators nw) in
  if valid_network torus && (size torus =? size nw) && (at_torus 0 =? 0) &&
     forallb (fun g => existsb (N.eqb (snd g)) (generators torus)) gens &&
     loop (fun (good : bool) v => if good then
       (get 0 back (at_torus v) =? v) && (at_torus v <? size nw) &&
       forallb (fun g => at_torus (product nw v (fst g)) =? product torus (at_torus v) (snd g)) gens else false) (size nw) true
  then Some (radices, numbers) else None.

(* no packet goes farther than there are slots *)
Lemma fair_distance t offs g T G : valid_network (task_network t) = true -> simple (task_network t) = true ->
  gauge_for (task_network t) (ones_of (task_network t)) = Some g -> (forall x, In x offs -> x < size (task_network t)) ->
  fair t offs T G -> forall x, In x offs -> weigh g x <= N.of_nat T.
Proof.
  intros V U Gd O F x Hx. pose proof (valid_group _ V U) as L. set (nw := task_network t) in *.
  apply (In_nth _ _ 0) in Hx. destruct Hx as (k & Hk & <-). set (i := N.of_nat k). assert (Hi : In i (places offs)) by (apply in_upto; unfold i; lia).
  replace k with (N.to_nat i) by (unfold i; lia). set (v := nth (N.to_nat i) offs 0).
  assert (Hv : v < size nw) by (apply O, nth_In; unfold i; lia).
  assert (S : forall now, spot t G now i < size nw /\ apart nw g 0 v <= apart nw g (spot t G now i) v + N.of_nat now).
  { induction now as [|now [IH1 IH2]]; cbn [spot]; [split; [apply (g_unit _ _ L)|lia]|]. destruct (G now i) as [h|] eqn:E; [|split; [auto|lia]].
    pose proof (f_links _ _ _ _ F now i h Hi E) as Hh. split; [apply (g_op _ _ L); auto; apply (g_gens _ _ L); auto|].
    pose proof (hop_by_hop nw g V (simple_uniform nw U) Gd (spot t G now i) h v IH1 Hv Hh). fold nw. lia. }
  destruct (S T) as [_ D]. rewrite (f_end _ _ _ _ F i Hi) in D. fold v in D.
  assert (Z : apart nw g v v = 0).
  { unfold apart. rewrite (offset_self _ _ (group_typed nw (inverse nw) (uniform_links nw (simple_uniform nw U)) L)) by auto. apply (gauge_for_sound _ _ _ V Gd). }
  rewrite Z in D. enough (apart nw g 0 v = weigh g v) by lia. unfold apart, offset. f_equal.
  rewrite <- (g_left _ _ L (inverse nw 0)), (g_invr _ _ L) by (try apply (g_inv _ _ L); apply (g_unit _ _ L)). apply (g_left _ _ L), Hv.
Qed.

Section Unrolled.
Variables (t : task) (offs : list N) (radices : list N) (numbers : PM.t N).
Let nw := task_network t.
Hypothesis V : valid_network nw = true.
Hypothesis U : simple nw = true.
Hypothesis offs_ok : forall x, In x offs -> x < size nw.
Hypothesis Un : unrolled nw = Some (radices, numbers).
Let at_torus v := get 0 numbers v.
Let L : group nw (inverse nw) := valid_group nw V U.

Definition on_torus : task := Task (Torus radices) (task_traffic t) (task_ports t).
Definition torus_offs : list N := mapr at_torus offs.

Lemma unrolled_right : valid_network (Torus radices) = true /\ size (Torus radices) = size nw /\ at_torus 0 = 0 /\
  (forall g, In g (generators nw) -> In (at_torus g) (generators (Torus radices))) /\
  (forall u v, u < size nw -> v < size nw -> at_torus u = at_torus v -> u = v) /\
  (forall v, v < size nw -> at_torus v < size nw) /\
  (forall v g, v < size nw -> In g (generators nw) -> at_torus (product nw v g) = product (Torus radices) (at_torus v) (at_torus g)).
Proof.
  pose proof Un as H. unfold unrolled in H. destruct (negb _); [discriminate|]. destruct (winding nw) as [rs elements]. cbv zeta in H. set (back := snd _) in H.
  destruct (_ && _ && _ && _ && _) eqn:B; [|discriminate]. assert (Er : rs = radices) by congruence. assert (En : numbers_of elements = numbers) by congruence.
  clear H. rewrite Er, En in B. fold nw in B. rewrite !andb_true_iff in B.
  destruct B as [[[[B1 B2] B3] B4] B5]. apply N.eqb_eq in B2, B3. rewrite forallb_forall in B4. rewrite mapr_map in B4, B5.
  pose proof (loop_all (fun v => (get 0 back (at_torus v) =? v) && (at_torus v <? size nw) &&
       forallb (fun g => at_torus (product nw v (fst g)) =? product (Torus radices) (at_torus v) (snd g)) (map (fun g => (g, at_torus g)) (generators nw))) (size nw) B5) as A.
  assert (A' : forall v, v < size nw -> get 0 back (at_torus v) = v /\ at_torus v < size nw /\
    forall g, In g (generators nw) -> at_torus (product nw v g) = product (Torus radices) (at_torus v) (at_torus g)).
  { intros v Hv. specialize (A v Hv). cbv beta in A. rewrite !andb_true_iff, N.eqb_eq, N.ltb_lt, forallb_forall in A. destruct A as [[A1 A2] A3]. repeat split; auto.
    intros g Hg. specialize (A3 (g, at_torus g)). cbn [fst snd] in A3. apply N.eqb_eq, A3. apply in_map_iff. eauto. }
  repeat split; auto.
  - intros g Hg. specialize (B4 (g, at_torus g)). cbn [snd] in B4. assert (I : In (g, at_torus g) (map (fun g => (g, at_torus g)) (generators nw))) by (apply in_map_iff; exists g; auto).
    apply B4 in I. apply existsb_exists in I. destruct I as (y & Hy & E). apply N.eqb_eq in E. rewrite E. exact Hy.
  - intros u v Hu Hv E. destruct (A' u Hu) as [<- _]. destruct (A' v Hv) as [<- _]. rewrite E. reflexivity.
  - intros v Hv. apply (A' v Hv).
  - intros v g Hv. apply (A' v Hv).
Qed.

Lemma torus_offs_ok x : In x torus_offs -> x < size (task_network on_torus).
Proof.
  destruct unrolled_right as (_ & E & _ & _ & _ & B & _). unfold torus_offs. rewrite mapr_map. intros H. apply in_map_iff in H. destruct H as (y & <- & Hy).
  cbn [on_torus task_network]. rewrite E. auto.
Qed.

(* the same courses on the torus *)
Theorem fair_on_torus T G : fair t offs T G ->
  fair on_torus torus_offs T (fun now i => match G now i with Some g => Some (at_torus g) | None => None end).
Proof.
  destruct unrolled_right as (_ & Sz & Z & Ge & Inj & B & Pr). intros [F1 F2 F3 F4 F5].
  assert (P : places torus_offs = places offs) by (unfold places, torus_offs; rewrite mapr_map, map_length; reflexivity).
  set (G' := fun now i => _).
  assert (Sp : forall i, In i (places offs) -> forall now, spot t G now i < size nw /\ spot on_torus G' now i = at_torus (spot t G now i)).
  { intros i Hi. induction now as [|now [IH1 IH2]]; cbn [spot]; [split; [apply (g_unit _ _ L)|symmetry; exact Z]|].
    unfold G' at 1. destruct (G now i) as [g|] eqn:E; [|auto]. pose proof (F1 now i g Hi E) as Hg. split.
    - apply (g_op _ _ L); auto. apply (g_gens _ _ L); auto.
    - rewrite IH2. cbn [on_torus task_network]. symmetry. apply Pr; auto. }
  constructor; rewrite ?P.
  - intros now i g Hi E. unfold G' in E. destruct (G now i) as [h|] eqn:Eh; [|discriminate]. injection E as <-. apply Ge, (F1 now i h Hi Eh).
  - intros now i j g Hi Hj Ei Ej. unfold G' in Ei, Ej. destruct (G now i) as [h|] eqn:Eh; [|discriminate]. destruct (G now j) as [k|] eqn:Ek; [|discriminate].
    injection Ei as Ei. injection Ej as Ej. assert (h = k).
    { apply Inj; [apply (g_gens _ _ L), (F1 now i h Hi Eh)|apply (g_gens _ _ L), (F1 now j k Hj Ek)|congruence]. }
    subst k. apply (F2 now i j h); auto.
  - intros now. specialize (F3 now). unfold ports_for in *. cbn [on_torus task_ports].
    assert (E : count (fun i => busy (G' now i)) (places offs) = count (fun i => busy (G now i)) (places offs)).
    { rewrite !count_sum. apply sum_ext. intros i _. unfold G'. destruct (G now i); reflexivity. }
    rewrite E. exact F3.
  - intros i Hi. destruct (Sp i Hi T) as [_ E]. rewrite E, (F4 i Hi). unfold torus_offs. rewrite mapr_map. apply in_upto in Hi.
    rewrite (nth_indep (map at_torus offs) 0 (at_torus 0)) by (rewrite map_length; lia). rewrite map_nth. reflexivity.
  - intros now i Hi Hn. unfold G'. rewrite (F5 now i Hi Hn). reflexivity.
Qed.
End Unrolled.
