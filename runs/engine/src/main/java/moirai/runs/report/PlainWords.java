package moirai.runs.report;

import moirai.analysis.Phenomenon;

/** What a phenomenon means, for a reader who does not know the literature's names. */
public final class PlainWords {

    private static final String DIRTY_WRITE =
            "Transactions wrote over each other in a circle: each came before the next in one list, and the last"
                    + " before the first in another. Half of each one's writes came first, so none was applied as"
                    + " a whole.";

    private static final String WRITE_SKEW =
            "Each transaction read something that the next one changed, and did not see the change. Had they run"
                    + " one after the other, in whichever order, the later one would have seen what the earlier"
                    + " one did. So no order, one at a time, gives these results: a rule that both checked before"
                    + " writing (\"one doctor stays on call\") may be broken by the two together.";

    private static final String PHANTOM_SKEW =
            "Each transaction missed what the next one did, and at least one of them missed a list that was new: it"
                    + " had asked for all lists in a range, and another was being added to the range. No order, one"
                    + " at a time, gives these results; rows that exist may be protected, but not the range.";

    private static final String NO_SNAPSHOTS =
            "No order of commits explains what was read as snapshots of it, such that nobody overwrites a version"
                    + " that its snapshot did not contain: a lost update, or a state that never existed.";

    private static final String VIEW_GOES_BACK =
            "A transaction saw an effect of another, and in a later read missed one of the same transaction: what"
                    + " had been committed for it was no longer there.";

    private PlainWords() {}

    /** Its everyday name, or the nearest to one. */
    public static String name(Phenomenon phenomenon) {
        return switch (phenomenon) {
            case G0, G0_PROCESS, G0_REALTIME -> "dirty write";
            case G1A -> "aborted read";
            case G1B -> "intermediate read";
            case G1C, G1C_PROCESS, G1C_REALTIME -> "circular information flow";
            case G_SINGLE, G_SINGLE_PROCESS, G_SINGLE_REALTIME -> "read skew";
            case G_NONADJACENT, G_NONADJACENT_PROCESS, G_NONADJACENT_REALTIME -> "long fork";
            case G2_ITEM, G2_ITEM_PROCESS, G2_ITEM_REALTIME -> "write skew";
            case G_SINGLE_PREDICATE, G_SINGLE_PREDICATE_PROCESS, G_SINGLE_PREDICATE_REALTIME -> "phantom";
            case G_NONADJACENT_PREDICATE, G_NONADJACENT_PREDICATE_PROCESS, G_NONADJACENT_PREDICATE_REALTIME ->
                "long fork with a phantom";
            case G2, G2_PROCESS, G2_REALTIME -> "write skew through a phantom";
            case LOST_UPDATE -> "lost update";
            case INTERNAL -> "internal inconsistency";
            case FUTURE_READ -> "read of the own future";
            case DIRTY_UPDATE -> "dirty update";
            case GARBAGE_READ -> "garbage read";
            case DUPLICATE_ELEMENTS -> "duplicate elements";
            case INCOMPATIBLE_ORDER -> "incompatible orders";
            case CYCLIC_VERSIONS -> "versions in a circle";
            case DIRTY_READ -> "dirty read";
            case WRONG_TOTAL -> "wrong total";
            case NEGATIVE_VALUE -> "negative balance";
            case MISSING_OWN_WRITE -> "own write missed";
            case NON_MONOTONIC_READ -> "read going back in time";
            case NON_MONOTONIC_WRITE -> "writes out of order";
            case WRITE_BEFORE_READ -> "write before what was read";
            case NON_MONOTONIC_VIEW, NON_MONOTONIC_VIEW_PROCESS -> "view going back in time";
            case FRACTURED_READ -> "fractured read";
            case PRAM_VIOLATION -> "effects of a session out of order";
            case UPDATE_VIOLATION -> "update without seeing another";
            case CAUSALITY_VIOLATION -> "causality violation";
            case PREFIX_VIOLATION -> "no common order of what was seen";
            case VIEW_VIOLATION -> "no consistent views";
            case PARALLEL_SNAPSHOT_VIOLATION -> "no parallel snapshots";
            case SNAPSHOT_VIOLATION, SNAPSHOT_VIOLATION_PROCESS, SNAPSHOT_VIOLATION_REALTIME -> "no snapshots";
            case SERIAL_VIOLATION, SERIAL_VIOLATION_PREDICATE, SERIAL_VIOLATION_PROCESS, SERIAL_VIOLATION_REALTIME ->
                "no serial order";
        };
    }

    /** What went wrong, in two or three sentences. */
    public static String meaning(Phenomenon phenomenon) {
        return explained(phenomenon) + variant(phenomenon);
    }

