package moirai.analysis.axioms.proof;

import java.util.List;

/** Why one transaction, here called {@code before}, precedes another one, {@code after}, in every commit order. */
public sealed interface Reason {

    /** {@code after} reads the key from {@code before}. */
    record WriteRead(int key) implements Reason {}

    /** Their session ran {@code before} first. */
    record SessionOrder() implements Reason {}

    /** {@code before} ended before {@code after} began. */
    record Realtime() implements Reason {}

    /**
     * The order of the key's versions is known: {@code after} wrote the next one, or one that is not known while {@code
     * before} wrote the last known one.
     */
    record VersionOrder(int key) implements Reason {}

    /** Their session ran {@code before} first, and both write; for monotonic writes. */
    record SessionWrites() implements Reason {}

    /**
     * {@code after} writes after its session read from {@code before}; for writes follow reads.
     *
     * @param reader the earlier transaction of the session
     */
    record SessionRead(int key, int reader) implements Reason {}

    /** The axiom: {@code before} is the instance's writer and {@code after} its source. */
    record Overwritten(Instance instance) implements Reason {}

    /**
     * The axiom, read the other way round: were {@code after} before {@code before}, then the writer would be visible
     * and would have to precede the source, but it does not.
     *
     * @param instance exactly one of its links supposes {@code after} before {@code before}
     * @param overwriting from the instance's source to its writer, each preceding the next by an earlier step; the
     *     initial state precedes everybody
     */
    record Unseen(Instance instance, List<Integer> overwriting) implements Reason {

        public Unseen {
            overwriting = List.copyOf(overwriting);
        }
    }

    /** Supposed for the sake of the argument: only as the first step of the contradiction within {@link Otherwise}. */
    record Supposed() implements Reason {}

    /** The opposite leads to a contradiction, whose first step supposes {@code after} before {@code before}. */
    record Otherwise(Contradiction contradiction) implements Reason {}
}
