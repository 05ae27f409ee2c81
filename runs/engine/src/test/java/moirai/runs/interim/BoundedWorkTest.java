package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import moirai.runs.interim.BoundedWork.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedWorkTest {

    private static final CheckBudget AMPLE = new CheckBudget(Duration.ofMinutes(1), Long.MAX_VALUE);

    private final CountDownLatch interrupted = new CountDownLatch(1);

    /** Goes on until it is interrupted. */
    private String endless() {
        try {
            new CountDownLatch(1).await();
            return "ended";
        } catch (InterruptedException left) {
            interrupted.countDown();
            return "interrupted";
        }
    }

    @Test
    void workWithinItsBudgetIsDone() throws InterruptedException {
        assertThat(new BoundedWork(AMPLE).run(() -> "all")).isEqualTo(new Ending.Done<>("all"));
        assertThat(new BoundedWork(CheckBudget.NONE).run(() -> "all")).isEqualTo(new Ending.Done<>("all"));
    }

    @Test
    void workBeyondItsTimeIsLeft() throws InterruptedException {
        var budget = new CheckBudget(Duration.ofMillis(30), Long.MAX_VALUE);

        assertThat(new BoundedWork(budget).run(this::endless)).isEqualTo(new Ending.CutShort<>("time=30ms"));
        interrupted.await();
    }

    @Test
    void workThatHoldsTooMuchIsLeft() throws InterruptedException {
        byte[][] held = new byte[64][];
        var budget = new CheckBudget(CheckBudget.NO_TIME_LIMIT, 32L << 20);

        Ending<String> ending = new BoundedWork(budget).run(() -> {
            for (int i = 0; i < held.length; i++) {
                held[i] = new byte[1 << 20];
            }
            System.gc();
            return endless();
        });

        assertThat(ending).isEqualTo(new Ending.CutShort<>("heap=32m"));
        assertThat(List.of(held)).hasSize(64);
    }

    @Test
    void workThatUsesUpTheJvmIsLeft() throws InterruptedException {
        Ending<String> ending = new BoundedWork(AMPLE).run(() -> {
            throw new OutOfMemoryError("planted");
        });

        assertThat(ending)
                .isInstanceOfSatisfying(
                        Ending.CutShort.class, cut -> assertThat(cut.limit()).contains("all that the JVM may use"));
    }

    @Test
    void whatWorkThrowsIsThrown() {
        var refused = new IllegalArgumentException("planted");

        assertThatThrownBy(() -> new BoundedWork(AMPLE).run(() -> {
                    throw refused;
                }))
                .isSameAs(refused);
    }
}
