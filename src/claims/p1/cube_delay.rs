//! §6: average delay on hypercubes.

use crate::claims::code::formula;
use crate::claims::exact::{choose, factorial, whole};
use crate::claims::prove::{Least, hypercube, proved, total_exchange, with_objective};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::solve::Blocks;
use crate::wire::Objective;
use num_rational::BigRational;

formula! {
    /// C(d,j)·j/d: what the routing tags of j ones add to every column.
    fn share(d: u64, j: u64) -> BigRational {
        BigRational::new(choose(d, j) * j, d.into())
    }
    /// Least delay of tags of i ones.
    fn least_delay(d: u64, i: u64) -> BigRational {
        whole(1) + (1..i).map(|j| share(d, j)).sum::<BigRational>()
    }
    /// Greatest delay of tags of i ones.
    fn greatest_delay(d: u64, i: u64) -> BigRational {
        (1..=i).map(|j| share(d, j)).sum()
    }
    /// D of total exchange, first line.
    fn first_line(d: u64) -> BigRational {
        let n = 1_u64 << d;
        let term = |i| (greatest_delay(d, i) + least_delay(d, i)) / whole(2 * (n - 1)) * whole(choose(d, i));
        (1..=d).map(term).sum()
    }
    /// D of total exchange, second line.
    fn second_line(d: u64) -> BigRational {
        let all = whole(d * ((1_u64 << d) - 1));
        let double: BigRational = (1..=d)
            .map(|i| whole(choose(d, i)) * (1..=i).map(|j| whole(choose(d, j) * j)).sum::<BigRational>())
            .sum();
        let squares: BigRational = (1..=d).map(|i| whole(choose(d, i).pow(2) * i)).sum();
        BigRational::new(1.into(), 2.into()) + double / &all - squares / all
    }
    /// The second line with half its last sum.
    fn second_line_true(d: u64) -> BigRational {
        let all = whole(d * ((1_u64 << d) - 1));
        second_line(d) + squares(d) / (all * whole(2))
    }
    /// Σ C(d,i)²·i.
    fn squares(d: u64) -> BigRational {
        (1..=d).map(|i| whole(choose(d, i).pow(2) * i)).sum()
    }
    /// The closed form of this sum.
    fn closed(d: u64) -> BigRational {
        BigRational::new(factorial(2 * d - 1), factorial(d - 1).pow(2))
    }
    /// The third line with the double sum over d.
    fn third_line_true(d: u64) -> BigRational {
        let all = whole(d * ((1_u64 << d) - 1));
        let double: BigRational = (1..=d)
            .map(|i| whole(choose(d, i)) * (1..=i).map(|j| whole(choose(d, j) * j)).sum::<BigRational>())
            .sum();
        BigRational::new(1.into(), 2.into()) + (double - closed(d)) / all
    }
    /// D of total exchange, third line.
    fn third_line(d: u64) -> BigRational {
        let n = 1_u64 << d;
        let double: BigRational = (1..=d)
            .map(|i| whole(choose(d, i)) * (1..=i).map(|j| whole(choose(d, j) * j)).sum::<BigRational>())
            .sum();
        let last = BigRational::new(factorial(2 * d - 1), factorial(d - 1).pow(2));
        BigRational::new(1.into(), 2.into()) + double / whole(n - 1) - last / whole(d * (n - 1))
    }
    /// D of total exchange, corrected.
    fn corrected(d: u64) -> BigRational {
        let n = 1_u64 << d;
        let before = |i: u64| greatest_delay(d, i - 1);
        let term = |i| whole(choose(d, i)) * (before(i) + whole(i) + greatest_delay(d, i)) / whole(2);
        ((1..d).map(term).sum::<BigRational>() + before(d) + whole(d)) / whole(n - 1)
    }
}

const PRIMES: &str = "d = 2, 3, 5, 7, 11, 13";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[D_TE, FIRST_SECOND, SECOND_THIRD, SQUARES];

