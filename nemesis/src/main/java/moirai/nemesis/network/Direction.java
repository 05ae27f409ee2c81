package moirai.nemesis.network;

/** Which way bytes go through a proxy. */
public enum Direction {
    /** From who connected to whom it connected to. */
    TO_SERVER,
    /** Back. */
    TO_CLIENT
}
