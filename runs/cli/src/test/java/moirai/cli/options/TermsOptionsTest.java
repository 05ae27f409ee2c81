package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what decides the exit code of {@code run} beside the level that must hold. */
class TermsOptionsTest {

    @TempDir
    private Path folder;

    private Cli.Ended run(String... options) {
        List<String> argv = Stream.concat(
                        Stream.of(
                                "run",
                                "--store",
                                folder.resolve("store").toString(),
                                "--txn-count",
                                "20000",
                                "--seed",
                                "2a"),
                        Stream.of(options))
                .toList();
        return Cli.plain().run(argv.toArray(String[]::new));
    }

    private String known(String database, String until) throws IOException {
        String list = """
                - fingerprint: "*-*"
                  database: "%s"
                  reason: it is planted
                  owner: tests
                  until: %s
                """.formatted(database, until);
        return Files.writeString(folder.resolve("known.yaml"), list).toString();
    }

    @Test
    void aKnownFailureOfTheProductEndsWithZeroUntilItsDay() throws IOException {
        Cli.Ended accepted = run("--db", "memory:write-skew", "--accept-known", known("*", "9999-12-31"));
        Cli.Ended late = run("--db", "memory:write-skew", "--accept-known", known("*", "2020-12-31"));
        Cli.Ended elsewhere = run("--db", "memory:write-skew", "--accept-known", known("H2 *", "9999-12-31"));

        assertThat(accepted.code()).isZero();
        assertThat(accepted.words())
                .contains("verdict: INVALID", "every violation is known and accepted", "it is planted (tests)");
        assertThat(accepted.out().lines().filter(line -> line.startsWith("  accepted")))
                .isNotEmpty();
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.words()).contains("is not accepted any more: it was known until 2020-12-31");
        assertThat(elsewhere.code()).isEqualTo(1);
    }

    @Test
    void aListThatIsWrongIsRefusedWithItsPlace() throws IOException {
        Cli.Ended ended = run("--db", "memory", "--accept-known", known("*", "soon"));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("known.yaml:5:10: 'soon': expected a date");
    }

    @Test
    void aRequiredFigureThatIsMissedEndsWithOne() {
        Cli.Ended missed = run("--db", "memory", "--require", "committed > 100000000", "--require=aborts < 100%");
        Cli.Ended reached = run("--db", "memory", "--require", "committed > 100");

        assertThat(missed.code()).isEqualTo(1);
        assertThat(missed.words())
                .contains("verdict: VALID", "1 required figure missed", "missed committed > 100000000 (was ");
        assertThat(reached.code()).isZero();
        assertThat(reached.out()).doesNotContain("missed");
    }
}
