package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what {@code --every-level} adds to a verdict. */
class EveryLevelTest {

    /** A cycle breaks what is expected, so nobody asks the axioms whether causal order holds. */
    private static final String CAUSALITY_VIOLATION = """
            T0 s0 w1=1
            T1 s1 r1=1 w2=2
            T2 s2 r2=2 r1=nil
            """;

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void writeHistory() throws IOException {
        file = Files.writeString(directory.resolve("h.txt"), CAUSALITY_VIOLATION)
                .toString();
    }

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    @Test
    void levelsThatTheExpectedOneDoesNotNeedAreExaminedAsWell() {
        Cli.Ended asked = run("check", file);
        Cli.Ended every = run("check", file, "--every-level");

        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.words())
                .contains(" holds monotonic-atomic-view, cursor-stability, strong-read-uncommitted broken ")
                .doesNotContain("causal", "pram");
        assertThat(every.code()).isEqualTo(1);
        assertThat(every.out())
                .contains("\n  holds    pram, update-atomic, strong-read-committed\n")
                .containsPattern(",\\s+causal \\(causality-violation\\)\n")
                .contains("\n  explain  moirai explain " + file + " --every-level\n");
    }

    @Test
    void levelsThatAreCalledNotExaminedAreDecidedIfAskedFor() {
        String said = run("check", file).out().replaceAll("\\s+", " ");
        String levels =
                said.substring(said.indexOf(" unknown ") + " unknown ".length(), said.indexOf(": not examined"));

        assertThat(levels.split(", "))
                .contains("monotonic-reads")
                .allSatisfy(level -> assertThat(
                                run("check", file, "--expect", level).code())
                        .as(level)
                        .isNotEqualTo(2));
    }

    /** The verdict is on the level that was asked for, whatever else is broken. */
    @Test
    void theVerdictIsThatOfTheExpectedLevel() {
        Cli.Ended kept = run("check", file, "--expect", "pram", "--every-level");
        Cli.Ended broken = run("check", file, "--expect", "causal", "--every-level");

        assertThat(kept.code()).isZero();
        assertThat(kept.out()).contains("verdict: VALID · expected pram · ", "causality-violation ×1");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.out()).contains("verdict: INVALID · expected causal · found causality-violation ×1");
    }

    @Test
    void theExplanationOfEveryLevelHasWhatOnlyThatFinds() {
        Cli.Ended every = run("explain", file, "--every-level");

        assertThat(run("explain", file).out()).doesNotContain("causality-violation");
        assertThat(every.out()).contains("causality-violation");
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

    /** Nothing was found where the expected level looked, and it did not look everywhere. */
    @Test
    void anExplanationOfNothingNamesTheLevelsThatWereNotExamined() throws IOException {
        String registers =
                Files.writeString(directory.resolve("r.txt"), "T0 s0 w1=1\n").toString();

        Cli.Ended asked = run("explain", registers, "--expect", "causal");
        Cli.Ended every = run("explain", registers, "--expect", "causal", "--every-level");

        assertThat(asked.words())
                .contains(": not examined; --every-level does")
                .contains(" next moirai explain " + registers + " --expect causal --every-level ")
                .contains("moirai check " + registers + " --expect causal");
        assertThat(every.words())
                .doesNotContain("not examined")
                .contains("moirai check " + registers + " --expect causal --every-level");
    }
}
