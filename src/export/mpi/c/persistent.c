
/* A call that is made once and started again and again, as those of MPI 4.0 that end in _init. */
typedef struct isotask_request {
    MPI_Comm comm;
    const struct self_rank *own;
    MPI_Request *messages;   /* by the tables; then two for each copy to this rank itself, a receive and a send */
    int number;              /* of messages by the tables */
    int all;                 /* of messages */
    int tag;
    int is_active;
    void *memory;            /* of the pool */
} isotask_request;

/* The calls of a communicator have tags of their own, until more than 32,766 have been made: every MPI has tags up to
   32,767. All ranks make them in one order. */
static inline int self_new_tag(struct self_rank *own)
{
    own->requests = own->requests % 32766 + 1;
    return self_tag + own->requests;
}

static inline int self_released(isotask_request *request)
{
    int i, status = MPI_SUCCESS;

    for (i = 0; i < request->all; ++i) {
        const int freed = request->messages[i] == MPI_REQUEST_NULL ? MPI_SUCCESS : MPI_Request_free(&request->messages[i]);
        if (status == MPI_SUCCESS) status = freed;
    }
    free(request->messages);
    free(request->memory);
    free(request);
    return status;
}

/* A call whose messages are not made yet. */
static inline isotask_request *self_begun(MPI_Comm comm, const struct self_rank *own, int tag, int copies)
{
    isotask_request *made = (isotask_request *)malloc(sizeof *made);
    int i;

    if (made == NULL) return NULL;
    made->comm = comm;
    made->own = own;
    made->number = (int)(self_first[own->kind + 1] - self_first[own->kind]);
    made->all = made->number + 2 * copies;
    made->tag = tag;
    made->is_active = 0;
    made->memory = NULL;
    made->messages = (MPI_Request *)malloc(((size_t)made->all + 1) * sizeof *made->messages);
    if (made->messages == NULL) {
        free(made);
        return NULL;
    }
    for (i = 0; i < made->all; ++i) made->messages[i] = MPI_REQUEST_NULL;
    return made;
}

static inline int self_in_slot(const struct self_rank *own, int slot)
{
    const size_t row = (size_t)own->kind * self_slots + (size_t)slot;
    return self_received[row] + self_sent[row];
}

/* Makes the messages by the tables. */
static inline int self_prepared(isotask_request *request, const struct self_blocks *in, const struct self_blocks *out)
{
    const struct self_rank *own;
    struct self_blocks pool;
    MPI_Request *made;
    size_t next;
    int slot, i, status;

    if (request == NULL) return MPI_ERR_NO_MEM;
    own = request->own;
    made = request->messages;
    next = (size_t)self_first[own->kind];
    status = self_pooled(&pool, out);
    if (status == MPI_SUCCESS) request->memory = pool.memory;
    for (slot = 0; slot < self_slots && status == MPI_SUCCESS; ++slot) {
        const int received = self_received[(size_t)own->kind * self_slots + (size_t)slot], all = self_in_slot(own, slot);
        for (i = 0; i < all && status == MPI_SUCCESS; ++i, ++next, ++made) {
            const int peer = own->at[self_peer[next]], part = self_part_of(next);
            const struct self_data data = self_found(own, i < received ? out : in, &pool, (long)self_place[next], part);
            status = i < received
                ? MPI_Recv_init(data.at, data.count, data.type, peer, request->tag, own->comm, made)
                : MPI_Send_init(data.at, data.count, data.type, peer, request->tag, own->comm, made);
        }
    }
    return status;
}

/* After a failure nothing is left of a call. */
static inline int self_kept(isotask_request **request, int status)
{
    if (status == MPI_SUCCESS || *request == NULL) return status;
    self_released(*request);
    *request = NULL;
    return status;
}

/* In the order of the tables, by which messages of a slot with equal ends are told apart. MPI_Startall may take any. */
static inline int self_started(int number, MPI_Request *messages)
{
    int i, status = MPI_SUCCESS;
    for (i = 0; i < number && status == MPI_SUCCESS; ++i) status = MPI_Start(&messages[i]);
    return status;
}

/* isotask_alltoallv to be started again and again, with the arguments of MPI_Alltoall_init; info says nothing. The buffers
   must be there until the call is freed, and left alone between start and wait. It is freed before comm is. */
static inline int isotask_alltoallv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                         int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                         isotask_request **request)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int tag = 0, status = self_known(comm, &own);

    (void)info;
    *request = NULL;
    if (status == MPI_SUCCESS) {
        tag = self_new_tag(own);
        status = self_packets(own, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &in, &out);
    }
    if (status == MPI_SUCCESS) {
        *request = self_begun(comm, own, tag, 0);
        status = self_prepared(*request, &in, &out);
    }
    return self_told(comm, self_kept(request, status));
}

/* Copies what a rank sends to itself and begins slot 0. Collective, but waits for no other rank; MPI_ERR_REQUEST if it
   has been started and not waited for. */
static inline int isotask_start(isotask_request *request)
{
    int i, status = MPI_SUCCESS;

    if (request == NULL) return MPI_ERR_REQUEST;
    if (request->is_active) return self_told(request->comm, MPI_ERR_REQUEST);
    request->is_active = 1;
    for (i = request->number; i < request->all && status == MPI_SUCCESS; i += 2) {
        status = self_started(2, &request->messages[i]);
        if (status == MPI_SUCCESS) status = MPI_Wait(&request->messages[i], MPI_STATUS_IGNORE);
        if (status == MPI_SUCCESS) status = MPI_Wait(&request->messages[i + 1], MPI_STATUS_IGNORE);
    }
    if (self_slots > 0 && status == MPI_SUCCESS) {
        status = self_started(self_in_slot(request->own, 0), request->messages);
    }
    return self_told(request->comm, status);
}

/* Carries out the rest. Collective: all ranks wait for several calls of a communicator in one order. It does nothing if
   the call has not been started. */
static inline int isotask_wait(isotask_request *request)
{
    MPI_Request *now;
    int slot, status = MPI_SUCCESS;

    if (request == NULL || !request->is_active) return MPI_SUCCESS;
    now = request->messages;
    for (slot = 0; slot < self_slots && status == MPI_SUCCESS; ++slot) {
        const int number = self_in_slot(request->own, slot);
        if (slot > 0) status = self_started(number, now);
        if (status == MPI_SUCCESS) status = self_waited(number, now);
        now += number;
    }
    if (status == MPI_SUCCESS) request->is_active = 0;
    return self_told(request->comm, status);
}

/* Frees a call and makes it NULL; MPI_ERR_REQUEST if it is NULL, or has been started and no wait for it has succeeded:
   messages may still be on their way. */
static inline int isotask_request_free(isotask_request **request)
{
    MPI_Comm comm;
    int status;

    if (request == NULL || *request == NULL) return MPI_ERR_REQUEST;
    comm = (*request)->comm;
    if ((*request)->is_active) return self_told(comm, MPI_ERR_REQUEST);
    status = self_released(*request);
    *request = NULL;
    return self_told(comm, status);
}
