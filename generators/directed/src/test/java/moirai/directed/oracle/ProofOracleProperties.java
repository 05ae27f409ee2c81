package moirai.directed.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Induction;
import moirai.directed.proof.Limits;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.proof.ShortestPath;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** A short execution never refutes a proof about executions of any length. */
@Tag("long")
class ProofOracleProperties {

    private static final Bounds BOUNDS = new Bounds(3, 4, 2, 2, 1);

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void whatIsProvenHasNoAnomaly(@ForAll long seed) {
        var random = new Random(seed);
        var programs = new RandomPrograms(random, random.nextBoolean());
        agree(random, programs.next());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void whatIsProvenOfVersionsHasNoAnomaly(@ForAll long seed) {
        var random = new Random(seed);
        agree(random, new RandomPrograms(random, random.nextBoolean()).versioned());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void whatIsProvenOfNumbersBelowZeroHasNoAnomaly(@ForAll long seed) {
        var random = new Random(seed);
        RandomPrograms programs = RandomPrograms.signed(random, random.nextBoolean());
        agree(random, random.nextBoolean() ? programs.next() : programs.versioned());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
    }

    /** A fifth is proven, so fewer tries would now and then have too few that are. */
    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void whatIsProvenAtOwnLevelsHasNoAnomaly(@ForAll long seed) {
        var random = new Random(seed);
        Program program = new RandomPrograms(random, random.nextBoolean()).next();
        agree(program, new RandomSpecifications(random).next());
        Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 5));
    }

    /** A proof that holds of any number of rows is made with a row for each key, however few rows are asked for. */
    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void whatIsProvenWithAllKeysHasNoAnomalyInMoreRows(@ForAll long seed) {
        var random = new Random(seed);
        Program program = new RandomPrograms(random, true).next();
        Promises level = Promises.all().get(random.nextInt(10));
        var one = new Bounds(3, 4, 1, 3, 1);
        var more = new Bounds(3, 4, 4, 3, 1);
        Claim claim = Claim.of(program, Levels.all(level), one);
        boolean isProven =
                !new Limits(program, one).keyed().isEmpty() && Prover.proveWithAllKeys(claim) instanceof Proof.Proven;
        Statistics.collect(isProven);
        Statistics.coverage(coverage -> coverage.check(true).count(count -> count > 0));
        if (isProven) {
            for (int count = 2; count <= 3; count++) {
                assertThat(new AnomalySearch(program, Levels.all(level), more)
                                .in(claim.alone().setting())
                                .cyclic(count))
                        .as("%s at %s", program, level)
                        .isEmpty();
            }
        }
    }

    private static void agree(Random random, Program program) {
        List<Promises> all = Promises.NAMES.levels();
        agree(program, all.get(random.nextInt(all.size())));
    }

    private static void agree(Program program, Promises level) {
        Claim claim = Claim.of(program, Levels.all(level), BOUNDS);
        boolean isPath = new ShortestPath(claim).prove(4) instanceof Proof.Proven;
        boolean isInduction = new Induction(claim).prove() instanceof Proof.Proven;
        Statistics.collect(isPath || isInduction);
        if (isPath || isInduction) {
            for (int count = 2; count <= 3; count++) {
                assertThat(new AnomalySearch(program, Levels.all(level), BOUNDS)
                                .in(claim.alone().setting())
                                .cyclic(count))
                        .as("%s at %s, by %s", program, level, isPath ? "paths" : "induction")
                        .isEmpty();
            }
        }
    }
}
