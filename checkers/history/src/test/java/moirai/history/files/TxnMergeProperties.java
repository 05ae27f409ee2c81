package moirai.history.files;

import static moirai.history.SameHistory.requireSame;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Reading writer by writer gives the history that reading in the order of time does, to the last dense id. */
class TxnMergeProperties {

    private static final HistoryDirectory.Options BUFFERED = new HistoryDirectory.Options(true, 1 << 20);

    @Property(tries = 150)
    void manyWritersAreMergedAsFewAre(@ForAll("writers") List<List<Txn>> writers) {
        try (var scratch = new Scratch()) {
            recordWhole(scratch, writers);

            requireSame(merged(scratch, 0), merged(scratch, Integer.MAX_VALUE));
        }
    }

    private static void recordWhole(Scratch scratch, List<List<Txn>> writers) {
        var directory = HistoryDirectory.create(scratch.path, RunHeader.NONE, BUFFERED);
        for (int i = 0; i < writers.size(); i++) {
            var recorded = new HistoryBuilder(RunHeader.NONE);
            writers.get(i).forEach(recorded::add);
            History history = recorded.build();
            try (HistoryWriter writer = directory.writer(i)) {
                IntStream.range(0, history.txnCount()).forEach(txn -> writer.whole(history, txn));
            }
        }
    }

    /** All writers end all of their transactions, so that no end depends on the piece. */
    @Property(tries = 150)
    void piecesTogetherAreTheWhole(
            @ForAll("writers") List<List<Txn>> writers, @ForAll @IntRange(min = 1, max = 9) int txnsMax) {
        try (var scratch = new Scratch()) {
            recordWhole(scratch, writers);

            for (int fewWriters : new int[] {0, Integer.MAX_VALUE}) {
                requireSame(inPieces(scratch, fewWriters, txnsMax), merged(scratch, fewWriters));
            }
            var read = new HistoryBuilder(RunHeader.NONE);
            HistoryReader.readInPieces(scratch.path, txnsMax, read::addAll);
            requireSame(read.build(), HistoryReader.read(scratch.path).history());
        }
    }

    private static History inPieces(Scratch scratch, int fewWriters, int txnsMax) {
        SegmentListing listing = SegmentListing.of(scratch.path);
        var cursors = new ArrayList<TxnCursor>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) ->
                            cursors.add(TxnCursor.ofHistories(new WriterChain(scratch.path, writer, last))));
            RunHeader header = cursors.getFirst().chain().header().orElseThrow().run();
            var whole = new HistoryBuilder(header);
            var merge = new TxnMerge(cursors, fewWriters).inPieces();
            boolean hasMore;
            do {
                cursors.forEach(TxnCursor::startHistory);
                var piece = new HistoryBuilder(header);
                hasMore = merge.addTo(piece, txnsMax);
                whole.addAll(piece.build(false));
            } while (hasMore);
            return whole.build();
        } finally {
            cursors.forEach(TxnCursor::close);
        }
    }

    @Example
    void writersWithTheSameTimesStandByNumberThroughManySpans() {
        try (var scratch = new Scratch()) {
            var writers = new ArrayList<List<Txn>>();
            for (int writer = 0; writer < TxnMerge.FEW_WRITERS + 2; writer++) {
                int session = writer;
                writers.add(IntStream.range(0, 100)
                        .mapToObj(i -> new Txn(
                                session,
                                List.of(new Op.Append(i % 7, session * 1000 + i)),
                                new Outcome.Committed(),
                                1_000_000L * i * (1 + session % 3),
                                1_000_000L * i * (1 + session % 3) + 10_000L * session))
                        .toList());
            }
            scratch.record(BUFFERED, writers, List.of());

            requireSame(merged(scratch, TxnMerge.FEW_WRITERS), merged(scratch, Integer.MAX_VALUE));
        }
    }

    @Example
    void whatNeverEndedStillRunsUntilTheLatestTime() {
        try (var scratch = new Scratch()) {
            var directory = HistoryDirectory.create(scratch.path, RunHeader.NONE, BUFFERED);
            for (int writer = 0; writer < 3; writer++) {
                try (HistoryWriter open = directory.writer(writer)) {
                    open.begin(writer, TxnPlan.of(), 10);
                    open.end(new Txn(writer, List.of(), new Outcome.Committed(), 10, 20 + writer));
                    open.begin(writer, TxnPlan.of(), 50 - 10 * writer);
                }
            }

            requireSame(merged(scratch, 0), merged(scratch, Integer.MAX_VALUE));
        }
    }

    private static History merged(Scratch scratch, int fewWriters) {
        SegmentListing listing = SegmentListing.of(scratch.path);
        var cursors = new ArrayList<TxnCursor>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) ->
                            cursors.add(new TxnCursor(new WriterChain(scratch.path, writer, last), false)));
            RunHeader header = cursors.getFirst().chain().header().orElseThrow().run();
            var history = new HistoryBuilder(header);
            new TxnMerge(cursors, fewWriters).addTo(history, Integer.MAX_VALUE);
            return history.build();
        } finally {
            cursors.forEach(TxnCursor::close);
        }
    }

    @Provide
    Arbitrary<List<List<Txn>>> writers() {
        return Arbitraries.oneOf(
                writersOf(Recordings::txns),
                writersOf(Recordings::scanTxns),
                writersOf(Recordings::registerTxns),
                writersOf(Recordings::setTxns),
                writersOf(Recordings::counterTxns));
    }

    private static Arbitrary<List<List<Txn>>> writersOf(IntFunction<Arbitrary<List<Txn>>> txns) {
        return Combinators.combine(txns.apply(0), txns.apply(1), txns.apply(2), txns.apply(3))
                .as(List::of);
    }
}
