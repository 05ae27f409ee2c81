package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The definition of the levels, word for word, for histories of few transactions: relations as sets of pairs, with the
 * initial state as transaction 0 that writes every key, and the history's transactions from 1.
 */
final class Definition {

    /** A read: its reader, its place in the reader's program order, its key, and whom it reads from. */
    private record Read(int reader, int place, int key, int source) {}

    private final KeyValueHistory history;
    private final int size;
    private final List<Read> reads = new ArrayList<>();
    private final SmallRelation sessionOrder;
    private final SmallRelation realtime;
    private final SmallRelation writeRead;
    private final SmallRelation conflict;
    private final SmallRelation none;
    private final Map<BaseOrder, SmallRelation> frames = new EnumMap<>(BaseOrder.class);
    private final Map<Axiom, SmallRelation> demands = new EnumMap<>(Axiom.class);
    /** All that write a key, as a set of bits; the initial state among them. */
    private final int[] writers;

    Definition(KeyValueHistory history) {
        this.history = history;
        this.size = history.txnCount() + 1;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                reads.add(new Read(txn + 1, read, history.readKey(read), history.readSource(read) + 1));
            }
        }
        sessionOrder =
                ofTxns((a, b) -> history.session(a) == history.session(b) && history.position(a) < history.position(b));
        realtime = ofTxns((a, b) -> history.isTimed() && history.endNanos(a) < history.startNanos(b));
        var sources = new int[size];
        reads.forEach(read -> sources[read.reader()] |= 1 << read.source());
        writeRead = SmallRelation.of(size, (a, b) -> (sources[b] & 1 << a) != 0);
        conflict = ofTxns((a, b) -> a != b && haveCommonKey(a, b));
        none = ofTxns((a, b) -> false);
        writers = new int[history.keyCount()];
        for (int key = 0; key < writers.length; key++) {
            writers[key] = 1;
            for (int txn = 0; txn < history.txnCount(); txn++) {
                writers[key] |= history.writes(txn, key) ? 1 << (txn + 1) : 0;
            }
        }
    }

    private SmallRelation ofTxns(SmallRelation.Rule rule) {
        return SmallRelation.of(size, (a, b) -> a > 0 && b > 0 && rule.holds(a - 1, b - 1));
    }

    private boolean haveCommonKey(int txn, int other) {
        for (int key = 0; key < history.keyCount(); key++) {
            if (history.writes(txn, key) && history.writes(other, key)) {
                return true;
            }
        }
        return false;
    }

    SmallRelation base(BaseOrder order) {
        return switch (order) {
            case NONE -> none;
            case SESSION -> sessionOrder;
            case REALTIME -> sessionOrder.or(realtime);
        };
    }

    /** All that a commit order of the level extends besides the axiom's own demands. */
    SmallRelation frame(BaseOrder order) {
        // A brute force asks again for each order of commits, as for what axioms demand.
        return frames.computeIfAbsent(order, asked -> writeRead.or(base(asked)));
    }

    /** Decides whether the transactions of the history in this order, from 0, show that the level holds. */
    boolean accepts(AxiomaticLevel level, int... order) {
        SmallRelation commits = SmallRelation.inOrder(order);
        if (!commits.contains(frame(level.order()))
                || !commits.contains(demands.computeIfAbsent(level.axiom(), this::demanded))
                || !respectsVersions(commits)) {
            return false;
        }
        SmallRelation visible = visible(level, commits);
        for (Read read : reads) {
            if (!isFresh(read, level.axiom(), commits, visible)) {
                return false;
            }
        }
        return true;
    }

    private SmallRelation demanded(Axiom axiom) {
        return switch (axiom) {
            case MONOTONIC_WRITES, PRAM -> sessionOrder.and(ofTxns((a, b) -> isWriter(a) && isWriter(b)));
            case WRITES_FOLLOW_READS ->
                writeRead.then(sessionOrder).and(SmallRelation.of(size, (a, c) -> a != c && c > 0 && isWriter(c - 1)));
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    READ_COMMITTED,
                    READ_ATOMIC,
                    CURSOR,
                    UPDATE_ATOMIC,
                    CAUSAL,
                    PREFIX,
                    PARALLEL_SNAPSHOT,
                    SNAPSHOT,
                    SERIAL -> none;
        };
    }

    private boolean isWriter(int txn) {
        return history.firstWrite(txn) < history.endWrite(txn);
    }

    private boolean respectsVersions(SmallRelation commits) {
        for (int key = 0; key < history.keyCount(); key++) {
            int count = history.versionCount(key);
            int known = 0;
            for (int at = 0; at < count; at++) {
                int txn = history.version(key, at);
                known |= 1 << txn;
                if (at > 0 && history.version(key, at - 1) != txn) {
                    if (!commits.holds(history.version(key, at - 1) + 1, txn + 1)) {
                        return false;
                    }
                }
            }
            for (int txn = 0; count > 0 && txn < history.txnCount(); txn++) {
                if (history.writes(txn, key) && (known & 1 << txn) == 0) {
                    if (!commits.holds(history.version(key, count - 1) + 1, txn + 1)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Decides whether every other visible writer of the key commits before the one that is read. */
    private boolean isFresh(Read read, Axiom axiom, SmallRelation commits, SmallRelation visible) {
        int others = writers[read.key()] & ~(1 << read.source()) & ~(1 << read.reader());
        int seen = switch (axiom) {
            case MONOTONIC_READS -> seen(read, true);
            case READ_COMMITTED -> seen(read, false);
            case CURSOR -> history.writes(read.reader() - 1, read.key()) ? commits.before(read.reader()) : 0;
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_ATOMIC,
                    PRAM,
                    UPDATE_ATOMIC,
                    CAUSAL,
                    PREFIX,
                    PARALLEL_SNAPSHOT,
                    SNAPSHOT,
                    SERIAL -> visible.before(read.reader());
        };
        return (others & seen & ~commits.before(read.source()) & ~1) == 0;
    }

    /** All that is visible to a transaction, whatever it reads; nothing where an axiom asks what it reads. */
    private SmallRelation visible(AxiomaticLevel level, SmallRelation commits) {
        SmallRelation direct = frame(level.order());
        return switch (level.axiom()) {
            case NONE, MONOTONIC_WRITES, WRITES_FOLLOW_READS, MONOTONIC_READS, READ_COMMITTED, CURSOR -> none;
            case READ_YOUR_WRITES -> sessionOrder;
            case READ_ATOMIC -> direct;
            case PRAM -> sessionOrder.or(sessionOrder.orEqual().then(writeRead).then(sessionOrder.orEqual()));
            case UPDATE_ATOMIC -> direct.or(commits.and(conflict));
            case CAUSAL -> direct.transitive();
            case PREFIX -> commits.orEqual().then(direct);
            case PARALLEL_SNAPSHOT -> direct.or(commits.and(conflict)).transitive();
            case SNAPSHOT -> commits.orEqual().then(direct.or(commits.and(conflict)));
            case SERIAL -> commits;
        };
    }

    /** Returns the sources read from before: for the same key by the session, or for any key by the transaction. */
    private int seen(Read read, boolean bySession) {
        int seen = 0;
        for (Read earlier : reads) {
            boolean ownEarlier = earlier.reader() == read.reader() && earlier.place() < read.place();
            boolean counts = bySession
                    ? earlier.key() == read.key() && (ownEarlier || sessionOrder.holds(earlier.reader(), read.reader()))
                    : ownEarlier;
            seen |= counts ? 1 << earlier.source() : 0;
        }
        return seen;
    }
}
