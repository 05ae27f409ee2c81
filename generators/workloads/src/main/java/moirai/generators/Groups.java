package moirai.generators;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The groups of keys on which transactions of a certain shape run: each changes keys of one group, or reads all of it.
 *
 * <p>As many whole groups are live as the recipe has room for keys, and at least one.
 *
 * @param size how many neighbouring keys are a group; 0 if transactions are of any ops on any keys
 * @param changes how many keys of its group a transaction changes, if it changes any; fewer where only so few of them
 *     have changes left
 * @param reads who else reads a group, besides transactions that do nothing else
 */
public record Groups(int size, int changes, Reads reads) {

    /** The readers of a group, besides transactions that do nothing else. */
    public enum Reads {
        /** Nobody else: changes are blind. */
        APART,
        /** The session of a change reads the group in a transaction before the change, and in another after it. */
        AROUND,
        /** A change reads the group first, in the same transaction. */
        FIRST,
        /**
         * Half of all changes read the group first, and take effect only if the keys that they change still hold what
         * was read: a compare-and-set. The others are blind.
         */
        COMPARED;

        /** Returns whether a change may read its group in the same transaction. */
        public boolean isWithin() {
            return this == FIRST || this == COMPARED;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Reads parse(String text) {
            return Arrays.stream(values())
                    .filter(reads -> reads.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("group-reads '" + text + "' is not one of "
                            + Arrays.stream(values()).map(Reads::toString).collect(Collectors.joining(", "))));
        }
    }

    /** No groups: transactions are of any ops on any keys. */
    public static final Groups NONE = new Groups(0);

    static final int SIZE_MAX = 100;

    public Groups {
        Ranges.check("group-size", size, 0, SIZE_MAX);
        Ranges.check("group-changes", changes, 1, Math.max(1, size));
    }

    /** Makes groups of which transactions change one key, and which only transactions that do nothing else read. */
    public Groups(int size) {
        this(size, 1, Reads.APART);
    }

    /** Returns whether transactions are of any ops on any keys. */
    public boolean isNone() {
        return size == 0;
    }

    Groups withSize(int changed) {
        return new Groups(changed, Math.min(changes, changed), reads);
    }

    Groups withChanges(int changed) {
        return new Groups(size, changed, reads);
    }

    Groups withReads(Reads changed) {
        return new Groups(size, changes, changed);
    }

    /** Returns how many ops the longest transaction has. */
    int opCountMax() {
        return reads.isWithin() ? size + changes : size;
    }
}
