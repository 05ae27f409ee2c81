package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ColumnsTest {

    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    @Test
    void capacityGrowsByHalf() {
        assertThat(Ints.grown(1000, 1001)).isEqualTo(1516);
    }

    @Test
    void capacityIsWhatIsNeededWhereThatIsMore() {
        assertThat(Ints.grown(10, 5000)).isEqualTo(5000);
    }

    /** Half as much again as 1.5 G is beyond an int; growth by single entries would copy the column for each. */
    @Test
    void capacityOfAHugeColumnGrowsToTheLimitAtOnce() {
        assertThat(Ints.grown(1_500_000_000, 1_500_000_001)).isEqualTo(LENGTH_MAX);
    }

    @Test
    void columnBeyondTheLimitOfArraysIsRefused() {
        assertThatThrownBy(() -> Ints.grown(LENGTH_MAX, LENGTH_MAX + 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a history column is limited to 2147483639 entries");
    }

    @Test
    void roomBeyondAllIntsIsRefusedByName() {
        var column = new Ints(1);
        column.add(5);

        assertThatThrownBy(() -> column.addZeros(Integer.MAX_VALUE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a history column is limited to ");
    }
}
