package moirai.exploration;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.Replay;
import moirai.exploration.search.Script;
import moirai.exploration.search.Search;
import moirai.exploration.search.TxnRunner;
import moirai.exploration.search.TxnRunner.NewChoicesException;
import moirai.exploration.search.Validity;
import moirai.history.level.IsolationLevel;

/** An exploration of all behaviours of a program at an isolation level. */
public final class Exploration {

    /** A listener that is called after each complete history and whenever a search starts again. */
    @FunctionalInterface
    public interface Progress {

        /**
         * Returns whether to continue.
         *
         * @param histories the number of histories of the level so far
         * @param ends the number of complete histories so far
         * @param open the number of known places from which further behaviours begin
         */
        boolean reached(long histories, long ends, int open);
    }

    private final TxnRunner runner;
    private final ExplorationOptions options;
    private final List<Invariant> invariants;
    private final List<IsolationLevel> required;
    private final int finalSession;
    private final Validity validity;
    private final List<ExplorationResult.Failure> failures = new ArrayList<>();
    private long histories;
    private long undecided;
    /** The number of complete histories of searches that started again. */
    private long formerEnds;

    private long formerRuns;

    private Exploration(
            TxnRunner runner, ExplorationOptions options, List<Invariant> invariants, List<IsolationLevel> required) {
        this.runner = runner;
        this.options = options;
        this.invariants = List.copyOf(invariants);
        this.required = List.copyOf(required);
        this.finalSession = runner.isLastFinal() ? runner.sessionCount() - 1 : -1;
        this.validity = new Validity(options.level(), finalSession);
    }

    /** Explores a program as the options say. */
    public static ExplorationResult of(Explorable program, ExplorationOptions options, Invariant... invariants) {
        return of(program, options, List.of(invariants), (histories, ends, open) -> true);
    }

    /**
     * Explores a program as the options say, and reports the progress.
     *
     * @throws moirai.exploration.search.NondeterminismError if a transaction is not a function of its reads
     * @throws moirai.exploration.jdbc.UnexplorableException if the program needs something that the store does not
     *    support
     */
    public static ExplorationResult of(
            Explorable program, ExplorationOptions options, List<Invariant> invariants, Progress progress) {
        try (TxnRunner runner = program.runner()) {
            return new Exploration(runner, options, invariants, List.of()).explore(progress);
        }
    }

    /**
     * Decides whether all behaviours of a program at one level are allowed at another level. If the other level is
     * serializability, this property is called robustness (Bernardi, Gotsman, "Robustness against Consistency Models
     * with Atomic Visibility", 2016).
     *
     * @return a result with a failure for a behaviour that the other level does not allow
     */
    public static ExplorationResult compare(
            Explorable program, ExplorationOptions options, IsolationLevel other, Progress progress) {
        try (TxnRunner runner = program.runner()) {
            return new Exploration(runner, options, List.of(), List.of(other)).explore(progress);
        }
    }

    /**
     * Estimates the number of histories of a search at the base level, as the mean of random descents. The estimate may
     * be far off if only a few branches are long.
     *
     * @param descents the number of random descents
     */
    public static double estimate(Explorable program, ExplorationOptions options, int descents) {
        try (TxnRunner runner = program.runner()) {
            var restarts = new Restarts();
            while (true) {
                try {
                    return meanWeight(runner, options, descents);
                } catch (NewChoicesException more) {
                    // What was counted had fewer ways than there are.
                    restarts.add(more, 0);
                }
            }
        }
    }

    private static double meanWeight(TxnRunner runner, ExplorationOptions options, int descents) {
        var search = new Search(runner, options.base(), Algorithm.PROBING, new SplittableRandom(options.seed()));
        double[] sum = {0};
        search.run(history -> {
            sum[0] += search.weight();
            return search.ends() < descents;
        });
        return sum[0] / search.ends();
    }

