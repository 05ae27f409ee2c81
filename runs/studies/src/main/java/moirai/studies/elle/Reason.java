package moirai.studies.elle;

import java.util.EnumSet;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.studies.elle.Answer.Says;

/** The reason for a difference, as far as it is known. */
enum Reason {
    FAILED_ASSERTION(Standing.WEAKNESS_OF_ELLE, "Elle fails an assertion where a read shows what nobody wrote."),
    GARBAGE_PASSED(Standing.WEAKNESS_OF_ELLE, "Elle has no name for a read of what nobody wrote."),
    REORDERED_APPENDS(Standing.WEAKNESS_OF_ELLE, "Elle does not look at the order of one writer's elements in a list."),
    WEAK_LEVEL(Standing.WEAKNESS_OF_ELLE, "Elle has few phenomena for levels that axioms define."),
    UNPROVEN_READS(
            Standing.OTHER_DEFINITION,
            "Elle counts reads of operations that failed, and of those that nobody knows to have committed."),
    REPEATED_VALUES(Standing.OTHER_DEFINITION, "Elle takes for granted that each value is written once."),
    REGISTER_ORDER(
            Standing.OTHER_DEFINITION,
            "Elle infers a part of the order of a register's versions, Moirai decides the level (LEVELS.md)."),
    CYCLIC_VERSIONS(
            Standing.OTHER_DEFINITION, "Elle says that cyclic versions break read uncommitted (LEVELS.md, Registers)."),
    INTERNAL(Standing.OTHER_DEFINITION, "Elle allows `internal` at repeatable read, Moirai does not (PHENOMENA.md)."),
    NO_DEPENDENCY(Standing.OTHER_DEFINITION, "Elle passes no history without a dependency."),
    OTHER_NAMES(Standing.OTHER_DEFINITION, "The levels agree; each names some of a component's cycles."),
    NOT_KNOWN(Standing.TO_BE_LOOKED_AT, "The reason is not known.");

    /** The blame for a difference. */
    enum Standing {
        WEAKNESS_OF_ELLE("known weakness of Elle"),
        OTHER_DEFINITION("different definition"),
        TO_BE_LOOKED_AT("to be looked at");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static final Set<IsolationLevel> OF_AXIOMS = EnumSet.of(
            IsolationLevel.MONOTONIC_ATOMIC_VIEW,
            IsolationLevel.READ_ATOMIC,
            IsolationLevel.UPDATE_ATOMIC,
            IsolationLevel.CAUSAL,
            IsolationLevel.PREFIX,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION);

    private final Standing standing;
    private final String sentence;

    Reason(Standing standing, String sentence) {
        this.standing = standing;
        this.sentence = sentence;
    }

    Standing standing() {
        return standing;
    }

    @Override
    public String toString() {
        return standing + ". " + sentence;
    }

    /**
     * Returns the reason for a difference.
     *
     * @param minimal the smallest history that shows it
     */
    static Reason of(Difference difference, Trace minimal) {
        Answer elle = difference.elle();
        if (difference.kind() == Difference.Kind.NAMES) {
            return OTHER_NAMES;
        }
        if (minimal.repeatsValues()) {
            return REPEATED_VALUES;
        }
        if (elle.says() == Says.REFUSED) {
            return elle.message().contains("No transaction wrote") ? FAILED_ASSERTION : NOT_KNOWN;
        }
        if (elle.says() == Says.UNKNOWN && difference.own().says() == Says.VALID) {
            return elle.names().contains("empty-transaction-graph") ? NO_DEPENDENCY : NOT_KNOWN;
        }
        return difference.isAllegedByElle()
                ? ofAllegation(elle, difference.own(), minimal)
                : ofOmission(difference, difference.own());
    }

    /** Returns the reason why Elle says what Moirai does not. */
    private static Reason ofAllegation(Answer elle, Answer own, Trace minimal) {
        if (minimal.hasAnswersOfNoProvenCommit()) {
            return UNPROVEN_READS;
        }
        return elle.names().contains("cyclic-versions") && own.says() != Says.UNKNOWN ? CYCLIC_VERSIONS : NOT_KNOWN;
    }

    /** Returns the reason why Elle does not say what Moirai does. */
    private static Reason ofOmission(Difference difference, Answer own) {
        if (own.says() != Says.INVALID) {
            return NOT_KNOWN;
        }
        if (own.names().equals(Set.of("garbage-read"))) {
            return GARBAGE_PASSED;
        }
        if (own.names().contains("reordered-appends")) {
            return REORDERED_APPENDS;
        }
        if (OF_AXIOMS.containsAll(difference.brokenForMoirai())) {
            return WEAK_LEVEL;
        }
        if (own.names().equals(Set.of("internal"))
                && difference.brokenForMoirai().equals(Set.of(IsolationLevel.REPEATABLE_READ))) {
            return INTERNAL;
        }
        return difference.data() == DataModel.REGISTER ? REGISTER_ORDER : NOT_KNOWN;
    }
}
