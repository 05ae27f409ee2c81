package moirai.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final Step A = new Step(0, 0, 0);
    private static final Step A_COMMIT = Step.commit(0, 0);
    private static final Step B = new Step(1, 0, 0);
    private static final Step C = new Step(2, 0, 0);

    @Test
    void aStepAwaitsAllThatComeBeforeItAndNotTheNearestAlone() {
        Schedule schedule = Schedule.inOrder(List.of(A, B, C, A_COMMIT));

        assertThat(schedule.steps()).containsExactly(A, B, C, A_COMMIT);
        assertThat(schedule.awaitedBy(C)).containsExactly(A, B);
        assertThat(schedule.awaitedBy(A_COMMIT)).containsExactly(B, C);
        assertThat(schedule.awaitedBy(A)).isEmpty();
    }

    @Test
    void whatASessionDoesFirstCountsForOthersUnasked() {
        Schedule schedule = new Schedule.Builder()
                .before(A_COMMIT, B)
                .before(A, C)
                .notBefore(C, 7)
                .build();

        assertThat(schedule.awaitedBy(B)).containsExactly(A, A_COMMIT);
        assertThat(schedule.earliestNanos(C)).isEqualTo(7);
        assertThat(schedule.earliestNanos(B)).isZero();
    }

    @Test
    void whatNoOrderKeepsIsRefused() {
        var circle = new Schedule.Builder().before(A_COMMIT, B).before(B, A);

        assertThatThrownBy(circle::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s0.t0.0, s0.t0.commit, s1.t0.0");
        assertThatThrownBy(() -> Schedule.inOrder(List.of(A_COMMIT, A))).isInstanceOf(IllegalArgumentException.class);
    }
}
