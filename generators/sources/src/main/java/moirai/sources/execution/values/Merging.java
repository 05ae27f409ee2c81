package moirai.sources.execution.values;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.directed.program.Condition;

/** Merges two paths. Values that differ become a choice by the condition that separated the paths. */
public record Merging(TxnRecord record) {

    /** Merges the second state into the first. */
    public void into(State first, State second) {
        if (!second.isReached()) {
            return;
        }
        if (!first.isReached()) {
            first.become(second);
            return;
        }
        Condition only = separating(first.path(), second.path());
        var locals = new TreeMap<String, Value>();
        first.locals().forEach((name, value) -> {
            Value other = second.locals().get(name);
            if (other != null) {
                locals.put(name, choice(only, value, other));
            }
        });
        var addresses = new TreeSet<>(first.heap().keySet());
        addresses.addAll(second.heap().keySet());
        for (int address : addresses) {
            Optional<Value> mine = Optional.ofNullable(first.heap().get(address));
            Optional<Value> other = Optional.ofNullable(second.heap().get(address));
            Value merged = mine.isPresent() && other.isPresent()
                    ? cell(only, mine.get(), other.get())
                    : mine.or(() -> other).orElseThrow();
            first.heap().put(address, merged);
        }
        first.setLocals(locals);
        first.setPath(Logic.or(first.path(), second.path()));
    }

    /** Returns a condition that holds on the first path and not on the second. */
    private static Condition separating(Condition first, Condition second) {
        List<Condition> own = Logic.without(first, second.conjuncts());
        for (Condition part : own) {
            if (second.conjuncts().contains(Logic.not(part))) {
                return part;
            }
        }
        return own.isEmpty() ? Logic.not(Logic.all(Logic.without(second, first.conjuncts()))) : Logic.all(own);
    }

    /** Returns the first value where the condition holds, and otherwise the second. */
    public Value choice(Condition when, Value first, Value second) {
        if (first.equals(second)) {
            return first;
        }
        if (first instanceof Value.Truth(var left) && second instanceof Value.Truth(var right)) {
            return new Value.Truth(Logic.or(Logic.and(when, left), Logic.and(Logic.not(when), right)));
        }
        var options = new ArrayList<Value.Option>();
        add(options, when, first);
        add(options, Logic.not(when), second);
        if (options.size() == 1) {
            return options.getFirst().value();
        }
        return options.size() <= TxnRecord.OPTIONS_MAX
                ? new Value.Choice(options)
                : record.unknown("a value with more than " + TxnRecord.OPTIONS_MAX + " cases", List.of(first, second));
    }

    private static void add(List<Value.Option> options, Condition when, Value value) {
        if (value instanceof Value.Choice(var inner)) {
            inner.forEach(option -> add(options, Logic.and(when, option.when()), option.value()));
        } else if (!Logic.isNever(when)) {
            options.add(new Value.Option(when, value));
        }
    }

    private Value cell(Condition when, Value first, Value second) {
        if (first.equals(second)) {
            return first;
        }
        if (first instanceof Value.Prepared mine && second instanceof Value.Prepared other) {
            Map<Integer, Value> binds = new TreeMap<>(mine.binds());
            other.binds().forEach((index, value) -> binds.merge(index, value, (a, b) -> choice(when, a, b)));
            return new Value.Prepared(
                    choice(when, mine.sql(), other.sql()), binds, choice(when, mine.rows(), other.rows()));
        }
        if (first instanceof Value.Items mine && second instanceof Value.Items other) {
            boolean isLonger = mine.elements().size() >= other.elements().size();
            return new Value.Items(isLonger ? mine.elements() : other.elements(), false);
        }
        if (first instanceof Value.Rows mine && second instanceof Value.Rows other) {
            var answers = new LinkedHashSet<>(mine.answers());
            answers.addAll(other.answers());
            if (answers.size() > mine.answers().size()) {
                record.loss("a result set is another one on each path", "only the rows of one are looked at");
            }
            return mine.cursor() >= other.cursor() ? mine : other;
        }
        return choice(when, first, second);
    }
}
