package moirai.runs.teeth;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;

/** Plants each {@link Mutation} into a transaction; returns nothing where the transaction gives no opportunity. */
final class Plantings {

    private static final int STALE_MAX = 5;

    private Plantings() {}

    static Optional<History> loseAppend(RecordedLists lists, int txn, RandomGenerator random) {
        List<Op.Append> appends = lists.appends(txn);
        return appends.isEmpty() ? Optional.empty() : Optional.of(lists.without(txn, Set.of(any(appends, random))));
    }

    static Optional<History> loseTransaction(RecordedLists lists, int txn) {
        List<Op.Append> appends = lists.appends(txn);
        return appends.isEmpty() ? Optional.empty() : Optional.of(lists.without(txn, Set.copyOf(appends)));
    }

    static Optional<History> readStale(RecordedLists lists, int txn, RandomGenerator random) {
        if (!lists.appends(txn).isEmpty()) {
            return Optional.empty();
        }
        List<Integer> seen = lists.readsOfOthers(txn).stream()
                .flatMap(read -> writers(lists, read).stream())
                .filter(writer -> isOver(lists, writer, txn))
                .distinct()
                .sorted((one, other) ->
                        Long.compare(lists.txn(other).endNanos(), lists.txn(one).endNanos()))
                .toList();
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        long since = lists.txn(seen.get(Math.min(seen.size() - 1, random.nextInt(STALE_MAX))))
                .endNanos();
        Set<Integer> missed = lists.readsOfOthers(txn).stream()
                .flatMap(read -> writers(lists, read).stream())
                .filter(writer -> lists.txn(writer).endNanos() >= since)
                .collect(Collectors.toSet());
        return Optional.of(lists.ending(txn, keys(lists, txn), missed));
    }

    static Optional<History> readInPart(RecordedLists lists, int txn, RandomGenerator random) {
        Map<Integer, Set<Long>> keysOf = lists.readsOfOthers(txn).stream()
                .flatMap(read -> writers(lists, read).stream().map(writer -> Map.entry(writer, read.key())))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toSet())));
        List<Map.Entry<Integer, Set<Long>>> seenTwice = keysOf.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .toList();
        if (seenTwice.isEmpty()) {
            return Optional.empty();
        }
        Map.Entry<Integer, Set<Long>> one = any(seenTwice, random);
        long key = any(List.copyOf(one.getValue()), random);
        return readsAgain(lists, txn, key)
                ? Optional.empty()
                : Optional.of(lists.ending(txn, Set.of(key), Set.of(one.getKey())));
    }

    static Optional<History> loseUpdate(RecordedLists lists, int txn, RandomGenerator random) {
        Set<Long> appended = lists.appends(txn).stream().map(Op.Append::key).collect(Collectors.toSet());
        List<Op.Read> updated = lists.readsOfOthers(txn).stream()
                .filter(read -> appended.contains(read.key())
                        && read.elements().count() > 0
                        && !readsAgain(lists, txn, read.key()))
                .toList();
        if (updated.isEmpty()) {
            return Optional.empty();
        }
        Op.Read read = any(updated, random);
        int last = lists.writer(read.key(), read.elements().at(read.elements().count() - 1));
        return last == RecordedLists.NOBODY
                ? Optional.empty()
                : Optional.of(lists.ending(txn, Set.of(read.key()), Set.of(last)));
    }

    static Optional<History> swapElements(RecordedLists lists, int txn, RandomGenerator random) {
        List<Op.Read> longer = lists.readsOfOthers(txn).stream()
                .filter(read -> read.elements().count() > 1)
                .toList();
        if (longer.isEmpty()) {
            return Optional.empty();
        }
        Op.Read read = any(longer, random);
        int[] elements = read.elements().toArray();
        int at = random.nextInt(elements.length - 1);
        int first = elements[at];
        elements[at] = elements[at + 1];
        elements[at + 1] = first;
        Op.Read swapped = new Op.Read(read.key(), Elements.of(elements));
        return Optional.of(lists.answered((reader, one) -> reader == txn && one.equals(read) ? swapped : one));
    }

    private static <T> T any(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Set<Integer> writers(RecordedLists lists, Op.Read read) {
        var writers = new HashSet<Integer>();
        Arrays.stream(read.elements().toArray())
                .map(element -> lists.writer(read.key(), element))
                .filter(writer -> writer != RecordedLists.NOBODY)
                .forEach(writers::add);
        return writers;
    }

    private static boolean isOver(RecordedLists lists, int writer, int reader) {
        return lists.txn(writer).endNanos() < lists.txn(reader).startNanos();
    }

    private static Set<Long> keys(RecordedLists lists, int txn) {
        return lists.readsOfOthers(txn).stream().map(Op.Read::key).collect(Collectors.toSet());
    }

    /** Returns whether a transaction reads a list again after it appended to it, so that one answer fixes another. */
    private static boolean readsAgain(RecordedLists lists, int txn, long key) {
        long reads = lists.txn(txn).ops().stream()
                .filter(op -> op instanceof Op.Read && op.key() == key)
                .count();
        long before = lists.readsOfOthers(txn).stream()
                .filter(read -> read.key() == key)
                .count();
        return reads > before;
    }
}
