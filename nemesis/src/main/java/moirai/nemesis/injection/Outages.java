package moirai.nemesis.injection;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import moirai.nemesis.Node;

/**
 * Records which faults keep which nodes down: healing a fault starts a node only if no other fault wants it dead.
 * Thread-safe.
 */
final class Outages {

    /** The holds by the node's name. */
    private final Map<String, Set<Hold>> held = new HashMap<>();

    /** The nodes that one fault keeps down. */
    final class Hold {

        private Hold() {}

        /** Records that this fault wants the node dead; the caller kills it afterwards. */
        void keepDown(Node node) {
            synchronized (Outages.this) {
                held.computeIfAbsent(node.name(), name -> new HashSet<>()).add(this);
            }
        }

        /**
         * Releases the node, and starts it if it is dead and no other fault wants that. May be called again.
         *
         * @throws moirai.nemesis.ClusterException if it does not start
         */
        void start(Node node) {
            if (letGo(node)) {
                node.start();
                killIfHeld(node);
            }
        }

        /** Releases the node, and returns whether no fault wants it dead any more. */
        boolean letGo(Node node) {
            synchronized (Outages.this) {
                held.getOrDefault(node.name(), new HashSet<>()).remove(this);
                return !isHeld(node);
            }
        }
    }

    /** Returns an empty hold for one more fault. */
    Hold hold() {
        return new Hold();
    }

    /** Releases all nodes from all faults. */
    synchronized void clear() {
        held.clear();
    }

    /**
     * Kills the node again if it is held: a fault may have come while the node was starting, and its kill too early.
     */
    private synchronized void killIfHeld(Node node) {
        if (isHeld(node)) {
            node.kill();
        }
    }

    private synchronized boolean isHeld(Node node) {
        return !held.getOrDefault(node.name(), Set.of()).isEmpty();
    }
}
