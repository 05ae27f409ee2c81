package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import moirai.history.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultChoiceTest {

    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final Seed SEED = new Seed(7);
    private static final Duration END = Duration.ofMinutes(3);
    private static final FaultMix ALL = new FaultMix(
            List.of(FaultKind.KILL, FaultKind.FAILOVER, FaultKind.CUT),
            FaultMix.INTERVAL_DEFAULT,
            FaultMix.TARGETS_DEFAULT);

    private static List<PlannedFault> schedule(FaultPick... picks) {
        return FaultSchedule.until(END, SEED, ALL.with(new FaultChoice.Only(List.of(picks))), NODES);
    }

    private static PlannedFault ofAll(String name) {
        return FaultSchedule.until(END, SEED, ALL, NODES).stream()
                .filter(planned -> planned.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void leavingFaultsOutMovesNoneOfTheOthers() {
        assertThat(schedule(new FaultPick(FaultKind.FAILOVER, 2), new FaultPick(FaultKind.KILL, 3)))
                .containsExactlyInAnyOrder(ofAll("failover#2"), ofAll("kill#3"))
                .isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
    }

    @Test
    void aChosenScheduleEndsAfterItsLastFault() {
        var mix = ALL.with(new FaultChoice.Only(List.of(new FaultPick(FaultKind.KILL, 2))));
        var schedule = new FaultSchedule(SEED, mix, NODES);

        assertThat(schedule.hasNext()).isTrue();
        assertThat(schedule.next().name()).isEqualTo("kill#2");
        assertThat(schedule.hasNext()).isFalse();
        assertThatThrownBy(schedule::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void noneOfTheFaultsIsAScheduleToo() {
        assertThat(schedule()).isEmpty();
        assertThat(ALL.with(new FaultChoice.Only(List.of())).isNone()).isFalse();
    }

    @Test
    void aLimitHealsAFaultSoonerAndNeverLater() {
        PlannedFault planned = ofAll("kill#1");
        Duration lasts = planned.until().minus(planned.at());

        assertThat(schedule(new FaultPick(FaultKind.KILL, 1, Duration.ofMillis(200))))
                .containsExactly(new PlannedFault(1, planned.at(), planned.at().plusMillis(200), planned.fault()));
        assertThat(schedule(new FaultPick(FaultKind.KILL, 1, lasts.plusSeconds(1))))
                .containsExactly(planned);
    }

    @Test
    void whatIsReadIsWhatIsWritten() {
        assertThat(FaultPick.parse("pause#12:500ms"))
                .isEqualTo(new FaultPick(FaultKind.PAUSE, 12, Duration.ofMillis(500)))
                .extracting(FaultPick::label)
                .isEqualTo("pause#12:500ms");
        assertThat(FaultPick.parse("failover#1")).extracting(FaultPick::label).isEqualTo("failover#1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kill", "kill#0", "kill#-1", "kill#1:500", "kill#1:0ms", "strike#1", "kill#9999999"})
    void whatIsNoFaultIsRefused(String text) {
        assertThatThrownBy(() -> FaultPick.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("expected");
    }

    @Test
    void aFaultOfAKindThatTheScheduleHasNotIsRefused() {
        var pause = new FaultChoice.Only(List.of(new FaultPick(FaultKind.PAUSE, 1)));

        assertThatThrownBy(() -> ALL.with(pause))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'pause#1'")
                .hasMessageContaining("kill, failover, cut");
    }

    @Test
    void aFaultIsNamedOnce() {
        var first = new FaultPick(FaultKind.KILL, 1);

        assertThatThrownBy(() -> new FaultChoice.Only(List.of(first, first.lasting(Duration.ofSeconds(1)))))
                .hasMessageContaining("twice");
    }
}
