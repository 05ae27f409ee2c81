package moirai.studies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiguresTest {

    @TempDir
    private Path directory;

    /** The end of a command. */
    private record Ended(int code, String out, String err) {}

    private static Ended run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Figures.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "mock-figures table2                        | 'table2' is unknown   | table1",
                "mock-figures table1 --runs 0               | --runs: 0 is too few  | 1 or more",
                "mock-figures assertions --txns 0           | --txns: 0 is too few  | 1 or more",
                "mock-figures table1 --isolation si         | --isolation: 'table1' | goes with 'runs'",
                "mock-figures speed --txns 5                | --txns: 'speed'       | goes with 'assertions'",
                "explore-figures table1                     | 'table1' is unknown   | applications",
                "explore-figures applications --clients t-9 | --clients: 't-9'      | tpcc-1",
            })
    void badArgumentsEndWith254AndSayWhatWouldBeAccepted(String command, String names, String accepts) {
        Ended ended = run(command.split(" ", -1));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(names).contains(accepts);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mock-figures", "explore-figures"})
    void helpOfEachCommandFitsAScreen(String command) {
        Ended ended = run(command, "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out().lines().count()).isBetween(3L, 45L);
    }

    @Test
    void aFigureFromTheSameSeedIsTheSame() {
        Ended ended = run("mock-figures", "table1", "--runs", "100", "--seed", "1");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("item reappears after deletion").contains("20.2");
        assertThat(run("mock-figures", "table1", "--runs", "100", "--seed", "1").out())
                .isEqualTo(ended.out());
    }

    @Test
    void experimentsAreDoneAgain() {
        Path plots = directory.resolve("plots");

        Ended ended = run(
                "explore-figures",
                "applications",
                "--clients",
                "courseware-4,twitter-1",
                "--time-limit",
                "20ms",
                "--plots",
                plots.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("courseware-4").contains("twitter-1").contains("finished");
        assertThat(plots.resolve("time.svg")).content().contains("<svg");
    }
}
