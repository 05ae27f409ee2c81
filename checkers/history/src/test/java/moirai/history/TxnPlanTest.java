package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TxnPlanTest {

    @Test
    void opsComeBackWithoutAnswers() {
        TxnPlan plan = TxnPlan.of(new Op.Read(-3, Elements.of(1)), new Op.Append(4, -5), Op.Read.planned(6));

        assertThat(plan.ops()).containsExactly(Op.Read.planned(-3), new Op.Append(4, -5), Op.Read.planned(6));
        assertThat(plan).hasToString("r-3 a4=-5 r6");
        assertThat(plan.isChange(0)).isFalse();
        assertThat(plan.key(1)).isEqualTo(4);
        assertThat(plan.argument(1)).isEqualTo(-5);
    }

    @Test
    void planMayBeLongerOrShorterThanExpected() {
        TxnPlan longer = new TxnPlan.Builder(0).append(1, 2).read(3).build();
        TxnPlan shorter = new TxnPlan.Builder(9).append(1, 2).read(3).build();

        assertThat(longer).isEqualTo(shorter).hasSameHashCodeAs(shorter);
        assertThat(TxnPlan.of().opCount()).isZero();
    }

    @Test
    void plansDifferByTheirOps() {
        assertThat(TxnPlan.of(new Op.Append(1, 2))).isNotEqualTo(TxnPlan.of(new Op.Append(1, 3)));
        assertThat(TxnPlan.of(new Op.Append(1, 2))).isNotEqualTo(TxnPlan.of(Op.Read.planned(1)));
        assertThat(TxnPlan.of(Op.Read.planned(1))).isNotEqualTo(TxnPlan.of(List.of()));
    }

    @Test
    void readOnlyPlanReadsWhatItWouldHaveChanged() {
        TxnPlan plan = TxnPlan.of(new Op.Append(4, -5), Op.Read.planned(6), Op.Scan.planned(1, 3), new Op.Append(1, 2));

        assertThat(plan.readOnly()).hasToString("r4 r6 p1..3 r1");
        assertThat(TxnPlan.of(new Op.Write(4, 5)).readOnly().isChange(0)).isFalse();
    }

    @Test
    void scanKeepsItsRangeAndLosesWhatItFound() {
        TxnPlan plan = TxnPlan.of(
                new Op.Scan(-3, 9, 2),
                new Op.Read(-3, Elements.of(1)),
                new Op.Read(5, Elements.of(2)),
                new Op.Append(4, 7),
                Op.Scan.planned(2, 2));

        assertThat(plan.ops()).containsExactly(Op.Scan.planned(-3, 9), new Op.Append(4, 7), Op.Scan.planned(2, 2));
        assertThat(plan).hasToString("p-3..9 a4=7 p2..2");
        assertThat(plan.isScan(0)).isTrue();
        assertThat(plan.isChange(0)).isFalse();
        assertThat(plan.isScan(1)).isFalse();
        assertThat(plan.scanTo(0)).isEqualTo(9);
        assertThat(plan)
                .isEqualTo(new TxnPlan.Builder(1)
                        .scan(-3, 9)
                        .append(4, 7)
                        .scan(2, 2)
                        .build());
    }

    @Test
    void scanIsNotTheReadOfItsFirstKey() {
        TxnPlan scan = new TxnPlan.Builder(1).scan(1, 1).build();

        assertThat(scan).isNotEqualTo(new TxnPlan.Builder(1).read(1).build());
        assertThat(scan).isNotEqualTo(new TxnPlan.Builder(1).scan(1, 2).build());
        assertThatThrownBy(() -> new TxnPlan.Builder(1).read(7).build().scanTo(0))
                .hasMessage("op 0 of r7 is no scan");
        assertThatThrownBy(() -> new TxnPlan.Builder(1).scan(3, 2)).hasMessage("the range 3..2 ends before it begins");
    }

    @Test
    void elementThatMarksReadsIsRefused() {
        assertThatThrownBy(() -> new TxnPlan.Builder(1).append(1, Integer.MIN_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("element -2147483648 is reserved; use any other int");
        assertThatThrownBy(() -> new Op.Append(1, Integer.MIN_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keyThatIsNoIntIsRefused() {
        assertThatThrownBy(() -> TxnPlan.of(new Op.Append(1L << 31, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2147483648 in a2147483648=2 is not a number of 32 bits, as plans need");
        assertThatThrownBy(() -> TxnPlan.of(Op.Read.planned(Long.MIN_VALUE))).hasMessageContaining("32 bits");
    }

    @Test
    void plansAreOfOneKindOfData() {
        List<Op> changes = List.of(new Op.Append(1, 7), new Op.Write(1, 7), new Op.Add(1, 7), new Op.Increment(1, 7));
        for (Op change : changes) {
            TxnPlan plan = TxnPlan.of(Op.Read.planned(2), change);

            assertThat(plan.ops()).containsExactly(Op.Read.planned(2), change);
            assertThat(plan)
                    .isEqualTo(new TxnPlan.Builder(plan.model(), 2)
                            .read(2)
                            .change(1, 7)
                            .build());
            for (Op other : changes) {
                assertThat(TxnPlan.of(other).equals(TxnPlan.of(change))).isEqualTo(other.equals(change));
            }
        }
        assertThat(TxnPlan.of(new Op.ReadCounter(3, 5)).model()).isEqualTo(DataModel.COUNTER);
        assertThatThrownBy(() -> TxnPlan.of(new Op.Append(1, 7), new Op.ReadInitial(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("r2=nil is of registers, and others of this plan are of lists");
    }
}
