package moirai.clients.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A way in which a strictly serializable {@link MemoryDatabase} can be made to fail, of one class.
 *
 * <p>Terms of the arguments below. A transaction that appends has its place at its commit, one that only reads at its
 * snapshot. Where no bug fires, all edges (ww, wr, rw, realtime) go from an earlier place to a later one, so a cycle
 * needs an edge that a bug reversed; the arguments name these edges. Version order is commit order except where {@link
 * #DIRTY_WRITE} and {@link #CIRCULAR_READ} insert. A scan of a range reads every list of the range, and where a bug has
 * its opportunity in a read, it has it there too. A key's first read fixes what all later reads of that key in the
 * transaction return, so that no bug but {@link #INTERNAL} makes a transaction contradict itself. A bug that changes
 * what a transaction reads fires only while the transaction has appended nothing; if it appends later, then validation
 * at commit finds that the read no longer holds and refuses, so only transactions that only read carry the bug into a
 * history.
 *
 * <p>The anomaly that is found depends on evidence. If the partner of a firing ended indeterminate, or no transaction
 * read the lists afterwards, as at the end of a history, an edge of the intended cycle is missing. The firing then
 * shows as nothing or as a cycle of another class.
 */
public enum PlantedBug {
    /**
     * A transaction that read a list and appends to it commits although another one did the same in between.
     *
     * <p><b>Finds:</b> lost-update, and G-single by T -rw→ U -ww→ T. <b>Holds:</b> prefix consistency (every
     * transaction reads one snapshot), so read-atomic and read-committed; not consistent-view.
     *
     * <p><b>Why only this:</b> it fires only if every other read of T is still valid, if the next version after the one
     * that T read is U's, and if U read what T read: the two then satisfy the definition of a lost update. T's append
     * goes on top of the current version, so no element vanishes and version order stays commit order: ww and wr edges
     * all go forward, and G0 and G1c are impossible. The one edge turned round is T -rw→ U. T must not have read the
     * list after its own append, because that answer would contradict the installed list.
     */
    LOST_UPDATE,

    /**
     * A transaction that read one list before another transaction's commit reads a second list after it.
     *
     * <p><b>Finds:</b> G-single by U -wr→ T -rw→ U. <b>Holds:</b> monotonic-atomic-view, so read-committed; not
     * read-atomic, not consistent-view.
     *
     * <p><b>Why only this:</b> it fires only if some U appended to both lists between the two reads, so the cycle is
     * there. T only reads: it takes part in no ww edge and in no lost update, and all it reads is committed and final,
     * so there is no G1. After firing, T's snapshot is the present, so that later reads see all of U too.
     */
    FRACTURED_READ,

    /**
     * The database refuses a commit, or is asked to roll back as planned, and forgets to: the client is told that it
     * did, but the appends stay.
     *
     * <p><b>Finds:</b> G1a. <b>Holds:</b> read-uncommitted.
     *
     * <p><b>Why only this:</b> all appends of T become visible at one commit, as if T had committed, so for everybody
     * else the history stays strictly serializable. The lists then refuse every further append (as if T's locks were
     * never released): otherwise a committed append would stand on an aborted one, a dirty update, or, were the
     * elements removed later, two reads would diverge. It never fires when a client rolls back before it has sent
     * all, because an append that was planned but not sent would make the one before it look intermediate. The
     * price is that a workload that never rotates its keys ends up with only reads.
     */
    ABORTED_READ,

    /**
     * The database does the same as in {@link #ABORTED_READ}, but the lists stay open: others append to what was
     * refused.
     *
     * <p><b>Finds:</b> dirty-update, and G1a. <b>Holds:</b> read-uncommitted.
     *
     * <p><b>Why only this:</b> again the history is the one that would be if T had committed, so all edges go forward,
     * and T's elements are never removed, so no two reads diverge.
     */
    DIRTY_UPDATE,

    /**
     * A read returns a list without its last element, which the same transaction appended as the element before.
     *
     * <p><b>Finds:</b> G1b. <b>Holds:</b> read-uncommitted.
     *
     * <p><b>Why only this:</b> it fires only on a version whose transaction U appended at least two elements to the
     * list, so what is returned is U's intermediate version and a prefix of what others read. Intermediate versions
     * stand outside the version order, so they give no dependency; a checker that derives edges from single elements
     * also sees U -wr→ T -rw→ U here.
     */
    INTERMEDIATE_READ,

    /**
     * A transaction whose reads are outdated commits, as long as nobody else appended to the lists it appends to.
     *
     * <p><b>Finds:</b> G2-item; never G-single, G-nonadjacent or their realtime variants. <b>Holds:</b> strong snapshot
     * isolation.
     *
     * <p><b>Why only this:</b> it is snapshot isolation. Take as T's snapshot its begin where the bug fired, and the
     * instant before the commit for all other transactions that append. Then every read comes from the snapshot, which
     * holds all commits before it, and no two transactions with overlapping [snapshot, commit] append to one list: the
     * fired one is validated against all versions since its begin, and the others have an empty interval.
     */
    WRITE_SKEW,

    /**
     * A transaction that only reads gets the snapshot of some {@value MemoryDatabase#STALENESS_MIN} to {@value
     * MemoryDatabase#STALENESS_MAX} commits ago.
     *
     * <p><b>Finds:</b> G-single-realtime by U -realtime→ T -rw→ U, and G-single-process where U was of the same
     * session. <b>Holds:</b> serializable; not strong-session-serializable, not strict-serializable.
     *
     * <p><b>Why only this:</b> T's place is its old snapshot, which is whole; all data edges still go forward. A
     * transaction that turns out to append is validated as usual and keeps its place at the commit.
     */
    STALE_READ,

    /**
     * The second of two transactions that append to the same two lists commits below the first in one list and above it
     * in the other.
     *
     * <p><b>Finds:</b> G0. <b>Holds:</b> nothing.
     *
     * <p><b>Why only this:</b> inserting below fires only if nobody, not even a transaction that will abort, has read
     * the version that changes, and whoever would read it later from an older snapshot is aborted: no two reads
     * diverge. All reads return committed final versions, so there is no G1a and no G1b. Cycles of other classes
     * through the pair exist besides, for G0 turns every path round.
     */
    DIRTY_WRITE,

    /**
     * A transaction reads what another one appended, and its own append lands below the other's in another list.
     *
     * <p><b>Finds:</b> G1c by U -wr→ T -ww→ U. <b>Holds:</b> read-uncommitted.
     *
     * <p><b>Why only this:</b> as for {@link #DIRTY_WRITE} nobody has seen or will see the version that changes. For G0
     * a cycle of ww edges alone is needed. T appends to one list only, so give T the place just before U's commit: its
     * ww predecessor, which stands below U, is earlier, and its ww successor is U. All ww edges go forward again.
     */
    CIRCULAR_READ,

    /**
     * The only append of a transaction that does nothing else lands below one that was there before it began.
     *
     * <p><b>Finds:</b> G0-realtime by U -realtime→ T -ww→ U, and G0-process where U was of the same session.
     * <b>Holds:</b> serializable; not strong-read-uncommitted.
     *
     * <p><b>Why only this:</b> as for {@link #DIRTY_WRITE} nobody has seen or will see the version that changes. T read
     * nothing and stands in no other list, so give it the place just before U's commit: its ww predecessor is earlier,
     * its ww successor is U, and who reads T reads U as well or comes later. All data edges go forward.
     */
    LATE_APPEND,

    /**
     * The last append of a transaction to a list is applied twice.
     *
     * <p><b>Finds:</b> duplicate-elements. <b>Holds:</b> nothing, as a list with duplicates cannot be traced.
     *
     * <p><b>Why only this:</b> both copies stand side by side in one version, everybody sees both, and what the
     * transaction itself had read is a prefix of it. The version order is that of the transactions, once both copies
     * count as one append.
     */
    DUPLICATE_APPEND,

    /**
     * The first two of three or more appends of a transaction to a list are applied the wrong way round.
     *
     * <p><b>Finds:</b> reordered-appends. <b>Holds:</b> nothing, as no transaction can have made that list.
     *
     * <p><b>Why only this:</b> the version ends as ever, everybody sees the same, and the transaction itself has not
     * looked at what it had appended.
     */
    REORDERED_APPENDS,

    /**
     * A read misses what its own transaction appended before.
     *
     * <p><b>Finds:</b> internal. <b>Holds:</b> read-committed.
     *
     * <p><b>Why only this:</b> the answer is the version that the transaction appended to, validated at commit, so what
     * all other transactions see, and every edge between transactions, is honest.
     */
    INTERNAL,

    /**
     * Behind a transaction's append stands an element that nobody appended; these are negative, counting up from {@code
     * -2147483647}, so that no workload that appends positive elements collides.
     *
     * <p><b>Finds:</b> garbage-read. <b>Holds:</b> nothing, as the list cannot be traced.
     *
     * <p><b>Why only this:</b> the element comes with the commit and stays, so everybody sees the same list.
     */
    GARBAGE_READ,

    /**
     * A read misses the last element but one.
     *
     * <p><b>Finds:</b> incompatible-order. <b>Holds:</b> read-uncommitted at most.
     *
     * <p><b>Why only this:</b> it fires only if a committed transaction has read the list at least up to the element
     * that is returned last, so the true order is known from a longer read, and if two transactions appended the two
     * elements. The answer still ends with the element
     * that an honest answer would have ended with, so its edges are the honest ones.
     */
    INCOMPATIBLE_ORDER,

    /**
     * A transaction that only reads does not see one of the last {@value MemoryDatabase#HIDDEN_AGE_MAX} commits, nor
     * anything that depends on it, but all the others.
     *
     * <p><b>Finds:</b> G-nonadjacent by T1 -wr→ R1 -rw→ T2 -wr→ R2 -rw→ T1, where R2 is this transaction and R1 an
     * honest one that read between the commits of T1 and T2; also G-single-realtime, as the hidden commit may have been
     * acknowledged. Never G-single, nor lost-update. <b>Holds:</b> consistent-view; not
     * parallel-snapshot-isolation, which keeps the order of a session: the hidden commit may be one of the same
     * session.
     *
     * <p><b>Why only this:</b> a cycle with one rw edge would be R2 -rw→ X followed by ww and wr edges from X to
     * something that R2 saw. If X is hidden, all that depends on X is hidden too; if X committed after the snapshot, so
     * did all that depends on X. R2 appends nothing, and those that append are validated, so no update is lost.
     */
    LONG_FORK,

    /**
     * A transaction commits although lists were born in ranges that it had scanned: rows are protected, ranges are not.
     * It needs a workload with scans.
     *
     * <p><b>Finds:</b> G2; never G2-item, and neither G-single-predicate nor G-nonadjacent-predicate. <b>Holds:</b>
     * repeatable-read and strong snapshot isolation.
     *
     * <p><b>Why only this:</b> it is {@link #WRITE_SKEW} where only what a scan did not find has changed, so strong
     * snapshot isolation holds by the same argument. Lists that were read or found are validated as ever, so all edges
     * but the anti-dependencies on predicates go forward in the order of commits, and a cycle needs one of those.
     */
    PHANTOM,

    /**
     * A transaction that read one list as another transaction left it reads a second list as it was before that one.
     *
     * <p><b>Finds:</b> G-single by U -wr→ T -rw→ U; on registers non-monotonic-view. <b>Holds:</b> read-committed; not
     * monotonic-atomic-view.
     *
     * <p><b>Why only this:</b> U appended to both lists, so the cycle is there. T only reads, and all it reads is
     * committed and final. It is {@link #FRACTURED_READ} the other way round: there T sees more and more.
     */
    VIEW_GOING_BACK,

    /**
     * A transaction that reads nothing is told that it committed, and its appends are dropped.
     *
     * <p><b>Finds:</b> G-single-realtime by T -realtime→ R -rw→ T, for whoever reads the list later; of sets that is
     * what Jepsen calls lost. <b>Holds:</b> serializable.
     *
     * <p><b>Why only this:</b> nobody sees T's appends, and T saw nothing, so T's place may be behind all others.
     */
    LOST_WRITE;

    /** Returns the name on the command line: {@code --db memory:NAME}. */
    public String cliName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the bug with this name on the command line.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names that are accepted
     */
    public static PlantedBug parse(String cliName) {
        return Arrays.stream(values())
                .filter(bug -> bug.cliName().equals(cliName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + cliName + "' is not a planted bug: expected "
                        + Arrays.stream(values()).map(PlantedBug::cliName).collect(Collectors.joining(", "))));
    }
}
