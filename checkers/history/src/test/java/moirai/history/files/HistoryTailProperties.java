package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** However files grow, and however much is asked for at a time, the pieces together are the history. */
class HistoryTailProperties {

    static final FaultEvent FAULT = new FaultEvent(-3, FaultEvent.Phase.INJECTED, "kill", "n1");
    static final FaultEvent EARLIER_FAULT = new FaultEvent(-5, FaultEvent.Phase.INJECTED, "pause", "n2");

    @Property(tries = 400)
    void piecesOfFilesThatGrowAreTheHistory(
            @ForAll("recordings") Recording recording, @ForAll boolean buffered, @ForAll Random random) {
        try (var recorded = new Scratch();
                var scratch = new Scratch();
                var tail = HistoryTail.open(scratch.path)) {
            recording.write(recorded, buffered);
            var files = new GrowingFiles(recorded, scratch.path);
            var pieces = new Pieces(tail, random);
            int stepBytes = 1 + random.nextInt(200);
            int[] sizes = IntStream.range(0, files.writerCount())
                    .map(writer -> random.nextInt(4) > 0 ? files.size(writer) : random.nextInt(files.size(writer)))
                    .toArray();
            while (IntStream.of(sizes).sum() > 0) {
                for (int writer = 0; writer < sizes.length; writer++) {
                    int more = Math.min(sizes[writer], random.nextInt(stepBytes + 1));
                    files.grow(writer, more);
                    sizes[writer] -= more;
                }
                if (random.nextInt(3) > 0) {
                    pieces.poll();
                }
            }
            tail.finish();

            pieces.requireAll(scratch);
        }
    }

    @Property(tries = 200)
    void piecesOfAHistoryThatHasEndedAreTheHistory(@ForAll("recordings") Recording recording, @ForAll Random random) {
        try (var scratch = new Scratch();
                var tail = HistoryTail.open(scratch.path)) {
            recording.write(scratch, true);
            if (!recording.areWritersCounted()) {
                tail.finish();
            }

            new Pieces(tail, random).requireAll(scratch);
        }
    }

    /** What was returned so far, and what each piece promised. */
    private static final class Pieces {

        private final HistoryTail tail;
        private final Random random;
        private final List<HistoryTail.Piece> all = new ArrayList<>();

        Pieces(HistoryTail tail, Random random) {
            this.tail = tail;
            this.random = random;
        }

        HistoryTail.Piece poll() {
            HistoryTail.Piece piece = tail.poll(1 + random.nextInt(8));
            all.add(piece);
            return piece;
        }

        void requireAll(Scratch scratch) {
            HistoryReader.Loaded loaded;
            try {
                loaded = scratch.read();
            } catch (HistoryFormatException nothing) {
                org.assertj.core.api.Assertions.assertThatThrownBy(this::poll)
                        .isInstanceOf(HistoryFormatException.class);
                return;
            }
            for (HistoryTail.Piece piece = poll(); !piece.isEnd(); piece = poll()) {
                assertThat(piece.warnings()).isEmpty();
                assertThat(piece.ended().txnCount()).isPositive();
            }
            requireSame(loaded.history());
            assertThat(all.getLast().warnings()).isEqualTo(loaded.warnings());
            assertThat(tail.late()).isEmpty();
        }

        private void requireSame(History history) {
            List<Txn> expected = Recordings.txns(history);
            var places = new HashMap<Integer, List<Integer>>();
            for (int txn = 0; txn < expected.size(); txn++) {
                places.computeIfAbsent(expected.get(txn).session(), unseen -> new ArrayList<>())
                        .add(txn);
            }
            var found = new HashMap<Integer, Integer>();
            var faults = new ArrayList<FaultEvent>();
            var labels = new HashMap<Long, String>();
            int count = 0;
            long unseenNanos = Long.MIN_VALUE;
            var open = new HashMap<Integer, Long>();
            for (HistoryTail.Piece piece : all) {
                int before = -1;
                if (piece.ended().txnCount() > 0) {
                    assertThat(piece.ended().header()).isEqualTo(history.header());
                }
                for (Txn txn : Recordings.txns(piece.ended())) {
                    int place = places.getOrDefault(txn.session(), List.of())
                            .get(found.merge(txn.session(), 1, Integer::sum) - 1);
                    assertThat(txn).isEqualTo(expected.get(place));
                    assertThat(place).as("order in a piece").isGreaterThan(before);
                    before = place;
                    boolean wasOpen = Long.valueOf(txn.startNanos()).equals(open.remove(txn.session()));
                    assertThat(wasOpen || txn.startNanos() >= unseenNanos).isTrue();
                    count++;
                }
                assertThat(piece.unseenNanos()).isGreaterThanOrEqualTo(unseenNanos);
                unseenNanos = piece.unseenNanos();
                for (Txn txn : Recordings.txns(piece.open())) {
                    assertThat(txn.outcome()).isEqualTo(Outcome.Indeterminate.UNFINISHED);
                    open.put(txn.session(), txn.startNanos());
                }
                faults.addAll(piece.ended().faults());
                labels.putAll(piece.ended().labels().keys());
            }
            assertThat(count).isEqualTo(expected.size());
            assertThat(all.getLast().open().txnCount()).isZero();
            faults.sort(Comparator.comparingLong(FaultEvent::nanos));
            assertThat(faults).isEqualTo(history.faults());
            assertThat(labels).isEqualTo(history.labels().keys());
        }
    }

    @Provide
    Arbitrary<Recording> recordings() {
        return Combinators.combine(
                        Arbitraries.oneOf(
                                writersOf(Recordings::txns),
                                writersOf(Recordings::scanTxns),
                                writersOf(Recordings::registerTxns),
                                writersOf(Recordings::setTxns),
                                writersOf(Recordings::counterTxns)),
                        Arbitraries.of(false, false, true),
                        Arbitraries.of(true, true, false),
                        Arbitraries.of(1L, 100L, 400L, 1L << 20),
                        Arbitraries.integers().between(0, 15))
                .as(Recording::new);
    }

    private static Arbitrary<List<List<Txn>>> writersOf(IntFunction<Arbitrary<List<Txn>>> txns) {
        return Combinators.combine(txns.apply(0), txns.apply(1), txns.apply(2), txns.apply(3))
                .as(List::of);
    }
}
