package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.TimeSpan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeptSegmentsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Keep.Recent POLICY = new Keep.Recent(Duration.ofSeconds(10), true, true);

    private final Scratch scratch = new Scratch();

    @AfterEach
    void delete() {
        scratch.close();
    }

    private static Txn append(int element, long beganSeconds) {
        return new Txn(
                0,
                List.of(new Op.Append(1, element)),
                new Outcome.Committed(),
                beganSeconds * SECOND,
                beganSeconds * SECOND + SECOND / 2);
    }

    /** Records a transaction each second, in segments of five seconds. */
    private HistoryWriter recordSeconds(int count) {
        var options = new HistoryDirectory.Options(false, Long.MAX_VALUE, 5 * SECOND);
        HistoryWriter writer = HistoryDirectory.create(scratch.path, Scratch.HEADER, options)
                .forWriters(1)
                .writer(0);
        for (int i = 0; i < count; i++) {
            Scratch.record(writer, append(i, i));
        }
        return writer;
    }

    @Test
    void segmentsAreRolledByTimeAndGoWhenTheyAreJudgedAndOldEnough() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        try (HistoryTail tail = HistoryTail.open(scratch.path);
                HistoryWriter recording = recordSeconds(31)) {
            assertThat(recording).isNotNull();
            tail.poll(1000);
            keeper.passed(tail.passed());

            assertThat(keeper.drop(0, 31 * SECOND, List.of())).isZero();
            assertThat(keeper.drop(31 * SECOND, 10 * SECOND, List.of())).isZero();
            int dropped = keeper.drop(31 * SECOND, 31 * SECOND, List.of());

            assertThat(dropped).isBetween(4, 5);
            assertThat(keeper.manifest().firstKept(0, 1)).isEqualTo(dropped + 1);
        }
        HistoryReader.Loaded loaded = HistoryReader.read(scratch.path);
        assertThat(loaded.warnings())
                .singleElement()
                .asString()
                .matches(scratch.path
                        + ": segments up to (16|17|18|19|20) s were dropped by --keep 10s,anomalies,faults after"
                        + " everything up to 31 s had been judged; this is the part that was kept");
        assertThat(loaded.history().startNanos(0)).isBetween(16 * SECOND, 21 * SECOND);
    }

    @Test
    void writersLastSegmentStaysHoweverOldItIs() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Long.MAX_VALUE, Long.MAX_VALUE, List.of());
        }

        assertThat(SegmentListing.of(scratch.path).lastSegments().get(0))
                .isEqualTo(keeper.manifest().firstKept(0, 1));
    }

    @Test
    void whatSurroundsAnEventStaysAndWhatTheReaderHasNotPassedToo() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            assertThat(keeper.drop(Long.MAX_VALUE, Long.MAX_VALUE, List.of())).isZero();
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Long.MAX_VALUE, Long.MAX_VALUE, List.of(TimeSpan.around(12 * SECOND, 1, 1)));
        }

        var kept = HistoryReader.read(scratch.path).history();
        assertThat(kept.startNanos(0)).isBetween(6 * SECOND, 12 * SECOND);
        assertThat(keeper.manifest().dropped().get(0)).hasSize(2);
    }

    @Test
    void segmentsWithFaultsStay() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        var options = new HistoryDirectory.Options(false, 1);
        try (HistoryWriter writer =
                HistoryDirectory.create(scratch.path, Scratch.HEADER, options).writer(0)) {
            Scratch.record(writer, append(1, 1));
            writer.fault(new FaultEvent(2 * SECOND, FaultEvent.Phase.INJECTED, "kill", "n1"));
            Scratch.record(writer, append(2, 3));
            Scratch.record(writer, append(3, 4));
        }
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Long.MAX_VALUE, Long.MAX_VALUE, List.of());
        }

        assertThat(HistoryReader.read(scratch.path).history().faults()).hasSize(1);
        assertThat(Manifest.of(scratch.path)).isEqualTo(keeper.manifest());
    }
}
