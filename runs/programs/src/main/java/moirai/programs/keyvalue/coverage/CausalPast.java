package moirai.programs.keyvalue.coverage;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * For each session, the sources of the reads of each of its transactions, by session and position: the relations of
 * which the axiom speaks. Bodies are functions of what they read, so replies and writes follow from it.
 */
final class CausalPast implements Past {

    private static final int BEGIN = -2;
    private static final int END = -3;
    /** Transactions of a session have numbers below. */
    private static final int SESSION = 1 << 16;

    private final List<IntArrayList> sessions = new ArrayList<>();
    private final IntArrayList txns = new IntArrayList();
    private int current;

    @Override
    public void clear() {
        sessions.forEach(IntArrayList::clear);
        txns.clear();
    }

    @Override
    public void begin(int session) {
        while (sessions.size() <= session) {
            sessions.add(new IntArrayList());
        }
        current = session;
        sessions.get(session).add(BEGIN);
        txns.add(session * SESSION + sessions.get(session).size());
    }

    @Override
    public void source(int txn) {
        sessions.get(current).add(txn < 0 ? txn : txns.getInt(txn));
    }

    @Override
    public void read(Object value) {}

    @Override
    public void write(Object key, Object value) {}

    @Override
    public void done(Object reply) {}

    @Override
    public Object key() {
        var key = new IntArrayList();
        for (IntArrayList session : sessions) {
            key.addAll(session);
            key.add(END);
        }
        return key;
    }
}
