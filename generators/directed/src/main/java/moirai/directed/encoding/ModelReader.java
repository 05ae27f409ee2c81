package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/** A reader of the newest model of an encoding, which also knows which models are easy to read. */
public final class ModelReader {

    record Parts(Circuit circuit, Words words, Store store, Timeline timeline, RowLocks locks) {}

    private final Parts parts;
    private final Circuit circuit;
    private final List<Effect> effects;
    private final List<Evaluation> evaluations;

    ModelReader(Parts parts, List<Effect> effects, List<Evaluation> evaluations) {
        this.parts = parts;
        this.circuit = parts.circuit();
        this.effects = List.copyOf(effects);
        this.evaluations = List.copyOf(evaluations);
    }

    /**
     * Returns the properties that make a model readable, the most important first: inserts of rows that are not there,
     * few rows, inserts of different rows, writes that change something and differ, few unseen writes, calls in their
     * order, small numbers. For {@link Circuit#grant}: together the wishes decide all that a scenario shows, so that it
     * does not depend on the solver's luck.
     */
    public List<Integer> wishes() {
        var wishes = new ArrayList<Integer>();
        newRows(wishes);
        for (Table table : parts.store().tables()) {
            initial(table, Store.ALIVE, word -> wishes.add(Circuit.not(word.getFirst())));
        }
        ownRows(wishes);
        distinctValues(wishes);
        for (Effect writer : effects) {
            for (Effect reader : effects) {
                if (!writer.written.isEmpty() && writer.query.txn() != reader.query.txn()) {
                    int before = parts.timeline().before(writer.query.index(), reader.query.index());
                    wishes.add(circuit.or(Circuit.not(before), visible(writer, reader)));
                }
            }
        }
        for (Effect first : effects) {
            for (Effect second : effects) {
                if (first.query.txn() < second.query.txn()) {
                    wishes.add(parts.timeline().before(first.query.index(), second.query.index()));
                }
            }
        }
        for (Table table : parts.store().tables()) {
            for (String field : table.allFields()) {
                initial(table, field, word -> wishes.addAll(parts.words().nearZero(word)));
            }
        }
        for (Evaluation evaluation : evaluations) {
            evaluation
                    .arguments()
                    .values()
                    .forEach(word -> wishes.addAll(parts.words().nearZero(word)));
            evaluation
                    .unknowns()
                    .values()
                    .forEach(word -> wishes.addAll(parts.words().nearZero(word)));
        }
        effects.forEach(effect -> wishes.add(effect.guard));
        return wishes;
    }

    private void initial(Table table, String field, Consumer<List<Integer>> action) {
        int rows = parts.store().rows(table);
        for (int row = 0; row < rows; row++) {
            action.accept(parts.store().initial(table.name(), field, row));
        }
    }

    private int visible(Effect writer, Effect reader) {
        return parts.timeline().visible(writer.query.index(), reader.query.index());
    }

    /**
     * Adds wishes for inserts of absent rows. An insert of a row that it finds replaces that row in the model, and is
     * refused by a database with keys.
     */
    private void newRows(List<Integer> wishes) {
        for (Effect effect : effects) {
            for (int row = 0; effect.query.statement() instanceof Statement.Insert && row < effect.rows(); row++) {
                int found = effect.view(Store.ALIVE, row).getFirst();
                wishes.add(Circuit.not(circuit.and(effect.access.get(row), found)));
            }
        }
    }

    /**
     * Adds wishes for inserts of different keys. Two inserts of one key replace each other in the model, and the second
     * one is refused by most databases.
     */
    private void ownRows(List<Integer> wishes) {
        for (Effect first : effects) {
            for (Effect second : effects) {
                boolean isPair = first.query.index() < second.query.index()
                        && first.table.equals(second.table)
                        && first.query.statement() instanceof Statement.Insert
                        && second.query.statement() instanceof Statement.Insert;
                for (int row = 0; isPair && row < first.rows(); row++) {
                    wishes.add(Circuit.not(circuit.and(first.access.get(row), second.access.get(row))));
                }
            }
        }
    }

    /** Adds wishes for writes that change the value. A write of the existing value would look harmless. */
    private void distinctValues(List<Integer> wishes) {
        for (Effect writer : effects) {
            for (String field : writer.table.fields()) {
                for (int row = 0; row < writer.rows() && writer.written.containsKey(field); row++) {
                    List<Integer> initial = parts.store().initial(writer.table.name(), field, row);
                    wishes.add(differs(writer.writes(field, row), writer.written(field, row), initial));
                    distinctValues(wishes, writer, field, row);
                }
            }
        }
    }

    private void distinctValues(List<Integer> wishes, Effect writer, String field, int row) {
        for (Effect other : effects) {
            boolean isLater = other.query.txn() > writer.query.txn();
            if (isLater && other.table.equals(writer.table) && other.written.containsKey(field)) {
                int both = circuit.and(writer.writes(field, row), other.writes(field, row));
                wishes.add(differs(both, writer.written(field, row), other.written(field, row)));
            }
        }
    }

