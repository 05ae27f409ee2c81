package moirai.directed.proof;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Loop;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.search.Anomaly;
import moirai.directed.search.Levels;

/**
 * A minimal set of SELECTs to lock, so that as many anomalies as possible are gone: without any one of these locks some
 * of them are back.
 *
 * <p>Method: lock each SELECT whose key is given, in the transactions with anomalies; then take the locks away one by
 * one, those without a later write to their table first, as long as no anomaly comes back. Cost: two searches for each
 * such SELECT, of as many transactions as the analysis looked at.
 *
 * @param locks in the order of the program
 * @param left the anomalies that no lock removes
 * @param repaired the program with these locks
 */
public record LockRepair(List<Lock> locks, List<Anomaly> left, Program repaired) {

    public LockRepair {
        locks = List.copyOf(locks);
        left = List.copyOf(left);
    }

    /**
     * A SELECT to lock.
     *
     * @param removed the anomalies that are back without this lock
     */
    public record Lock(String txn, Statement.Select select, List<Anomaly> removed) {

        public Lock {
            removed = List.copyOf(removed);
        }

        boolean isWrittenLater(Program program) {
            return program.txn(txn).steps().stream()
                    .dropWhile(step -> !step.label().equals(select.label()))
                    .anyMatch(step -> writes(step, select.table()));
        }

        private static boolean writes(Step step, String table) {
            return switch (step) {
                case Loop loop -> loop.steps().stream().anyMatch(inner -> writes(inner, table));
                case Statement.Select read -> false;
                case Statement statement -> statement.table().equals(table);
            };
        }
    }

    /** Returns the locks that remove these anomalies, which a search of the program has found. */
    public static LockRepair of(Program program, Levels levels, Bounds bounds, List<Anomaly> anomalies) {
        return new LockSearch(program, levels, bounds, anomalies).repair();
    }
}
