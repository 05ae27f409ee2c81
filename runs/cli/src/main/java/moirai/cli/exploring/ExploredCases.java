package moirai.cli.exploring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.exploration.Behaviour;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.Script;
import moirai.history.level.IsolationLevel;
import moirai.runs.cases.Claim;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.ExploredCase.RanStep;
import moirai.runs.cases.ExploredCase.RanTxn;

/** A conversion of executions of explored programs into cases, and back. */
public final class ExploredCases {

    /** The text that stands for the value of an absent key. */
    private static final String NOTHING = "ABSENT";

    private ExploredCases() {}

    /**
     * Returns the case of a failure.
     *
     * @param name of the program, as it was given
     * @param client the text of a client program if the name alone does not identify it; empty otherwise
     * @param level whose executions were explored
     * @param required a level that had to allow all of them; empty if the program's assertions were asked
     */
    public static ExploredCase of(
            String name,
            String client,
            IsolationLevel level,
            Optional<IsolationLevel> required,
            SmallestFailure smallest) {
        Failure failure = smallest.failure().failure();
        Claim.OfExecution claim = required.isPresent()
                ? new Claim.NotAllowed(ExploredLevels.NAMES.label(required.get()), ExploredLevels.NAMES.label(level))
                : new Claim.BrokenAssertion(printable(failure.what()), ExploredLevels.NAMES.label(level));
        List<List<String>> calls = smallest.failure().program().calls().stream()
                .map(session -> session.stream().map(ExploredCases::printable).toList())
                .toList();
        return new ExploredCase(
                claim,
                new ExploredCase.Source(name, client, calls),
                failure.behaviour().txns().stream().map(ExploredCases::ran).toList(),
                failure.excludedBy().stream().map(ExploredLevels.NAMES::label).toList(),
                smallest.minimality(),
                List.of());
    }

    private static RanTxn ran(ExploredTxn txn) {
        return new RanTxn(
                txn.session(),
                printable(txn.name()),
                txn.steps().stream().map(ExploredCases::ran).toList(),
                txn.isCommitted(),
                printable(txn.reply()),
                printable(txn.failure()));
    }

    private static RanStep ran(ExploredStep step) {
        return new RanStep(
                printable(step.statement()),
                step.kind().label(),
                printable(step.key()),
                printable(step.value()),
                step.from());
    }

    /** Returns the text without control characters, which files may not hold. */
    private static String printable(Object text) {
        return text.toString().replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the script that selects this execution among all executions of the program. */
    static Script script(ExploredCase found) {
        return new Script(found.txns().stream()
                .map(txn -> new Script.Turn(
                        txn.session(),
                        txn.steps().stream()
                                .filter(step -> step.from() != RanStep.FROM_NOBODY)
                                .map(step -> new Script.Read(step.key(), step.from()))
                                .toList()))
                .toList());
    }

    /** Returns a program with these calls alone; empty if the program does not make them in this order. */
    static Optional<Explorable> reduced(Explorable program, List<List<String>> wanted) {
        Explorable smaller = program;
        if (program.calls().size() != wanted.size()) {
            return Optional.empty();
        }
        for (int session = 0; session < wanted.size(); session++) {
            List<String> calls = program.calls().get(session);
            int next = wanted.get(session).size() - 1;
            for (int call = calls.size() - 1; call >= 0; call--) {
                if (next >= 0
                        && printable(calls.get(call)).equals(wanted.get(session).get(next))) {
                    next--;
                } else {
                    smaller = smaller.without(session, call);
                }
            }
            if (next >= 0) {
                return Optional.empty();
            }
        }
        return Optional.of(smaller);
    }

    /** Returns the difference between an execution and that of the case; empty if there is none. */
    static String difference(ExploredCase found, Behaviour behaviour) {
        for (int number = 0; number < found.txns().size(); number++) {
            if (number == behaviour.txns().size()) {
                return "T" + number + " is missing";
            }
            RanTxn now = ran(behaviour.txns().get(number));
            List<String> then = parts(withoutIdleReads(found.txns().get(number), now));
            List<String> other = parts(now);
            for (int i = 0; i < Math.max(then.size(), other.size()); i++) {
                String before = i < then.size() ? then.get(i) : "nothing";
                String after = i < other.size() ? other.get(i) : "nothing";
                if (!before.equals(after)) {
                    return "T" + number + ": the case has " + before + ", the program now " + after;
                }
            }
        }
        return "";
    }

    /** Returns the parts of a transaction, in order. */
    private static List<String> parts(RanTxn txn) {
        Stream<String> steps = txn.steps().stream()
                .map(step -> (step.statement().isEmpty() ? "" : "'" + step.statement() + "' with ") + step.kind() + " "
                        + step.key() + " = " + step.value()
                        + (step.from() == RanStep.FROM_NOBODY ? "" : " from " + step.from()));
        return Stream.of(
                        Stream.of("session " + txn.session(), "call '" + txn.call() + "'"),
                        steps,
                        Stream.of(
                                "outcome " + (txn.isCommitted() ? "committed" : "aborted"),
                                "reply '" + txn.reply() + "'",
                                "failure '" + txn.failure() + "'"))
                .flatMap(part -> part)
                .toList();
    }

    /**
     * Returns a transaction of the case without its reads of rows that never existed and that the program does not look
     * for now: the search knew of these rows from other executions.
     */
    private static RanTxn withoutIdleReads(RanTxn then, RanTxn now) {
        Set<String> known = now.steps().stream().map(RanStep::key).collect(Collectors.toSet());
        var kept = new ArrayList<RanStep>();
        String statement = "";
        for (RanStep step : then.steps()) {
            statement = step.statement().isEmpty() ? statement : step.statement();
            boolean isIdle =
                    step.from() == RanStep.FROM_START && step.value().equals(NOTHING) && !known.contains(step.key());
            if (!isIdle) {
                // The step that began the statement may have been left out.
                kept.add(new RanStep(statement, step.kind(), step.key(), step.value(), step.from()));
                statement = "";
            }
        }
        return new RanTxn(then.session(), then.call(), kept, then.isCommitted(), then.reply(), then.failure());
    }
}
