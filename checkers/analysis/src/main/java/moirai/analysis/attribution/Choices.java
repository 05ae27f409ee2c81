package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.search.clauses.ClauseSearch;
import moirai.analysis.axioms.search.clauses.Theory;

/**
 * What is known of the writers that reads may be attributed to: a variable says that a writer is allowed. One of them
 * has to be, for each read; several may, of which the one that ranks first is chosen. Reads that are in no conflict
 * have no variables.
 */
final class Choices implements Theory {

    private static final int NO_CONFLICT = -1;
    private static final int NONE = -1;

    private final Guess guess;
    private final StepMeter meter;
    private final ClauseSearch clauses;
    private final List<Conflict> conflicts = new ArrayList<>();
    private final Int2IntOpenHashMap firstVariable = new Int2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<int[]> ranked = new Int2ObjectOpenHashMap<>();
    private final int[] best;
    private boolean isContradicted;

    Choices(Guess guess, StepMeter meter) {
        this.guess = guess;
        this.meter = meter;
        this.clauses = new ClauseSearch(this, meter);
        this.best = guess.writers();
        firstVariable.defaultReturnValue(NONE);
    }

    /** Excludes that all choices of a conflict are made. */
    void add(Conflict conflict) {
        if (isContradicted) {
            return;
        }
        int number = conflicts.size();
        conflicts.add(conflict);
        var literals = new IntArrayList();
        for (Conflict.Choice choice : conflict.choices()) {
            literals.add(2 * variable(choice) + 1);
        }
        isContradicted |= !clauses.addLemma(literals, number);
    }

    private int variable(Conflict.Choice choice) {
        int open = choice.open();
        if (firstVariable.get(open) == NONE) {
            addVariables(open);
        }
        int[] writers = ranked.get(open);
        int at = 0;
        while (writers[at] != choice.writer()) {
            at++;
        }
        return firstVariable.get(open) + at;
    }

    private void addVariables(int open) {
        int[] writers = guess.ranked(open);
        ranked.put(open, writers);
        var literals = new IntArrayList();
        for (int i = 0; i < writers.length; i++) {
            literals.add(2 * clauses.addVariable(true));
        }
        meter.spend(writers.length);
        firstVariable.put(open, literals.getInt(0) / 2);
        isContradicted |= !clauses.addLemma(literals, NO_CONFLICT);
    }

    /** Looks for choices without a known conflict. */
    ClauseSearch.Outcome solve() {
        return isContradicted ? ClauseSearch.Outcome.CONTRADICTION : clauses.search();
    }

    /** Returns the writer of each open read, after choices were found. */
    int[] writers() {
        int[] writers = best.clone();
        for (int open : ranked.keySet()) {
            int at = 0;
            while (!clauses.isTrue(2 * (firstVariable.get(open) + at))) {
                at++;
            }
            writers[open] = ranked.get(open)[at];
        }
        return writers;
    }

    /** Returns the conflicts from which it follows that there are no choices. */
    List<Conflict> contradiction() {
        List<Conflict> used = clauses.lemmas()
                .intStream()
                .filter(lemma -> lemma != NO_CONFLICT)
                .sorted()
                .mapToObj(conflicts::get)
                .toList();
        return used.isEmpty() ? List.copyOf(conflicts) : used;
    }

    @Override
    public boolean take(int literal, IntArrayList conflict) {
        return true;
    }

    @Override
    public void takeBack() {
        // Literals mean nothing beyond the clauses.
    }

    @Override
    public int lastLemma() {
        return NO_CONFLICT;
    }
}
