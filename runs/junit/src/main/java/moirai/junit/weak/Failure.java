package moirai.junit.weak;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.analysis.axioms.BaseOrder;
import moirai.exploration.Behaviour;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.runs.report.PlainWords;
import moirai.runs.report.Wrapping;

/** The smallest known try that fails, with everything that a report says of it. */
public final class Failure {

    /** The SQLSTATE of what a database does not support. */
    private static final String NOT_SUPPORTED = "0A000";

    private final Tries tries;
    private final Outcome outcome;
    private final Seed seed;
    private final int index;
    private final boolean isRepeatable;
    private boolean failsInOrder;
    private boolean isCutShort;
    private String elsewhere = "";

    /**
     * Creates a failure.
     *
     * @param seed of the random try that failed first
     * @param index the number of that try, from 1; 0 if an earlier run of the test had found it
     * @param isRepeatable whether the same choices gave the same failure again
     */
    Failure(Tries tries, Outcome outcome, Seed seed, int index, boolean isRepeatable) {
        this.tries = tries;
        this.outcome = outcome;
        this.seed = seed;
        this.index = index;
        this.isRepeatable = isRepeatable;
    }

    /** Returns what the test has thrown. */
    public Throwable thrown() {
        Throwable thrown = outcome.thrown().orElseThrow();
        return thrown instanceof CallFailedException failed && failed.getCause() != null ? failed.getCause() : thrown;
    }

    /** Records that the same calls fail as well when they run one after the other. */
    Failure inOrderToo(boolean isSo) {
        failsInOrder = isSo;
        return this;
    }

    /** Records that there was no time to try all that could be left out. */
    Failure cutShort(boolean isSo) {
        isCutShort = isSo;
        return this;
    }

    /** Records in a sentence how the same calls do at other levels of the product. */
    Failure atOthers(String how) {
        elsewhere = how;
        return this;
    }

    /**
     * Returns whether the calls fail as well when they run one after the other and see what was committed last. Then
     * the failure says nothing about a level.
     */
    public boolean failsInOrder() {
        return failsInOrder;
    }

    /** Returns the seed of the random try that failed first. */
    public Seed seed() {
        return seed;
    }

    /** Returns the try as a later run repeats it. */
    public SavedTry saved() {
        return new SavedTry(seed, outcome.trial().leftOut(), outcome.trial().choices());
    }

    /** Returns how many transactions the failure needs. */
    public int txnCount() {
        return outcome.trial().rounds().stream()
                .mapToInt(round -> round.behaviour().txns().size())
                .sum();
    }

    /**
     * Returns whether the failure says nothing about a level: the test is used wrongly, a call is stuck, something is
     * not supported (SQLSTATE 0A000), or the test has failed before anything ran in parallel.
     */
    public boolean isAtEveryLevel() {
        for (Throwable cause = outcome.thrown().orElseThrow(); cause != null; cause = cause.getCause()) {
            boolean isUnsupported = cause instanceof SQLException sql && NOT_SUPPORTED.equals(sql.getSQLState());
            if (cause instanceof MisuseException || cause instanceof StuckException || isUnsupported) {
                return true;
            }
        }
        return outcome.trial().rounds().isEmpty();
    }

    private boolean isStuck() {
        return Stream.iterate(outcome.thrown().orElseThrow(), Objects::nonNull, Throwable::getCause)
                .anyMatch(StuckException.class::isInstance);
    }

    private boolean isMisuse() {
        return outcome.thrown().orElseThrow() instanceof MisuseException;
    }

    /** Returns a report for people, of several lines, that begins with the message of what was thrown. */
    public String text() {
        String said = Objects.toString(outcome.thrown().orElseThrow().getMessage(), "")
                .strip();
        String message = said.isEmpty() ? outcome.thrown().orElseThrow().toString() : said;
        if (isAtEveryLevel()) {
            return message + "\n\nThis says nothing about isolation levels"
                    + (outcome.trial().rounds().isEmpty() && !isMisuse() && !isStuck()
                            ? ": it comes before anything runs in parallel.\n"
                            : ".\n");
        }
        String sizes = (index == 0 ? "found by an earlier run" : "found by try " + index)
                + (isRepeatable ? "" : "; not repeatable: the calls depend on something other than the store")
                + " · needs " + needs(outcome.trial())
                + (isCutShort ? ", or fewer: there was no time to try all" : "");
        return message + "\n\n" + outcome.trial().table() + "\n" + wrapped(levels())
                + (elsewhere.isEmpty() ? "" : wrapped(elsewhere)) + wrapped(sizes);
    }

    private static String needs(Trial trial) {
        int calls = trial.callCount();
        int needed = calls - trial.leftOut().cardinality();
        if (calls == 1) {
            return "its only call";
        }
        return needed == calls ? "all " + calls + " calls" : needed + " of " + calls + " calls";
    }

    private static String wrapped(String sentence) {
        return Wrapping.wrap(sentence, "", Wrapping.NARROW);
    }

