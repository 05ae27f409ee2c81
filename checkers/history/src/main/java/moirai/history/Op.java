package moirai.history;

/**
 * One step of a transaction: on one key, which is a list, a register, a set or a counter, or on a range of lists.
 */
public sealed interface Op {

    /** Returns the name of the key that the step touches; of a {@link Scan} the first of the range. */
    long key();

    /** Adds {@code element}, unique per key in the whole run, to the end of the list. */
    record Append(long key, int element) implements Op {

        /** The value that marks a read in packed plans, so no element may have it. */
        static final int RESERVED = Integer.MIN_VALUE;

        public Append {
            if (element == RESERVED) {
                throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
            }
        }

        /** Returns {@code a1=7}: append 7 to key 1. */
        @Override
        public String toString() {
            return "a" + key + "=" + element;
        }
    }

    /**
     * Reads the whole list. In a plan, and when no answer arrived, be it from a list or from a register, the elements
     * are {@link Elements#UNKNOWN}.
     */
    record Read(long key, Elements elements) implements Op {

        /** Returns a read that is planned, with no answer yet. */
        public static Read planned(long key) {
            return new Read(key, Elements.UNKNOWN);
        }

        /** Returns {@code r1=[2 3]}: key 1 held 2, then 3. */
        @Override
        public String toString() {
            return "r" + key + "=" + elements;
        }
    }

    /**
     * Reads all lists whose keys are in a range and that have elements: a predicate read (Adya 1999, section 2.3.1).
     * The next {@code matches} ops of the transaction are the reads of what was found, in the order of their keys; a
     * key of the range that is not among them was seen in its initial version, empty.
     *
     * <p>The range is a predicate over something that no append changes, so a list begins to match with its first
     * element and never ceases to.
     *
     * @param key the first key of the range
     * @param to the last key of the range
     * @param matches how many reads follow; {@link #UNANSWERED} in a plan, and when no answer arrived
     */
    record Scan(long key, long to, int matches) implements Op {

        /** The number of matches of a scan without an answer. */
        public static final int UNANSWERED = -1;

        public Scan {
            if (to < key) {
                throw new IllegalArgumentException("the range " + key + ".." + to + " ends before it begins");
            }
            if (matches < UNANSWERED) {
                throw new IllegalArgumentException(matches + " matches; expected 0 or more, or " + UNANSWERED);
            }
        }

        /** Returns a scan that is planned, with no answer yet. */
        public static Scan planned(long from, long to) {
            return new Scan(from, to, UNANSWERED);
        }

        /** Returns {@code p1..9=2}: of keys 1 to 9 two had elements; the reads of these follow. */
        @Override
        public String toString() {
            return "p" + key + ".." + to + "=" + (matches == UNANSWERED ? "?" : String.valueOf(matches));
        }
    }

    /** A step on anything but a list; code that knows lists alone refuses all of these at once. */
    sealed interface OffList extends Op {}

    /** A step on a register. */
    sealed interface OnRegister extends OffList {}

    /** A step on a set of elements, to which transactions add. */
    sealed interface OnSet extends OffList {}

    /** A step on a counter, which transactions increment. */
    sealed interface OnCounter extends OffList {}

    /** Adds {@code element} to a set; only an element added once per key names its transaction. */
    record Add(long key, int element) implements OnSet {

        /** Returns {@code e1=7}: element 7 joins set 1. */
        @Override
        public String toString() {
            return "e" + key + "=" + element;
        }
    }

    /**
     * Reads the whole set.
     *
     * @param elements in ascending order
     */
    record ReadSet(long key, Elements elements) implements OnSet {

        /** Returns {@code r1={2 3}}: set 1 held 2 and 3. */
        @Override
        public String toString() {
            String list = elements.toString();
            return "r" + key + "=" + (elements.isKnown() ? "{" + list.substring(1, list.length() - 1) + "}" : list);
        }
    }

    /** Adds {@code amount}, which may be negative, to a counter that begins at 0 or at a value of the workload. */
    record Increment(long key, long amount) implements OnCounter {

        /** Returns {@code i1=7}: counter 1 grows by 7. */
        @Override
        public String toString() {
            return "i" + key + "=" + amount;
        }
    }

    /** Reads the counter. */
    record ReadCounter(long key, long value) implements OnCounter {

        /** Returns {@code c1=7}: counter 1 stood at 7. */
        @Override
        public String toString() {
            return "c" + key + "=" + value;
        }
    }

    /** Replaces the content of the register with {@code value}; only a value written once per key names its writer. */
    record Write(long key, long value) implements OnRegister {

        /** Returns {@code w1=7}: write 7 to key 1. */
        @Override
        public String toString() {
            return "w" + key + "=" + value;
        }
    }

    /** Reads the register, and finds {@code value} in it. */
    record ReadValue(long key, long value) implements OnRegister {

        /** Returns {@code r1=7}: key 1 held 7. */
        @Override
        public String toString() {
            return "r" + key + "=" + value;
        }
    }

    /** Reads the register, and finds it in its initial state. */
    record ReadInitial(long key) implements OnRegister {

        /** Returns {@code r1=nil}: key 1 held nothing. */
        @Override
        public String toString() {
            return "r" + key + "=nil";
        }
    }
}
