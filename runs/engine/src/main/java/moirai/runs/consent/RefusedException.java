package moirai.runs.consent;

import java.util.List;

/** A guard-rail said no, and nothing was touched. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    /** @param lines for each reason what was found and the command that lifts it */
    public RefusedException(List<String> lines) {
        super(String.join("; ", lines));
        this.lines = List.copyOf(lines);
    }

    /** One line for each reason. */
    public List<String> lines() {
        return lines;
    }
}
