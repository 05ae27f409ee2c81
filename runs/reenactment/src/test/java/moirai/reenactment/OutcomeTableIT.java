package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.reenactment.tally.OutcomeTable;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** What becomes of the textbook's anomalies, each as its strongest level has it, on real databases. */
class OutcomeTableIT {

    private static final List<ReplayTarget> TARGETS = List.of(
            new MockTarget(),
            Servers.h2(TRANSACTION_READ_UNCOMMITTED),
            Servers.h2(TRANSACTION_READ_COMMITTED),
            Servers.h2(TRANSACTION_REPEATABLE_READ),
            Servers.h2(TRANSACTION_SERIALIZABLE),
            Servers.postgresql(TRANSACTION_READ_COMMITTED),
            Servers.postgresql(TRANSACTION_REPEATABLE_READ),
            Servers.postgresql(TRANSACTION_SERIALIZABLE));

    @Test
    void eachEngineAndLevelAllowsWhatItIsKnownToAllow() throws Exception {
        var table = new OutcomeTable(TARGETS);
        for (TextbookAnomaly anomaly : TextbookAnomaly.values()) {
            Set<String> known = new HashSet<>();
            for (Promises level : Promises.all().reversed()) {
                for (DirectedCase wanted : Cases.of(anomaly, level)) {
                    if (known.add(wanted.anomaly().key())) {
                        table.add(anomaly.title(), wanted);
                    }
                }
            }
        }
        table.add("lost payment of TPC-C", Cases.lostPayment());

        Golden.assertMatches("directed-outcomes.txt", table.text());
        assertThat(table.totals(7).keySet())
                .as("PostgreSQL at serializable shows no anomaly")
                .noneMatch(label -> label.startsWith("manifested"));
        assertThat(table.totals(0))
                .as("the mock store shows all")
                .isEqualTo(Map.of("manifested: cycle", 1, "manifested: final state", 6, "manifested: history", 10));
    }
}
