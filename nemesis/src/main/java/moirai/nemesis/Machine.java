package moirai.nemesis;

import java.time.Duration;

/**
 * The machine that a node runs on, as far as Moirai can make it fail: what else runs on the real one does not notice.
 * Each failure lasts until it is {@linkplain #mend mended}, also over a restart of the server. Thread-safe; what it is
 * told to do it does within a bounded time, or a {@link ClusterException} says why not.
 */
public interface Machine {

    /** Has the clock show another time. */
    void skew(Skew skew);

    /** Has each call that brings data to the disk take this much longer. */
    void slowDisk(Duration delay);

    /** Has each call that brings data to the disk fail with {@code EIO}. */
    void breakDisk();

    /** Leaves no room on the disk: files cannot grow any more ({@code ENOSPC}). */
    void fillDisk();

    /**
     * Cuts the power: the server is dead, and of what it wrote only that is left which was on the disk. A start of the
     * server needs the power back, and brings it.
     */
    void cutPower();

    /**
     * Leaves the server this share of the time only; it stands still in the rest.
     *
     * @param percent from 1 to 99
     */
    void starve(int percent);

    /** Has this part work again; does nothing if it does. A server that died of it stays dead. */
    void mend(MachinePart part);
}
