package moirai.analysis;

import java.util.List;
import java.util.stream.Stream;

/** The answer to the question whether a history keeps to a level. */
public sealed interface Verdict {

    /** No forbidden phenomenon was found, and the search was complete. */
    record Pass(int txns, long edges) implements Verdict {}

    /** A forbidden phenomenon is proven, at least once. */
    record Fail(List<Anomaly> anomalies) implements Verdict {

        public Fail {
            anomalies = List.copyOf(anomalies);
            if (anomalies.isEmpty()) {
                throw new IllegalArgumentException("a failure needs at least one anomaly as its proof");
            }
        }
    }

    /** Nothing forbidden was found, but the search was not complete. */
    record Undecided(String reason) implements Verdict {}

    /** Combines two verdicts: proof of a violation outweighs doubt, and doubt outweighs a clean result. */
    default Verdict and(Verdict other) {
        record Pair(Verdict left, Verdict right) {}
        return switch (new Pair(this, other)) {
            case Pair(Fail(var left), Fail(var right)) ->
                new Fail(Stream.concat(left.stream(), right.stream()).toList());
            case Pair(Fail left, Verdict right) -> left;
            case Pair(Verdict left, Fail right) -> right;
            case Pair(Undecided left, Verdict right) -> left;
            case Pair(Verdict left, Undecided right) -> right;
            case Pair(Pass left, Pass right) -> new Pass(left.txns() + right.txns(), left.edges() + right.edges());
        };
    }
}
