package moirai.generators;

/**
 * The groups of keys on which transactions of a certain shape run: each changes keys of one group, or reads all of it.
 *
 * <p>As many whole groups are live as the recipe has room for keys, and at least one.
 *
 * @param size how many neighbouring keys are a group; 0 if transactions are of any ops on any keys
 */
public record Groups(int size) {

    /** No groups: transactions are of any ops on any keys. */
    public static final Groups NONE = new Groups(0);

    static final int SIZE_MAX = 100;

    public Groups {
        Ranges.check("group-size", size, 0, SIZE_MAX);
    }

    /** Returns whether transactions are of any ops on any keys. */
    public boolean isNone() {
        return size == 0;
    }

    /** Returns how many ops the longest transaction has. */
    int opCountMax() {
        return size;
    }
}
