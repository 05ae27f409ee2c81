package moirai.studies.levels;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import moirai.analysis.columns.StableSort;

/**
 * A generator of large histories of registers that keep to a level and, unless it is {@code ser}, break the stronger
 * ones, as text of Plume. A transaction has one to five ops, half of them reads, on a few keys that are never retired.
 *
 * <p>The order of lines is that of commits ({@code commit}), that of ends as clients see them ({@code end}), a random
 * merge of the sessions ({@code merged}) or one session after the other ({@code session}). The file has no times.
 */
public final class LevelHistories {

    private static final int OPS_MAX = 5;

    private LevelHistories() {}

    /** Arguments: TRANSACTIONS SESSIONS KEYS SEED {@code ser|si|psi|pc|cc} {@code commit|end|merged|session} FILE. */
    public static void main(String[] args) throws IOException {
        int sessions = Integer.parseInt(args[1]);
        var random = new SplittableRandom(Long.parseLong(args[3]));
        var store = new LeveledStore(LeveledStore.Level.of(args[4]), sessions, Integer.parseInt(args[2]), random);
        var history = new Recording(Integer.parseInt(args[0]));
        history.record(store, sessions, random);
        int[] order = history.lines(args[5], sessions, random);
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(args[6]), StandardCharsets.US_ASCII)) {
            for (int txn : order) {
                history.write(txn, out);
            }
        }
    }

    /** The transactions that committed, numbered in the order of their commits. */
    private static final class Recording {

        private final int[] session;
        private final int[] firstOp;
        private final int[] end;
        private final IntArrayList keys = new IntArrayList();
        private final IntArrayList values = new IntArrayList();
        private int committed;

        Recording(int txns) {
            this.session = new int[txns];
            this.firstOp = new int[txns + 1];
            this.end = new int[txns];
        }

        /** Lets sessions go on in a random order; each begins, commits and learns of it in turns of their own. */
        void record(LeveledStore store, int sessions, SplittableRandom random) {
            int[] plan = new int[OPS_MAX];
            int[] running = new int[sessions];
            boolean[] begun = new boolean[sessions];
            Arrays.fill(running, -1);
            for (int turn = 0; committed < session.length; turn++) {
                int of = random.nextInt(sessions);
                if (running[of] >= 0) {
                    end[running[of]] = turn;
                    running[of] = -1;
                } else if (!begun[of]) {
                    store.begin(of);
                    begun[of] = true;
                } else {
                    begun[of] = false;
                    int ops = 1 + random.nextInt(OPS_MAX);
                    for (int i = 0; i < ops; i++) {
                        plan[i] = store.anyOp();
                    }
                    if (store.commit(of, committed, plan, ops, keys, values)) {
                        session[committed] = of;
                        end[committed] = Integer.MAX_VALUE;
                        running[of] = committed++;
                        firstOp[committed] = keys.size();
                    }
                }
            }
        }

        /** Returns the transactions in the order of their lines. */
        int[] lines(String order, int sessions, SplittableRandom random) {
            int[] txns = IntStream.range(0, session.length).toArray();
            return switch (order) {
                case "commit" -> txns;
                case "end" -> StableSort.range(txns.length, txn -> end[txn]);
                case "session" -> StableSort.range(txns.length, txn -> session[txn]);
                case "merged" -> merged(sessions, random);
                default -> throw new IllegalArgumentException(order + "; expected commit, end, merged or session");
            };
        }

        /** Returns the sessions in random turns, as many for each as it has transactions. */
        private int[] merged(int sessions, SplittableRandom random) {
            int[] turns = session.clone();
            for (int i = turns.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int turn = turns[i];
                turns[i] = turns[other];
                turns[other] = turn;
            }
            int[] bySession = StableSort.range(turns.length, txn -> session[txn]);
            int[] next = new int[sessions + 1];
            for (int of : session) {
                next[of + 1]++;
            }
            for (int i = 0; i < sessions; i++) {
                next[i + 1] += next[i];
            }
            int[] order = new int[turns.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = bySession[next[turns[i]]++];
            }
            return order;
        }

        void write(int txn, BufferedWriter out) throws IOException {
            for (int op = firstOp[txn]; op < firstOp[txn + 1]; op++) {
                int key = keys.getInt(op);
                out.write(key >= 0 ? "w(" + key : "r(" + ~key);
                out.write("," + values.getInt(op) + "," + session[txn] + "," + txn + ")\n");
            }
        }
    }
}
