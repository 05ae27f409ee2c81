package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.dictionary.PrefixDictionary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryWriterTest {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Outcome UNFINISHED = new Outcome.Indeterminate("unfinished");
    private static final List<Op> OPS = List.of(new Op.Append(1, 5), new Op.Read(2, Elements.of(8, 9)));
    private static final TxnPlan PLAN = TxnPlan.of(OPS);
    private static final Txn FIRST = new Txn(0, OPS, COMMITTED, 10, 20);

    private final Scratch scratch = new Scratch();

    @AfterEach
    void removeFiles() {
        scratch.close();
    }

    /** A reader sees at this instant what a kill of the process would leave. */
    @Test
    void intentIsOnDiskWhenBeginReturns() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        writer.begin(0, PLAN, 9);

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(Recordings.txns(loaded.history())).containsExactly(new Txn(0, PLAN.ops(), UNFINISHED, 9, 9));
        assertThat(loaded.history().isComplete()).isFalse();
        assertThat(loaded.warnings())
                .containsExactly(scratch.segment(0, 1) + " at offset "
                        + scratch.segment(0, 1).toFile().length()
                        + ": not closed; the run was killed or goes on");
        writer.close();
    }

    @Test
    void endOfTheTransactionBeforeIsOnDiskWhenBeginReturns() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        Scratch.record(writer, FIRST);
        writer.begin(0, PLAN, 30);

        assertThat(Recordings.txns(scratch.read().history()))
                .containsExactly(FIRST, new Txn(0, PLAN.ops(), UNFINISHED, 30, 30));
        writer.close();
    }

    @Test
    void unfinishedTransactionRunsUntilTheLatestTimeOfAll() {
        HistoryDirectory directory = create(HistoryDirectory.Options.LIVE);
        HistoryWriter writer = directory.writer(0);
        writer.begin(0, PLAN, 5);
        try (HistoryWriter other = directory.writer(1)) {
            Scratch.record(other, new Txn(1, OPS, COMMITTED, 7, 400));
        }

        assertThat(scratch.read().history().txn(0)).isEqualTo(new Txn(0, PLAN.ops(), UNFINISHED, 5, 400));
        writer.close();
    }

    @Test
    void closeWithoutEndIsACompleteHistoryWithAnUnfinishedTransaction() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        writer.begin(3, PLAN, 5);
        writer.close();
        writer.close();

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.history().isComplete()).isTrue();
        assertThat(loaded.history().outcome(0)).isEqualTo(UNFINISHED);
    }

    /** A channel would have closed itself, and the last transactions of an interrupted run would be lost. */
    @Test
    void interruptedSessionStillRecords() {
        Thread.currentThread().interrupt();
        try (HistoryWriter writer = create(Scratch.SMALL_SEGMENTS).writer(0)) {
            for (int i = 0; i < 50; i++) {
                Scratch.record(writer, new Txn(0, OPS, COMMITTED, i, i));
            }
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(scratch.segments()).hasSizeGreaterThan(2);
        assertThat(scratch.read().history().txnCount()).isEqualTo(50);
        assertThat(scratch.read().history().isComplete()).isTrue();
    }

    @Test
    void everySegmentIsBelowTheLimitAndOneTransaction() {
        try (HistoryWriter writer = create(Scratch.SMALL_SEGMENTS).writer(0)) {
            for (int i = 0; i < 100; i++) {
                Scratch.record(writer, new Txn(0, OPS, COMMITTED, i, i));
            }
        }

        assertThat(scratch.segments()).hasSizeGreaterThan(5);
        assertThat(scratch.segments())
                .allSatisfy(file -> assertThat(file.toFile().length()).isLessThan(350));
        assertThat(scratch.read().history().txnCount()).isEqualTo(100);
    }

    @Test
    void faultIsOnDiskAtOnceAndMayFallIntoATransaction() {
        var fault = new FaultEvent(15, FaultEvent.Phase.INJECTED, "kill", "n1");
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        writer.begin(0, PLAN, 10);
        writer.fault(fault);
        assertThat(scratch.read().history().faults()).containsExactly(fault);
        writer.end(FIRST);
        writer.close();

        History history = scratch.read().history();

        assertThat(history.faults()).containsExactly(fault);
        assertThat(Recordings.txns(history)).containsExactly(FIRST);
    }

    @Test
    void startMayBeLaterThanTheIntent() {
        try (HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0)) {
            writer.begin(0, PLAN, 3);
            writer.end(FIRST);
        }

        assertThat(Recordings.txns(scratch.read().history())).containsExactly(FIRST);
    }

    @Test
    void wrongUseIsRefused() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        assertThatThrownBy(() -> writer.end(FIRST)).hasMessage("session 0 ends a transaction that was not begun");
        assertThatThrownBy(() -> writer.begin(-1, PLAN, 0)).hasMessage("session -1 is negative");
        writer.begin(0, PLAN, 0);
        assertThatThrownBy(() -> writer.begin(1, PLAN, 0)).hasMessage("session 0 has not ended its transaction");
        assertThatThrownBy(() -> writer.end(new Txn(1, OPS, COMMITTED, 1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not what was begun: session 0, plan a1=5 r2");
        assertThatThrownBy(() -> writer.end(new Txn(0, List.of(OPS.get(0)), COMMITTED, 1, 2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.end(new Txn(0, List.of(OPS.get(0), new Op.Append(2, 1)), COMMITTED, 1, 2)))
                .isInstanceOf(IllegalArgumentException.class);
        writer.close();
        assertThatThrownBy(() -> writer.begin(0, PLAN, 0)).hasMessage("the writer is closed");
    }

    @Test
    void directoryAndWritersAreUsedOnce() {
        HistoryDirectory directory = create(HistoryDirectory.Options.LIVE);
        directory.writer(0).close();

        assertThatThrownBy(() -> directory.writer(0)).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> directory.writer(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> create(HistoryDirectory.Options.LIVE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(scratch.path + ": holds a history already");
        assertThatThrownBy(() -> new HistoryDirectory.Options(true, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * The file is full (a device that refuses every byte would do): the session must get the error, and nothing
     * follows.
     */
    @Test
    void failedWriterStaysFailed() {
        HistoryWriter writer = create(Scratch.SMALL_SEGMENTS).writer(0);
        Path inTheWay = scratch.segment(0, 2);
        Scratch.write(inTheWay, new byte[0]);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        Scratch.record(writer, new Txn(0, OPS, COMMITTED, i, i));
                    }
                })
                .isInstanceOf(UncheckedIOException.class);

        assertThatThrownBy(() -> writer.begin(0, PLAN, 0))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("the writer is broken")
                .rootCause()
                .hasMessageContaining(inTheWay.toString());
        writer.close();
    }

    /** Two hundred elements that everyone reads are written once a writer and segment. */
    @Test
    void longListsThatEveryoneReadsStaySmall() {
        int[] list = IntStream.rangeClosed(1, 200).toArray();
        var read = List.<Op>of(new Op.Read(1, Elements.of(list)));
        var stale = List.<Op>of(new Op.Read(1, Elements.copyOf(list, 150)));
        int txns = 2000;
        try (HistoryWriter writer = create(HistoryDirectory.Options.SIMULATION).writer(0)) {
            for (int i = 0; i < txns; i++) {
                Scratch.record(writer, new Txn(0, i % 2 == 0 ? read : stale, COMMITTED, i * 1000L, i * 1000L + 500));
            }
        }

        assertThat(scratch.size() / txns).isLessThan(20);
        History history = scratch.read().history();
        assertThat(history.elements(txns - 2)).isEqualTo(Elements.of(list));
        assertThat(history.length(txns - 1)).isEqualTo(150);
    }

    /** More than the dictionary holds: writer and reader have to forget at the same read. */
    @Test
    void moreListsThanTheDictionaryHoldsAreReadBack() {
        int keys = 1100;
        int length = 1000;
        try (HistoryWriter writer = create(HistoryDirectory.Options.SIMULATION).writer(0)) {
            for (int i = 0; i < 2 * keys; i++) {
                int key = i % keys;
                int[] list = IntStream.range(key, key + length).toArray();
                Scratch.record(writer, new Txn(0, List.of(new Op.Read(key, Elements.of(list))), COMMITTED, i, i));
            }
        }

        assertThat(scratch.size()).isGreaterThan(2L * PrefixDictionary.SIZE_MAX);
        History history = scratch.read().history();
        assertThat(history.txnCount()).isEqualTo(2 * keys);
        for (int i = 0; i < 2 * keys; i++) {
            assertThat(history.length(i)).isEqualTo(length);
            assertThat(history.listElement(history.list(i), length - 1)).isEqualTo(i % keys + length - 1);
        }
        assertThat(history.listCount()).isEqualTo(keys);
    }

    /** A list that was left alone for two periods of the dictionary is written whole again. */
    @Test
    void listsThatNobodyReadsForLongAreWrittenAnew() {
        int[] list = IntStream.range(0, 1000).toArray();
        var read = List.<Op>of(new Op.Read(-1, Elements.of(list)));
        var sizes = new ArrayList<Long>();
        int txns = 0;
        try (HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0)) {
            for (int between : new int[] {1, PrefixDictionary.PERIOD_READS / 2, 2 * PrefixDictionary.PERIOD_READS}) {
                for (int i = 0; i < between; i++) {
                    var other = List.<Op>of(new Op.Read(txns, Elements.of(txns)));
                    Scratch.record(writer, new Txn(0, other, COMMITTED, txns, txns++));
                }
                long before = scratch.size();
                Scratch.record(writer, new Txn(0, read, COMMITTED, txns, txns++));
                writer.begin(0, TxnPlan.of(List.of()), txns);
                sizes.add(scratch.size() - before);
                writer.end(new Txn(0, List.of(), COMMITTED, txns, txns++));
            }
        }

        assertThat(sizes.get(0)).isGreaterThan(list.length);
        assertThat(sizes.get(1)).isLessThan(100);
        assertThat(sizes.get(2)).isGreaterThan(list.length);
        History history = scratch.read().history();
        assertThat(history.elements(history.opCount() - 1)).isEqualTo(Elements.of(list));
        assertThat(IntStream.range(0, history.opCount())
                        .filter(op -> history.elements(op).equals(Elements.of(list))))
                .hasSize(3);
        // The period is a rule of the format.
        assertThat(PrefixDictionary.PERIOD_READS).isEqualTo(4096);
    }

    private HistoryDirectory create(HistoryDirectory.Options options) {
        return HistoryDirectory.create(scratch.path, Scratch.HEADER, options);
    }

    @Test
    void scanThatFoundSomethingElseThanItAskedForIsRefused() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        writer.begin(0, new TxnPlan.Builder(1).scan(3, 9).build(), 9);
        var read = new Op.Read(3, Elements.of(1));

        for (List<Op> ops : List.<List<Op>>of(
                List.of(read),
                List.of(new Op.Scan(3, 8, 1), read),
                List.of(new Op.Scan(3, 9, 2), read),
                List.of(new Op.Scan(3, 9, 2), read, read),
                List.of(new Op.Scan(3, 9, 1), new Op.Read(10, Elements.of(1))),
                List.of(new Op.Scan(3, 9, 0), read))) {
            assertThatThrownBy(() -> writer.end(new Txn(0, ops, COMMITTED, 10, 20)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("is not what was begun: session 0, plan p3..9");
        }
        writer.close();
    }

    @Test
    void scanInAPlanIsOnDiskBeforeItsAnswer() {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        writer.begin(0, new TxnPlan.Builder(1).scan(3, 9).read(2).build(), 9);

        assertThat(scratch.read().history().txn(0).ops()).containsExactly(Op.Scan.planned(3, 9), Op.Read.planned(2));
        writer.close();
    }

    static List<List<Op>> opsOffLists() {
        return List.of(
                List.of(new Op.Write(1, -7), new Op.ReadValue(1, 7), new Op.ReadInitial(2), Op.Read.planned(3)),
                List.of(new Op.Add(1, 7), new Op.ReadSet(1, Elements.of(3, 7)), Op.Read.planned(3)),
                List.of(new Op.Increment(1, -7), new Op.ReadCounter(1, -7), Op.Read.planned(3)));
    }

    @ParameterizedTest
    @MethodSource("opsOffLists")
    void opsOfEveryKindAreRecordedAsTheyAreRun(List<Op> ops) {
        HistoryWriter writer = create(HistoryDirectory.Options.LIVE).writer(0);
        Scratch.record(writer, new Txn(0, ops, COMMITTED, 10, 20));
        TxnPlan plan = TxnPlan.of(ops);
        writer.begin(0, plan, 30);

        assertThat(Recordings.txns(scratch.read().history()))
                .containsExactly(new Txn(0, ops, COMMITTED, 10, 20), new Txn(0, plan.ops(), UNFINISHED, 30, 30));
        assertThatThrownBy(() -> writer.end(new Txn(0, ops.reversed(), COMMITTED, 30, 40)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not what was begun");
        writer.close();
    }
}
