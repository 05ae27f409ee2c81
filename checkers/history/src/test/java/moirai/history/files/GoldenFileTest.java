package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.Golden;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Labels;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.SameHistory;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recorded histories outlive programs: every version of the format that was ever written stays readable. A new version
 * gets a new directory, and the old ones are never written again.
 */
class GoldenFileTest {

    private static final String VERSION_1 = "format-1";
    private static final String VERSION_2 = "format-2";
    private static final String VERSION_4 = "format-4";
    private static final String VERSION_7 = "format-7";
    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Txn SCANS = new Txn(
            1,
            List.of(
                    new Op.Scan(-9, 9, 2),
                    new Op.Read(-9, Elements.of(1)),
                    new Op.Read(7, Elements.of(1003)),
                    Op.Scan.planned(3, 3)),
            COMMITTED,
            2650,
            2660);

    @Test
    void versionOneIsReadForEver() {
        HistoryReader.Loaded loaded = HistoryReader.read(Golden.path(VERSION_1));

        assertThat(loaded.history().header()).isEqualTo(Scratch.HEADER);
        assertThat(loaded.history().faults()).isEqualTo(faults());
        assertThat(loaded.warnings())
                .containsExactly(Golden.path(VERSION_1).resolve("w0001-000001.seg")
                        + " at offset 144: skipped 4 bytes that are no whole frame; the run was killed or goes on");
        Golden.requireText("format-1.txt", HistoryNotation.format(loaded.history()));
        assertThat(Recordings.txns(loaded.history()).subList(0, 2)).isEqualTo(first().subList(0, 2));
    }

    @Test
    void versionTwoIsReadForEver() {
        requireKilledRun(VERSION_2);
    }

    @Test
    void versionFourIsReadForEver() {
        requireKilledRun(VERSION_4);
    }

    private static void requireKilledRun(String version) {
        HistoryReader.Loaded loaded = HistoryReader.read(Golden.path(version));

        assertThat(loaded.history().header()).isEqualTo(Scratch.HEADER);
        assertThat(loaded.history().faults()).isEqualTo(faults());
        assertThat(loaded.warnings())
                .hasSize(2)
                .first(STRING)
                .endsWith("no segments of writer 2, although the"
                        + " history has 3 writers; what they recorded is missing");
        Golden.requireText(version + ".txt", HistoryNotation.format(loaded.history()));
        assertThat(Recordings.txns(loaded.history()).subList(0, 2)).isEqualTo(first().subList(0, 2));
    }

    @Test
    void versionSevenIsReadForEver() {
        requireKilledRun(VERSION_7);
    }

    @Test
    void versionSevenIsWrittenByteForByte() throws IOException {
        try (var scratch = new Scratch()) {
            record(scratch);
            requireBytes(scratch, VERSION_7);
            assertThat(scratch.segments()).hasSize(3);
        }
    }

    /** Copies, which have whole transactions: of every model, with labels, and without times. */
    @Test
    void copiesAreWrittenByteForByteAndReadForEver() throws IOException {
        for (var golden : copies().entrySet()) {
            try (var scratch = new Scratch()) {
                HistoryCopy.write(golden.getValue(), golden.getValue().header(), scratch.path);
                requireBytes(scratch, VERSION_7 + "-" + golden.getKey());
            }

            for (String version : List.of(VERSION_2, VERSION_4, VERSION_7)) {
                HistoryReader.Loaded loaded = HistoryReader.read(Golden.path(version + "-" + golden.getKey()));

                assertThat(loaded.warnings()).isEmpty();
                SameHistory.requireSame(loaded.history(), golden.getValue());
            }
        }
    }

    /** Runs on each structure but lists, with plans and their answers, that were killed in the last transaction. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "register | w1=-7 r1=-7 r2=nil | r1=0 w2=9 | w2=2147483647 | r1=3 w1=4 r2=-7",
                "set      | e1=7 r1={-3 7} r2={} | r1={} e1=9 | e-5=-9 | r1={-3 7 8} e1=10",
                "counter  | i1=-7 c1=-7 | c1=0 i2=9 | i-2147483648=1 | c1=9223372036854775807 i1=4",
                "bank     | c0=100 c1=100 c2=0 | c0=0 c2=0 | i1=-1 i2=1 | c0=95 c1=105 c2=0 i0=-4 i2=4",
            })
    void killedRunsOfOtherStructuresAreWrittenByteForByteAndReadForEver(
            String structure, String committed, String aborted, String indeterminate, String unfinished)
            throws IOException {
        String run = "-" + structure + "-run";
        List<Txn> txns =
                Recordings.txns(HistoryNotation.parse("""
                T0 s0 ok @1000..1500 %s
                T1 s0 fail:40001 @2000..2600 %s
                T2 s0 info:08006 @3000..3700 %s
                T3 s1 ok @4000..4800 %s
                """.formatted(committed, aborted, indeterminate, unfinished)));
        try (var scratch = new Scratch()) {
            recordKilled(scratch, txns);
            requireBytes(scratch, VERSION_7 + run);
        }

        for (String golden : List.of(VERSION_4 + run, VERSION_7 + run)) {
            HistoryReader.Loaded loaded = HistoryReader.read(Golden.path(golden));

            assertThat(loaded.warnings()).singleElement(STRING).contains("the run was killed or goes on");
            assertThat(Recordings.txns(loaded.history()).subList(0, 3))
                    .containsExactly(txns.get(0), withoutAnswers(txns.get(1)), txns.get(2));
            assertThat(loaded.history().outcome(3)).isEqualTo(new Outcome.Indeterminate("unfinished"));
            Golden.requireText(golden + ".txt", HistoryNotation.format(loaded.history()));
        }
    }

    private static Txn withoutAnswers(Txn txn) {
        List<Op> ops = txn.ops().stream()
                .map(op -> op instanceof Op.ReadValue || op instanceof Op.ReadSet || op instanceof Op.ReadCounter
                        ? Op.Read.planned(op.key())
                        : op)
                .toList();
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    /** Records all, but of the second no answers, and of the last only what was planned. */
    private static void recordKilled(Scratch scratch, List<Txn> txns) {
        HistoryWriter killed = HistoryDirectory.create(
                        scratch.path, Scratch.HEADER, new HistoryDirectory.Options(false, 4096))
                .writer(0);
        for (Txn txn : txns.subList(0, txns.size() - 1)) {
            killed.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
            killed.end(txn.outcome() instanceof Outcome.Aborted ? withoutAnswers(txn) : txn);
        }
        Txn last = txns.getLast();
        killed.begin(last.session(), TxnPlan.of(last.ops()), last.startNanos());
        byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
        killed.close();
        Scratch.write(scratch.segment(0, 1), bytes);
    }

