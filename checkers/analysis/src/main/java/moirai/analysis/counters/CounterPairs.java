package moirai.analysis.counters;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.history.History;

/** Finds the two reads of one counter that order two transactions. */
public final class CounterPairs implements OpPair.Finder {

    private final CounterValues values;
    private final History history;

    /** Prepares for a history. O(ops × ops of a transaction). */
    public CounterPairs(History history) {
        this.values = new CounterValues(history);
        this.history = history;
    }

    /** {@inheritDoc} O(ops of both transactions cubed). */
    @Override
    public Optional<OpPair> find(int from, int to, Dependency dependency) {
        for (int first = history.firstOp(from); first < history.endOp(from); first++) {
            for (int second = history.firstOp(to); second < history.endOp(to); second++) {
                boolean pair = values.isRead(first)
                        && values.isRead(second)
                        && values.isOfOthersAlone(first)
                        && values.isOfOthersAlone(second)
                        && history.key(first) == history.key(second)
                        && values.isMonotone(history.key(first));
                if (pair && shows(first, second, to, dependency)) {
                    return Optional.of(new OpPair(first, second));
                }
            }
        }
        return Optional.empty();
    }

    private boolean shows(int first, int second, int to, Dependency dependency) {
        long earlier = history.value(first);
        long later = history.value(second);
        return switch (dependency) {
            case READ_READ -> values.neverShrinks(history.key(first)) ? earlier < later : earlier > later;
            case READ_WRITE -> earlier == later && values.net(to, history.key(first)) != 0;
            case WRITE_WRITE, WRITE_READ, PREDICATE_READ_WRITE, PROCESS, REALTIME -> false;
        };
    }
}
