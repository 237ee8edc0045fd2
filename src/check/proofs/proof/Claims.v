(** Claims as they stand in a certificate, held against what was replayed and what the bounds say. *)
From Coq Require Import String Arith ZArith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Compute Trees.
Import ListNotations.
Open Scope N_scope.

(* which model a tree of multipliers speaks of: the first one of the task, or one that is named *)
Inductive program := FirstModel | FlowModel | TransportModel.

(* prices of moves in one slot *)
Inductive slot_prices := SlotPrices (links : list ((N * N) * N)) (sends receives : list (N * N)).

Inductive witness :=
| Weights (ws : list N) (within : option N)
| Distance (place : N) (start : option N)
| Distances
| Pooled
| Departures
| Arrivals
| Reception (node away : N)
| Emission (node away : N)
| LastPacket (node : N)
| Volume
| Spanning
| Cut (nodes : list N)
| CutNode (node : N) (nodes : list N)
| Prices (links : list ((N * N) * N)) (sends receives : list (N * N))
| TimedPrices (slots : list slot_prices)
| TimedPricesOf (node : N) (slots : list slot_prices)
| Split
| DirectionTree (tree : list turn)
| DualTree (slots : N) (model : program) (tree : list node)
| Resolution (steps : list (list Z * list N))
| Other (kind : string).

Inductive per := PerNode | PerNetwork.

Record claim := Claim {
  c_quantity : quantity; c_value : N; c_per : option per; c_scope : scope; c_horizon : option horizon;
  c_lower : N; c_witness : witness; c_optimal : bool }.

(* what the certificate says, as the specification says it *)
Definition stated (c : claim) : statement := Statement (c_quantity c) (c_value c) (c_scope c) (c_horizon c) (c_lower c).

(** What a recomputed bound says: a number, that it does not fit the task, or that it is not covered by the proof. *)
Inductive answer := Bound (v : N) | Unfit | NotCovered (what : string).

(* [injection] would compute *)
Lemma Bound_inj a b : Bound a = Bound b -> a = b.
Proof. congruence. Qed.

Definition same_quantity (a b : quantity) : bool :=
  match a, b with CompletionTime, CompletionTime | Transmissions, Transmissions | TotalDelay, TotalDelay => true | _, _ => false end.

Definition bounds_quantity (w : witness) (q : quantity) : bool :=
  match w with
  | Distances | Spanning => same_quantity q Transmissions
  | Pooled | Departures | Arrivals => same_quantity q TotalDelay
  | DualTree _ _ _ => negb (same_quantity q Transmissions)
  | Other _ => true
  | _ => same_quantity q CompletionTime
  end.

Definition same_per (a b : per) : bool := match a, b with PerNode, PerNode | PerNetwork, PerNetwork => true | _, _ => false end.

Definition same_scope (a b : scope) : bool :=
  match a, b with Everything, Everything | SymmetricOnes, SymmetricOnes | ShortestOnes, ShortestOnes => true | _, _ => false end.

Definition same_horizon (a b : option horizon) : bool :=
  match a, b with
  | None, None | Some AnyHorizon, Some AnyHorizon | Some Critical, Some Critical => true
  | Some (AtMostSlots m), Some (AtMostSlots n) => m =? n
  | _, _ => false
  end.

(* no two claims have these in common *)
Definition same_key (a b : claim) : bool :=
  same_quantity (c_quantity a) (c_quantity b) && same_scope (c_scope a) (c_scope b) && same_horizon (c_horizon a) (c_horizon b).

Fixpoint keys_differ (cs : list claim) : bool :=
  match cs with [] => true | c :: cs => negb (existsb (same_key c) cs) && keys_differ cs end.

(** ** The replayed schedule in numbers *)
Record found := Found {
  f_slots : N; f_moves : N; f_delay : option N; f_per : per;
  f_scopes : list scope }.     (* the scopes that may be claimed *)

Definition measured (f : found) (q : quantity) : option N :=
  match q with CompletionTime => Some (f_slots f) | Transmissions => Some (f_moves f) | TotalDelay => f_delay f end.

Definition per_fits (f : found) (c : claim) : bool :=
  match c_quantity c, c_per c with
  | CompletionTime, None => true
  | CompletionTime, Some _ | _, None => false
  | _, Some p => same_per p (f_per f)
  end.

Definition horizon_fits (f : found) (cs : list claim) (c : claim) : bool :=
  match c_quantity c, c_horizon c with
  | TotalDelay, Some AnyHorizon => true
  | TotalDelay, Some (AtMostSlots n) => f_slots f <=? n
  | TotalDelay, Some Critical =>
      existsb (fun o => same_quantity (c_quantity o) CompletionTime && c_optimal o && negb (same_scope (c_scope o) ShortestOnes)) cs
  | TotalDelay, None | _, Some _ => false
  | _, None => true
  end.