    private static String explained(Phenomenon phenomenon) {
        return switch (phenomenon) {
            case G0, G0_PROCESS, G0_REALTIME -> DIRTY_WRITE;
            case G1A ->
                "A transaction read something that another had written and then rolled back: it saw data that never"
                        + " officially existed.";
            case G1B ->
                "A transaction read what another had written half-way through, before it wrote to the same key again:"
                        + " it saw an unfinished state.";
            case G1C, G1C_PROCESS, G1C_REALTIME ->
                "Each transaction in a circle saw, or wrote on top of, what the one before it wrote. Each would have"
                        + " to come before itself.";
            case G_SINGLE, G_SINGLE_PROCESS, G_SINGLE_REALTIME ->
                "A transaction saw one part of what another did and missed another part of it. What it read was true"
                        + " at no single moment.";
            case G_NONADJACENT, G_NONADJACENT_PROCESS, G_NONADJACENT_REALTIME ->
                "Two readers saw two independent writes in opposite orders: the first saw one without the other, the"
                        + " second the other without the one. No single order of the writes explains both.";
            case G2_ITEM, G2_ITEM_PROCESS, G2_ITEM_REALTIME -> WRITE_SKEW;
            case G_SINGLE_PREDICATE, G_SINGLE_PREDICATE_PROCESS, G_SINGLE_PREDICATE_REALTIME ->
                "A transaction asked for all lists in a range and missed a new one, of a transaction of which it"
                        + " saw another effect. What it saw was true at no single moment.";
            case G_NONADJACENT_PREDICATE, G_NONADJACENT_PREDICATE_PROCESS, G_NONADJACENT_PREDICATE_REALTIME ->
                "Readers saw independent writes in opposite orders, and at least one of them missed a new list in a"
                        + " range that it had asked for. No single order of the writes explains them all.";
            case G2, G2_PROCESS, G2_REALTIME -> PHANTOM_SKEW;
            case LOST_UPDATE ->
                "A transaction read a list and wrote to it on the strength of what it had read, but another had"
                        + " written in between: that update was never taken into account.";
            case INTERNAL ->
                "Within one transaction, a read contradicts what the same transaction had read or written before.";
            case FUTURE_READ -> "A transaction read what it wrote only later.";
            case DIRTY_UPDATE ->
                "A committed write was built on top of a write that was rolled back, and so carries it along.";
            case GARBAGE_READ -> "A read returned a value that nobody ever wrote.";
            case DUPLICATE_ELEMENTS -> "A read returned a value twice that was written once.";
            case DIRTY_READ ->
                "A counter stood at a value that no committed transactions sum to: increments of one that was rolled"
                        + " back, or a part of what another did, were seen.";
            case WRONG_TOTAL ->
                "Money was only ever moved between accounts, but the balances that one transaction read sum to"
                        + " another total: it saw one half of a transfer without the other.";
            case NEGATIVE_VALUE -> "An account was overdrawn, although each transfer checks the balance it takes from.";
            case MISSING_OWN_WRITE ->
                "A session wrote to a key, and a later transaction of the same session read a version from before that"
                        + " write.";
            case NON_MONOTONIC_READ ->
                "A session read a key, and then read an older version of the same key: time went backwards for it.";
            case NON_MONOTONIC_WRITE ->
                "Writes that one session issued one after the other cannot have taken effect in that order.";
            case WRITE_BEFORE_READ ->
                "A session read something and then wrote, but the write must have taken effect before what it had"
                        + " read.";
            case NON_MONOTONIC_VIEW, NON_MONOTONIC_VIEW_PROCESS -> VIEW_GOES_BACK;
            case FRACTURED_READ ->
                "A transaction saw some of what another had written and an older version of the rest: it saw a part of"
                        + " a transaction.";
            case PRAM_VIOLATION ->
                "A session saw something that another session did, and missed what that session had done before.";
            case UPDATE_VIOLATION ->
                "Two transactions wrote to the same key, and neither saw what the other did: one update was never"
                        + " taken into account by the other, in whichever order they came.";
            case CAUSALITY_VIOLATION ->
                "A transaction saw an effect without its cause: it saw something, and missed what that was built on.";
            case PREFIX_VIOLATION ->
                "Transactions saw writes in orders that cannot be joined into one: no single order of commits has what"
                        + " each of them saw as its beginning.";
            case VIEW_VIOLATION, PARALLEL_SNAPSHOT_VIOLATION ->
                "However the versions of each key are ordered, a transaction saw one effect of another and missed a"
                        + " second, or overwrote what it had not seen.";
            case SNAPSHOT_VIOLATION, SNAPSHOT_VIOLATION_PROCESS, SNAPSHOT_VIOLATION_REALTIME -> NO_SNAPSHOTS;
            case SERIAL_VIOLATION, SERIAL_VIOLATION_PREDICATE, SERIAL_VIOLATION_PROCESS, SERIAL_VIOLATION_REALTIME ->
                "No execution of the transactions one after the other, in whichever order, gives what was read.";
            case INCOMPATIBLE_ORDER ->
                "Two reads of one list disagree about its order, so at least one of them saw a state that was never"
                        + " the real one.";
            case CYCLIC_VERSIONS ->
                "Versions of one key would each have to come before the next, and the last before the first: no order"
                        + " of its writes explains what was seen.";
        };
    }

    private static String variant(Phenomenon phenomenon) {
        if (phenomenon.label().endsWith("-realtime")) {
            return " The contradiction also needs the order of the clock: one transaction had ended before another"
                    + " began.";
        }
        return phenomenon.label().endsWith("-process")
                ? " The contradiction also needs the order within a session: what one session did earlier and later."
                : "";
    }
}
