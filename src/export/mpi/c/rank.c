
/* What a rank knows of a communicator. It is kept there as an attribute, with a duplicate of its own, so that these
   messages meet no others. The first call on a communicator makes it, as every collective call by all ranks. */
struct self_rank {
    MPI_Comm comm;
    int node;
    int kind;             /* its class of nodes, whose tables it follows */
    int at[self_nodes];   /* the rank of every node that these tables name */
    @fields@
};
@translate@
static int self_key = MPI_KEYVAL_INVALID;

static inline int self_forget(MPI_Comm comm, int key, void *value, void *extra)
{
    struct self_rank *own = (struct self_rank *)value;
    int status = MPI_Comm_free(&own->comm);
    (void)comm;
    (void)key;
    (void)extra;
    @forget@
    free(own);
    return status;
}

static inline int self_known(MPI_Comm comm, struct self_rank **found)
{
    struct self_rank *own;
    void *value = NULL;
    int status, between = 0, ranks = 0, present = 0;

    *found = NULL;
    if (comm == MPI_COMM_NULL) return MPI_ERR_COMM;
    status = MPI_Comm_test_inter(comm, &between);
    if (status == MPI_SUCCESS) status = MPI_Comm_size(comm, &ranks);
    if (status != MPI_SUCCESS) return status;
    if (between || ranks != self_nodes) return MPI_ERR_COMM;
    if (self_key == MPI_KEYVAL_INVALID) {
        status = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, self_forget, &self_key, NULL);
        if (status != MPI_SUCCESS) return status;
    }
    status = MPI_Comm_get_attr(comm, self_key, &value, &present);
    if (status != MPI_SUCCESS) return status;
    if (present) {
        *found = (struct self_rank *)value;
        return MPI_SUCCESS;
    }
    own = (struct self_rank *)malloc(sizeof *own);
    if (own == NULL) return MPI_ERR_NO_MEM;
    status = MPI_Comm_dup(comm, &own->comm);
    if (status != MPI_SUCCESS) {
        free(own);
        return status;
    }
    status = MPI_Comm_set_errhandler(own->comm, MPI_ERRORS_RETURN);
    if (status == MPI_SUCCESS) status = MPI_Comm_rank(comm, &own->node);
    if (status == MPI_SUCCESS) self_translate(own);
    if (status == MPI_SUCCESS) status = MPI_Comm_set_attr(comm, self_key, own);
    if (status != MPI_SUCCESS) {
        MPI_Comm_free(&own->comm);
        free(own);
        return status;
    }
    *found = own;
    return MPI_SUCCESS;
}

/* An error goes where the errors of the communicator go. */
static inline int self_told(MPI_Comm comm, int status)
{
    if (status != MPI_SUCCESS && comm != MPI_COMM_NULL) MPI_Comm_call_errhandler(comm, status);
    return status;
}
