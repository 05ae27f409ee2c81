package moirai.nemesis.network;

/** A direction of bytes through a proxy. */
public enum Direction {
    /** The direction from the connecting end to the end that it connected to. */
    TO_SERVER,
    /** The way back. */
    TO_CLIENT
}
