package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.PlantedBug;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * A property that fails, run by jqwik as a build would: histories of a database with a bug are strictly serializable.
 */
final class FailingHistories {

    /** The input and the output of a run, which jqwik offers no other way to pass. */
    private static final ThreadLocal<Running> RUNNING = new ThreadLocal<>();

    private record Running(PlantedBug bug, Optional<String> seed, List<Failure> failures) {}

    /**
     * A failure.
     *
     * @param seed the seed that jqwik printed
     * @param tries the number of histories that were tried
     * @param steps the number of times that a smaller history failed as well
     */
    record Failure(String seed, int tries, int steps, int originalTxns, String shrunken) {

        int txns() {
            return (int) shrunken.lines().count();
        }
    }

    /**
     * Runs the property.
     *
     * @param seed empty if jqwik is to choose
     * @param database the file in which jqwik keeps failures
     */
    static Failure run(PlantedBug bug, Optional<String> seed, String database) {
        var running = new Running(bug, seed, new ArrayList<>());
        RUNNING.set(running);
        try {
            EngineTestKit.engine("jqwik")
                    .selectors(DiscoverySelectors.selectClass(FailingHistories.class))
                    .configurationParameter("jqwik.database", database)
                    .configurationParameter("jqwik.failures.after.default", "SAMPLE_FIRST")
                    .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                    .execute();
        } finally {
            RUNNING.remove();
        }
        assertThat(running.failures()).as("%s fails with seed %s", bug, seed).hasSize(1);
        return running.failures().getFirst();
    }

    @Provide
    Arbitrary<History> histories() {
        return HistoryArbitraries.histories(RUNNING.get().bug());
    }

    @Property(tries = 200)
    @AddLifecycleHook(Observing.class)
    void historiesAreStrictlySerializable(@ForAll("histories") History history) {
        assertThat(new LevelChecker().check(history, IsolationLevel.STRICT_SERIALIZABLE))
                .isNotInstanceOf(Verdict.Fail.class);
    }

    /** Sets the seed, and notes the failure. */
    static final class Observing implements AroundPropertyHook, SkipExecutionHook {

        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            return RUNNING.get() == null ? SkipResult.skip("skipped: needs ShrinkQualityTest") : SkipResult.doNotSkip();
        }

        @Override
        @SuppressWarnings("NullAway") // jqwik takes null for no seed.
        public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
            Running running = RUNNING.get();
            // Without one, jqwik's database decides, and not the seed of the build.
            context.attributes().setSeed(running.seed().orElse(null));
            PropertyExecutionResult result = property.execute();
            result.falsifiedParameters()
                    .ifPresent(parameters -> running.failures().add(failure(result, parameters)));
            return result;
        }

        private static Failure failure(PropertyExecutionResult result, List<Object> parameters) {
            var original =
                    (History) result.originalSample().orElseThrow().parameters().getFirst();
            return new Failure(
                    result.seed().orElseThrow(),
                    result.countTries(),
                    result.shrunkSample()
                            .map(sample -> sample.countShrinkingSteps())
                            .orElse(0),
                    original.txnCount(),
                    HistoryNotation.format((History) parameters.getFirst()));
        }
    }
}
