package moirai.sources.diagnostic;

import moirai.directed.program.Origin;

/**
 * A place at which the abstract program says something else than the source.
 *
 * @param what what stands in the source
 * @param taken what it was taken for
 */
public record Diagnostic(Origin origin, Kind kind, String what, String taken) implements Comparable<Diagnostic> {

    /** A sum, which is that of the rows of a table as long as there are no more than {@link #SUMMED_ROWS}. */
    public static final String SUM_OVER_ROWS = "a sum over rows";

    /** Of how many rows a sum is the sum. */
    public static final int SUMMED_ROWS = 2;

    /** What a diagnostic means for an answer. */
    public enum Kind {
        /** The source cannot be analysed before this is mended. */
        ERROR("error"),
        /** The abstract program may do more or less than the source: to find nothing proves nothing. */
        LOSS("loss"),
        /** The abstract program does all that the source does, and more: a proof holds, an anomaly may be prevented. */
        MORE("more"),
        /** The abstract program has the ways that were seen in runs, and the source may have others. */
        SEEN("seen"),
        /** The abstract program does the same up to a bound, and nothing beyond it. */
        BOUND("bound");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As reports show it. */
        public String word() {
            return word;
        }
    }

    /** In one line, as compilers do: {@code Payment.java:12: loss: what stands there; what it was taken for}. */
    public String text() {
        return origin.text() + ": " + kind.word() + ": " + what + "; " + taken;
    }

    @Override
    public int compareTo(Diagnostic other) {
        int places = origin.compareTo(other.origin);
        return places == 0 ? text().compareTo(other.text()) : places;
    }
}
