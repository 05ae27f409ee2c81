package moirai.analysis.validation;

import java.util.Set;
import java.util.function.Supplier;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.counters.CounterChecker;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.registers.Assumption;
import moirai.analysis.registers.RegisterCycles;
import moirai.analysis.sets.SetChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;

/**
 * Judges histories of lists, registers, sets and counters at any level.
 *
 * <ol>
 *   <li>What single reads prove comes first: aborted, intermediate and garbage reads and the like.
 *   <li>Lists: cycles of dependencies decide most levels, all of them in one pass.
 *   <li>Registers: cycles of dependencies prove violations and name them. Under assumptions, which they alone know of,
 *       they are looked for in any case.
 *   <li>Sets: cycles too, see {@link SetChecker}. Counters: sums, see {@link CounterChecker}.
 *   <li>For other levels, and for registers: axioms, one level after the other. If the level asked for holds, so do
 *       all that it implies. If not, those are examined too, so that the report can say what does hold; the witness of
 *       the weakest broken level is the plainest.
 * </ol>
 */
public final class LevelChecker implements Checker {

    private final Engine engine;
    private final StepBudget budget;
    private final Set<Assumption> assumptions;
    private final ListAppendChecker lists = new ListAppendChecker();
    private final SetChecker sets = new SetChecker();
    private final CounterChecker counters;

    /** Creates a checker that picks the engine by itself, with the default budget. */
    public LevelChecker() {
        this(Engine.AUTO, StepBudget.DEFAULT);
    }

    /**
     * Uses one engine.
     *
     * @param budget of each search for a commit order
     */
    public LevelChecker(Engine engine, StepBudget budget) {
        this(engine, budget, Set.of());
    }

    /**
     * Uses one engine.
     *
     * @param budget of each search for a commit order
     * @param assumptions about registers: cycles are found relative to them; lists need none
     * @throws IllegalArgumentException if axioms alone are to judge under assumptions, of which they know nothing
     */
    public LevelChecker(Engine engine, StepBudget budget, Set<Assumption> assumptions) {
        this(engine, budget, assumptions, BankRules.DEFAULT);
    }

    private LevelChecker(Engine engine, StepBudget budget, Set<Assumption> assumptions, BankRules bank) {
        if (engine == Engine.AXIOMS && !assumptions.isEmpty()) {
            throw new IllegalArgumentException(
                    "axioms know of no assumption, but " + assumptions + " are made; expected AUTO or CYCLES");
        }
        this.engine = engine;
        this.budget = budget;
        this.assumptions = Set.copyOf(assumptions);
        this.counters = new CounterChecker(bank);
    }

    /** Returns this checker with rules for histories of transfers between accounts. */
    public LevelChecker withBank(BankRules bank) {
        return new LevelChecker(engine, budget, assumptions, bank);
    }

    /** {@inheritDoc} For registers those up to causal, which need no search. */
    @Override
    public Findings analyze(History history) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> analyze(history, IsolationLevel.STRICT_SERIALIZABLE);
            case REGISTER -> analyze(history, IsolationLevel.CAUSAL);
            case SET -> analyze(history, IsolationLevel.STRICT_SERIALIZABLE);
            case COUNTER -> counters.analyze(history);
        };
    }

    @Override
    public Findings analyze(History history, IsolationLevel level) {
        return analyze(history, level, AnalysisWatcher.SILENT);
    }

    @Override
    public Findings analyze(History history, IsolationLevel level, AnalysisWatcher watcher) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> analyzeLists(history, level, watcher);
            case REGISTER -> analyzeRegisters(history, level, watcher);
            case SET -> analyzeSets(history, level, watcher);
            case COUNTER -> counters.analyze(history, level, watcher);
        };
    }

    /**
     * Examines every level of the lattice, also those that the one expected says nothing of: on lists, what cycles
     * leave open, such as whether a history that is not serializable is causal. The two kinds of findings are one.
     */
    public Checker ofEveryLevel() {
        return this::analyzeEveryLevel;
    }

    private Findings analyzeEveryLevel(History history) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> {
                var examination = new Examination(history, budget, AnalysisWatcher.SILENT);
                examination.add(lists.analyze(history));
                yield examination.atEveryLevel();
            }
            case REGISTER -> {
                var examination = new Examination(history, budget, AnalysisWatcher.SILENT);
                examination.examineStrongReadUncommitted();
                yield examination.atEveryLevel();
            }
            case SET, COUNTER -> analyze(history);
        };
    }

    private Findings analyzeLists(History history, IsolationLevel level, AnalysisWatcher watcher) {
        return withAxioms(lists.analyze(history, level, watcher), history, level, watcher);
    }

    private Findings analyzeSets(History history, IsolationLevel level, AnalysisWatcher watcher) {
        Findings cycles = sets.analyze(history, level, watcher);
        // Axioms read each element of a set as a key of its own, which costs reads × elements.
        return KeyValueReads.isAffordable(history) ? withAxioms(cycles, history, level, watcher) : cycles;
    }

    private Findings analyzeRegisters(History history, IsolationLevel level, AnalysisWatcher watcher) {
        var examination = new Examination(history, budget, watcher);
        if (assumptions.isEmpty()) {
            examination.examineStrongReadUncommitted();
        }
        Supplier<Findings> cycles = () -> RegisterCycles.find(history, examination.items(), assumptions);
        return switch (engine) {
            case AXIOMS -> examination.at(level);
            case AUTO -> {
                if (assumptions.isEmpty()) {
                    yield examination.at(level, cycles);
                }
                examination.addCycles(cycles.get(), level);
                yield examination.at(level);
            }
            case CYCLES -> examination.withCycles(cycles.get(), level);
        };
    }

    private Findings withAxioms(Findings cycles, History history, IsolationLevel level, AnalysisWatcher watcher) {
        // Without times no axiom speaks against a level, either, of which all but real time holds.
        boolean isBlind = !history.isTimed() && cycles.holds(IsolationLevel.STRONG_SESSION_SERIALIZABLE);
        boolean decided = isBlind || !(cycles.at(level) instanceof Verdict.Undecided);
        boolean isOfCyclesAlone = LevelAxioms.of(level).isEmpty();
        if (engine == Engine.CYCLES || (engine == Engine.AUTO && decided) || isOfCyclesAlone) {
            return cycles;
        }
        var examination = new Examination(history, budget, watcher);
        if (engine == Engine.AXIOMS) {
            examination.addReads(cycles);
        } else {
            examination.add(cycles);
        }
        return examination.at(level);
    }
}
