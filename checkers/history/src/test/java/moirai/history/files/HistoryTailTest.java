package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HistoryTailTest {

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final Scratch scratch = new Scratch();

    @AfterEach
    void delete() {
        scratch.close();
    }

    private HistoryDirectory directory(int writers) {
        return HistoryDirectory.create(scratch.path, Scratch.HEADER).forWriters(writers);
    }

    private static Txn append(int session, int element, long startNanos, long endNanos) {
        return new Txn(session, List.of(new Op.Append(1, element)), COMMITTED, startNanos, endNanos);
    }

    private static void begin(HistoryWriter writer, Txn txn) {
        writer.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
    }

    /** Without it the end would be there when the next transaction begins. */
    @Test
    void endThatIsFlushedIsThereBeforeTheNextBegin() {
        try (HistoryWriter writer = directory(1).writer(0);
                var tail = HistoryTail.open(scratch.path)) {
            Txn txn = append(0, 1, 10, 20);
            begin(writer, txn);
            writer.end(txn);
            assertThat(tail.poll(10).ended().txnCount()).isZero();

            writer.flush();
            writer.flush();

            HistoryTail.Piece piece = tail.poll(10);
            assertThat(piece.ended().txnCount()).isEqualTo(1);
            assertThat(piece.open().txnCount()).isZero();
            begin(writer, append(0, 2, 30, 40));
            assertThat(tail.poll(10).open().txnCount()).isEqualTo(1);
        }
    }

    @Test
    void nothingIsThereBeforeTheRunBegins() {
        try (var tail = HistoryTail.open(scratch.path.resolve("later"))) {
            HistoryTail.Piece piece = tail.poll(10);

            assertThat(tail.header()).isEmpty();
            assertThat(piece.ended().txnCount()).isZero();
            assertThat(piece.open().txnCount()).isZero();
            assertThat(piece.unseenNanos()).isEqualTo(Long.MIN_VALUE);
            assertThat(piece.isEnd()).isFalse();
        }
    }

    @Test
    void nothingIsKnownOfTimesUntilEveryWriterIsThere() {
        HistoryDirectory directory = directory(2);
        try (var tail = HistoryTail.open(scratch.path);
                HistoryWriter first = directory.writer(0)) {
            begin(first, append(0, 1, 50, 60));

            assertThat(tail.poll(10).unseenNanos()).isEqualTo(Long.MIN_VALUE);

            try (HistoryWriter second = directory.writer(1)) {
                begin(second, append(1, 2, 40, 70));

                HistoryTail.Piece piece = tail.poll(10);

                assertThat(piece.unseenNanos()).isEqualTo(40);
                assertThat(piece.open().txnCount()).isEqualTo(2);
            }
        }
    }

    @Test
    void longTransactionHoldsTheWatermarkAndStandsInALaterPiece() {
        HistoryDirectory directory = directory(2);
        Txn slow = append(0, 1, 10, 90);
        Txn quick = append(1, 2, 20, 30);
        try (var tail = HistoryTail.open(scratch.path);
                HistoryWriter first = directory.writer(0);
                HistoryWriter second = directory.writer(1)) {
            begin(first, slow);
            Scratch.record(second, quick);
            begin(second, append(1, 3, 40, 50));

            HistoryTail.Piece before = tail.poll(10);
            first.end(slow);
            begin(first, append(0, 4, 100, 110));
            HistoryTail.Piece after = tail.poll(10);

            assertThat(Recordings.txns(before.ended())).containsExactly(quick);
            assertThat(before.watermarkNanos()).isEqualTo(10);
            assertThat(Recordings.txns(before.open()))
                    .containsExactly(
                            new Txn(0, slow.ops(), Outcome.Indeterminate.UNFINISHED, 10, 30),
                            new Txn(1, List.of(new Op.Append(1, 3)), Outcome.Indeterminate.UNFINISHED, 40, 40));
            assertThat(Recordings.txns(after.ended())).containsExactly(slow);
            assertThat(after.watermarkNanos()).isEqualTo(40);
            assertThat(after.isAnnounced()).isTrue();
        }
    }

    @Test
    void writersAdvanceEvenlyWhenLittleIsTakenAtATime() {
        scratch.record(
                HistoryDirectory.Options.SIMULATION,
                IntStream.range(0, 3)
                        .mapToObj(session -> IntStream.range(0, 10_000)
                                .mapToObj(i -> append(session, 10_000 * session + i, 1000L * i, 1000L * i + 700))
                                .toList())
                        .toList(),
                List.of());
        try (var tail = HistoryTail.open(scratch.path)) {
            tail.finish();
            for (HistoryTail.Piece piece = tail.poll(300); !piece.isEnd(); piece = tail.poll(300)) {
                History ended = piece.ended();

                assertThat(ended.txnCount()).isLessThan(1500);
                assertThat(piece.watermarkNanos()).isGreaterThan(ended.endNanos(ended.txnCount() - 1));
            }
        }
    }

    @Test
    void idleWriterHoldsTheTimeUntilPatienceIsOver() {
        HistoryDirectory directory = directory(2);
        try (var strict = HistoryTail.open(scratch.path);
                var patient = HistoryTail.open(scratch.path, Duration.ofNanos(100));
                HistoryWriter idle = directory.writer(0);
                HistoryWriter busy = directory.writer(1)) {
            Scratch.record(busy, append(1, 1, 400, 500));
            begin(busy, append(1, 2, 600, 700));

            assertThat(strict.poll(10).unseenNanos()).isEqualTo(Long.MIN_VALUE);
            assertThat(patient.poll(10).unseenNanos()).isEqualTo(400);
            assertThat(patient.late()).isEmpty();

            begin(idle, append(0, 3, 300, 800));
            patient.poll(10);

            assertThat(patient.late())
                    .contains("w0000-000001.seg: a transaction of session 0 begins at 300 ns, although at 400 ns");
        }
    }

    @Test
    void zerosThatAreFilledLaterAreRead() {
        Txn txn = append(0, 1, 10, 20);
        try (HistoryWriter writer = directory(1).writer(0)) {
            Scratch.record(writer, txn);
        }
        byte[] whole = Scratch.bytes(scratch.segment(0, 1));
        for (int zerosFrom = 1; zerosFrom < whole.length; zerosFrom++) {
            for (int size : List.of(zerosFrom, (zerosFrom + whole.length) / 2, whole.length)) {
                Scratch.write(scratch.segment(0, 1), Arrays.copyOf(Arrays.copyOf(whole, zerosFrom), size));
                try (var tail = HistoryTail.open(scratch.path)) {
                    HistoryTail.Piece before = tail.poll(10);
                    Scratch.write(scratch.segment(0, 1), Arrays.copyOf(whole, whole.length + 1));
                    HistoryTail.Piece after = tail.poll(10);

                    assertThat(before.ended().txnCount()).isZero();
                    assertThat(Recordings.txns(after.ended())).containsExactly(txn);
                    assertThat(after.ended().header()).isEqualTo(Scratch.HEADER);
                }
            }
        }
    }

    @Test
    void damageIsRefusedWhileTheHistoryGrows() {
        try (HistoryWriter writer = directory(1).writer(0);
                var tail = HistoryTail.open(scratch.path)) {
            tail.poll(10);
            begin(writer, append(0, 1, 10, 20));
            byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
            bytes[bytes.length - 2] ^= 1;
            Scratch.write(scratch.segment(0, 1), bytes);

            assertThatThrownBy(() -> tail.poll(10))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining("CRC32C");
        }
    }

    @Test
    void fileThatWasCutIsRefused() {
        try (HistoryWriter writer = directory(1).writer(0);
                var tail = HistoryTail.open(scratch.path)) {
            begin(writer, append(0, 1, 10, 20));
            tail.poll(10);
            byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
            Scratch.write(scratch.segment(0, 1), Arrays.copyOf(bytes, bytes.length - 1));

            assertThatThrownBy(() -> tail.poll(10))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining("was cut");
        }
    }

    @Test
    void sessionOfTwoWritersIsRefused() {
        HistoryDirectory directory = directory(2);
        try (var tail = HistoryTail.open(scratch.path);
                HistoryWriter first = directory.writer(0);
                HistoryWriter second = directory.writer(1)) {
            Scratch.record(first, append(7, 1, 10, 20));
            begin(first, append(7, 2, 30, 40));
            tail.poll(10);
            Scratch.record(second, append(7, 3, 50, 60));
            begin(second, append(7, 4, 70, 80));

            assertThatThrownBy(() -> tail.poll(10))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining("session 7");
        }
    }

    /** Sessions read what others have not even acknowledged, as on a database that allows it. */
    @Test
    @Timeout(60)
    void plansOfAllThatWasReadAreKnownInEachPiece() throws InterruptedException, ExecutionException {
        int sessions = 3;
        HistoryDirectory directory = directory(sessions);
        var list = new Shared();
        try (ExecutorService threads = Executors.newFixedThreadPool(sessions);
                var tail = HistoryTail.open(scratch.path)) {
            List<? extends Future<?>> runs = IntStream.range(0, sessions)
                    .mapToObj(session -> threads.submit(() -> {
                        try (HistoryWriter writer = directory.writer(session)) {
                            list.run(session, writer);
                        }
                    }))
                    .toList();
            Set<Integer> ended = new TreeSet<>();
            HistoryTail.Piece piece;
            do {
                piece = tail.poll(ended.size() % 4 == 0 ? 1 + ended.size() % 100 : 1 << 20);
                ended.addAll(appended(piece.ended()));
                Set<Integer> open = appended(piece.open());
                Set<Integer> unknown = read(piece.ended());
                unknown.removeIf(element -> ended.contains(element) || open.contains(element));

                assertThat(piece.isAnnounced()).isTrue();
                assertThat(unknown).isEmpty();
            } while (!piece.isEnd());

            for (Future<?> run : runs) {
                run.get();
            }
            assertThat(ended).hasSize(sessions * Shared.TXNS);
            assertThat(tail.late()).isEmpty();
        }
    }

    private static Set<Integer> appended(History history) {
        var elements = new TreeSet<Integer>();
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op)) {
                elements.add(history.element(op));
            }
        }
        return elements;
    }

    private static Set<Integer> read(History history) {
        var elements = new TreeSet<Integer>();
        for (int list = 0; list < history.listCount(); list++) {
            for (int i = 0; i < history.listSize(list); i++) {
                elements.add(history.listElement(list, i));
            }
        }
        return elements;
    }

    /** A list of which every session sees the last elements at once. */
    private static final class Shared {

        static final int TXNS = 30_000;
        private static final int SHOWN = 8;

        private final long startNanos = System.nanoTime();
        private int[] last = {};

        private synchronized int[] append(int element) {
            int[] next = Arrays.copyOfRange(last, Math.max(0, last.length - SHOWN), last.length + 1);
            next[next.length - 1] = element;
            last = next;
            return next;
        }

        void run(int session, HistoryWriter writer) {
            for (int i = 0; i < TXNS; i++) {
                int element = session * TXNS + i;
                long begin = System.nanoTime() - startNanos;
                writer.begin(session, TxnPlan.of(List.of(new Op.Append(1, element), Op.Read.planned(2))), begin);
                Op read = new Op.Read(2, Elements.of(append(element)));
                long end = System.nanoTime() - startNanos;
                writer.end(new Txn(session, List.of(new Op.Append(1, element), read), COMMITTED, begin, end));
            }
        }
    }
}
