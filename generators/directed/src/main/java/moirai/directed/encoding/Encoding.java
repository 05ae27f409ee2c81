package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * A formula for all executions of some transactions at their levels, which is asked many questions.
 *
 * <p>Terms: a statement <em>accesses</em> a row that it returns or changes; its <em>view</em> of a field is the value
 * of the last write in the order of writes among those that it sees, or the first value. Steps: (1) rows with unknown
 * keys and values; (2) which statement sees which, under the axioms of the levels; (3) the reads and writes of each
 * statement in program order, over views that are free; (4) the value of each view, given the last writer. Step 4 after
 * step 3 breaks the circle of view, where-clause, write and view. (5) Conflicts are definitions over these and restrict
 * nothing.
 *
 * <p>Source: Rahmani and others, CLOTHO (2019), section 5, and Nagar, Jagannathan, Automated Detection of
 * Serializability Violations under Weak Consistency (2018), section 4. Departures: transactions and rows are named
 * instead of quantified; conflicts are exact instead of bounded from both sides by rules. Size: about (statements² ·
 * rows · fields) gates and statements³ clauses for each axiom.
 */
public final class Encoding {

    private final List<Instance> instances;
    private final Circuit circuit;
    private final Words words;
    private final List<Query> queries = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private final List<Evaluation> evaluations = new ArrayList<>();
    private final List<List<Integer>> queriesOfTxn = new ArrayList<>();
    private final Timeline timeline;
    private final Store store;
    private final EffectBuilder.Overflows overflows;
    private final RowLocks locks;
    private final Dependencies dependencies;
    private final Others others;
    private final Program program;
    private final int loopMax;
    private final boolean hasKeys;

    /** Builds the formula in this setting. Single-threaded, as its circuit. */
    public Encoding(Program program, List<Instance> instances, Bounds bounds, Setting setting) {
        this.program = program;
        this.loopMax = bounds.loopMax();
        this.instances = List.copyOf(instances);
        this.hasKeys = levels(setting).allMatch(level -> level.has(Axiom.UNIQUE_KEYS));
        this.circuit = new Circuit(setting.solvers().get());
        var need = new Store.Need(program, this.instances, bounds, setting.reach());
        this.words =
                program.numbers().areSigned() ? Words.signed(circuit, need.bits()) : new Words(circuit, need.bits());
        this.overflows = new EffectBuilder.Overflows(circuit, setting.reach());
        this.store = new Store(circuit, words, Store.used(program, instances, loopMax), need::rows);
        number(setting.granularity() == Granularity.ROWS);
        boolean arePeers = levels(setting).allMatch(level -> level.has(Axiom.NO_CYCLES));
        this.timeline = new Timeline(
                circuit,
                arePeers ? instances.stream().map(Instance::amongPeers).toList() : instances,
                queries,
                setting.granularity());
        this.others = new Others(circuit, words, timeline, setting.environment());
        build();
        this.locks = new RowLocks(circuit, timeline, effects, queriesOfTxn);
        this.dependencies = new Dependencies(
                new Dependencies.Parts(circuit, timeline, locks, others), effects, evaluations, this::hasFixedRows);
        effects.forEach(this::defineViews);
        promises();
        dependencies.requireOwnAxioms(this.instances);
        if (!arePeers) {
            timeline.forbidCycles(this::dependency);
        }
        locks.require();
        new UniqueKeys(circuit, words, timeline, locks, store, effects)
                .require(program, others.exist(), hasKeys, loopMax);
        if (others.exist()) {
            var numbers = new Growing.Numbers(circuit, words, locks, others, effects);
            Growing.of(program, loopMax).forEach(numbers::require);
        }
        program.invariants().forEach(new Store.FirstRows(circuit, words, store, program)::require);
    }

    private Stream<Promises> levels(Setting setting) {
        return Stream.concat(instances.stream().map(Instance::level), setting.environment().levels().stream());
    }

