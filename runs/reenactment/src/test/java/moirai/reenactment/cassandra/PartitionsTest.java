package moirai.reenactment.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.network.Links;
import moirai.reenactment.placement.PlacedTurn;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    /** Links that only note what they are asked for. */
    private static final class Noted implements Links {

        final List<String> asked = new ArrayList<>();

        @Override
        public List<String> ends() {
            return List.of(CLIENTS, "n1", "n2", "n3");
        }

        @Override
        public void cut(String from, String to) {
            asked.add("cut " + from + " " + to);
        }

        @Override
        public void heal(String from, String to) {
            asked.add("heal " + from + " " + to);
        }

        @Override
        public void reset(String from, String to) {
            asked.add("reset " + from + " " + to);
        }

        @Override
        public void delay(String from, String to, Duration delay, Duration jitter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean canLose() {
            return false;
        }

        @Override
        public void loss(String from, String to, double probability) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void healAll() {
            throw new UnsupportedOperationException();
        }
    }

    private final Noted links = new Noted();
    private final Partitions partitions = new Partitions(links);

    private static PlacedTurn at(int node, Integer... cutFrom) {
        return new PlacedTurn(node, List.of(cutFrom), List.of(), List.of());
    }

    @Test
    void aLinkIsCutBothWaysOnceAndConnectionsAreBrokenBeforeItHeals() {
        partitions.arrange(at(0, 1), 3);
        partitions.arrange(at(1, 0), 3);
        partitions.arrange(at(1), 3);

        assertThat(links.asked)
                .containsExactly("cut n1 n2", "cut n2 n1", "reset n2 n1", "reset n1 n2", "heal n2 n1", "heal n1 n2");
    }

    @Test
    void nothingHealsBeforeWhatWasSentIsTooOld() {
        partitions.isolate(2, 3);
        partitions.written();
        long begin = System.nanoTime();

        partitions.healAll();

        assertThat(System.nanoTime() - begin).isGreaterThan(Partitions.TOO_OLD.toNanos() * 9 / 10);
        assertThat(links.asked).contains("heal n3 n1", "heal n1 n3", "heal n3 n2", "heal n2 n3");
    }
}
