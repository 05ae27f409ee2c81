package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ElementsTest {

    @Test
    void unknownIsNotEmpty() {
        assertThat(Elements.UNKNOWN).isNotEqualTo(Elements.EMPTY).isNotEqualTo(Elements.of());
        assertThat(Elements.UNKNOWN.isKnown()).isFalse();
        assertThat(Elements.UNKNOWN.count()).isZero();
        assertThat(Elements.EMPTY.isKnown()).isTrue();
    }

    @Test
    void laterChangesOfTheSourceAreNotSeen() {
        int[] source = {1, 2, 3};
        Elements whole = Elements.of(source);
        Elements two = Elements.copyOf(source, 2);

        source[0] = 9;

        assertThat(whole).isEqualTo(Elements.of(1, 2, 3)).hasSameHashCodeAs(Elements.of(1, 2, 3));
        assertThat(two).isEqualTo(Elements.of(1, 2));
    }

    @Test
    void copyNeverMakesElementsUp() {
        assertThatThrownBy(() -> Elements.copyOf(new int[] {1}, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Elements.copyOf(new int[] {1}, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void elementsAreGivenInOrder() {
        Elements elements = Elements.of(5, -6);
        int[] target = {0, 0, 7};

        elements.copyTo(target);

        assertThat(target).containsExactly(5, -6, 7);
        assertThat(elements.at(1)).isEqualTo(-6);
        assertThat(elements.count()).isEqualTo(2);
    }

    @Test
    void textIsThatOfTheNotation() {
        assertThat(Elements.UNKNOWN).hasToString("?");
        assertThat(Elements.EMPTY).hasToString("[]");
        assertThat(Elements.of(1, -2)).hasToString("[1 -2]");
    }
}
