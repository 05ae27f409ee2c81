package moirai.exploration.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.level.IsolationLevel;

/**
 * An oracle that decides whether a history satisfies a level, by definition 2.2 of the paper: some total order of its
 * transactions extends session order and reads, and satisfies the axioms of the level and of locks. It tries all
 * orders.
 */
final class BruteForce {

    private final List<Block> blocks = new ArrayList<>();
    private final IsolationLevel level;
    private final int finalSession;
    private final List<Block> order = new ArrayList<>();

    private BruteForce(TxnRunner.Sight history, IsolationLevel level, int finalSession) {
        for (int index = 0; index < history.count(); index++) {
            blocks.add(history.block(index));
        }
        this.level = level;
        this.finalSession = finalSession;
    }

    static boolean satisfies(TxnRunner.Sight history, IsolationLevel level, int finalSession) {
        return new BruteForce(history, level, finalSession).extend();
    }

    private boolean extend() {
        if (order.size() == blocks.size()) {
            return blocks.stream().allMatch(this::isExplained);
        }
        for (Block next : blocks) {
            boolean isPossible = !order.contains(next)
                    && blocks.stream().filter(before -> isBefore(before, next)).allMatch(order::contains);
            if (isPossible) {
                order.add(next);
                boolean isFound = extend();
                order.removeLast();
                if (isFound) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether one transaction is before another by session order, or because the other reads from it. */
    private boolean isBefore(Block one, Block other) {
        return isSessionBefore(one, other)
                || readsFrom(other, one, other.steps().count());
    }

    private boolean isSessionBefore(Block one, Block other) {
        TxnPlace a = one.place();
        TxnPlace b = other.place();
        return a.session() == b.session() ? a.position() < b.position() : b.session() == finalSession;
    }

    private static boolean readsFrom(Block reader, Block writer, int stepCount) {
        for (int step = 0; step < stepCount; step++) {
            if (reader.steps().source(step) == writer.id()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether every other writer of a key that the transaction reads comes before the writer that it reads
     * from, if the axiom demands this.
     */
    private boolean isExplained(Block reader) {
        for (int step = 0; step < reader.steps().count(); step++) {
            if (!reader.steps().isExternal(step)) {
                continue;
            }
            int source = reader.steps().source(step);
            for (Block other : blocks) {
                boolean isOther = other != reader
                        && other.id() != source
                        && other.writes(reader.steps().key(step));
                if (isOther && isSeen(other, reader, step) && !(source >= 0 && comesBefore(other, source))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean comesBefore(Block one, int id) {
        for (Block block : order) {
            if (block == one) {
                return true;
            }
            if (block.id() == id) {
                return false;
            }
        }
        throw new IllegalStateException("not in the order");
    }

    /**
     * Returns whether the reader must see another writer, because the level's axiom demands it or because the read
     * locks its key.
     */
    private boolean isSeen(Block other, Block reader, int step) {
        return concerns(other, reader, step) || (reader.steps().isLocking(step) && comesBefore(other, reader.id()));
    }

    /**
     * Returns whether the axiom applies, by figure 2 of the paper and definitions 2.5 to 2.7 of Biswas and Enea (2019).
     */
    private boolean concerns(Block other, Block reader, int step) {
        boolean isFinal = reader.place().session() == finalSession;
        return switch (ExploredLevels.axiom(
                isFinal && !level.implies(IsolationLevel.CAUSAL) ? IsolationLevel.CAUSAL : level)) {
            case NONE -> false;
            case READ_COMMITTED -> readsFrom(reader, other, step);
            case READ_ATOMIC -> isBefore(other, reader);
            case CAUSAL -> isCausallyBefore(other, reader);
            case PREFIX -> isPrefix(other, reader);
            case SNAPSHOT -> isPrefix(other, reader) || isConflict(other, reader);
            case SERIAL -> comesBefore(other, reader.id());
            case PARALLEL_SNAPSHOT -> isVisible(other, reader);
            default -> throw new IllegalArgumentException("not explored: " + level);
        };
    }

    private boolean isCausallyBefore(Block one, Block other) {
        return isBefore(one, other)
                || blocks.stream().anyMatch(between -> isBefore(between, other) && isCausallyBefore(one, between));
    }

    /**
     * Returns whether one transaction is causally before another, where commits of two writers of a common key are
     * ordered too.
     */
    private boolean isVisible(Block one, Block other) {
        return isBeforeOrRival(one, other)
                || blocks.stream().anyMatch(between -> isBeforeOrRival(between, other) && isVisible(one, between));
    }

    private boolean isBeforeOrRival(Block one, Block other) {
        return isBefore(one, other) || (one != other && shareKey(one, other) && comesBefore(one, other.id()));
    }

    /** Returns whether a transaction commits before, or is, a transaction that the reader has seen. */
    private boolean isPrefix(Block other, Block reader) {
        return blocks.stream()
                .anyMatch(seen -> isBefore(seen, reader) && (seen == other || comesBefore(other, seen.id())));
    }

    /**
     * Returns whether a transaction commits before, or is, one that writes a key of the reader and commits before it.
     */
    private boolean isConflict(Block other, Block reader) {
        return blocks.stream()
                .anyMatch(rival -> rival != reader
                        && shareKey(rival, reader)
                        && comesBefore(rival, reader.id())
                        && (rival == other || comesBefore(other, rival.id())));
    }

    private static boolean shareKey(Block one, Block other) {
        return IntStream.range(0, one.writtenCount()).anyMatch(index -> other.writes(one.writtenKey(index)))
                || hasLocked(one, other)
                || hasLocked(other, one);
    }

    /**
     * Returns whether a transaction has locked a key of the writer; a lock that is held until a commit counts as a
     * write.
     */
    private static boolean hasLocked(Block one, Block writer) {
        return one.end().isCommitted()
                && IntStream.range(0, one.steps().count())
                        .anyMatch(step -> one.steps().isLocking(step)
                                && writer.writes(one.steps().key(step)));
    }
}
