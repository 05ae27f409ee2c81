package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --every-level} adds to a verdict. */
class EveryLevelTest {

    /** Cycles of dependencies say nothing of prefixes: the two reads see the appends in no common order. */
    private static final String LONG_FORK = """
            T0 s0 a1=1
            T1 s1 a2=1
            T2 s2 r1=[1] r2=[]
            T3 s3 r1=[] r2=[1]
            """;

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void writeHistory() throws IOException {
        file = Files.writeString(directory.resolve("h.txt"), LONG_FORK).toString();
    }

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    @Test
    void levelsThatTheExpectedOneDoesNotNeedAreExaminedAsWell() {
        Cli.Ended asked = run("check", file);
        Cli.Ended every = run("check", file, "--every-level");

        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.out())
                .contains("\n  holds    consistent-view, strong-read-committed\n")
                .doesNotContain("prefix");
        assertThat(every.code()).isEqualTo(1);
        assertThat(every.out())
                .contains("\n  holds    parallel-snapshot-isolation, strong-read-committed\n")
                .contains(", prefix (prefix-violation)\n")
                .contains("\n  explain  moirai explain " + file + " --every-level\n");
    }

    /** What else is broken does not make a verdict on the level that was asked for any worse. */
    @Test
    void theVerdictIsThatOfTheExpectedLevel() {
        Cli.Ended kept = run("check", file, "--expect", "psi", "--every-level");
        Cli.Ended broken = run("check", file, "--expect", "prefix", "--every-level");

        assertThat(kept.code()).isZero();
        assertThat(kept.out()).contains("verdict: VALID · expected parallel-snapshot-isolation", "prefix-violation ×1");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.out()).contains("verdict: INVALID · expected prefix · found prefix-violation ×1");
    }

    @Test
    void theExplanationOfEveryLevelHasWhatOnlyThatFinds() {
        Cli.Ended every = run("explain", file, "--every-level");

        assertThat(run("explain", file).out()).doesNotContain("prefix-violation");
        assertThat(every.out()).contains("prefix-violation");
    }

    @Test
    void oneEngineOrAnAssumptionIsRefused() throws IOException {
        String registers =
                Files.writeString(directory.resolve("r.txt"), "T0 s0 w1=1\n").toString();

        for (Cli.Ended ended : new Cli.Ended[] {
            run("check", file, "--every-level", "--engine", "cycles"),
            run("check", registers, "--every-level", "--assume", "wfr-keys")
        }) {
            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .startsWith("moirai: --every-level: needs more than one engine, and no assumption; expected");
        }
    }
}
