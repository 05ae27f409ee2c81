package moirai.analysis.axioms.search.clauses;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.axioms.StepMeter;

/**
 * Learns one clause from a conflict: resolves it with the reasons of its literals, the latest first, until one literal
 * of the last decision level is left (Zhang et al., "Efficient Conflict Driven Learning in a Boolean Satisfiability
 * Solver", 2001).
 */
final class ConflictAnalysis {

    /** So many premises are kept; a longer proof is forgotten, and with it what the contradiction follows from. */
    private static final long PREMISES_MAX = 1L << 24;

    private final ClauseSearch search;
    private final ActivityHeap heap;
    private final StepMeter meter;
    private final BitSet seen = new BitSet();
    private long premisesKept;

    ConflictAnalysis(ClauseSearch search, ActivityHeap heap, StepMeter meter) {
        this.search = search;
        this.heap = heap;
        this.meter = meter;
    }

    /** Returns the clause learned: the literal that it implies first, then one of the level to go back to. */
    Clause learn(Clause conflict) {
        seen.clear();
        var literals = new IntArrayList();
        literals.add(0);
        var premises = new ArrayList<Clause>();
        IntArrayList trail = search.trail();
        Clause clause = conflict;
        int open = 0;
        int at = trail.size() - 1;
        int implied = -1;
        while (implied < 0) {
            premises.add(clause);
            for (int literal : clause.literals) {
                meter.spend(1);
                if (!seen.get(literal >> 1) && !search.isTrue(literal)) {
                    seen.set(literal >> 1);
                    open += visit(literal, literals, premises);
                }
            }
            while (!seen.get(trail.getInt(at) >> 1) || search.level(trail.getInt(at)) < search.currentLevel()) {
                at--;
            }
            int resolved = trail.getInt(at--);
            open--;
            if (open == 0) {
                implied = resolved ^ 1;
            } else {
                clause = search.reason(resolved);
            }
        }
        literals.set(0, implied);
        putDeepestSecond(literals);
        return new Clause(literals.toIntArray(), kept(premises), Clause.NO_LEMMA);
    }

    /** Returns 1 for a literal of the current level. */
    private int visit(int literal, IntArrayList literals, List<Clause> premises) {
        heap.bump(literal >> 1);
        if (search.level(literal) == search.currentLevel()) {
            return 1;
        }
        if (search.level(literal) > 0) {
            literals.add(literal);
        } else {
            premises.add(search.reason(literal));
        }
        return 0;
    }

    private void putDeepestSecond(IntArrayList literals) {
        int deepest = 1;
        for (int i = 2; i < literals.size(); i++) {
            if (search.level(literals.getInt(i)) > search.level(literals.getInt(deepest))) {
                deepest = i;
            }
        }
        if (deepest < literals.size()) {
            int literal = literals.getInt(deepest);
            literals.set(deepest, literals.getInt(1));
            literals.set(1, literal);
        }
    }

    private List<Clause> kept(List<Clause> premises) {
        premisesKept += premises.size();
        return premisesKept <= PREMISES_MAX ? premises : List.of();
    }

    /**
     * Returns the lemmas that a clause whose literals are all false at the root follows from; none if they were
     * forgotten.
     */
    IntArrayList lemmas(Clause refutation) {
        var lemmas = new IntArrayList();
        if (premisesKept > PREMISES_MAX) {
            return lemmas;
        }
        var open = new ArrayList<Clause>();
        visit(refutation, open);
        while (!open.isEmpty()) {
            Clause clause = open.removeLast();
            if (clause.lemma != Clause.NO_LEMMA) {
                lemmas.add(clause.lemma);
            }
            for (Clause premise : clause.premises) {
                visit(premise, open);
            }
            for (int literal : clause.literals) {
                if (search.level(literal) == 0 && search.isTrue(literal ^ 1)) {
                    visit(search.reason(literal), open);
                }
            }
        }
        return lemmas;
    }

    private static void visit(Clause clause, List<Clause> open) {
        if (!clause.visited) {
            clause.visited = true;
            open.add(clause);
        }
    }
}
