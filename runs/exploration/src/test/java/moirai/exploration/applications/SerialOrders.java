package moirai.exploration.applications;

import java.util.ArrayList;
import java.util.Arrays;
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
 * Runs a program in all orders of its transactions that keep each session's, one transaction after the other, each on
 * the newest values. What was read from whom is what serializability allows, found without any search, axiom or filter.
 */
final class SerialOrders {

    private final Program program;
    private final Map<Object, Object> values;
    private final Map<Object, String> writers = new HashMap<>();
    private final int[] next;
    private final Map<String, String> texts = new TreeMap<>();
    private final Set<String> histories = new HashSet<>();
    private int orders;

    private SerialOrders(Program program) {
        this.program = program;
        this.values = new HashMap<>(program.initial());
        this.next = new int[program.sessions().size()];
    }

    /** How many orders there are, and how many different histories they make. */
    record Counts(int orders, int histories) {}

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
                var valuesBefore = new HashMap<>(values);
                var writersBefore = new HashMap<>(writers);
                int[] nextBefore = Arrays.copyOf(next, next.length);
                String name = session + "." + next[session];
                texts.put(name, run(name, txns.get(next[session]++)));
                goOn();
                texts.remove(name);
                values.clear();
                values.putAll(valuesBefore);
                writers.clear();
                writers.putAll(writersBefore);
                System.arraycopy(nextBefore, 0, next, 0, next.length);
            }
        }
        if (isEnd) {
            orders++;
            histories.add(texts.toString());
        }
    }

    private String run(String name, ProgramTxn txn) {
        var access = new Access();
        try {
            txn.body().run(access);
        } catch (TxnAbortedError aborted) {
            return access.steps + " aborted";
        }
        access.written.forEach((key, value) -> {
            values.put(key, value);
            writers.put(key, name);
        });
        return access.steps + " committed";
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
            steps.add("read " + key + " of " + writers.getOrDefault(key, "nobody"));
            return Optional.ofNullable(values.get(key));
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
