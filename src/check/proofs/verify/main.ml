(* isotask-verify: the checker that the theorem speaks of, on files.
   Exit: 0 all verified, 1 a document refused, 2 bad input, 5 not covered by the proof. *)

let read file =
  let channel = if file = "-" then stdin else open_in_bin file in
  set_binary_mode_in channel true;
  let buffer = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec go () = let n = input channel chunk 0 65536 in if n > 0 then (Buffer.add_subbytes buffer chunk 0 n; go ()) in
  go ();
  if file <> "-" then close_in channel;
  Buffer.contents buffer

(* bad input is told on standard error *)
let check_file file =
  match Verdict.of_text (read file) with
  | { Verdict.code = 2; said; _ } -> Printf.eprintf "%s: %s\n" file said; 2
  | { Verdict.code; said; claims } ->
      Printf.printf "%s: %s\n" file said;
      List.iter (fun (_, line) -> Printf.printf "  %s\n" line) claims;
      code
  | exception Sys_error what -> Printf.eprintf "%s\n" what; 2
  | exception Out_of_memory -> Printf.printf "%s: not covered by the proof: so large a document\n" file; 5

(* of several documents: bad input before a refusal, that before what is not covered *)
let worse a b = if a = 2 || b = 2 then 2 else if a = 1 || b = 1 then 1 else max a b

let () =
  match Array.to_list Sys.argv with
  | [] | [_] | [_; ("-h" | "--help")] ->
      print_string "Check certificates of Isotask by a program whose verdict is a theorem\n\nUsage: isotask-verify FILE...\n\nExit: 0 all verified, 1 a document refused, 2 bad input, 5 not covered by the proof.\n";
      exit (if Array.length Sys.argv < 2 then 2 else 0)
  | _ :: files -> exit (List.fold_left (fun code file -> worse code (check_file file)) 0 files)
