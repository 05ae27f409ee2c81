package moirai.directed.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Instance;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * The cycles between two transactions, found by running everything: each order of writes, each choice of who sees whom,
 * each first state and each argument. For programs with one table, a key of one field and no loops.
 */
final class BruteForce {

    private final Program program;
    private final List<Instance> instances;
    private final List<List<Statement>> statements;
    private final int rows;
    private final Range range;
    private final Set<String> found = new TreeSet<>();
    private long runs;

    BruteForce(Program program, List<Instance> instances, int rows, Range range) {
        this.program = program;
        this.instances = List.copyOf(instances);
        this.statements = instances.stream()
                .map(instance -> instance.type().statements(0))
                .toList();
        this.rows = rows;
        this.range = range;
    }

    /** The keys of the anomalies, as the search names them. */
    Set<String> find() {
        List<ConcreteRun.Setup> setups = setups();
        List<List<Map<String, Integer>>> arguments = product(arguments(instances.get(0)), arguments(instances.get(1)));
        orders(new ArrayList<>(), order -> {
            List<List<ConcreteRun.Turn>> turns =
                    arguments.stream().map(both -> turns(order, both)).toList();
            visibilities(order, visible -> {
                for (ConcreteRun.Setup setup : setups) {
                    for (int both = 0; both < turns.size(); both++) {
                        run(turns.get(both), visible, setup, arguments.get(both));
                    }
                }
            });
        });
        return found;
    }

    long runs() {
        return runs;
    }

    /** Positions in time are indices; each is a transaction, whose statements come in their order. */
    private void orders(List<Integer> order, Consumer<List<Integer>> action) {
        if (order.size() == statements.get(0).size() + statements.get(1).size()) {
            action.accept(order);
            return;
        }
        for (int txn = 0; txn < 2; txn++) {
            if (count(order, txn) < statements.get(txn).size()) {
                var longer = new ArrayList<>(order);
                longer.add(txn);
                orders(longer, action);
            }
        }
    }

    private static int count(List<Integer> order, int txn) {
        return (int) order.stream().filter(other -> other == txn).count();
    }

    private void visibilities(List<Integer> order, Consumer<boolean[][]> action) {
        int size = order.size();
        int pairs = size * (size - 1) / 2;
        for (int bits = 0; bits < 1 << pairs; bits++) {
            boolean[][] visible = new boolean[size][size];
            int bit = 0;
            for (int i = 0; i < size; i++) {
                for (int j = i + 1; j < size; j++) {
                    visible[i][j] = (bits >> bit++ & 1) == 1;
                }
            }
            if (isAllowed(order, visible)) {
                action.accept(visible);
            }
        }
    }

    private boolean has(int txn, Axiom axiom) {
        return instances.get(txn).level().has(axiom);
    }

