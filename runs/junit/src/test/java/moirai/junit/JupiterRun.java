package moirai.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** One run of JUnit Jupiter over a class of tests, as a build would run it. */
public record JupiterRun(EngineExecutionResults results) {

    /** Runs a class, and keeps failed tries in a directory. */
    public static JupiterRun of(Class<?> tests, Path directory) {
        return of(tests, directory, Map.of());
    }

    public static JupiterRun of(Class<?> tests, Path directory, Map<String, String> parameters) {
        return new JupiterRun(EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .configurationParameter("moirai.directory", directory.toString())
                .configurationParameters(parameters)
                .execute());
    }

    /** Returns the display names of the tests that passed. */
    public List<String> passed() {
        return results.testEvents()
                .succeeded()
                .map(event -> event.getTestDescriptor().getDisplayName())
                .toList();
    }

    /** Returns the reasons of the tests that were aborted, by their display names. */
    public Map<String, String> aborted() {
        return results.testEvents().aborted().stream()
                .collect(Collectors.toMap(
                        event -> event.getTestDescriptor().getDisplayName(),
                        event -> String.valueOf(thrown(event).getMessage())));
    }

    /** Returns the failures by the display names of tests. */
    public Map<String, Throwable> failed() {
        return results.testEvents().failed().stream()
                .collect(Collectors.toMap(event -> event.getTestDescriptor().getDisplayName(), JupiterRun::thrown));
    }

    /** Returns the message of the failure of the test with this display name. */
    public String failure(String test) {
        Throwable thrown = failed().get(test);
        if (thrown == null) {
            throw new IllegalStateException(test + " has not failed; failed are " + failed().keySet());
        }
        return String.valueOf(thrown.getMessage());
    }

    /** Returns the messages of all tests that failed. */
    List<String> messages() {
        return results.testEvents()
                .failed()
                .map(event -> String.valueOf(thrown(event).getMessage()))
                .toList();
    }

    /** Returns the message of the only failure, of a test or of its container. */
    public String failure() {
        return String.valueOf(exception().getMessage());
    }

    /** Returns the only exception, of a test or of its container. */
    public Throwable exception() {
        List<Throwable> thrown = results.allEvents()
                .filter(event -> event.getType() == EventType.FINISHED)
                .filter(event -> event.getPayload(TestExecutionResult.class)
                        .flatMap(TestExecutionResult::getThrowable)
                        .isPresent())
                .map(JupiterRun::thrown)
                .toList();
        if (thrown.size() != 1) {
            throw new IllegalStateException("failures: " + thrown + "; expected one");
        }
        return thrown.getFirst();
    }

    private static Throwable thrown(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    /** Returns the report entries of all tests. */
    public List<String> entries() {
        return results.allEvents()
                .reportingEntryPublished()
                .map(event -> event.getRequiredPayload(org.junit.platform.engine.reporting.ReportEntry.class)
                        .getKeyValuePairs()
                        .toString())
                .toList();
    }
}
