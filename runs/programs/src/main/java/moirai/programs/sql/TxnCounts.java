package moirai.programs.sql;

/**
 * How transactions ended.
 *
 * @param committed as acknowledged by the database
 * @param rolledBack by the program's own decision
 * @param refused since a constraint was violated (SQLSTATE 23…)
 * @param conflicts attempts that the database aborted (SQLSTATE 40…); each was tried again
 * @param abandoned after too many conflicts
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
