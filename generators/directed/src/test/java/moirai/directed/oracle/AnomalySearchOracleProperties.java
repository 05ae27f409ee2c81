package moirai.directed.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.causes.CauseFinder;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Instance;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;

/** The solver finds exactly the cycles that running every execution finds. */
class AnomalySearchOracleProperties {

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void oneRowAndOneArgument(@ForAll long seed) {
        var random = new Random(seed);
        agree(random, new RandomPrograms(random, true).next(), new Bounds(2, 4, 1, 1, 0));
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void numbersBelowZero(@ForAll long seed) {
        var random = new Random(seed);
        var programs = RandomPrograms.signed(random, random.nextBoolean());
        agree(random, programs.next(), new Bounds(2, 4, 1, 1, 0));
    }

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void twoRowsAndLargerNumbers(@ForAll long seed) {
        var random = new Random(seed);
        agree(random, new RandomPrograms(random, false).next(), new Bounds(2, 4, 2, 2, 0));
    }

    /** Levels of the user's own, alone and beside others. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void ownAxioms(@ForAll long seed) {
        var random = new Random(seed);
        var bounds = new Bounds(2, 4, 1, 1, 0);
        Program program = new RandomPrograms(random, true).next();
        Promises own = new RandomSpecifications(random).next();
        Promises other = random.nextInt(3) > 0 ? own : Promises.all().get(random.nextInt(10));
        var levels = new Levels(own, Map.of("b", other));
        agree(program, bounds, levels);
        boolean matters = !found(program, levels, bounds).equals(found(program, without(levels), bounds));
        Statistics.label("axioms").collect(matters ? "matter" : "do not matter");
    }

    /** An execution that several anomalies share decides neither on their conflicts nor on what is to blame. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void sharedExecutionsShowTheSame(@ForAll long seed) {
        var random = new Random(seed);
        Program program = new RandomPrograms(random, random.nextBoolean()).onProducts();
        var bounds = new Bounds(2, 4, 2, 2, 0);
        var levels = Levels.all(Promises.all().get(random.nextInt(Promises.all().size())));
        var search = new AnomalySearch(program, levels, bounds);
        var finder = new CauseFinder(program, bounds.loopMax());
        List<Anomaly> own = search.find().anomalies();
        List<Anomaly> shared = search.ownExecutionsUpTo(0).find().anomalies();

        Statistics.label("anomalies").collect(own.isEmpty() ? "none" : own.size() > 8 ? "many" : "some");
        assertThat(shared.stream().map(Anomaly::cycle))
                .containsExactlyElementsOf(own.stream().map(Anomaly::cycle).toList());
        assertThat(shared.stream().map(finder::blamed))
                .containsExactlyElementsOf(own.stream().map(finder::blamed).toList());
        assertThat(shared)
                .allSatisfy(anomaly -> assertThat(finder.blamed(anomaly))
                        .contains(finder.cause(anomaly).cause()));
    }

    /** Returns the levels without axioms that have no names. */
    private static Levels without(Levels levels) {
        Promises own = levels.usual();
        Promises least = own.hasWholeTxns() ? Promises.READ_ATOMIC : Promises.EVENTUAL;
        return new Levels(least, Map.of("b", levels.of("b").equals(own) ? least : levels.of("b")));
    }

    private static void agree(Random random, Program program, Bounds bounds) {
        Promises one = Promises.all().get(random.nextInt(10));
        Promises other = random.nextBoolean() ? one : Promises.all().get(random.nextInt(10));
        agree(program, bounds, new Levels(one, Map.of("b", other)));
    }

    private static void agree(Program program, Bounds bounds, Levels levels) {
        Set<String> expected = new TreeSet<>();
        for (List<String> pair : List.of(List.of("a", "a"), List.of("a", "b"), List.of("b", "b"))) {
            List<Instance> instances = pair.stream()
                    .map(name -> levels.instance(program.txn(name)))
                    .toList();
            expected.addAll(new BruteForce(program, instances, bounds.rows(), Range.of(program, bounds)).find());
        }

        assertThat(found(program, levels, bounds))
                .as("%s at %s", ProgramPrinter.print(program), levels)
                .isEqualTo(expected);
        Statistics.collect(expected.isEmpty() ? "no anomaly" : "anomalies");
    }

    private static Set<String> found(Program program, Levels levels, Bounds bounds) {
        return new AnomalySearch(program, levels, bounds)
                .find().anomalies().stream().map(Anomaly::key).collect(Collectors.toCollection(TreeSet::new));
    }
}
