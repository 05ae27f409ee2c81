package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepsTest {

    @Test
    void eachStepIsTakenAndTheFirstFailureTold() {
        var taken = new ArrayList<String>();
        List<Runnable> steps = List.of(
                () -> taken.add("one"),
                () -> {
                    throw new IllegalStateException("first");
                },
                () -> taken.add("two"),
                () -> {
                    throw new IllegalArgumentException("second");
                },
                () -> taken.add("three"));

        assertThatThrownBy(() -> Steps.all(steps))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("first")
                .satisfies(first -> assertThat(first.getSuppressed())
                        .singleElement()
                        .satisfies(second -> assertThat(second).hasMessage("second")));
        assertThat(taken).containsExactly("one", "two", "three");
    }

    @Test
    void withoutAFailureNothingIsThrown() {
        var taken = new ArrayList<String>();
        Steps.all(List.of(() -> taken.add("one")));

        assertThat(taken).containsExactly("one");
    }
}
