package moirai.junit.recording;

import static moirai.junit.assertions.MoiraiAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {

    @Test
    void lostUpdateOfListsIsSeen() {
        HistoryRecorder recorder = HistoryRecorder.lists();
        RecordedTxn first = recorder.begin("first");
        RecordedTxn second = recorder.begin("second");
        first.read("stock", List.of());
        second.read("stock", List.of());
        first.append("stock", 1);
        first.committed();
        second.append("stock", 2);
        second.committed();
        try (RecordedTxn third = recorder.begin("third")) {
            third.read("stock", List.of(1, 2));
            third.committed();
        }

        assertThat(recorder.history()).hasAnomaly(Phenomenon.LOST_UPDATE).satisfies(IsolationLevel.READ_COMMITTED);
        assertThat(recorder.history().isTimed()).isTrue();
        assertThat(recorder.history().keyLabel(0)).isEqualTo("stock");
    }

    @Test
    void staleReadOfRegistersIsSeenByTheClock() {
        HistoryRecorder recorder = HistoryRecorder.registers();
        try (RecordedTxn txn = recorder.begin("writer")) {
            txn.write("x", 1);
            txn.committed();
        }
        try (RecordedTxn txn = recorder.begin("reader")) {
            txn.readInitial("x");
            txn.committed();
        }

        assertThat(recorder.history()).satisfies(IsolationLevel.SERIALIZABLE);
        assertThatThrownBy(() -> assertThat(recorder.history()).satisfies(IsolationLevel.STRICT_SERIALIZABLE))
                .hasMessageStartingWith("verdict: INVALID · expected strict-serializable");
    }

    @Test
    void outcomesAreAsTheyWereSaid() {
        HistoryRecorder recorder = HistoryRecorder.lists();
        for (int end = 0; end < 4; end++) {
            try (RecordedTxn txn = recorder.begin("client")) {
                txn.append("x", end);
                switch (end) {
                    case 0 -> txn.committed();
                    case 1 -> txn.aborted();
                    case 2 -> txn.indeterminate();
                    default -> assertThat(end).isEqualTo(3);
                }
            }
        }
        recorder.begin("open").append("x", 4);
        recorder.begin("empty").committed();

        History history = recorder.history();
        assertThat(history.txnCount()).isEqualTo(5);
        assertThat(IntStream.range(0, 5).mapToObj(history::outcome))
                .containsExactly(
                        new Outcome.Committed(),
                        new Outcome.Aborted("aborted"),
                        new Outcome.Indeterminate("indeterminate"),
                        new Outcome.Indeterminate("closed"),
                        Outcome.Indeterminate.UNFINISHED);
        assertThat(IntStream.range(0, 4).map(history::session)).containsExactly(0, 0, 0, 1);
    }

    @Test
    void wrongUseIsAnErrorThatSaysWhatToDo() {
        HistoryRecorder recorder = HistoryRecorder.lists();
        RecordedTxn txn = recorder.begin("client");

        assertThatThrownBy(() -> txn.write("x", 1))
                .hasMessage("write(key, value) is of registers, and this recorder is of lists");
        assertThatThrownBy(() -> recorder.begin("client"))
                .hasMessage("the last transaction of session client has not ended: expected committed(), aborted() or"
                        + " indeterminate() of it before the next begins");
        txn.committed();
        assertThatThrownBy(txn::aborted).hasMessageStartingWith("the transaction has ended as Committed");
        assertThatThrownBy(() -> txn.append("x", 1))
                .hasMessage("a0=1 comes after the end of its transaction: expected it before");
    }

    /** A list under a lock is serializable, whatever the threads do. */
    @Test
    void threadsAreSessions() throws InterruptedException, ExecutionException {
        HistoryRecorder recorder = HistoryRecorder.lists();
        var elements = new ArrayList<Integer>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> tasks = IntStream.range(0, 400)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> append(recorder, elements)))
                    .toList();
            for (Future<?> task : tasks) {
                task.get();
            }
        }

        History history = recorder.history();
        assertThat(history.txnCount()).isEqualTo(400);
        assertThat(IntStream.range(0, 400).map(history::session).distinct().count())
                .isBetween(1L, 4L);
        assertThat(history).satisfies(IsolationLevel.STRICT_SERIALIZABLE);
    }

    private static void append(HistoryRecorder recorder, List<Integer> elements) {
        try (RecordedTxn txn = recorder.begin()) {
            int element = recorder.element();
            txn.append("x", element);
            synchronized (elements) {
                elements.add(element);
                txn.read("x", List.copyOf(elements));
            }
            txn.committed();
        }
    }

    @Test
    void theHistorySoFarCanBeAskedForWhileTransactionsEnd() throws Exception {
        var recorder = HistoryRecorder.registers();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<?> writer = thread.submit(() -> {
                for (int index = 0; index < 20_000; index++) {
                    try (RecordedTxn txn = recorder.begin("writer")) {
                        txn.write("x", recorder.element());
                        txn.committed();
                    }
                }
            });
            while (!writer.isDone()) {
                recorder.isOpen("writer");
                if (recorder.element() % 500 == 0) {
                    recorder.history();
                }
            }
            writer.get(60, TimeUnit.SECONDS);
        }
        assertThat(recorder.history().txnCount()).isEqualTo(20_000);
    }
}