const D_TE: Claim = Claim {
    id: "P1.D_TE.prime",
    place: "§6, Evaluation of the Optimal Average Delay for Total Exchange when d is Prime",
    statement: "The optimal average delay of total exchange on a hypercube whose dimension d is prime. Three lines are \
                printed as equal; they differ.",
    printed: "D_TE = Σ_{i=1}^{d} (M_i + m_i)/(2(n − 1))·C(d,i) = … = 0.5 + 1/(n − 1)·Σ_{i=1}^{d} C(d,i) Σ_{j=1}^{i} C(d,j)·j − \
              1/(d(n − 1))·(2d − 1)!/[(d − 1)!]²",
    parts: &[
        Part::reading("the first line, with m_i and M_i as printed", first_line::CODE, PRIMES, |docket| {
            primes(docket, first_line)
        }),
        Part::reading("the middle line", second_line::CODE, PRIMES, |docket| primes(docket, second_line)),
        Part::reading("the last line", third_line::CODE, PRIMES, |docket| primes(docket, third_line)),
        Part::reading(
            "the last line with 1/(d(n − 1)) before the double sum, as in the middle line",
            third_line_true::CODE,
            PRIMES,
            |docket| primes(docket, third_line_true),
        ),
        Part::correction(
            "D_TE = [Σ_{i=1}^{d−1} C(d,i)·(M_{i−1} + i + M_i)/2 + M_{d−1} + d]/(n − 1), with M_i = Σ_{j=1}^{i} C(d,j)·j/d as printed",
            "The classes of d tags of i ones are cleared one after the other, each in i slots, and all d packets of a class \
             arrive together: the first at M_{i−1} + i, where 1 + M_{i−1} is printed, the last at M_i. The tag of d ones \
             is alone, and takes d slots after M_{d−1}; the algorithm itself serves the last d + 1 packets in another order with the \
             same sum (P1.last-phase).",
            corrected::CODE,
            PRIMES,
            |docket| primes(docket, corrected),
        ),
    ],
};

const DIMENSIONS: &str = "d from 2 to 20";

const FIRST_SECOND: Claim = Claim {
    id: "P1.D_TE.first-second",
    place: "§6, the formula for D_TE, first and middle line",
    statement: "The first line of the formula equals the middle one, whatever d is.",
    printed: "Σ (M_i + m_i)/(2(n − 1))·C(d,i) = 0.5 + Σ_i C(d,i) Σ_{j≤i} C(d,j)·j/(d(n − 1)) − Σ_i C(d,i)²·i/(d(n − 1))",
    parts: &[
        Part::printed(second_line::CODE, DIMENSIONS, |docket| identity(docket, second_line, first_line)),
        Part::correction(
            "Half of the last sum: … − Σ_i C(d,i)²·i/(2d(n − 1))",
            "By the formulas printed m_i = 1 + M_i − C(d,i)·i/d, so (M_i + m_i)/2 = M_i + 1/2 − C(d,i)·i/(2d), and the C(d,i) add up to n − 1.",
            second_line_true::CODE,
            DIMENSIONS,
            |docket| identity(docket, second_line_true, first_line),
        ),
    ],
};

const SECOND_THIRD: Claim = Claim {
    id: "P1.D_TE.second-third",
    place: "§6, the formula for D_TE, middle and last line",
    statement: "The middle line of the formula equals the last one.",
    printed: "… = 0.5 + 1/(n − 1)·Σ_i C(d,i) Σ_{j≤i} C(d,j)·j − 1/(d(n − 1))·(2d − 1)!/[(d − 1)!]²",
    parts: &[
        Part::printed(third_line::CODE, DIMENSIONS, |docket| identity(docket, third_line, second_line)),
        Part::correction(
            "1/(d(n − 1)) before the double sum too",
            "The division by d is left out from one line to the next.",
            third_line_true::CODE,
            DIMENSIONS,
            |docket| identity(docket, third_line_true, second_line),
        ),
    ],
};

const SQUARES: Claim = Claim {
    id: "P1.D_TE.squares",
    place: "§6, the formula for D_TE, last term",
    statement: "The sum of squares that turns the middle line's last term into the last line's.",
    printed: "Σ_{i=1}^{d} C(d,i)²·i = (2d − 1)!/[(d − 1)!]²",
    parts: &[Part::printed(closed::CODE, "d from 1 to 40", |docket| {
        for d in 1..=40 {
            docket.equal(format!("hypercube {d}"), closed(d), Proved::exact(squares(d), "the sum added up"));
        }
        Ok(())
    })],
};

/// One side of an equation, held against the other.
fn identity(
    docket: &mut Docket,
    right: fn(u64) -> BigRational,
    left: fn(u64) -> BigRational,
) -> Result<(), ClaimError> {
    for d in 2..=20 {
        docket.equal(
            format!("hypercube {d}"),
            right(d),
            Proved::exact(left(d), "the other side, in exact fractions"),
        );
    }
    Ok(())
}

/// Blocks of rotated tags meet the pooled bound, which binds all schedules.
fn primes(docket: &mut Docket, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for d in [2, 3, 5, 7, 11, 13] {
        let task = with_objective(total_exchange(hypercube(d)), Objective::CompletionTimeThenAverageDelay);
        let found = proved(&task, Some(&Blocks), Least::DELAY)?;
        docket.equal(format!("hypercube {d}"), printed(d), found.over((1 << d) - 1));
    }
    Ok(())
}
