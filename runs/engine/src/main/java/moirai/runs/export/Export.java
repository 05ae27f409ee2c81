package moirai.runs.export;

import java.nio.file.Path;
import java.util.List;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/** A form in which a stored run can be written for other programs. */
public enum Export {
    JUNIT("JUnit XML, a test case for each level and promise") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return JunitXml.of(run, Check.of(run, witnesses));
        }
    },

    MARKDOWN("a summary for the page of a CI job, at most " + Markdown.BYTES_MAX / 1_000 + " kB") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return Markdown.of(run, witnesses);
        }
    },

    SARIF("SARIF 2.1.0, a result for each anomaly") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return Sarif.of(run, witnesses);
        }
    };

    /** No more anomalies are described; the check itself keeps fewer. */
    private static final int WITNESSES_MAX = 200;

    private final String describe;

    Export(String describe) {
        this.describe = describe;
    }

    /** What it is, in a few words. */
    public String describe() {
        return describe;
    }

    /**
     * The run in this form.
     *
     * @param run the directory of a run that ended
     * @throws moirai.runs.RunException if it is none
     */
    public String of(Path run) {
        return of(RunSummary.read(run), StoredWitness.of(run, WITNESSES_MAX));
    }

    abstract String of(RunSummary run, List<StoredWitness> witnesses);
}
