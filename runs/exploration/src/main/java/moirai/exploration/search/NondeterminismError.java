package moirai.exploration.search;

import java.util.Optional;

/** A transaction did something else when it was run again, although it had read the same. Not for programs to catch. */
public final class NondeterminismError extends Error {

    private static final long serialVersionUID = 1L;

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

    /** Where the program was: the first line of the stack that is not of the search. */
    public Optional<StackTraceElement> location() {
        for (StackTraceElement element : getStackTrace()) {
            String name = element.getClassName();
            if (!name.startsWith("moirai.exploration")
                    && !name.startsWith("moirai.mockstore")
                    && !name.startsWith("java.")
                    && !name.startsWith("jdk.")) {
                return Optional.of(element);
            }
        }
        return Optional.empty();
    }
}
