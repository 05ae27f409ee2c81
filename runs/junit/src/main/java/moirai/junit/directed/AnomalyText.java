package moirai.junit.directed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.reenactment.ReplayOutcome;
import moirai.runs.cases.groups.GroupText;
import moirai.runs.emission.CaseTable;
import moirai.runs.report.ShellLine;
import moirai.runs.report.Wrapping;

/** The text of a failed test: the cause, the scenario, why it is no serial order, and what to do next. */
final class AnomalyText {

    private final AnomaliesOf asked;
    private final PredictedAnomalies predicted;
    private final String method;

    /**
     * @param method as Surefire's option {@code -Dtest} takes it
     */
    AnomalyText(AnomaliesOf asked, PredictedAnomalies predicted, String method) {
        this.asked = asked;
        this.predicted = predicted;
        this.method = method;
    }

    /** Returns the text about an anomaly that happened. */
    String of(CauseReplay replay, CauseReplay.One happened) {
        var text = new StringBuilder(
                method + ": " + replay.group().kind().label() + " at " + PredictedAnomalies.label(asked) + "\n");
        text.append(Wrapping.wrap(cause(replay) + ".", "", Wrapping.width())).append('\n');
        if (happened.replayed().outcome() instanceof ReplayOutcome.Diverged) {
            text.append("What was predicted; something else came out, as the sentence below says:\n");
        }
        text.append(CaseTable.of(happened.anomaly().directed())).append('\n');
        text.append(Wrapping.wrap(happened.replayed().outcome().sentence(), "", Wrapping.width()));
        text.append(
                Wrapping.wrap("It happened on " + replay.where() + ", " + happened.how() + ".", "", Wrapping.width()));
        if (replay.leftOut() > 0) {
            text.append(replay.leftOut() == 1 ? "1 further anomaly" : replay.leftOut() + " further anomalies")
                    .append(" of this cause not replayed\n");
        }
        return text.append('\n').append(end(replay)).toString();
    }

    private String cause(CauseReplay replay) {
        var text = new GroupText(
                predicted.prediction().translation().program(),
                predicted.cases().bounds().loopMax());
        return text.sentence(replay.group());
    }

    private String end(CauseReplay replay) {
        var command = new ArrayList<>(List.of("schedule", "analyze"));
        predicted.files().stream().map(AnomalyText::shown).forEach(command::add);
        command.addAll(List.of("--level", predicted.levels(), "--repairs"));
        return "again: mvn test -Dtest='" + method + "'\n"
                + "known: @AnomaliesOf(known = \"" + replay.group().fingerprint() + "\") expects it\n"
                + "mend:  " + ShellLine.of(command) + "\n";
    }

    /** Returns a file as it is named in the working directory. */
    private static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path there = file.toAbsolutePath().normalize();
        return (there.startsWith(here) ? here.relativize(there) : there).toString();
    }
}
