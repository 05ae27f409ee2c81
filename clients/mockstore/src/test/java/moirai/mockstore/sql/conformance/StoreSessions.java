package moirai.mockstore.sql.conformance;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** The sessions whose statements have not ended, those that wait for a lock with what they wait for. */
    private final Map<Integer, BooleanSupplier> busy = new LinkedHashMap<>();

    private static final BooleanSupplier RUNS = () -> true;
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
            public void step(int session, BooleanSupplier isPossible) {
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
        busy.remove(session);
        busy.put(session, isPossible);
        notifyAll();
        while (busy.get(session) == isPossible) {
            pause();
        }
    }

    private void pause() {
        try {
            wait();
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
        busy.put(session, RUNS);
        threads.get(session).execute(() -> ended(session, sides.get(session).execute(sql, false)));
        do {
            while (busy.containsValue(RUNS)) {
                pause();
            }
        } while (isOneAwake());
    }

    /** Lets the first waiting session go on that can; returns whether there is one. */
    private boolean isOneAwake() {
        List<Integer> able = busy.keySet().stream()
                .filter(session -> busy.get(session).getAsBoolean())
                .toList();
        if (!able.isEmpty()) {
            busy.put(isLastFirst ? able.getLast() : able.getFirst(), RUNS);
            notifyAll();
        }
        return !able.isEmpty();
    }

    private synchronized void ended(int session, Reply reply) {
        replies.get(session).add(requireNonNull(reply));
        busy.remove(session);
        notifyAll();
    }

    @Override
    public synchronized boolean isBusy(int session) {
        return busy.containsKey(session);
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
