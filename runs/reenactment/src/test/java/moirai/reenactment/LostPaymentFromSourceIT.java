package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import org.junit.jupiter.api.Test;

/** Follows a payment from its Java source to its loss on a database, and to the level that prevents the loss. */
class LostPaymentFromSourceIT {

    private static final Path SOURCE = Path.of("src/test/java/moirai/reenactment/payments/ReadingPayment.java");

    private static DirectedCase lostUpdateOf(String table) {
        Program program = JavaSources.translate(SourceOptions.of(SOURCE, 1)).program();
        return new AnomalySearch(program, Levels.all(Promises.READ_COMMITTED), Bounds.SMALL)
                .find().anomalies().stream()
                        .filter(found -> found.isInternal()
                                && found.hops().stream()
                                        .allMatch(hop -> hop.conflict().sign().equals("RW"))
                                && found.hops().stream()
                                        .allMatch(hop ->
                                                tableOf(program, hop.out()).equals(table)))
                        .map(found -> new DirectedCase(program, Bounds.SMALL.loopMax(), found))
                        .findFirst()
                        .orElseThrow();
    }

    private static String tableOf(Program program, String label) {
        return program.txn("payment").statements(1).stream()
                .filter(statement -> statement.label().equals(label))
                .findFirst()
                .orElseThrow()
                .table();
    }

    @Test
    void postgresqlLosesWhatAWarehouseTookInAtReadCommittedAndAbortsAtRepeatableRead() throws Exception {
        DirectedCase wanted = lostUpdateOf("warehouse");

        assertThat(DirectedReplay.replay(wanted, Servers.postgresql(TRANSACTION_READ_COMMITTED)))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        assertThat(DirectedReplay.replay(wanted, Servers.postgresql(TRANSACTION_REPEATABLE_READ))
                        .label())
                .isEqualTo("aborted 40001");
    }
}
