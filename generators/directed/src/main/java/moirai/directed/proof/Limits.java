package moirai.directed.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Loop;
import moirai.directed.program.Operator;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/**
 * The parts of a program to which the bounds of a proof matter, and those to which they do not.
 *
 * <p>Rows: if each statement on a table names the whole key of its row, by values that do not depend on the row, it
 * meets that row or none. What some calls do then depends on no more rows than keys that they name. So executions with
 * a row for each of these keys stand for those of any number of rows: leave out all others, and every statement finds
 * what it found, and every condition on the first rows, which is about all of them, still holds. This is claimed of a
 * proof only if the encodings of all its questions had these rows ({@code Setting.Reach.ALL_KEYS}).
 *
 * <p>Numbers: a value decides if it is in a condition, in the key of a new row or in an order by which rows are picked,
 * or is found or assigned in a field that does. Proofs are bounded by numbers; statements that order or compute values
 * that decide are those to which it matters how large these are.
 */
public record Limits(Program program, Bounds bounds) {

    private static final int SHOWN_MAX = 6;

    /** The number of calls that {@link Induction} looks at. */
    private static final int CALLS = 3;

    /** The greatest number of rows, of all tables together, for which a proof with all keys is tried. */
    private static final int ROWS_MAX = 12;

    /** A field of a table. */
    private record Place(String table, String field) {}

    /** Returns the tables of which each statement meets one row at most, whose key it names. */
    public List<Table> keyed() {
        return used().stream().filter(table -> several(table).isEmpty()).toList();
    }

    private List<Table> used() {
        return program.tables().stream()
                .filter(table ->
                        program.statements(table, bounds.loopMax()).findAny().isPresent())
                .toList();
    }

    /** Returns whether three calls name so few keys that a proof with a row for each is worth a try. */
    public boolean areFewKeys() {
        List<Table> keyed = keyed();
        return !keyed.isEmpty() && keyed.stream().mapToInt(this::keys).sum() <= ROWS_MAX;
    }

    private int keys(Table table) {
        return CALLS
                * program.txns().stream()
                        .mapToInt(txn -> keys(txn, table))
                        .max()
                        .orElse(0);
    }

    private int keys(TxnType txn, Table table) {
        Set<List<Expression>> keys = new HashSet<>();
        txn.statements(bounds.loopMax()).stream()
                .filter(statement -> statement.table().equals(table.name()))
                .forEach(statement -> keys.add(table.key().stream()
                        .flatMap(field -> key(statement, field).limit(1))
                        .toList()));
        return keys.size();
    }

    private static Stream<Expression> key(Statement statement, String field) {
        return statement instanceof Statement.Insert insert
                ? insert.values().stream()
                        .filter(value -> value.field().equals(field))
                        .map(Assignment::value)
                : statement.where().pinnedTo(field);
    }

    private static boolean isOneRow(Statement statement, Table table) {
        return statement instanceof Statement.Insert
                || (!table.key().isEmpty() && statement.where().pins(table.key()));
    }

    private List<String> several(Table table) {
        return named((txn, statement) -> statement.table().equals(table.name()) && !isOneRow(statement, table));
    }

    private interface Choice {
        boolean has(TxnType txn, Statement statement);
    }

    /** Returns the statements with a property, each once, with their places in the source. */
    private List<String> named(Choice choice) {
        return program.txns().stream()
                .flatMap(txn -> txn.statements(bounds.loopMax()).stream()
                        .filter(statement -> choice.has(txn, statement))
                        .map(statement -> name(txn, statement.label())))
                .distinct()
                .toList();
    }

    private static String name(TxnType txn, String label) {
        String place = txn.origin(label)
                .map(Origin::text)
                .map(text -> " (" + text + ")")
                .orElse("");
        return txn.name() + "." + label.replaceFirst("#.*", "") + place;
    }

    /**
     * Returns what remains bounded and what does not, a line each.
     *
     * @param hasAllKeys whether the proof had a row for each key in each of its questions
     */
    public List<String> lines(boolean hasAllKeys) {
        var lines = new ArrayList<String>();
        used().forEach(table -> lines.add(rows(table, hasAllKeys)));
        lines.add(numbers());
        lines.addAll(loops());
        return lines;
    }

    private String rows(Table table, boolean hasAllKeys) {
        List<String> several = several(table);
        String rows = "rows of " + table.name();
        String bounded = "bounded: " + rows + ": " + bounds.rows() + " and those that constants or new rows need; ";
        if (!several.isEmpty()) {
            return bounded + "more are not looked at by " + shown(several);
        }
        String one = "each statement names the key of its only row, ";
        return hasAllKeys
                ? "not bounded: " + rows + ": " + one + "and the proof has a row for each of these keys"
                : bounded + one + "but a proof with a row for each of these keys, " + keys(table) + " of three calls, "
                        + (areFewKeys() ? "was not found" : "was not tried");
    }

