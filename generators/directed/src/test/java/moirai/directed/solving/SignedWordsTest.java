package moirai.directed.solving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** All pairs of numbers from -8 to 7 against plain arithmetic. */
class SignedWordsTest {

    private static final int MIN = -8;
    private static final int MAX = 7;

    private final Circuit circuit = new Circuit(Solver.usual());
    private final Words words = Words.signed(circuit, 3);
    private final List<Integer> left = words.variable();
    private final List<Integer> right = words.variable();

    private void fix(int a, int b) {
        int equal = circuit.and(
                words.equal(left, words.constant(a).word()),
                words.equal(right, words.constant(b).word()));
        assertThat(circuit.isSatisfiable(equal)).isTrue();
    }

    private void agrees(Words.Checked result, int expected) {
        boolean fits = expected >= MIN && expected <= MAX;
        assertThat(circuit.holds(result.overflow())).isEqualTo(!fits);
        if (fits) {
            assertThat(words.value(result.word())).isEqualTo(expected);
        }
    }

    @Test
    void arithmeticAndOrderAreThoseOfNumbers() {
        Words.Checked sum = words.plus(left, right);
        Words.Checked difference = words.minus(left, right);
        Words.Checked product = words.times(left, right);
        int less = words.less(left, right);
        for (int a = MIN; a <= MAX; a++) {
            for (int b = MIN; b <= MAX; b++) {
                fix(a, b);
                agrees(sum, a + b);
                agrees(difference, a - b);
                agrees(product, a * b);
                assertThat(circuit.holds(less)).isEqualTo(a < b);
            }
        }
    }

    @Test
    void aNaturalNumberIsNeverBelowZero() {
        List<Integer> natural = words.natural();
        int isBelow = words.less(natural, words.zero());

        assertThat(circuit.isSatisfiable(isBelow)).isFalse();
        assertThat(circuit.isSatisfiable(
                        words.equal(natural, words.constant(MAX).word())))
                .isTrue();
    }

    @Test
    void constantsBeyondBothEndsOverflow() {
        assertThat(words.constant(MIN).overflow()).isEqualTo(Circuit.FALSE);
        assertThat(words.constant(MAX).overflow()).isEqualTo(Circuit.FALSE);
        assertThat(words.constant(MIN - 1).overflow()).isEqualTo(Circuit.TRUE);
        assertThat(words.constant(MAX + 1).overflow()).isEqualTo(Circuit.TRUE);
    }

    /** Of numbers that are not 0, those near it are granted, natural ones first. */
    @Test
    void wishesLeadToNumbersNearZero() {
        List<Integer> wishes = words.nearZero(left);

        circuit.grant(new int[] {Circuit.TRUE}, wishes);
        assertThat(words.value(left)).isZero();
        circuit.grant(new int[] {words.less(left, words.zero())}, wishes);
        assertThat(words.value(left)).isEqualTo(-1);
        circuit.grant(new int[] {words.less(left, words.constant(-2).word())}, wishes);
        assertThat(words.value(left)).isEqualTo(-3);
    }
}
