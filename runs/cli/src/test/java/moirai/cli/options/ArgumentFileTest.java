package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that stand in a file, as {@code @FILE}. */
class ArgumentFileTest {

    @TempDir
    private Path directory;

    private Cli.Ended show(List<String> lines) throws IOException {
        Path file = Files.write(directory.resolve("arguments"), lines);
        return Cli.plain().run("target", "show", "--url", "jdbc:postgresql://127.0.0.1:1/x", "@" + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--password geheim", "--password=geheim"})
    void aLiteralPasswordIsRefusedThereAsWell(String line) throws IOException {
        Cli.Ended ended = show(List.of(line.split(" ")));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--password: a literal password is not accepted: expected env:NAME or file:PATH")
                .doesNotContain("geheim");
    }

    @Test
    void aReferenceIsTaken() throws IOException {
        Cli.Ended ended = show(List.of("--password", "env:MOIRAI_NO_SUCH_VARIABLE"));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--password: the environment variable MOIRAI_NO_SUCH_VARIABLE is not set");
    }
}
