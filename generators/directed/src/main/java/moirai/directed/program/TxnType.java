package moirai.directed.program;

import java.util.List;

/** A transaction with parameters: what an application calls again and again. */
public record TxnType(String name, List<String> parameters, List<Step> steps) {

    /** Copies the lists. */
    public TxnType {
        parameters = List.copyOf(parameters);
        steps = List.copyOf(steps);
    }

    /**
     * The statements in their order, with each loop repeated up to a bound: iteration i of a statement {@code q} is
     * named {@code q#i}, from 1, and is guarded by the loop's count being at least i.
     *
     * @param loopMax how often a loop is repeated at most; at least 0
     */
    public List<Statement> statements(int loopMax) {
        return new Unrolling(loopMax).of(steps);
    }
}
