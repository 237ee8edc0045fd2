#!/usr/bin/env bash
# Fails if anything is assumed: an axiom below a main theorem, or anything admitted in a file. Run by `make audit`.
set -euo pipefail

if grep -nE '\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture)\b' spec/*.v proof/*.v; then
    echo "something is not proved" >&2
    exit 1
fi

# Specifications define and prove nothing.
if grep -nE '^(Lemma|Theorem|Corollary|Fact|Remark|Proposition)\b' spec/*.v; then
    echo "a proof stands among the definitions" >&2
    exit 1
fi

theorems=(check_sound check_schedule_sound completion_time check_matrix_sound least_multiplicities)
{
    echo 'From Isotask.Proof Require Import Checker Forms Matrices.'
    printf 'Print Assumptions %s.\n' "${theorems[@]}"
} >audit.v
said="$(coqc -q -Q spec Isotask.Spec -Q proof Isotask.Proof audit.v)"
printf '%s\n' "$said"
[ "$(grep -c '^Closed under the global context$' <<<"$said")" -eq "${#theorems[@]}" ] ||
    { echo "a theorem rests on an axiom" >&2; exit 1; }

coqchk -silent -o -Q spec Isotask.Spec -Q proof Isotask.Proof Isotask.Proof.Words Isotask.Proof.Matrices 2>&1 | tee audit.txt
grep -qF '* Axioms: <none>' audit.txt ||
    { echo "coqchk finds an axiom" >&2; exit 1; }
