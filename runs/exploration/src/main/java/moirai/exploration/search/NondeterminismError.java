package moirai.exploration.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A transaction did something else when it was run again, although it had read the same. Not for programs to catch. */
public final class NondeterminismError extends Error {

    private static final long serialVersionUID = 1L;

    /** What comes between a program and the place where its steps are compared. */
    private static final List<String> OURS = List.of(
            "moirai.exploration.search.",
            "moirai.exploration.program.",
            "moirai.exploration.jdbc.",
            "moirai.programs.keyvalue.KeyValueAccess",
            "moirai.mockstore.",
            "java.",
            "jdk.");

    private final TxnPlace place;
    private final int step;

    /** At this step, from 0. */
    public NondeterminismError(TxnPlace place, int step) {
        super("transaction " + (place.position() + 1) + " of session " + (place.session() + 1)
                + " did something else at step " + (step + 1)
                + " when it was run again, although it had read the same values before");
        this.place = place;
        this.step = step;
    }

    public TxnPlace place() {
        return place;
    }

    /** From 0. */
    public int step() {
        return step;
    }

    /** Where the program was: the first line of the stack that is neither of the search nor of the store. */
    public Optional<StackTraceElement> location() {
        return Arrays.stream(getStackTrace())
                .filter(element -> OURS.stream().noneMatch(element.getClassName()::startsWith))
                .findFirst();
    }
}
