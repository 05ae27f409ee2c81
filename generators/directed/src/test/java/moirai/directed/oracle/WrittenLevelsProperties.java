package moirai.directed.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.OwnLevels;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Prover;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;

/** A known level gives the same answers as a file that says the same. */
class WrittenLevelsProperties {

    private static final Bounds BOUNDS = new Bounds(2, 4, 2, 2, 1);

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void searchesFindTheSame(@ForAll long seed) {
        var random = new Random(seed);
        Program program = program(random);
        Promises one = Promises.all().get(random.nextInt(10));
        Promises other = random.nextBoolean() ? one : Promises.all().get(random.nextInt(10));
        List<String> expected = anomalies(program, new Levels(one, Map.of("b", other)));

        assertThat(anomalies(program, new Levels(OwnLevels.written(one), Map.of("b", OwnLevels.written(other)))))
                .as("%s at %s and %s", program, one.name(), other.name())
                .isEqualTo(expected);
        assertThat(anomalies(program, new Levels(OwnLevels.written(one), Map.of("b", other))))
                .as("%s at %s, written, and %s", program, one.name(), other.name())
                .isEqualTo(expected);
        Statistics.collect(expected.isEmpty() ? "no anomaly" : "anomalies");
    }

    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void proofsAreTheSame(@ForAll long seed) {
        var random = new Random(seed);
        Program program = program(random);
        Promises level = Promises.all().get(random.nextInt(10));
        String expected = answer(program, level);

        assertThat(answer(program, OwnLevels.written(level)))
                .as("%s at %s", program, level.name())
                .isEqualTo(expected);
        Statistics.collect(expected.lines().findFirst().orElse(""));
    }

    private static Program program(Random random) {
        var programs = new RandomPrograms(random, random.nextBoolean());
        return random.nextInt(4) == 0 ? programs.versioned() : programs.next();
    }

    private static List<String> anomalies(Program program, Levels levels) {
        return new AnomalySearch(program, levels, BOUNDS)
                .find().anomalies().stream().map(Anomaly::key).sorted().toList();
    }

    private static String answer(Program program, Promises level) {
        var proof = Prover.prove(Claim.of(program, Levels.all(level), BOUNDS));
        return proof.answer() + "\n" + String.join("\n", proof.steps());
    }
}
