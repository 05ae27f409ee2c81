package moirai.runs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.SortedMap;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.history.level.Phenomenon;
import moirai.runs.report.AnomalyData;
import moirai.runs.report.AnomalyText;

/**
 * The files of witnesses: a folder for each, with its explanation for people and for programs, and its graph for
 * Graphviz.
 */
public final class AnomalyFiles {

    /** The explanation for people. */
    public static final String TEXT = "explanation.txt";

    /** The explanation for programs. */
    public static final String DATA = "explanation.json";

    /** The graph. */
    public static final String GRAPH = "cycle.dot";

    private AnomalyFiles() {}

    /** Returns whether a folder has the files of a witness; that of a case may have them, and more. */
    public static boolean isWitness(Path folder) {
        return Files.isRegularFile(folder.resolve(TEXT)) && Files.isRegularFile(folder.resolve(DATA));
    }

    /**
     * Writes {@code <phenomenon>-<n>/} into the folder, counting each phenomenon from 1.
     *
     * @param places the names of the nodes by the sessions that were there; empty if there is only one place
     */
    static void write(Path folder, List<Explanation> explanations, SortedMap<Integer, String> places)
            throws IOException {
        var counts = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        for (Explanation explanation : explanations) {
            Phenomenon phenomenon = explanation.anomaly().phenomenon();
            int number = counts.merge(phenomenon, 1, Integer::sum);
            Path own = Files.createDirectories(folder.resolve(phenomenon.label() + "-" + number));
            Files.writeString(own.resolve(TEXT), AnomalyText.of(explanation, places));
            Files.writeString(own.resolve(DATA), AnomalyData.json(explanation));
            Files.writeString(own.resolve(GRAPH), ExplanationGraph.of(explanation));
        }
    }
}
