package moirai.mockstore.sql.sessions;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The sessions of a database that listen. All of them get the same notifications in the order in which their
 * transactions commit. Thread-safe.
 *
 * <p>As in PostgreSQL, a session that listens to any channel gets the notifications of all, and leaves out those of
 * others when it is idle: by then it may listen to another one.
 */
public final class Notifications {

    private final BooleanSupplier isOffered;
    private final ReentrantLock order = new ReentrantLock();
    private final Set<Channels> listeners = new LinkedHashSet<>();

    /**
     * Creates the notifications of a database.
     *
     * @param isOffered returns false if nobody can listen
     */
    public Notifications(BooleanSupplier isOffered) {
        this.isOffered = isOffered;
    }

    /** Returns whether sessions can listen. */
    boolean isOffered() {
        return isOffered.getAsBoolean();
    }

    /** Runs a commit, which may wait only where nobody can listen, and what follows it for those who listen. */
    void inOrder(Runnable commit, Runnable afterwards) {
        if (!isOffered()) {
            commit.run();
            afterwards.run();
            return;
        }
        order.lock();
        try {
            commit.run();
            afterwards.run();
        } finally {
            order.unlock();
        }
    }

    /** Begins or ends that a session gets notifications. */
    void register(Channels session, boolean listens) {
        order.lock();
        try {
            if (listens) {
                listeners.add(session);
            } else {
                listeners.remove(session);
            }
        } finally {
            order.unlock();
        }
    }

    /** Returns whether anybody listens. */
    boolean isHeard() {
        order.lock();
        try {
            return !listeners.isEmpty();
        } finally {
            order.unlock();
        }
    }

    void publish(List<Notification> notifications) {
        order.lock();
        try {
            listeners.forEach(listener -> listener.receive(notifications));
        } finally {
            order.unlock();
        }
    }
}
