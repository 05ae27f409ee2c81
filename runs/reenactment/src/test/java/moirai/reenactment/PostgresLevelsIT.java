package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows which anomalies one PostgreSQL server allows at its levels: repeatable read is snapshot isolation, and
 * serializable allows none.
 */
class PostgresLevelsIT {

    /** The last variant is the one whose reads do not go back. The columns are RC, RR, SER; x happened. */
    @ParameterizedTest
    @CsvSource({
        "NON_REPEATABLE_READ,    RC, x . .",
        "LOST_UPDATE,            RC, x . .",
        "LOST_UPDATE_WITH_GUARD, RC, x . .",
        "WRITE_SKEW,             SI, x x .",
        "READ_ONLY_ANOMALY,      SI, x x .",
        "PHANTOM_WRITE_SKEW,     SI, x x .",
    })
    void happensBelowTheLevelThatForbidsIt(TextbookAnomaly anomaly, String name, String row) throws Exception {
        Promises level = Promises.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        DirectedCase wanted = Cases.of(anomaly, level).getLast();

        assertThat(mark(wanted, TRANSACTION_READ_COMMITTED)
                        + " " + mark(wanted, TRANSACTION_REPEATABLE_READ)
                        + " " + mark(wanted, TRANSACTION_SERIALIZABLE))
                .as(wanted.text())
                .isEqualTo(row);
    }

    private static String mark(DirectedCase wanted, int isolation) throws Exception {
        ReplayOutcome outcome = DirectedReplay.replay(wanted, Servers.postgresql(isolation));
        return outcome instanceof ReplayOutcome.Manifested ? "x" : ".";
    }
}
