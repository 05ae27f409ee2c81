package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Reads and assigns the elements of arrays and lists. */
public record Elements(TxnRecord record) {

    /** The place of a value that was assigned to an element which is not known. */
    private static final int OTHERS = -1;

    /** Assigns an element of an array; returns false if the array is not in the heap. */
    public boolean store(Value array, Value index, Value value, State state) {
        if (!(array instanceof Value.Reference(var address))) {
            return false;
        }
        int number = index.index();
        switch (state.content(array)) {
            case Value.Items(var elements, var isExact)
            when isExact && number >= 0 && number < elements.size() -> {
                var changed = new ArrayList<>(elements);
                changed.set(number, value);
                state.heap().put(address, new Value.Items(changed, true));
            }
            case Value.Array(var length, var initial, var elements, var isExact) -> {
                Map<Integer, Value> changed = new TreeMap<>(elements);
                if (number >= 0) {
                    changed.put(number, value);
                } else {
                    changed.replaceAll((place, old) -> place < 0 ? old : either(index, place, value, old));
                    changed.put(OTHERS, value);
                }
                state.heap().put(address, new Value.Array(length, initial, changed, isExact && number >= 0));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns an element of an array or a list. */
    public Value of(Value list, Value index, State state) {
        return switch (state.content(list)) {
            case Value.Items items -> of(items, index, state);
            case Value.Argument argument -> at(argument, index);
            case Value.Array array ->
                array.isKnown(index.index())
                        ? array.at(index.index())
                        : record.unknown(
                                "an element of an array",
                                List.copyOf(array.elements().values()));
            case Value content -> record.unknown("an element of an array", List.of(content));
        };
    }

    /** Returns the new value if the index is that of the place, and otherwise the old one. */
    private Value either(Value index, int place, Value value, Value old) {
        Value same = new Operators(record).of(BinaryExpr.Operator.EQUALS, "int", index, Value.Constant.of(place));
        return record.merging().choice(record.lowering().truth(same), value, old);
    }

    Value at(Value.Argument list, Value index) {
        if (index.index() >= 0) {
            return list.element(index.index());
        }
        record.diagnostics()
                .more(
                        record.here(),
                        "the index of an element of " + list.path() + " is not constant",
                        "taken for another value of the caller in each place");
        return list.element(record.name(list.path() + "_some_"));
    }

    /** Returns an element of a list. An element that a result set gave exists only if the result set had that row. */
    Value of(Value.Items items, Value index, State state) {
        if (items.elements().isEmpty()) {
            return record.unknown("an element of an empty list", List.of());
        }
        int number = 0;
        if (index.index() >= 0 && index.index() < items.elements().size()) {
            number = index.index();
        } else {
            record.loss("the index of an element of a list is not constant", "taken for the first element");
        }
        Value element = items.elements().get(number);
        if (!items.isExact() && element instanceof Value.Numeric(Expression.Result(var label, var field, var row))) {
            state.assume(Logic.compare(new Expression.Count(label), Operator.MORE, new Expression.Constant(row)));
        } else if (!items.isExact()) {
            record.loss("which elements a list has depends on the path", "all of them are looked at");
        }
        return element;
    }
}
