package moirai.runs.alarms;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The reactions to anomalies that were asked for.
 *
 * @param stop the rule by which anomalies end the run
 * @param command a command for a shell; empty for none
 * @param url the address of a server, perhaps with a password; empty for none
 */
public record AlarmPlan(StopRule stop, String command, String url) {

    /** The plan without a reaction. */
    public static final AlarmPlan NONE = new AlarmPlan(StopRule.NEVER, "", "");

    /** Returns the alarms of a run that is kept in this directory. */
    List<Alarm> alarms(Path run) {
        var alarms = new ArrayList<Alarm>();
        if (!command.isEmpty()) {
            alarms.add(new AlarmCommand(command, run.resolve(AlarmCommand.OUTPUT)));
        }
        if (!url.isEmpty()) {
            alarms.add(new AlarmPost(URI.create(url)));
        }
        return alarms;
    }

    /** Returns the plan as text without the address, which may hold a password. */
    @Override
    public String toString() {
        return "AlarmPlan[" + stop + ", command=" + command + ", url=" + (url.isEmpty() ? "" : "…") + "]";
    }
}
