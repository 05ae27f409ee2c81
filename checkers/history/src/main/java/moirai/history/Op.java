package moirai.history;

/** One step of a transaction on one key, which is a list or a register. */
public sealed interface Op {

    /** The name of the list or register that the step touches. */
    long key();

    /** Adds {@code element}, unique per key in the whole run, to the end of the list. */
    record Append(long key, int element) implements Op {

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

    /**
     * Reads the whole list. In a plan, and when no answer arrived, be it from a list or from a register, the elements
     * are {@link Elements#UNKNOWN}.
     */
    record Read(long key, Elements elements) implements Op {

        /** A read that is planned, with no answer yet. */
        public static Read planned(long key) {
            return new Read(key, Elements.UNKNOWN);
        }

        /** {@code r1=[2 3]}: key 1 held 2, then 3. */
        @Override
        public String toString() {
            return "r" + key + "=" + elements;
        }
    }

    /** A step on a register; those that know lists alone refuse all of these at once. */
    sealed interface OnRegister extends Op {}

    /** Replaces what the register holds with {@code value}; only a value written once per key names its writer. */
    record Write(long key, long value) implements OnRegister {

        /** {@code w1=7}: write 7 to key 1. */
        @Override
        public String toString() {
            return "w" + key + "=" + value;
        }
    }

    /** Reads the register, and finds {@code value} in it. */
    record ReadValue(long key, long value) implements OnRegister {

        /** {@code r1=7}: key 1 held 7. */
        @Override
        public String toString() {
            return "r" + key + "=" + value;
        }
    }

    /** Reads the register, and finds that nobody has written it. */
    record ReadInitial(long key) implements OnRegister {

        /** {@code r1=nil}: key 1 held nothing. */
        @Override
        public String toString() {
            return "r" + key + "=nil";
        }
    }
}
