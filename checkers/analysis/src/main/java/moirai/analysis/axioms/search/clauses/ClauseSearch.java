package moirai.analysis.axioms.search.clauses;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.axioms.StepMeter;

/**
 * Conflict-driven clause learning over a theory.
 *
 * <p>Marques-Silva, Sakallah, "GRASP" (1999); Eén, Sörensson, "An Extensible SAT-solver" (2003): two watched literals,
 * first unique implication point, activities, saved phases, restarts. Clauses are given, and never forgotten, or come
 * from conflicts of the {@link Theory}, which is asked about each literal as soon as no clause implies another one:
 * then a decision that closes a cycle is refuted at once, not after all variables have a value (Bayless et al., "SAT
 * Modulo Monotonic Theories", 2015).
 *
 * <p>Variables belong to windows, which are decided one after the other. A conflict among near windows takes back these
 * alone, where activities by themselves would spread its literals over the whole trail, so that each of many conflicts
 * that have nothing to do with one another would take back most of it. A restart keeps the decisions that it would make
 * again (van der Tak, Ramos, Heule, "Reusing the Assignment Trail in CDCL Solvers", 2011). Where conflicts are more
 * than variables the problem is not as local as the windows, which are made wider.
 *
 * <p>Clauses keep their premises, so that from the empty clause one gets back to the lemmas that it follows from.
 *
 * <p>Compared with the MiniSat of LogicNG 2.6.0, asked for whole models, all of whose conflicts become clauses before
 * the next: on 200 hard histories of the benchmarks at two levels both take 1.2 s of CPU, 0.02 s of it in the search;
 * without the stages before it, this search takes 4.4 s and that one 1.4 s, and on a serial history of 100,000
 * transactions in 50 sessions, listed one after the other, 14 s and 4 s. Whole models make the difference, not the
 * library: asked like that, this search takes 1.1 s and 4 s, and it names the lemmas of a contradiction. What would
 * change our mind: a library that, asked the same way, is faster and names them too.
 *
 * <p>Deterministic. Steps: one for each watched clause looked at and each literal resolved.
 */
public final class ClauseSearch {

    /** The result of a search. */
    public enum Outcome {
        /** Every variable has a value. */
        MODEL,
        /** There is none. */
        CONTRADICTION,
        /** The budget ended. */
        EXHAUSTED
    }

    private static final int RESTART_UNIT = 64;
    private static final int CLAUSES_KEPT = 4_000;
    private static final int WIDENING = 4;

    private final Theory theory;
    private final StepMeter meter;
    private final ActivityHeap heap = new ActivityHeap();
    private final List<List<Clause>> watches = new ArrayList<>();
    private final List<Clause> learned = new ArrayList<>();
    private final List<Clause> reasons = new ArrayList<>();
    private final IntArrayList trail = new IntArrayList();
    private final IntArrayList levelStart = new IntArrayList();
    private final ConflictAnalysis analysis;
    /** The value of each literal: 1 true, -1 false, 0 neither. */
    private byte[] value = new byte[32];

    private int[] level = new int[16];
    private boolean[] phase = new boolean[16];
    private int variableCount;
    private int clausesDone;
    private int theoryDone;
    private int restarts;
    private int conflictsUntilRestart = RESTART_UNIT;
    private int conflictsInWindows;
    private int learnedMax = CLAUSES_KEPT;
    private Clause refutation = Clause.NONE;

    public ClauseSearch(Theory theory, StepMeter meter) {
        this.theory = theory;
        this.meter = meter;
        this.analysis = new ConflictAnalysis(this, heap, meter);
    }

    /** Adds a variable to window 0. */
    public int addVariable(boolean firstTried) {
        return addVariable(firstTried, 0);
    }

    /**
     * Adds a variable that is tried with this value first. Variables are numbered from 0.
     *
     * @param window those of lower windows are decided before it
     */
    public int addVariable(boolean firstTried, int window) {
        int variable = variableCount++;
        if (variable == level.length) {
            level = Arrays.copyOf(level, 2 * variable);
            phase = Arrays.copyOf(phase, 2 * variable);
            value = Arrays.copyOf(value, 4 * variable);
        }
        phase[variable] = firstTried;
        reasons.add(Clause.NONE);
        watches.add(new ArrayList<>());
        watches.add(new ArrayList<>());
        heap.addVariable(variable, window);
        return variable;
    }

