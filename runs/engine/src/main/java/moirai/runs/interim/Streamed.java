package moirai.runs.interim;

import java.util.List;
import moirai.analysis.Evidence;
import moirai.analysis.durability.Durability;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamProgress;
import moirai.history.History;
import moirai.runs.summary.HistorySummary;

/**
 * What is known of a history that was read piece by piece.
 *
 * @param found the findings, and the transactions that prove them
 * @param durability whether acknowledged appends are still there; its ids are those of the evidence
 * @param evidence how much the history could have shown
 * @param summary what the charts of a report show
 * @param warnings what is missing in the history
 * @param displaced why others may have written to the run's data, so that nothing follows; empty if they cannot
 */
public record Streamed(
        StreamFindings found,
        Durability durability,
        Evidence evidence,
        StreamProgress progress,
        HistorySummary summary,
        List<String> warnings,
        String displaced) {

    public Streamed {
        warnings = List.copyOf(warnings);
    }

    /** Returns the transactions that prove what was found, as a history. */
    public History history() {
        return found.evidence();
    }
}
