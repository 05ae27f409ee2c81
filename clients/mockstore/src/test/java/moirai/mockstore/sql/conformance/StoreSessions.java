package moirai.mockstore.sql.conformance;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreListener;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.sql.SqlDatabase;

/**
 * Sessions of the store, each with a thread. Of those that can go on after waiting, the first or the last to come goes
 * first; a real server wakes all of them at once.
 */
final class StoreSessions implements Sessions {

    private final StoreOptions options;
    private final SqlDatabase database;
    private final List<StoreSide> sides = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final List<List<Reply>> replies = new ArrayList<>();
    private final Set<Integer> running = new HashSet<>();
    /** The sessions that wait for a lock, the first to wait first, with what they wait for. */
    private final Map<Integer, BooleanSupplier> waiting = new LinkedHashMap<>();

    private List<String> tables = List.of();
    private boolean isLastFirst;

    StoreSessions(int count, ProductLevel level) {
        options = new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1)));
        database = new SqlDatabase(new MockStore(options));
        for (int session = 0; session < count; session++) {
            sides.add(new StoreSide(database));
            threads.add(Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().factory()));
            replies.add(new ArrayList<>());
        }
        database.store().listen(new StoreListener() {
            @Override
            public void step(int session, int txn, BooleanSupplier isPossible) {
                if (!isPossible.getAsBoolean()) {
                    await(session, isPossible);
                }
            }
        });
    }

    /** Decides whether the last to wait goes on first. */
    void wakeLastFirst(boolean isSo) {
        isLastFirst = isSo;
    }

    MockStore store() {
        return database.store();
    }

    private synchronized void await(int session, BooleanSupplier isPossible) {
        running.remove(session);
        waiting.put(session, isPossible);
        notifyAll();
        waitUntil(() -> running.contains(session));
    }

    private synchronized void waitUntil(BooleanSupplier isSo) {
        try {
            while (!isSo.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void prepare(Interleaved program) {
        if (!program.tables().equals(tables)) {
            tables = program.tables();
            List.of("kid", "child", "parent", "item")
                    .forEach(table -> sides.getFirst().execute("DROP TABLE " + table, true));
            tables.forEach(sql -> {
                if (sides.getFirst().execute(sql, true) instanceof Reply.Failure failure) {
                    throw new IllegalArgumentException(failure + " " + sql);
                }
            });
            database.keep();
        }
        database.reset(options);
        replies.forEach(List::clear);
    }

    @Override
    public synchronized void start(int session, String sql) {
        running.add(session);
        threads.get(session).execute(() -> ended(session, sides.get(session).execute(sql, false)));
        do {
            waitUntil(running::isEmpty);
        } while (isOneAwake());
    }

    /** Lets the first waiting session go on that can; returns whether there is one. */
    private boolean isOneAwake() {
        List<Integer> able = waiting.entrySet().stream()
                .filter(session -> session.getValue().getAsBoolean())
                .map(Map.Entry::getKey)
                .toList();
        if (!able.isEmpty()) {
            Integer next = isLastFirst ? able.getLast() : able.getFirst();
            waiting.remove(next);
            running.add(next);
            notifyAll();
        }
        return !able.isEmpty();
    }

    private synchronized void ended(int session, Reply reply) {
        replies.get(session).add(requireNonNull(reply));
        running.remove(session);
        notifyAll();
    }

    @Override
    public synchronized boolean isBusy(int session) {
        return running.contains(session) || waiting.containsKey(session);
    }

    @Override
    public List<Reply> replies(int session) {
        return replies.get(session);
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::shutdown);
    }
}
