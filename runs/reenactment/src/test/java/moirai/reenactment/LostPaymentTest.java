package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** TPC-C's lost payment: found in the program, shown on databases where it is possible and on none where it is not. */
class LostPaymentTest {

    static final ReplayOutcome LOST = new ReplayOutcome.Manifested(Evidence.FINAL_STATE);

    static void assertThatItIsAborted(ReplayOutcome outcome) {
        assertThat(outcome).isEqualTo(new ReplayOutcome.PreventedByAbort("T0.payWarehouse", "40001"));
    }

    @Test
    void theCaseSaysWhatToSetUpAndWhatComesOut() {
        Golden.assertMatches("directed-lost-payment.txt", Cases.lostPayment().text());
    }

    @Test
    void theMockStoreLosesIt() throws Exception {
        assertThat(DirectedReplay.replay(Cases.lostPayment(), new MockTarget())).isEqualTo(LOST);
    }

    @Test
    void h2LosesItAtReadCommittedAndAbortsAtRepeatableRead() throws Exception {
        DirectedCase wanted = Cases.lostPayment();

        assertThat(DirectedReplay.replay(wanted, Servers.h2(TRANSACTION_READ_COMMITTED)))
                .isEqualTo(LOST);
        assertThatItIsAborted(DirectedReplay.replay(wanted, Servers.h2(TRANSACTION_REPEATABLE_READ)));
    }
}
