package moirai.runs.html;

import java.util.List;
import java.util.Optional;
import moirai.analysis.Verdict;
import moirai.history.level.IsolationLevel;
import moirai.runs.Judgement;
import moirai.runs.products.Promise;

/** The advice that follows from a verdict, in a sentence. */
final class NextStep {

    /** The levels that databases are asked for, from weak to strong. */
    private static final List<String> ASKED =
            List.of("read-committed", "repeatable-read", "snapshot-isolation", "serializable", "strict-serializable");

    private static final String CASES =
            "Choose an anomaly below. The smallest case of it, under its picture, has the statements for two terminals"
                    + " and a test: make it happen again with those, and send them to whoever has to mend it.";

    private NextStep() {}

    /** Returns the advice; empty if there is nothing to be done. */
    static String of(Judgement judgement, String database, String isolation) {
        if (judgement.durability().isBroken()) {
            return database.contains("replication async")
                    ? "If no acknowledged commit may be lost, a commit has to wait for replicas: run it again with"
                            + " --replication sync, and see whether that keeps them."
                    : CASES;
        }
        return switch (judgement.verdict()) {
            case Verdict.Fail fail -> afterFail(judgement, database, isolation);
            case Verdict.Undecided undecided ->
                "What is not decided, and why, stands under Evidence. A shorter run is decided more easily.";
            case Verdict.Pass pass ->
                judgement.lack().isEmpty() ? "" : "Let it run longer, with more sessions on fewer keys.";
        };
    }

    private static String afterFail(Judgement judgement, String database, String isolation) {
        Optional<IsolationLevel> promise = Promise.of(database, isolation)
                .filter(level -> judgement.findings().forbiddenAt(level).isEmpty());
        if (promise.isEmpty()) {
            return database.contains(", reads at ")
                    ? "If the program cannot live with that, its reads have to go to the primary alone: run it again"
                            + " without --reads-at, and see whether that is enough."
                    : CASES;
        }
        String expectLess = "if " + isolation + " is what the program can live with, expect "
                + promise.get().label() + ": --expect " + promise.get().label();
        return ASKED.stream()
                .filter(asked -> Promise.of(database, asked)
                        .filter(level -> level.implies(judgement.expect()))
                        .isPresent())
                .findFirst()
                .map(asked -> "If the program needs " + judgement.expect().label() + ", ask this database for " + asked
                        + ": --isolation " + asked + ". Or, " + expectLess + ".")
                .orElse("This database documents no level that is as strong as that: the program has to lock what it"
                        + " depends on. Or, " + expectLess + ".");
    }
}
