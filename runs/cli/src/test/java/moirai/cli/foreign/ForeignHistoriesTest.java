package moirai.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.Cli;
import moirai.formats.HistoryFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts on histories of registers that other checkers' programs wrote. */
class ForeignHistoriesTest {

    /** T2 sees the effect of T1 but not that of T0, on which T1 was built. */
    private static final String CAUSALITY_VIOLATION = """
            w(1,1,0,100)
            r(1,1,1,200)
            w(2,2,1,200)
            r(2,2,2,300)
            r(1,0,2,300)
            """;

    private static final String WRITTEN_TWICE = """
            w(1,5,0,0)
            w(1,5,1,1)
            """;

    /** Serializable as T1, T2, T0, which neither the order of the file nor saturation shows. */
    private static final String NEEDS_A_SEARCH = """
            w(0,3,0,0)
            r(1,2,0,0)
            w(0,1,1,1)
            w(1,2,1,1)
            r(1,2,2,2)
            r(0,1,2,2)
            """;

    @TempDir
    private Path directory;

    private Cli.Ended check(Path file, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "check";
        arguments[1] = file.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Cli.plain().run(arguments);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("h"), content);
    }

    private static List<String> lines(Cli.Ended ended) {
        return ended.out().lines().toList();
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatIsJudged(HistoryFormat format) {
        Path file = ForeignFiles.writeSkew(directory, format);

        Cli.Ended broken = check(file, "--expect", "ser");
        Cli.Ended kept = check(file, "--expect", "si", "--format", format.label());

        assertThat(broken.code()).isEqualTo(1);
        assertThat(lines(broken))
                .startsWith(
                        "moirai check · " + file + " · " + format.label()
                                + " · transactions numbered from T0 as they first appear",
                        "verdict: INVALID · expected strong-session-serializable · found G2-item ×1",
                        "  decided  by cycles of dependencies",
                        "  holds    strong-session-snapshot-isolation")
                .endsWith("  explain  moirai explain " + file + " --expect strong-session-serializable");
        assertThat(kept.code()).isZero();
        assertThat(kept.out())
                .contains("verdict: VALID · expected strong-session-snapshot-isolation")
                .contains("overlap unknown (no times)");
    }

    @Test
    void aFileHandedInIsEvidenceUnlessMoreIsAskedFor() throws IOException {
        Path file = file(WRITTEN_TWICE);

        assertThat(check(file).code()).isZero();
        assertThat(check(file, "--min-committed", "3").code()).isEqualTo(3);
        assertThat(check(file, "--min-committed", "3").words())
                .contains("verdict: INSUFFICIENT EVIDENCE", "only 2 transactions committed, fewer than 3");
    }

    @Test
    void aValueWrittenTwiceIsDecidedByWhichWriteWasRead() throws IOException {
        assertThat(check(file(WRITTEN_TWICE), "--expect", "ser").code()).isZero();

        Cli.Ended read = check(file(WRITTEN_TWICE + "r(1,5,2,2)\n"), "--expect", "ser");

        assertThat(read.code()).isZero();
        assertThat(read.out())
                .contains("verdict: VALID ")
                .contains("  decided  by axioms (search for the writes that reads returned)");
    }

    /** Whichever 5 T6 read, it had already seen the 6 that T5 wrote over both. */
    @Test
    void aValueThatNobodyMayHaveReadSaysWhatIsSupposed() throws IOException {
        String overwritten = WRITTEN_TWICE + "w(2,1,0,2)\nw(2,2,1,3)\nr(2,1,2,4)\nw(3,1,2,4)\nr(2,2,3,5)\nr(3,1,3,5)\n"
                + "w(1,6,3,5)\nw(4,1,3,5)\nr(4,1,4,6)\nr(1,5,4,6)\n";

        assertThat(check(file(overwritten), "--expect", "cc").code()).isEqualTo(1);
        assertThat(Cli.plain()
                        .run("explain", file(overwritten).toString(), "--expect", "cc")
                        .out())
                .containsIgnoringWhitespaces("T6 read key 1 as 5, which T0 and T1 wrote. Suppose it read that of T")
                .containsIgnoringWhitespaces("2 sets of suppositions were refuted");
    }

    @Test
    void whatSingleReadsProveNeedsNoOrder() throws IOException {
        Cli.Ended ended = check(file("w(1,5,0,0)\nr(1,6,1,1)\n"), "--expect", "rc");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.words()).contains("found garbage-read ×1", "decided by single reads");
    }

    @ParameterizedTest
    @CsvSource({"ra, 0", "cc, 1", "pc, 1", "psi, 1", "si, 1", "ser, 1", "read-committed, 0", "monotonic-reads, 0"})
    void levelsOfOtherCheckersAreKnownByTheirNames(String level, int code) throws IOException {
        assertThat(check(file(CAUSALITY_VIOLATION), "--expect", level).code()).isEqualTo(code);
    }

    @Test
    void withoutTimesRealTimeIsUnknownButAWeakerLevelMayBeBroken() throws IOException {
        Cli.Ended unknown = check(file(WRITTEN_TWICE), "--expect", "strict-serializable");
        Cli.Ended broken = check(file(CAUSALITY_VIOLATION), "--expect", "strict-serializable");

        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.words())
                .contains("verdict: UNKNOWN · expected strict-serializable · not decided: ")
                .contains("no times were recorded, so nothing is known of the order in real time tried ");
        assertThat(unknown.out()).contains("holds    strong-session-serializable");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.words()).contains("found G-single ×1, causality-violation ×1");
    }

    @ParameterizedTest
    @CsvSource({
        "strong-session-read-uncommitted, strong-session-read-committed",
        "strong-read-uncommitted,         strong-read-committed",
    })
    void aLevelThatAnAssumptionLeavesOpenNamesOneThatIsDecided(String level, String instead) throws IOException {
        Cli.Ended ended = check(file(WRITTEN_TWICE), "--expect", level, "--assume", "wfr-keys");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.words()).contains("verdict: UNKNOWN", "; ask for " + instead + ", which implies it");
    }

    @Test
    void aBrokenWeakerLevelBreaksEvenALevelThatRegistersDoNotShow() throws IOException {
        Cli.Ended ended = check(file("w(1,5,0,0)\nr(1,6,1,1)\n"), "--expect", "cursor-stability");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).doesNotContain("ask for");
    }

    /** Nobody but the session says that T0 came before T1, and T2 before T3: "none" among the examples of AWDIT. */
    @Test
    void theOrderWithinSessionsCountsWhereItDoesForTheCheckersOfTheFormat() throws IOException {
        Path file = Files.writeString(directory.resolve("h"), "r 1 1\n-----\nw 0 0\n=====\nr 0 0\n-----\nw 1 1\n");
        Path imported = directory.resolve("imported");

        assertThat(check(file).out()).contains("verdict: INVALID · expected strong-session-serializable · found G1c-p");
        assertThat(check(file, "--expect", "serializable").code()).isZero();
        Cli.plain().run("history", "import", file.toString(), "--out", imported.toString());
        assertThat(check(imported).out()).contains("verdict: INVALID · expected strong-session-serializable");
    }

    @Test
    void aSearchThatWasCutShortIsUnknownWithTheReason() throws IOException {
        Path file = file(NEEDS_A_SEARCH);

        Cli.Ended cut = check(file, "--max-steps", "1");

        assertThat(check(file).code()).isZero();
        assertThat(cut.code()).isEqualTo(2);
        assertThat(cut.words())
                .contains("verdict: UNKNOWN · expected strong-session-serializable · not decided: ")
                .contains("the search over 3 transactions used up its budget of 1 step tried ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "T0 s0 r1=[] a2=7 ; T1 s1 r2=[] a1=8                        | 1 | 0",
                "T0 s0 r1=[] r2=[7] ; T1 s1 a1=8 a2=7 ; T2 s1 r1=[8] r2=[7] | 1 | 1",
                "T0 s0 a1=1 ; T1 s1 r1=[1] a1=2 ; T2 s2 r1=[1 2]            | 0 | 0",
                "T0 s0 fail a1=1 ; T1 s1 r1=[1]                             | 1 | 1",
            })
    void bothEnginesAgreeOnLists(String text, int serializable, int snapshotIsolation) throws IOException {
        Path file = Files.writeString(directory.resolve("h.txt"), text.replace(" ; ", "\n"));

        for (String engine : List.of("cycles", "axioms", "auto")) {
            assertThat(check(file, "--engine", engine).code()).as(engine).isEqualTo(serializable);
            assertThat(check(file, "--engine", engine, "--expect", "snapshot-isolation")
                            .code())
                    .as(engine)
                    .isEqualTo(snapshotIsolation);
        }
    }

    /** Between the two engines, cycles prove what is broken and never what holds. */
    @Test
    void cyclesProveViolationsOnRegistersOnly() {
        Path file = ForeignFiles.writeSkew(directory, HistoryFormat.PLUME);

        assertThat(check(file, "--engine", "cycles").code()).isEqualTo(1);
        assertThat(check(file, "--engine", "cycles").out()).contains("found G2-item ×1");
        assertThat(check(file, "--engine", "cycles", "--expect", "si").code()).isEqualTo(2);
        assertThat(check(file, "--engine", "cycles", "--expect", "si").out()).contains("ask for --engine axioms");
    }

    /** The examples of Kingsbury, Alvaro 2020, section 7.4: T1 missed what T0 had written three seconds before. */
    @Test
    void anAssumptionIsNamedWhereverItWasMade() throws IOException {
        Path file = Files.writeString(
                directory.resolve("h.txt"),
                "T0 s0 @0..10 r541=nil w540=2\nT1 s1 @3000000010..3000000020 r540=nil w544=1\n");

        Cli.Ended assumed = check(file, "--assume", "linearizable-keys", "--expect", "snapshot-isolation");

        assertThat(check(file, "--expect", "snapshot-isolation").code()).isZero();
        assertThat(assumed.code()).isEqualTo(1);
        assertThat(assumed.out())
                .contains("assuming linearizable-keys: ", "found cyclic-versions ×1")
                .endsWith("--expect snapshot-isolation --assume linearizable-keys\n");
    }

    @Test
    void anExportIsJudgedAsItsOriginal() throws IOException {
        Path lists = Files.writeString(directory.resolve("h.txt"), "T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\n");
        Path plume = directory.resolve("h.plume");

        Cli.Ended export =
                Cli.plain().run("history", "export", lists.toString(), "--format", "plume", "-o", plume.toString());

        assertThat(export.code()).isZero();
        assertThat(check(plume).code()).isEqualTo(check(lists).code()).isEqualTo(1);
        assertThat(check(plume, "--expect", "si").code()).isZero();
        assertThat(Cli.plain()
                        .run("history", "export", plume.toString(), "--format", "plume")
                        .out())
                .isEqualTo(Files.readString(plume));
    }
}
