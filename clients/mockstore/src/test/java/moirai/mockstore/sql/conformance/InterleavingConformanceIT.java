package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import moirai.mockstore.levels.ProductLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Transactions at a product's level, statement by statement in the same order, on the store and on a real PostgreSQL:
 * the same statements wait, and all answers and final rows are the same. More by hand: {@code -Dmoirai.seed=7
 * -Dmoirai.programs=5000}.
 */
class InterleavingConformanceIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int PROGRAMS = Integer.getInteger("moirai.programs", 150);
    /** Sessions that wait for each other do nothing, so other programs are played meanwhile. */
    private static final int LANES = 3;

    private Comparison.Counts counts = Comparison.Counts.NONE;
    private final List<String> differences = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void knownProgramsEndAsOnPostgresInEveryOrder(ProductLevel level) throws Exception {
        compare(level, KnownPrograms.ALL.size(), (comparison, number) -> {
            Interleaved program = KnownPrograms.ALL.get(number);
            Set<String> outcomes = new HashSet<>();
            for (List<Integer> schedule : program.schedules()) {
                outcomes.add(comparison.compare(program, schedule));
            }
            assertThat(outcomes.size()).as(program.name()).isGreaterThan(1);
        });

        System.out.println(level.label() + ": " + KnownPrograms.ALL.size() + " known programs, " + counts);
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void randomProgramsEndAsOnPostgres(ProductLevel level) throws Exception {
        System.out.println("seed " + SEED);
        compare(level, PROGRAMS, (comparison, number) -> {
            var random = new RandomInterleaved(SEED + number);
            Interleaved program = random.program();
            comparison.compare(program, random.schedule(program));
        });

        System.out.println(level.label() + ": " + counts + ", seed " + SEED);
        assertThat(differences).isEmpty();
    }

    /** Plays as many programs, each in the next lane that is free; every lane has a store and a schema of its own. */
    private void compare(ProductLevel level, int programs, BiConsumer<Comparison, Integer> play) throws Exception {
        var next = new AtomicInteger();
        List<Callable<Comparison>> lanes = IntStream.range(0, LANES)
                .<Callable<Comparison>>mapToObj(lane -> () -> {
                    try (var comparison = new Comparison(level, "lane" + lane)) {
                        for (int number = next.getAndIncrement(); number < programs; number = next.getAndIncrement()) {
                            play.accept(comparison, number);
                        }
                        return comparison;
                    }
                })
                .toList();
        try (var threads = Executors.newFixedThreadPool(LANES)) {
            for (Future<Comparison> lane : threads.invokeAll(lanes)) {
                counts = counts.plus(lane.get().counts());
                differences.addAll(lane.get().differences());
            }
        }
        assertThat(counts.orders()).isGreaterThanOrEqualTo(programs);
    }
}