    /** Returns a sentence about the levels that allow what the calls have seen. */
    private String levels() {
        List<RoundResult> rounds = outcome.trial().rounds();
        List<Findings> findings = rounds.stream()
                .map(round -> WeakDatabase.judged(round.history(), hasRealTime()))
                .toList();
        List<IsolationLevel> levels = StoreLevels.all().stream()
                .filter(level -> hasRealTime() || StoreLevels.axioms(level).order() == BaseOrder.SESSION)
                .toList();
        List<IsolationLevel> allowing = levels.stream()
                .filter(level -> findings.stream().allMatch(round -> round.holds(level)))
                .toList();
        List<IsolationLevel> excluding = levels.stream()
                .filter(level -> findings.stream()
                        .anyMatch(round -> round.weakestBroken().stream().anyMatch(level::implies)))
                .toList();
        if (allowing.containsAll(levels)) {
            return "Even " + labels(IsolationLevel.strongest(levels)) + " allows "
                    + (failsInOrder || aborted().isEmpty() ? "this: " : "what was committed: ") + whyAllowed();
        }
        Optional<String> overwritten = outcome.trial().rounds().stream()
                .filter(round -> tries.level().isByStatement())
                .flatMap(round -> overwritten(round.behaviour()).stream())
                .findFirst();
        return overwritten.map(sentence -> sentence + " In theory this is ").orElse("")
                + (allowing.isEmpty() ? "" : "allowed at " + labels(IsolationLevel.strongest(allowing)))
                + (allowing.size() > 1 ? " and weaker levels" : "")
                + (allowing.isEmpty() || excluding.isEmpty() ? "" : "; ")
                + (excluding.isEmpty() ? "" : "impossible at " + labels(IsolationLevel.weakest(excluding)))
                + (overwritten.isPresent() ? "" : name(findings))
                + (allowing.size() + excluding.size() < levels.size() ? "; of other levels it is not known" : "");
    }

    /**
     * Returns a sentence about a transaction that changes what another one has changed since it was read. Where changes
     * see the newest version, as at a product's level of statements, the names of anomalies do not say that.
     *
     * @param behaviour with its transactions in the order of their ends
     */
    private static Optional<String> overwritten(Behaviour behaviour) {
        for (int number = 0; number < behaviour.txns().size(); number++) {
            List<ExploredStep> steps = behaviour.txns().get(number).steps();
            for (int index = 0; index < steps.size(); index++) {
                ExploredStep read = steps.get(index);
                boolean isChanged = read.kind() == ExploredStep.Kind.READ
                        && steps.subList(index, steps.size()).stream().anyMatch(step -> writes(step, read.key()));
                for (int other = read.from() + 1; isChanged && other < number; other++) {
                    ExploredTxn between = behaviour.txns().get(other);
                    if (between.isCommitted() && between.steps().stream().anyMatch(step -> writes(step, read.key()))) {
                        return Optional.of("T" + number + " read " + read.key() + " before T" + other
                                + " changed it, and changed it afterwards. If it wrote what it had computed from the"
                                + " old value, the change of T" + other + " is lost.");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean writes(ExploredStep step, String key) {
        return step.kind() == ExploredStep.Kind.WRITE && step.key().equals(key);
    }

    private String whyAllowed() {
        if (failsInOrder) {
            return "the test fails as well when the calls run one after the other.";
        }
        List<String> aborted = aborted();
        if (!aborted.isEmpty()) {
            return "a transaction of " + String.join(" and of ", aborted)
                    + " was aborted, and not all that it has seen is judged.";
        }
        boolean isSplit = outcome.trial().rounds().stream()
                .anyMatch(round -> round.behaviour().txns().stream()
                                .mapToInt(ExploredTxn::session)
                                .distinct()
                                .count()
                        < round.behaviour().txns().size());
        return isSplit
                ? "a call has several transactions, and those of others come in between."
                : "the calls are wrong in some order, one after the other.";
    }

    /** Returns the names of the calls of which a transaction was not committed. */
    private List<String> aborted() {
        return outcome.trial().rounds().stream()
                .flatMap(round -> round.behaviour().txns().stream())
                .filter(txn -> !txn.isCommitted())
                .map(ExploredTxn::name)
                .distinct()
                .toList();
    }

    /** Returns whether transactions could overlap; otherwise their times mean nothing. */
    private boolean hasRealTime() {
        return StoreLevels.axioms(tries.level().guarantee()).order() == BaseOrder.REALTIME;
    }

    /** Returns the name of the anomaly that breaks the weakest level, in parentheses; empty if there is none. */
    private static String name(List<Findings> findings) {
        return findings.stream()
                .flatMap(round -> round.weakestBroken().stream().flatMap(level -> round.forbiddenAt(level).stream()))
                .findFirst()
                .map(anomaly -> " (" + PlainWords.name(anomaly) + ")")
                .orElse("");
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.stream().map(StoreLevels.NAMES::label).collect(Collectors.joining(", "));
    }
}
