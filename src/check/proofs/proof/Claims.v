(** Claims as they stand in a certificate, held against what was replayed and what the bounds say. *)
From Coq Require Import String Arith NArith List Lia Bool.
From Isotask.Spec Require Import Network Schedule Task Certificate.
From Isotask.Proof Require Import Lists Compute Trees.
Import ListNotations.
Open Scope N_scope.

Inductive witness :=
| Weights (ws : list N) (within : option N)
| Distance (place : N) (start : option N)
| Distances
| Pooled
| Reception (node away : N)
| Emission (node away : N)
| LastPacket (node : N)
| Volume
| Spanning
| Cut (nodes : list N)
| Prices (links : list ((N * N) * N)) (sends receives : list (N * N))
| Split
| DirectionTree (tree : list turn)
| DualTree (slots : N) (flow : bool) (tree : list node)
| Other (kind : string).

Inductive per := PerNode | PerNetwork.

Record claim := Claim {
  c_quantity : quantity; c_value : N; c_per : option per; c_scope : scope; c_horizon : option horizon;
  c_lower : N; c_witness : witness; c_optimal : bool }.

(* what the certificate says, as the specification says it *)
Definition stated (c : claim) : statement := Statement (c_quantity c) (c_value c) (c_scope c) (c_horizon c) (c_lower c).

(** What a recomputed bound says: a number, that it does not fit the task, or that it is not covered by the proof. *)
Inductive answer := Bound (v : N) | Unfit | NotCovered (what : string).

Definition same_quantity (a b : quantity) : bool :=
  match a, b with CompletionTime, CompletionTime | Transmissions, Transmissions | TotalDelay, TotalDelay => true | _, _ => false end.

Definition bounds_quantity (w : witness) (q : quantity) : bool :=
  match w with
  | Distances | Spanning => same_quantity q Transmissions
  | Pooled => same_quantity q TotalDelay
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

Definition check_claims (recompute : claim -> answer) (f : found) (cs : list claim) : list outcome :=
  if keys_differ cs && (len cs <=? 32) then map (check_claim recompute f cs) cs else [Refused].

(* the claims that were proved *)
Fixpoint proved (os : list outcome) (cs : list claim) : list claim :=
  match os, cs with
  | Proved :: os, c :: cs => c :: proved os cs
  | _ :: os, _ :: cs => proved os cs
  | _, _ => []
  end.

(** ** They hold *)

Section Hold.
Variables (pb : problem) (bound : scope -> option horizon -> schedule -> Prop) (sc : schedule) (many : N).
Variables (recompute : claim -> answer) (f : found).

Definition unit_of (q : quantity) : N := match q with CompletionTime => 1 | _ => many end.

(* what a recomputed number has to say of every schedule; and of those that a claim binds *)
Definition binds (allowed : schedule -> Prop) (w : witness) (v : N) : Prop :=
  forall q other, bounds_quantity w q = true -> allowed other -> unit_of q * v <= measure pb q other.
Definition binds_claim (c : claim) (v : N) : Prop :=
  forall other, bounds_quantity (c_witness c) (c_quantity c) = true -> bound (c_scope c) (c_horizon c) other ->
    unit_of (c_quantity c) * v <= measure pb (c_quantity c) other.

Lemma binds_all (allowed : schedule -> Prop) c v : (forall s h other, bound s h other -> allowed other) -> binds allowed (c_witness c) v -> binds_claim c v.
Proof. intros A B other Q O. apply (B _ _ Q), (A _ _ _ O). Qed.

Hypothesis measures : forall q v, measured f q = Some v -> measure pb q sc = unit_of q * v.
Hypothesis sound : forall c v, recompute c = Bound v -> binds_claim c v.

Lemma claim_holds cs c : check_claim recompute f cs c = Proved ->
  holds pb (bound (c_scope c) (c_horizon c)) sc many (c_quantity c) (c_value c) (c_lower c).
Proof.
  unfold check_claim, claim_fits, value_fits. intros H.
  destruct (bounds_quantity _ _) eqn:B; [|discriminate]. destruct (per_fits f c); [|discriminate].
  destruct (measured f (c_quantity c)) as [v|] eqn:M; [|discriminate].
  destruct (N.eqb_spec (c_value c) v) as [<-|]; [|discriminate]. cbn [andb] in H.
  destruct (_ && _ && existsb _ _); [|discriminate].
  destruct (recompute _) as [v| |] eqn:R; try discriminate. destruct (N.eqb_spec v (c_lower c)) as [<-|]; [|discriminate].
  split; [apply measures; auto|]. intros other A. apply (sound _ _ R _ B A).
Qed.

Theorem claims_hold cs : Forall (fun c => holds pb (bound (binding c) (within_slots c)) sc many (said_of c) (attains c) (at_least c))
  (map stated (proved (check_claims recompute f cs) cs)).
Proof.
  unfold check_claims. destruct (_ && _).
  - generalize cs at 2 3. intros l. induction l as [|c l IH]; cbn [map proved]; [constructor|].
    destruct (check_claim _ _ _ c) eqn:E; cbn [map]; auto. constructor; auto. cbn. eapply claim_holds; eauto.
  - destruct cs; constructor.
Qed.
End Hold.
