package moirai.runs.cases;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The degree to which an execution was controlled when a case was replayed, from the most to the least. */
public enum Control {
    /** Every statement is held to one order. */
    EXACT("exact"),
    /** Only statements whose order matters are held: begins, ends, and statements that dependencies order. */
    GATES("gates"),
    /** Only the recorded times are reproduced. */
    TIMING("timing"),
    /** The whole plan is run, with the faults at their recorded times. */
    FAULTS("faults"),
    /** Nothing is controlled: the whole run is repeated with its seed. */
    NONE("none");

    private final String label;

    Control(String label) {
        this.label = label;
    }

    /** Returns the name in files and on the command line. */
    public String label() {
        return label;
    }

    /**
     * Returns whether only statements of the case are run, in a controlled order; otherwise its whole run is repeated.
     */
    public boolean holdsStatements() {
        return switch (this) {
            case EXACT, GATES, TIMING -> true;
            case FAULTS, NONE -> false;
        };
    }

    /** Returns the control with this label; empty if there is none. */
    public static Optional<Control> named(String label) {
        return Arrays.stream(values())
                .filter(control -> control.label.equals(label))
                .findFirst();
    }

    /** Returns all labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(Control::label).collect(Collectors.joining(", "));
    }
}
