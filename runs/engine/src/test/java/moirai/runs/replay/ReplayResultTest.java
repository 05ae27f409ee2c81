package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.runs.ExitCode;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;
import org.junit.jupiter.api.Test;

class ReplayResultTest {

    private static final Confirmation.Place PLACE = new Confirmation.Place("PostgreSQL 18.6", "serializable");

    private static ReplayResult result(List<String> doubts, Tried... tried) {
        return new ReplayResult(List.of(tried), List.of(), doubts, PLACE);
    }

    private static Tried tried(Control control, Outcomes search, Outcomes measured) {
        return new Tried(control, "some", StatementOrder.FREE, search, measured);
    }

    private static Outcomes notShown(int attempts, int unknown) {
        return new Outcomes(attempts, 0, 0, unknown);
    }

    @Test
    void manyAttemptsOfOneControlDoNotMakeUpForUnknownOnesOfAnother() {
        Tried exact = tried(Control.EXACT, notShown(28, 28), Outcomes.NONE);
        Tried timing = tried(Control.TIMING, notShown(3_000, 0), Outcomes.NONE);

        assertThat(result(List.of(), exact, timing).exitCode()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(result(List.of(), timing).exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(result(List.of()).exitCode()).isEqualTo(ExitCode.UNKNOWN);
    }

    @Test
    void whatWasCutShortIsUnknown() {
        Tried exact = tried(Control.EXACT, notShown(28, 0), Outcomes.NONE);

        assertThat(result(List.of("it was stopped"), exact).exitCode()).isEqualTo(ExitCode.UNKNOWN);
    }

    /** A search ends with the first attempt that shows the case, so 1 of 57 is no rate; nor is 0 of 20 after that. */
    @Test
    void whatASearchFoundIsShownAndIsNoRate() {
        Tried stopped = tried(Control.GATES, new Outcomes(57, 1, 1, 0), Outcomes.NONE);
        Tried rare = tried(Control.EXACT, new Outcomes(1, 1, 1, 0), notShown(20, 0));

        assertThat(result(List.of(), rare, stopped).exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(result(List.of(), rare, stopped).confirmation()).isEmpty();

        Tried measured = tried(Control.TIMING, new Outcomes(9, 1, 1, 0), new Outcomes(100, 3, 3, 2));
        assertThat(result(List.of(), rare, stopped, measured).confirmation())
                .contains(new Confirmation(Control.TIMING, StatementOrder.FREE, 3, 100, 2, PLACE));
    }
}
