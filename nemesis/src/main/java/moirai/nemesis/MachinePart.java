package moirai.nemesis;

/** What can fail of the machine that a node runs on. */
public enum MachinePart {
    /** The time of day, as the node's processes see it. */
    CLOCK,
    /** Bringing what was written to the disk. */
    DISK,
    /** Room on the disk. */
    SPACE,
    /** Electricity: what no disk has is gone without it. */
    POWER,
    /** The processor. */
    CPU
}
