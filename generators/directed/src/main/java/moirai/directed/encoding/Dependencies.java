package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import moirai.directed.program.Statement;
import moirai.directed.solving.Circuit;
import moirai.directed.specification.Relation;
import moirai.directed.specification.Rule;
import moirai.directed.specification.Specification;
import moirai.directed.specification.Unit;

/**
 * The dependencies between statements, and the axioms of levels of the user's own, which may speak of them.
 *
 * <p>Dependencies are definitions and restrict nothing. Those that close cycles may be more than there are: if other
 * transactions write in between, a write counts as read once it is seen. Axioms are asked of exact ones, so that no
 * execution is lost.
 */
final class Dependencies {

    private final Parts parts;
    private final Circuit circuit;
    private final List<Effect> effects;
    private final List<Evaluation> evaluations;
    private final Predicate<Effect> hasFixedRows;
    private final Map<Question, Integer> known = new HashMap<>();

    /** The parts of an encoding that decide on what a statement finds. */
    record Parts(Circuit circuit, Timeline timeline, RowLocks locks, Others others) {}

    private record Question(Relation relation, int from, int to, boolean isBound) {}

    /**
     * Creates the dependencies of an encoding whose statements are built.
     *
     * @param hasFixedRows whether a row that the reader's where-clause does not match when it is made never does, and
     *     is made once
     */
    Dependencies(Parts parts, List<Effect> effects, List<Evaluation> evaluations, Predicate<Effect> hasFixedRows) {
        this.parts = parts;
        this.circuit = parts.circuit();
        this.effects = List.copyOf(effects);
        this.evaluations = List.copyOf(evaluations);
        this.hasFixedRows = hasFixedRows;
    }

    /** Returns the other statements that may write the field of the reader's table before it. */
    List<Effect> writers(Effect reader, String field) {
        return effects.stream()
                .filter(writer -> writer.table.equals(reader.table) && writer.written.containsKey(field))
                .filter(writer -> parts.timeline().visible(writer.query.index(), reader.query.index()) != Circuit.FALSE)
                .toList();
    }

    /** Returns the literal that the reader sees that the writer writes to the row's field. */
    int seen(Effect writer, Effect reader, String field, int row) {
        int writes = writer.writes(field, row);
        return writes == Circuit.FALSE ? writes : circuit.and(parts.locks().visible(writer, reader, row), writes);
    }

    /** Returns the literal that the writer's is the newest of the writes of named transactions that the reader sees. */
    int last(Effect writer, Effect reader, String field, int row) {
        return circuit.and(seen(writer, reader, field, row), nothingSeenAfter(writer, reader, field, row));
    }

    private int nothingSeenAfter(Effect writer, Effect reader, String field, int row) {
        var later = new ArrayList<Integer>();
        for (Effect other : writers(reader, field)) {
            int after = parts.timeline().before(writer.query.index(), other.query.index());
            later.add(Circuit.not(circuit.and(seen(other, reader, field, row), after)));
        }
        return circuit.and(ints(later));
    }

    /** Returns the literal that one statement has to come before another one for this reason. */
    int of(Conflict conflict, int from, int to) {
        return of(conflict, effects.get(from), effects.get(to));
    }

    /** Returns the literal that one statement has to come before another one for this reason. */
    int of(Conflict conflict, Effect from, Effect to) {
        return anyRow(from, to, (field, row) -> of(conflict, from, to, field, row));
    }

    /** A literal about a row's field. */
    private interface OfRow {
        int of(String field, int row);
    }

    private int anyRow(Effect from, Effect to, OfRow literal) {
        if (from.query.txn() == to.query.txn() || !from.table.equals(to.table)) {
            return Circuit.FALSE;
        }
        var cases = new ArrayList<Integer>();
        for (String field : from.fieldsWith(to)) {
            for (int row = 0; row < from.rows(); row++) {
                cases.add(literal.of(field, row));
            }
        }
        return circuit.or(ints(cases));
    }

    private int of(Conflict conflict, Effect from, Effect to, String field, int row) {
        return switch (conflict) {
            case WRITE_READ ->
                to.reads(field, row) == Circuit.FALSE || from.writes(field, row) == Circuit.FALSE
                        ? Circuit.FALSE
                        : circuit.and(
                                to.reads(field, row), read(from, to, field, row), matters(to, from, field, row, true));
            case READ_WRITE -> overlooked(from, to, field, row, true);
            case WRITE_WRITE ->
                circuit.and(
                        parts.timeline().before(from.query.index(), to.query.index()),
                        from.writes(field, row),
                        to.writes(field, row));
        };
    }

    private int overlooked(Effect reader, Effect writer, String field, int row, boolean isBound) {
        int both = circuit.and(reader.reads(field, row), writer.writes(field, row));
        return both == Circuit.FALSE
                ? Circuit.FALSE
                : circuit.and(
                        both,
                        Circuit.not(parts.locks().visible(writer, reader, row)),
                        Circuit.not(parts.others().hide(reader, writer, field, row)),
                        matters(reader, writer, field, row, isBound),
                        nothingSeenAfter(writer, reader, field, row));
    }

