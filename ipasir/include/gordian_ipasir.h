/* Gordian with the IPASIR interface.
 *
 * A solver is used by one thread at a time. Literals are nonzero numbers: v is true, -v is false. The functions may be called in any order on a live solver,
 * but from a callback none may be called with the solver that calls back; such calls do nothing.
 */
#ifndef GORDIAN_IPASIR_H
#define GORDIAN_IPASIR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Name and version. The string is never freed. */
const char *ipasir_signature(void);

/* A new solver without clauses, to be given back with ipasir_release; NULL if there is none to be had. */
void *ipasir_init(void);

/* Frees a solver. */
void ipasir_release(void *solver);

/* Adds a literal to the clause being written; 0 ends it and adds it to the formula for good. Ending a clause discards the last answer. */
void ipasir_add(void *solver, int lit_or_zero);

/* Assumes a literal, for the next call of ipasir_solve only. */
void ipasir_assume(void *solver, int lit);

/* Solves the formula under the assumptions, and forgets these: 10 if there is a model, 20 if there is none, 0 if the search was ended
 * by the callback, or if the solver was given a literal that no variable has. */
int ipasir_solve(void *solver);

/* After 10, and before the next clause or question: lit if it is true in the model, -lit if it is false. Else 0. */
int ipasir_val(void *solver, int lit);

/* After 20, and before the next clause or question: 1 if this assumption belongs to those that together have no model, else 0. */
int ipasir_failed(void *solver, int lit);

/* During a search, calls terminate(state) when it begins and then every thousand conflicts or decisions, about; if the result is not 0, the search
 * ends. A NULL function takes the callback back. */
void ipasir_set_terminate(void *solver, void *state, int (*terminate)(void *state));

/* During a search, calls learn(state, clause) for each learned clause of at most max_length literals. The clause ends with 0 and is valid during
 * the call only; it follows from the formula alone. A NULL function takes the callback back. */
void ipasir_set_learn(void *solver, void *state, int max_length, void (*learn)(void *state, int *clause));

#ifdef __cplusplus
}
#endif

#endif
