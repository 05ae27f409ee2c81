package moirai.runs.campaign.file;

import java.time.Duration;
import java.util.List;
import moirai.runs.RunException;
import moirai.runs.campaign.Cell;

/**
 * A cell and where its file speaks of it.
 *
 * @param settings the options that the file gives it
 * @param time how long its sessions run, as far as it is known before
 * @param place where its first value stands
 */
public record PlannedCell(Cell cell, List<Setting> settings, Duration time, String place) {

    public PlannedCell {
        settings = List.copyOf(settings);
    }

    /**
     * Returns the refusal of its arguments, to be thrown, at the place of the option that the message names.
     *
     * @param message what {@code moirai run} says of the arguments
     */
    public RunException refused(String message) {
        String at = settings.stream()
                .filter(setting -> message.matches("(?s).*--" + setting.option() + "\\b(?!-).*"))
                .map(Setting::place)
                .findFirst()
                .orElse(place);
        return YamlNode.refused(at, "cell " + cell.name() + ": " + message);
    }
}
