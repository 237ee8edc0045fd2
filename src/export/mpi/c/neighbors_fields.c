    const int *order;   /* which block each packet is; NULL if they lie side by side */
    const int *counts;  /* of each block the elements, */
    const int *places;  /* and where it begins */
