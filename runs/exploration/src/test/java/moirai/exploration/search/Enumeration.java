package moirai.exploration.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.exploration.program.TxnAbortedError;

/**
 * An oracle that runs a program in all orders of its transactions that keep the order within sessions, and lets every
 * read return any committed value or the initial one. It knows no level, and leaves out only histories that it has
 * found in another order. It shares with searches only the recording of steps.
 */
final class Enumeration {

    private static final Block.Demands NONE = new Block.Demands(0, 0, new int[0], new long[0]);

    private final Program program;
    private final List<List<ProgramTxn>> sessions;
    private final int[] next;
    private final List<Object> keys = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, TxnRunner.Sight> histories = new LinkedHashMap<>();

    private Enumeration(Program program) {
        this.program = program;
        this.sessions = new ArrayList<>(program.sessions());
        sessions.add(program.afterwards());
        this.next = new int[sessions.size()];
    }

    /** Returns all histories by their texts. */
    static Map<String, TxnRunner.Sight> of(Program program) {
        var all = new Enumeration(program);
        all.goOn();
        return all.histories;
    }

    private void goOn() {
        var history = new Placed(List.copyOf(blocks));
        String text = Histories.text(history, key -> keys.get(key).toString());
        if (!seen.add(text)) {
            return;
        }
        boolean isEnd = true;
        for (int session = 0; session < next.length; session++) {
            boolean isFinal = session == next.length - 1;
            if (next[session] < sessions.get(session).size() && (isEnd || !isFinal)) {
                isEnd = false;
                runInAllWays(session);
            }
        }
        if (isEnd) {
            histories.put(text, history);
        }
    }

    private void runInAllWays(int session) {
        int position = next[session]++;
        ProgramTxn txn = sessions.get(session).get(position);
        boolean isLast = position == sessions.get(session).size() - 1;
        var ways = new Ways();
        do {
            var access = new Access(ways);
            TxnEnd end;
            try {
                end = new TxnEnd(true, txn.body().run(access), "", isLast);
            } catch (TxnAbortedError aborted) {
                end = new TxnEnd(false, "aborted", "", isLast);
            }
            blocks.add(new Block(new TxnPlace(blocks.size(), session, position), access.steps, end, NONE));
            goOn();
            blocks.removeLast();
        } while (ways.hasNext());
        next[session]--;
    }

    private record Placed(List<Block> blocks) implements TxnRunner.Sight {

        @Override
        public int count() {
            return blocks.size();
        }

        @Override
        public Block block(int index) {
            return blocks.get(index);
        }

        @Override
        public Block byId(int id) {
            return blocks.get(id);
        }
    }

    /** A counter of all combinations of choices, each of which may depend on the earlier ones. */
    private static final class Ways {

        private final IntArrayList choices = new IntArrayList();
        private final IntArrayList counts = new IntArrayList();
        private int made;

        int choose(int count) {
            if (made == choices.size()) {
                choices.add(0);
                counts.add(count);
            }
            return choices.getInt(made++);
        }

        boolean hasNext() {
            made = 0;
            while (!choices.isEmpty() && choices.topInt() == counts.topInt() - 1) {
                choices.popInt();
                counts.popInt();
            }
            if (choices.isEmpty()) {
                return false;
            }
            choices.push(choices.popInt() + 1);
            return true;
        }
    }

    private final class Access implements Txn {

        private final Ways ways;
        private final Steps steps = new Steps();
        private final Map<Object, Optional<Object>> held = new HashMap<>();

        Access(Ways ways) {
            this.ways = ways;
        }

        @Override
        public Optional<Object> read(Object key) {
            return read(key, false);
        }

        @Override
        public Optional<Object> readForUpdate(Object key) {
            return read(key, true);
        }

        @SuppressWarnings("unchecked")
        private Optional<Object> read(Object key, boolean isLocking) {
            int id = idOf(key);
            Optional<Object> own = held.get(key);
            if (own != null) {
                steps.add(id, Steps.OWN, own);
                return own;
            }
            List<Block> writers =
                    blocks.stream().filter(block -> block.writes(id)).toList();
            int way = ways.choose(writers.size() + 1);
            boolean isInitial = way == writers.size();
            Optional<Object> value = isInitial
                    ? Optional.ofNullable(program.initial().get(key))
                    : (Optional<Object>) writers.get(way).written(id);
            steps.add(id, isInitial ? Steps.INITIAL : writers.get(way).id(), value);
            if (isLocking) {
                steps.markLocking();
                put(key, value);
            }
            return value;
        }

        @Override
        public void write(Object key, Object value) {
            put(key, Optional.of(value));
        }

        @Override
        public void delete(Object key) {
            put(key, Optional.empty());
        }

        private void put(Object key, Optional<Object> value) {
            steps.add(idOf(key), Steps.WRITE, value);
            held.put(key, value);
        }

        private int idOf(Object key) {
            if (!keys.contains(key)) {
                keys.add(key);
            }
            return keys.indexOf(key);
        }

        @Override
        public TxnAbortedError abort() {
            throw new TxnAbortedError();
        }
    }
}