    /** Returns whether the literal is true now. */
    public boolean isTrue(int literal) {
        return value[literal] > 0;
    }

    /** Returns whether the variable has a value now. */
    public boolean isAssigned(int variable) {
        return value[2 * variable] != 0;
    }

    int level(int literal) {
        return level[literal >> 1];
    }

    int currentLevel() {
        return levelStart.size();
    }

    Clause reason(int literal) {
        return reasons.get(literal >> 1);
    }

    IntArrayList trail() {
        return trail;
    }

    /** Returns the lemmas from which the contradiction follows; none if its proof was too long to keep. */
    public IntArrayList lemmas() {
        return analysis.lemmas(refutation);
    }

    /** Continues from the present values, without the decisions that {@link #decide} would not make first now. */
    public Outcome search() {
        backtrackToReused();
        while (true) {
            Clause conflict = propagate();
            if (conflict != Clause.NONE) {
                if (!resolve(conflict)) {
                    return Outcome.CONTRADICTION;
                }
            } else if (meter.isExhausted()) {
                return Outcome.EXHAUSTED;
            } else if (conflictsUntilRestart <= 0) {
                restarts++;
                conflictsUntilRestart = RESTART_UNIT * luby(restarts);
                widenWindows();
                backtrackToReused();
                forgetClauses();
            } else if (!decide()) {
                return Outcome.MODEL;
            }
        }
    }

    /**
     * Adds a lemma, and goes back to the root; false if it contradicts the others.
     *
     * @param literals each once
     * @param lemma the theory's number for it
     */
    public boolean addLemma(IntArrayList literals, int lemma) {
        backtrack(0);
        var clause = new Clause(literals.toIntArray(), List.of(), lemma);
        int open = 0;
        for (int i = 0; i < clause.literals.length && open < 2; i++) {
            int literal = clause.literals[i];
            if (value[literal] >= 0) {
                clause.literals[i] = clause.literals[open];
                clause.literals[open++] = literal;
            }
        }
        if (open == 0) {
            refutation = clause;
            return false;
        }
        if (open == 2) {
            watch(clause);
        } else if (value[clause.literals[0]] == 0) {
            assign(clause.literals[0], clause);
        }
        return true;
    }

    private void widenWindows() {
        if (conflictsInWindows > variableCount) {
            conflictsInWindows = 0;
            heap.widen(WIDENING);
        }
    }

    /** Takes back the first decision that the next one would precede, and all that follow it. */
    private void backtrackToReused() {
        while (!heap.isEmpty() && isAssigned(heap.first())) {
            heap.removeFirst();
        }
        if (heap.isEmpty()) {
            return;
        }
        int kept = 0;
        while (kept < currentLevel() && heap.precedes(trail.getInt(levelStart.getInt(kept)) >> 1, heap.first())) {
            kept++;
        }
        backtrack(kept);
    }

    private void watch(Clause clause) {
        watches.get(clause.literals[0]).add(clause);
        watches.get(clause.literals[1]).add(clause);
    }

    private boolean decide() {
        while (!heap.isEmpty()) {
            int variable = heap.removeFirst();
            if (!isAssigned(variable)) {
                meter.spend(1);
                levelStart.add(trail.size());
                assign(phase[variable] ? 2 * variable : 2 * variable + 1, Clause.NONE);
                return true;
            }
        }
        return false;
    }

    private void assign(int literal, Clause reason) {
        int variable = literal >> 1;
        value[literal] = 1;
        value[literal ^ 1] = -1;
        level[variable] = currentLevel();
        reasons.set(variable, reason);
        trail.add(literal);
    }

    private Clause propagate() {
        while (true) {
            while (clausesDone < trail.size()) {
                Clause conflict = visitWatches(trail.getInt(clausesDone++) ^ 1);
                if (conflict != Clause.NONE) {
                    return conflict;
                }
            }
            if (theoryDone == trail.size()) {
                return Clause.NONE;
            }
            var conflict = new IntArrayList();
            if (!theory.take(trail.getInt(theoryDone), conflict)) {
                for (int i = 0; i < conflict.size(); i++) {
                    conflict.set(i, conflict.getInt(i) ^ 1);
                }
                return new Clause(conflict.toIntArray(), List.of(), theory.lastLemma());
            }
            theoryDone++;
        }
    }