    private void number(boolean hasRows) {
        for (int txn = 0; txn < instances.size(); txn++) {
            boolean isSplit = hasRows && !instances.get(txn).level().has(Axiom.ATOMIC_STATEMENTS);
            int first = queries.size();
            for (Statement statement : instances.get(txn).type().statements(loopMax)) {
                Table table = program.table(statement.table());
                if (isSplit && statement.takesRows(table)) {
                    if (instances.get(txn).level().has(Axiom.SHARED_CHOICE)) {
                        queries.add(new Query(queries.size(), txn, statement.asChoice(), Query.CHOICE));
                    }
                    for (int row = 0; row < store.rows(table); row++) {
                        queries.add(new Query(queries.size(), txn, statement, row));
                    }
                } else {
                    queries.add(new Query(queries.size(), txn, statement, Query.ALL));
                }
            }
            queriesOfTxn.add(IntStream.range(first, queries.size()).boxed().toList());
        }
    }

    private void build() {
        var builder = new EffectBuilder(circuit, words, store, overflows, writable(loopMax));
        for (int txn = 0; txn < instances.size(); txn++) {
            var evaluation = new Evaluation(
                    circuit, words, program.numbers(), instances.get(txn).type().parameters());
            evaluations.add(evaluation);
            for (int query : queriesOfTxn.get(txn)) {
                Statement statement = queries.get(query).statement();
                Table table = program.table(statement.table());
                var effect = new Effect(queries.get(query), table, store.rows(table));
                if (effect.query.row() >= 0) {
                    effect.chosen = chosen(effect);
                }
                builder.fill(effect, evaluation);
                if (!effect.query.isChoice()) {
                    evaluation.did(effect);
                }
                effects.add(effect);
            }
            // A transaction that rolls back is no part of an execution: nobody depends on it.
            circuit.require(evaluation.holds(instances.get(txn).type().commit(), Map.of()));
            overflows.add(evaluation.takeOverflow());
        }
    }

    /** Returns the rows that the statement of a part chose before; empty if each part chooses for itself. */
    private List<Integer> chosen(Effect part) {
        return effects.stream()
                .filter(effect -> effect.query.isChoice() && effect.query.isPartWith(part.query))
                .flatMap(choice -> choice.access.stream())
                .toList();
    }

    /**
     * Returns the fields that some transaction writes, as table.field: one of the named transactions, or any
     * transaction of the program if further calls exist.
     */
    private Set<String> writable(int loopMax) {
        Stream<Statement> statements = others.exist()
                ? program.txns().stream().flatMap(type -> type.statements(loopMax).stream())
                : queries.stream().map(Query::statement);
        return EffectBuilder.written(statements, program);
    }

    private void defineViews(Effect reader) {
        // An insert does not depend on what it would find; whether it finds a row is for people.
        boolean isInsert = reader.query.statement() instanceof Statement.Insert;
        reader.view.forEach((field, rows) -> {
            if (isInsert ? field.equals(Store.ALIVE) : !reader.table.key().contains(field)) {
                for (int row = 0; row < rows.size(); row++) {
                    defineView(reader, field, row);
                }
            }
        });
    }

    private void defineView(Effect reader, String field, int row) {
        var unseen = new ArrayList<Integer>();
        var foreign = new ArrayList<Integer>();
        for (Effect writer : dependencies.writers(reader, field)) {
            int last = dependencies.last(writer, reader, field, row);
            int hidden = others.overwrite(reader, writer, field, row);
            words.impliesEqual(
                    reader.view(field, row), writer.written(field, row), circuit.and(last, Circuit.not(hidden)));
            unseen.add(Circuit.not(dependencies.seen(writer, reader, field, row)));
            foreign.add(circuit.and(last, hidden));
        }
        int none = circuit.and(ints(unseen));
        int wrote = others.wrote(reader, field, row);
        List<Integer> initial = store.initial(reader.table.name(), field, row);
        words.impliesEqual(reader.view(field, row), initial, circuit.and(none, Circuit.not(wrote)));
        if (others.exist()) {
            foreign.add(circuit.and(none, wrote));
            words.impliesEqual(reader.view(field, row), others.value(reader, field, row), circuit.or(ints(foreign)));
        }
    }

