package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Statement;
import moirai.directed.solving.Circuit;

/**
 * The visibility between statements, and the order in which all writes take effect.
 *
 * <p>Terms: a <em>point</em> is a unit of visibility and order, a statement or a whole transaction. The order of points
 * is total and contains that of each transaction; a point that is seen comes before the point that sees it. Cost: a
 * clause for each triple of points and axiom.
 */
final class Timeline {

    private final Circuit circuit;
    private final List<Query> queries;
    private final List<Instance> instances;
    private final boolean hasWholes;

    /** The transaction of each point. */
    private final List<Integer> points = new ArrayList<>();

    private final int[][] before;
    private final int[][] sees;

    Timeline(Circuit circuit, List<Instance> instances, List<Query> queries, Granularity granularity) {
        this.circuit = circuit;
        this.instances = instances;
        this.queries = queries;
        this.hasWholes = granularity == Granularity.TRANSACTIONS;
        if (hasWholes) {
            for (int txn = 0; txn < instances.size(); txn++) {
                points.add(txn);
            }
        } else {
            queries.forEach(query -> points.add(query.txn()));
        }
        int count = points.size();
        this.before = new int[count][count];
        this.sees = new int[count][count];
        variables();
        axioms();
    }

    private void axioms() {
        int count = points.size();
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                pair(a, b);
                for (int c = 0; c < count; c++) {
                    if (a != b && b != c && a != c) {
                        // A ring of three that begins elsewhere is the same ring.
                        if (a < b && a < c) {
                            circuit.implies(before[a][c], before[a][b], before[b][c]);
                        }
                        triple(a, b, c);
                    }
                }
            }
        }
    }

    /** Returns whether whole transactions are seen and ordered, whatever their levels promise. */
    boolean hasWholes() {
        return hasWholes;
    }

    /** Returns the statement's point; statements with the same point are seen and ordered together. */
    int point(int query) {
        return hasWholes ? queries.get(query).txn() : query;
    }

    /** Returns the literal that the writes of the first statement take effect before those of the second. */
    int before(int first, int second) {
        int left = point(first);
        int right = point(second);
        return left == right ? constant(first < second) : before[left][right];
    }

    /**
     * Returns the literal that the writer's writes are there for the reader, visible themselves or under later writes.
     */
    int visible(int writer, int reader) {
        int left = point(writer);
        int right = point(reader);
        return left == right ? constant(writer < reader) : sees[left][right];
    }

    private static int constant(boolean holds) {
        return holds ? Circuit.TRUE : Circuit.FALSE;
    }

    private void variables() {
        for (int a = 0; a < points.size(); a++) {
            before[a][a] = Circuit.FALSE;
            sees[a][a] = Circuit.FALSE;
            for (int b = a + 1; b < points.size(); b++) {
                before[a][b] = same(a, b) ? Circuit.TRUE : circuit.variable();
                before[b][a] = Circuit.not(before[a][b]);
                sees[a][b] = sees(a, b);
                sees[b][a] = same(a, b) ? Circuit.FALSE : circuit.variable();
                circuit.implies(before[a][b], sees[a][b]);
                circuit.implies(before[b][a], sees[b][a]);
            }
        }
    }

    private int sees(int earlier, int later) {
        if (!hasWholes && queries.get(earlier).isPartWith(queries.get(later))) {
            return Circuit.FALSE;
        }
        return same(earlier, later) && has(later, Axiom.READ_YOUR_WRITES) ? Circuit.TRUE : circuit.variable();
    }

    private void pair(int a, int b) {
        if (!same(a, b) && (has(b, Axiom.ORDER_IS_SEEN) || arePartners(a, b))) {
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
        if (!hasWholes && queries.get(a).isChoice() && queries.get(a).isPartWith(queries.get(b))) {
            circuit.implies(sees[c][b], sees[c][a]);
        }
        if (has(a, Axiom.STABLE_READS) || (has(a, Axiom.STABLE_SELECTS) && onlyRead(a, b))) {
            circuit.implies(sees[c][b], sees[c][a]);
        }
        if (has(a, Axiom.CONTIGUOUS) || arePartners(a, c)) {
            circuit.implies(before[b][c], before[a][c]);
        }
    }

    private boolean onlyRead(int a, int b) {
        return !hasWholes && onlyReads(a) && onlyReads(b);
    }

    private boolean onlyReads(int query) {
        return queries.get(query).statement() instanceof Statement.Select select && !select.locks();
    }

    /** Returns whether the statement finds what the other plain SELECTs of its transaction do. */
    boolean readsSnapshot(int query) {
        return promises(query, Axiom.STABLE_SELECTS) && onlyReads(query);
    }

    /**
     * Requires that the dependencies between transactions that promise it are part of one order. Of PostgreSQL's
     * serializable transactions beside others, whose dependencies it does not track.
     */
    void forbidCycles(IntBinaryOperator dependency) {
        List<Integer> peers = IntStream.range(0, instances.size())
                .filter(txn -> instances.get(txn).level().has(Axiom.NO_CYCLES))
                .boxed()
                .toList();
        int[][] precedes = new int[instances.size()][instances.size()];
        for (int one : peers) {
            for (int other : peers) {
                if (one < other) {
                    precedes[one][other] = circuit.variable();
                    precedes[other][one] = Circuit.not(precedes[one][other]);
                }
            }
        }
        for (int a : peers) {
            for (int b : peers) {
                if (a != b) {
                    circuit.implies(precedes[a][b], dependency.applyAsInt(a, b));
                    peers.stream()
                            .filter(c -> c != a && c != b)
                            .forEach(c -> circuit.implies(precedes[a][c], precedes[a][b], precedes[b][c]));
                }
            }
        }
    }

    private boolean same(int a, int b) {
        return points.get(a).equals(points.get(b));
    }

    /** Returns whether one of the two transactions names the other one as its partner. */
    private boolean arePartners(int a, int b) {
        Instance left = instances.get(points.get(a));
        Instance right = instances.get(points.get(b));
        return left.partners().contains(right.type().name())
                || right.partners().contains(left.type().name());
    }

    private boolean has(int point, Axiom axiom) {
        return instances.get(points.get(point)).level().has(axiom);
    }

    /** Returns whether the statement's transaction has this promise. */
    boolean promises(int query, Axiom axiom) {
        return instances.get(queries.get(query).txn()).level().has(axiom) || (hasWholes && WHOLE.contains(axiom));
    }

    /** The axioms that hold of whole transactions at any level. */
    static final List<Axiom> WHOLE =
            List.of(Axiom.READ_YOUR_WRITES, Axiom.ATOMIC_WRITES, Axiom.STABLE_READS, Axiom.CONTIGUOUS);
}
