package moirai.runs.campaign;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What became of a new failure after the cells: its case was replayed, and kept if that showed it again.
 *
 * @param cell the name of the cell
 * @param fingerprint that of the shape
 * @param folder the folder of the case, in the corpus or else in its run; empty if the run has no case of it
 * @param outcome what the replay said, or why there was none
 * @param isShown whether the replay showed it, so that the corpus has it
 */
public record KeptCase(
        String cell,
        String fingerprint,
        String folder,
        String outcome,
        @JsonProperty("shown") boolean isShown) {

    /** The outcome where there was no time for a replay. */
    public static final String SPENT = "not replayed: its time was spent";
}
