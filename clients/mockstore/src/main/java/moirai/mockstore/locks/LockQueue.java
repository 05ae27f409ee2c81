package moirai.mockstore.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The transactions that wait for a key, in order of arrival. Guarded by the store's lock.
 *
 * <p>As in PostgreSQL (src/backend/access/heap/README.tuplock), who has to wait for a holder waits as well for all who
 * came before and want a conflicting lock. Who need not wait for a holder goes on, even if others are waiting: FOR
 * SHARE overtakes a waiting FOR UPDATE as long as all locks are shared. Who has locked the key already waits for
 * holders alone; it is open whether it is before the others. After a change was committed, all who waited look at the
 * new version of the row, and it is open who is first.
 *
 * <p>By turns, whoever decides them decides that as well. Otherwise those who waited come in the order of arrival, and
 * before newcomers, each as if it came now; so nobody waits for ever behind others who want as much. At levels of
 * axioms, where pending writers take no locks, nobody overtakes, since a read for update might wait for ever.
 */
final class LockQueue {

    private final List<Waiter> waiters = new ArrayList<>(2);

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
    }

    void remove(Waiter waiter) {
        waiters.remove(waiter);
    }

    /**
     * Makes those ready who have to wait no longer. O(waiting transactions), besides asking for each.
     *
     * @param isPossible returns whether no holder is in the way
     * @param isAnew whether all try again as if they came now
     * @param isByTurn whether it is open who of them is first
     */
    void settle(Predicate<Waiter> isPossible, boolean isAnew, boolean isByTurn) {
        LockMode ready = LockMode.UNCHANGED;
        LockMode before = LockMode.UNCHANGED;
        for (Waiter waiter : waiters) {
            LockMode inTheWay = waiter.isConcerned || (isAnew && waiter.mode.overtakes()) ? ready : before;
            boolean isOpen = isByTurn && (isAnew || waiter.isConcerned);
            waiter.isReady |= (isOpen || !waiter.mode.isBlockedBy(inTheWay)) && isPossible.test(waiter);
            before = waiter.isConcerned && isByTurn ? before : before.strongerOf(waiter.mode);
            ready = waiter.isReady ? ready.strongerOf(waiter.mode) : ready;
        }
    }

    /**
     * Passes on those in the queue for whom a transaction waits, which is in the queue or would come to its end.
     *
     * @param mustWait whether it has to wait for a holder anyway
     * @param isByTurn whether those who are ready are not yet as good as holders
     */
    void forEachBlocker(Waiter waiter, boolean mustWait, boolean isByTurn, Consumer<Waiter> use) {
        for (Waiter other : waiters) {
            if (other == waiter) {
                return;
            }
            boolean isBehind =
                    !waiter.isConcerned && !(other.isConcerned && isByTurn) && (mustWait || !waiter.mode.overtakes());
            isBehind |= other.isReady && !isByTurn;
            if (isBehind && waiter.mode.isBlockedBy(other.mode)) {
                use.accept(other);
            }
        }
    }
}
