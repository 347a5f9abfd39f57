/* An application of IPASIR: the backbone of a formula, the literals that are true in every model. Reads DIMACS from standard input; prints
 * `unsat`, or `backbone` and the literals. One question finds a model; then each literal of it that no later model made false is asked for. */
#include <gordian_ipasir.h>

#include <stdio.h>
#include <stdlib.h>

static int learned, asked;

static void on_learned(void *state, int *clause)
{
    (void)state;
    for (; *clause; clause++) learned++;
}

static int on_asked(void *state)
{
    (void)state;
    asked++;
    return 0;
}

int main(void)
{
    int num_vars, num_clauses, lit, var, candidates;
    int *model;
    void *solver = ipasir_init();
    if (!solver || scanf(" p cnf %d %d", &num_vars, &num_clauses) != 2) return 1;
    ipasir_set_learn(solver, NULL, 100, on_learned);
    ipasir_set_terminate(solver, NULL, on_asked);
    while (scanf("%d", &lit) == 1) ipasir_add(solver, lit);
    if (ipasir_solve(solver) == 20) {
        puts("unsat");
        ipasir_release(solver);
        return 0;
    }
    model = malloc((num_vars + 1) * sizeof *model);
    if (!model) return 1;
    for (var = 1; var <= num_vars; var++) model[var] = ipasir_val(solver, var);
    printf("backbone");
    candidates = num_vars;
    for (var = 1; var <= num_vars; var++) {
        int other, answer;
        if (!model[var]) continue;
        ipasir_assume(solver, -model[var]);
        answer = ipasir_solve(solver);
        if (answer == 20) {
            if (!ipasir_failed(solver, -model[var]) && asked) return 2;
            printf(" %d", model[var]);
            ipasir_add(solver, model[var]);
            ipasir_add(solver, 0);
        } else if (answer == 10) {
            for (other = var; other <= num_vars; other++)
                if (model[other] && ipasir_val(solver, other) != model[other]) model[other] = 0, candidates--;
        } else {
            return 3;
        }
    }
    puts("");
    fprintf(stderr, "%d candidates stayed, %d literals learned, asked %d times\n", candidates, learned, asked);
    free(model);
    ipasir_release(solver);
    return 0;
}
