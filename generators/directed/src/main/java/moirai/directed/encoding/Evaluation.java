package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Numbers;
import moirai.directed.program.Operator;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/** The values of the expressions of one transaction: numbers and literals over its arguments and earlier results. */
final class Evaluation {

    private final Circuit circuit;
    private final Words words;
    private final Numbers numbers;
    private final Map<String, List<Integer>> arguments = new LinkedHashMap<>();
    private final Map<String, List<Integer>> unknowns = new LinkedHashMap<>();
    private final Map<String, Effect> earlier = new HashMap<>();
    private final List<Integer> overflows = new ArrayList<>();

    Evaluation(Circuit circuit, Words words, Numbers numbers, List<String> parameters) {
        this.circuit = circuit;
        this.words = words;
        this.numbers = numbers;
        parameters.forEach(parameter -> arguments.put(parameter, variable(parameter)));
    }

    private List<Integer> variable(String name) {
        return numbers.isNatural(name) ? words.natural() : words.variable();
    }

    Map<String, List<Integer>> arguments() {
        return arguments;
    }

    /** Returns the numbers that stand for values that the program does not know; complete after all was evaluated. */
    Map<String, List<Integer>> unknowns() {
        return unknowns;
    }

    void did(Effect effect) {
        earlier.merge(effect.query.statement().label(), effect, Effect::joined);
    }

    /** Returns the literal that any computation since the last call left the range of numbers. */
    int takeOverflow() {
        int overflow = circuit.or(overflows.stream().mapToInt(Integer::intValue).toArray());
        overflows.clear();
        return overflow;
    }

    /**
     * Returns the literal that the condition holds of a row, given by its fields; guards have no row and no fields.
     */
    int holds(Condition condition, Map<String, List<Integer>> row) {
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) ->
                compare(word(left, row), operator, word(right, row));
            case Condition.And(var parts) -> circuit.and(all(parts, row));
            case Condition.Or(var parts) -> circuit.or(all(parts, row));
            case Condition.Not(var part) -> Circuit.not(holds(part, row));
        };
    }

    private int[] all(List<Condition> parts, Map<String, List<Integer>> row) {
        return parts.stream().mapToInt(part -> holds(part, row)).toArray();
    }

    private int compare(List<Integer> left, Operator operator, List<Integer> right) {
        return switch (operator) {
            case EQUAL -> words.equal(left, right);
            case DIFFERENT -> Circuit.not(words.equal(left, right));
            case LESS -> words.less(left, right);
            case AT_MOST -> Circuit.not(words.less(right, left));
            case MORE -> words.less(right, left);
            case AT_LEAST -> Circuit.not(words.less(left, right));
        };
    }

    List<Integer> word(Expression expression, Map<String, List<Integer>> row) {
        return switch (expression) {
            case Expression.Constant(var value) -> checked(words.constant(value));
            case Expression.Parameter(var name) -> arguments.getOrDefault(name, List.of());
            case Expression.Field(var name) -> row.getOrDefault(name, List.of());
            case Expression.Any(var name) -> unknowns.computeIfAbsent(name, this::variable);
            case Expression.Count(var statement) -> words.count(effect(statement).access);
            case Expression.Result(var statement, var field, var index) -> result(effect(statement), field, index);
            case Expression.Each each -> throw new IllegalStateException("a loop was not unrolled: " + each);
            case Expression.Arithmetic(var operation, var left, var right) -> {
                List<Integer> first = word(left, row);
                List<Integer> second = word(right, row);
                yield checked(
                        switch (operation) {
                            case PLUS -> words.plus(first, second);
                            case MINUS -> words.minus(first, second);
                            case TIMES -> words.times(first, second);
                        });
            }
        };
    }

    private Effect effect(String statement) {
        Effect effect = earlier.get(statement);
        if (effect == null) {
            throw new IllegalStateException("no earlier statement " + statement);
        }
        return effect;
    }

    private List<Integer> checked(Words.Checked number) {
        overflows.add(number.overflow());
        return number.word();
    }

    /** Returns the field in the returned row with this number; rows are in the order of keys. */
    private List<Integer> result(Effect effect, String field, int index) {
        var choices = new ArrayList<List<Integer>>();
        // exactly[k]: k rows were returned so far.
        int[] exactly = new int[index + 1];
        Arrays.fill(exactly, Circuit.FALSE);
        exactly[0] = Circuit.TRUE;
        for (int row = 0; row < effect.rows(); row++) {
            int access = effect.access.get(row);
            choices.add(words.masked(circuit.and(exactly[index], access), effect.view(field, row)));
            for (int k = index; k >= 0; k--) {
                int less = k == 0 ? Circuit.FALSE : exactly[k - 1];
                exactly[k] = circuit.or(circuit.and(exactly[k], Circuit.not(access)), circuit.and(less, access));
            }
        }
        return words.merged(choices);
    }
}
