package moirai.runs.teeth;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.level.Phenomenon;

/**
 * A kind of bug of a database, planted at one place of a history: the answers are changed to what clients of a database
 * with the bug would have seen there, and nothing else.
 */
public enum Mutation {
    /** An append that was acknowledged is in no list that others read. */
    LOST_APPEND(Phenomenon.G_SINGLE_REALTIME, "an acknowledged append that nobody sees") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
            List<Op.Append> appends = lists.appends(txn);
            return appends.isEmpty() ? Optional.empty() : Optional.of(lists.without(txn, Set.of(any(appends, random))));
        }
    },
    /** Nothing of a transaction that was acknowledged is in any list that others read. */
    LOST_TRANSACTION(Phenomenon.G_SINGLE_REALTIME, "an acknowledged transaction that nobody sees") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
            List<Op.Append> appends = lists.appends(txn);
            return appends.isEmpty() ? Optional.empty() : Optional.of(lists.without(txn, Set.copyOf(appends)));
        }
    },
    /** A transaction that only reads gets a snapshot from before the last few commits that it should see. */
    STALE_READ(Phenomenon.G_SINGLE_REALTIME, "a snapshot that misses the last commits") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
            if (!lists.appends(txn).isEmpty()) {
                return Optional.empty();
            }
            List<Integer> seen = lists.readsOfOthers(txn).stream()
                    .flatMap(read -> writers(lists, read).stream())
                    .filter(writer -> isOver(lists, writer, txn))
                    .distinct()
                    .sorted((one, other) -> Long.compare(
                            lists.txn(other).endNanos(), lists.txn(one).endNanos()))
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
    },
    /** A transaction sees what another one appended to one list, and misses it in a second one. */
    FRACTURED_READ(Phenomenon.G_SINGLE, "a transaction seen in part") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
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
    },
    /** A transaction appends to a list of which it had read a version that is older than the last one. */
    LOST_UPDATE(Phenomenon.LOST_UPDATE, "an update of an outdated value") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
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
            int last =
                    lists.writer(read.key(), read.elements().at(read.elements().count() - 1));
            return last == RecordedLists.NOBODY
                    ? Optional.empty()
                    : Optional.of(lists.ending(txn, Set.of(read.key()), Set.of(last)));
        }
    },
    /** A read has two elements the other way round than they were appended. */
    SWAPPED_ELEMENTS(Phenomenon.INCOMPATIBLE_ORDER, "two elements of a list in another order") {
        @Override
        Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random) {
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
    };

    private static final int STALE_MAX = 5;

    private final Phenomenon phenomenon;
    private final String words;

    Mutation(Phenomenon phenomenon, String words) {
        this.phenomenon = phenomenon;
        this.words = words;
    }

    /**
     * Plants it into a transaction.
     *
     * @return the changed history; empty if the transaction gives no opportunity
     */
    abstract Optional<History> plant(RecordedLists lists, int txn, RandomGenerator random);

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
