package moirai.cli.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
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
        assertThat(ended.err()).contains("--out: case.edn does not end in .txt");
    }
}