    /** The axioms that do not ask who writes what, read off their definitions. */
    private boolean isAllowed(List<Integer> t, boolean[][] vis) {
        int size = t.size();
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                boolean same = t.get(a).equals(t.get(b));
                if (a < b && !vis[a][b] && same && has(t.get(b), Axiom.READ_YOUR_WRITES)) {
                    return false;
                }
                if (a < b && !vis[a][b] && !same && has(t.get(b), Axiom.ORDER_IS_SEEN)) {
                    return false;
                }
                for (int c = 0; c < size; c++) {
                    if (!isAllowed(t, vis, new int[] {a, b, c})) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean isAllowed(List<Integer> t, boolean[][] vis, int[] abc) {
        int a = abc[0];
        int b = abc[1];
        int c = abc[2];
        boolean pair = t.get(a).equals(t.get(b)) && !t.get(a).equals(t.get(c));
        boolean otherThanC = !t.get(b).equals(t.get(c)) && !t.get(a).equals(t.get(c));
        return !(has(t.get(c), Axiom.TRANSITIVE) && vis[a][b] && vis[b][c] && !vis[a][c])
                && !(has(t.get(c), Axiom.PREFIX) && otherThanC && a < b && vis[b][c] && !vis[a][c])
                && !(has(t.get(c), Axiom.ATOMIC_WRITES) && pair && vis[a][c] && !vis[b][c])
                && !(has(t.get(a), Axiom.STABLE_READS) && pair && vis[c][a] && !vis[c][b])
                && !(has(t.get(a), Axiom.CONTIGUOUS) && pair && (a < c) != (b < c));
    }

    private List<ConcreteRun.Turn> turns(List<Integer> order, List<Map<String, Integer>> both) {
        var turns = new ArrayList<ConcreteRun.Turn>();
        for (int i = 0; i < order.size(); i++) {
            int txn = order.get(i);
            Statement statement = statements.get(txn).get(count(order.subList(0, i), txn));
            turns.add(new ConcreteRun.Turn(txn, statement, both.get(txn)));
        }
        return List.copyOf(turns);
    }

    private void run(
            List<ConcreteRun.Turn> turns,
            boolean[][] visible,
            ConcreteRun.Setup setup,
            List<Map<String, Integer>> both) {
        var run = new ConcreteRun(program, setup, turns, visible);
        runs++;
        if (run.run()
                && commits(run, both)
                && keepsPromises(run, turns, visible)
                && new OwnAxioms(instances, turns, run, visible).areKept()) {
            cycles(run, turns);
        }
    }

    private boolean commits(ConcreteRun run, List<Map<String, Integer>> both) {
        return run.commits(0, instances.get(0).type().commit(), both.get(0))
                && run.commits(1, instances.get(1).type().commit(), both.get(1));
    }

    private boolean keepsPromises(ConcreteRun run, List<ConcreteRun.Turn> turns, boolean[][] visible) {
        for (int a = 0; a < turns.size(); a++) {
            for (int b = a + 1; b < turns.size(); b++) {
                boolean isPromised = has(turns.get(b).txn(), Axiom.NO_BLIND_CONFLICT)
                        || (turns.get(b).statement() instanceof Statement.Update update && update.atomic());
                boolean isOther = turns.get(a).txn() != turns.get(b).txn();
                if (isPromised && isOther && !visible[a][b] && run.has(Conflict.WRITE_WRITE, a, b)) {
                    return false;
                }
                if (isOther && run.lockOneRow(a, b) && !waits(turns, visible, a, b)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A turn that asks for a lock goes on after the end of the transaction that has it. */
    private boolean waits(List<ConcreteRun.Turn> turns, boolean[][] visible, int holder, int waiting) {
        if (has(turns.get(waiting).txn(), Axiom.STABLE_READS)) {
            return visible[holder][waiting] || turns.get(holder).statement() instanceof Statement.Select;
        }
        for (int x = 0; x < turns.size(); x++) {
            for (int y = waiting; y < turns.size(); y++) {
                boolean isPair = turns.get(x).txn() == turns.get(holder).txn()
                        && turns.get(y).txn() == turns.get(waiting).txn();
                if (isPair && (x > y || !visible[x][y])) {
                    return false;
                }
            }
        }
        return true;
    }

    private void cycles(ConcreteRun run, List<ConcreteRun.Turn> turns) {
        var there = edges(run, turns, 0);
        var back = there.isEmpty() ? there : edges(run, turns, 1);
        for (List<String> go : there) {
            for (List<String> come : back) {
                if (!go.get(0).equals(come.get(1)) || !go.get(1).equals(come.get(0))) {
                    String first = name(0) + "(" + come.get(1) + "," + go.get(0) + ")";
                    String second = name(1) + "(" + go.get(1) + "," + come.get(0) + ")";
                    String key = first + " " + second;
                    String turned = second + " " + first;
                    found.add(key.compareTo(turned) < 0 ? key : turned);
                }
            }
        }
    }

    private String name(int txn) {
        return instances.get(txn).type().name();
    }

    /** Pairs of labels: a conflict leads from the first, of this transaction, to the second, of the other one. */
    private static Set<List<String>> edges(ConcreteRun run, List<ConcreteRun.Turn> turns, int from) {
        Set<List<String>> edges = new HashSet<>();
        for (int a = 0; a < turns.size(); a++) {
            for (int b = 0; b < turns.size(); b++) {
                if (turns.get(a).txn() == from
                        && turns.get(b).txn() != from
                        && (run.has(Conflict.WRITE_READ, a, b)
                                || run.has(Conflict.READ_WRITE, a, b)
                                || run.has(Conflict.WRITE_WRITE, a, b))) {
                    edges.add(List.of(
                            turns.get(a).statement().label(),
                            turns.get(b).statement().label()));
                }
            }
        }
        return edges;
    }

    private List<Map<String, Integer>> arguments(Instance instance) {
        List<Map<String, Integer>> all = List.of(Map.of());
        for (String parameter : instance.type().parameters()) {
            all = extended(all, parameter);
        }
        return all;
    }

    private <K> List<Map<K, Integer>> extended(List<Map<K, Integer>> maps, K key) {
        return maps.stream()
                .flatMap(map -> range.numbers().mapToObj(value -> {
                    Map<K, Integer> longer = new HashMap<>(map);
                    longer.put(key, value);
                    return longer;
                }))
                .toList();
    }

    private static <T> List<List<T>> product(List<T> first, List<T> second) {
        return first.stream()
                .flatMap(left -> second.stream().map(right -> List.of(left, right)))
                .toList();
    }

    /** All sets of keys, each with all first values of all rows. */
    private List<ConcreteRun.Setup> setups() {
        Table table = program.tables().getFirst();
        var setups = new ArrayList<ConcreteRun.Setup>();
        for (int mask = 0; mask < 1 << range.numbers().count(); mask++) {
            if (Integer.bitCount(mask) == rows) {
                int chosen = mask;
                List<List<Integer>> keys = range.numbers()
                        .filter(key -> (chosen >> (key - range.least()) & 1) == 1)
                        .mapToObj(List::of)
                        .toList();
                List<Map<Cell, Integer>> states = List.of(Map.of());
                for (List<Integer> key : keys) {
                    var row = new Cell(table.name(), key, "");
                    states = extended(states, row).stream()
                            .filter(state -> state.getOrDefault(row, 0) >> 1 == 0)
                            .toList();
                    for (String field : table.fields()) {
                        states = extended(states, row.with(field));
                    }
                }
                states.forEach(state -> setups.add(new ConcreteRun.Setup(keys, state, range)));
            }
        }
        return setups;
    }
}
