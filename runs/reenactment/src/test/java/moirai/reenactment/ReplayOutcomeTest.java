package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Observation;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;

class ReplayOutcomeTest {

    private static final DirectedCase LOST_UPDATE =
            Cases.of(TextbookAnomaly.LOST_UPDATE, Promises.READ_COMMITTED).getFirst();

    private static List<Map<String, Observation>> returned(Execution execution) {
        return List.of(execution.observations(0), execution.observations(1));
    }

    private static Execution serial() {
        return Execution.serial(LOST_UPDATE.program(), LOST_UPDATE.scenario(), LOST_UPDATE.loopMax(), List.of(1, 0));
    }

    @Test
    void whatCallsOneAfterTheOtherReturnAndLeaveIsNoEvidence() {
        Execution serial = serial();

        assertThat(LOST_UPDATE.evidence(returned(serial), serial.finalRows())).isEqualTo(Evidence.CYCLE);
    }

    @Test
    void rowsThatNoOrderLeavesAreEvidenceWhateverWasReturned() {
        Execution serial = serial();
        Execution lost = LOST_UPDATE.predicted();

        assertThat(LOST_UPDATE.evidence(returned(lost), lost.finalRows())).isEqualTo(Evidence.FINAL_STATE);
        assertThat(LOST_UPDATE.evidence(returned(serial), lost.finalRows())).isEqualTo(Evidence.FINAL_STATE);
    }

    @Test
    void rowsOfAnOrderThatReturnsSomethingElseAreEvidenceByHistory() {
        Execution serial = serial();

        assertThat(LOST_UPDATE.evidence(returned(LOST_UPDATE.predicted()), serial.finalRows()))
                .isEqualTo(Evidence.HISTORY);
    }

    @Test
    void anAnomalyOtherThanTheOneThatWasMeantIsSaidToBeOne() {
        var outcome = new ReplayOutcome.Diverged("T0.q1 returned 1 row", Evidence.FINAL_STATE);

        assertThat(outcome.label()).isEqualTo("another anomaly: final state");
        assertThat(outcome.sentence())
                .isEqualTo("Something else came out: T0.q1 returned 1 row. It is an anomaly as well. "
                        + "No serial order of the calls leaves these rows.");
    }

    /** The mock store has keys as well, so what needs a store without them is named as such. */
    @Test
    void aRowThatIsThereIsNamedAsTheReasonOfARefusal() {
        assertThat(new ReplayOutcome.PreventedByAbort("T0.i1", "23505").sentence())
                .isEqualTo("Prevented: aborted at T0.i1 with SQLSTATE 23505, as its row is there already; "
                        + "where an INSERT replaces a row, it may manifest.");
        assertThat(new ReplayOutcome.PreventedByAbort("T0.u1", "40001").sentence())
                .isEqualTo("Prevented: aborted at T0.u1 with SQLSTATE 40001.");
    }
}
