package moirai.directed.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

class RepairTest {

    private static final Bounds BOUNDS = new Bounds(3, 4, 2, 3, 1);

    private static Repair repair(Program program, Promises level, Promises stronger) {
        return Repair.of(program.txns(), Levels.all(level), stronger, levels -> Claim.of(program, levels, BOUNDS));
    }

    @Test
    void writeSkewNeedsBothTransactions() {
        assertThat(repair(TextbookAnomaly.WRITE_SKEW.program(), Promises.SNAPSHOT, Promises.SERIALIZABLE))
                .isEqualTo(new Repair(Promises.SERIALIZABLE, List.of(List.of("copyX", "copyY")), List.of()));
    }

    /** The pivot alone: it reads what the deposit writes, and the report reads what it writes. */
    @Test
    void theReadOnlyAnomalyNeedsTheWithdrawalOnly() {
        assertThat(repair(TextbookAnomaly.READ_ONLY_ANOMALY.program(), Promises.SNAPSHOT, Promises.SERIALIZABLE)
                        .sets())
                .containsExactly(List.of("withdraw"));
    }

    @Test
    void whatIsSerializableNeedsNothing() {
        assertThat(repair(TextbookAnomaly.LOST_UPDATE.program(), Promises.SNAPSHOT, Promises.SERIALIZABLE)
                        .sets())
                .containsExactly(List.of());
    }

    @Test
    void aLevelThatDoesNotHelpIsNoRepair() {
        assertThat(repair(TextbookAnomaly.WRITE_SKEW.program(), Promises.READ_ATOMIC, Promises.SNAPSHOT))
                .isEqualTo(new Repair(Promises.SNAPSHOT, List.of(), List.of()));
    }
}
