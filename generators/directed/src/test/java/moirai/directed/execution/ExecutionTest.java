package moirai.directed.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The interpreter runs the scenarios that the solver found, and sees the cycles in them. */
class ExecutionTest {

    private static List<Anomaly> anomalies(Program program, Promises level) {
        return new AnomalySearch(program, Levels.all(level), Bounds.SMALL)
                .find()
                .anomalies();
    }

    private static void assertThatTheCycleIsThere(Program program, Anomaly anomaly) {
        Execution execution = Execution.of(program, anomaly.scenario(), Bounds.SMALL.loopMax());
        List<String> turns = execution.turns().stream().map(Turn::toString).toList();
        for (int hop = 0; hop < anomaly.hops().size(); hop++) {
            Anomaly.Hop from = anomaly.hops().get(hop);
            Anomaly.Hop to = anomaly.hops().get((hop + 1) % anomaly.hops().size());
            int out = turns.indexOf("T" + from.call() + "." + from.out());
            int in = turns.indexOf("T" + to.call() + "." + to.in());

            assertThat(execution.has(from.conflict(), out, in))
                    .as(
                            "%s in %s%n%s",
                            from, anomaly.cycle(), anomaly.scenario().text())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCyclesThatTheSolverFindsAreThereOnNumbers(TextbookAnomaly anomaly) {
        Program program = anomaly.program();

        for (Anomaly found : anomalies(program, Promises.EVENTUAL)) {
            assertThatTheCycleIsThere(program, found);
        }
    }

    @Test
    void theCyclesOfAPublishedBenchmarkAreThereOnNumbers() {
        List<Anomaly> found = anomalies(SmallBank.program(), Promises.SNAPSHOT);

        assertThat(found).isNotEmpty();
        found.forEach(anomaly -> assertThatTheCycleIsThere(SmallBank.program(), anomaly));
    }

    @Test
    void aLostUpdateLeavesWhatNoSerialOrderLeaves() {
        Program program = TextbookAnomaly.LOST_UPDATE.program();
        Scenario scenario =
                anomalies(program, Promises.READ_COMMITTED).getFirst().scenario();

        assertThat(Execution.of(program, scenario, 1).finalRows())
                .containsExactly(new Scenario.InitialRow("X", Map.of("id", 0, "v", 1)));
        for (List<Integer> order : List.of(List.of(0, 1), List.of(1, 0))) {
            assertThat(Execution.serial(program, scenario, 1, order).finalRows())
                    .containsExactly(new Scenario.InitialRow("X", Map.of("id", 0, "v", 3)));
        }
    }

    @Test
    void aScenarioOfAnotherProgramIsRefused() {
        Scenario scenario = anomalies(TextbookAnomaly.LOST_UPDATE.program(), Promises.EVENTUAL)
                .getFirst()
                .scenario();

        assertThatThrownBy(() -> Execution.of(TextbookAnomaly.WRITE_SKEW.program(), scenario, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no transaction payment in program write-skew; there are [copyX, copyY]");
    }
}
