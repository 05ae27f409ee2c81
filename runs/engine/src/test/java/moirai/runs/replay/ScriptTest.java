package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.HistoryNotation;
import moirai.runs.cases.StatementOrder;
import moirai.scheduling.Step;
import org.junit.jupiter.api.Test;

class ScriptTest {

    @Test
    void whatIsTooLargeToHoldIsRefusedInWords() {
        String many = IntStream.range(0, 201)
                .mapToObj(n -> "T" + n + " s" + n % 4 + " a1=" + (n + 1) + "\n")
                .collect(Collectors.joining());
        String wide = "T0 s0"
                + IntStream.rangeClosed(1, 4_200).mapToObj(n -> " a1=" + n).collect(Collectors.joining()) + "\n";

        assertThatThrownBy(() -> Script.of(HistoryNotation.parse(many)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it has 201 transactions; expected at most 200 to hold statement by statement:"
                        + " shrink it first");
        assertThatThrownBy(() -> Script.of(HistoryNotation.parse(wide)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 4096");
    }

    /** A statement that overtook another, which waited for a lock, comes first in the recorded order. */
    @Test
    void theOrderIsTheOneInWhichTheStatementsWent() {
        Script script = Script.of(HistoryNotation.parse("T0 s0 r10=[] a25=7\nT1 s1 fail:40001 r25=[] a10=8\n"));
        List<Step> went =
                List.of(new Step(1, 0, 0), new Step(0, 0, 0), new Step(1, 0, 1), new Step(0, 0, 1), Step.commit(0, 0));

        assertThat(script.order(went)).hasToString("T1.0 T1.1 T0.0 T0.1 T1.2 T1.3 T0.2 T0.3");
        assertThat(script.order(went.subList(0, 4))).isEqualTo(StatementOrder.FREE);
    }
}
