package moirai.junit.properties;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Txn;

/**
 * A history of lists with small numbers. Keys and times keep their order, so that ranges and real time stay what they
 * are. Elements count from 1 in the order in which they are appended; those that nobody appended count down from -1.
 */
final class Renumbering {

    private final Map<Integer, Integer> sessions = new HashMap<>();
    private final Map<Long, Integer> keys;
    private final Map<Long, Integer> times;
    private final Map<Long, Map<Integer, Integer>> elements = new HashMap<>();

    private Renumbering(List<Txn> txns) {
        var names = new TreeSet<Long>();
        var instants = new TreeSet<Long>();
        for (Txn txn : txns) {
            sessions.putIfAbsent(txn.session(), sessions.size());
            instants.add(txn.startNanos());
            instants.add(txn.endNanos());
            for (Op op : txn.ops()) {
                names.add(op.key());
                if (op instanceof Op.Scan scan) {
                    names.add(scan.to());
                } else if (op instanceof Op.Append(long key, int element)) {
                    Map<Integer, Integer> known = elements.computeIfAbsent(key, first -> new HashMap<>());
                    known.putIfAbsent(element, known.size() + 1);
                }
            }
        }
        keys = ranks(names);
        times = ranks(instants);
    }

    /** Returns the history with other numbers. O(ops × log + elements read). */
    static History of(History history) {
        List<Txn> txns =
                IntStream.range(0, history.txnCount()).mapToObj(history::txn).toList();
        var numbers = new Renumbering(txns);
        var builder = new HistoryBuilder(history.header());
        txns.forEach(txn -> builder.add(numbers.renumbered(txn)));
        return builder.build(history.isComplete());
    }

    private static Map<Long, Integer> ranks(SortedSet<Long> numbers) {
        var ranks = new TreeMap<Long, Integer>();
        numbers.forEach(number -> ranks.put(number, ranks.size()));
        return ranks;
    }

    private Txn renumbered(Txn txn) {
        return new Txn(
                of(sessions, txn.session()),
                txn.ops().stream().map(this::renumbered).toList(),
                txn.outcome(),
                of(times, txn.startNanos()),
                of(times, txn.endNanos()));
    }

    private static <N> int of(Map<N, Integer> numbers, N number) {
        Integer found = numbers.get(number);
        if (found == null) {
            throw new IllegalStateException(number + " has no number");
        }
        return found;
    }

    private Op renumbered(Op op) {
        long key = of(keys, op.key());
        return switch (op) {
            case Op.Append append -> new Op.Append(key, element(append.key(), append.element()));
            case Op.Read read -> new Op.Read(key, elements(read));
            case Op.Scan scan -> new Op.Scan(key, of(keys, scan.to()), scan.matches());
            case Op.OffList other -> throw new IllegalArgumentException(other + " is no op on lists");
        };
    }

    private Elements elements(Op.Read read) {
        return read.elements().isKnown()
                ? Elements.of(IntStream.of(read.elements().toArray())
                        .map(element -> element(read.key(), element))
                        .toArray())
                : read.elements();
    }

    private int element(long key, int element) {
        Map<Integer, Integer> known = elements.computeIfAbsent(key, first -> new HashMap<>());
        Integer number = known.get(element);
        if (number == null) {
            number = -1
                    - (int) known.values().stream().filter(other -> other < 0).count();
            known.put(element, number);
        }
        return number;
    }
}
