package moirai.runs.consent;

import java.util.List;

/** The exception that says that a guard rail refused and nothing was touched. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    /** @param lines for each reason the finding and the command that lifts it */
    public RefusedException(List<String> lines) {
        super(String.join("; ", lines));
        this.lines = List.copyOf(lines);
    }

    /** Returns one line for each reason. */
    public List<String> lines() {
        return lines;
    }
}
