package moirai.runs.cases;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How much of an execution was under control when a case was replayed; from the most to the least. */
public enum Control {
    /** Every statement in one order. */
    EXACT("exact"),
    /** Only statements between which the order matters: begins, ends and those that dependencies order. */
    GATES("gates"),
    /** Nothing but the recorded times. */
    TIMING("timing"),
    /** The whole plan, with the faults at their recorded times. */
    FAULTS("faults"),
    /** Nothing: the whole run again, by its seed. */
    NONE("none");

    private final String label;

    Control(String label) {
        this.label = label;
    }

    /** The name in files and on the command line. */
    public String label() {
        return label;
    }

    /** Whether statements of the case alone are held; else its whole run is repeated. */
    public boolean holdsStatements() {
        return switch (this) {
            case EXACT, GATES, TIMING -> true;
            case FAULTS, NONE -> false;
        };
    }

    /** The control with this label; empty if there is none. */
    public static Optional<Control> named(String label) {
        return Arrays.stream(values())
                .filter(control -> control.label.equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(Control::label).collect(Collectors.joining(", "));
    }
}
