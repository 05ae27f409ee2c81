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
    FUTURE_READ(
            Standing.WEAKNESS_OF_ELLE, "Elle looks for reads of what a transaction writes only later in lists alone."),
    PROVEN_COMMITS(
            Standing.WEAKNESS_OF_ELLE,
            "Elle looks for contradictions within a transaction only if its client knows that it committed."),
    READS_BEHIND_WRITES(
            Standing.WEAKNESS_OF_ELLE,
            "Elle infers no dependency from a read of another's value behind an own write of the key."),
    UNPROVEN_READS(
            Standing.OTHER_DEFINITION,
            "Elle counts reads of operations that failed, and of those that nobody knows to have committed."),
    CONTESTED_ORDER(
            Standing.OTHER_DEFINITION,
            "Elle leaves out a list whose reads contradict each other; Moirai says unknown if its order may matter."),
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

    private static final Set<String> OF_ONE_TXN = Set.of(Phenomenon.INTERNAL.label(), Phenomenon.FUTURE_READ.label());

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
     * @param causes the reads without which it is gone
     * @param disproved the levels that axioms disprove, of those that Moirai alone calls broken
     */
    static Reason of(Difference difference, Trace minimal, Set<Trace.Reads> causes, Set<IsolationLevel> disproved) {
        Answer elle = difference.elle();
        Answer own = difference.own();
        boolean isOfNames = difference.kind() == Difference.Kind.NAMES;
        if (isOfNames && isOfSameReads(difference)) {
            return OTHER_NAMES;
        }
        boolean isOfGarbage = own.names().contains(Phenomenon.GARBAGE_READ.label());
        if (elle.says() == Says.REFUSED && isOfGarbage && elle.message().contains("No transaction wrote")) {
            return FAILED_ASSERTION;
        }
        if (causes.contains(Trace.Reads.OF_NO_PROVEN_COMMIT)) {
            return UNPROVEN_READS;
        }
        boolean isOfOneTxn = !difference.ownAlone().isEmpty() && OF_ONE_TXN.containsAll(difference.ownAlone());
        if (causes.contains(Trace.Reads.OF_NO_ACKNOWLEDGED_COMMIT)
                && isOfOneTxn
                && (isOfNames || difference.brokenForElle().isEmpty())) {
            return PROVEN_COMMITS;
        }
        if (isOfNames) {
            boolean isOfFuture = difference.ownAlone().contains(Phenomenon.FUTURE_READ.label())
                    && difference.singleReads().equals(Set.of(Phenomenon.FUTURE_READ.label()));
            return isOfFuture && difference.data() == DataModel.REGISTER ? FUTURE_READ : NOT_KNOWN;
        }
        if (elle.says() == Says.REFUSED) {
            return ofRefusal(elle.message(), minimal);
        }
        if (own.says() == Says.UNKNOWN) {
            return ofUnknown(difference);
        }
        if (elle.says() == Says.UNKNOWN && own.says() == Says.VALID) {
            return elle.names().contains("empty-transaction-graph") ? NO_DEPENDENCY : NOT_KNOWN;
        }
        return ofLevels(difference, minimal, causes, disproved);
    }

    /** Returns whether names of single reads agree, but for intermediate reads of what both say is aborted. */
    private static boolean isOfSameReads(Difference difference) {
        String aborted = Phenomenon.G1A.label();
        boolean isAborted = difference.elle().names().contains(aborted)
                && difference.own().names().contains(aborted);
        return difference.singleReads().isEmpty()
                || (isAborted && difference.singleReads().equals(Set.of(Phenomenon.G1B.label())));
    }

    private static Reason ofUnknown(Difference difference) {
        boolean isOfWrites = difference.elle().says() == Says.VALID && OF_WRITES.contains(difference.level());
        return isOfWrites && difference.own().message().contains("contradict each other") ? CONTESTED_ORDER : NOT_KNOWN;
    }

    private static Reason ofLevels(
            Difference difference, Trace minimal, Set<Trace.Reads> causes, Set<IsolationLevel> disproved) {
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        IsolationLevel.weakest(List.copyOf(difference.brokenForElle()))
                .forEach(level -> reasons.add(ofAllegation(difference.elle(), level, minimal)));
        IsolationLevel.weakest(List.copyOf(difference.brokenForMoirai()))
                .forEach(level -> reasons.add(ofOmission(difference, level, causes, disproved.contains(level))));
        return reasons.isEmpty() || reasons.contains(NOT_KNOWN) ? NOT_KNOWN : Collections.min(reasons);
    }

    private static Reason ofRefusal(String message, Trace minimal) {
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
    private static Reason ofOmission(
            Difference difference, IsolationLevel level, Set<Trace.Reads> causes, boolean isDisproved) {
        Set<String> names = Stream.of(Phenomenon.values())
                .filter(each -> difference.own().names().contains(each.label()))
                .filter(each -> Phenomenon.closure(Set.of(each)).stream().anyMatch(level.forbidden()::contains))
                .map(Phenomenon::label)
                .collect(Collectors.toSet());
        if (names.contains(Phenomenon.REORDERED_APPENDS.label())) {
            return REORDERED_APPENDS;
        }
        if (names.equals(Set.of(Phenomenon.GARBAGE_READ.label()))) {
            return GARBAGE_PASSED;
        }
        if (names.equals(Set.of(Phenomenon.INTERNAL.label())) && level == IsolationLevel.REPEATABLE_READ) {
            return INTERNAL;
        }
        if (names.equals(Set.of(Phenomenon.FUTURE_READ.label())) && difference.data() == DataModel.REGISTER) {
            return FUTURE_READ;
        }
        if (!isDisproved) {
            boolean isOfRegister = difference.data() == DataModel.REGISTER;
            return isOfRegister && causes.contains(Trace.Reads.BEHIND_OWN_WRITES) ? READS_BEHIND_WRITES : NOT_KNOWN;
        }
        if (OF_AXIOMS.contains(level)) {
            return WEAK_LEVEL;
        }
        return difference.data() == DataModel.REGISTER ? REGISTER_ORDER : NOT_KNOWN;
    }
}
