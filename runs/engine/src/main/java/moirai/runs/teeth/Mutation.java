package moirai.runs.teeth;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * A kind of bug of a database, planted at one place of a history: the answers are changed to what clients of a database
 * with the bug would have seen there, and nothing else.
 */
public enum Mutation {
    /** An append that was acknowledged is in no list that others read. */
    LOST_APPEND(Phenomenon.G_SINGLE_REALTIME, "an acknowledged append that nobody sees", Plantings::loseAppend),
    /** Nothing of a transaction that was acknowledged is in any list that others read. */
    LOST_TRANSACTION(
            Phenomenon.G_SINGLE_REALTIME, "an acknowledged transaction that nobody sees", Plantings::loseTransaction),
    /** A transaction that only reads gets a snapshot from before the last few commits that it should see. */
    STALE_READ(Phenomenon.G_SINGLE_REALTIME, "a snapshot that misses the last commits", Plantings::readStale),
    /** A transaction sees what another one appended to one list, and misses it in a second one. */
    FRACTURED_READ(Phenomenon.G_SINGLE, "a transaction seen in part", Plantings::readInPart),
    /** A transaction appends to a list of which it had read a version that is older than the last one. */
    LOST_UPDATE(Phenomenon.LOST_UPDATE, "an update of an outdated value", Plantings::loseUpdate),
    /** A read has two elements the other way round than they were appended. */
    SWAPPED_ELEMENTS(Phenomenon.INCOMPATIBLE_ORDER, "two elements of a list in another order", Plantings::swapElements);

    private final Phenomenon phenomenon;
    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // Without state.
    private final Planting planting;

    Mutation(Phenomenon phenomenon, String words, Planting planting) {
        this.phenomenon = phenomenon;
        this.words = words;
        this.planting = planting;
    }

    /** Plants a bug into a transaction of a history. */
    @FunctionalInterface
    interface Planting {
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random);
    }

    /**
     * Plants it into a transaction.
     *
     * @return the changed history; empty if the transaction gives no opportunity
     */
    Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
        return planting.plant(lists, txn, random);
    }

    /** Returns the name for files and options, such as {@code stale-read}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what it is, for people. */
    public String words() {
        return words;
    }

    /** Returns what it shows where somebody reads what was changed; a level that allows it has no use for it. */
    public Phenomenon phenomenon() {
        return phenomenon;
    }

    /** Returns whether it takes back what was acknowledged, which final reads show whatever the level is. */
    public boolean isLoss() {
        return this == LOST_APPEND || this == LOST_TRANSACTION;
    }
}
