
/* A communicator in which the rank is the node, out of one with a Cartesian topology whose dimensions are the rings of
   the network in any order, closed if they have more than two nodes. Collective; the caller frees it. MPI_ERR_TOPOLOGY
   or MPI_ERR_DIMS if the topology is another. */
static inline int self_cart(MPI_Comm cart, MPI_Comm *nodes)
{
    static const int radix[] = {@radices@}, stride[] = {@strides@};
    int dims[self_rings], closed[self_rings], coordinates[self_rings], taken[self_rings] = {0};
    int topology = MPI_UNDEFINED, number = 0, node = 0, ring, dim;
    int status = cart == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_Topo_test(cart, &topology);

    *nodes = MPI_COMM_NULL;
    if (status == MPI_SUCCESS && topology != MPI_CART) status = MPI_ERR_TOPOLOGY;
    if (status == MPI_SUCCESS) status = MPI_Cartdim_get(cart, &number);
    if (status == MPI_SUCCESS && number != self_rings) status = MPI_ERR_DIMS;
    if (status == MPI_SUCCESS) status = MPI_Cart_get(cart, self_rings, dims, closed, coordinates);
    for (ring = 0; ring < self_rings && status == MPI_SUCCESS; ++ring) {
        for (dim = 0; dim < self_rings; ++dim) {
            if (!taken[dim] && dims[dim] == radix[ring] && (closed[dim] || radix[ring] == 2)) break;
        }
        if (dim == self_rings) {
            status = MPI_ERR_DIMS;
        } else {
            taken[dim] = 1;
            node += coordinates[dim] * stride[ring];
        }
    }
    if (status == MPI_SUCCESS) status = MPI_Comm_split(cart, 0, node, nodes);
    return self_told(cart, status);
}