    /** Finds another literal to watch, or implies the only one left, in clauses that watch this one, which is false. */
    private Clause visitWatches(int falseLiteral) {
        List<Clause> watching = watches.get(falseLiteral);
        int kept = 0;
        Clause conflict = Clause.NONE;
        for (int i = 0; i < watching.size(); i++) {
            Clause clause = watching.get(i);
            meter.spend(1);
            if (conflict != Clause.NONE) {
                watching.set(kept++, clause);
            } else if (!clause.deleted && !moveWatch(clause, falseLiteral)) {
                watching.set(kept++, clause);
                int other = clause.literals[0];
                if (value[other] < 0) {
                    conflict = clause;
                } else if (value[other] == 0) {
                    assign(other, clause);
                }
            }
        }
        if (kept < watching.size()) {
            watching.subList(kept, watching.size()).clear();
        }
        return conflict;
    }

    /** Puts the false literal second; then whether a literal that is not false took its place. */
    private boolean moveWatch(Clause clause, int falseLiteral) {
        int[] literals = clause.literals;
        if (literals[0] == falseLiteral) {
            literals[0] = literals[1];
            literals[1] = falseLiteral;
        }
        if (value[literals[0]] > 0) {
            return false;
        }
        for (int i = 2; i < literals.length; i++) {
            if (value[literals[i]] >= 0) {
                literals[1] = literals[i];
                literals[i] = falseLiteral;
                watches.get(literals[1]).add(clause);
                return true;
            }
        }
        return false;
    }

    /** Learns from a clause whose literals are all false; returns false if nothing is left to change. */
    private boolean resolve(Clause conflict) {
        int deepest = 0;
        for (int literal : conflict.literals) {
            deepest = Math.max(deepest, level(literal));
        }
        backtrack(deepest);
        if (deepest == 0) {
            refutation = conflict;
            return false;
        }
        conflictsUntilRestart--;
        conflictsInWindows++;
        Clause clause = analysis.learn(conflict);
        backtrack(clause.literals.length == 1 ? 0 : level(clause.literals[1]));
        if (clause.literals.length > 1) {
            watch(clause);
            learned.add(clause);
        }
        assign(clause.literals[0], clause);
        heap.decay();
        return true;
    }

    private void backtrack(int toLevel) {
        if (currentLevel() <= toLevel) {
            return;
        }
        int kept = levelStart.getInt(toLevel);
        for (int i = trail.size() - 1; i >= kept; i--) {
            int literal = trail.getInt(i);
            if (i < theoryDone) {
                theory.takeBack();
            }
            value[literal] = 0;
            value[literal ^ 1] = 0;
            phase[literal >> 1] = (literal & 1) == 0;
            reasons.set(literal >> 1, Clause.NONE);
            heap.insert(literal >> 1);
        }
        trail.size(kept);
        levelStart.size(toLevel);
        clausesDone = Math.min(clausesDone, kept);
        theoryDone = Math.min(theoryDone, kept);
    }

    /**
     * Forgets the longer half of the clauses that follow from others, the older first, if there are too many.
     */
    private void forgetClauses() {
        if (learned.size() <= learnedMax) {
            return;
        }
        learnedMax += learnedMax / 8;
        int[] lengths = learned.stream()
                .mapToInt(clause -> clause.literals.length)
                .sorted()
                .toArray();
        int limit = Math.max(3, lengths[lengths.length / 2]);
        int keepFrom = learned.size() - learned.size() / 4;
        var kept = new ArrayList<Clause>();
        for (int i = 0; i < learned.size(); i++) {
            Clause clause = learned.get(i);
            boolean isReason = reason(clause.literals[0]) == clause;
            if (clause.literals.length < limit || i >= keepFrom || isReason) {
                kept.add(clause);
            } else {
                clause.deleted = true;
            }
        }
        learned.clear();
        learned.addAll(kept);
    }

    /** Returns an element of the sequence 1 1 2 1 1 2 4 1 1 2 … (Luby, Sinclair, Zuckerman 1993), from 1. */
    private static int luby(int index) {
        int i = index;
        while (true) {
            int power = Integer.SIZE - Integer.numberOfLeadingZeros(i);
            if (i == (1 << power) - 1) {
                return 1 << (power - 1);
            }
            i -= (1 << (power - 1)) - 1;
        }
    }
}
