(* A strict reader of JSON (RFC 8259) with natural numbers as those of Coq. What it cannot read is an error with
   its byte; a key that stands twice in an object too. *)

exception Bad of string

type json = Object of (string * json) list | List of json list | Text of string | Number of Checker.n | Negative of Checker.n
          | Truth of bool

let bad place what = raise (Bad (what ^ " at byte " ^ string_of_int place))

(* documents nest less *)
let deepest = 127

let rec positive n =
  if n = 1 then Checker.XH
  else if n land 1 = 0 then Checker.XO (positive (n lsr 1))
  else Checker.XI (positive (n lsr 1))

let natural n = if n = 0 then Checker.N0 else Checker.Npos (positive n)

(* small numbers stand often in a long document, and in memory once *)
let small = Array.init 1000 natural

(* pieces of 9 digits fit into an int, also where ints have 31 or 32 bits *)
let piece = 9
let billion = natural 1_000_000_000

let rec of_digits digits =
  let long = String.length digits in
  if long <= 3 then small.(int_of_string digits)
  else if long <= piece then natural (int_of_string ("0u" ^ digits))
  else
    let head = of_digits (String.sub digits 0 (long - piece)) in
    let tail = natural (int_of_string ("0u" ^ String.sub digits (long - piece) piece)) in
    Checker.N.add (Checker.N.mul head billion) tail

let number place digits =
  let long = String.length digits in
  if long > 1 && digits.[0] = '0' then bad place "a number that begins with 0";
  if long > 20 || (long = 20 && digits > "18446744073709551615") then bad place "a number above 2^64 - 1";
  of_digits digits

(* in decimal digits; a number is kept as groups of four, the least first, and doubled for every bit *)
let decimal n =
  let rec doubled carry = function
    | [] -> if carry = 0 then [] else [carry]
    | group :: rest -> let twice = 2 * group + carry in (twice mod 10_000) :: doubled (twice / 10_000) rest in
  let rec groups = function
    | Checker.XH -> [1] | Checker.XO p -> doubled 0 (groups p) | Checker.XI p -> doubled 1 (groups p) in
  let padded group = let digits = string_of_int group in String.make (4 - String.length digits) '0' ^ digits in
  match n with
  | Checker.N0 -> "0"
  | Checker.Npos p ->
      match List.rev (groups p) with
      | [] -> "0"
      | first :: rest -> String.concat "" (string_of_int first :: List.map padded rest)

let parse s =
  let length = String.length s and p = ref 0 in
  let peek () = if !p < length then s.[!p] else '\000' in
  let rec blank () = match peek () with ' ' | '\n' | '\t' | '\r' -> incr p; blank () | _ -> () in
  let expect c = if peek () <> c then bad !p ("expected '" ^ Char.escaped c ^ "'"); incr p in
  let hex () =
    if !p + 4 > length then bad !p "an escape that ends early";
    let digit c = match c with
      | '0' .. '9' -> Char.code c - 48 | 'a' .. 'f' -> Char.code c - 87 | 'A' .. 'F' -> Char.code c - 55
      | _ -> bad !p "an escape that is none" in
    let code = ref 0 in
    String.iter (fun c -> code := (!code lsl 4) lor digit c) (String.sub s !p 4);
    p := !p + 4; !code in
  (* a letter beyond 16 bits is written as two halves *)
  let letter code =
    if code < 0xD800 || code > 0xDFFF then code
    else if code > 0xDBFF then bad !p "half of a letter"
    else begin
      expect '\\'; expect 'u';
      let low = hex () in
      if low < 0xDC00 || low > 0xDFFF then bad !p "half of a letter";
      0x10000 + ((code - 0xD800) lsl 10) + (low - 0xDC00)
    end in
  (* bytes that continue a character of several *)
  let rec continue n = if n > 0 then (if Char.code (peek ()) land 0xC0 <> 0x80 then bad !p "not UTF-8"; incr p; continue (n - 1)) in
  let text () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      if !p >= length then bad !p "a string that does not end";
      let c = s.[!p] in
      incr p;
      match c with
      | '"' -> Buffer.contents b
      | '\\' ->
          let e = peek () in
          incr p;
          (match e with
           | '"' | '\\' | '/' -> Buffer.add_char b e
           | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012'
           | 'n' -> Buffer.add_char b '\n' | 'r' -> Buffer.add_char b '\r' | 't' -> Buffer.add_char b '\t'
           | 'u' -> Buffer.add_utf_8_uchar b (Uchar.of_int (letter (hex ())))
           | _ -> bad !p "an escape that is none");
          go ()
      | c when c < ' ' -> bad !p "a control character in a string"
      | c ->
          let code = Char.code c and first = !p - 1 in
          if code >= 0x80 then continue (if code >= 0xF8 || code < 0xC2 then bad !p "not UTF-8" else if code >= 0xF0 then 3 else if code >= 0xE0 then 2 else 1);
          Buffer.add_substring b s first (!p - first);
          go () in
    go () in
  let digits () =
    let start = !p in
    while match peek () with '0' .. '9' -> true | _ -> false do incr p done;
    if !p = start then bad start "expected a digit";
    number start (String.sub s start (!p - start)) in
  let rec value depth =
    if depth > deepest then bad !p "nested too deep";
    blank ();
    match peek () with
    | '{' -> incr p; blank (); if peek () = '}' then (incr p; Object []) else fields depth []
    | '[' -> incr p; blank (); if peek () = ']' then (incr p; List []) else items depth []
    | '"' -> Text (text ())
    | '-' -> incr p; Negative (digits ())
    | 't' -> String.iter expect "true"; Truth true
    | 'f' -> String.iter expect "false"; Truth false
    | _ -> Number (digits ())
  and fields depth read =
    blank ();
    let place = !p in
    let key = text () in
    if List.mem_assoc key read then bad place ("the key " ^ key ^ " stands twice");
    blank (); expect ':';
    let read = (key, value (depth + 1)) :: read in
    blank ();
    if peek () = ',' then (incr p; fields depth read) else (expect '}'; Object (List.rev read))
  and items depth read =
    let read = value (depth + 1) :: read in
    blank ();
    if peek () = ',' then (incr p; items depth read) else (expect ']'; List (List.rev read)) in
  let v = value 0 in
  blank ();
  if !p < length then bad !p "something after the document";
  v
