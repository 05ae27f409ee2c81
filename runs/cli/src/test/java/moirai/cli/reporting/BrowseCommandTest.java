package moirai.cli.reporting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowseCommandTest {

    @TempDir
    private Path store;

    @Test
    void itSaysWhereItListensAndEndsWell() {
        Cli.Ended ended = Cli.plain().run("serve", "--port", "0", "--time-limit", "10ms", store.toString());

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).containsPattern("http://127\\.0\\.0\\.1:\\d+/");
    }

    @Test
    void theStoreMayBeAnOptionAsElsewhere() {
        assertThat(Cli.plain()
                        .run("serve", "--port", "0", "--time-limit", "10ms", "--store", store.toString())
                        .out())
                .contains("store " + store);
        assertThat(Cli.plain().run("serve", "--store", "a", "b").err())
                .contains("--store: 'a' beside 'b': expected one of them");
    }

    @Test
    void whatCannotBeServedIsRefused() throws IOException {
        assertThat(Cli.plain().run("serve", store.resolve("none").toString()).err())
                .contains("is no folder: expected a store");
        for (String port : new String[] {"70000", "-1", "x", "99999999999"}) {
            assertThat(Cli.plain()
                            .run("serve", "--port=" + port, store.toString())
                            .err())
                    .contains("--port", "'" + port + "' is not a port: expected 0 to 65535");
        }
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli.Ended ended =
                    Cli.plain().run("serve", "--port", String.valueOf(taken.getLocalPort()), store.toString());

            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.err()).contains("expected one that is free");
        }
    }
}
