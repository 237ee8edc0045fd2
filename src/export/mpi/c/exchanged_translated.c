    own->requests = 0;
    for (at = 0; at <= self_nodes; ++at) own->gives[at] = own->takes[at] = 0;
    for (at = (int)self_give_first[own->kind]; at < (int)self_give_first[own->kind + 1]; ++at) {
        own->gives[own->at[self_give_node[at]] + 1] = (int)self_give_count[at];
    }
    for (at = (int)self_take_first[own->kind]; at < (int)self_take_first[own->kind + 1]; ++at) {
        own->takes[own->at[self_take_node[at]] + 1] = (int)self_take_count[at];
    }
    for (at = 0; at < self_nodes; ++at) {
        own->gives[at + 1] += own->gives[at];
        own->takes[at + 1] += own->takes[at];
    }
