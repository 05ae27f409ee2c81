package moirai.nemesis;

/** A part of a node's machine that can fail. */
public enum MachinePart {
    /** The time of day, as the node's processes see it. */
    CLOCK,
    /** The way from written data to the disk. */
    DISK,
    /** The room on the disk. */
    SPACE,
    /** Electricity: without it, everything that is on no disk is gone. */
    POWER,
    /** The processor. */
    CPU
}
