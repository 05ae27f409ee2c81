package moirai.directed.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Induction;
import moirai.directed.proof.Proof;
import moirai.directed.search.Levels;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** No run on a product, simulated statement by statement, refutes a proof at one of its levels. */
@Tag("long")
class ProductOracleProperties {

    private static final Bounds BOUNDS = new Bounds(3, 4, 2, 2, 1);
    private static final int RUNS = 3000;
    private static final List<String> LEVELS = List.of("postgres-rc", "mysql-rc", "mysql-rr", "postgres-rr");

    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void whatIsProvenOfAProductDoesNotHappenThere(@ForAll long seed) {
        var random = new Random(seed);
        agree(random, new RandomPrograms(random, random.nextBoolean()).onProducts());
    }

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void whatIsProvenOfNumbersBelowZeroDoesNotHappenThere(@ForAll long seed) {
        var random = new Random(seed);
        agree(random, RandomPrograms.signed(random, random.nextBoolean()).onProducts());
    }

    private static void agree(Random random, Program program) {
        String level = LEVELS.get(random.nextInt(LEVELS.size()));
        Claim claim = Claim.of(program, Levels.all(Promises.parse(level)), BOUNDS);
        List<String> anomaly = new ProductTrials(program, level, Range.of(program, BOUNDS), 2).anomaly(random, RUNS);
        boolean isProven = new Induction(claim).prove() instanceof Proof.Proven;
        Statistics.collect(isProven, anomaly.isEmpty());
        if (isProven) {
            assertThat(anomaly)
                    .as("%s at %s", ProgramPrinter.print(program), level)
                    .isEmpty();
        }
    }
}
