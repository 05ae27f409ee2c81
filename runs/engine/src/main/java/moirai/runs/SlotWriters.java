package moirai.runs;

import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.clients.memory.TxnSink;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;

/**
 * A recorder of sessions that one thread interleaves, with one writer for each session that is open at a time. A
 * session that replaces one that ended takes over its writer, as in a live run.
 */
final class SlotWriters implements TxnSink, AutoCloseable {

    private final List<HistoryWriter> all = new ArrayList<>();
    private final Deque<HistoryWriter> free = new ArrayDeque<>();
    private final Map<Integer, HistoryWriter> bySession = new HashMap<>();

    SlotWriters(HistoryDirectory history, int count) {
        HistoryDirectory known = history.forWriters(count);
        for (int i = 0; i < count; i++) {
            HistoryWriter writer = known.writer(i);
            all.add(writer);
            free.addLast(writer);
        }
    }

    @Override
    public void begin(int session, TxnPlan plan, long nanos) {
        bySession.computeIfAbsent(session, unseen -> free.removeFirst()).begin(session, plan, nanos);
    }

    @Override
    public void end(Txn txn) {
        HistoryWriter writer = bySession.get(txn.session());
        if (writer == null) {
            throw new IllegalStateException("session " + txn.session() + " ends a transaction that it did not begin");
        }
        writer.end(txn);
        if (txn.outcome() instanceof Outcome.Indeterminate) {
            bySession.remove(txn.session());
            free.addLast(writer);
        }
    }

    /** Closes all writers; where the disk is full, all the same, and reports the first failure. */
    @Override
    public void close() {
        Optional<UncheckedIOException> first = Optional.empty();
        for (HistoryWriter writer : all) {
            try {
                writer.close();
            } catch (UncheckedIOException failed) {
                first = first.or(() -> Optional.of(failed));
            }
        }
        first.ifPresent(failed -> {
            throw failed;
        });
    }
}
