package moirai.junit.fuzzing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs test classes as a build does, and says how they ended. */
final class Kit {

    private final EngineExecutionResults results;

    private Kit(EngineExecutionResults results) {
        this.results = results;
    }

    static Kit run(Class<?> tests) {
        return run(tests, Map.of());
    }

    static Kit run(Class<?> tests, Map<String, String> configuration) {
        return new Kit(EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .configurationParameters(configuration)
                .execute());
    }

    long passed() {
        return results.testEvents().succeeded().count();
    }

    long aborted() {
        return results.testEvents().aborted().count();
    }

    /** Returns the exceptions of all tests and containers that did not pass. */
    List<Throwable> failures() {
        return results.allEvents().failed().stream().map(Kit::thrown).toList();
    }

    /** Returns the messages of all tests that were aborted. */
    List<String> reasons() {
        return results.testEvents().aborted().stream()
                .map(event -> String.valueOf(thrown(event).getMessage()))
                .toList();
    }

    private static Throwable thrown(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    /** Returns the only exception. */
    Throwable failure() {
        List<Throwable> all = failures();
        if (all.size() != 1) {
            throw new AssertionError(all.size() + " failures: " + all);
        }
        return all.getFirst();
    }

    String message() {
        return String.valueOf(failure().getMessage());
    }
}
