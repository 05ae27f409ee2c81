package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import moirai.clients.Endpoint;
import moirai.history.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Each product's tools have a variable of their own. */
    @Test
    void aLiteralPasswordIsRefusedWithTheVariablesOfEachProduct() {
        assertThatThrownBy(() -> Secrets.resolve("geheim", Map.of()))
                .hasMessageContaining("PGPASSWORD")
                .hasMessageContaining("MYSQL_PWD with MariaDB")
                .hasMessageNotContaining("geheim");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "PASSWORD",
                "sslPassword",
                "keyPassword",
                "keyStorePassword",
                "trustStorePassword",
                "clientSecret",
                "passphraseOfKey"
            })
    void parametersThatHoldSecretsAreKnownInEveryPlace(String name) {
        for (String before : List.of("?", "?ssl=true&", ";")) {
            String url = "jdbc:mariadb://h/d" + before + name + "=geheim&x=y";

            assertThat(Secrets.isInUrl(url)).as(url).isTrue();
            assertThat(Secrets.redacted(url)).isEqualTo("jdbc:mariadb://h/d" + before + name + "=…&x=y");
            assertThat(new Endpoint(url, "", "")).asString().isEqualTo(Secrets.redacted(url));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"user=u", "passwordCharacterEncoding=utf8", "sslpasswordcallback=a.B", "x=password", "passfile=p"
            })
    void parametersThatOnlySoundLikeThatAreNone(String parameter) {
        assertThat(Secrets.isInUrl("jdbc:mariadb://h/d?" + parameter)).isFalse();
    }

    @Test
    void theSeedThatWasUsedReplacesTheOneThatWasTyped() {
        assertThat(Argv.of(List.of("run", "--seed", "7", "-q"), new Seed(1)))
                .containsExactly("run", "-q", "--seed", "1");
        assertThat(Argv.of(List.of("run", "--seed=7"), new Seed(1))).containsExactly("run", "--seed", "1");
    }

    /** The address of a web hook may be a secret as a whole. */
    @ParameterizedTest
    @CsvSource({
        "https://hooks.example/services/geheim, https://hooks.example/…",
        "http://ann:geheim@h:8080, http://h:8080",
        "http://geheim@h:8080?key=geheim, http://h:8080/…",
        "http://h#geheim, http://h/…",
        "geheim, …",
        "env:HOOK, env:HOOK",
        "file:/run/hook, file:/run/hook"
    })
    void theCommandThatIsKeptHoldsOnlyTheServerOfAWebHook(String url, String kept) {
        assertThat(Argv.of(List.of("run", "--on-anomaly-url", url), new Seed(1)))
                .containsExactly("run", "--on-anomaly-url", kept, "--seed", "1");
        assertThat(Argv.of(List.of("run", "--on-anomaly-url=" + url), new Seed(1)))
                .containsExactly("run", "--on-anomaly-url=" + kept, "--seed", "1");
    }

    @Test
    void aPasswordInACommandForAnomaliesIsNotKeptEither() {
        assertThat(Argv.redacted(List.of("--on-anomaly", "curl -d @- https://ann:geheim@h/x?clientSecret=geheim&a=b")))
                .containsExactly("--on-anomaly", "curl -d @- https://ann:…@h/x?clientSecret=…&a=b");
    }

    @Test
    void whatAShellWouldReadIsQuoted() {
        assertThat(Argv.line(List.of("run", "--password", "${env:PW}", "it's")))
                .isEqualTo("moirai run --password '${env:PW}' 'it'\\''s'");
    }
}
