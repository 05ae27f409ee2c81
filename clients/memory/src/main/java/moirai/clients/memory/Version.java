package moirai.clients.memory;

import java.util.Arrays;

/**
 * A committed state of a list: a prefix of an array that later versions of the list share, and the version before.
 *
 * <p>The chain ends at {@link #NONE}, below the oldest version that is kept.
 */
final class Version {

    /** The state of the list that the transaction of a version had read. Planted bugs depend on it. */
    enum Basis {
        /** The transaction had read nothing: it only appended. */
        BLIND,
        /** The transaction had read exactly the version before. */
        PREDECESSOR,
        /** The transaction had read something else, or the version was made by a bug. */
        OTHER
    }

    /** Marks the end of a chain. */
    static final Version NONE = new Version(Long.MIN_VALUE, new int[0], 0, 0, 0);

    /** The number of the commit, from 1; 0 for the initial version. */
    final long stamp;

    final int[] elements;
    final int length;
    /** The number of last elements that the transaction of this version appended. */
    final int appended;
    /** The sum of the elements: the value of a counter whose increments they are. */
    final long sum;

    Basis basis = Basis.OTHER;
    Version older;
    /** The commits on which this one depends: bit {@code n} is the {@code n}-th commit before. Kept for long forks. */
    long dependencies;
    /** Set once any transaction has read it. */
    boolean observed;
    /** Set if a bug wrote below it, so that it must not be read any more. */
    boolean torn;

    private Version(long stamp, int[] elements, int length, int appended, long sum) {
        this.sum = sum;
        this.stamp = stamp;
        this.elements = elements;
        this.length = length;
        this.appended = appended;
        this.older = this;
    }

    /** Returns the empty list that every key starts from. */
    static Version initial() {
        return new Version(0, new int[8], 0, 0, 0).above(NONE, Basis.OTHER);
    }

    /**
     * Returns the version after this one, which must be the current one of its list: only then is the rest of the
     * shared array unused.
     */
    Version extended(long newStamp, int[] added, int count, Basis newBasis) {
        int[] target = elements;
        if (length + count > target.length) {
            target = Arrays.copyOf(elements, Math.max(2 * elements.length, length + count));
        }
        System.arraycopy(added, 0, target, length, count);
        return new Version(newStamp, target, length + count, count, sum + sum(added, count)).above(this, newBasis);
    }

    /** Returns the version after this one in which the new elements stand below those that this one had added. */
    Version insertedBelow(long newStamp, int[] added, int count) {
        int below = length - appended;
        var target = new int[Math.max(elements.length, length + count)];
        System.arraycopy(elements, 0, target, 0, below);
        System.arraycopy(added, 0, target, below, count);
        System.arraycopy(elements, below, target, below + count, appended);
        return new Version(newStamp, target, length + count, appended + count, sum + sum(added, count))
                .above(this, Basis.OTHER);
    }

    static long sum(int[] numbers, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    private Version above(Version below, Basis newBasis) {
        older = below;
        basis = newBasis;
        return this;
    }
}
