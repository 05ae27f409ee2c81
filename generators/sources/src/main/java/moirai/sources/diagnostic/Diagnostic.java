package moirai.sources.diagnostic;

import moirai.directed.program.Origin;

/**
 * A place at which the abstract program says something else than the source.
 *
 * @param what what stands in the source
 * @param taken what it was taken for
 */
public record Diagnostic(Origin origin, Kind kind, String what, String taken) implements Comparable<Diagnostic> {

    /** What a diagnostic means for an answer. */
    public enum Kind {
        /** The source cannot be analysed before this is mended. */
        ERROR("error"),
        /** The abstract program may do more or less than the source: to find nothing proves nothing. */
        LOSS("loss"),
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
