package moirai.runs.export;

import java.nio.file.Path;
import java.util.List;
import moirai.runs.cases.Case;
import moirai.runs.emission.CaseFiles;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/** A form in which a stored run, or a case, can be written for other programs. */
public enum Export {
    JUNIT("JUnit XML, a test case for each level and promise") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return JunitXml.of(run, Check.of(run, witnesses));
        }

        @Override
        String of(Case found, Path file) {
            return JunitXml.of(found);
        }
    },

    MARKDOWN("a summary for the page of a CI job, at most " + Markdown.BYTES_MAX / 1_000 + " kB") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return Markdown.of(run, witnesses);
        }

        @Override
        String of(Case found, Path file) {
            return Markdown.of(found);
        }
    },

    SARIF("SARIF 2.1.0, a result for each anomaly") {
        @Override
        String of(RunSummary run, List<StoredWitness> witnesses) {
            return Sarif.of(run, witnesses);
        }

        @Override
        String of(Case found, Path file) {
            return Sarif.of(found, file);
        }
    };

    /** The maximal number of anomalies that are described; the check itself stores fewer. */
    private static final int WITNESSES_MAX = 200;

    private final String describe;

    Export(String describe) {
        this.describe = describe;
    }

    /** Returns a description of the form in a few words. */
    public String describe() {
        return describe;
    }

    /**
     * Returns a run or a case in this form.
     *
     * @param path the directory of a run that ended, or a case
     * @throws moirai.runs.RunException if the path is neither
     */
    public String of(Path path) {
        return CaseFiles.isCase(path)
                ? of(CaseFiles.read(path), CaseFiles.file(path))
                : of(RunSummary.read(path), StoredWitness.of(path, WITNESSES_MAX));
    }

    /** @param file the file of the case */
    abstract String of(Case found, Path file);

    abstract String of(RunSummary run, List<StoredWitness> witnesses);
}