    private ExplorationResult explore(Progress progress) {
        var restarts = new Restarts();
        while (true) {
            var search = new Search(runner, options.base(), options.algorithm(), new SplittableRandom(options.seed()));
            try {
                boolean isExhausted = search.run(history -> visit(search, history) && mayGoOn(search, progress));
                return result(search, isExhausted);
            } catch (NewChoicesException more) {
                restarts.add(more, search.ends());
                if (!mayGoOn(search, progress)) {
                    return result(search, false);
                }
                formerEnds += search.ends();
                formerRuns += search.runs();
                // What was found remains possible, but it is found again.
                failures.clear();
                histories = 0;
                undecided = 0;
            }
        }
    }

    private boolean visit(Search search, TxnRunner.Sight history) {
        switch (validity.of(history, options.base())) {
            case YES -> {
                histories++;
                examine(search, history);
            }
            case NO -> {}
            case UNDECIDED -> undecided++;
        }
        return failures.size() < options.failuresMax();
    }

    /**
     * Runs one behaviour again, and returns its failure; if nothing is broken, {@code what} is empty.
     *
     * @param others levels that must allow the behaviour; if there are any, assertions and invariants are not checked
     * @throws moirai.exploration.search.Replay.ReplayException if the program does not follow the script
     */
    public static ExplorationResult.Failure replayed(
            CheckedProgram checked, Script script, List<IsolationLevel> others) {
        try (TxnRunner runner = checked.program().runner()) {
            var exploration = new Exploration(
                    runner,
                    ExplorationOptions.at(IsolationLevel.STRONG_SESSION_READ_COMMITTED),
                    checked.invariants(),
                    others);
            var restarts = new Restarts();
            while (true) {
                try {
                    return exploration.judged(Replay.of(runner, script));
                } catch (NewChoicesException more) {
                    // Scans know the new rows now, as they did when the script was written.
                    restarts.add(more, 0);
                }
            }
        }
    }

    private boolean mayGoOn(Search search, Progress progress) {
        long ends = formerEnds + search.ends();
        return ends < options.historiesMax() && progress.reached(histories, ends, search.open());
    }

    private ExplorationResult result(Search search, boolean isExhausted) {
        return new ExplorationResult(
                histories,
                formerEnds + search.ends(),
                formerRuns + search.runs(),
                undecided,
                isExhausted && undecided == 0,
                failures);
    }

    private void examine(Search search, TxnRunner.Sight history) {
        if (failures.size() < options.failuresMax() && !what(history).isEmpty()) {
            search.confirm();
            failures.add(judged(history));
        }
    }

    private ExplorationResult.Failure judged(TxnRunner.Sight history) {
        var broken = new ArrayList<IsolationLevel>();
        var undecided = new ArrayList<IsolationLevel>();
        for (IsolationLevel level : ExploredLevels.all()) {
            if (broken.stream().noneMatch(level::implies)) {
                switch (new Validity(level, finalSession).of(history)) {
                    case YES -> {}
                    case NO -> broken.add(level);
                    case UNDECIDED -> undecided.add(level);
                }
            }
        }
        return new ExplorationResult.Failure(what(history), Behaviour.of(history, runner), broken, undecided);
    }

    private String what(TxnRunner.Sight history) {
        return required.isEmpty() ? broken(history) : notRequired(history);
    }

    /** Returns the first failure of a transaction or an invariant; empty if nothing failed. */
    private String broken(TxnRunner.Sight history) {
        for (int index = 0; index < history.count(); index++) {
            if (!history.block(index).end().failure().isEmpty()) {
                return history.block(index).end().failure();
            }
        }
        if (invariants.isEmpty()) {
            return "";
        }
        Behaviour behaviour = Behaviour.of(history, runner);
        return invariants.stream()
                .filter(invariant -> !invariant.holds().test(behaviour))
                .map(Invariant::name)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns a text that names a required level that does not allow the history; empty if all required levels allow
     * it.
     */
    private String notRequired(TxnRunner.Sight history) {
        for (IsolationLevel level : required) {
            switch (new Validity(level, finalSession).of(history)) {
                case YES -> {}
                case NO -> {
                    return "not " + ExploredLevels.NAMES.label(level);
                }
                case UNDECIDED -> undecided++;
            }
        }
        return "";
    }
}
