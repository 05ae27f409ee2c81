package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import moirai.history.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    @TempDir
    private Path directory;

    @Test
    void aPasswordComesFromTheEnvironmentOrAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "swordfish\n");

        assertThat(Secrets.resolve("${env:PW}", Map.of("PW", "sesame"))).isEqualTo("sesame");
        assertThat(Secrets.resolve("${file:" + file + "}", Map.of())).isEqualTo("swordfish");
    }

    @Test
    void aReferenceThatLeadsNowhereIsNamed() {
        assertThatThrownBy(() -> Secrets.resolve("${env:PW}", Map.of())).hasMessageContaining("PW is not set");
        assertThatThrownBy(() -> Secrets.resolve("${file:/no/such}", Map.of())).hasMessageContaining("/no/such");
    }

    @Test
    void theCommandThatIsKeptHoldsNoPasswordThatStoodInTheUrl() {
        List<String> kept = Argv.of(
                List.of("run", "--url", "jdbc:postgresql://u:geheim@h/d?password=geheim&ssl=true"), new Seed(1));

        assertThat(kept)
                .containsExactly("run", "--url", "jdbc:postgresql://u:…@h/d?password=…&ssl=true", "--seed", "1");
    }

    /** The driver has one for the connection and one for the key of a certificate. */
    @Test
    void theCommandThatIsKeptHoldsNoOtherPasswordOfTheDriverEither() {
        assertThat(Argv.of(List.of("run", "--url=jdbc:postgresql://h/d?sslPassword=geheim&ssl=true"), new Seed(1)))
                .containsExactly("run", "--url=jdbc:postgresql://h/d?sslPassword=…&ssl=true", "--seed", "1");
    }

    @Test
    void theSeedThatWasUsedReplacesTheOneThatWasTyped() {
        assertThat(Argv.of(List.of("run", "--seed", "7", "-q"), new Seed(1)))
                .containsExactly("run", "-q", "--seed", "1");
        assertThat(Argv.of(List.of("run", "--seed=7"), new Seed(1))).containsExactly("run", "--seed", "1");
    }

    @Test
    void whatAShellWouldReadIsQuoted() {
        assertThat(Argv.line(List.of("run", "--password", "${env:PW}", "it's")))
                .isEqualTo("moirai run --password '${env:PW}' 'it'\\''s'");
    }
}