    private int differs(int condition, List<Integer> left, List<Integer> right) {
        return circuit.or(Circuit.not(condition), Circuit.not(parts.words().equal(left, right)));
    }

    /** Returns the execution that the newest model describes. */
    public Scenario scenario(List<Instance> instances) {
        var rows = new ArrayList<Scenario.InitialRow>();
        for (Table table : parts.store().tables()) {
            rows.addAll(rows(table));
        }
        var calls = new ArrayList<Scenario.Call>();
        for (int i = 0; i < instances.size(); i++) {
            Map<String, Integer> arguments = new LinkedHashMap<>();
            evaluations
                    .get(i)
                    .arguments()
                    .forEach((name, word) -> arguments.put(name, parts.words().value(word)));
            evaluations
                    .get(i)
                    .unknowns()
                    .forEach((name, word) ->
                            arguments.put("any(" + name + ")", parts.words().value(word)));
            Instance instance = instances.get(i);
            calls.add(new Scenario.Call(instance.type().name(), instance.level(), arguments));
        }
        return new Scenario(rows, calls, turns());
    }

    private List<Scenario.InitialRow> rows(Table table) {
        var rows = new ArrayList<Scenario.InitialRow>();
        int count = parts.store().rows(table);
        for (int row = 0; row < count; row++) {
            if (circuit.holds(
                    parts.store().initial(table.name(), Store.ALIVE, row).getFirst())) {
                Map<String, Integer> values = new LinkedHashMap<>();
                for (String field : table.allFields()) {
                    values.put(field, parts.words().value(parts.store().initial(table.name(), field, row)));
                }
                rows.add(new Scenario.InitialRow(table.name(), values));
            }
        }
        return rows;
    }

    private List<Scenario.Turn> turns() {
        List<Effect> ordered = effects.stream()
                .filter(effect -> circuit.holds(effect.guard))
                .sorted(Comparator.comparingInt(this::place))
                .toList();
        var turns = new ArrayList<Scenario.Turn>();
        for (int i = 0; i < ordered.size(); i++) {
            Effect reader = ordered.get(i);
            List<String> missed = ordered.subList(0, i).stream()
                    .filter(writer -> writer.query.txn() != reader.query.txn())
                    .filter(writer -> isMissed(writer, reader))
                    .map(writer -> "T" + writer.query.txn() + "."
                            + writer.query.statement().label())
                    .toList();
            turns.add(new Scenario.Turn(reader.query.txn(), label(reader), missed));
        }
        return turns;
    }

    /** Returns whether the reader misses what a statement writes to some row. */
    private boolean isMissed(Effect writer, Effect reader) {
        return !writer.written.isEmpty()
                && IntStream.range(0, writer.rows())
                        .filter(row -> circuit.holds(writer.access.get(row)))
                        .anyMatch(row -> !circuit.holds(parts.locks().visible(writer, reader, row)));
    }

    /** Returns the label of a statement, with the key if it is about one row, or a word if it chooses the rows. */
    private String label(Effect effect) {
        String label = effect.query.statement().label();
        int row = effect.query.row();
        if (effect.query.isChoice()) {
            return label + "(choice)";
        }
        return row == Query.ALL
                ? label
                : effect.table.key().stream()
                        .map(field -> field + "=" + parts.words().value(effect.view(field, row)))
                        .collect(Collectors.joining(", ", label + "(", ")"));
    }

    /** Returns how many statements are before this one. */
    private int place(Effect effect) {
        return (int) effects.stream()
                .filter(other -> circuit.holds(parts.timeline().before(other.query.index(), effect.query.index())))
                .count();
    }

    /**
     * Returns for each SELECT that runs the rows that it returns in the newest model, as {@code T0.q1 finds X(id=0,
     * v=1)}.
     */
    public List<String> findings() {
        return effects.stream()
                .filter(effect -> effect.query.statement() instanceof Statement.Select
                        && !effect.query.isChoice()
                        && circuit.holds(effect.guard))
                .map(effect -> "T" + effect.query.txn() + "."
                        + effect.query.statement().label() + " finds " + returned(effect))
                .toList();
    }

    private String returned(Effect effect) {
        var rows = new ArrayList<String>();
        for (int row = 0; row < effect.rows(); row++) {
            if (circuit.holds(effect.access.get(row))) {
                int number = row;
                rows.add(effect.table.allFields().stream()
                        .map(field -> field + "=" + parts.words().value(effect.view(field, number)))
                        .collect(Collectors.joining(", ", effect.table.name() + "(", ")")));
            }
        }
        return rows.isEmpty() ? "nothing in " + effect.table.name() : String.join(", ", rows);
    }
}
