package moirai.junit.fuzzing;

import java.nio.file.Path;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.files.HistoryReader;
import moirai.runs.RunResult;

/**
 * A run at which the expected level held, for further assertions.
 *
 * @param result the run as Moirai stores it
 */
public record FuzzedRun(RunResult result) {

    /** Returns the seed of the transactions. */
    public Seed seed() {
        return result.header().seed();
    }

    /** Returns the product and version of the database, as it reports them. */
    public String database() {
        return result.header().database();
    }

    /** Returns the verdict on the expected level, with its counts. */
    public Verdict verdict() {
        return result.judgement().verdict();
    }

    /** Returns everything that was found, at whatever level. */
    public Findings findings() {
        return result.judgement().findings();
    }

    /** Returns how much the run could have noticed: the transactions by outcome, overlap, and contended keys. */
    public Evidence evidence() {
        return result.judgement().evidence();
    }

    /** Returns the folder of the run. It exists until the test method ends, and stays if the test fails. */
    public Path directory() {
        return result.directory();
    }

    /** Reads the history from the folder of the run. */
    public History history() {
        return HistoryReader.read(directory()).history();
    }
}
