    int *order;                  /* which block each packet is, by the neighbours; NULL until they are asked for */
    int *copies;                 /* in pairs, which block this rank sends to itself, and which receives it */
    int copied;                  /* how many */
