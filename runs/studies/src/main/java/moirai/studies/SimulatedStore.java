package moirai.studies;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A store that executes transactions of concurrent sessions on snapshots. The first committer of a key wins. A serial
 * store also refuses transactions that read a version that was overwritten since. Refused transactions are not
 * recorded.
 */
final class SimulatedStore {

    /** A key and the transaction whose version was read. */
    private record Read(int key, int source) {}

    /** A committed transaction, whose number is its index in the list of all. */
    private record Commit(int session, List<Read> reads, Set<Integer> writes) {

        int source(int key) {
            return reads.stream()
                    .filter(read -> read.key() == key)
                    .mapToInt(Read::source)
                    .findFirst()
                    .orElseThrow();
        }

        boolean reads(int key) {
            return reads.stream().anyMatch(read -> read.key() == key);
        }

        boolean updates(int key) {
            return reads(key) && writes.contains(key);
        }

        /** Returns this commit with another source for a key. */
        Commit reading(int key, int source) {
            return new Commit(
                    session,
                    reads.stream()
                            .map(read -> read.key() == key ? new Read(key, source) : read)
                            .toList(),
                    writes);
        }
    }

    private final HardHistory.Shape shape;
    private final Random random;
    private final List<Commit> commits = new ArrayList<>();
    private final List<List<Integer>> versions = new ArrayList<>();

    SimulatedStore(HardHistory.Shape shape) {
        this.shape = shape;
        this.random = new Random(shape.seed());
        for (int key = 0; key < 9 * shape.hotKeyCount(); key++) {
            versions.add(new ArrayList<>());
        }
        int[] begun = new int[shape.sessionCount()];
        while (commits.size() < shape.txnCount()) {
            int session = random.nextInt(shape.sessionCount());
            tryToCommit(session, begun[session]);
            begun[session] = commits.size();
        }
    }

    /** Runs a transaction that began after this number of commits. */
    private void tryToCommit(int session, int begun) {
        var reads = new ArrayList<Read>();
        Set<Integer> readKeys = new HashSet<>();
        Set<Integer> writes = new TreeSet<>();
        for (int ops = 1 + random.nextInt(4); ops > 0; ops--) {
            int key = anyKey();
            boolean blind = random.nextInt(10) < shape.blindOf10();
            if (!blind && readKeys.add(key)) {
                reads.add(new Read(key, versionBefore(key, begun)));
            }
            if (blind || random.nextInt(3) == 0) {
                writes.add(key);
            }
        }
        boolean serial = shape.store() == HardHistory.Store.SERIAL;
        boolean refused = writes.stream().anyMatch(key -> isOverwritten(key, begun))
                || (serial && readKeys.stream().anyMatch(key -> isOverwritten(key, begun)));
        if (!refused) {
            writes.forEach(key -> versions.get(key).add(commits.size()));
            commits.add(new Commit(session, List.copyOf(reads), writes));
        }
    }

    private int anyKey() {
        return random.nextBoolean()
                ? random.nextInt(shape.hotKeyCount())
                : shape.hotKeyCount() + random.nextInt(8 * shape.hotKeyCount());
    }

    private int versionBefore(int key, int begun) {
        List<Integer> writers = versions.get(key);
        for (int i = writers.size() - 1; i >= 0; i--) {
            if (writers.get(i) < begun) {
                return writers.get(i);
            }
        }
        return INITIAL;
    }

    private boolean isOverwritten(int key, int begun) {
        return !versions.get(key).isEmpty() && versions.get(key).getLast() >= begun;
    }

