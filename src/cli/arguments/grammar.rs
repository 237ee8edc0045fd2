//! Help on words for networks, tasks and nodes.

/// Networks, tasks and nodes in words.
pub(crate) const GRAMMAR: &str = "\
Networks: hypercube D | torus P1xP2x… | ring N | incomplete-hypercube N
          hyperx P1xP2x… (P:C for C links side by side, such as 4:2x4:2)
          lattice ROW/ROW/… (any nonsingular matrix, such as 4,2/0,4; its
          columns generate the lattice)
          complete N | star N | pancake N | bubble-sort N
          cube-connected-cycles N | butterfly N | circulant N STEP,STEP,…
          permutations P P … (generators such as 1,0,2, closed under inverses)
          mesh P1xP2x… | slim-fly Q [P] | dragonfly A H [P] (A routers a
          group, H links of each to other groups; with P every router
          forwards alone and has P hosts)
          graph --edges FILE (any; FILE may stand in place of graph)
Tasks:    total-exchange | neighbourhood-exchange K L
          isotropic OFFSET[:COUNT]… (-1,0 leads back on tori, rings,
          HyperX and circulants) | multinode-broadcast
          multinode-accumulation | single-node-broadcast [ROOT]
          single-node-accumulation [ROOT] | scatter [ROOT] | gather [ROOT]
          demands FROM:TO[:COUNT]… | demands --csv FILE
Also:     all-to-all, alltoall = total-exchange
          broadcast, bcast = single-node-broadcast
          reduce = single-node-accumulation
          allgather, all-gather = multinode-broadcast
          reduce-scatter = multinode-accumulation
          neighborhood = neighbourhood-exchange
Nodes:    an index, or as it is printed: 1,2 or '(1,2)' on a torus, mesh,
          HyperX or lattice, 0321 on
          permutations, 010,1 on cycles and butterfly, its name on a graph
          with names, r2.5 or 2.1,3 on lifts; on cubes as many digits
          0 and 1 as the cube has dimensions (fewer are decimal in offsets);
          0b101 is binary, 0d101 decimal";
