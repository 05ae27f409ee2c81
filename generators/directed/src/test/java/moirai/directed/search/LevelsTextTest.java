package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelsTextTest {

    @Test
    void aNameIsTheLevelOfAll() {
        assertThat(LevelsText.parse("psi")).isEqualTo(Levels.all(Promises.PARALLEL_SNAPSHOT));
    }

    @Test
    void transactionsAndPairsHaveLevelsOfTheirOwn() {
        assertThat(LevelsText.parse("RC, payment=SER, remove~enroll"))
                .isEqualTo(new Levels(
                        Promises.READ_COMMITTED,
                        Map.of("payment", Promises.SERIALIZABLE),
                        Set.of(new Levels.Pair("enroll", "remove"))));
    }

    @Test
    void whatNoPartNamesIsAtTheWeakestLevel() {
        assertThat(LevelsText.parse("payment=SI").usual()).isEqualTo(Promises.EVENTUAL);
    }

    @Test
    void promisesAreAddedAndTakenAway() {
        Levels levels = LevelsText.parse("PSI:without-transitive:prefix");

        assertThat(levels.usual().name()).isEqualTo("PSI:without-transitive:prefix");
        assertThat(levels.usual().axioms())
                .containsExactlyInAnyOrder(
                        Axiom.READ_YOUR_WRITES,
                        Axiom.ATOMIC_WRITES,
                        Axiom.STABLE_READS,
                        Axiom.CONTIGUOUS,
                        Axiom.ATOMIC_STATEMENTS,
                        Axiom.REMADE_ROWS,
                        Axiom.NO_BLIND_CONFLICT,
                        Axiom.PREFIX);
    }

    /** The promise that snapshot isolation adds to read atomicity against lost updates does it alone, too. */
    @Test
    void aLevelOfOnesOwnIsSearchedLikeTheOthers() {
        var program = TextbookAnomaly.LOST_UPDATE.program();

        assertThat(anomalies(program, "RA")).isPositive();
        assertThat(anomalies(program, "RA:no-blind-conflict")).isZero();
    }

    private static int anomalies(Program program, String levels) {
        return new AnomalySearch(program, LevelsText.parse(levels), Bounds.SMALL)
                .find()
                .anomalies()
                .size();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "XY; 'XY' is not a level that can be promised. Known: EC, CV, CC, RC, RR, RA, PC, PSI, SI, SER",
                "\"\"; '' is not a level that can be promised. Known: EC",
                "SI,SER; 'SI,SER': expected one level for all, then TXN=LEVEL",
                "a=SI,a=SER; a has two levels",
                "a=; '' is not a level that can be promised. Known: EC",
                "EC:fast; 'EC:fast': 'fast' is no promise: expected read-your-writes, transitive",
                "EC:without-; '' is no promise"
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThatThrownBy(() -> LevelsText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
