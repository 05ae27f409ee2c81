package moirai.programs.sql;

/**
 * The numbers of transactions by their end.
 *
 * @param committed transactions whose commit the database acknowledged
 * @param rolledBack transactions that the program itself rolled back
 * @param refused transactions that violated a constraint (SQLSTATE 23…)
 * @param conflicts attempts that the database aborted (SQLSTATE 40…) and that were tried again
 * @param abandoned transactions that were given up after too many conflicts
 */
public record TxnCounts(long committed, long rolledBack, long refused, long conflicts, long abandoned) {

    public static final TxnCounts NONE = new TxnCounts(0, 0, 0, 0, 0);

    public TxnCounts plus(TxnCounts other) {
        return new TxnCounts(
                committed + other.committed,
                rolledBack + other.rolledBack,
                refused + other.refused,
                conflicts + other.conflicts,
                abandoned + other.abandoned);
    }
}
