package moirai.cli.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.StatementOrder;
import moirai.runs.emission.CaseFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShrinkCommandTest {

    @TempDir
    private Path directory;

    private Path whole;
    private Path part;

    @BeforeEach
    void writeHistory() throws IOException {
        whole = directory.resolve("whole.txt");
        part = directory.resolve("case.txt");
        Files.writeString(whole, """
                T0 s0 @0..1 a1=1 a2=2 a3=3
                T1 s1 @2..9 r1=[1] r3=[3] a2=4
                T2 s2 @2..9 r2=[2] a1=5 a3=6
                T3 s3 @10..11 r1=[1 5] r2=[2 4] r3=[3 6] r4=[]
                T4 s4 @12..13 a4=7
                """);
    }

    @Test
    void twoTransactionsAreLeftOfAWriteSkewAndTheirFileIsCheckedAgain() throws IOException {
        Cli.Ended shrunk = Cli.plain().run("shrink", whole.toString(), "-o", part.toString());

        assertThat(shrunk.code()).isZero();
        assertThat(shrunk.out())
                .contains("shrunk     G2-item (write skew): 2 of 5 transactions, 4 of 14 ops are left")
                .contains("called     T0 is T1, T1 is T2 of the whole")
                .contains("select list 2 → []");
        assertThat(part).content().endsWith("""
                T0 s1 ok @2..9 r1=[] a2=4
                T1 s2 ok @2..9 r2=[] a1=5
                """);
        Cli.Ended checked = Cli.plain().run("check", part.toString(), "--expect", "serializable");
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.out()).contains("found G2-item ×1");
    }

    @Test
    void theSameHistoryGivesTheSameBytes() throws IOException {
        Cli.plain().run("shrink", whole.toString(), "-o", part.toString());
        byte[] first = Files.readAllBytes(part);
        Cli.plain().run("shrink", whole.toString(), "-o", part.toString());

        assertThat(part).hasBinaryContent(first);
    }

    @Test
    void whatNoLevelForbidsIsNotShrunk() {
        Cli.Ended ended = Cli.plain().run("shrink", whole.toString(), "--expect", "snapshot-isolation");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("nothing that snapshot-isolation forbids was found");
    }

    @Test
    void anAnomalyThatIsNotThereOrAllowedIsRefused() {
        Cli.Ended outside = Cli.plain().run("shrink", whole.toString(), "--anomaly", "9");
        Cli.Ended allowed =
                Cli.plain().run("shrink", whole.toString(), "--anomaly", "1", "--expect", "snapshot-isolation");

        assertThat(outside.code()).isEqualTo(254);
        assertThat(outside.err()).contains("--anomaly: '9' is out of range: expected 1 to 1");
        assertThat(allowed.code()).isEqualTo(254);
        assertThat(allowed.err()).contains("'1' is G2-item, which snapshot-isolation allows");
    }

    @Test
    void aFileOfAnotherKindIsRefusedBeforeAnythingIsRead() {
        Cli.Ended ended = Cli.plain().run("shrink", "missing", "-o", "case.edn");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--out: case.edn ends in neither .txt");
    }

    @Test
    void aRunKeepsItsCasesAndEachIsExplainedAndCheckedByItself() throws IOException {
        String store = directory.resolve("store").toString();
        Cli.Ended ran = Cli.plain()
                .run(
                        "run",
                        "--db",
                        "memory:write-skew",
                        "--txn-count",
                        "20000",
                        "--seed",
                        "2a",
                        "--store",
                        store,
                        "-q");

        assertThat(ran.out()).contains("  shrunk   G2-item (write skew) to 2 transactions");
        Path kept = onlyCase("G2-item-rw-rw");
        assertThat(kept.resolve("case.txt")).content().contains("write skew", "of         2 of 20,000 transactions");
        Cli.Ended explained = Cli.plain().run("explain", kept.toString());
        assertThat(explained.code()).isZero();
        assertThat(explained.out()).isEqualTo(Files.readString(kept.resolve("case.txt")));
        Cli.Ended checked = Cli.plain().run("check", kept.resolve("case.json").toString());
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.out()).contains("found G2-item ×1");
    }

    @Test
    void theCasesOfARunAreNumbered() throws IOException {
        String store = directory.resolve("store").toString();
        Cli.plain()
                .run(
                        "run",
                        "--db",
                        "memory:write-skew",
                        "--txn-count",
                        "20000",
                        "--seed",
                        "2a",
                        "--store",
                        store,
                        "-q");

        Cli.Ended all = Cli.plain().run("shrink", "--store", store);
        Cli.Ended first = Cli.plain().run("shrink", "latest#1", "--store", store);
        Cli.Ended outside = Cli.plain().run("shrink", "latest#999", "--store", store);

        assertThat(first.code()).isZero();
        assertThat(all.out()).endsWith(first.out()).contains("kept       " + onlyCase("G2-item-rw-rw"));
        assertThat(outside.code()).isEqualTo(254);
        assertThat(outside.err()).contains("RUN#N: '999' is out of range: expected 1 to ");
    }

    @Test
    void aCaseThatWasReplayedIsNotOverwrittenByOneThatWasNot() throws IOException {
        String store = directory.resolve("store").toString();
        Cli.plain()
                .run(
                        "run",
                        "--db",
                        "memory:write-skew",
                        "--txn-count",
                        "20000",
                        "--seed",
                        "2a",
                        "--store",
                        store,
                        "-q");
        Path file = onlyCase("G2-item-rw-rw").resolve("case.json");
        var place = new Confirmation.Place("memory:write-skew", "strict-serializable");
        CaseFiles.rewrite(
                file,
                CaseFiles.readHistory(file)
                        .confirmed(List.of(new Confirmation(Control.NONE, StatementOrder.FREE, 20, 20, 0, place))));
        String confirmed = Files.readString(file);

        Cli.plain().run("shrink", "--store", store);

        assertThat(file).hasContent(confirmed);
        assertThat(file.resolveSibling("case.txt")).content().contains("replayed   shown 20 of 20 (control none)");
    }

    @Test
    void whatIsNoCaseIsAnArgumentThatCannotBeUsed() throws IOException {
        Path broken = Files.writeString(directory.resolve("case.json"), "{\"format\": \"moirai-case\"");

        Cli.Ended ended = Cli.plain().run("explain", broken.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("case.json:1: is not JSON, or only a part of it");
    }

    private Path onlyCase(String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("store"))) {
            return files.filter(file -> file.toString().endsWith(name + "/case.json"))
                    .map(Path::getParent)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The history of a case may be cut further, and is then still of the same run. */
    @Test
    void aCaseThatIsShrunkOnceMoreKeepsWhereItComesFrom() throws IOException {
        Cli.plain()
                .run(
                        "run",
                        "--db=memory:write-skew",
                        "--txn-count=20000",
                        "--seed=2a",
                        "--store",
                        directory.resolve("store").toString());
        HistoryCase kept = CaseFiles.readHistory(onlyCase("G2-item-rw-rw"));
        Path again = directory.resolve("again.json");

        Cli.Ended shrunk = Cli.plain()
                .run("shrink", CaseFiles.file(onlyCase("G2-item-rw-rw")).toString(), "-o", again.toString());

        assertThat(shrunk.code()).as(shrunk.err()).isZero();
        HistoryCase read = CaseFiles.readHistory(again);
        assertThat(kept.origin().argv()).contains("--db=memory:write-skew");
        assertThat(kept.minimality()).isEqualTo(Minimality.MINIMAL);
        assertThat(read.origin()).isEqualTo(kept.origin());
        assertThat(read.minimality()).isEqualTo(Minimality.MINIMAL);
        assertThat(read.fingerprint()).isEqualTo(kept.fingerprint());
    }
}
