package moirai.studies.elle;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.studies.elle.Answer.Says;

/** The reason for a difference, as far as it is known; PHENOMENA.md argues each. */
enum Reason {
    FAILED_ASSERTION(Standing.WEAKNESS_OF_ELLE, "Elle fails an assertion where a read shows what nobody wrote."),
    GARBAGE_PASSED(Standing.WEAKNESS_OF_ELLE, "Elle has no name for a read of what nobody wrote."),
    REORDERED_APPENDS(Standing.WEAKNESS_OF_ELLE, "Elle does not look at the order of one writer's elements in a list."),
    WEAK_LEVEL(
            Standing.WEAKNESS_OF_ELLE, "Elle has few phenomena for levels that axioms define; axioms disprove them."),
    REGISTER_ORDER(
            Standing.WEAKNESS_OF_ELLE,
            "Elle knows a part of the order of a register's versions; axioms disprove the level whatever the order."),
    BLIND_WRITES(
            Standing.WEAKNESS_OF_MOIRAI,
            "Moirai leaves the strong kinds of read uncommitted open on registers, where Elle finds nothing."),
    UNPROVEN_READS(
            Standing.OTHER_DEFINITION,
            "Elle counts reads of operations that failed, and of those that nobody knows to have committed."),
    REPEATED_VALUES(Standing.OTHER_DEFINITION, "Elle takes for granted that each value is written once."),
    CYCLIC_VERSIONS(
            Standing.OTHER_DEFINITION, "Elle says that cyclic versions break read uncommitted (LEVELS.md, Registers)."),
    INTERNAL(Standing.OTHER_DEFINITION, "Elle allows `internal` at repeatable read, Moirai does not (PHENOMENA.md)."),
    NO_DEPENDENCY(Standing.OTHER_DEFINITION, "Elle passes no history without a dependency."),
    OTHER_NAMES(Standing.OTHER_DEFINITION, "The levels agree; each names some of a component's cycles."),
    NOT_KNOWN(Standing.TO_BE_LOOKED_AT, "The reason is not known.");

    /** The blame for a difference. */
    enum Standing {
        WEAKNESS_OF_ELLE("known weakness of Elle"),
        WEAKNESS_OF_MOIRAI("known weakness of Moirai"),
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

    private static final Set<IsolationLevel> OF_WRITES = EnumSet.of(
            IsolationLevel.READ_UNCOMMITTED,
            IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED,
            IsolationLevel.STRONG_READ_UNCOMMITTED);

    /** The levels for which Elle has few phenomena. */
    static final Set<IsolationLevel> OF_AXIOMS = EnumSet.of(
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
     * @param isOfUnprovenReads whether it is gone without the answers of no proven commit
     * @param disproved the levels that axioms disprove, of those that Moirai alone calls broken
     */
    static Reason of(Difference difference, Trace minimal, boolean isOfUnprovenReads, Set<IsolationLevel> disproved) {
        Answer elle = difference.elle();
        if (difference.kind() == Difference.Kind.NAMES) {
            return difference.singleReads().isEmpty() ? OTHER_NAMES : NOT_KNOWN;
        }
        if (elle.says() == Says.REFUSED) {
            return ofRefusal(elle.message(), minimal);
        }
        if (isOfUnprovenReads) {
            return UNPROVEN_READS;
        }
        if (difference.own().says() == Says.UNKNOWN) {
            boolean isOfBlindWrites = elle.says() == Says.VALID
                    && difference.data() == DataModel.REGISTER
                    && OF_WRITES.contains(difference.level());
            return isOfBlindWrites ? BLIND_WRITES : NOT_KNOWN;
        }
        if (elle.says() == Says.UNKNOWN && difference.own().says() == Says.VALID) {
            return elle.names().contains("empty-transaction-graph") ? NO_DEPENDENCY : NOT_KNOWN;
        }
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        IsolationLevel.weakest(List.copyOf(difference.brokenForElle()))
                .forEach(level -> reasons.add(ofAllegation(elle, level, minimal)));
        IsolationLevel.weakest(List.copyOf(difference.brokenForMoirai()))
                .forEach(level -> reasons.add(ofOmission(difference, level, disproved.contains(level))));
        return reasons.isEmpty() || reasons.contains(NOT_KNOWN) ? NOT_KNOWN : Collections.min(reasons);
    }

    private static Reason ofRefusal(String message, Trace minimal) {
        if (message.contains("No transaction wrote")) {
            return FAILED_ASSERTION;
        }
        boolean isOfRepetition = message.contains("duplicate-appends") || message.contains("by more than one op");
        return isOfRepetition && minimal.repeatsValues() ? REPEATED_VALUES : NOT_KNOWN;
    }

    /** Returns the reason why Elle says that the level is broken and Moirai does not. */
    private static Reason ofAllegation(Answer elle, IsolationLevel level, Trace minimal) {
        if (minimal.repeatsValues()) {
            return REPEATED_VALUES;
        }
        return elle.names().contains("cyclic-versions") && OF_WRITES.contains(level) ? CYCLIC_VERSIONS : NOT_KNOWN;
    }

    /** Returns the reason why Elle does not say that the level is broken as Moirai does. */
    private static Reason ofOmission(Difference difference, IsolationLevel level, boolean isDisproved) {
        Set<String> causes = Stream.of(Phenomenon.values())
                .filter(each -> difference.own().names().contains(each.label()))
                .filter(each -> Phenomenon.closure(Set.of(each)).stream().anyMatch(level.forbidden()::contains))
                .map(Phenomenon::label)
                .collect(Collectors.toSet());
        if (causes.contains(Phenomenon.REORDERED_APPENDS.label())) {
            return REORDERED_APPENDS;
        }
        if (causes.equals(Set.of(Phenomenon.GARBAGE_READ.label()))) {
            return GARBAGE_PASSED;
        }
        if (causes.equals(Set.of(Phenomenon.INTERNAL.label())) && level == IsolationLevel.REPEATABLE_READ) {
            return INTERNAL;
        }
        if (!isDisproved) {
            return NOT_KNOWN;
        }
        if (OF_AXIOMS.contains(level)) {
            return WEAK_LEVEL;
        }
        return difference.data() == DataModel.REGISTER ? REGISTER_ORDER : NOT_KNOWN;
    }
}
