package moirai.runs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.history.level.Phenomenon;
import moirai.runs.report.AnomalyData;
import moirai.runs.report.AnomalyText;

/**
 * The files of witnesses: a folder for each, with its explanation for people and for programs, and its graph for
 * Graphviz.
 */
final class AnomalyFiles {

    private AnomalyFiles() {}

    /** Writes {@code <phenomenon>-<n>/} into the folder, counting each phenomenon from 1. */
    static void write(Path folder, List<Explanation> explanations) throws IOException {
        var counts = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        for (Explanation explanation : explanations) {
            Phenomenon phenomenon = explanation.anomaly().phenomenon();
            int number = counts.merge(phenomenon, 1, Integer::sum);
            Path own = Files.createDirectories(folder.resolve(phenomenon.label() + "-" + number));
            Files.writeString(own.resolve("explanation.txt"), AnomalyText.of(explanation));
            Files.writeString(own.resolve("explanation.json"), AnomalyData.json(explanation));
            Files.writeString(own.resolve("cycle.dot"), ExplanationGraph.of(explanation));
        }
    }
}
