package moirai.studies.keyvalue.report;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.Then;
import moirai.exploration.program.Txn;
import moirai.exploration.program.TxnAbortedError;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.Operation;

/**
 * The rule by which the key-value tool of the paper's public artefact answers reads at "causal", in our words: versions
 * of a key are ordered as they were written, and a session may read any that is not older than the one that it last
 * read or wrote of this key. Each step counts as a transaction of its own, keys do not depend on each other, and what
 * was loaded may be missed. Operations run as a whole, sessions in random order.
 */
final class KeyWiseStore {

    private record View(int session, Object key) {}

    private final Map<Object, List<Object>> versions = new HashMap<>();
    private final Map<View, Integer> oldest = new HashMap<>();
    private final SplittableRandom random;

    private KeyWiseStore(SplittableRandom random) {
        this.random = random;
    }

    static Execution run(Harness harness, Seed seed) {
        SplittableRandom random = seed.generator();
        var store = new KeyWiseStore(random);
        int loader = harness.sessions().size();
        harness.program().initial().forEach(store.access(loader)::write);
        harness.prologue().forEach(operation -> store.run(operation, loader));
        List<List<Call>> calls = new ArrayList<>();
        var waiting = new IntArrayList();
        for (int session = 0; session < loader; session++) {
            calls.add(new ArrayList<>());
            waiting.add(session);
        }
        for (int turn = 0; !waiting.isEmpty(); turn++) {
            int session = waiting.getInt(random.nextInt(waiting.size()));
            List<Operation> operations = harness.sessions().get(session);
            Operation operation = operations.get(calls.get(session).size());
            Object reply = store.run(operation, session);
            calls.get(session).add(new Call(session, operation.request(), reply, IntLists.emptyList(), turn, turn));
            if (calls.get(session).size() == operations.size()) {
                waiting.rem(session);
            }
        }
        return new Execution(harness, calls, new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, seed)));
    }

    private Object run(Operation operation, int session) {
        Object reply = operation.body().run(access(session));
        while (reply instanceof Then(String name, Body then)) {
            reply = then.run(access(session));
        }
        return reply;
    }

    private Txn access(int session) {
        return new Txn() {
            @Override
            public Optional<Object> read(Object key) {
                List<Object> written = versions.getOrDefault(key, List.of());
                if (written.isEmpty()) {
                    return Optional.empty();
                }
                int from = oldest.getOrDefault(new View(session, key), 0);
                int version = from + random.nextInt(written.size() - from);
                oldest.put(new View(session, key), version);
                return Optional.of(written.get(version));
            }

            @Override
            public void write(Object key, Object value) {
                List<Object> written = versions.computeIfAbsent(key, unwritten -> new ArrayList<>());
                oldest.put(new View(session, key), written.size());
                written.add(value);
            }

            @Override
            public void delete(Object key) {
                throw new UnsupportedOperationException("no program deletes");
            }

            @Override
            public Optional<Object> readForUpdate(Object key) {
                throw new UnsupportedOperationException("no program locks keys");
            }

            @Override
            public TxnAbortedError abort() {
                throw new UnsupportedOperationException("no program aborts its transactions");
            }
        };
    }
}
