package moirai.runs.export;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import moirai.directed.program.Origin;
import moirai.runs.cases.Fingerprint;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.AnomalyGroups;

/**
 * The groups of an analysis for other programs.
 *
 * @param byRows transactions that are not serializable only because statements take their rows one by one
 * @param losses the places at which the source may do what the analysis never does
 * @param path returns the reference to a source file from its name in the analysis: relative to the folder of the
 *     build, or absolute if the file lies elsewhere
 */
public record GroupExport(
        PredictedCases analysis,
        AnomalyGroups groups,
        List<ByRows> byRows,
        List<PredictedCases.Remark> losses,
        UnaryOperator<String> path) {

    static final String BY_ROWS = "row-by-row";

    public GroupExport {
        byRows = List.copyOf(byRows);
        losses = List.copyOf(losses);
    }

    /**
     * Transactions that are not serializable if statements take their rows one by one.
     *
     * @param places the first statement of each, as far as it is known
     */
    public record ByRows(List<String> txns, List<Origin> places) {

        public ByRows {
            txns = List.copyOf(txns);
            places = List.copyOf(places);
        }

        String fingerprint() {
            return Fingerprint.of(BY_ROWS, Stream.concat(Stream.of(BY_ROWS), txns.stream()))
                    .toString();
        }
    }

    /** Returns the numbers of the groups, from 1, that a baseline does not have. */
    public List<Integer> newGroups(Baseline baseline) {
        return Stream.iterate(1, number -> number <= groups.groups().size(), number -> number + 1)
                .filter(number -> baseline.isNew(groups.groups().get(number - 1)))
                .toList();
    }

    /** Returns whether a baseline lacks transactions that are not serializable only row by row. */
    public boolean hasNewRows(Baseline baseline) {
        return byRows.stream().anyMatch(found -> baseline.isNew(found.fingerprint()));
    }

    /** Returns the losses that a baseline does not have. */
    public List<PredictedCases.Remark> newLosses(Baseline baseline) {
        return losses.stream().filter(loss -> baseline.isNewLoss(text(loss))).toList();
    }

    /** Returns how many groups of a baseline are gone. */
    public int gone(Baseline baseline) {
        List<String> here = Stream.concat(
                        groups.groups().stream().map(group -> text(group)),
                        byRows.stream().map(ByRows::fingerprint))
                .toList();
        return (int) baseline.fingerprints().stream()
                .filter(known -> !here.contains(known))
                .count();
    }

    /** Returns the SARIF form, with the state of each result if there is a baseline to compare with. */
    public String sarif(Baseline baseline) {
        return GroupSarif.of(this, baseline);
    }

    static String text(AnomalyGroup group) {
        return group.fingerprint().toString();
    }

    /** Returns a remark without its line, so that it is recognised if code moves. */
    static String text(PredictedCases.Remark remark) {
        String file = remark.source().substring(0, Math.max(0, remark.source().lastIndexOf(':')));
        return file + ": " + remark.kind() + ": " + remark.what() + "; " + remark.taken();
    }
}
