    int gives[self_nodes + 1];   /* where the packets for each rank begin among those of this one */
    int takes[self_nodes + 1];   /* where the packets from each rank begin among those for this one */
    int requests;                /* by which number the last call to be started again is known */
