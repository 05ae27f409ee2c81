package moirai.generators;

/** The numbers of the keys of one stream, in the order in which they come alive. */
final class KeyNumbers {

    private final int first;
    private int next;

    KeyNumbers(int first) {
        this.first = first;
        this.next = first;
    }

    /** Returns the least number; no plan names a key below it. */
    int first() {
        return first;
    }

    /** Returns the least number that is unused. */
    int next() {
        return next;
    }

    /** Returns the first of so many unused numbers in a row, which are used from now on. */
    int take(int count) {
        // Behind the greatest number comes a negative one.
        if (next < 0 || next + (count - 1) < 0) {
            throw new IllegalStateException("all " + Integer.MAX_VALUE
                    + " keys are used up: end this run, or choose a greater max-writes-per-key");
        }
        int taken = next;
        next += count;
        return taken;
    }
}
