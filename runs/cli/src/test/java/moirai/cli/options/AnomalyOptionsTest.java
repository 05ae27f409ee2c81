package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnomalyOptionsTest {

    private static final String SECRET = "geheim";

    @TempDir
    private Path directory;

    @Test
    void aCommandIsRunForEachKindAndInTheEnd() throws IOException {
        Path told = directory.resolve("told");

        Cli.Ended ended = run("memory:write-skew", "--on-anomaly", "cat >> " + told);

        assertThat(ended.code()).isEqualTo(1);
        List<JsonNode> notices = notices(told);
        assertThat(notices.getLast().get("event").textValue()).isEqualTo("end");
        assertThat(notices.subList(0, notices.size() - 1))
                .isNotEmpty()
                .allSatisfy(
                        notice -> assertThat(notice.get("event").textValue()).isEqualTo("anomaly"))
                .hasSameSizeAs(notices.getLast().get("anomalies"));
        assertThat(ended.out()).contains("verdict: INVALID").doesNotContain("--on-anomaly: ");
    }

    /** The command that stands in a notice explains the kind that the notice is about. */
    @Test
    void theCommandInANoticeExplainsIt() throws IOException {
        Path told = directory.resolve("told");
        run("memory:write-skew", "--on-anomaly", "cat >> " + told);
        JsonNode kind = notices(told).getFirst().get("anomaly");
        String[] explain = kind.get("explain").textValue().split(" ", -1);

        Cli.Ended ended = Cli.plain().run(Arrays.copyOfRange(explain, 1, explain.length));
        Cli.Ended other = Cli.plain().run("explain", explain[2], "--anomaly", "ffff-G0");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains(kind.get("phenomenon").textValue(), "a contradiction");
        assertThat(other.code()).isEqualTo(254);
        assertThat(other.err())
                .contains("--anomaly: 'ffff-G0' is unknown")
                .contains(kind.get("shape").textValue());
    }

    @Test
    void aCommandThatFailsIsNotedAndChangesNothing() throws IOException {
        Cli.Ended ended = run("memory", "--on-anomaly", "echo oops; exit 7");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("verdict: VALID")
                .contains("note     --on-anomaly: the command ended with exit code 7\n");
        assertThat(directory.resolve("store/latest/on-anomaly.log")).content().contains("oops");
        assertThat(directory.resolve("store/latest/run.json")).content().contains("exit code 7");
    }

    @Test
    void aServerIsToldTheSameAndItsAddressStandsNowhere() throws IOException {
        List<String> told = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/" + SECRET, exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
        String host = "127.0.0.1:" + server.getAddress().getPort();
        try {
            String url = "http://ann:" + SECRET + "@" + host + "/" + SECRET + "?key=" + SECRET;
            Cli.Ended ended = run("memory:write-skew", "--on-anomaly-url", url);

            assertThat(ended.code()).isEqualTo(1);
            assertThat(told).hasSizeGreaterThan(1).last().asString().contains("\"event\":\"end\"");
            assertThat(ended.out())
                    .contains("--on-anomaly-url: http://" + host + " answered with status 500")
                    .contains("--on-anomaly-url 'http://" + host + "/…'")
                    .doesNotContain(SECRET);
            assertThat(ended.err()).doesNotContain(SECRET);
        } finally {
            server.stop(0);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSizeGreaterThan(5)
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(SECRET));
        }
    }

    @Test
    void anAddressMayBeGivenByReference() {
        Cli.Ended missing = Cli.plain().run("run", "--db", "memory", "--on-anomaly-url", "env:HOOK");
        Cli.Ended wrong = Cli.with(Map.of("HOOK", "mailto:ann@" + SECRET))
                .run("run", "--db", "memory", "--on-anomaly-url", "env:HOOK");

        assertThat(missing.code()).isEqualTo(254);
        assertThat(missing.err()).contains("--on-anomaly-url: the environment variable HOOK is not set");
        assertThat(wrong.code()).isEqualTo(254);
        assertThat(wrong.err()).contains("is not an address to send JSON to").doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://u:geheim@h/x",
                "http:///geheim",
                "geheim",
                "http://geheim geheim/",
                "mailto:geheim",
                "https://geheim:geheim",
                ""
            })
    void anotherAddressIsRefusedWithoutRepeatingIt(String url) {
        Cli.Ended ended = run("memory", "--on-anomaly-url=" + url);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--on-anomaly-url: ").doesNotContain("geheim@", "geheim:", "//geheim");
        assertThat(directory.resolve("store")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "--stop-on=0, '''0'' does not say when to stop: expected anomaly, never, or a number of anomalies from 1'",
        "--stop-on=anomalies, '''anomalies'' does not say when to stop'",
        "--stop-on=-1, '''-1'' does not say when to stop'",
        "--stop-on=anomaly --no-live-check, '--stop-on and --no-live-check exclude each other'",
        "--on-anomaly=, '--on-anomaly: the command is empty; expected one for sh'",
    })
    void whatCannotBeDoneIsRefusedBeforeAnythingIsDone(String options, String reason) {
        Cli.Ended ended = run("memory", options.split(" ", -1));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(reason);
        assertThat(directory.resolve("store")).doesNotExist();
    }

    private static List<JsonNode> notices(Path file) throws IOException {
        var notices = new ArrayList<JsonNode>();
        for (String line : Files.readAllLines(file)) {
            notices.add(new ObjectMapper().readTree(line));
        }
        return notices;
    }

    private Cli.Ended run(String db, String... more) {
        String[] fixed = {
            "run",
            "--db",
            db,
            "--expect",
            "serializable",
            "--txn-count",
            "20000",
            "--seed",
            "b66cece1b9668b6d",
            "--store",
            directory.resolve("store").toString()
        };
        return Cli.plain()
                .run(Stream.concat(Arrays.stream(fixed), Arrays.stream(more)).toArray(String[]::new));
    }
}
