package moirai.sources.execution.values;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        first.meet(second);
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
            Optional<Value> mine = at(address, first);
            Optional<Value> other = at(address, second);
            Value merged = mine.isPresent() && other.isPresent()
                    ? cell(only, mine.get(), other.get())
                    : mine.or(() -> other).orElseThrow();
            first.heap().put(address, merged);
        }
        first.addEnds(second);
        first.setLocals(locals);
        first.setPath(Logic.or(first.path(), second.path()));
    }

    private static Optional<Value> at(int address, State state) {
        return Optional.ofNullable(state.heap().get(address))
                .or(() -> Optional.ofNullable(state.initial().get(address)));
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
                    choice(when, mine.sql(), other.sql()),
                    binds,
                    choice(when, mine.rows(), other.rows()),
                    batch(when, mine.batch(), other.batch()));
        }
        if (first instanceof Value.Instance mine
                && second instanceof Value.Instance other
                && mine.type() == other.type()
                && mine.fields().keySet().equals(other.fields().keySet())) {
            Map<String, Value> fields = new LinkedHashMap<>(mine.fields());
            fields.replaceAll((name, value) -> choice(when, value, field(other, name)));
            return new Value.Instance(mine.type(), fields);
        }
        if (first instanceof Value.Array mine && second instanceof Value.Array other) {
            Map<Integer, Value> elements = new TreeMap<>(mine.elements());
            other.elements().forEach((index, value) -> elements.putIfAbsent(index, mine.initial()));
            elements.replaceAll((index, value) -> choice(when, value, other.at(index)));
            Map<Integer, Value> known = new TreeMap<>();
            // Below 0 stand values of which the places are not known.
            elements.forEach((index, value) ->
                    known.put(mine.isKnown(index) && other.isKnown(index) ? index : -2 - Math.abs(index), value));
            return new Value.Array(
                    choice(when, mine.length(), other.length()),
                    mine.initial(),
                    known,
                    mine.isExact() && other.isExact());
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

    /** Returns what both batches begin with, then the rest of each where it is the one. */
    private static List<Value.Queued> batch(Condition when, List<Value.Queued> first, List<Value.Queued> second) {
        int same = 0;
        while (same < Math.min(first.size(), second.size()) && first.get(same).equals(second.get(same))) {
            same++;
        }
        var merged = new ArrayList<>(first.subList(0, same));
        first.subList(same, first.size()).forEach(queued -> merged.add(queued.only(when)));
        second.subList(same, second.size()).forEach(queued -> merged.add(queued.only(Logic.not(when))));
        return merged;
    }

    private static Value field(Value.Instance instance, String name) {
        return instance.fields().getOrDefault(name, new Value.Nothing());
    }
}
