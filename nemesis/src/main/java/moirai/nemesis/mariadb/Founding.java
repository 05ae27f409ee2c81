package moirai.nemesis.mariadb;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import moirai.nemesis.Node.State;

/*
 * To begin a cluster anew is to say that nobody else has anything that counts. That is so of the dead, whose positions
 * can be read, and of those that were started only to wait and have not been members since. Everybody else is left of
 * the old cluster, even if it takes no statements: it may have acknowledged what the one that begins has never seen,
 * or do so once it runs on. Of a paused node nothing can be asked, so it is left as well.
 *
 * That a node waits is noted when it is started, and it may become a member at any time after that while nobody looks.
 * So the note alone proves nothing: what counts is what the node printed since it was started, and what it answers.
 */
/** Decides which node may begin a cluster anew. Not thread-safe. */
final class Founding {

    /** The positions of the nodes that were started to wait for the others, by name. */
    private final Map<String, Position> waiting = new HashMap<>();

    /** The view of a node that the decision needs. */
    interface Candidate {

        String name();

        State state();

        /** Returns whether the node has been in a primary component since its last start. */
        boolean wasMember();

        /**
         * Returns the node's position: of a dead node from its disk, of a running one from its status; unknown if it
         * does not answer.
         */
        Position position();
    }

    /** Notes that a node was started to wait for the others. */
    void noteWaiting(String name, Position own) {
        waiting.put(name, own);
    }

    /** Forgets the position of a node that is started anew. */
    void forget(String name) {
        waiting.remove(name);
    }

    void forgetAll() {
        waiting.clear();
    }

    /** Returns whether each of these nodes is dead or waits for another node to begin. */
    boolean isNobodyLeft(Collection<? extends Candidate> nodes) {
        // Each is looked at, so that none keeps a note that has become untrue.
        return nodes.stream().filter(node -> !isOut(node)).count() == 0;
    }

    /**
     * Returns whether a node at this position may begin: no member is left of the cluster, and none of these nodes has
     * come further.
     */
    boolean mayBegin(Position own, Collection<? extends Candidate> nodes) {
        return isNobodyLeft(nodes) && nodes.stream().allMatch(other -> own.compareTo(positionOf(other)) >= 0);
    }

    private boolean isOut(Candidate node) {
        return switch (node.state()) {
            case DEAD -> {
                waiting.remove(node.name());
                yield true;
            }
            case PAUSED -> false;
            case RUNNING -> isWaiting(node);
        };
    }

    private boolean isWaiting(Candidate node) {
        Position noted = waiting.get(node.name());
        if (noted == null) {
            return false;
        }
        // A node that only waits receives nothing.
        if (node.wasMember() || node.position().seqno() > noted.seqno()) {
            waiting.remove(node.name());
            return false;
        }
        return true;
    }

    private Position positionOf(Candidate node) {
        Position noted = waiting.get(node.name());
        return noted == null ? node.position() : noted;
    }
}
