package moirai.studies.tpcc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlTxn;
import moirai.programs.sql.TxnKind;
import moirai.scheduling.Step;
import moirai.studies.tpcc.Stage.Played;

/**
 * Random tests that are as short as directed ones, on the same stage: transactions of TPC-C's mix with random
 * arguments, their statements in a random order, each read from anyone who has written the cell.
 */
final class RandomCalls {

    private final Stage stage;
    private final List<TxnKind> kinds;

    RandomCalls(Stage stage, List<TxnKind> kinds) {
        this.stage = stage;
        this.kinds = List.copyOf(kinds);
    }

    /**
     * The results of tries.
     *
     * @param complete the number of tries without a failure; only those count
     * @param broken the number of complete tries that broke an invariant, by its id
     */
    record Tries(int length, int tries, int complete, Map<String, Integer> broken) {

        Tries {
            broken = Map.copyOf(broken);
        }
    }

    /** So many tries of so many transactions. The same seed on a new stage, the same tries. */
    Tries run(int length, int tries, Seed seed) throws SQLException {
        var broken = new TreeMap<String, Integer>();
        int complete = 0;
        for (int number = 0; number < tries; number++) {
            Seed part = seed.part(number);
            Played played = play(length, part);
            complete += played.isComplete() ? 1 : 0;
            played.broken().keySet().forEach(id -> broken.merge(id, 1, Integer::sum));
        }
        return new Tries(length, tries, complete, broken);
    }

    private Played play(int length, Seed seed) throws SQLException {
        SplittableRandom random = seed.part(-1).generator();
        var calls = new ArrayList<SqlTxn>();
        var left = new ArrayList<Integer>();
        for (int call = 0; call < length; call++) {
            SqlTxn txn = drawn(kinds, new Draws(seed, call), random);
            calls.add(txn);
            left.add(stage.statements(txn).size());
        }
        var order = new ArrayList<Step>();
        int[] next = new int[length];
        int open = left.stream().mapToInt(Integer::intValue).sum();
        for (; open > 0; open--) {
            int drawn = random.nextInt(open);
            int call = 0;
            while (drawn >= left.get(call) - next[call]) {
                drawn -= left.get(call) - next[call];
                call++;
            }
            order.add(new Step(call, 0, next[call]++));
        }
        return stage.play(calls, order, Chooser.uniform(seed.part(-2)));
    }

    /** A transaction of the mix. */
    static SqlTxn drawn(List<TxnKind> kinds, Draws draws, SplittableRandom random) {
        int number = random.nextInt(kinds.stream().mapToInt(TxnKind::weight).sum());
        for (TxnKind kind : kinds) {
            number -= kind.weight();
            if (number < 0) {
                return kind.draw().apply(draws);
            }
        }
        throw new IllegalArgumentException("no kind of transaction");
    }
}
