package moirai.sources.diagnostic;

import java.util.Collection;
import java.util.List;
import moirai.directed.program.Origin;

/**
 * A place at which an abstract program differs from its source.
 *
 * @param what what stands in the source
 * @param taken what it was taken for
 * @param txns the transactions that it is about; empty for all
 */
public record Diagnostic(Origin origin, Kind kind, String what, String taken, List<String> txns)
        implements Comparable<Diagnostic> {

    /** The transactions of a diagnostic about code beyond all executions that are looked at. */
    public static final List<String> OF_NONE = List.of("");

    public Diagnostic {
        txns = List.copyOf(txns);
    }

    /** Creates a diagnostic that is about all transactions. */
    public Diagnostic(Origin origin, Kind kind, String what, String taken) {
        this(origin, kind, what, taken, List.of());
    }

    /** The words for a sum, which is exact as long as the table has no more than {@link #SUMMED_ROWS} rows. */
    public static final String SUM_OVER_ROWS = "a sum over rows";

    /** The beginning of the words for a loop that is left early. */
    public static final String CUT_LOOP = "a loop is repeated more than ";

    /** The number of rows that a sum covers. */
    public static final int SUMMED_ROWS = 2;

    /** The meaning of a diagnostic for an answer. */
    public enum Kind {
        /** The source cannot be analysed before the place is corrected. */
        ERROR("error"),
        /** A method is no transaction of the abstract program, since it cannot be taken over: nothing is proven. */
        LEFT_OUT("left out"),
        /** The abstract program may do more or less than the source: finding nothing proves nothing. */
        LOSS("loss"),
        /** The abstract program does all that the source does, and more: a proof holds, an anomaly may be prevented. */
        MORE("more"),
        /** The abstract program has the ways that runs showed, and the source may have others. */
        SEEN("seen"),
        /** The abstract program does the same if callers do what no source shows. */
        ASSUMED("assumed"),
        /** The abstract program does the same up to a bound, and nothing beyond it. */
        BOUND("bound");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the word that reports show. */
        public String word() {
            return word;
        }
    }

    /** Returns whether the source may do what the abstract program never does, so that nothing is proven of it. */
    public boolean isLoss() {
        return kind == Kind.LOSS || kind == Kind.LEFT_OUT || (kind == Kind.BOUND && what.startsWith(CUT_LOOP));
    }

    /** Returns whether an execution of these transactions may be none of the source, as far as this diagnostic goes. */
    public boolean touches(Collection<String> executed) {
        boolean isSimpler = kind == Kind.LOSS || kind == Kind.MORE;
        return isSimpler && (txns.isEmpty() || executed.stream().anyMatch(txns::contains));
    }

    /**
     * Returns one line as compilers print it: {@code Payment.java:12: loss: what stands there; what it was taken for}.
     */
    public String text() {
        return origin.text() + ": " + kind.word() + ": " + what + "; " + taken;
    }

    @Override
    public int compareTo(Diagnostic other) {
        int places = origin.compareTo(other.origin);
        return places == 0 ? text().compareTo(other.text()) : places;
    }
}
