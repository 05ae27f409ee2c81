package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * A builder of the effect of one statement: for each row, the reads and writes.
 *
 * <p>The reads of a statement decide which executions are anomalies, so they are kept small. The existence of a row is
 * read if the conditions on its key hold; the fields of the where-clause only if the row exists as well; fields that
 * are returned or computed with only if the row is taken. A SELECT of the row with the least key reads nothing of the
 * rows behind that one.
 */
final class EffectBuilder {

    private final Circuit circuit;
    private final Words words;
    private final Store store;
    private final Overflows overflows;

    /** The fields that some statement of the execution writes, as table.field; the others keep their first value. */
    private final Set<String> writable;

    EffectBuilder(Circuit circuit, Words words, Store store, Overflows overflows, Set<String> writable) {
        this.overflows = overflows;
        this.circuit = circuit;
        this.words = words;
        this.store = store;
        this.writable = Set.copyOf(writable);
    }

    /** Returns the fields of its table that a statement writes, existence included. */
    static Set<String> written(Statement statement, List<String> fields) {
        var written = new LinkedHashSet<String>();
        switch (statement) {
            case Statement.Select select -> {}
            case Statement.Insert insert -> {
                written.add(Store.ALIVE);
                written.addAll(fields);
            }
            case Statement.Update update -> update.set().forEach(assignment -> written.add(assignment.field()));
            case Statement.Delete delete -> written.add(Store.ALIVE);
        }
        return written;
    }

    /** Returns the fields that some of these statements write, as table.field. */
    static Set<String> written(Stream<Statement> statements, Program program) {
        var written = new LinkedHashSet<String>();
        statements.forEach(statement -> {
            String table = statement.table();
            written(statement, program.table(table).fields()).forEach(field -> written.add(table + "." + field));
        });
        return written;
    }

    /** Fills the effect; the statements before it in its transaction are filled already. */
    void fill(Effect effect, Evaluation evaluation) {
        Statement statement = effect.query.statement();
        effect.guard = evaluation.holds(statement.guard(), Map.of());
        overflows.add(evaluation.takeOverflow());
        views(effect);
        if (statement instanceof Statement.Insert insert) {
            insert(effect, insert, evaluation);
            return;
        }
        var where = new WhereClause(statement.where(), effect.table.key());
        var candidates = new ArrayList<Integer>();
        var looked = new ArrayList<Integer>();
        for (int row = 0; row < effect.rows(); row++) {
            if (!effect.query.isAbout(row)) {
                candidates.add(Circuit.FALSE);
                looked.add(Circuit.FALSE);
                continue;
            }
            int alive = effect.view(Store.ALIVE, row).getFirst();
            Map<String, List<Integer>> fields = fields(effect, row);
            int key = circuit.and(effect.guard, effect.isChosen(row), evaluation.holds(where.onKey(), fields));
            candidates.add(circuit.and(key, alive, evaluation.holds(where.onOthers(), fields)));
            looked.add(key);
            overflows.add(evaluation.takeOverflow(), effect.guard, alive);
        }
        pick(effect, candidates, looked);
        for (int row = 0; row < effect.rows(); row++) {
            if (effect.query.isChoice()) {
                // Of a row that is chosen, only what is found when it is taken goes into the effect.
                looked.set(row, circuit.and(looked.get(row), Circuit.not(effect.access.get(row))));
            }
            effect.addRead(circuit, Store.ALIVE, row, looked.get(row));
            int existing =
                    circuit.and(looked.get(row), effect.view(Store.ALIVE, row).getFirst());
            for (String field : where.readOnOthers()) {
                effect.addRead(circuit, field, row, existing);
            }
            write(effect, row, evaluation);
        }
    }

    /**
     * Defines the view of the statement: first values of fields that no statement writes, otherwise numbers that are
     * defined later.
     */
    private void views(Effect effect) {
        String table = effect.table.name();
        for (String field : Stream.concat(Stream.of(Store.ALIVE), effect.table.allFields().stream())
                .toList()) {
            boolean isFixed = !writable.contains(table + "." + field);
            var view = new ArrayList<List<Integer>>();
            for (int row = 0; row < effect.rows(); row++) {
                if (isFixed) {
                    view.add(store.initial(table, field, row));
                } else {
                    view.add(field.equals(Store.ALIVE) ? List.of(circuit.variable()) : words.variable());
                }
            }
            effect.view.put(field, view);
        }
    }

    private static Map<String, List<Integer>> fields(Effect effect, int row) {
        var fields = new HashMap<String, List<Integer>>();
        effect.table.allFields().forEach(field -> fields.put(field, effect.view(field, row)));
        return fields;
    }

