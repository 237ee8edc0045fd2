(* Certificates of matrices (models/formats/matrix.md) as the checker takes them. What the theorem does not speak of is
   [Uncovered]: other quantities. Other bounds are the checker's [OtherLine]. *)

open Json
open Checker
open Documents

(* names for people: one for every row, or every column *)
let line_names lines = function
  | None -> ()
  | Some listed -> if natural_of (List.length (list text listed)) <> lines then raise (Refused "not a name for every line of a matrix")

let matrix j =
  let k = keys "matrix" ["format"; "rows"] ["row_names"; "column_names"] j in
  if need k "format" <> Text "isotask.matrix/1" then wrong "a matrix of another format";
  let rows = list (list natural) (need k "rows") in
  line_names (natural_of (List.length rows)) (k "row_names");
  line_names (row_width rows) (k "column_names");
  rows

let term j =
  let k = keys "term" ["times"; "entries"] [] j in
  let cell = function List [row; column] -> (natural row, natural column) | _ -> wrong "expected [row, column]" in
  { multiplicity = natural (need k "times"); cells = list cell (need k "entries") }

let lower j =
  let only wanted = keys "bound" ("kind" :: "value" :: wanted) [] j in
  let line, k = match kind "bound" j with
    | "row" -> let k = only ["row"] in (RowSum (natural (need k "row")), k)
    | "column" -> let k = only ["column"] in (ColumnSum (natural (need k "column")), k)
    | "total" -> (SharedSum, only [])
    | "node" -> let k = only ["node"] in (NodeSum (natural (need k "node")), k)
    | "odd-set" -> let k = only ["nodes"] in (OddSet (list natural (need k "nodes")), k)
    | "row-entries" -> let k = only ["row"] in (RowEntries (natural (need k "row")), k)
    | "column-entries" -> let k = only ["column"] in (ColumnEntries (natural (need k "column")), k)
    | "entries" -> (SharedEntries, only [])
    | "slots-and-terms" -> (SlotsAndTerms, only [])
    | other -> (OtherLine ("a bound by " ^ other), fun key -> match j with Object fields -> List.assoc_opt key fields | _ -> None) in
  (line, natural (need k "value"))

let claim j =
  let k = keys "claim" ["quantity"; "value"; "lower"; "status"] [] j in
  let quantity = match text (need k "quantity") with
    | "completion-time" -> Multiplicities | "terms" -> NumberOfTerms | "switching-cost" -> SwitchingCost
    | other -> raise (Uncovered ("a claim of " ^ other)) in
  let optimal = match text (need k "status") with
    | "optimal" -> true | "upper-bound" -> false | s -> wrong ("an unknown status: " ^ s) in
  let line, value = lower (need k "lower") in
  { m_quantity = quantity; m_value = natural (need k "value"); m_lower = value; m_line = line; m_optimal = optimal }

(* the matrix, the ports, the slots of switching, the terms and the claims of a certificate *)
let certificate document =
  let k = keys "certificate" ["format"; "matrix"; "ports"; "terms"; "claims"] ["switching"] document in
  (matrix (need k "matrix"), ports (need k "ports"), Option.map natural (k "switching"), list term (need k "terms"), list claim (need k "claims"))