    /** Plants a violation, and returns whether that was possible. */
    boolean plant(HardHistory.Plant violation) {
        if (violation == HardHistory.Plant.NOTHING) {
            return true;
        }
        int first = random.nextInt(commits.size());
        for (int i = 0; i < commits.size(); i++) {
            int txn = (first + i) % commits.size();
            boolean planted = switch (violation) {
                case NOTHING -> true;
                case STALE_READ -> plantStaleRead(txn);
                case LOST_UPDATE -> plantLostUpdate(txn);
                case WRITE_SKEW -> plantWriteSkew(txn);
                case NEIGHBOUR -> plantNeighbour(txn);
            };
            if (planted) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes the reader get the version of key x that an overwriter replaced, from which its session has already read.
     */
    private boolean plantStaleRead(int reader) {
        for (Read read : commits.get(reader).reads()) {
            if (read.source() != INITIAL
                    && commits.get(read.source()).updates(read.key())
                    && sessionKnew(reader, read.source())) {
                int stale = commits.get(read.source()).source(read.key());
                return replace(reader, read.key(), stale);
            }
        }
        return false;
    }

    /** Decides whether an earlier transaction of the reader's session read from the source, or is the source. */
    private boolean sessionKnew(int reader, int source) {
        for (int earlier = source; earlier < reader; earlier++) {
            if (commits.get(earlier).session() == commits.get(reader).session()
                    && (earlier == source
                            || commits.get(earlier).reads().stream().anyMatch(read -> read.source() == source))) {
                return true;
            }
        }
        return false;
    }

    /** Makes the transaction read the version that an earlier one read and overwrote, and overwrite it too. */
    private boolean plantLostUpdate(int txn) {
        for (Read read : commits.get(txn).reads()) {
            if (read.source() != INITIAL
                    && commits.get(txn).updates(read.key())
                    && commits.get(read.source()).updates(read.key())) {
                return replace(txn, read.key(), commits.get(read.source()).source(read.key()));
            }
        }
        return false;
    }

    /**
     * Makes two transactions, one of which reads x and updates y and the other the reverse, read the same versions of
     * both.
     */
    private boolean plantWriteSkew(int txn) {
        Commit one = commits.get(txn);
        for (int other = 0; other < txn; other++) {
            Commit two = commits.get(other);
            for (Read x : two.reads()) {
                for (Read y : one.reads()) {
                    boolean crossed = x.key() != y.key()
                            && two.updates(x.key())
                            && one.reads(x.key())
                            && !one.writes().contains(x.key())
                            && one.updates(y.key())
                            && two.reads(y.key())
                            && !two.writes().contains(y.key());
                    if (crossed && x.source() != txn && y.source() != other) {
                        replace(txn, x.key(), x.source());
                        replace(other, y.key(), y.source());
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean plantNeighbour(int txn) {
        for (Read read : commits.get(txn).reads()) {
            List<Integer> writers = versions.get(read.key());
            int at = writers.indexOf(read.source()) + (random.nextBoolean() ? 1 : -1);
            if (at >= 0 && at < writers.size() && writers.get(at) != txn) {
                return replace(txn, read.key(), writers.get(at));
            }
        }
        return false;
    }

    private boolean replace(int txn, int key, int source) {
        commits.set(txn, commits.get(txn).reading(key, source));
        return true;
    }

    /** Returns the history session after session, without intervals. */
    KeyValueHistory history() {
        int[] recorded = new int[commits.size()];
        int[] order = sessionAfterSession();
        for (int at = 0; at < order.length; at++) {
            recorded[order[at]] = at;
        }
        var builder = new KeyValueHistory.Builder(false);
        for (int txn : order) {
            builder.txn(commits.get(txn).session());
            for (Read read : commits.get(txn).reads()) {
                builder.read(read.key(), read.source() == INITIAL ? INITIAL : recorded[read.source()]);
            }
            commits.get(txn).writes().forEach(builder::write);
        }
        return builder.build();
    }

    private int[] sessionAfterSession() {
        var order = new ArrayList<Integer>();
        for (int session = 0; session < shape.sessionCount(); session++) {
            for (int txn = 0; txn < commits.size(); txn++) {
                if (commits.get(txn).session() == session) {
                    order.add(txn);
                }
            }
        }
        return Arrays.stream(order.toArray(new Integer[0]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
