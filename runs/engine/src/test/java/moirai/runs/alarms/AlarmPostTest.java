package moirai.runs.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlarmPostTest {

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final String SECRET = "geheim";

    @Test
    void theServerGetsTheNoticeOnce() throws Exception {
        try (var server = new HookServer()) {
            assertThat(raised(server.url("/hook?to=me%20too"))).isEmpty();

            assertThat(server.requests())
                    .containsExactly(new HookServer.Request(
                            "POST /hook?to=me%20too", "application/json, null", "{\"a\": \"ä\"}"));
        }
    }

    @Test
    void userAndPasswordAreSentAsBasicAuthentication() throws Exception {
        try (var server = new HookServer()) {
            assertThat(raised("http://ann:" + SECRET + "%20@127.0.0.1:" + server.port()))
                    .isEmpty();

            assertThat(server.requests())
                    .containsExactly(new HookServer.Request(
                            "POST /", "application/json, Basic YW5uOmdlaGVpbSA=", "{\"a\": \"ä\"}"));
        }
    }

    @Test
    void anotherStatusIsAFailureAndARedirectionIsNotFollowed() throws Exception {
        try (var server = new HookServer()) {
            for (String status : new String[] {"302", "404", "503"}) {
                assertThat(raised("http://ann:" + SECRET + "@127.0.0.1:" + server.port() + "/" + status))
                        .contains(server.url("") + " answered with status " + status);
            }
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsWaitedForNoLongerThanTheLimit() throws Exception {
        try (var server = new HookServer()) {
            assertThat(raised(server.url("/silent"))).contains(server.url("") + " did not answer within 1 s");
        }
    }

    @Test
    void whatGoesWrongDoesNotRepeatTheAddress() throws Exception {
        String gone;
        try (var server = new HookServer()) {
            gone = "http://ann:" + SECRET + "@127.0.0.1:" + server.port() + "/" + SECRET + "?key=" + SECRET;
        }

        assertThat(raised(gone).orElseThrow())
                .contains("could not be told: ConnectException")
                .doesNotContain(SECRET, "ann");
        assertThat(new AlarmPlan(StopRule.NEVER, "", gone).toString()).doesNotContain(SECRET);
    }

    private static Optional<String> raised(String url) throws IOException, InterruptedException {
        return new AlarmPost(URI.create(url), SHORT).raise("{\"a\": \"ä\"}");
    }
}
