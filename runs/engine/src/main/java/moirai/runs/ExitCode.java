package moirai.runs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The exit codes of a command: Jepsen's codes, extended. A later code never hides one that ranks before it, so a
 * violation is not masked by a failed clean-up.
 */
public enum ExitCode {
    /** Arguments, configuration or an input file were not usable; nothing was done. */
    BAD_ARGUMENTS(254, 0),
    /** A guard rail refused the command; nothing was touched. */
    REFUSED(253, 1),
    /** A forbidden anomaly is proven. */
    INVALID(1, 2),
    /** Something that the run made may still be there. */
    CLEAN_UP_INCOMPLETE(252, 3),
    /** Moirai or its environment failed: no such database, a file that cannot be written, a mistake of ours. */
    INTERNAL_ERROR(255, 4),
    /** SIGINT ended the run, and nothing forbidden had been found. */
    INTERRUPTED(130, 5),
    /** SIGTERM ended the run, and nothing forbidden had been found. A launcher may send SIGTERM after a Ctrl-C. */
    TERMINATED(143, 6),
    /** Nothing forbidden was found, but the search was not complete, or a full disk ended the run. */
    UNKNOWN(2, 7),
    /** Nothing forbidden was found, but the run could hardly have noticed. */
    INSUFFICIENT_EVIDENCE(3, 8),
    /** The level holds in everything that was observed. */
    VALID(0, 9);

    private final int code;
    private final int rank;

    ExitCode(int code, int rank) {
        this.code = code;
        this.rank = rank;
    }

    /** Returns the number that the process ends with. */
    public int code() {
        return code;
    }

    /** Returns the meaning of a number that a process ended with; empty if it is none of ours. */
    public static Optional<ExitCode> of(int code) {
        return Arrays.stream(values()).filter(known -> known.code == code).findFirst();
    }

    /** Returns the name in lower case, such as {@code insufficient evidence}. Scripts search for it. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns this code or the other, whichever ranks first and so must be reported. */
    public ExitCode and(ExitCode other) {
        return rank <= other.rank ? this : other;
    }
}
