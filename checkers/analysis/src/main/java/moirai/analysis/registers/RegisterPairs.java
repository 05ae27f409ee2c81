package moirai.analysis.registers;

import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.analysis.Succession;
import moirai.history.History;

/**
 * Finds the ops on registers that order two transactions. Two ops alone show no more than who read whose value; other
 * dependencies rest on an order of versions.
 */
public record RegisterPairs(History history) implements OpPair.Finder {

    /** Stands for an op that does not exist. */
    public static final int NONE = -1;

    /** {@inheritDoc} O(ops of both transactions squared). */
    @Override
    public Optional<OpPair> find(int from, int to, Dependency dependency) {
        for (int write = history.firstOp(from); write < history.endOp(from); write++) {
            for (int read = history.firstOp(to); read < history.endOp(to); read++) {
                if (dependency == Dependency.WRITE_READ && isReadOf(read, write)) {
                    return Optional.of(new OpPair(write, read));
                }
            }
        }
        return Optional.empty();
    }

    /** Finds the ops that show a ww or rw dependency by this order of versions. O(ops of both transactions). */
    public Optional<OpPair> find(int from, int to, Dependency dependency, Succession order) {
        if (order.later() != to) {
            return Optional.empty();
        }
        int fromOp = switch (dependency) {
            case WRITE_WRITE -> order.earlier() == from ? lastWrite(from, order.key()) : NONE;
            case READ_WRITE -> readOf(from, order.key(), lastWrite(order.earlier(), order.key()));
            case WRITE_READ, PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> NONE;
        };
        return fromOp == NONE ? Optional.empty() : Optional.of(new OpPair(fromOp, lastWrite(to, order.key())));
    }

    /** Returns the op by which the transaction wrote the key last; {@link #NONE} for the initial version. */
    public int lastWrite(int txn, int key) {
        return txn == Succession.INITIAL
                ? NONE
                : ops(txn, op -> history.isWrite(op) && history.key(op) == key)
                        .max()
                        .orElse(NONE);
    }

    /** Returns the first op by which the transaction read what the write wrote, or the initial version. */
    private int readOf(int reader, int key, int write) {
        return ops(
                        reader,
                        op -> write == NONE ? history.key(op) == key && history.isInitialRead(op) : isReadOf(op, write))
                .findFirst()
                .orElse(NONE);
    }

    private IntStream ops(int txn, IntPredicate which) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn)).filter(which);
    }

    private boolean isReadOf(int read, int write) {
        return history.isWrite(write)
                && !history.isWrite(read)
                && history.isAnswered(read)
                && !history.isInitialRead(read)
                && history.key(read) == history.key(write)
                && history.value(read) == history.value(write);
    }
}
