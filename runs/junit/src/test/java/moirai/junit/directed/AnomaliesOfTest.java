package moirai.junit.directed;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.junit.JupiterRun;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnomaliesOfTest {

    @TempDir
    private Path directory;

    private JupiterRun run(Class<?> tests) {
        return JupiterRun.of(tests, directory);
    }

    static class AtReadCommitted {

        @AnomaliesOf(value = Shop.class, level = READ_COMMITTED)
        void shop() {}
    }

    @Test
    void lostUpdateFailsAtReadCommitted() {
        Golden.assertMatches(
                "directed-lost-update.txt", run(AtReadCommitted.class).failure());
    }

    static class AtSerializable {

        @AnomaliesOf(value = Shop.class, level = SERIALIZABLE)
        void shop() {}
    }

    @Test
    void nothingHappensAtSerializable() {
        assertThat(run(AtSerializable.class).passed()).containsExactly("no anomaly at SER: proven serializable");
    }

    static class Skew {

        @AnomaliesOf(value = OnCall.class, level = SNAPSHOT_ISOLATION)
        void doctors() {}
    }

    @Test
    void writeSkewFailsAtSnapshotIsolation() {
        Golden.assertMatches("directed-write-skew.txt", run(Skew.class).failure());
    }

    static class Careful {

        @AnomaliesOf(value = CarefulShop.class, level = READ_COMMITTED)
        void shop() {}
    }

    @Test
    void debug() {
        System.err.println(run(Careful.class));
        System.err.println(run(Careful.class).failed());
        System.err.println(run(Careful.class).aborted());
        System.err.println(run(Careful.class).passed() + "" + run(Careful.class).entries());
    }
}
