package moirai.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import moirai.formats.HistoryFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the explanations of anomalies in histories that other programs wrote. */
class ForeignExplanationTest {

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    @ParameterizedTest
    @EnumSource
    void theProofNamesTransactionsKeysAndValues(HistoryFormat format) {
        Path file = ForeignFiles.writeSkew(directory, format);

        Cli.Ended ended = run("explain", file.toString(), "--engine", "axioms");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .containsIgnoringWhitespaces(
                        "as they first appear in",
                        "T0 < T1, because T0 read key 1 = nothing from the initial state, before T1 wrote it.")
                .contains("serial-violation: no serial order")
                .contains("| read key 1 → nothing  |", "| write key 2 = 7 ")
                .endsWith("contradiction!\n");
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 80 || line.contains(file.toString()));
    }

    @Test
    void theGraphIsDrawn() {
        Path file = ForeignFiles.writeSkew(directory, HistoryFormat.AWDIT);

        assertThat(run("explain", file.toString(), "--dot").out())
                .startsWith("digraph ")
                .contains("T0 -> T1 [label=\"rw\"", "T1 -> T0 [label=\"rw\"")
                .endsWith("}\n");
    }

    /** The line is split as a shell does it, into words of which one may be in quotes, and run. */
    @ParameterizedTest
    @ValueSource(strings = {"skew.txt", "my skew.txt"})
    void theCommandToExplainExplainsTheSameWitness(String name) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\n");

        String out = run("check", file.toString(), "--engine", "axioms", "--max-steps", "9", "--expect", "ser")
                .out();
        String again = out.substring(out.indexOf("moirai explain ")).strip();
        String quoted = name.contains(" ") ? "'" + file + "'" : file.toString();

        assertThat(again)
                .isEqualTo("moirai explain " + quoted
                        + " --expect strong-session-serializable --engine axioms --max-steps 9");
        assertThat(run("explain", file.toString(), "--expect", "ser", "--engine", "axioms", "--max-steps", "9")
                        .out())
                .contains("serial-violation")
                .doesNotContain("G2-item");
    }

    @Test
    void theCommandToExplainKeepsTheFormat() {
        Path file = ForeignFiles.writeSkew(directory, HistoryFormat.PLUME);

        assertThat(run("check", file.toString(), "--format", "plume").out())
                .endsWith("  explain  moirai explain " + file + " --format plume\n");
    }

    @Test
    void whatIsNotDecidedIsNotCalledFree() throws IOException {
        Path file = Files.writeString(
                directory.resolve("h"), "w(0,3,0,0)\nr(1,2,0,0)\nw(0,1,1,1)\nw(1,2,1,1)\nr(1,2,2,2)\nr(0,1,2,2)\n");

        String out = run("explain", file.toString(), "--max-steps", "1").out();

        assertThat(out)
                .startsWith("no anomaly was found: there is nothing to explain\n"
                        + "strong-session-serializable is not decided: ");
        assertThat(out.replaceAll("\\s+", " ")).contains("the search over 3 transactions used up its budget of 1 step");
    }
}
