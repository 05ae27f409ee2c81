package moirai.runs.export;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import moirai.runs.cases.Case;
import moirai.runs.emission.CaseFiles;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/** A form in which a stored run, or a case, can be written for other programs. */
public enum Export {
    JUNIT(
            "JUnit XML, a test case for each level and promise",
            (run, witnesses) -> JunitXml.of(run, Check.of(run, witnesses)),
            (found, file) -> JunitXml.of(found)),
    MARKDOWN(
            "a summary for the page of a CI job, at most " + Markdown.BYTES_MAX / 1_000 + " kB",
            Markdown::of,
            (found, file) -> Markdown.of(found)),
    SARIF("SARIF 2.1.0, a result for each anomaly", Sarif::of, Sarif::of);

    /** The maximal number of anomalies that are described; the check itself stores fewer. */
    private static final int WITNESSES_MAX = 200;

    private final String describe;

    private final BiFunction<RunSummary, List<StoredWitness>, String> runs;
    private final BiFunction<Case, Path, String> cases;

    Export(
            String describe,
            BiFunction<RunSummary, List<StoredWitness>, String> runs,
            BiFunction<Case, Path, String> cases) {
        this.describe = describe;
        this.runs = runs;
        this.cases = cases;
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
                ? cases.apply(CaseFiles.read(path), CaseFiles.file(path))
                : of(RunSummary.read(path), StoredWitness.of(path, WITNESSES_MAX));
    }

    String of(RunSummary run, List<StoredWitness> witnesses) {
        return runs.apply(run, witnesses);
    }
}
