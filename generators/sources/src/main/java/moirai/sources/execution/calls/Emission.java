package moirai.sources.execution.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.sql.Column;
import moirai.sources.sql.Emitted;
import moirai.sources.sql.SqlContext;
import moirai.sources.sql.SqlText;
import moirai.sources.sql.SqlTranslator;

/**
 * Executes SQL: adds a statement to the transaction for each case of the values that go into its text and parameters.
 */
public final class Emission {

    private final TxnRecord record;
    private final SqlTranslator translator;

    public Emission(TxnRecord record, SqlTranslator translator) {
        this.record = record;
        this.translator = translator;
    }

    /** The reference to a result set in the heap, and the number of rows that there are or that were changed. */
    public record Executed(Value rows, Value count) {}

    /**
     * Notes whether each statement commits by itself. Unless this was surely off and stays so, what ran before is of
     * other transactions: turning it on commits, and until it is turned off, each statement commits.
     */
    public void setAutoCommit(Value isOn, State state) {
        boolean isOff = isOn instanceof Value.Truth(var condition) && Logic.isNever(condition);
        if (isOff && !state.hasBegun() && state.isOneTxn() && record.steps().size() > 1) {
            record.loss("statements before setAutoCommit(false)", "taken for one transaction");
        }
        if (isOff) {
            record.noteBegin(state);
        }
        if (!isOff || !state.hasBegun()) {
            ended(state);
        }
        state.commitEach(!isOff);
    }

    /** Notes that a commit or a rollback was passed on this path. */
    public void ended(State state) {
        if (!record.steps().isEmpty()) {
            state.noteEnd();
        }
    }

    public Executed execute(Value sql, Map<Integer, Value> binds, State state) {
        if (state.hasEnded()) {
            record.loss("a statement after a commit", "taken for one of the same transaction");
        } else if (state.commitsEach() && !record.steps().isEmpty()) {
            record.loss("a statement that commits by itself", "taken for a part of one transaction");
        }
        var answers = new ArrayList<Value.Answer>();
        var labels = new ArrayList<String>();
        for (Value.Option option : Lowering.options(sql, state.path())) {
            Map<String, Value> values = new LinkedHashMap<>();
            binds.forEach((index, value) -> values.put("?" + index, value));
            String text = text(option.value(), values);
            if (!text.isEmpty()) {
                Condition guard = Logic.and(state.path(), option.when());
                expand(text, values, guard, answers, labels);
            }
        }
        Value rows = record.allocate(
                new Value.Rows(answers, -1, record.unknown("whether a column is NULL", List.of())), state);
        Value count = labels.stream()
                .<Expression>map(Expression.Count::new)
                .reduce(Expression::plus)
                .<Value>map(Value.Numeric::new)
                .orElseGet(() -> record.unknown("how many rows were changed", List.of()));
        return new Executed(rows, count);
    }

    /**
     * Returns the text with names for its holes, and adds their values. If nothing of the text is known, reports an
     * error and returns an empty text.
     */
    private String text(Value sql, Map<String, Value> values) {
        List<Value> pieces = sql instanceof Value.Text(var parts) ? parts : List.of(sql);
        if (pieces.stream().noneMatch(piece -> piece instanceof Value.Literal)) {
            record.diagnostics()
                    .error(
                            record.here(),
                            "the SQL is not known here",
                            "expected a text that stands in the sources, with computed values at most");
            return "";
        }
        var text = new SqlText();
        for (Value piece : pieces) {
            if (piece instanceof Value.Literal(var literal)) {
                text.literal(literal);
            } else {
                values.put(text.hole(), piece);
            }
        }
        return text.text();
    }

    /** Splits the first value that is a choice into its cases, until there is none or there are too many cases. */
    private void expand(
            String text, Map<String, Value> values, Condition guard, List<Value.Answer> answers, List<String> labels) {
        for (var entry : values.entrySet()) {
            if (entry.getValue() instanceof Value.Choice) {
                List<Value.Option> options = Lowering.options(entry.getValue(), guard);
                if (answers.size() + options.size() > TxnRecord.OPTIONS_MAX) {
                    continue; // Becomes unknown, and is reported, where it is needed.
                }
                for (Value.Option option : options) {
                    Condition both = Logic.and(guard, option.when());
                    if (!Logic.isNever(both)) {
                        Map<String, Value> decided = new LinkedHashMap<>(values);
                        decided.put(entry.getKey(), option.value());
                        expand(text, decided, both, answers, labels);
                    }
                }
                return;
            }
        }
        translate(text, values, guard, answers, labels);
    }

    private void translate(
            String text, Map<String, Value> values, Condition guard, List<Value.Answer> answers, List<String> labels) {
        Emitted emitted = translator.translate(text, new Context(values, guard));
        emitted.statements().forEach(record::add);
        if (emitted.statements().isEmpty()) {
            return;
        }
        Statement last = emitted.statements().getLast();
        List<Column> columns = emitted.columns();
        if (last instanceof Statement.Insert insert && columns.isEmpty()) {
            columns = insert.values().stream()
                    .map(value -> new Column(value.field(), new Column.Computed(value.value())))
                    .toList();
        }
        answers.add(new Value.Answer(emitted.label(), columns, emitted.isOneRow()));
        labels.add(emitted.label());
    }

    /** The answers to what the translator asks about one case. */
    private final class Context implements SqlContext {

        private final Map<String, Value> values;
        private final Condition guard;
        private final Map<String, Expression> numbers = new HashMap<>();

        Context(Map<String, Value> values, Condition guard) {
            this.values = Map.copyOf(values);
            this.guard = guard;
        }

        @Override
        public Expression bound(int index) {
            return number("?" + index, "parameter " + index);
        }

        @Override
        public Expression hole(String name) {
            return number(name, name);
        }

        private Expression number(String name, String shown) {
            Value value = values.get(name);
            if (value == null && record.hasCut()) {
                record.loss("a parameter is not bound, since a loop was left early", "taken for any number");
                return any("unbound");
            }
            if (value == null) {
                record.diagnostics()
                        .error(origin(), shown + " of the statement is not bound", "expected a call that sets it");
                return any("unbound");
            }
            return numbers.computeIfAbsent(name, key -> record.lowering().number(value));
        }

        @Override
        public String label(String letter) {
            return record.name(letter);
        }

        @Override
        public Expression any(String name) {
            return new Expression.Any(record.name(name + "-"));
        }

        @Override
        public Condition guard() {
            return guard;
        }

        @Override
        public Origin origin() {
            return record.here();
        }
    }
}
