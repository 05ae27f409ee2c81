package moirai.programs.explored;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.exploration.program.TxnAbortedError;

/**
 * An oracle that runs a program in all serial orders that keep the order of each session, each transaction on the
 * newest values. The resulting reads are those that serializability allows, found without a search, an axiom or a
 * filter.
 */
final class SerialOrders {

    private final Program program;
    private final Map<Object, Version> versions = new HashMap<>();
    private final int[] next;
    private final Map<String, String> texts = new TreeMap<>();
    private final Set<String> histories = new HashSet<>();
    private int orders;

    private SerialOrders(Program program) {
        this.program = program;
        this.next = new int[program.sessions().size()];
        program.initial().forEach((key, value) -> versions.put(key, new Version(Optional.of(value), "nobody")));
    }

    /** The number of orders, and the number of different histories that they produce. */
    record Counts(int orders, int histories) {}

    /** The value of a key, and its writer. */
    private record Version(Optional<Object> value, String writer) {

        private static final Version NONE = new Version(Optional.empty(), "nobody");
    }

    static Counts of(Program program) {
        var all = new SerialOrders(program);
        all.goOn();
        return new Counts(all.orders, all.histories.size());
    }

    private void goOn() {
        boolean isEnd = true;
        for (int session = 0; session < next.length; session++) {
            List<ProgramTxn> txns = program.sessions().get(session);
            if (next[session] < txns.size()) {
                isEnd = false;
                String name = session + "." + next[session];
                Map<Object, Version> before = run(name, txns.get(next[session]));
                next[session]++;
                goOn();
                next[session]--;
                versions.putAll(before);
                texts.remove(name);
            }
        }
        if (isEnd) {
            orders++;
            histories.add(texts.toString());
        }
    }

    /** Runs a transaction; what the keys that it wrote held before. */
    private Map<Object, Version> run(String name, ProgramTxn txn) {
        var access = new Access();
        var before = new HashMap<Object, Version>();
        try {
            txn.body().run(access);
        } catch (TxnAbortedError aborted) {
            texts.put(name, access.steps + " aborted");
            return before;
        }
        texts.put(name, access.steps + " committed");
        access.written.forEach((key, value) -> {
            before.put(key, versions.getOrDefault(key, Version.NONE));
            versions.put(key, new Version(Optional.of(value), name));
        });
        return before;
    }

    private final class Access implements Txn {

        private final Map<Object, Object> written = new HashMap<>();
        private final List<String> steps = new ArrayList<>();

        @Override
        public Optional<Object> read(Object key) {
            if (written.containsKey(key)) {
                steps.add("own " + key);
                return Optional.of(written.get(key));
            }
            Version version = versions.getOrDefault(key, Version.NONE);
            steps.add("read " + key + " of " + version.writer());
            return version.value();
        }

        @Override
        public Optional<Object> readForUpdate(Object key) {
            throw new UnsupportedOperationException("applications lock nothing");
        }

        @Override
        public void write(Object key, Object value) {
            steps.add("write " + key);
            written.put(key, value);
        }

        @Override
        public void delete(Object key) {
            throw new UnsupportedOperationException("applications keep the columns of deleted rows");
        }

        @Override
        public TxnAbortedError abort() {
            throw new TxnAbortedError();
        }
    }
}
