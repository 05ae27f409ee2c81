package moirai.directed.search;

import java.util.List;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Turn;
import moirai.directed.program.Program;

/**
 * A cycle of conflicts between transactions, with an execution in which it occurs.
 *
 * @param hops once around; the first one's transaction is the one that comes first in the canonical form
 * @param isInternal whether stale reads affect later statements: in each transaction of the cycle that has two
 *    statements on it, the later one or its values depend on the earlier one. Other anomalies leave a state that some
 *    serial execution leaves as well, as far as this cycle goes
 */
public record Anomaly(List<Hop> hops, boolean isInternal, Scenario scenario) {

    public Anomaly {
        hops = List.copyOf(hops);
    }

    /**
     * A transaction on the cycle and the conflict from it to the next one.
     *
     * @param call its number in the scenario
     * @param in the statement at which the cycle enters
     * @param out the statement at which it leaves; may be the same one
     */
    public record Hop(int call, String txn, String in, String out, Conflict conflict) {}

    /**
     * Returns the execution in which the cycle occurs.
     *
     * @param loopMax how often loops were repeated at most in the search that found the anomaly
     * @throws IllegalStateException if the anomaly is not one of this program: its scenario does not run, or its cycle
     *     is not there
     */
    public Execution execution(Program program, int loopMax) {
        return shownIn(Execution.of(program, scenario, loopMax));
    }

    /**
     * Returns the execution of the scenario, in which the cycle has to occur; for several anomalies that share one.
     *
     * @throws IllegalStateException if the cycle is not there
     */
    public Execution shownIn(Execution execution) {
        List<String> names = execution.turns().stream().map(Turn::toString).toList();
        for (int i = 0; i < hops.size(); i++) {
            Hop from = hops.get(i);
            Hop to = hops.get((i + 1) % hops.size());
            int out = names.indexOf("T" + from.call() + "." + from.out());
            int in = names.indexOf("T" + to.call() + "." + to.in());
            if (out < 0 || in < 0 || !execution.has(from.conflict(), out, in)) {
                throw new IllegalStateException("the scenario of " + cycle() + " has no "
                        + from.conflict().sign() + " from T" + from.call() + "." + from.out() + " to T" + to.call()
                        + "." + to.in());
            }
        }
        return execution;
    }

    /**
     * Returns the identity of the anomaly: transactions and statements around the cycle, from the least one on.
     * Anomalies with equal keys are the same.
     */
    public String key() {
        return CycleKey.of(hops.stream()
                .map(hop -> new CycleKey.Node(hop.txn(), hop.in(), hop.out()))
                .toList());
    }

    /**
     * Returns the structure, which several anomalies may share: transactions and reasons around the cycle, from the
     * least one on, whatever the statements; CLOTHO's structure.
     */
    public String structure() {
        return CycleKey.of(hops.stream()
                .map(hop -> new CycleKey.Node(hop.txn(), "", hop.conflict().sign()))
                .toList());
    }

    /** Returns the cycle in one line, as {@code payment.q1 -RW-> payment.u1 .. payment.q1 -RW-> payment.u1}. */
    public String cycle() {
        var text = new StringBuilder();
        for (Hop hop : hops) {
            text.append(text.isEmpty() ? "" : " ");
            text.append('T')
                    .append(hop.call())
                    .append(' ')
                    .append(hop.txn())
                    .append('.')
                    .append(hop.in());
            text.append(hop.in().equals(hop.out()) ? "" : ".." + hop.out());
            text.append(" -").append(hop.conflict().sign()).append("->");
        }
        return text.append(" T").append(hops.getFirst().call()).toString();
    }
}
