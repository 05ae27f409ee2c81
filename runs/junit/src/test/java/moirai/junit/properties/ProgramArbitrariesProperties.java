package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.program.Program;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProgramArbitrariesProperties {

    @Provide
    Arbitrary<Program> programs() {
        return ProgramArbitraries.programs(3, 2, 4, 3);
    }

    /** What a weaker level allows includes what a stronger one does. */
    @Property(tries = 50)
    void aWeakerLevelHasNoFewerBehaviours(@ForAll("programs") Program program) {
        assertThat(behaviours(program, IsolationLevel.CAUSAL))
                .isGreaterThanOrEqualTo(behaviours(program, IsolationLevel.STRONG_SESSION_SERIALIZABLE));
    }

    private static long behaviours(Program program, IsolationLevel level) {
        ExplorationResult result = Exploration.of(program, ExplorationOptions.at(level));
        assertThat(result.isExhausted()).isTrue();
        return result.histories();
    }
}
