package moirai.runs.campaign;

import java.nio.file.Files;
import moirai.runs.logs.ServerLogs;
import moirai.runs.measures.Measures;
import moirai.runs.store.RunSummary;

/**
 * What thresholds are about: the figures of a run, and what was measured beside them.
 *
 * @param hasLogs whether the run has kept logs of its servers
 */
public record Measured(Figures figures, Measures beside, boolean hasLogs) {

    /** The measures of a cell that has no run. */
    public static final Measured NONE = new Measured(Figures.NONE, Measures.NONE, false);

    /** Returns the measures of a run that ended. */
    public static Measured of(RunSummary run) {
        return new Measured(
                Figures.of(run),
                run.found().beside(),
                Files.isDirectory(run.directory().resolve(ServerLogs.FOLDER)));
    }
}
