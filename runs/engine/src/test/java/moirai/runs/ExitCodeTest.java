package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    /** The documented order in which one code hides another. */
    private static final List<ExitCode> BY_WEIGHT = List.of(
            ExitCode.BAD_ARGUMENTS,
            ExitCode.REFUSED,
            ExitCode.INVALID,
            ExitCode.CLEAN_UP_INCOMPLETE,
            ExitCode.INTERNAL_ERROR,
            ExitCode.INTERRUPTED,
            ExitCode.TERMINATED,
            ExitCode.UNKNOWN,
            ExitCode.INSUFFICIENT_EVIDENCE,
            ExitCode.VALID);

    @Test
    void theWeightierOfTwoReasonsIsTheExitCodeWhicheverCameFirst() {
        for (int i = 0; i < BY_WEIGHT.size(); i++) {
            for (int j = i; j < BY_WEIGHT.size(); j++) {
                assertThat(BY_WEIGHT.get(i).and(BY_WEIGHT.get(j))).isEqualTo(BY_WEIGHT.get(i));
                assertThat(BY_WEIGHT.get(j).and(BY_WEIGHT.get(i))).isEqualTo(BY_WEIGHT.get(i));
            }
        }
    }

    @Test
    void codesAreThoseThatScriptsRelyOn() {
        assertThat(BY_WEIGHT.stream().map(ExitCode::code)).containsExactly(254, 253, 1, 252, 255, 130, 143, 2, 3, 0);
        assertThat(ExitCode.values()).hasSameSizeAs(BY_WEIGHT);
    }
}
