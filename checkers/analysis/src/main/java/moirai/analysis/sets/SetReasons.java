package moirai.analysis.sets;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.history.History;

/** Why sets order two transactions, in a clause that names the read and the element. */
public final class SetReasons {

    private final SetInference inference;
    private final History history;

    /** Prepares it. O(ops + elements of lists). */
    public SetReasons(History history) {
        this.inference = new SetInference(history);
        this.history = history;
    }

    /** The clause; empty if no pair of their ops shows such a dependency. O(ops of both transactions squared × log). */
    public Optional<String> of(int from, int to, Dependency dependency) {
        return switch (dependency) {
            case WRITE_READ -> seen(from, to);
            case READ_WRITE -> missed(from, to);
            case WRITE_WRITE, PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> Optional.empty();
        };
    }

    private Optional<String> seen(int adder, int reader) {
        for (int add = history.firstOp(adder); add < history.endOp(adder); add++) {
            for (int read = history.firstOp(reader); read < history.endOp(reader); read++) {
                if (isPair(add, read)
                        && inference.contains(read, history.element(add))
                        && inference.adder(history.key(add), history.element(add)) == adder) {
                    return Optional.of("T" + reader + " saw " + element(add) + " in key " + key(add) + ", which T"
                            + adder + " added");
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> missed(int reader, int adder) {
        for (int read = history.firstOp(reader); read < history.endOp(reader); read++) {
            for (int add = history.firstOp(adder); add < history.endOp(adder); add++) {
                if (isPair(add, read) && !inference.contains(read, history.element(add))) {
                    return Optional.of("T" + reader + " read key " + key(add) + " without " + element(add) + ", which T"
                            + adder + " added");
                }
            }
        }
        return Optional.empty();
    }

    private boolean isPair(int addOp, int readOp) {
        return history.isAppend(addOp) && inference.isRead(readOp) && history.key(addOp) == history.key(readOp);
    }

    private String element(int addOp) {
        return history.valueLabel(history.element(addOp));
    }

    private String key(int op) {
        return history.keyLabel(history.key(op));
    }
}
