/**
 * Satisfiability of clauses that come from the conflicts of a theory. Knows nothing of transactions: what a literal
 * means is the theory's business.
 */
@NullMarked
package moirai.analysis.axioms.search.clauses;

import org.jspecify.annotations.NullMarked;