    /** Requires the promises that depend on the writer of each field: no blind conflicts, and updates in one step. */
    private void promises() {
        for (Effect later : effects) {
            Statement statement = later.query.statement();
            // Products make a row again that somebody else removed meanwhile, whatever the snapshot has.
            boolean isNewRow =
                    statement instanceof Statement.Insert && timeline.promises(later.query.index(), Axiom.UNIQUE_KEYS);
            boolean isBlind = isNewRow
                    || (!timeline.promises(later.query.index(), Axiom.NO_BLIND_CONFLICT)
                            && !(statement instanceof Statement.Update update && update.atomic()));
            for (Effect earlier : effects) {
                if (!isBlind && earlier.query.txn() != later.query.txn()) {
                    int seen = timeline.visible(earlier.query.index(), later.query.index());
                    circuit.implies(seen, dependencies.of(Conflict.WRITE_WRITE, earlier, later));
                }
            }
        }
    }

    /** Returns whether a row that a where-clause does not match when it is made never does, and is made once. */
    private boolean hasFixedRows(Effect reader) {
        List<String> fields = Expression.fields(reader.query.statement().where().expressions())
                .filter(reader.table.fields()::contains)
                .toList();
        return hasKeys && !fields.isEmpty() && program.keeps(reader.table, fields, loopMax);
    }

    private static int[] ints(List<Integer> literals) {
        return literals.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the literal that the first statement has to come before the second one for this reason. */
    public int conflict(Conflict conflict, int from, int to) {
        return dependencies.of(conflict, from, to);
    }

    /** Returns the literal that the first statement has to come before the second one for any reason. */
    public int conflict(int from, int to) {
        return circuit.or(
                conflict(Conflict.WRITE_READ, from, to),
                conflict(Conflict.READ_WRITE, from, to),
                conflict(Conflict.WRITE_WRITE, from, to));
    }

    /**
     * Returns for each pair of transactions the literal that any statement of the first one has to come before one of
     * the second; false for a transaction and itself.
     */
    public int[][] dependencies() {
        int count = instances.size();
        int[][] dependencies = new int[count][count];
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                dependencies[from][to] = dependency(from, to);
            }
        }
        return dependencies;
    }

    private int dependency(int from, int to) {
        var edges = new ArrayList<Integer>();
        for (int out : queriesOfTxn.get(from)) {
            for (int in : queriesOfTxn.get(to)) {
                edges.add(conflict(out, in));
            }
        }
        return circuit.or(ints(edges));
    }

    /** Returns the literal that the last write of the first transaction takes effect before that of the second. */
    public int before(int first, int second) {
        List<Integer> left = queriesOfTxn.get(first);
        List<Integer> right = queriesOfTxn.get(second);
        // A transaction without statements has no dependencies, so that any place in the order will do.
        return left.isEmpty() || right.isEmpty() ? Circuit.TRUE : timeline.before(left.getLast(), right.getLast());
    }

    /** Returns the numbers of a transaction's statements in their order. */
    public List<Integer> queries(int txn) {
        return queriesOfTxn.get(txn);
    }

    /** Returns the literal that a statement runs and returns, makes, changes or removes a row. */
    public int runs(int query) {
        Effect effect = effects.get(query);
        return circuit.and(effect.guard, circuit.or(ints(effect.access)));
    }

    /** Returns the literal that the condition of a statement does not hold. */
    public int skips(int query) {
        return Circuit.not(effects.get(query).guard);
    }

    /** Returns the statement with this number. */
    public Statement statement(int query) {
        return queries.get(query).statement();
    }

    /** Returns the transactions of the execution. */
    public List<Instance> instances() {
        return instances;
    }

    /** Returns the literal that no computation leaves the numbers; without it, results may wrap around. */
    public int fits() {
        return overflows.none();
    }

    /** Returns the formula, to be asked. */
    public Circuit circuit() {
        return circuit;
    }

    /** Returns a reader, which reads an execution out of the newest model and knows which models are easy to read. */
    public ModelReader reader() {
        return new ModelReader(new ModelReader.Parts(circuit, words, store, timeline, locks), effects, evaluations);
    }
}
