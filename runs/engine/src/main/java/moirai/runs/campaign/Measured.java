package moirai.runs.campaign;

import moirai.runs.measures.Measures;
import moirai.runs.store.RunSummary;

/** The figures of a run and its measures beside them, which thresholds are about. */
public record Measured(Figures figures, Measures beside) {

    /** The measures of a cell that has no run. */
    public static final Measured NONE = new Measured(Figures.NONE, Measures.NONE);

    /** Returns the measures of a run that ended. */
    public static Measured of(RunSummary run) {
        return new Measured(Figures.of(run), run.found().beside());
    }
}
