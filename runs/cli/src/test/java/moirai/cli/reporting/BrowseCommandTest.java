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
    void whatCannotBeServedIsRefused() throws IOException {
        assertThat(Cli.plain().run("serve", store.resolve("none").toString()).err())
                .contains("is no folder: expected a store");
        assertThat(Cli.plain().run("serve", "--port", "70000", store.toString()).err())
                .contains("--port: 70000 is out of range: expected 0 to 65535");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli.Ended ended =
                    Cli.plain().run("serve", "--port", String.valueOf(taken.getLocalPort()), store.toString());

            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.err()).contains("expected one that is free");
        }
    }
}
