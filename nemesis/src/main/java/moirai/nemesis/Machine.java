package moirai.nemesis;

import java.time.Duration;

/**
 * The machine that a node runs on, as far as Moirai can make it fail. Nothing else on the real machine is affected.
 *
 * <p>Each failure lasts until it is {@linkplain #mend mended}, even across a restart of the server. Thread-safe; every
 * method returns within a bounded time or throws a {@link ClusterException} that says why.
 */
public interface Machine {

    /** Makes the clock show another time. */
    void skew(Skew skew);

    /** Makes each call that brings data to the disk take this much longer. */
    void slowDisk(Duration delay);

    /**
     * Makes this share of the calls that bring data to the disk fail with {@code EIO}; if it is not all of them, the
     * same share of the calls that write.
     *
     * @param percent from 1 to 100
     */
    void breakDisk(int percent);

    /** Leaves no room on the disk: files cannot grow any more ({@code ENOSPC}). */
    void fillDisk();

    /**
     * Cuts the power: the server is dead, and of what it wrote only what was on the disk is left. A start of the server
     * restores the power.
     */
    void cutPower();

    /**
     * Lets the server run for this share of the time only; it is stopped for the rest.
     *
     * @param percent from 1 to 99
     */
    void starve(int percent);

    /** Makes this part work again; does nothing if it works. A server that died of the failure stays dead. */
    void mend(MachinePart part);
}
