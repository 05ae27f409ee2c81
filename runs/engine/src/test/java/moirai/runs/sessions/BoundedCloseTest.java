package moirai.runs.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import org.junit.jupiter.api.Test;

class BoundedCloseTest {

    /** A database whose clean-up blocks until the test releases it. */
    private static final class Slow implements ClientFactory {

        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void prepare() {}

        @Override
        public String databaseVersion() {
            return "slow";
        }

        @Override
        public Client open(int session, LongSupplier clock) {
            throw new ClientException("no session " + session);
        }

        @Override
        public void close() {
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void anInterruptedWaitMeansThatSomethingMayBeLeft() {
        var factory = new Slow();
        var closing = new BoundedClose(new EndpointSessions(factory, () -> {}));
        Thread.currentThread().interrupt();
        try {
            closing.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(closing.trouble()).get().asString().contains("tables may still be there");
        } finally {
            factory.goOn.countDown();
        }
    }
}
