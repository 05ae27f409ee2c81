package moirai.directed.encoding;

import java.util.List;
import moirai.directed.levels.Axiom;
import moirai.directed.solving.Circuit;

/**
 * Which statement's writes another statement sees, and the order in which all writes take effect.
 *
 * <p>The order is total and contains that of each transaction; what is seen comes before. Cost: a clause for each
 * triple of statements and axiom.
 */
final class Timeline {

    private final Circuit circuit;
    private final List<Query> queries;
    private final List<Instance> instances;
    private final int[][] before;
    private final int[][] sees;

    Timeline(Circuit circuit, List<Instance> instances, List<Query> queries) {
        this.circuit = circuit;
        this.instances = instances;
        this.queries = queries;
        int count = queries.size();
        this.before = new int[count][count];
        this.sees = new int[count][count];
        variables();
        total();
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                pair(a, b);
                for (int c = 0; c < count; c++) {
                    if (a != b && b != c && a != c) {
                        triple(a, b, c);
                    }
                }
            }
        }
    }

    /** Whether the writes of the first statement take effect before those of the second. */
    int before(int first, int second) {
        return before[first][second];
    }

    /** Whether the writer's writes are there for the reader, itself or under later ones. */
    int visible(int writer, int reader) {
        return sees[writer][reader];
    }

    private void variables() {
        for (int a = 0; a < queries.size(); a++) {
            before[a][a] = Circuit.FALSE;
            sees[a][a] = Circuit.FALSE;
            for (int b = a + 1; b < queries.size(); b++) {
                before[a][b] = same(a, b) ? Circuit.TRUE : circuit.variable();
                before[b][a] = Circuit.not(before[a][b]);
                sees[a][b] = same(a, b) && has(b, Axiom.READ_YOUR_WRITES) ? Circuit.TRUE : circuit.variable();
                sees[b][a] = same(a, b) ? Circuit.FALSE : circuit.variable();
                circuit.implies(before[a][b], sees[a][b]);
                circuit.implies(before[b][a], sees[b][a]);
            }
        }
    }

    private void total() {
        for (int a = 0; a < queries.size(); a++) {
            for (int b = 0; b < queries.size(); b++) {
                for (int c = 0; c < queries.size(); c++) {
                    if (a != b && b != c && a != c) {
                        circuit.implies(before[a][c], before[a][b], before[b][c]);
                    }
                }
            }
        }
    }

    private void pair(int a, int b) {
        if (!same(a, b) && has(b, Axiom.ORDER_IS_SEEN)) {
            circuit.implies(sees[a][b], before[a][b]);
        }
    }

    private void triple(int a, int b, int c) {
        if (has(c, Axiom.TRANSITIVE)) {
            circuit.implies(sees[a][c], sees[a][b], sees[b][c]);
        }
        if (has(c, Axiom.PREFIX) && !same(b, c) && !same(a, c)) {
            circuit.implies(sees[a][c], before[a][b], sees[b][c]);
        }
        if (!same(a, b) || same(a, c)) {
            return;
        }
        if (has(c, Axiom.ATOMIC_WRITES)) {
            circuit.implies(sees[b][c], sees[a][c]);
        }
        if (has(a, Axiom.STABLE_READS)) {
            circuit.implies(sees[c][b], sees[c][a]);
        }
        if (has(a, Axiom.CONTIGUOUS)) {
            circuit.implies(before[b][c], before[a][c]);
        }
    }

    private boolean same(int a, int b) {
        return queries.get(a).txn() == queries.get(b).txn();
    }

    boolean has(int query, Axiom axiom) {
        return instances.get(queries.get(query).txn()).level().has(axiom);
    }
}
