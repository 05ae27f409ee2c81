package moirai.studies.keyvalue.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.report.TracedRun.Step;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TracedRunTest {

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void listeningChangesNothingAndWhatWasReadIsTheChosenSourcesValue(IsolationLevel level) {
        for (Scenario scenario : Scenario.all()) {
            for (HarnessKind kind : HarnessKind.values()) {
                for (int part = 0; part < 10; part++) {
                    Seed seed = new Seed(2).part(part);
                    var runner = new HarnessRunner(level);
                    var traced = new TracedRun(kind.of(scenario, seed), runner, seed, part == 0);
                    Execution plain = runner.run(kind.of(scenario, seed), seed);

                    assertThat(traced.execution().sessions()).isEqualTo(plain.sessions());
                    for (int txn = 0; txn < plain.store().history().txnCount(); txn++) {
                        assertThat(traced.steps(txn)).allMatch(TracedRunTest::isSourced);
                    }
                }
            }
        }
    }

    private static boolean isSourced(Step step) {
        return switch (step) {
            case Step.Read(Object key, Object value, List<TracedRun.Source> sources, int chosen) ->
                sources.isEmpty() || sources.get(chosen).value().equals(value);
            case Step.Write write -> true;
        };
    }
}
