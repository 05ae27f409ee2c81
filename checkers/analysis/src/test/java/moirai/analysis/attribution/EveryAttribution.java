package moirai.analysis.attribution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import moirai.analysis.axioms.BruteForce;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.validation.LevelAxioms;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * All ways to say which write each read of a small history of registers returned, and for each all orders of commits:
 * the definition of a level where several transactions wrote one value. Slow, and close to the definitions.
 */
final class EveryAttribution {

    private static final int INITIAL = -1;
    private static final int OWN = -2;
    private static final int COUNT_MAX = 200;

    /** What a read is that returned something else than what its transaction had written last. */
    private static final Set<Phenomenon> OF_OWN_WRITES =
            EnumSet.of(Phenomenon.INTERNAL, Phenomenon.MISSING_OWN_WRITE, Phenomenon.NON_MONOTONIC_VIEW_PROCESS);

    /** A read by its transaction and place, with all it may have returned. */
    private record Read(int txn, int place, List<Integer> writers) {}

    private final History recorded;
    private final List<Txn> txns = new ArrayList<>();
    private final List<Read> reads = new ArrayList<>();
    private final List<Way> ways = new ArrayList<>();
    private final int count;

    /** One way to say what was read, among those that took effect. */
    private record Way(KeyValueHistory history, BruteForce orders, boolean isInternal) {}

    EveryAttribution(History recorded) {
        this.recorded = recorded;
        for (int txn = 0; txn < recorded.txnCount(); txn++) {
            txns.add(recorded.txn(txn));
        }
        for (int txn = 0; txn < txns.size(); txn++) {
            addReads(txn);
        }
        long product = 1;
        for (Read read : reads) {
            product =
                    Math.min(COUNT_MAX + 1, product * Math.max(1, read.writers().size()));
        }
        this.count = (int) product;
        if (count <= COUNT_MAX) {
            attribute(new ArrayList<>());
        }
    }

    private void addReads(int txn) {
        List<Op> ops = txns.get(txn).ops();
        for (int place = 0; place < ops.size(); place++) {
            if (ops.get(place) instanceof Op.ReadInitial) {
                reads.add(new Read(txn, place, List.of(INITIAL)));
            } else if (ops.get(place) instanceof Op.ReadValue(long key, long value)) {
                boolean isOwn = ops.subList(0, place).contains(new Op.Write(key, value));
                reads.add(new Read(txn, place, isOwn ? List.of(OWN) : writers(txn, key, value)));
            }
        }
    }

    private List<Integer> writers(int reader, long key, long value) {
        var writers = new ArrayList<Integer>();
        for (int txn = 0; txn < txns.size(); txn++) {
            List<Op> writes = txns.get(txn).ops().stream()
                    .filter(op -> op instanceof Op.Write && op.key() == key)
                    .toList();
            if (txn != reader
                    && txns.get(txn).outcome().mayHaveTakenEffect()
                    && !writes.isEmpty()
                    && writes.getLast().equals(new Op.Write(key, value))) {
                writers.add(txn);
            }
        }
        return writers;
    }

    private void attribute(List<Integer> chosen) {
        if (chosen.size() == reads.size()) {
            add(chosen);
            return;
        }
        List<Integer> writers = reads.get(chosen.size()).writers();
        for (int writer : writers.isEmpty() ? List.of(Integer.MIN_VALUE) : writers) {
            chosen.add(writer);
            attribute(chosen);
            chosen.removeLast();
        }
    }

    private void add(List<Integer> chosen) {
        var effective = new TreeSet<Integer>();
        for (int txn = 0; txn < txns.size(); txn++) {
            if (txns.get(txn).outcome() instanceof Outcome.Committed) {
                effective.add(txn);
            }
        }
        int before;
        do {
            before = effective.size();
            for (int read = 0; read < reads.size(); read++) {
                if (effective.contains(reads.get(read).txn()) && chosen.get(read) >= 0) {
                    effective.add(chosen.get(read));
                }
            }
        } while (effective.size() > before);
        boolean isInternal = false;
        for (int read = 0; read < reads.size(); read++) {
            if (effective.contains(reads.get(read).txn())) {
                if (chosen.get(read) == Integer.MIN_VALUE) {
                    return; // Read from nobody who may have been read from.
                }
                isInternal |= isInternal(reads.get(read));
            }
        }
        KeyValueHistory history = history(List.copyOf(effective), chosen);
        ways.add(new Way(history, new BruteForce(history), isInternal));
    }

    /** Decides whether the read returned something else than what its transaction had written last. */
    private boolean isInternal(Read read) {
        List<Op> ops = txns.get(read.txn()).ops();
        Op answer = ops.get(read.place());
        List<Op> own = ops.subList(0, read.place()).stream()
                .filter(op -> op instanceof Op.Write && op.key() == answer.key())
                .toList();
        return !own.isEmpty()
                && !(answer instanceof Op.ReadValue(long key, long value)
                        && own.getLast().equals(new Op.Write(key, value)));
    }

    private KeyValueHistory history(List<Integer> effective, List<Integer> chosen) {
        var builder = new KeyValueHistory.Builder(recorded.isTimed());
        Map<Integer, Integer> sessions = new HashMap<>();
        for (int txn : effective) {
            boolean isCommitted = txns.get(txn).outcome() instanceof Outcome.Committed;
            int session = sessions.computeIfAbsent(txns.get(txn).session(), first -> sessions.size());
            builder.txn(session, recorded.startNanos(txn), isCommitted ? recorded.endNanos(txn) : Long.MAX_VALUE, txn);
            for (int read = 0; read < reads.size(); read++) {
                if (reads.get(read).txn() == txn && chosen.get(read) != OWN) {
                    int key =
                            recorded.key(recorded.firstOp(txn) + reads.get(read).place());
                    builder.read(key, chosen.get(read) == INITIAL ? INITIAL : effective.indexOf(chosen.get(read)));
                }
            }
            for (int op = recorded.firstOp(txn); op < recorded.endOp(txn); op++) {
                if (recorded.isWrite(op)) {
                    builder.write(recorded.key(op));
                }
            }
        }
        return builder.build();
    }

    /** Returns whether there are not too many ways to try them all. */
    boolean isKnown() {
        return count <= COUNT_MAX;
    }

    /** Returns whether some read may have returned several writes. */
    boolean isRepeated() {
        return count > 1;
    }

    /** Decides whether under some attribution some order of commits satisfies the level, which has axioms. */
    boolean satisfies(IsolationLevel level) {
        boolean allowsInternal = Collections.disjoint(level.forbidden(), OF_OWN_WRITES);
        Predicate<Way> isAllowed = way -> allowsInternal || !way.isInternal();
        return ways.stream()
                .filter(isAllowed)
                .anyMatch(way -> way.orders()
                        .satisfies(LevelAxioms.of(level).orElseThrow().level()));
    }
}
