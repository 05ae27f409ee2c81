package moirai.generators;

/**
 * The distribution by which slots of the window of live keys are chosen. Slot 0 is the hottest.
 *
 * <p>Skew is the point: a few keys that most transactions touch give conflicts, the long tail gives long lists.
 */
public sealed interface KeyDistribution {

    /** The text that {@link #parse} accepts, for messages and help. */
    String ACCEPTED = "uniform, exponential, exponential:BASE, zipf or zipf:EXPONENT";

    /** Returns how often {@code slot} is chosen, relative to slot 0, which has weight 1. */
    double weight(int slot);

    /**
     * Each slot is {@code base} times as likely as the next. Base 2 is Jepsen's default.
     *
     * <p>Elle's text and code disagree on which end is hot; the two differ in the numbers of the first keys only.
     */
    record Exponential(double base) implements KeyDistribution {

        private static final double BASE_MIN = 1.01;
        private static final double BASE_MAX = 100;

        /** The base of Jepsen's list-append workload. */
        public static final double BASE_DEFAULT = 2;

        public Exponential {
            Ranges.check("exponential base", base, BASE_MIN, BASE_MAX);
        }

        @Override
        public double weight(int slot) {
            // StrictMath: the last bit of Math.pow may differ between machines, and plans must not.
            return StrictMath.pow(base, -slot);
        }

        @Override
        public String toString() {
            return "exponential:" + base;
        }
    }

    /** Every slot is as likely as any other. */
    record Uniform() implements KeyDistribution {

        @Override
        public double weight(int slot) {
            return 1;
        }

        @Override
        public String toString() {
            return "uniform";
        }
    }

    /** The slot of rank {@code r}, from 1, has weight {@code r^-exponent}: a heavier tail than the exponential. */
    record Zipfian(double exponent) implements KeyDistribution {

        private static final double EXPONENT_MIN = 0.01;
        private static final double EXPONENT_MAX = 10;

        /** The exponent of the YCSB benchmark (Cooper et al., "Benchmarking Cloud Serving Systems", 2010). */
        public static final double EXPONENT_DEFAULT = 0.99;

        public Zipfian {
            Ranges.check("zipf exponent", exponent, EXPONENT_MIN, EXPONENT_MAX);
        }

        @Override
        public double weight(int slot) {
            return StrictMath.pow(slot + 1, -exponent);
        }

        @Override
        public String toString() {
            return "zipf:" + exponent;
        }
    }

    /**
     * Reads what {@code toString} writes; the parameter may be left out.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what would be accepted
     */
    static KeyDistribution parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String parameter = colon < 0 ? "" : text.substring(colon + 1);
        if (name.equals("uniform") && colon < 0) {
            return new Uniform();
        }
        if (name.equals("exponential")) {
            return new Exponential(
                    colon < 0
                            ? Exponential.BASE_DEFAULT
                            : Ranges.parse("exponential base", parameter, Exponential.BASE_MIN, Exponential.BASE_MAX));
        }
        if (name.equals("zipf")) {
            return new Zipfian(
                    colon < 0
                            ? Zipfian.EXPONENT_DEFAULT
                            : Ranges.parse("zipf exponent", parameter, Zipfian.EXPONENT_MIN, Zipfian.EXPONENT_MAX));
        }
        throw new IllegalArgumentException("'" + text + "' is not a key distribution: expected " + ACCEPTED);
    }
}
