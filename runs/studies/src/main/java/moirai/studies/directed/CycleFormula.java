package moirai.studies.directed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Instance;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * A formula that any transactions form a cycle. For each of them the solver chooses the statements at which the cycle
 * enters and leaves, and for each edge from one to the next its reason.
 */
final class CycleFormula {

    private static final List<Conflict> REASONS = List.of(Conflict.WRITE_READ, Conflict.READ_WRITE);

    private final Encoding encoding;
    private final Circuit circuit;
    private final List<String> labels;
    private final int[][] ins;
    private final int[][] outs;
    private final int[][] reasons;
    private final List<Integer> inside;
    private final Words words;

    /**
     * A cycle in a model.
     *
     * @param choices the literals of the solver's choices, transaction by transaction
     * @param hops as texts such as {@code payment.q1..payment.u1 RW}, from the least one on
     */
    record Cycle(List<List<Integer>> choices, List<String> hops) {}

    /** Creates a formula of a program with a single transaction, as {@link AnyTransaction} returns it. */
    CycleFormula(Program any, int count, Bounds bounds, Setting setting) {
        TxnType type = any.txns().getFirst();
        var call = new Instance(type, Promises.EVENTUAL, Set.of());
        encoding = new Encoding(any, Collections.nCopies(count, call), bounds, setting);
        circuit = encoding.circuit();
        words = new Words(circuit, 3);
        labels = encoding.queries(0).stream()
                .map(query -> encoding.statement(query).label())
                .toList();
        ins = choices(count, labels.size());
        outs = choices(count, labels.size());
        reasons = choices(count, REASONS.size());
        inside = new ArrayList<>();
        for (int txn = 0; txn < count; txn++) {
            inside.add(Circuit.not(same(txn)));
            for (int statement = 0; statement < labels.size(); statement++) {
                edges(txn, statement);
            }
        }
    }

    private int[][] choices(int count, int size) {
        int[][] choices = new int[count][size];
        for (int[] choice : choices) {
            Arrays.setAll(choice, option -> circuit.variable());
            circuit.require(choice);
            for (int first = 0; first < size; first++) {
                for (int second = 0; second < first; second++) {
                    circuit.require(Circuit.not(choice[first]), Circuit.not(choice[second]));
                }
            }
        }
        return choices;
    }

    private int same(int txn) {
        int[] both = new int[labels.size()];
        Arrays.setAll(both, statement -> circuit.and(ins[txn][statement], outs[txn][statement]));
        return circuit.or(both);
    }

    private void edges(int txn, int out) {
        int next = (txn + 1) % outs.length;
        for (int in = 0; in < labels.size(); in++) {
            for (int reason = 0; reason < REASONS.size(); reason++) {
                int edge = encoding.conflict(
                        REASONS.get(reason),
                        encoding.queries(txn).get(out),
                        encoding.queries(next).get(in));
                circuit.implies(edge, outs[txn][out], ins[next][in], reasons[txn][reason]);
            }
        }
    }

    /** Returns a literal that this number of edges of the cycle is inside transactions. */
    int inside(int count) {
        return words.equal(words.count(inside), words.constant(count).word());
    }

    boolean isSatisfiable(int... assumptions) {
        return circuit.isSatisfiable(assumptions);
    }

    /** Returns the cycle of the newest model, and reads its execution as well. */
    Cycle cycle() {
        var choices = new ArrayList<List<Integer>>();
        var hops = new ArrayList<String>();
        for (int txn = 0; txn < outs.length; txn++) {
            int in = chosen(ins[txn]);
            int out = chosen(outs[txn]);
            int reason = chosen(reasons[txn]);
            choices.add(List.of(in, out, reason));
            hops.add(labels.get(in) + ".." + labels.get(out) + " "
                    + REASONS.get(reason).sign());
        }
        encoding.reader().scenario(encoding.instances());
        return new Cycle(choices, least(hops));
    }

    private int chosen(int[] choice) {
        for (int option = 0; option < choice.length; option++) {
            if (circuit.holds(choice[option])) {
                return option;
            }
        }
        throw new IllegalStateException("nothing is chosen");
    }

    /** Returns the rotation of the hops that comes first in the alphabet. */
    static List<String> least(List<String> hops) {
        var least = new ArrayList<>(hops);
        var rotated = new ArrayList<>(hops);
        for (int i = 1; i < hops.size(); i++) {
            Collections.rotate(rotated, 1);
            if (String.join(" ", rotated).compareTo(String.join(" ", least)) < 0) {
                least = new ArrayList<>(rotated);
            }
        }
        return List.copyOf(least);
    }

    /** Excludes a cycle from further models, in all its rotations. */
    void exclude(Cycle cycle) {
        int count = outs.length;
        for (int rotation = 0; rotation < count; rotation++) {
            int[] clause = new int[3 * count];
            for (int txn = 0; txn < count; txn++) {
                List<Integer> choice = cycle.choices().get((txn + rotation) % count);
                clause[3 * txn] = Circuit.not(ins[txn][choice.get(0)]);
                clause[3 * txn + 1] = Circuit.not(outs[txn][choice.get(1)]);
                clause[3 * txn + 2] = Circuit.not(reasons[txn][choice.get(2)]);
            }
            circuit.require(clause);
        }
    }

    /** Returns literals that fix the transactions and reasons of this cycle, which are CLOTHO's structure. */
    int[] structure(Cycle cycle) {
        int[] structure = new int[2 * outs.length];
        for (int txn = 0; txn < outs.length; txn++) {
            String name = txn(cycle.choices().get(txn).getFirst());
            int[] ofSame = new int[labels.size()];
            for (int statement = 0; statement < labels.size(); statement++) {
                ofSame[statement] = txn(statement).equals(name) ? ins[txn][statement] : Circuit.FALSE;
            }
            structure[2 * txn] = circuit.or(ofSame);
            structure[2 * txn + 1] = reasons[txn][cycle.choices().get(txn).get(2)];
        }
        return structure;
    }

    private String txn(int statement) {
        String label = labels.get(statement);
        return label.substring(0, label.indexOf('.'));
    }
}