    private static SortedMap<String, History> copies() {
        var registers = new HistoryBuilder(Scratch.HEADER).labels(Labels.of(Map.of(1L, ":x"), Map.of(-7L, "\"ü\"")));
        Recordings.txns(HistoryNotation.parse("""
                        T0 s0 ok @1..9 w1=-7 r-2=nil
                        T1 s1 info:08006 @2..9 r1=9223372036854775807 r3=?
                        """)).forEach(registers::add);
        return new TreeMap<>(Map.of(
                "lists", HistoryNotation.parse("""
                        T0 s0 ok a1=7 r1=[7] p1..9=2 r1=[7] r3=[5 4]
                        T1 s1 fail:40001 r3=[5] r3=[5 6] p-4..4=? a3=-1
                        T2 s0 ok p3..3=0 r9223372036854775807=[]
                        """),
                "registers", registers.build(),
                "sets", HistoryNotation.parse("""
                        T0 s0 ok @5..9 e1=7 r1={-3 7}
                        T1 s4 ok @5..9 r1={-3 7 8} r1=? r2={} r1={7}
                        """),
                "counters", HistoryNotation.parse("""
                        T0 s0 ok @5..9 i1=-7 c1=-7
                        T1 s0 info @10..10 c-5=9223372036854775807
                        """)));
    }

    private static void requireBytes(Scratch scratch, String version) throws IOException {
        if (Golden.isUpdate()) {
            update(scratch, version);
        }
        assertThat(scratch.segments())
                .allSatisfy(file -> assertThat(file)
                        .hasSameBinaryContentAs(Golden.path(version).resolve(file.getFileName())));
    }

    private static void update(Scratch scratch, String version) throws IOException {
        Files.createDirectories(Golden.path(version));
        try (Stream<Path> old = Files.list(Golden.path(version))) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (Path file : scratch.segments()) {
            Files.copy(file, Golden.path(version).resolve(file.getFileName()));
        }
    }

    /** Two segments that end well, and a writer that was killed in a write. */
    private static void record(Scratch scratch) throws IOException {
        HistoryDirectory directory = HistoryDirectory.create(
                        scratch.path, Scratch.HEADER, new HistoryDirectory.Options(false, 300))
                .forWriters(3);
        try (HistoryWriter writer = directory.writer(0)) {
            first().forEach(txn -> Scratch.record(writer, txn));
            faults().forEach(writer::fault);
        }
        HistoryWriter killed = directory.writer(1);
        Scratch.record(killed, new Txn(1, List.of(new Op.Append(-9, 1)), COMMITTED, 2500, 2600));
        Scratch.record(killed, SCANS);
        killed.begin(1, TxnPlan.of(new Op.Append(-9, 2), Op.Read.planned(3)), 2700);
        Path file = scratch.segment(1, 1);
        byte[] torn = java.util.Arrays.copyOf(Scratch.bytes(file), Scratch.bytes(file).length + 4);
        torn[torn.length - 4] = 20;
        killed.close();
        Scratch.write(file, torn);
    }

    private static List<FaultEvent> faults() {
        return List.of(
                new FaultEvent(3000, FaultEvent.Phase.INJECTED, "kill", "n1"),
                new FaultEvent(9000, FaultEvent.Phase.HEALED, "kill", "n1"));
    }

    private static List<Txn> first() {
        int[] list = IntStream.rangeClosed(1, 40).map(i -> 1000 + 3 * i).toArray();
        return List.of(
                txn(0, COMMITTED, 1000, new Op.Read(3, Elements.EMPTY), new Op.Append(3, Integer.MAX_VALUE)),
                txn(0, COMMITTED, 2000, new Op.Read(7, Elements.copyOf(list, 39)), new Op.Read(7, Elements.of(list))),
                txn(0, new Outcome.Aborted("40001"), 3000, new Op.Append(-3, -5), Op.Read.planned(7)),
                txn(0, COMMITTED, 4000, new Op.Read(7, Elements.copyOf(list, 12))),
                txn(0, COMMITTED, 5000, new Op.Read(7, Elements.of(1003, -1)), new Op.Read(7, Elements.of(list))),
                txn(0, new Outcome.Indeterminate("08006 größer"), 6000, new Op.Append(Integer.MIN_VALUE, 0)),
                txn(2, COMMITTED, 7000),
                txn(2, COMMITTED, 8000, new Op.Read(7, Elements.of(list))));
    }

    private static Txn txn(int session, Outcome outcome, long nanos, Op... ops) {
        return new Txn(session, List.of(ops), outcome, nanos, nanos + 500);
    }
}
