package moirai.history;

/** One step of a transaction on one key. */
public sealed interface Op {

    /** The list that the step touches. */
    int key();

    /** Adds {@code element}, unique per key in the whole run, to the end of the list. */
    record Append(int key, int element) implements Op {

        /** Marks a read in packed plans, so no element may have this value. */
        static final int RESERVED = Integer.MIN_VALUE;

        public Append {
            if (element == RESERVED) {
                throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
            }
        }

        /** {@code a1=7}: append 7 to key 1. */
        @Override
        public String toString() {
            return "a" + key + "=" + element;
        }
    }

    /** Reads the whole list. In a plan, and when no answer arrived, the elements are {@link Elements#UNKNOWN}. */
    record Read(int key, Elements elements) implements Op {

        /** A read that is planned, with no answer yet. */
        public static Read planned(int key) {
            return new Read(key, Elements.UNKNOWN);
        }

        /** {@code r1=[2 3]}: key 1 held 2, then 3. */
        @Override
        public String toString() {
            return "r" + key + "=" + elements;
        }
    }
}
