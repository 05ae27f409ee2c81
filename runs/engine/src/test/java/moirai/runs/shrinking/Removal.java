package moirai.runs.shrinking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;

/** A remover of one transaction or one op from a history, by the definition: on objects, one by one. */
final class Removal {

    private Removal() {}

    /**
     * Returns every history that is smaller than one that shows the phenomenon and consistent with it. A total is wrong
     * only if all of its balances were read, so a transaction of accounts is removed whole, and in other histories a
     * single op.
     */
    static Stream<History> ofEachPart(History history, Phenomenon phenomenon) {
        return phenomenon == Phenomenon.WRONG_TOTAL ? ofEachTxn(history) : ofEachOp(history);
    }

    private static Stream<History> ofEachTxn(History history) {
        return Stream.iterate(0, at -> at < history.txnCount(), at -> at + 1).map(at -> {
            var left = new ArrayList<Txn>(txns(history));
            left.remove((int) at);
            return build(history, left);
        });
    }

    /** Returns every history that lacks one op, with the ops that depend on it; counters lose reads alone. */
    private static Stream<History> ofEachOp(History history) {
        List<Txn> txns = txns(history);
        return Stream.iterate(0, at -> at < txns.size(), at -> at + 1)
                .flatMap(at -> starts(txns.get(at).ops()).flatMap(i -> without(history, txns, at, i).stream()));
    }

    /** Returns the positions of the ops that are no match of a scan. */
    private static Stream<Integer> starts(List<Op> ops) {
        return Stream.iterate(0, i -> i < ops.size(), i -> i + 1 + matches(ops.get(i)));
    }

    private static int matches(Op op) {
        return op instanceof Op.Scan scan ? Math.max(0, scan.matches()) : 0;
    }

    private static List<Txn> txns(History history) {
        return Stream.iterate(0, txn -> txn < history.txnCount(), txn -> txn + 1)
                .map(history::txn)
                .toList();
    }

    private static Optional<History> without(History history, List<Txn> txns, int at, int index) {
        Op gone = txns.get(at).ops().get(index);
        if (gone instanceof Op.Increment(long key, long amount)
                && txns.stream().flatMap(txn -> txn.ops().stream()).anyMatch(op -> isReadOf(op, key))) {
            return Optional.empty();
        }
        var left = new ArrayList<Txn>();
        for (int i = 0; i < txns.size(); i++) {
            var ops = new ArrayList<>(txns.get(i).ops());
            if (i == at) {
                removeAt(ops, index);
            }
            left.add(with(txns.get(i), ops));
        }
        for (int i = 0; i < left.size(); i++) {
            left.set(i, with(left.get(i), following(left.get(i).ops(), gone, left)));
        }
        left.removeIf(txn -> txn.ops().isEmpty());
        return Optional.of(build(history, left));
    }

    private static boolean isReadOf(Op op, long key) {
        return op instanceof Op.ReadCounter read && read.key() == key;
    }

    /** Removes an op. A scan is removed with its matches, and a match alone cannot be removed. */
    private static void removeAt(List<Op> ops, int index) {
        ops.subList(index, index + 1 + matches(ops.get(index))).clear();
    }

    private static List<Op> following(List<Op> ops, Op gone, List<Txn> all) {
        boolean isStillWritten = all.stream().flatMap(txn -> txn.ops().stream()).anyMatch(gone::equals);
        var left = new ArrayList<Op>();
        for (Op op : ops) {
            switch (op) {
                case Op.Read read
                when gone instanceof Op.Append(long key, int element) && read.key() == key ->
                    left.add(isStillWritten ? read : new Op.Read(key, without(read.elements(), element)));
                case Op.ReadSet read
                when gone instanceof Op.Add(long key, int element) && read.key() == key ->
                    left.add(isStillWritten ? read : new Op.ReadSet(key, without(read.elements(), element)));
                case Op.ReadValue(long key, long value)
                when gone.equals(new Op.Write(key, value)) -> {
                    if (isStillWritten) {
                        left.add(op);
                    }
                }
                default -> left.add(op);
            }
        }
        return withoutEmptyMatches(left);
    }

    private static List<Op> withoutEmptyMatches(List<Op> ops) {
        var left = new ArrayList<Op>();
        for (int i = 0; i < ops.size(); i += 1 + matches(ops.get(i))) {
            if (ops.get(i) instanceof Op.Scan(long from, long to, int matches) && matches > 0) {
                List<Op> found = ops.subList(i + 1, i + 1 + matches).stream()
                        .filter(match -> ((Op.Read) match).elements().count() > 0)
                        .toList();
                left.add(new Op.Scan(from, to, found.size()));
                left.addAll(found);
            } else {
                left.add(ops.get(i));
            }
        }
        return left;
    }

    private static Elements without(Elements elements, int element) {
        if (!elements.isKnown()) {
            return elements;
        }
        int[] values = new int[elements.count()];
        elements.copyTo(values);
        return Elements.of(
                Arrays.stream(values).filter(value -> value != element).toArray());
    }

    private static Txn with(Txn txn, List<Op> ops) {
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    private static History build(History like, List<Txn> txns) {
        var builder = new HistoryBuilder(like.header()).labels(like.labels());
        for (FaultEvent fault : like.faults()) {
            builder.fault(fault);
        }
        txns.forEach(builder::add);
        return (like.isTimed() ? builder : builder.untimed()).build(like.isComplete());
    }
}
