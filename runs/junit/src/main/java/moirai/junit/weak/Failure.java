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
import moirai.history.level.Phenomenon;
import moirai.junit.weak.choices.SavedTry;
import moirai.mockstore.StoreLevels;
import moirai.runs.report.PlainWords;
import moirai.runs.report.Wrapping;

/** The smallest known try that fails, with everything that a report says of it. */
public final class Failure {

    /** The SQLSTATE of what a database does not support. */
    private static final String NOT_SUPPORTED = "0A000";

    private static final int NONE = -1;

    private final Tries tries;
    private final Outcome outcome;
    private final Seed seed;
    private final int index;
    private final boolean isRepeatable;
    private boolean failsInOrder;
    private boolean isCutShort;
    private String atStronger = "";

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

    /** Records in sentences how the same calls end at stronger levels of the product. */
    Failure atStronger(String how) {
        atStronger = how;
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
                + (atStronger.isEmpty() ? "" : wrapped(atStronger)) + wrapped(sizes);
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
        return Wrapping.wrap(sentence, "", Wrapping.width());
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
        if (overwritten.isPresent()) {
            return overwritten.get();
        }
        return (allowing.isEmpty() ? "" : "allowed at " + labels(IsolationLevel.strongest(allowing)))
                + (allowing.size() > 1 ? " and weaker levels" : "")
                + (allowing.isEmpty() || excluding.isEmpty() ? "" : "; ")
                + (excluding.isEmpty() ? "" : "impossible at " + labels(IsolationLevel.weakest(excluding)))
                + name(findings)
                + (allowing.size() + excluding.size() < levels.size() ? "; of other levels it is not known" : "");
    }

    /**
     * Returns a sentence about a transaction that changes what another one has changed since it was read. Where changes
     * see the newest version, as at a product's level of statements, the names of anomalies do not say that.
     *
     * @param behaviour with its transactions in the order of their ends
     */
    static Optional<String> overwritten(Behaviour behaviour) {
        List<ExploredTxn> txns = behaviour.txns();
        for (int number = 0; number < txns.size(); number++) {
            ExploredTxn txn = txns.get(number);
            for (int index = 0; txn.isCommitted() && index < txn.steps().size(); index++) {
                ExploredStep read = txn.steps().get(index);
                int write = read.kind() == ExploredStep.Kind.READ ? laterWrite(txn, index) : NONE;
                for (int other = read.from() + 1; write != NONE && other < number; other++) {
                    if (txns.get(other).isCommitted()
                            && write(txns.get(other), read.key(), 0) != NONE
                            && !hasSeen(txn, other, index, write)) {
                        return Optional.of("T" + number + " read " + read.key() + " before a change of it by T" + other
                                + " was committed, and changed it afterwards. If it wrote what it had computed from the"
                                + " old value, the change of T" + other + " is lost.");
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns a step that writes the key of a read in a later statement than that of the read. */
    private static int laterWrite(ExploredTxn txn, int read) {
        int next = read + 1;
        while (next < txn.steps().size() && txn.steps().get(next).statement().isEmpty()) {
            next++;
        }
        return write(txn, txn.steps().get(read).key(), next);
    }

    /** Returns the first step from a place on that writes a key and is not undone; {@link #NONE} if there is none. */
    private static int write(ExploredTxn txn, String key, int from) {
        List<ExploredStep> steps = txn.steps();
        for (int index = from; index < steps.size(); index++) {
            ExploredStep step = steps.get(index);
            int place = index;
            boolean isUndone = steps.subList(index, steps.size()).stream()
                    .anyMatch(later -> later.kind() == ExploredStep.Kind.TAKE_BACK
                            && later.value() instanceof Integer first
                            && first <= place);
            if (step.kind() == ExploredStep.Kind.WRITE && step.key().equals(key) && !isUndone) {
                return index;
            }
        }
        return NONE;
    }

    /** Returns whether a statement after a read and before that of a write has read what another one wrote. */
    private static boolean hasSeen(ExploredTxn txn, int other, int read, int write) {
        String key = txn.steps().get(read).key();
        int end = write;
        while (end > read && txn.steps().get(end).statement().isEmpty()) {
            end--;
        }
        return txn.steps().subList(read, end).stream()
                .anyMatch(step -> step.kind().isExternal() && step.key().equals(key) && step.from() >= other);
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
                // By name it is about several transactions of a session, which a call seldom has.
                .filter(anomaly -> anomaly.phenomenon() != Phenomenon.PRAM_VIOLATION)
                .findFirst()
                .map(anomaly -> " (" + PlainWords.name(anomaly) + ")")
                .orElse("");
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.stream().map(StoreLevels.NAMES::label).collect(Collectors.joining(", "));
    }
}
