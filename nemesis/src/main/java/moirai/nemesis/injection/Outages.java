package moirai.nemesis.injection;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import moirai.nemesis.Node;

/**
 * Which faults keep which nodes down: whoever heals a fault starts a node only if no other fault wants it dead.
 * Thread-safe.
 */
final class Outages {

    /** By the node's name. */
    private final Map<String, Set<Hold>> held = new HashMap<>();

    /** What one fault keeps down. */
    final class Hold {

        private Hold() {}

        /** Wants the node dead, which is for the caller to do after this. */
        void keepDown(Node node) {
            synchronized (Outages.this) {
                held.computeIfAbsent(node.name(), name -> new HashSet<>()).add(this);
            }
        }

        /**
         * Wants it dead no more, and starts it if it is and no other fault wants that; safe to be called again.
         *
         * @throws moirai.nemesis.ClusterException if it does not start
         */
        void start(Node node) {
            if (letGo(node)) {
                node.start();
                killIfHeld(node);
            }
        }

        /** Wants it dead no more, and says whether nobody does. */
        boolean letGo(Node node) {
            synchronized (Outages.this) {
                held.getOrDefault(node.name(), new HashSet<>()).remove(this);
                return !isHeld(node);
            }
        }
    }

    /** Nothing yet, for one more fault. */
    Hold hold() {
        return new Hold();
    }

    /** Nobody wants any node dead any more. */
    synchronized void clear() {
        held.clear();
    }

    /** A fault may have come while it was started, and its kill too early. */
    private synchronized void killIfHeld(Node node) {
        if (isHeld(node)) {
            node.kill();
        }
    }

    private synchronized boolean isHeld(Node node) {
        return !held.getOrDefault(node.name(), Set.of()).isEmpty();
    }
}
