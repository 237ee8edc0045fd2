(* The verdict on the text of a document, in words: what isotask-verify prints of a file, and what a page shows. *)

open Checker

(* [code]: 0 verified, 1 refused, 2 bad input, 5 not covered by the proof, each with [said]. Of a certificate that says
   what it must say, a code of the same meaning and a line for every claim. *)
type verdict = { code : int; said : string; claims : (int * string) list }

let quantity c = match c.c_quantity with
  | CompletionTime -> "completion time" | Transmissions -> "transmissions" | TotalDelay -> "total delay"

(* which schedules have no less *)
let whom c =
  (match c.c_scope with
   | Everything -> "none" | SymmetricOnes -> "no symmetric one" | ShortestOnes -> "no symmetric one along shortest paths") ^
  (match c.c_horizon with
   | Some (AtMostSlots n) -> " of at most " ^ Json.decimal n ^ " slots" | Some Critical -> " of as few slots as any" | _ -> "")

let claim_line quantity value whom lower outcome =
  let head = quantity ^ String.make (max 0 (16 - String.length quantity)) ' ' ^ " " ^ Json.decimal value in
  match outcome with
  | Proved -> (0, head ^ ", proved: " ^ whom ^ " has less than " ^ Json.decimal lower)
  | Refused -> (1, head ^ ": refused")
  | Open what -> (5, head ^ ": not covered by the proof: " ^ what)

let of_claim c = claim_line (quantity c) c.c_value (whom c) c.c_lower

let of_matrix_claim switching c =
  let quantity = match c.m_quantity with
    | Multiplicities -> "completion time" | NumberOfTerms -> "terms" | SwitchingCost -> "switching cost" in
  claim_line quantity c.m_value (if switching = None then "no such sum" else "no such cover") c.m_lower

let verified = { code = 0; said = "verified"; claims = [] }
let refused what = { code = 1; said = "refused: " ^ what; claims = [] }
let uncovered what = { code = 5; said = "not covered by the proof: " ^ what; claims = [] }

(* the verdict, and what became of every claim *)
let answered of_claim claims = function
  | Wrong what -> refused what
  | Beyond what -> uncovered what
  | Answer outcomes ->
      let verdict =
        if List.mem Refused outcomes then refused "a claim"
        else match List.find_opt (function Open _ -> true | _ -> false) outcomes with
          | Some (Open what) -> uncovered what
          | _ -> verified in
      if List.length outcomes = List.length claims then { verdict with claims = List.map2 of_claim claims outcomes } else verdict

let of_document document =
  let open Documents in
  match document with
  | Json.Object fields
    when List.assoc_opt "format" fields = Some (Json.Text "isotask.certificate/1")
         && List.mem_assoc "matrix" fields && not (List.mem_assoc "task" fields) ->
      let m, ports, switching, terms, claims = Matrices.certificate document in
      answered (of_matrix_claim switching) claims (check_matrix m ports switching terms claims)
  | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.certificate/1") ->
      let k = keys "certificate" ["format"; "task"; "schedule"; "claims"] [] document in
      let t = task (need k "task") in
      let p = schedule t (need k "schedule") in
      let claims = list (claim t.task_network) (need k "claims") in
      answered of_claim claims (check t p claims)
  | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.schedule/1") ->
      let k = keys "schedule" ["format"; "task"; "kind"] schedule_keys document in
      let t = task (need k "task") in
      answered of_claim [] (check_schedule t (writing t k))
  | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.channels/1") -> uncovered "channels"
  | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.matrix/1") -> uncovered "a matrix"
  | _ -> raise (Json.Bad "expected a certificate, a schedule, channels or a matrix")

let of_text text =
  try of_document (Json.parse text) with
  | Json.Bad what -> { code = 2; said = what; claims = [] }
  | Documents.Refused what -> refused what
  | Documents.Uncovered what -> uncovered what
  | Stack_overflow | Out_of_memory -> uncovered "so large a document"
