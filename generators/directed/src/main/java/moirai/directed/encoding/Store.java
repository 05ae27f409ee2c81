package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Invariant;
import moirai.directed.program.Operation;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * The first contents of the tables that transactions use; the others have no rows, which no invariant forbids. Each
 * table has some rows that may exist, at first or later; their keys are in strict order, so that no two executions
 * differ in the numbers of rows only.
 */
final class Store {

    /** The name under which a row's existence, one bit, is kept beside its fields. */
    static final String ALIVE = "";

    private final List<Table> used;
    private final Map<String, Map<String, List<List<Integer>>>> tables = new LinkedHashMap<>();

    Store(Circuit circuit, Words words, List<Table> used, ToIntFunction<Table> rowsOf) {
        this.used = List.copyOf(used);
        for (Table table : used) {
            int rows = rowsOf.applyAsInt(table);
            var fields = new LinkedHashMap<String, List<List<Integer>>>();
            fields.put(ALIVE, new ArrayList<>());
            table.allFields().forEach(field -> fields.put(field, new ArrayList<>()));
            for (int row = 0; row < rows; row++) {
                fields.forEach((field, words0) ->
                        words0.add(field.equals(ALIVE) ? List.of(circuit.variable()) : words.variable()));
            }
            tables.put(table.name(), fields);
            for (int row = 1; row < rows; row++) {
                circuit.require(smaller(circuit, words, table, row));
            }
        }
    }

    /** Returns the tables of a program that statements of these transactions name. */
    static List<Table> used(Program program, List<Instance> instances, int loopMax) {
        Set<String> names = instances.stream()
                .flatMap(instance -> instance.type().statements(loopMax).stream())
                .map(Statement::table)
                .collect(Collectors.toSet());
        return program.tables().stream()
                .filter(table -> names.contains(table.name()))
                .toList();
    }

    /** Returns how many rows of the table may exist. */
    int rows(Table table) {
        return tables.getOrDefault(table.name(), Map.of())
                .getOrDefault(ALIVE, List.of())
                .size();
    }

    /** Returns the tables. */
    List<Table> tables() {
        return used;
    }

    /**
     * Returns the literal that the row before has the smaller key; the first field of the key is the most significant.
     */
    private int smaller(Circuit circuit, Words words, Table table, int row) {
        int smaller = Circuit.FALSE;
        for (String field : table.key().reversed()) {
            List<Integer> left = initial(table.name(), field, row - 1);
            List<Integer> right = initial(table.name(), field, row);
            smaller = circuit.or(words.less(left, right), circuit.and(words.equal(left, right), smaller));
        }
        return smaller;
    }

    /** Returns the value before all transactions; that of a key field never changes. */
    List<Integer> initial(String table, String field, int row) {
        return tables.getOrDefault(table, Map.of())
                .getOrDefault(field, List.of())
                .get(row);
    }

    /**
     * The rows and bits with which some calls can have an execution together.
     *
     * <p>Different constant keys are different rows, and an insert that is refused where its key exists needs a row of
     * its own. Other keys may be equal, so that calls have an execution with fewer rows. A statement that gives the key
     * of its rows meets at most one of them, and statements of one call that give it by the same expressions meet the
     * same row: with a row for each of these keys, no execution of such statements lacks rows. Each row needs a key of
     * its own, and sums of the constants that calls add have to fit.
     */
    static final class Need {

        private final Program program;
        private final List<Instance> instances;
        private final Bounds bounds;
        private final Setting.Reach reach;

        Need(Program program, List<Instance> instances, Bounds bounds, Setting.Reach reach) {
            this.program = program;
            this.instances = List.copyOf(instances);
            this.bounds = bounds;
            this.reach = reach;
        }

        /** The number of calls up to which all inserts get rows, those with a condition included. */
        private static final int ALL_RUN_MAX = 3;

        private static final int BITS_MAX = 16;

        /** A key of rows: by constants, which are the same in all calls, or by expressions of one call. */
        private record Key(int txn, List<Expression> values) {

            static final int ANY = -1;

            static Key of(int txn, List<Expression> values) {
                return new Key(values.stream().allMatch(Expression.Constant.class::isInstance) ? ANY : txn, values);
            }
        }