Definition value_fits (f : found) (c : claim) : bool :=
  match measured f (c_quantity c) with
  | Some v => (c_value c =? v) && (c_lower c <=? v) && Bool.eqb (c_optimal c) (c_lower c =? v)
  | None => false
  end.

Definition claim_fits (f : found) (cs : list claim) (c : claim) : bool :=
  bounds_quantity (c_witness c) (c_quantity c) && per_fits f c && value_fits f c && horizon_fits f cs c &&
  existsb (same_scope (c_scope c)) (f_scopes f).

Inductive outcome := Proved | Refused | Open (what : string).

Definition check_claim (recompute : claim -> answer) (f : found) (cs : list claim) (c : claim) : outcome :=
  if claim_fits f cs c then
    match recompute c with
    | Bound v => if v =? c_lower c then Proved else Refused
    | Unfit => Refused
    | NotCovered what => Open what
    end
  else Refused.

(* a claim that proves how few slots symmetric schedules take *)
Definition tells_least (c : claim) : bool :=
  same_quantity (c_quantity c) CompletionTime && c_optimal c && negb (same_scope (c_scope c) ShortestOnes).

Definition is_proved (o : outcome) : bool := match o with Proved => true | _ => false end.

(* what is critical must be proved too *)
Definition with_critical (recompute : claim -> answer) (f : found) (cs : list claim) (c : claim) (o : outcome) : outcome :=
  match o, c_horizon c with
  | Proved, Some Critical =>
      if existsb (fun c' => tells_least c' && is_proved (check_claim recompute f cs c')) cs then Proved
      else Open "what is critical"
  | _, _ => o
  end.

Definition check_claims (recompute : claim -> answer) (f : found) (cs : list claim) : list outcome :=
  if keys_differ cs && (len cs <=? 32) then map (fun c => with_critical recompute f cs c (check_claim recompute f cs c)) cs
  else [Refused].

(* the claims that were proved *)
Fixpoint proved {A} (os : list outcome) (cs : list A) : list A :=
  match os, cs with
  | Proved :: os, c :: cs => c :: proved os cs
  | _ :: os, _ :: cs => proved os cs
  | _, _ => []
  end.

(** ** They hold *)

Definition unit_of (many : N) (q : quantity) : N := match q with CompletionTime => 1 | _ => many end.

(* what a recomputed number has to say of every schedule; and of those that a claim binds *)
Definition binds (pb : problem) (many : N) (allowed : schedule -> Prop) (w : witness) (v : N) : Prop :=
  forall q other, bounds_quantity w q = true -> allowed other -> unit_of many q * v <= measure pb q other.
Definition binds_claim (pb : problem) (bound : scope -> option horizon -> schedule -> Prop) (many : N) (c : claim) (v : N) : Prop :=
  forall other, bounds_quantity (c_witness c) (c_quantity c) = true -> bound (c_scope c) (c_horizon c) other ->
    unit_of many (c_quantity c) * v <= measure pb (c_quantity c) other.

Lemma binds_all pb (bound : scope -> option horizon -> schedule -> Prop) many (allowed : schedule -> Prop) c v : (forall s h other, bound s h other -> allowed other) ->
  binds pb many allowed (c_witness c) v -> binds_claim pb bound many c v.
Proof. intros A B other Q O. apply (B _ _ Q), (A _ _ _ O). Qed.

(* the schedule lies in every scope that may be claimed *)
Definition lies_in (t : task) (p : plan) (f : found) : Prop := forall s, In s (f_scopes f) -> in_scope t p s (written_out t p).

Section Hold.
Variables (t : task) (p : plan) (many : N).
Let sc := written_out t p.
Let pb := problem_of t p.
Let bound := is_bound t p.
Variables (recompute : claim -> answer) (f : found).

Hypothesis legal : is_legal t p sc.
Hypothesis lies : lies_in t p f.
Hypothesis measures : forall q v, measured f q = Some v -> measure pb q sc = unit_of many q * v.
Hypothesis sound : forall c v, recompute c = Bound v -> binds_claim pb bound many c v.

Definition attained_and_bound (c : claim) : Prop :=
  measure pb (c_quantity c) sc = unit_of many (c_quantity c) * c_value c /\
  forall other, bound (c_scope c) (c_horizon c) other -> unit_of many (c_quantity c) * c_lower c <= measure pb (c_quantity c) other.

Lemma claim_attains cs c : check_claim recompute f cs c = Proved -> attained_and_bound c /\ claim_fits f cs c = true.
Proof.
  unfold check_claim. destruct (claim_fits f cs c) eqn:F; [|discriminate]. intros H. split; [|reflexivity]. unfold claim_fits, value_fits in F.
  destruct (bounds_quantity _ _) eqn:B; [|discriminate]. destruct (per_fits f c); [|discriminate].
  destruct (measured f (c_quantity c)) as [v|] eqn:M; [|discriminate].
  destruct (N.eqb_spec (c_value c) v) as [<-|]; [|discriminate].
  destruct (recompute _) as [v| |] eqn:R; try discriminate. destruct (N.eqb_spec v (c_lower c)) as [E|]; [|discriminate].
  split; [apply measures; auto|]. intros other A. rewrite <- E. apply (sound _ _ R _ B A).
Qed.

Lemma same_scope_true a b : same_scope a b = true -> a = b.
Proof. destruct a, b; discriminate || reflexivity. Qed.

Lemma fits_scope cs c : claim_fits f cs c = true -> in_scope t p (c_scope c) sc.
Proof.
  unfold claim_fits. rewrite andb_true_iff. intros [_ H]. apply existsb_exists in H. destruct H as (s & I & E).
  apply same_scope_true in E. rewrite E. apply lies, I.
Qed.

Lemma f_slots_right : slots sc = f_slots f.
Proof. pose proof (measures CompletionTime (f_slots f) eq_refl) as M. cbn [measure unit_of] in M. lia. Qed.

(* an optimal completion time is critical *)
Lemma least_of cs c : tells_least c = true -> check_claim recompute f cs c = Proved -> in_horizon t p (Some Critical) sc.
Proof.
  unfold tells_least. rewrite !andb_true_iff, negb_true_iff. intros [[Q O] S] P. destruct (claim_attains cs c P) as [[M B] F].
  assert (Q' : c_quantity c = CompletionTime) by (destruct (c_quantity c); discriminate || reflexivity).
  pose proof F as F'. unfold claim_fits, value_fits, horizon_fits in F'. rewrite Q' in *. cbn [measured] in F'. rewrite !andb_true_iff in F'.
  destruct F' as [[[_ V] H] _]. destruct V as [[V _] V']. rewrite O in V'. apply eqb_prop in V'. symmetry in V'. apply N.eqb_eq in V, V'.
  cbn [measure unit_of] in M, B. rewrite N.mul_1_l in M. intros other L Sy.
  enough (bound (c_scope c) (c_horizon c) other) as X by (specialize (B other X); cbv beta in *; lia).
  split; [exact L|]. split.
  - pose proof (fits_scope cs c F) as I. destruct (c_scope c); cbn [in_scope] in *; auto; [|discriminate]. destruct p; auto; destruct I.
  - destruct (c_horizon c); [discriminate|exact Logic.I].
Qed.

Lemma claim_holds cs c : with_critical recompute f cs c (check_claim recompute f cs c) = Proved ->
  holds pb (bound (c_scope c) (c_horizon c)) sc many (c_quantity c) (c_value c) (c_lower c).
Proof.
  intros H. assert (P : check_claim recompute f cs c = Proved).
  { unfold with_critical in H. destruct (check_claim recompute f cs c); auto; discriminate. }
  rewrite P in H. unfold with_critical in H. destruct (claim_attains cs c P) as [[M B] F]. split; [|split; [exact M|exact B]].
  split; [exact legal|]. split; [apply (fits_scope cs), F|]. destruct (c_horizon c) as [[| |n]|] eqn:Hz; try exact Logic.I.
  - destruct (existsb _ cs) eqn:X; [|discriminate]. apply existsb_exists in X.
    destruct X as (c' & _ & X). apply andb_true_iff in X. destruct X as [X Y]. apply (least_of cs c' X).
    destruct (check_claim recompute f cs c'); auto; discriminate.
  - unfold claim_fits, horizon_fits in F. rewrite Hz in F. rewrite !andb_true_iff in F. destruct F as [[_ F] _].
    cbn [in_horizon]. rewrite f_slots_right. destruct (c_quantity c); try discriminate. apply N.leb_le, F.
Qed.

Theorem claims_hold cs : Forall (fun c => holds pb (bound (binding c) (within_slots c)) sc many (said_of c) (attains c) (at_least c))
  (map stated (proved (check_claims recompute f cs) cs)).
Proof.
  unfold check_claims. destruct (_ && _).
  - generalize cs at 3 4. intros l. induction l as [|c l IH]; cbn [map proved]; [constructor|].
    destruct (with_critical _ _ _ c _) eqn:E; cbn [map]; auto. constructor; auto. cbn. eapply claim_holds; eauto.
  - destruct cs; constructor.
Qed.
End Hold.
