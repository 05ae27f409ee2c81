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
 * @param sources the files that were analysed
 */
public record PredictedCases(
        String program,
        String levels,
        Bounds bounds,
        boolean isExact,
        List<PredictedCase> cases,
        List<Remark> remarks,
        Sources sources) {

    public PredictedCases {
        cases = List.copyOf(cases);
        remarks = List.copyOf(remarks);
    }

    /**
     * A place of the source that the analysis did not take over literally.
     *
     * @param source as {@code File.java:12}
     * @param taken the interpretation that was used instead
     * @param txns the transactions whose executions may be none of the source for that; empty if there are none
     */
    public record Remark(String source, String kind, String what, String taken, List<String> txns) {

        public Remark {
            txns = List.copyOf(txns);
        }
    }

    /**
     * The files of an analysis, with absolute paths.
     *
     * @param paths Java files, and folders of them; none if it is not known what was analysed
     * @param ddl files with definitions of tables
     * @param txns the names of methods that were asked for; empty for all
     */
    public record Sources(List<String> paths, List<String> ddl, List<String> txns) {

        /** Stands for files that are not known. */
        public static final Sources UNKNOWN = new Sources(List.of(), List.of(), List.of());

        public Sources {
            paths = List.copyOf(paths);
            ddl = List.copyOf(ddl);
            txns = List.copyOf(txns);
        }
    }

    /** Returns the same analysis with other versions of its cases. */
    public PredictedCases with(List<PredictedCase> others) {
        return new PredictedCases(program, levels, bounds, isExact, others, remarks, sources);
    }

    /** Returns in what the statements of an anomaly differ from their source, as a part of a sentence. */
    public String difference(PredictedCase found) {
        return remarks.stream()
                .filter(remark -> found.anomaly().hops().stream()
                        .anyMatch(hop -> remark.txns().contains(hop.txn())))
                .map(remark -> "at " + remark.source() + ", " + remark.what() + ", " + remark.taken())
                .findFirst()
                .orElse("its statements were not taken over exactly");
    }

    /** Returns one line for people. */
    public String title() {
        return program + " at " + levels;
    }
}
