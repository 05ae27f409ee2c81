package moirai.runs.cases;

import java.util.List;
import moirai.directed.encoding.Bounds;

/**
 * The anomalies that one analysis of a program found, with the properties of the search as a whole.
 *
 * @param program its name
 * @param levels the levels of its transactions in words
 * @param isExact whether the program is equivalent to its source
 * @param cases numbered from 1, in this order
 * @param remarks the places of the source that the analysis interpreted differently
 */
public record PredictedCases(
        String program,
        String levels,
        Bounds bounds,
        boolean isExact,
        List<PredictedCase> cases,
        List<Remark> remarks) {

    public PredictedCases {
        cases = List.copyOf(cases);
        remarks = List.copyOf(remarks);
    }

    /**
     * A place of the source that the analysis did not take over literally.
     *
     * @param source as {@code File.java:12}
     * @param taken the interpretation that was used instead
     */
    public record Remark(String source, String kind, String what, String taken) {}

    /** Returns one line for people. */
    public String title() {
        return program + " at " + levels;
    }
}