    /**
     * Returns the literal that it matters to a reader whether an insert made a row: that row matches its where-clause.
     * Always true if the row's fields in that clause may change, or if the row may be made twice.
     *
     * @param isBound whether the literal also holds if numbers are left, so that the answer is not known
     */
    private int matters(Effect reader, Effect writer, String field, int row, boolean isBound) {
        boolean isNewRow = field.equals(Store.ALIVE) && writer.query.statement() instanceof Statement.Insert;
        if (!isNewRow || !hasFixedRows.test(reader)) {
            return Circuit.TRUE;
        }
        Map<String, List<Integer>> values = new HashMap<>();
        writer.table.key().forEach(key -> values.put(key, writer.view(key, row)));
        writer.table.fields().forEach(name -> values.put(name, writer.written(name, row)));
        Evaluation evaluation = evaluations.get(reader.query.txn());
        int matches = evaluation.holds(reader.query.statement().where(), values);
        int overflow = evaluation.takeOverflow();
        return isBound ? circuit.or(matches, overflow) : circuit.and(matches, Circuit.not(overflow));
    }

    /**
     * Returns the literal that the reader finds the write. If other transactions may have written in between, it is
     * enough that the reader sees the write: the write then comes before theirs and theirs before the reader, so that
     * cycles remain cycles.
     */
    private int read(Effect writer, Effect reader, String field, int row) {
        return parts.others().exist() ? seen(writer, reader, field, row) : last(writer, reader, field, row);
    }

    /** Returns the literal that the reader finds this write, and not a later one of other transactions. */
    private int readItself(Effect writer, Effect reader, String field, int row, boolean isBound) {
        return reader.reads(field, row) == Circuit.FALSE || writer.writes(field, row) == Circuit.FALSE
                ? Circuit.FALSE
                : circuit.and(
                        reader.reads(field, row),
                        last(writer, reader, field, row),
                        Circuit.not(parts.others().overwrite(reader, writer, field, row)),
                        matters(reader, writer, field, row, isBound));
    }

    /** Requires the axioms of each level of the user's own of all calls, as far as they are promised to calls at it. */
    void requireOwnAxioms(List<Instance> instances) {
        boolean areWhole = parts.timeline().hasWholes()
                || instances.stream().allMatch(instance -> instance.level().hasWholeTxns());
        instances.stream()
                .map(instance -> instance.level().own())
                .filter(Specification::exists)
                .distinct()
                .forEach(own -> {
                    // All statements of a whole transaction are seen and ordered alike: its first one stands for it.
                    boolean isOne = own.unit() == Unit.TRANSACTIONS
                            ? areWhole
                            : parts.timeline().hasWholes();
                    List<Integer> things = IntStream.range(0, effects.size())
                            .filter(query -> !isOne || query == 0 || txn(query) != txn(query - 1))
                            .boxed()
                            .toList();
                    boolean ofWholes = isOne || own.unit() == Unit.TRANSACTIONS;
                    Rule.Relations relations =
                            (relation, from, to, isBound) -> holds(relation, from, to, isBound, ofWholes);
                    own.rules()
                            .forEach(rule -> rule.choose(
                                    things.size(),
                                    owner -> instances
                                            .get(txn(things.get(owner)))
                                            .level()
                                            .own()
                                            .equals(own),
                                    (axiom, chosen) -> {
                                        int[] queries = IntStream.of(chosen)
                                                .map(things::get)
                                                .toArray();
                                        if (own.unit() == Unit.STATEMENTS || areDifferent(queries)) {
                                            axiom.require(circuit, relations, queries);
                                        }
                                    }));
                });
    }

    private int txn(int query) {
        return effects.get(query).query.txn();
    }

    private boolean areDifferent(int... queries) {
        return IntStream.of(queries).map(this::txn).distinct().count() == queries.length;
    }

    private int holds(Relation relation, int from, int to, boolean isBound, boolean ofWholes) {
        return switch (relation) {
            case VISIBLE -> parts.timeline().visible(from, to);
            case ORDER -> parts.timeline().before(from, to);
            case SAME -> txn(from) == txn(to) ? Circuit.TRUE : Circuit.FALSE;
            case PROGRAM_ORDER -> txn(from) == txn(to) && from < to ? Circuit.TRUE : Circuit.FALSE;
            case WRITE_WRITE, WRITE_READ, READ_WRITE -> {
                var question = new Question(relation, from, to, isBound);
                Integer answer = known.get(question);
                if (answer == null) {
                    answer = ofWholes ? ofTxns(question) : exact(question);
                    known.put(question, answer);
                }
                yield answer;
            }
        };
    }

    private int ofTxns(Question question) {
        var cases = new ArrayList<Integer>();
        for (int from = 0; from < effects.size(); from++) {
            for (int to = 0; to < effects.size(); to++) {
                if (txn(from) == txn(question.from()) && txn(to) == txn(question.to())) {
                    cases.add(exact(new Question(question.relation(), from, to, question.isBound())));
                }
            }
        }
        return circuit.or(ints(cases));
    }

    private int exact(Question question) {
        Effect from = effects.get(question.from());
        Effect to = effects.get(question.to());
        boolean isBound = question.isBound();
        return switch (question.relation()) {
            case WRITE_WRITE -> of(Conflict.WRITE_WRITE, from, to);
            case WRITE_READ -> anyRow(from, to, (field, row) -> readItself(from, to, field, row, isBound));
            case READ_WRITE -> anyRow(from, to, (field, row) -> overlooked(from, to, field, row, isBound));
            case VISIBLE, ORDER, SAME, PROGRAM_ORDER ->
                throw new IllegalStateException("no conflict: " + question.relation());
        };
    }

    private static int[] ints(List<Integer> literals) {
        return literals.stream().mapToInt(Integer::intValue).toArray();
    }
}