        /** Returns how many rows of the table may exist. */
        int rows(Table table) {
            if (reach == Setting.Reach.BOUNDED) {
                return bounds.rows();
            }
            Set<Key> keys = new HashSet<>();
            int more = 0;
            for (int txn = 0; txn < instances.size(); txn++) {
                for (Statement statement : statements(txn, table)) {
                    List<Expression> values = key(statement, table);
                    var key = Key.of(txn, values);
                    if (values.size() < table.key().size()) {
                        keys.addAll(constants(statement, table));
                    } else if (key.txn() == Key.ANY || reach == Setting.Reach.ALL_KEYS) {
                        keys.add(key);
                    } else if (statement instanceof Statement.Insert
                            && isNeeded(statement)
                            && instances.get(txn).level().has(Axiom.UNIQUE_KEYS)) {
                        more++;
                    }
                }
            }
            return Math.max(bounds.rows(), keys.size()) + more;
        }

        /**
         * Returns whether an insert needs a row. Of many calls each has an execution in which it skips an insert that
         * has a condition; proofs that paths end would never end with a row for each of those.
         */
        private boolean isNeeded(Statement insert) {
            return instances.size() <= ALL_RUN_MAX || insert.guard().equals(Condition.always());
        }

        private List<Statement> statements(int txn, Table table) {
            return instances.get(txn).type().statements(bounds.loopMax()).stream()
                    .filter(statement -> statement.table().equals(table.name()))
                    .toList();
        }

        private static List<Expression> key(Statement statement, Table table) {
            return table.key().stream()
                    .flatMap(field -> statement instanceof Statement.Insert insert
                            ? Stream.of(inserted(insert, field))
                            : statement.where().pinnedTo(field).limit(1))
                    .toList();
        }

        private static Expression inserted(Statement.Insert insert, String field) {
            return insert.values().stream()
                    .filter(assignment -> assignment.field().equals(field))
                    .map(Assignment::value)
                    .findFirst()
                    .orElse(new Expression.Constant(0));
        }

        /** Returns the constants that a search compares a key with, such as those of a list. */
        private static List<Key> constants(Statement statement, Table table) {
            List<Expression> parts = statement.where().expressions().toList();
            boolean isByKey = Expression.fields(parts.stream()).anyMatch(table.key()::contains);
            return parts.stream()
                    .filter(part -> isByKey && part instanceof Expression.Constant)
                    .map(constant -> Key.of(Key.ANY, List.of(constant)))
                    .toList();
        }

        /** Returns the bits of each number. */
        int bits() {
            int bits = bounds.bits();
            if (reach != Setting.Reach.BOUNDED) {
                int greatest = Math.max(
                        added(),
                        program.tables().stream().mapToInt(this::rows).max().orElse(0));
                while (bits < BITS_MAX && greatest >= (1 << bits) - 1) {
                    bits++;
                }
            }
            return bits;
        }

        private int added() {
            return instances.stream()
                    .flatMap(instance -> instance.type().statements(bounds.loopMax()).stream())
                    .flatMap(Statement::expressions)
                    .mapToInt(Need::added)
                    .sum();
        }

        private static int added(Expression part) {
            return part instanceof Expression.Arithmetic(var operation, var left, var right)
                            && operation == Operation.PLUS
                            && right instanceof Expression.Constant(var number)
                    ? Math.min(number, 1 << BITS_MAX)
                    : 0;
        }
    }

    /** The constraints on the first rows: a program's invariants hold of them. Cost: rows to the power of names. */
    record FirstRows(Circuit circuit, Words words, Store store, Program program) {

        void require(Invariant invariant) {
            boolean isUsed =
                    invariant.rows().values().stream().map(program::table).allMatch(store.tables()::contains);
            if (isUsed) {
                choose(invariant, List.copyOf(invariant.rows().keySet()), new HashMap<>(), Circuit.TRUE);
            }
        }

        private void choose(Invariant invariant, List<String> names, Map<String, List<Integer>> fields, int exist) {
            if (names.isEmpty()) {
                var evaluation = new Evaluation(circuit, words, program.numbers(), List.of());
                int holds = evaluation.holds(invariant.condition(), fields);
                // A condition that cannot be computed in the numbers that there are says nothing.
                circuit.implies(circuit.or(holds, evaluation.takeOverflow()), exist);
                return;
            }
            String name = names.getFirst();
            String table = invariant.rows().getOrDefault(name, "");
            for (int row = 0; row < store.rows(program.table(table)); row++) {
                for (String field : program.table(table).allFields()) {
                    fields.put(name + "." + field, store.initial(table, field, row));
                }
                int alive = store.initial(table, ALIVE, row).getFirst();
                choose(invariant, names.subList(1, names.size()), fields, circuit.and(exist, alive));
            }
        }
    }
}
