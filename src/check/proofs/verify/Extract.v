(** The checker as a program. Numbers stay those of Coq; only booleans, lists, options, pairs and texts become those
    of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Coq Require Import NArith.
From Isotask.Spec Require Import Network Schedule Task Windows Certificate Matrix.
From Isotask.Proof Require Import Claims Families Checker Forms Matrices.

Extraction "checker.ml" check check_schedule check_matrix row_width index generated columns N.add N.mul N.ltb.
