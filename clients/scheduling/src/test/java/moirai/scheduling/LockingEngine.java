package moirai.scheduling;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A database that locks each key until the end of the transaction, and refuses deadlocks. */
final class LockingEngine {

    private final Map<Integer, Integer> owners = new HashMap<>();
    private final Map<Integer, Integer> waitsFor = new HashMap<>();

    /** Waits for the lock. Returns whether it was granted; it is refused if the session would wait for itself. */
    synchronized boolean lock(int session, int key) throws InterruptedException {
        while (owners.containsKey(key) && owner(key) != session) {
            waitsFor.put(session, owner(key));
            if (waitsForItself(session)) {
                waitsFor.remove(session);
                return false;
            }
            wait();
        }
        waitsFor.remove(session);
        owners.put(key, session);
        return true;
    }

    private int owner(int key) {
        return Objects.requireNonNull(owners.get(key));
    }

    private boolean waitsForItself(int session) {
        Set<Integer> seen = new HashSet<>();
        int next = session;
        while (waitsFor.containsKey(next) && seen.add(next)) {
            next = Objects.requireNonNull(waitsFor.get(next));
        }
        return next == session;
    }

    /** Releases all locks of a session, at its COMMIT or ROLLBACK. */
    synchronized void release(int session) {
        owners.values().removeIf(owner -> owner == session);
        // Who waited may wait for another now, or find that it would wait for itself.
        notifyAll();
    }
}
