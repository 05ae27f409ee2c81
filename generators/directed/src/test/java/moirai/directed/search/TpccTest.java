package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.Tpcc;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The search finds in TPC-C what Nagar, Jagannathan, Automated Detection of Serializability Violations under Weak
 * Consistency (2018), section 6, found. The sweeps over all four transactions run with {@code -Dmoirai.sweeps=true}.
 */
class TpccTest {

    private static AnomalySearch search(Program program, Promises level) {
        return new AnomalySearch(program, Levels.all(level), Bounds.SMALL)
                .in(Setting.USUAL.at(Granularity.TRANSACTIONS));
    }

    private static AnomalySearch search(Promises level) {
        return search(Tpcc.program(), level);
    }

    @Test
    void updatesGetLostUnderEventualConsistency() {
        assertThat(search(Promises.EVENTUAL).cyclic(2))
                .containsExactly(
                        List.of("newOrder", "newOrder"),
                        List.of("payment", "payment"),
                        List.of("payment", "delivery"),
                        List.of("delivery", "delivery"));
    }

    /** The fifth pair: a delivery takes an order whose id the new order is yet to give out. */
    @Test
    void withoutItsInvariantsAnOrderMayBeDeliveredBeforeItIsNew() {
        var unbound =
                new Program("tpcc", Tpcc.program().tables(), Tpcc.program().txns());

        assertThat(search(unbound, Promises.EVENTUAL).cyclic(2))
                .hasSize(5)
                .contains(List.of("newOrder", "delivery"))
                .containsAll(search(Promises.EVENTUAL).cyclic(2));
    }

    @Test
    void parallelSnapshotsHaveNoAnomalyOfTwoOrThree() {
        assertThat(search(Promises.PARALLEL_SNAPSHOT).cyclic(2)).isEmpty();
        assertThat(search(Promises.PARALLEL_SNAPSHOT).cyclic(3)).isEmpty();
    }

    @Test
    void onlyParallelSnapshotsForkFarApart() {
        List<String> orders = List.of("newOrder", "payment", "orderStatus", "orderStatus");
        List<String> stock = List.of("newOrder", "newOrder", "stockLevel", "stockLevel");

        assertThat(search(Promises.PARALLEL_SNAPSHOT).isCyclicOf(orders)).isTrue();
        assertThat(search(Promises.PARALLEL_SNAPSHOT).isCyclicOf(stock)).isTrue();
        assertThat(search(Promises.SNAPSHOT).isCyclicOf(orders)).isFalse();
        assertThat(search(Promises.SNAPSHOT).isCyclicOf(stock)).isFalse();
    }

    @Test
    void snapshotsHaveNoAnomalyOfTwoOrThree() {
        assertThat(search(Promises.SNAPSHOT).cyclic(2)).isEmpty();
        assertThat(search(Promises.SNAPSHOT).cyclic(3)).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void theLongForksAreTheOnlyAnomaliesOfFour() {
        assertThat(search(Promises.PARALLEL_SNAPSHOT).cyclic(4))
                .containsExactly(
                        List.of("newOrder", "newOrder", "stockLevel", "stockLevel"),
                        List.of("newOrder", "payment", "orderStatus", "orderStatus"),
                        List.of("newOrder", "orderStatus", "orderStatus", "delivery"),
                        List.of("newOrder", "orderStatus", "delivery", "delivery"));
        assertThat(search(Promises.SNAPSHOT).cyclic(4)).isEmpty();
    }
}
