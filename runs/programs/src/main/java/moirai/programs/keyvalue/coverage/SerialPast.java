package moirai.programs.keyvalue.coverage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What every key holds, and of each session the replies and what its unfinished operation has read: all that later
 * bodies can depend on, if each read returns the latest value.
 */
final class SerialPast implements Past {

    /** Between two transactions of an operation. */
    private enum Mark {
        BEGIN
    }

    private final Map<Object, Object> values = new HashMap<>();
    private final List<List<Object>> replies = new ArrayList<>();
    private final List<List<Object>> reads = new ArrayList<>();
    private int current;

    @Override
    public void clear() {
        values.clear();
        replies.forEach(List::clear);
        reads.forEach(List::clear);
    }

    @Override
    public void begin(int session) {
        while (replies.size() <= session) {
            replies.add(new ArrayList<>());
            reads.add(new ArrayList<>());
        }
        current = session;
        reads.get(current).add(Mark.BEGIN);
    }

    @Override
    public void source(int txn) {}

    @Override
    public void read(Object value) {
        reads.get(current).add(value);
    }

    @Override
    public void write(Object key, Object value) {
        values.put(key, value);
    }

    @Override
    public void done(Object reply) {
        replies.get(current).add(reply);
        reads.get(current).clear();
    }

    @Override
    public Object key() {
        return List.of(
                Map.copyOf(values),
                replies.stream().map(List::copyOf).toList(),
                reads.stream().map(List::copyOf).toList());
    }
}