    private void insert(Effect effect, Statement.Insert insert, Evaluation evaluation) {
        Map<String, List<Integer>> values = new HashMap<>();
        for (Assignment assignment : insert.values()) {
            values.put(assignment.field(), evaluation.word(assignment.value(), Map.of()));
        }
        overflows.add(evaluation.takeOverflow(), effect.guard);
        for (int row = 0; row < effect.rows(); row++) {
            int match = effect.guard;
            for (String field : effect.table.key()) {
                List<Integer> value = values.getOrDefault(field, words.zero());
                match = circuit.and(match, words.equal(value, effect.view(field, row)));
            }
            effect.access.add(match);
            put(effect, Store.ALIVE, List.of(Circuit.TRUE));
            for (String field : effect.table.fields()) {
                put(effect, field, values.getOrDefault(field, words.zero()));
            }
        }
        // Otherwise the insert would be lost, and so would be whatever depends on it.
        circuit.implies(
                circuit.or(effect.access.stream().mapToInt(Integer::intValue).toArray()), effect.guard);
    }

    private static void put(Effect effect, String field, List<Integer> word) {
        effect.written.computeIfAbsent(field, name -> new ArrayList<>()).add(word);
    }

    private void pick(Effect effect, List<Integer> candidates, List<Integer> looked) {
        Pick pick = effect.query.statement() instanceof Statement.Select select ? select.pick() : Pick.all();
        switch (pick) {
            case Pick.All all -> effect.access.addAll(candidates);
            case Pick.Least(var field) -> first(effect, candidates, looked, new Ordering(field, true));
            case Pick.Greatest(var field) -> first(effect, candidates, looked, new Ordering(field, false));
        }
    }

    private record Ordering(String field, boolean isAscending) {}

    private void first(Effect effect, List<Integer> candidates, List<Integer> looked, Ordering ordering) {
        String field = ordering.field();
        boolean isKey = effect.table.key().contains(field);
        for (int row = 0; row < effect.rows(); row++) {
            int beaten = Circuit.FALSE;
            for (int other = 0; other < effect.rows(); other++) {
                if (other != row) {
                    int better = better(effect, ordering, other, row);
                    beaten = circuit.or(beaten, circuit.and(candidates.get(other), better));
                }
            }
            effect.access.add(circuit.and(candidates.get(row), Circuit.not(beaten)));
            if (isKey) {
                looked.set(row, circuit.and(looked.get(row), Circuit.not(beaten)));
            } else {
                effect.addRead(circuit, field, row, candidates.get(row));
            }
        }
    }

    private int better(Effect effect, Ordering ordering, int row, int than) {
        List<Integer> left = effect.view(ordering.field(), row);
        List<Integer> right = effect.view(ordering.field(), than);
        int strictly = ordering.isAscending() ? words.less(left, right) : words.less(right, left);
        return row < than ? circuit.or(strictly, words.equal(left, right)) : strictly;
    }

    private void write(Effect effect, int row, Evaluation evaluation) {
        int access = effect.access.get(row);
        switch (effect.query.statement()) {
            case Statement.Select select ->
                select.fields().stream()
                        .filter(effect.table.fields()::contains)
                        .forEach(field -> effect.addRead(circuit, field, row, access));
            case Statement.Update update -> {
                Map<String, List<Integer>> fields = fields(effect, row);
                for (Assignment assignment : update.set()) {
                    put(effect, assignment.field(), evaluation.word(assignment.value(), fields));
                    int overflow = evaluation.takeOverflow();
                    effect.addOverflow(assignment.field(), overflow);
                    overflows.add(overflow, access);
                    Expression.fields(assignment.value().parts())
                            .filter(effect.table.fields()::contains)
                            .forEach(field -> effect.addRead(circuit, field, row, access));
                }
            }
            case Statement.Delete delete -> put(effect, Store.ALIVE, List.of(Circuit.FALSE));
            case Statement.Insert insert -> throw new IllegalStateException("an insert has no where-clause: " + insert);
        }
    }

    /** A where-clause in two parts that both have to hold: the conditions on a row's key, and the rest. */
    private record WhereClause(Condition onKey, Condition onOthers) {

        WhereClause(Condition where, List<String> key) {
            this(new Condition.And(part(where, key, true)), new Condition.And(part(where, key, false)));
        }

        private static List<Condition> part(Condition where, List<String> key, boolean isOnKey) {
            return where.conjuncts().stream()
                    .filter(part -> Expression.fields(part.expressions()).allMatch(key::contains) == isOnKey)
                    .toList();
        }

        List<String> readOnOthers() {
            return Expression.fields(onOthers.expressions()).toList();
        }
    }

    /** The computations of an execution whose results may not fit into the numbers that there are. */
    static final class Overflows {

        private final Circuit circuit;
        private final Setting.Reach reach;
        private final List<Integer> fitting = new ArrayList<>();

        Overflows(Circuit circuit, Setting.Reach reach) {
            this.circuit = circuit;
            this.reach = reach;
        }

        /** Adds the literal that a result does not fit, which matters if all conditions hold. */
        void add(int overflow, int... conditions) {
            int fits = Circuit.not(circuit.and(overflow, circuit.and(conditions)));
            if (reach == Setting.Reach.BOUNDED) {
                circuit.require(fits);
            } else {
                fitting.add(fits);
            }
        }

        /** Returns the literal that all results fit. */
        int none() {
            return circuit.and(fitting.stream().mapToInt(Integer::intValue).toArray());
        }
    }
}
