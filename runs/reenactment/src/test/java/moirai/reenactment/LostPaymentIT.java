package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lost payment of {@link LostPaymentTest} on a real server. */
class LostPaymentIT {

    @Test
    void postgresqlLosesItAtReadCommittedAndAbortsAtRepeatableRead() throws Exception {
        DirectedCase wanted = Cases.lostPayment();

        assertThat(DirectedReplay.replay(wanted, Servers.postgresql(TRANSACTION_READ_COMMITTED)))
                .isEqualTo(LostPaymentTest.LOST);
        LostPaymentTest.assertThatItIsAborted(
                DirectedReplay.replay(wanted, Servers.postgresql(TRANSACTION_REPEATABLE_READ)));
    }
}
