package moirai.analysis.streaming;

import static java.util.Objects.requireNonNull;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import moirai.analysis.Evidence;
import moirai.analysis.durability.AcknowledgedAppends;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.judged.JudgedText;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Txn;

/** Gives a whole history to a stream piece by piece, as sessions that progress at random might have recorded it. */
public final class Feeding {

    private final History whole;
    private final Random random;
    private final int pieceMax;
    /** The transactions of each session that have not arrived. */
    private final TreeMap<Integer, List<Integer>> left = new TreeMap<>();

    /**
     * Prepares to feed.
     *
     * @param pieceMax how many transactions a piece has at most
     */
    public Feeding(History whole, Random random, int pieceMax) {
        this.whole = whole;
        this.random = random;
        this.pieceMax = pieceMax;
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            left.computeIfAbsent(whole.session(txn), session -> new ArrayList<>())
                    .add(txn);
        }
    }

    /**
     * Gives a history to a stream that ends at some moment, and what it still needs then to another one, which goes on
     * with the judgement of the first.
     */
    public ListAppendStream feedInTwo(StreamLimits limits) {
        var first = new ListAppendStream(whole.header(), Past.NONE, limits, Optional.empty());
        if (!whole.isComplete()) {
            first.incomplete();
        }
        int pieces = 1 + random.nextInt(whole.txnCount());
        for (int i = 0; i < pieces && !left.isEmpty(); i++) {
            List<Integer> piece = piece();
            first.accept(history(piece, false), announced(), watermark());
            if (random.nextInt(4) > 0) {
                first.judge();
            }
        }
        long droppedNanos = Math.min(first.progress().provenNanos(), first.neededNanos());
        var evidence = new Evidence(0, 0, 0, 0, 0, 0);
        String note = JudgedText.of(first.judged(evidence), new AcknowledgedAppends());
        JudgedBefore judged = JudgedText.parse("note", note, whole.header());
        var second = new ListAppendStream(whole.header(), Past.NONE, limits, Optional.of(judged));
        new Feeding(since(droppedNanos), random, pieceMax).feed(second);
        return second;
    }

    /** Returns what ended at this time or later, as a history that is not complete if that is not all. */
    private History since(long nanos) {
        var builder = new HistoryBuilder(whole.header());
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            if (whole.endNanos(txn) >= nanos) {
                builder.add(whole.txn(txn));
            }
        }
        return builder.build(whole.isComplete() && builder.txnCount() == whole.txnCount());
    }

    /** Feeds a stream to its end. */
    public <S extends HistoryStream> S feed(S stream) {
        if (!whole.isComplete()) {
            stream.incomplete();
        }
        while (!left.isEmpty()) {
            List<Integer> piece = piece();
            stream.accept(history(piece, false), announced(), watermark());
            if (random.nextInt(4) > 0) {
                stream.judge();
            }
        }
        stream.finish();
        return stream;
    }

    /** Takes some transactions, each session's in their order, mostly those that ended first. */
    private List<Integer> piece() {
        var piece = new ArrayList<Integer>();
        int size = 1 + random.nextInt(pieceMax);
        while (piece.size() < size && !left.isEmpty()) {
            int session = random.nextInt(3) == 0 ? anySession() : firstToEnd();
            List<Integer> ofSession = requireNonNull(left.get(session));
            piece.add(ofSession.removeFirst());
            if (ofSession.isEmpty()) {
                left.remove(session);
            }
        }
        return piece;
    }

    private int anySession() {
        return left.keySet().stream()
                .skip(random.nextInt(left.size()))
                .findFirst()
                .orElseThrow();
    }

    private int firstToEnd() {
        int first = left.firstKey();
        long firstEnd = Long.MAX_VALUE;
        for (Map.Entry<Integer, List<Integer>> session : left.entrySet()) {
            long end = whole.endNanos(session.getValue().getFirst());
            if (end < firstEnd) {
                first = session.getKey();
                firstEnd = end;
            }
        }
        return first;
    }

    private long watermark() {
        return left.values().stream()
                .flatMap(List::stream)
                .mapToLong(whole::startNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private History announced() {
        var open = new ArrayList<Integer>();
        for (List<Integer> txns : left.values()) {
            if (random.nextBoolean()) {
                open.add(txns.getFirst());
            }
        }
        return history(open, true);
    }

    private History history(List<Integer> txns, boolean arePlans) {
        var builder = new HistoryBuilder(whole.header());
        for (int txn : txns) {
            Txn recorded = whole.txn(txn);
            if (!arePlans) {
                builder.add(recorded);
            } else {
                for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                    plan(builder, whole.op(op), op);
                }
                builder.endUnfinished(recorded.session(), recorded.startNanos());
            }
        }
        return builder.build();
    }

    private void plan(HistoryBuilder builder, Op planned, int op) {
        switch (planned) {
            case Op.Append(long key, int element) -> builder.append(key, element);
            case Op.Add(long key, int element) -> builder.add(key, element);
            case Op.Write(long key, long value) -> builder.write(key, value);
            case Op.Increment(long key, long amount) -> builder.increment(key, amount);
            default -> {
                if (!whole.isScan(op)) {
                    builder.unansweredRead(planned.key());
                }
            }
        }
    }

    private boolean touches(int txn, LongSet keys) {
        for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
            if (keys.contains(whole.keyName(whole.key(op)))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the past of which all can be read again. */
    public Past past() {
        return new Past() {

            @Override
            public Optional<History> ofKeys(LongSet keys, int txnsMax) {
                // Few transactions touch a key, however many lie between them.
                return some(Integer.MAX_VALUE, txn -> touches(txn, keys));
            }

            @Override
            public Optional<History> between(long fromNanos, long toNanos, int txnsMax) {
                return some(
                        txnsMax,
                        txn -> whole.startNanos(txn) <= toNanos
                                && (whole.endNanos(txn) >= fromNanos
                                        || whole.outcome(txn).isIndeterminate()));
            }

            @Override
            public void forEachPart(Consumer<History> parts) {
                some(Integer.MAX_VALUE, txn -> true).ifPresent(parts);
            }

            private Optional<History> some(int txnsMax, IntPredicate which) {
                var txns = new ArrayList<Integer>();
                for (int txn = 0; txn < whole.txnCount(); txn++) {
                    if (which.test(txn)) {
                        txns.add(txn);
                    }
                }
                return txns.size() > txnsMax ? Optional.empty() : Optional.of(history(txns, false));
            }
        };
    }
}
