package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.wire.protocol.Frames;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Nothing that a client sends stops the server, or leaves anything behind in it. */
class MalformedFramesProperties {

    private static final MockServer SERVER = MockServer.start(TestDatabases.database(IsolationLevel.CAUSAL, 1), 0);

    @AfterContainer
    static void close() {
        SERVER.close();
        assertThat(SERVER.sessionCount()).isZero();
    }

    @Property(tries = 400)
    void theServerAnswersOrClosesAndLivesOn(@ForAll long seed, @ForAll boolean afterStartup) throws IOException {
        var random = new Random(seed);
        try (var client = new WireClient(SERVER.port())) {
            if (afterStartup) {
                client.raw(Frames.startup());
            }
            for (int i = random.nextInt(4); i >= 0; i--) {
                client.raw(Frames.random(random));
            }
            for (int i = random.nextInt(3); i >= 0; i--) {
                client.raw(Frames.broken(random));
            }
            client.send();
            client.endOutput();
            while (client.next() != Answer.END) {}
        }

        try (var next = WireClient.session(SERVER.port())) {
            assertThat(next.query("").lines()).containsExactly("EmptyQueryResponse", "ReadyForQuery I");
        }
    }
}
