package moirai.exploration.search;

import org.jspecify.annotations.Nullable;

/**
 * A place in the search where another behaviour begins: a history, and a transaction that is run up to a read which
 * gets another value than before.
 */
final class Node {

    /** Of {@link #session}: the next one in the oracle order. */
    static final int NEXT = -1;

    final Block[] history;
    final int session;
    final @Nullable TxnPlace place;
    final Steps former;
    final int formerCount;
    final int source;

    /** A transaction of {@code place} makes its former steps, and then reads from a source. */
    Node(Block[] history, TxnPlace place, Steps former, int formerCount, int source) {
        this.history = history;
        this.session = place.session();
        this.place = place;
        this.former = former;
        this.formerCount = formerCount;
        this.source = source;
    }

    /** The session begins its next transaction. */
    Node(Block[] history, int session) {
        this.history = history;
        this.session = session;
        this.place = null;
        this.former = new Steps();
        this.formerCount = -1;
        this.source = Steps.INITIAL;
    }
}
