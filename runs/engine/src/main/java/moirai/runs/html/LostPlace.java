package moirai.runs.html;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.durability.LostWrite;
import moirai.history.DataModel;
import moirai.history.History;

/**
 * The place in the list that was read last where a lost element would stand. It follows from the times of the appends
 * that are still there: the place is behind those whose transactions had ended when the lost one's began, and before
 * those that began when the lost one's had ended.
 */
final class LostPlace {

    private static final int NONE = -1;
    private static final int SHOWN_ON_EACH_SIDE = 3;

    private final History history;
    private final int readOp;
    /**
     * The number of elements behind which the lost element belongs, and of those up to the first that it belongs
     * before.
     */
    private final int from;

    private final int to;

    private LostPlace(History history, int readOp, int from, int to) {
        this.history = history;
        this.readOp = readOp;
        this.from = from;
        this.to = to;
    }

    /**
     * Returns the place in a sentence; empty if the key is no list, if no reader of it is known, if the history does
     * not have all that appended to it, or if the times do not decide it. Costs O(ops).
     *
     * @param reader a transaction that read the list; negative if none is known
     */
    static Optional<String> in(History history, LostWrite lost, int reader) {
        boolean isList = history.dataModel() == DataModel.LIST_APPEND;
        int read = reader < 0 || !history.isTimed() || !isList ? NONE : readOf(history, reader, lost.key());
        if (read == NONE) {
            return Optional.empty();
        }
        Int2IntOpenHashMap writers = writers(history, history.key(read));
        return isEveryWriterKnown(history, read, writers)
                ? of(history, lost, read, writers).sentence(lost, reader)
                : Optional.empty();
    }

    /** Decides whether the history has all that appended to this list, as an excerpt of it need not. */
    private static boolean isEveryWriterKnown(History history, int read, Int2IntOpenHashMap writers) {
        return IntStream.range(0, history.length(read))
                .allMatch(i -> writers.containsKey(history.listElement(history.list(read), i)));
    }

    private static int readOf(History history, int reader, String key) {
        for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
            boolean isList = !history.isAppend(op) && !history.isScan(op) && history.isAnswered(op);
            if (isList && history.keyLabel(history.key(op)).equals(key)) {
                return op;
            }
        }
        return NONE;
    }

    private static LostPlace of(History history, LostWrite lost, int read, Int2IntOpenHashMap writers) {
        int from = 0;
        int to = history.length(read);
        for (int i = 0; i < history.length(read); i++) {
            int writer = writers.get(history.listElement(history.list(read), i));
            if (history.endNanos(writer) < history.startNanos(lost.txn())) {
                from = i + 1;
            } else if (history.startNanos(writer) > history.endNanos(lost.txn())) {
                to = Math.min(to, i);
            }
        }
        return new LostPlace(history, read, from, to);
    }

    private static Int2IntOpenHashMap writers(History history, int key) {
        var writers = new Int2IntOpenHashMap();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op) && history.key(op) == key) {
                    writers.put(history.element(op), txn);
                }
            }
        }
        return writers;
    }

    private Optional<String> sentence(LostWrite lost, int reader) {
        int length = history.length(readOp);
        // The list was put together from two, or the clock went back.
        if (from > to || length == 0) {
            return Optional.empty();
        }
        String place = from == to
                ? "its place is at the mark"
                : "its place is somewhere between the marks, where appends overlapped its own";
        return Optional.of(String.format(
                Locale.ROOT,
                "By the times of the appends that T%d still read there, %s: [%s%s%s].",
                reader,
                place,
                from > SHOWN_ON_EACH_SIDE ? "… " : "",
                around(history.valueLabel(lost.value())),
                to + SHOWN_ON_EACH_SIDE < length ? " …" : ""));
    }

    private String around(String lost) {
        String before = elements(Math.max(0, from - SHOWN_ON_EACH_SIDE), from);
        String between = elements(from, to);
        String after = elements(to, Math.min(history.length(readOp), to + SHOWN_ON_EACH_SIDE));
        String mark = "‹" + lost + "?›";
        return (before + " " + mark + " " + (between.isEmpty() ? "" : between + " " + mark + " ") + after).strip();
    }

    private String elements(int first, int end) {
        int list = history.list(readOp);
        return IntStream.range(first, end)
                .mapToObj(i -> history.valueLabel(history.listElement(list, i)))
                .collect(Collectors.joining(" "));
    }
}
