/* Each of the ten functions, as its description promises. */
#include <gordian_ipasir.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

static void add(void *solver, int a, int b, int c)
{
    if (a) ipasir_add(solver, a);
    if (b) ipasir_add(solver, b);
    if (c) ipasir_add(solver, c);
    ipasir_add(solver, 0);
}

/* More pigeons than holes, from this variable on, unless `relax` is true. */
static void add_pigeons(void *solver, int first, int holes, int relax)
{
    int pigeon, other, hole;
    for (pigeon = 0; pigeon <= holes; pigeon++) {
        for (hole = 0; hole < holes; hole++) ipasir_add(solver, first + pigeon * holes + hole);
        ipasir_add(solver, relax);
        if (relax) ipasir_add(solver, 0);
        for (other = 0; other < pigeon; other++)
            for (hole = 0; hole < holes; hole++)
                add(solver, -(first + pigeon * holes + hole), -(first + other * holes + hole), relax);
    }
}

static void answers(void)
{
    void *solver = ipasir_init();
    CHECK(solver);
    CHECK(ipasir_solve(solver) == 10);
    add(solver, 1, 2, 0);
    add(solver, -1, 3, 0);
    CHECK(ipasir_val(solver, 1) == 0);
    ipasir_assume(solver, -2);
    CHECK(ipasir_solve(solver) == 10);
    CHECK(ipasir_val(solver, 1) == 1 && ipasir_val(solver, -1) == 1);
    CHECK(ipasir_val(solver, 2) == -2 && ipasir_val(solver, -2) == -2);
    CHECK(ipasir_val(solver, 3) == 3);
    ipasir_assume(solver, 4);
    ipasir_assume(solver, -2);
    ipasir_assume(solver, -3);
    CHECK(ipasir_solve(solver) == 20);
    CHECK(ipasir_failed(solver, -2) && ipasir_failed(solver, -3) && !ipasir_failed(solver, 4));
    CHECK(ipasir_val(solver, 1) == 0);
    CHECK(ipasir_solve(solver) == 10);
    CHECK(!ipasir_failed(solver, -2));
    add(solver, -2, 0, 0);
    add(solver, -3, 0, 0);
    CHECK(ipasir_solve(solver) == 20);
    CHECK(ipasir_solve(solver) == 20);
    ipasir_release(solver);
}

struct counter {
    void *solver;
    int calls, limit, longest;
};

static int count_down(void *state)
{
    struct counter *counter = state;
    return ++counter->calls > counter->limit;
}

static void count_clause(void *state, int *clause)
{
    struct counter *counter = state;
    int length = 0;
    while (clause[length]) length++;
    CHECK(length > 0 && length <= counter->longest);
    counter->calls++;
}

static void callbacks(void)
{
    void *solver = ipasir_init();
    struct counter questions = {0, 0, 3, 0}, clauses = {0, 0, 0, 60};
    questions.solver = clauses.solver = solver;
    add_pigeons(solver, 10, 10, 1);
    ipasir_set_terminate(solver, &questions, count_down);
    ipasir_set_learn(solver, &clauses, clauses.longest, count_clause);
    ipasir_assume(solver, -1);
    CHECK(ipasir_solve(solver) == 0);
    CHECK(questions.calls == questions.limit + 1);
    CHECK(clauses.calls > 0);
    CHECK(ipasir_val(solver, 10) == 0 && ipasir_failed(solver, -1) == 0);
    ipasir_set_terminate(solver, NULL, NULL);
    ipasir_set_learn(solver, NULL, 0, NULL);
    clauses.calls = 0;
    CHECK(ipasir_solve(solver) == 10);
    CHECK(ipasir_val(solver, 1) == 1);
    CHECK(questions.calls == questions.limit + 1 && clauses.calls == 0);
    ipasir_release(solver);
}

static int meddle(void *state)
{
    struct counter *counter = state;
    ipasir_add(counter->solver, 1);
    ipasir_add(counter->solver, 0);
    ipasir_assume(counter->solver, 1);
    CHECK(ipasir_solve(counter->solver) == 0);
    CHECK(ipasir_val(counter->solver, 1) == 0);
    ipasir_set_terminate(counter->solver, NULL, NULL);
    ipasir_release(counter->solver);
    counter->calls++;
    return 0;
}

/* What is not allowed, and must do no harm. */
static void misuse(void)
{
    void *solver = ipasir_init();
    struct counter counter = {0, 0, 0, 0};
    ipasir_add(NULL, 1);
    ipasir_assume(NULL, 1);
    CHECK(ipasir_solve(NULL) == 0 && ipasir_val(NULL, 1) == 0 && ipasir_failed(NULL, 1) == 0);
    ipasir_set_terminate(NULL, NULL, NULL);
    ipasir_set_learn(NULL, NULL, 0, NULL);
    ipasir_release(NULL);

    counter.solver = solver;
    add_pigeons(solver, 10, 4, 0);
    ipasir_set_terminate(solver, &counter, meddle);
    CHECK(ipasir_solve(solver) == 20);
    CHECK(counter.calls > 0);
    ipasir_release(solver);

    solver = ipasir_init();
    add(solver, INT_MAX, -INT_MAX, 1);
    add(solver, -INT_MAX, 0, 0);
    CHECK(ipasir_solve(solver) == 10 && ipasir_val(solver, INT_MAX) == -INT_MAX);
    add(solver, INT_MIN, 0, 0);
    CHECK(ipasir_solve(solver) == 0);
    ipasir_release(solver);
}

int main(void)
{
    CHECK(strncmp(ipasir_signature(), "gordian-", 8) == 0);
    answers();
    callbacks();
    misuse();
    puts("every function does what it promises");
    return 0;
}
