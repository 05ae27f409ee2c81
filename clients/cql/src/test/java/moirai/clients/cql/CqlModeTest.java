package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.DataModel;
import moirai.history.Op;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;

/** The parts of plans that ask for more than Cassandra has. */
class CqlModeTest {

    private static final TxnPlan MIXED = TxnPlan.of(
            new Op.Append(1, 7), Op.Read.planned(2), Op.Read.planned(1), new Op.Append(2, 8), new Op.Append(1, 9));

    private static final TxnPlan READS_FIRST = TxnPlan.of(Op.Read.planned(2), new Op.Append(1, 7), new Op.Append(2, 8));

    @Test
    void aLightweightTransactionHasTheOpsOnTheFirstKey() {
        assertThat(CqlMode.LWT.feasible(MIXED))
                .isEqualTo(TxnPlan.of(new Op.Append(1, 7), Op.Read.planned(1), new Op.Append(1, 9)));
        assertThat(CqlMode.LWT.feasible(READS_FIRST)).isEqualTo(TxnPlan.of(Op.Read.planned(2), new Op.Append(2, 8)));
    }

    @Test
    void aCollectionIsChangedOrReadByOneOp() {
        assertThat(CqlMode.COLLECTION.feasible(MIXED)).isEqualTo(TxnPlan.of(new Op.Append(1, 7)));
        assertThat(CqlMode.COLLECTION.feasible(READS_FIRST)).isEqualTo(TxnPlan.of(Op.Read.planned(2)));
    }

    @Test
    void aBatchWritesOrElseThereAreReadsOfAllItsKeys() {
        assertThat(CqlMode.BATCH.feasible(MIXED))
                .isEqualTo(TxnPlan.of(new Op.Append(1, 7), new Op.Append(2, 8), new Op.Append(1, 9)));
        assertThat(CqlMode.BATCH.feasible(READS_FIRST)).isEqualTo(TxnPlan.of(Op.Read.planned(2), Op.Read.planned(1)));
    }

    /** Both would have one time-stamp, and the greater value would stay. */
    @Test
    void aBatchWritesEachRegisterOnce() {
        var plan = TxnPlan.of(new Op.Write(1, 7), Op.Read.planned(2), new Op.Write(2, 8), new Op.Write(1, 5));

        assertThat(CqlMode.BATCH.feasible(plan)).isEqualTo(TxnPlan.of(new Op.Write(1, 7), new Op.Write(2, 8)));
        assertThat(CqlMode.LWT.feasible(plan)).isEqualTo(TxnPlan.of(new Op.Write(1, 7), new Op.Write(1, 5)));
    }

    @Test
    void onlyALightweightTransactionComparesBeforeItWrites() {
        TxnPlan compared = new TxnPlan.Builder(DataModel.REGISTER, 2)
                .read(1)
                .change(1, 7)
                .guarded()
                .build();

        assertThat(CqlMode.LWT.feasible(compared)).isEqualTo(compared);
        assertThat(CqlMode.COLLECTION.feasible(compared).isGuarded()).isFalse();
        assertThat(CqlMode.BATCH.feasible(compared).isGuarded()).isFalse();
    }
}
