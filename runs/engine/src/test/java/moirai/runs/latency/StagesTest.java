package moirai.runs.latency;

import static moirai.runs.latency.ArrivalsTest.stages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StagesTest {

    private static final Stages RAMP = stages("300s:ramp:100/s,28800s:500/s,600s:ramp:0/s");

    @Test
    void stagesAreWrittenAsTheyAreTyped() {
        assertThat(RAMP).hasToString("5m:ramp:100/s,8h:500/s,10m:ramp:0/s");
        assertThat(new Stages(List.of(new Stages.Stage(Duration.ofMillis(90_061_001), false, 0.5))))
                .hasToString("1d1h1m1s1ms:0.5/s");
        assertThat(Stages.constant(500)).hasToString("500/s");
    }

    @Test
    void ofManyStagesTheFirstAreDescribed() {
        assertThat(stages("1s:1/s,2s:2/s,3s:3/s,4s:4/s,5s:5/s,6s:6/s,7s:7/s,8s:8/s")
                        .describe())
                .isEqualTo("1s:1/s,2s:2/s,3s:3/s,4s:4/s,5s:5/s,6s:6/s,… (8 stages)");
        assertThat(RAMP.describe()).isEqualTo(RAMP.toString());
    }

    @Test
    void eachMomentIsInOneStage() {
        assertThat(RAMP.at(Duration.ZERO)).isEqualTo(new Stages.Moment(1, 0, Duration.ofMinutes(5)));
        assertThat(RAMP.at(Duration.ofSeconds(150))).isEqualTo(new Stages.Moment(1, 50, Duration.ofSeconds(150)));
        assertThat(RAMP.at(Duration.ofMinutes(5))).isEqualTo(new Stages.Moment(2, 500, Duration.ofHours(8)));
        assertThat(RAMP.at(Duration.ofMinutes(490))).isEqualTo(new Stages.Moment(3, 250, Duration.ofMinutes(5)));
        assertThat(RAMP.at(Duration.ofDays(1))).isEqualTo(new Stages.Moment(3, 0, Duration.ZERO));
    }

    @Test
    void theMeanIsOverTheTimeThatTheRunTook() {
        assertThat(stages("10s:ramp:100/s,10s:100/s").mean(Duration.ofSeconds(10)))
                .isEqualTo(50);
        assertThat(stages("10s:ramp:100/s,10s:100/s").mean(Duration.ofSeconds(40)))
                .isCloseTo(87.5, within(1e-9));
        assertThat(Stages.constant(500).mean(Duration.ofSeconds(3))).isEqualTo(500);
    }

    @Test
    void afterSomeTimeStagesAreInTheMiddle() {
        Stages later = stages("10s:ramp:100/s,10s:50/s").after(Duration.ofSeconds(5));

        assertThat(later.at(Duration.ZERO)).isEqualTo(new Stages.Moment(1, 50, Duration.ofSeconds(5)));
        assertThat(later.at(Duration.ofSeconds(5))).isEqualTo(new Stages.Moment(2, 50, Duration.ofSeconds(10)));
        assertThat(later.mean(Duration.ofSeconds(5))).isEqualTo(75, within(1e-6));
        assertThat(Stages.constant(500).after(Duration.ofSeconds(5))).isEqualTo(Stages.constant(500));
    }

    @Test
    void stagesThatNobodyCanRunAreRefused() {
        assertThatThrownBy(() -> stages("5s:0/s,5s:0/s")).hasMessageContaining("expected a rate above 0");
        assertThatThrownBy(() -> stages("5s:20000000/s")).hasMessageContaining("expected up to 10000000");
        assertThatThrownBy(() -> stages("0s:1/s")).hasMessageContaining("not positive");
        assertThatThrownBy(() -> stages("5s:-1/s")).hasMessageContaining("out of range");
        assertThatThrownBy(() -> stages("3153600001s:1/s")).hasMessageContaining("expected at most 36500");
        assertThatThrownBy(() ->
                        new Stages(Collections.nCopies(1_001, RAMP.stages().getFirst())))
                .hasMessageContaining("1001 stages: expected at most 1000");
    }
}
