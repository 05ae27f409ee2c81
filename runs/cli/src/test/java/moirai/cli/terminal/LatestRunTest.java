package moirai.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest run may be another one than the user has in mind: each command that takes it says which it is. */
class LatestRunTest {

    private static final String MESSAGE =
            "latest: %s/a/\\d{8}T\\d{6}\\.\\d{3}Z, memory \\(simulated\\) at strict-serializable,"
                    + " began \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC, [^;]+ ago%s\\R";

    @TempDir
    private Path store;

    @BeforeEach
    void run() {
        assertThat(cli("run --db memory --txn-count 500 -q --name a").code()).isZero();
    }

    private Cli.Ended cli(String command) {
        return Cli.plain().run((command + " --store " + store).split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check",
                "check latest",
                "check -1",
                "explain latest",
                "shrink latest",
                "report latest --md /dev/null",
                "report --md /dev/null",
                "history export latest --format edn"
            })
    void theRunAndItsTimeAreNamed(String command) {
        Cli.Ended ended = cli(command);

        assertThat(ended.err()).matches(MESSAGE.formatted(store, ""));
        assertThat(ended.out()).doesNotContain("latest: ");
    }

    @Test
    void alsoThoseOfALinkAndOfAResumedRun() {
        assertThat(Cli.plain().run("check", store.resolve("latest").toString()).err())
                .startsWith("latest: " + store.resolve("a"));
        assertThat(cli("run --resume latest --txn-count 100 -q").err()).startsWith("latest: " + store.resolve("a"));
    }

    @Test
    void laterRunsWithoutAHistoryAreCounted() throws IOException {
        Files.createDirectories(store.resolve("b/29990101T000000.000Z"));

        assertThat(cli("check latest").err()).matches(MESSAGE.formatted(store, "; 1 later run recorded nothing"));
    }

    @Test
    void aRunThatIsNamedIsNotTheLatest() {
        String named = cli("check").err().split("[ ,]+", -1)[1];

        assertThat(Cli.plain().run("check", named).err()).isEmpty();
    }
}
