package moirai.studies.keyvalue.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.choice.Exhaustive;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.HarnessRunner.Turns;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.applications.Courseware;
import moirai.studies.keyvalue.applications.ShoppingCart;
import moirai.studies.keyvalue.applications.TreiberStack;
import moirai.studies.keyvalue.applications.Twitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateSpaceTest {

    private static final int HISTORIES_MAX = 20_000;

    /** Returns the states after each path to its end, whether its history is known or not, at the level itself. */
    private static Set<List<List<Object>>> allPaths(Harness harness, IsolationLevel level) {
        var exhaustive = new Exhaustive();
        Set<List<List<Object>>> states = new HashSet<>();
        do {
            Execution execution = new HarnessRunner(level, Turns.CHOSEN, 0).run(harness, new Seed(0), exhaustive);
            if (execution.sessions().stream().flatMap(List::stream).allMatch(Call::isDone)) {
                states.add(execution.observed());
            }
        } while (exhaustive.next());
        return states;
    }

    @ParameterizedTest
    @EnumSource(names = {"CAUSAL", "STRONG_SESSION_SERIALIZABLE", "STRICT_SERIALIZABLE"})
    void historiesExploredOnceGiveTheSameStatesAsAllPaths(IsolationLevel level) {
        for (KeyValueProgram program :
                List.of(new TreiberStack(), new Courseware(), new ShoppingCart(), new Twitter())) {
            for (int part = 0; part < 6; part++) {
                boolean isStack = program instanceof TreiberStack;
                Harness harness = Harness.random(program, 2, isStack ? 1 : 2 + part % 2, new Seed(4).part(part));

                StateSpace space = StateSpace.of(harness, level, HISTORIES_MAX);

                assertThat(space.isExhausted()).isTrue();
                assertThat(space.states()).as("%s at %s", harness, level).isEqualTo(allPaths(harness, level));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CAUSAL", "STRONG_SESSION_SERIALIZABLE", "STRICT_SERIALIZABLE"})
    void randomRunsFindNothingElse(IsolationLevel level) {
        for (int part = 0; part < 10; part++) {
            Harness harness = Harness.random(new ShoppingCart(), 3, 2, new Seed(5).part(part));
            StateSpace space = StateSpace.of(harness, level, HISTORIES_MAX);
            Curve curve = Curve.of(harness, List.of(new HarnessRunner(level)), new Seed(part), List.of(10, 300));

            assertThat(space.isExhausted()).isTrue();
            assertThat(space.states()).containsAll(curve.states());
            assertThat(curve.counts().get(1)).isEqualTo(curve.states().size());
        }
    }

    @Test
    void causalShowsMoreThanSerializable() {
        var cart = new ShoppingCart();
        var harness = new Harness(
                cart, List.of(List.of(cart.add("I")), List.of(cart.remove("I")), List.of(cart.show(), cart.show())));

        StateSpace causal = StateSpace.of(harness, IsolationLevel.CAUSAL, HISTORIES_MAX);
        StateSpace serial = StateSpace.of(harness, IsolationLevel.STRONG_SESSION_SERIALIZABLE, HISTORIES_MAX);

        assertThat(causal.states())
                .containsAll(serial.states())
                .hasSizeGreaterThan(serial.states().size());
    }

    @Test
    void anExplorationThatIsCutShortSaysSo() {
        Harness harness = Harness.random(new ShoppingCart(), 3, 3, new Seed(1));

        assertThat(StateSpace.of(harness, IsolationLevel.CAUSAL, 10).isExhausted())
                .isFalse();
    }

    @Test
    void levelsWithoutAnExplorationAreRefused() {
        Harness harness = Harness.random(new ShoppingCart(), 2, 2, new Seed(1));

        assertThatThrownBy(() -> StateSpace.of(harness, IsolationLevel.PREFIX, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected causal");
    }
}
