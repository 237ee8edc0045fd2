(* Certificates of matrices (models/formats/matrix.md) as the checker takes them. What the theorem does not speak of is
   [Uncovered]: other quantities. Other bounds are the checker's [OtherLine]. *)

open Json
open Checker
open Documents

(* names for people: one for every row, or every column *)
let line_names lines = function
  | None -> ()
  | Some listed -> if natural_of (List.length (list text listed)) <> lines then raise (Refused "not a name for every line of a matrix")

(* most rows, and most columns, where entries are listed; most cells of a list of entries whose rows are made *)
let most_lines = 1 lsl 22
let most_cells = 1 lsl 20

(* a number up to a limit as an int *)
let rec int_of_positive = function
  | XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1
let few most n = if N.leb n (natural_of most) then Some (match n with N0 -> 0 | Npos p -> int_of_positive p) else None

(* the rows of a matrix whose entries [row, column, units] are listed in increasing order; whether they are too many to be made *)
let rows_of_entries shape listed =
  let lines n = match few most_lines n with Some n -> n | None -> raise (Refused "too many rows or columns") in
  let rows, columns = match shape with
    | List [rows; columns] -> (lines (natural rows), lines (natural columns)) | _ -> wrong "expected [rows, columns]" in
  let entry = function List [i; j; u] -> (natural i, natural j, natural u) | _ -> wrong "expected [row, column, units]" in
  let inside lines n = match few lines n with Some n when n < lines -> n | _ -> raise (Refused "an entry outside of the shape") in
  let last = ref (-1, -1) in
  let placed (i, j, u) =
    let place = (inside rows i, inside columns j) in
    if u = N0 then raise (Refused "an entry of 0 in a list");
    if place <= !last then raise (Refused "entries out of order");
    last := place; (place, u) in
  let entries = List.map placed (list entry listed) in
  if (if rows = 0 then columns > 0 else columns > most_cells / rows) then None
  else begin
    let made = Array.make_matrix rows columns N0 in
    List.iter (fun ((i, j), u) -> made.(i).(j) <- u) entries;
    Some (Array.to_list (Array.map Array.to_list made))
  end

let matrix j =
  let k = keys "matrix" ["format"] ["rows"; "shape"; "entries"; "row_names"; "column_names"] j in
  if need k "format" <> Text "isotask.matrix/1" then wrong "a matrix of another format";
  let rows = match k "rows", k "shape", k "entries" with
    | Some rows, None, None -> list (list natural) rows
    | None, Some shape, Some entries ->
        (match rows_of_entries shape entries with Some rows -> rows | None -> raise (Uncovered "so large a matrix of listed entries"))
    | _ -> wrong "a matrix has rows, or a shape and entries" in
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
