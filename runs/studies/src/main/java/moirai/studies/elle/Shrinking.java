package moirai.studies.elle;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import moirai.analysis.reduction.DeltaDebugging;
import moirai.history.Op;
import moirai.history.Txn;

/** Finds a smallest part of a history that still has a property: transactions go first, then ops. */
final class Shrinking {

    private Shrinking() {}

    /** An op of a transaction, by their indices. */
    private record Place(int txn, int op) {}

    static Trace shrink(Trace trace, Predicate<Trace> property) {
        Trace fine = new Trace(trace.data(), trace.txns(), 1);
        Trace fewer = reduce(property.test(fine) ? fine : trace, property);
        Trace least = reduce(fewer, property);
        while (least.txns().size() < fewer.txns().size()) {
            fewer = least;
            least = reduce(fewer, property);
        }
        return least;
    }

    private static Trace reduce(Trace trace, Predicate<Trace> property) {
        Trace some = reduce(trace, trace.txns().size(), kept -> txns(trace, kept), property);
        List<Place> places = new ArrayList<>();
        for (int txn = 0; txn < some.txns().size(); txn++) {
            for (int op = 0; op < some.txns().get(txn).ops().size(); op++) {
                places.add(new Place(txn, op));
            }
        }
        return reduce(some, places.size(), kept -> ops(some, places, kept), property);
    }

    /** Makes a part of a history. */
    private interface Excerpt {
        Trace of(BitSet kept);
    }

    private static Trace reduce(Trace whole, int size, Excerpt excerpt, Predicate<Trace> property) {
        List<Integer> kept = DeltaDebugging.reduce(
                IntStream.range(0, size).boxed().toList(),
                (some, single) -> property.test(excerpt.of(some)) ? Optional.of(some) : Optional.empty(),
                () -> false);
        var all = new BitSet();
        kept.forEach(all::set);
        return all.cardinality() == size ? whole : excerpt.of(all);
    }

    private static Trace txns(Trace trace, BitSet kept) {
        return trace.with(kept.stream().mapToObj(trace.txns()::get).toList());
    }

    private static Trace ops(Trace trace, List<Place> places, BitSet kept) {
        var txns = new ArrayList<Txn>();
        for (int txn = 0; txn < trace.txns().size(); txn++) {
            Txn all = trace.txns().get(txn);
            int number = txn;
            List<Op> ops = kept.stream()
                    .mapToObj(places::get)
                    .filter(place -> place.txn() == number)
                    .map(place -> all.ops().get(place.op()))
                    .toList();
            if (!ops.isEmpty()) {
                txns.add(new Txn(all.session(), ops, all.outcome(), all.startNanos(), all.endNanos()));
            }
        }
        return trace.with(txns);
    }
}
