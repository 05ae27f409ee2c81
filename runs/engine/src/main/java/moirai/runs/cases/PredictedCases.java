package moirai.runs.cases;

import java.util.List;
import moirai.directed.encoding.Bounds;

/**
 * The anomalies that one analysis of a program found, with what it says of its search as a whole.
 *
 * @param program its name
 * @param levels the levels of its transactions in words
 * @param isExact whether the program says the same as its source
 * @param cases numbered from 1, in this order
 * @param remarks what the analysis took the source for, where that is not the same
 */
public record PredictedCases(
        String program,
        String levels,
        Bounds bounds,
        boolean isExact,
        List<PredictedCase> cases,
        List<Remark> remarks) {

    /** Copies the lists. */
    public PredictedCases {
        cases = List.copyOf(cases);
        remarks = List.copyOf(remarks);
    }

    /**
     * A place of the source that was not taken over as it stands.
     *
     * @param source as {@code File.java:12}
     * @param taken what it was taken for
     */
    public record Remark(String source, String kind, String what, String taken) {}

    /** Returns one line for people. */
    public String title() {
        return program + " at " + levels;
    }
}
