package moirai.runs.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlarmQueueTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> told = new CopyOnWriteArrayList<>();

    private Alarm alarm(String failure) {
        return alarm(failure, new CountDownLatch(0));
    }

    private Alarm alarm(String failure, CountDownLatch gate) {
        return new Alarm() {
            @Override
            public String option() {
                return "--alarm";
            }

            @Override
            public Optional<String> raise(String notice) throws InterruptedException {
                gate.await();
                told.add(notice);
                return notice.equals(failure) ? Optional.of("it broke") : Optional.empty();
            }
        };
    }

    @Test
    void noticesAreToldInTheirOrderAndTheLastOneAfterThem() throws InterruptedException {
        try (var queue = new AlarmQueue(alarm("none"), LONG)) {
            queue.add("a");
            queue.add("b");

            assertThat(queue.finish(untold -> "end, untold " + untold)).isEmpty();
        }
        assertThat(told).containsExactly("a", "b", "end, untold 0");
    }

    /** The gate stays closed while notices come, so whoever brings them would wait for ever. */
    @Test
    void whatTheQueueHasNoRoomForIsDroppedAndCounted() throws InterruptedException {
        var gate = new CountDownLatch(1);
        try (var queue = new AlarmQueue(alarm("none", gate), LONG, 2)) {
            for (String notice : List.of("a", "b", "c", "d", "e")) {
                queue.add(notice);
            }
            gate.countDown();

            assertThat(queue.finish(untold -> "end, untold " + untold))
                    .containsExactly("--alarm: 2 kinds of anomaly had no call of their own, as earlier calls took too"
                            + " long; the last call has all");
        }
        assertThat(told).containsExactly("a", "b", "c", "end, untold 2");
    }

    @Test
    void whoIsTooSlowAtTheEndIsToldTheLastNoticeAlone() throws InterruptedException {
        var gate = new CountDownLatch(1);
        try (var queue = new AlarmQueue(alarm("none", gate), Duration.ofMillis(200))) {
            List.of("a", "b", "c").forEach(queue::add);

            List<String> troubles = queue.finish(untold -> {
                gate.countDown();
                return "end, untold " + untold;
            });

            assertThat(troubles).singleElement().asString().startsWith("--alarm: 2 kinds");
        }
        assertThat(told).containsExactly("a", "end, untold 2");
    }

    @Test
    void anAlarmThatHangsDoesNotHangTheEnd() throws InterruptedException {
        try (var queue = new AlarmQueue(alarm("none", new CountDownLatch(1)), Duration.ofMillis(50))) {
            queue.add("a");

            assertThat(queue.finish(untold -> "end")).containsExactly("--alarm: the last call did not end in time");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void failuresAreSaidOnceWithTheirNumber() throws InterruptedException {
        try (var queue = new AlarmQueue(alarm("a"), LONG)) {
            List.of("a", "b", "a").forEach(queue::add);

            assertThat(queue.finish(untold -> "end")).containsExactly("--alarm: it broke (2 of 4 calls failed)");
        }
        try (var queue = new AlarmQueue(alarm("end"), LONG)) {
            assertThat(queue.finish(untold -> "end")).containsExactly("--alarm: it broke");
        }
    }
}