    private String numbers() {
        Set<Place> places = decisive();
        List<String> ordered = named((txn, statement) -> isOrdered(statement, places));
        String commits = String.join(
                "",
                program.txns().stream()
                        .filter(txn -> isOrdered(txn.commit()))
                        .map(txn -> ", whether " + txn.name() + " commits")
                        .toList());
        String numbers = "bounded: numbers, from " + program.numbers().least(bounds.bits()) + " to "
                + ((1 << bounds.bits()) - 1) + " or as far as rows and constants need: ";
        if (ordered.isEmpty() && commits.isEmpty()) {
            return numbers
                    + "no value that decides on anything is ordered or computed, so that it matters only how many"
                    + " different ones there are";
        }
        return numbers + "larger ones may matter to what orders or computes values that decide: "
                + (ordered.isEmpty() ? commits.substring(2) : shown(ordered) + commits);
    }

    private static String shown(List<String> names) {
        int more = names.size() - SHOWN_MAX;
        return String.join(", ", names.subList(0, Math.min(SHOWN_MAX, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** Returns the fields whose values decide: of conditions, orders and new keys, and all that these are made of. */
    private Set<Place> decisive() {
        Set<Place> places = new HashSet<>();
        int before;
        do {
            before = places.size();
            for (TxnType txn : program.txns()) {
                txn.commit().expressions().forEach(part -> addFound(txn, part, places));
                for (Statement statement : txn.statements(bounds.loopMax())) {
                    deciding(statement, places).forEach(part -> {
                        addFound(txn, part, places);
                        if (part instanceof Expression.Field(var field)) {
                            places.add(new Place(statement.table(), field));
                        }
                    });
                    if (statement instanceof Statement.Select select) {
                        select.pick().field().ifPresent(field -> places.add(new Place(statement.table(), field)));
                    }
                }
            }
        } while (places.size() > before);
        return places;
    }

    private void addFound(TxnType txn, Expression part, Set<Place> places) {
        if (part instanceof Expression.Result(var label, var field, var row)) {
            txn.statements(bounds.loopMax()).stream()
                    .filter(statement -> statement.label().equals(label))
                    .forEach(statement -> places.add(new Place(statement.table(), field)));
        }
    }

    /** Returns the expressions of a statement whose values decide, with their parts. */
    private Stream<Expression> deciding(Statement statement, Set<Place> places) {
        Stream<Expression> written = statement.assignments().stream()
                .filter(value -> program.table(statement.table()).key().contains(value.field())
                        || places.contains(new Place(statement.table(), value.field())))
                .flatMap(value -> value.value().parts());
        return Stream.of(statement.where().expressions(), statement.guard().expressions(), written)
                .flatMap(part -> part);
    }

    private boolean isOrdered(Statement statement, Set<Place> places) {
        boolean isPicked = statement instanceof Statement.Select select
                && select.pick().field().isPresent()
                && !isOneRow(statement, program.table(statement.table()));
        return isPicked
                || isOrdered(statement.where())
                || isOrdered(statement.guard())
                || deciding(statement, places).anyMatch(this::isComputed);
    }

    private boolean isComputed(Expression part) {
        return part instanceof Expression.Arithmetic
                || (part instanceof Expression.Constant(var value) && value >= 1 << bounds.bits());
    }

    private boolean isOrdered(Condition condition) {
        return switch (condition) {
            case Condition.And(var parts) -> parts.stream().anyMatch(this::isOrdered);
            case Condition.Or(var parts) -> parts.stream().anyMatch(this::isOrdered);
            case Condition.Not(var part) -> isOrdered(part);
            case Condition.Compare(var left, var operator, var right) ->
                (operator != Operator.EQUAL && operator != Operator.DIFFERENT && !isCounted(left, right))
                        || Stream.concat(left.parts(), right.parts()).anyMatch(this::isComputed);
        };
    }

    /** Returns whether a number of rows is compared with a constant, which the bound on rows is about. */
    private static boolean isCounted(Expression left, Expression right) {
        return (left instanceof Expression.Count && right instanceof Expression.Constant)
                || (right instanceof Expression.Count && left instanceof Expression.Constant);
    }

    private List<String> loops() {
        Set<String> loops = new TreeSet<>();
        program.txns().forEach(txn -> loops(txn, txn.steps(), loops));
        return loops.isEmpty()
                ? List.of("not bounded: loops: there are none")
                : List.of("bounded: loops, up to " + bounds.loopMax() + (bounds.loopMax() == 1 ? " time" : " times")
                        + ": " + shown(List.copyOf(loops)));
    }

    private static void loops(TxnType txn, List<Step> steps, Set<String> found) {
        for (Step step : steps) {
            if (step instanceof Loop loop) {
                found.add(name(txn, loop.label()));
                loops(txn, loop.steps(), found);
            }
        }
    }
}
