package moirai.clients.jdbc.dialects;

import java.sql.SQLException;
import java.util.Set;

/*
 * Before COMMIT every failure proves an abort, as with any database: a server rolls back what its client leaves, and
 * the client rolls back what the server leaves open. The latter matters here. By default a wait for a lock that took
 * too long (1205) undoes its statement alone (innodb_rollback_on_timeout=OFF), and so does a refused insert (1062): the
 * transaction is still there, and only the ROLLBACK that every abort is followed by makes the outcome true. A deadlock
 * (1213) and a row that is newer than the snapshot (1020, of innodb_snapshot_isolation; MDEV-35235) have
 * taken the whole transaction with them. A node that is not, or no more, in a primary component refuses each statement
 * before it looks at it (1047), ROLLBACK included; then the connection is given up, and its end rolls back.
 *
 * At COMMIT a failure proves an abort only if the server decided so before the transaction could be anywhere else.
 *
 * 1213 at COMMIT is Galera's "no". A write set is sent to all nodes, gets its place in their one order, and is
 * certified by each of them alone, with the same result: it fails if another one that it has not seen comes before it
 * and wrote one of its keys. A node that learns this for its own transaction rolls it back and answers 1213; all others
 * drop the write set. The same number is given to a transaction that another node's write set found in its way before
 * it was sent. If it was sent already, the node does not guess: it waits for the place in the order and replays the
 * transaction, whose COMMIT then succeeds or fails by certification. One hole is left, in a faulty cluster: the node
 * loses its group after it sent the write set and before it got it back, while another node's write set stands in its
 * way. Then it answers 1213 as well, and the others may have got the write set. If the two have a key in common, they
 * drop it, since the other one came first; it is applied only if they had none in common and met at a gap or an index
 * alone. Calling all 1213 doubtful for that would make a good part of every healthy run doubtful, and end as many
 * sessions. So the node is asked after each refusal at COMMIT, and believed if it is still in the very component in
 * which the session began: one whose members have changed has another number.
 *
 * 1047 at COMMIT is definite: the node refused the statement COMMIT like any other and has sent nothing.
 *
 * All else at COMMIT is doubtful:
 * - 1180 (error during commit) is what a node says that lost its group while its write set was under way: whether the
 *   others got it, it cannot know. It also says so of write sets that were not sent, by the same number.
 * - 1317 and 1927 (interrupted, killed): somebody may have killed it before it was sent, or as it waited for its place.
 * - 1205: no lock is waited for at COMMIT, so it is unknown what was.
 * - 1053 (shutdown), 2013 and all that have SQLSTATE 08: no answer; the commit may be in the log, or in the group.
 * - and all that we do not know.
 */
/** Decides what errors of MariaDB prove, by number: their SQL states do not distinguish enough of them. */
final class MariadbFailures {

    private static final int DUPLICATE_KEY = 1062;

    private static final String DEADLOCK = "1213";

    private static final String NOT_PREPARED = "1047";

    /** The group of a node that has lost its group. */
    static final String NO_GROUP = "none";

    static final Set<String> REFUSED_AT_COMMIT = Set.of(DEADLOCK, NOT_PREPARED);

    private MariadbFailures() {}

    /** Returns the number, or another name if the error is the driver's own. */
    static String name(SQLException failure) {
        if (failure.getErrorCode() > 0) {
            return String.valueOf(failure.getErrorCode());
        }
        return failure.getSQLState() == null ? "none" : failure.getSQLState();
    }

    /** Returns whether a refusal of this name at COMMIT is certain, on a node whose group was this and is that now. */
    static boolean isSure(String name, String before, String now) {
        return !name.equals(DEADLOCK) || (now.equals(before) && !now.equals(NO_GROUP));
    }

    static boolean isDuplicateKey(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }
}
