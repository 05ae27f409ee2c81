package moirai.nemesis.network;

import java.time.Duration;

/**
 * The connections of a cluster, as far as Moirai can disturb them. An end is the name of a node, or
 * {@link #CLIENTS}. Each method concerns one direction: what {@code from} sends to {@code to}. Thread-safe.
 */
public interface Links {

    /** The end where all sessions are. */
    String CLIENTS = "clients";

    /** Lets nothing through; connections stay as they are and new ones get no answer. */
    void cut(String from, String to);

    /** Undoes whatever was done to this direction. */
    void heal(String from, String to);

    /** Holds everything back for this long, plus or minus at most the jitter. */
    void delay(String from, String to, Duration delay, Duration jitter);

    /** Loses a part of what is sent, from 0 to 1. */
    void loss(String from, String to, double probability);

    /** Breaks the connections that {@code from} has made to {@code to}; new ones may be made. */
    void reset(String from, String to);

    /** Undoes whatever was done to any direction. */
    void healAll();
}
