package moirai.studies.keyvalue.report;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import org.junit.jupiter.api.Test;

class KeyValueReportTest {

    @Test
    void anExplanationSaysWhatTheLevelForbade() {
        String text = KeyValueReport.explainedCounterExamples(IsolationLevel.CAUSAL, new Seed(7), 100);

        assertThat(text)
                .contains("of session 2 reads cart at causal:", ": chosen.", "initial state: not possible")
                .startsWith("stack: element popped more than once; causal, run ");
    }

    @Test
    void anAssertionThatHoldsIsSaidToHaveBeenTried() {
        assertThat(KeyValueReport.counterExamples(IsolationLevel.STRICT_SERIALIZABLE, new Seed(7), 50))
                .contains("courseware: removed course registration: not in 50 runs at strict-serializable");
    }

    @Test
    void speedsAreMeasuredAtEveryLevel() {
        assertThat(KeyValueReport.speed(new Seed(1), 2).lines())
                .hasSize(StoreLevels.all().size() + 1);
    }
}
