(* isotask-verify: the checker that the theorem speaks of, on files.
   Exit: 0 all verified, 1 a document refused, 2 bad input, 5 not covered by the proof. *)

open Checker

let rec decimal n =
  (* below 2^62 as an int; larger ones are told by their size only *)
  match n with
  | N0 -> "0"
  | Npos p ->
      let rec value p = match p with XH -> 1 | XO q -> 2 * value q | XI q -> 2 * value q + 1 in
      let rec bits p = match p with XH -> 1 | XO q | XI q -> 1 + bits q in
      if bits p < 62 then string_of_int (value p) else Printf.sprintf "a number of %d bits" (bits p)

let quantity c = match c.c_quantity with
  | CompletionTime -> "completion time" | Transmissions -> "transmissions" | TotalDelay -> "total delay"

(* which schedules have no less *)
let whom c =
  (match c.c_scope with
   | Everything -> "none" | SymmetricOnes -> "no symmetric one" | ShortestOnes -> "no symmetric one along shortest paths") ^
  (match c.c_horizon with
   | Some (AtMostSlots n) -> " of at most " ^ decimal n ^ " slots" | Some Critical -> " of as few slots as any" | _ -> "")

let tell_outcome quantity value whom lower = function
  | Proved -> Printf.printf "  %-16s %s, proved: %s has less than %s\n" quantity (decimal value) whom (decimal lower)
  | Refused -> Printf.printf "  %-16s %s: refused\n" quantity (decimal value)
  | Open what -> Printf.printf "  %-16s %s: not covered by the proof: %s\n" quantity (decimal value) what

let tell_claim c = tell_outcome (quantity c) c.c_value (whom c) c.c_lower

let tell_matrix_claim c =
  let quantity = match c.m_quantity with Multiplicities -> "completion time" | NumberOfTerms -> "terms" in
  tell_outcome quantity c.m_value "no such sum" c.m_lower

let tell_verdict file = function
  | Answer outcomes ->
      if List.mem Refused outcomes then (Printf.printf "%s: refused: a claim\n" file; 1)
      else (match List.find_opt (function Open _ -> true | _ -> false) outcomes with
          | Some (Open what) -> Printf.printf "%s: not covered by the proof: %s\n" file what; 5
          | _ -> Printf.printf "%s: verified\n" file; 0)
  | Wrong what -> Printf.printf "%s: refused: %s\n" file what; 1
  | Beyond what -> Printf.printf "%s: not covered by the proof: %s\n" file what; 5

(* the verdict, and what became of every claim *)
let tell file tell_claim claims answer =
  let code = tell_verdict file answer in
  (match answer with Answer outcomes when List.length outcomes = List.length claims -> List.iter2 tell_claim claims outcomes | _ -> ());
  code

let read file =
  let channel = if file = "-" then stdin else open_in_bin file in
  set_binary_mode_in channel true;
  let buffer = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec go () = let n = input channel chunk 0 65536 in if n > 0 then (Buffer.add_subbytes buffer chunk 0 n; go ()) in
  go ();
  if file <> "-" then close_in channel;
  Buffer.contents buffer

let check_file file =
  try
    let document = Json.parse (read file) in
    let open Documents in
    match document with
    | Json.Object fields
      when List.assoc_opt "format" fields = Some (Json.Text "isotask.certificate/1")
           && List.mem_assoc "matrix" fields && not (List.mem_assoc "task" fields) ->
        let m, ports, terms, claims = Matrices.certificate document in
        tell file tell_matrix_claim claims (check_matrix m ports terms claims)
    | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.certificate/1") ->
        let k = keys "certificate" ["format"; "task"; "schedule"; "claims"] [] document in
        let t = task (need k "task") in
        let p = schedule t (need k "schedule") in
        let claims = list (claim t.task_network) (need k "claims") in
        if List.exists (fun c -> c.c_quantity = TotalDelay) claims && not (counts_delay t p) then
          raise (Uncovered "the delay of packets in a list");
        tell file tell_claim claims (check t p claims)
    | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.schedule/1") ->
        let k = keys "schedule" ["format"; "task"; "kind"] schedule_keys document in
        let t = task (need k "task") in
        tell_verdict file (check_schedule t (writing t k))
    | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.channels/1") ->
        Printf.printf "%s: not covered by the proof: channels\n" file; 5
    | Json.Object fields when List.assoc_opt "format" fields = Some (Json.Text "isotask.matrix/1") ->
        Printf.printf "%s: not covered by the proof: a matrix\n" file; 5
    | _ -> raise (Json.Bad "expected a certificate, a schedule, channels or a matrix")
  with
  | Json.Bad what -> Printf.eprintf "%s: %s\n" file what; 2
  | Sys_error what -> Printf.eprintf "%s\n" what; 2
  | Documents.Refused what -> Printf.printf "%s: refused: %s\n" file what; 1
  | Documents.Uncovered what -> Printf.printf "%s: not covered by the proof: %s\n" file what; 5
  | Stack_overflow | Out_of_memory -> Printf.printf "%s: not covered by the proof: so large a document\n" file; 5

(* of several documents: bad input before a refusal, that before what is not covered *)
let worse a b = if a = 2 || b = 2 then 2 else if a = 1 || b = 1 then 1 else max a b

let () =
  match Array.to_list Sys.argv with
  | [] | [_] | [_; ("-h" | "--help")] ->
      print_string "Check certificates of Isotask by a program whose verdict is a theorem\n\nUsage: isotask-verify FILE...\n\nExit: 0 all verified, 1 a document refused, 2 bad input, 5 not covered by the proof.\n";
      exit (if Array.length Sys.argv < 2 then 2 else 0)
  | _ :: files -> exit (List.fold_left (fun code file -> worse code (check_file file)) 0 files)
