//! The papers that messages and pages call P1 to P5.

/// The papers, each with its authors, title and year.
pub(crate) const PAPERS: &str = "\
P1: Varvarigos & Bertsekas, Communication Algorithms for Isotropic Tasks in Hypercubes and Wraparound Meshes, 1992
P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, Optimal Communication Algorithms for Hypercubes, 1991
P3: Dimakopoulos & Dimopoulos, Optimal Total Exchange in Cayley Graphs, 2001
P4: Katseff, Incomplete Hypercubes, 1988
P5: Ho & Johnsson, Distributed Routing Algorithms for Broadcasting and Personalized Communication in Hypercubes, 1986
";

/// Returns the papers among some sources, each in a line.
pub(crate) fn papers_of<'a>(sources: impl IntoIterator<Item = &'a str>) -> Vec<&'static str> {
    let mut papers = Vec::new();
    for source in sources {
        let paper = PAPERS.lines().find(|line| line.split(':').next() == Some(source));
        papers.extend(paper.filter(|paper| !papers.contains(paper)));
    }
    papers
}
