package moirai.nemesis.network;

import java.time.Duration;
import java.util.List;

/**
 * The ways between the nodes of a cluster and to its clients, each direction apart. Thread-safe; a change is in effect
 * when the call returns, and a second call changes nothing.
 */
public interface Links {

    /** The end at which all sessions are. */
    String CLIENTS = "clients";

    /** Returns the names of all ends: {@link #CLIENTS}, then the nodes in order. */
    List<String> ends();

    /**
     * Lets nothing pass from one end to the other, until {@link #heal}. Connections stay open: what is sent waits, and
     * arrives after the heal unless one side has given up by then.
     *
     * @throws IllegalArgumentException if an end has no such name; so in all methods
     */
    void cut(String from, String to);

    /** Ends a cut in this direction. */
    void heal(String from, String to);

    /**
     * Delays what passes in this direction; order and bandwidth stay as they were.
     *
     * @param delay the mean; zero ends the delay
     * @param jitter how far single delays may be from the mean, at most {@code delay}
     * @throws UnsupportedOperationException if {@link #canDelay} says no
     */
    void delay(String from, String to, Duration delay, Duration jitter);

    /**
     * Returns whether nodes reach each other by these links. Otherwise only clients use them, and a change between two
     * nodes has no effect.
     */
    default boolean joinNodes() {
        return true;
    }

    /** Returns whether {@link #delay} works in this direction. */
    default boolean canDelay(String from, String to) {
        return true;
    }

    /** Returns whether {@link #loss} works here. */
    boolean canLose();

    /**
     * Loses packets in this direction.
     *
     * @param probability 0 ends the loss
     * @throws UnsupportedOperationException if {@link #canLose} says no
     */
    void loss(String from, String to, double probability);

    /** Breaks the connections that {@code from} has opened to {@code to}, on both sides at once. */
    void reset(String from, String to);

    /** Ends all cuts, delays and losses. */
    void healAll();
}
