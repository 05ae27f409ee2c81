package moirai.directed.solving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All pairs of three-bit numbers against plain arithmetic. */
class WordsTest {

    private static final int MAX = 7;

    private final Circuit circuit = new Circuit(Solver.usual());
    private final Words words = new Words(circuit, 3);
    private final List<Integer> left = words.variable();
    private final List<Integer> right = words.variable();

    private void fix(int a, int b) {
        int equal = circuit.and(
                words.equal(left, words.constant(a).word()),
                words.equal(right, words.constant(b).word()));
        assertThat(circuit.isSatisfiable(equal)).isTrue();
    }

    private void agrees(Words.Checked result, int expected) {
        boolean fits = expected >= 0 && expected <= MAX;
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
        for (int a = 0; a <= MAX; a++) {
            for (int b = 0; b <= MAX; b++) {
                fix(a, b);
                agrees(sum, a + b);
                agrees(difference, a - b);
                agrees(product, a * b);
                assertThat(circuit.holds(less)).isEqualTo(a < b);
            }
        }
    }

    @Test
    void literalsAreCounted() {
        List<Integer> count = words.count(left);
        for (int a = 0; a <= MAX; a++) {
            fix(a, 0);
            assertThat(words.value(count)).isEqualTo(Integer.bitCount(a));
        }
    }

    @Test
    void aConstantThatIsTooLargeOverflows() {
        assertThat(words.constant(MAX).overflow()).isEqualTo(Circuit.FALSE);
        assertThat(words.constant(MAX + 1).overflow()).isEqualTo(Circuit.TRUE);
    }

    @Test
    void aWidthThatCannotBeIsRefused() {
        assertThatThrownBy(() -> new Words(circuit, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("width of 0 bits; accepted: 1 to 16");
    }

    @Test
    void whatCannotHoldIsFalseWithoutAQuestion() {
        int bit = circuit.variable();

        assertThat(circuit.and(bit, Circuit.not(bit))).isEqualTo(Circuit.FALSE);
        assertThat(circuit.or(bit, Circuit.not(bit))).isEqualTo(Circuit.TRUE);
        assertThat(circuit.and()).isEqualTo(Circuit.TRUE);
        assertThat(circuit.and(bit, Circuit.TRUE)).isEqualTo(bit);
        assertThat(circuit.and(bit, left.getFirst())).isEqualTo(circuit.and(left.getFirst(), bit));
        assertThat(circuit.questions()).isZero();
    }

    @Test
    void earlierWishesAreGrantedFirst() {
        int a = circuit.variable();
        int b = circuit.variable();
        int c = circuit.variable();
        circuit.require(Circuit.not(a), Circuit.not(b));

        circuit.grant(new int[] {c}, new ArrayList<>(List.of(a, b)));
        assertThat(List.of(circuit.holds(a), circuit.holds(b), circuit.holds(c)))
                .containsExactly(true, false, true);

        circuit.grant(new int[] {Circuit.not(c)}, new ArrayList<>(List.of(b, a)));
        assertThat(List.of(circuit.holds(a), circuit.holds(b), circuit.holds(c)))
                .containsExactly(false, true, false);
    }

    @Test
    void whatWasRequiredHoldsInEveryAnswer() {
        int a = circuit.variable();
        circuit.require(a);

        assertThat(circuit.isSatisfiable(Circuit.not(a))).isFalse();
        assertThat(circuit.isSatisfiable()).isTrue();
        circuit.require();
        assertThat(circuit.isSatisfiable()).isFalse();
    }
}
