package moirai.studies.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.tpcc.Tpcc;
import moirai.studies.tpcc.invariants.TpccInvariant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class DirectedColumnTest {

    /** The invariants for which each row is needed; when they are broken, the row is done. */
    private static final Map<String, Set<String>> NEEDED = Map.of(
            "1 payment/payment warehouse", Set.of("cr1", "cr8"),
            "2 payment/payment district", Set.of("cr9"),
            "3 newOrder/newOrder district", Set.of("cr2", "cr3", "cr4", "cr6", "ncr1", "ncr2"),
            "5 delivery/delivery new_order", Set.of("cr10", "cr12", "ncr5", "ncr6"),
            "12 payment/payment customer", Set.of("ncr3", "ncr4"),
            "- newOrder/delivery new_order orders", Set.of("cr5a", "cr5b", "cr7a", "cr7b", "cr11"));

    /** The table says why ncr7 is not among them. */
    @Test
    void replaysOfAnomaliesFromTheSourceBreakAllButTheHistory() throws SQLException {
        try (var column = new DirectedColumn(Path.of("../.."), History.WITHOUT_KEY)) {
            for (Row row : Row.ALL) {
                Set<String> needed = NEEDED.getOrDefault(row.toString(), Set.of());
                if (!needed.isEmpty()) {
                    column.explore(row, found -> found.best().keySet().containsAll(needed));
                }
            }
            Set<String> all = TpccInvariant.ALL.stream().map(TpccInvariant::id).collect(Collectors.toSet());

            all.remove("ncr7");
            assertThat(column.findings()).hasSize(NEEDED.size());
            assertThat(column.best().keySet()).isEqualTo(all);
            assertThat(column.best().values())
                    .allSatisfy(replay -> assertThat(replay.length()).isBetween(2, 3));
            assertThat(column.serialRuns()).isPositive();
            assertThat(column.brokenSerially()).isEmpty();
        }
    }

    /** Two payments of a customer at the same time are one row, as on stores that have no table without a key. */
    @Test
    void withAKeyTheHistoryLosesPayments() throws SQLException {
        try (var column = new DirectedColumn(Path.of("../.."), History.BY_CUSTOMER_AND_TIME)) {
            column.explore(Row.KEYED_HISTORY, found -> found.best().containsKey("ncr7"));

            assertThat(column.best()).containsKey("ncr7");
            assertThat(column.serialRuns()).isPositive();
            assertThat(column.brokenSerially()).isEmpty();
        }
    }

    @Test
    void aFewRandomCallsBreakAFewInvariants() throws SQLException {
        RandomCalls.Tries tries = tries();

        assertThat(tries.complete()).isPositive();
        assertThat(tries.broken()).isNotEmpty().hasSizeLessThan(20).doesNotContainKey("ncr7");
        assertThat(tries()).isEqualTo(tries);
    }

    private static RandomCalls.Tries tries() throws SQLException {
        try (var stage = new Stage(History.WITHOUT_KEY, List.of())) {
            return new RandomCalls(stage, new Tpcc(Stage.SCALE).transactions()).run(2, 40, new Seed(1));
        }
    }

    /** The writes of a transaction are seen as a whole, so carriers and new orders stay consistent. */
    @Test
    void clientsUnderCausalConsistencyLoseUpdatesButNotOrders() throws SQLException {
        var result = RandomClients.run(IsolationLevel.CAUSAL, 10, 3, new Seed(1));

        assertThat(result.committed()).isPositive();
        assertThat(result.broken()).contains("cr8").doesNotContain("cr5a", "cr5b", "cr11", "ncr3", "ncr7");
    }
}
