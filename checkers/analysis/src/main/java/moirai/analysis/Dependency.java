package moirai.analysis;

/** Why one transaction comes before another. The codes are bits in the masks of a graph's edges. */
public enum Dependency {
    /** The second appended right after the first. */
    WRITE_WRITE("ww", 1),
    /** The second read what the first appended last. */
    WRITE_READ("wr", 2),
    /** The second followed the first in one session. */
    PROCESS("process", 4),
    /** The second began after the first had ended. */
    REALTIME("realtime", 8),
    /** The second appended the next element after those that the first read: an anti-dependency on an item. */
    READ_WRITE("rw", 16),
    /** The second was the first to append to a list that the first did not find in a range (Adya 1999, section 3.1). */
    PREDICATE_READ_WRITE("rw-predicate", 32),
    /**
     * The second read a later version of a key than the first: somebody wrote what the first missed (rw), and the
     * second saw that or what followed it (wr). Stands for that path in witnesses, and is in no graph.
     */
    READ_READ("rr", 64);

    /** The mask of both kinds of anti-dependency. */
    public static final int ANTI_DEPENDENCIES = READ_WRITE.bit | PREDICATE_READ_WRITE.bit;

    private final String label;
    private final int bit;

    Dependency(String label, int bit) {
        this.label = label;
        this.bit = bit;
    }

    /** Returns the name in reports. */
    public String label() {
        return label;
    }

    /** Returns this kind's bit in a mask of kinds. */
    public int bit() {
        return bit;
    }
}
