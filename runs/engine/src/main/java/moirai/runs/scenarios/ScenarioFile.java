package moirai.runs.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.files.Json;
import moirai.runs.files.WholeFile;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The file {@code scenario.json} with the smallest scenario that was shown often enough so far. It exists from the
 * moment at which the run has failed again, and is never empty or half written.
 */
public final class ScenarioFile {

    /** The name of the file in the folder of scenarios. */
    public static final String NAME = "scenario.json";

    private final Path folder;
    private boolean isWritten;

    /** @param folder the folder, which is made when something is written */
    public ScenarioFile(Path folder) {
        this.folder = folder;
    }

    /** Returns whether the file was written by this search, and not by an earlier one. */
    public boolean isWritten() {
        return isWritten;
    }

    /**
     * Replaces the file.
     *
     * @param command the command that executes the scenario, as arguments
     * @param isMeasured whether the tally is of fresh attempts, and not of those by which the scenario was chosen
     */
    public void write(Scenario scenario, Tally tally, List<String> command, boolean isMeasured) {
        var content = new LinkedHashMap<String, Object>();
        content.put("format", "moirai-scenario");
        content.put("version", 1);
        content.put("sessions", scenario.sessions());
        content.put("time-limit-millis", scenario.timeLimit().toMillis());
        content.put("txn-count", scenario.isCounted() ? scenario.txnCount() : 0);
        content.put("faults", scenario.faults().stream().map(FaultPick::label).toList());
        content.put("shown", tally.shown());
        content.put("not-shown", tally.notShown());
        content.put("unknown", tally.unknown());
        content.put("measured", isMeasured);
        content.put("argv", command);
        try {
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve(NAME), Json.text(content));
            isWritten = true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
