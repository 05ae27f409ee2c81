package moirai.nemesis.injection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.nemesis.Node;

/**
 * Records which nodes faults have made dead or paused, so that no other kind of fault is added there, where it would
 * have no effect of its own. Thread-safe.
 */
final class Taken {

    private final boolean isOverlapping;

    /** The holds by the node's name. */
    private final Map<String, Hold> held = new HashMap<>();

    /** @param isOverlapping whether a fault may hit a paused node, or one that another fault is about to kill */
    Taken(boolean isOverlapping) {
        this.isOverlapping = isOverlapping;
    }

    /** The nodes that one fault makes dead or pauses. */
    final class Hold {

        private Hold() {}

        /** Takes those of these nodes that may be hit, before they are, and returns them. */
        List<Node> take(List<Node> nodes) {
            synchronized (Taken.this) {
                List<Node> free = nodes.stream().filter(Taken.this::isFree).toList();
                free.forEach(node -> held.put(node.name(), this));
                return free;
            }
        }

        /** Gives a node back, once the fault has ended there. May be called again. */
        void letGo(Node node) {
            synchronized (Taken.this) {
                held.remove(node.name(), this);
            }
        }
    }

    /** Returns an empty hold for one more fault. */
    Hold hold() {
        return new Hold();
    }

    /** Returns whether faults may hit nodes that others have paused, and change primaries that others have killed. */
    boolean isOverlapping() {
        return isOverlapping;
    }

    /** Gives all nodes back. */
    synchronized void clear() {
        held.clear();
    }

    /**
     * Returns whether a fault may hit the node. A dead node is never hit: the fault that killed it starts it.
     */
    synchronized boolean isFree(Node node) {
        return switch (node.state()) {
            case DEAD -> false;
            case PAUSED -> isOverlapping;
            case RUNNING -> isOverlapping || !held.containsKey(node.name());
        };
    }
}
