(* The checker in a browser: page.js hands a page the function from the bytes of a document to its verdict. *)

external hand_on : (string -> Verdict.verdict) -> unit = "isotask_hand_on"

let () = hand_on Verdict.of_text
