package moirai.directed.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeakestLevelsTest {

    private static final Bounds BOUNDS = new Bounds(4, 6, 2, 3, 1);

    private static WeakestLevels judge(Program program) {
        return WeakestLevels.of(Promises.all(), level -> Claim.of(program, Levels.all(level), BOUNDS));
    }

    /** The textbook's table read the other way: where no execution of any length goes wrong. */
    @ParameterizedTest
    @CsvSource({
        "DIRTY_WRITE,         RC RR",
        "INTERMEDIATE_READ,   RC",
        "FRACTURED_READ,      RA",
        "NON_REPEATABLE_READ, RR",
        "LOST_UPDATE,         PSI",
        "LONG_FORK,           PC",
        "WRITE_SKEW,          SER",
        "PHANTOM_WRITE_SKEW,  SER",
    })
    void theWeakestLevelIsTheFirstWithoutTheAnomaly(TextbookAnomaly anomaly, String weakest) {
        WeakestLevels judged = judge(anomaly.program());

        assertThat(judged.weakest().stream().map(Promises::name).collect(Collectors.joining(" ")))
                .isEqualTo(weakest);
        assertThat(judged.open()).isEmpty();
    }

    @Test
    void eachLevelHasItsAnswer() {
        assertThat(judge(TextbookAnomaly.LOST_UPDATE.program()).text()).isEqualTo("""
                EC: not serializable
                CV: not serializable
                CC: not serializable
                RC: not serializable
                RR: not serializable
                RA: not serializable
                PC: not serializable
                PSI: serializable
                SI: serializable
                SER: serializable
                weakest: [PSI]
                """);
    }

    /** A search of too few transactions refutes nothing below the weakest proven level. */
    @Test
    void whatIsNeitherProvenNorRefutedIsOpen() {
        var tooFew = new Bounds(3, 3, 2, 3, 1);
        WeakestLevels judged = WeakestLevels.of(
                Promises.all(), level -> Claim.of(TextbookAnomaly.LONG_FORK.program(), Levels.all(level), tooFew));

        assertThat(judged.weakest()).containsExactly(Promises.PREFIX_CONSISTENT);
        assertThat(judged.open()).contains(Promises.PARALLEL_SNAPSHOT);
    }

    @Test
    void aRefutationShowsItsExecution() {
        Claim claim = Claim.of(TextbookAnomaly.LOST_UPDATE.program(), Levels.all(Promises.READ_COMMITTED), BOUNDS);

        assertThat(Prover.prove(claim).text())
                .contains("answer: not serializable\n")
                .contains("cycle of dependencies: payment, payment\n  row X(id=0, v=0)\n")
                .contains("finds X(id=0, v=0)");
    }

    @Test
    void aLevelPromisesAtMostWhatAStrongerOneDoes() {
        assertThat(Promises.all()).allMatch(level -> level.isAtMost(Promises.SERIALIZABLE));
        assertThat(Promises.PARALLEL_SNAPSHOT.isAtMost(Promises.SNAPSHOT)).isTrue();
        assertThat(Promises.SNAPSHOT.isAtMost(Promises.PARALLEL_SNAPSHOT)).isFalse();
        assertThat(Promises.SERIALIZABLE.isAtMost(Promises.SNAPSHOT)).isFalse();
        assertThat(Promises.READ_COMMITTED.isAtMost(Promises.REPEATABLE_READ)).isFalse();
    }
}
