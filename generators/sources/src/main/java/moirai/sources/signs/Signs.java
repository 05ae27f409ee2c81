package moirai.sources.signs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.diagnostic.Diagnostics;

/**
 * Finds what numbers below 0 may do in a program and natural numbers, of which abstract programs consist, cannot: to
 * {@code if (a > 0) lock(); if (a != 0) write();} -1 writes without a lock.
 *
 * <p>Questions of one transaction that have numbers in common are looked at together, see {@link Answers}. What all
 * transactions ask of one column and compare with constants is looked at together as well.
 */
public final class Signs {

    private final TxnType txn;
    private final Map<String, String> tables;
    /** How many results of each column the transaction names. */
    private final Map<String, Long> resultsByColumn;
    /** The column of each name that stands for a field. */
    private final Map<String, String> columns = new TreeMap<>();
    /** The names of numbers that never are below 0. */
    private final Set<String> natural = new TreeSet<>();
    /** The names of numbers of rows. */
    private final Set<String> counts = new TreeSet<>();
    /** The names in each product, by the product's name. */
    private final Map<String, Set<String>> factors = new TreeMap<>();
    /** Where each question is asked, and under which conditions. */
    private final Map<Question, List<Occasion>> occasions = new LinkedHashMap<>();

    /** @param condition what leads to the question, on results and on fields of the table */
    private record Occasion(String label, String table, Condition condition) {}

    private Signs(TxnType txn) {
        this.txn = txn;
        List<Statement> statements = txn.statements(1);
        tables = statements.stream().collect(Collectors.toMap(Statement::label, Statement::table));
        resultsByColumn = statements.stream()
                .flatMap(Statement::expressions)
                .filter(Expression.Result.class::isInstance)
                .distinct()
                .collect(Collectors.groupingBy(result -> column((Expression.Result) result), Collectors.counting()));
        for (Statement statement : statements) {
            ask(statement, statement.guard(), Condition.always());
            ask(statement, statement.where(), statement.guard());
        }
        ask(statements.getLast(), txn.commit(), Condition.always());
    }

    /** Adds a loss for each transaction in which the sign of a number makes a difference. */
    public static void report(Collection<TxnType> txns, Diagnostics diagnostics) {
        List<Signs> all = all(txns);
        Map<String, Set<Question>> ofColumns = ofColumns(all);
        for (Signs signs : all) {
            diagnostics.about(List.of(signs.txn.name()));
            signs.where(ofColumns, Answers::needSign)
                    .forEach((asked, origin) -> diagnostics.loss(
                            origin,
                            "a number below 0 may answer " + asked + " as no others do",
                            "taken for one that does not occur"));
        }
        diagnostics.about(List.of());
    }

    /**
     * Returns losses for what is asked of numbers and not answered within bounds in every way in which larger numbers
     * may answer: {@code if (a == 7) lock(); if (a > 6) write();} needs 8.
     *
     * @param rows the greatest number of rows
     * @param most the greatest number
     */
    public static List<Diagnostic> beyond(Collection<TxnType> txns, int rows, int most) {
        List<Signs> all = all(txns);
        Map<String, Set<Question>> ofColumns = ofColumns(all);
        var diagnostics = new Diagnostics();
        for (Signs signs : all) {
            ToIntFunction<String> mostOf = name -> signs.counts.contains(name) ? rows : most;
            signs.where(ofColumns, (answers, reached) -> !answers.areGivenWithin(mostOf, most, reached))
                    .forEach((asked, origin) -> diagnostics.loss(
                            origin,
                            asked + " may be answered in more ways than within " + rows
                                    + " rows a table, numbers from 0 to " + most,
                            "what is beyond is not looked at; larger --rows or --bits may reach it"));
        }
        return diagnostics.all();
    }

    /** Returns the questions of which this holds, in groups that have numbers in common, and where they are asked. */
    private Map<String, Origin> where(
            Map<String, Set<Question>> ofColumns, BiPredicate<Answers, IntUnaryOperator> holds) {
        Map<String, Origin> found = new TreeMap<>();
        for (Set<Question> group : groups()) {
            List<Question> asked = List.copyOf(group);
            boolean areRelated = asked.size() > 1 && hasProduct(group);
            if (areRelated || holds.test(new Answers(asked, natural), reached(asked))) {
                origin(asked).ifPresent(origin -> found.put(text(asked), origin));
            }
        }
        ofColumns.forEach((column, questions) -> {
            List<Question> own = occasions.keySet().stream()
                    .filter(question -> column(question).equals(Optional.of(column)))
                    .toList();
            if (!own.isEmpty() && holds.test(new Answers(List.copyOf(questions), Set.of()), answers -> -1)) {
                origin(own).ifPresent(origin -> found.put(text(questions), origin));
            }
        });
        return found;
    }

    private static List<Signs> all(Collection<TxnType> txns) {
        return txns.stream()
                .filter(txn -> !txn.steps().isEmpty())
                .map(Signs::new)
                .toList();
    }

    /** Returns what all transactions ask of a column and compare with constants. */
    private static Map<String, Set<Question>> ofColumns(List<Signs> all) {
        Map<String, Set<Question>> ofColumns = new TreeMap<>();
        all.forEach(signs -> signs.occasions
                .keySet()
                .forEach(question -> signs.column(question)
                        .ifPresent(column -> ofColumns
                                .computeIfAbsent(column, none -> new LinkedHashSet<>())
                                .add(question.of(column)))));
        return ofColumns;
    }

    private Optional<Origin> origin(List<Question> group) {
        return txn.origin(occasions(group.getLast()).getLast().label());
    }

    private static String text(Collection<Question> group) {
        return group.stream().map(Question::text).sorted().collect(Collectors.joining(", "));
    }

    /** Returns whether a number is never below 0: of rows, of elements, or whether something is there. */
    public static boolean isNatural(Expression number) {
        return number instanceof Expression.Count
                || (number instanceof Expression.Any(var truth) && truth.startsWith("whether"))
                || (number instanceof Expression.Parameter(var name)
                        && Stream.of("_size", "_null", "_kind").anyMatch(name::endsWith));
    }

    private void ask(Statement statement, Condition condition, Condition before) {
        switch (condition) {
            case Condition.Compare compare ->
                question(compare, statement.table())
                        .ifPresent(asked -> occasions
                                .computeIfAbsent(asked.question(), none -> new ArrayList<>())
                                .add(new Occasion(statement.label(), statement.table(), before)));
            case Condition.Not(var part) -> ask(statement, part, before);
            case Condition.And(var parts) -> {
                for (int i = 0; i < parts.size(); i++) {
                    ask(statement, parts.get(i), Condition.and(before, new Condition.And(parts.subList(0, i))));
                }
            }
            case Condition.Or(var parts) -> {
                for (int i = 0; i < parts.size(); i++) {
                    Condition none = new Condition.Not(new Condition.Or(parts.subList(0, i)));
                    ask(statement, parts.get(i), i == 0 ? before : Condition.and(before, none));
                }
            }
        }
    }

    private List<Occasion> occasions(Question question) {
        return occasions.getOrDefault(question, List.of());
    }

    private Optional<Question.Asked> question(Condition.Compare compare, String table) {
        return Question.of(compare, expression -> name(expression, table));
    }

    /** Returns a name for what is no sum: one for each column of which the transaction names one result at most. */
    private String name(Expression expression, String table) {
        String name = switch (expression) {
            case Expression.Field(var field) -> table + "." + field;
            case Expression.Result(var label, var field, var row)
            when resultsByColumn.getOrDefault(tables.get(label) + "." + field, 0L) > 1 ->
                label + (row == 0 ? "" : "#" + row) + "." + field;
            case Expression.Result result -> column(result);
            case Expression.Each(var label, var field) -> label + "#." + field;
            case Expression.Count(var label) -> "rows of " + label;
            case Expression.Parameter(var own) -> own;
            case Expression.Any(var own) -> own;
            case Expression.Constant(var value) -> String.valueOf(value);
            case Expression.Arithmetic(var operation, var left, var right) ->
                name(left, table) + " " + operation.sign() + " " + name(right, table);
        };
        if (isNatural(expression)) {
            natural.add(name);
        }
        if (expression instanceof Expression.Count) {
            counts.add(name);
        }
        switch (expression) {
            case Expression.Field(var field) -> columns.put(name, name);
            case Expression.Result result -> columns.put(name, column(result));
            case Expression.Arithmetic product ->
                factors.put(
                        name,
                        product.parts()
                                .filter(part -> !(part instanceof Expression.Arithmetic))
                                .filter(part -> !(part instanceof Expression.Constant))
                                .map(part -> name(part, table))
                                .collect(Collectors.toSet()));
            default -> {}
        }
        return name;
    }

    private String column(Expression.Result result) {
        return tables.get(result.statement()) + "." + result.field();
    }

    /** Returns the column that a question compares with a constant. */
    private Optional<String> column(Question question) {
        return Optional.of(question.terms().keySet())
                .filter(names -> names.size() == 1)
                .flatMap(names ->
                        Optional.ofNullable(columns.get(names.iterator().next())));
    }

    /** Returns the questions that have numbers in common, directly or through others. */
    private List<Set<Question>> groups() {
        var groups = new ArrayList<Set<Question>>();
        for (Question question : occasions.keySet()) {
            var group = new LinkedHashSet<Question>();
            Set<String> own = numbers(question);
            groups.removeIf(other -> {
                boolean isJoined =
                        other.stream().flatMap(one -> numbers(one).stream()).anyMatch(own::contains);
                if (isJoined) {
                    group.addAll(other);
                }
                return isJoined;
            });
            group.add(question);
            groups.add(group);
        }
        return groups;
    }

    private Set<String> numbers(Question question) {
        var names = new TreeSet<String>(question.terms().keySet());
        question.terms().keySet().forEach(name -> names.addAll(factors.getOrDefault(name, Set.of())));
        return names;
    }

    private boolean hasProduct(Set<Question> group) {
        return group.stream()
                .anyMatch(question -> question.terms().keySet().stream().anyMatch(factors::containsKey));
    }

    /** Returns the questions, as bits, to which answers lead. */
    private IntUnaryOperator reached(List<Question> questions) {
        List<List<Known>> ways = questions.stream()
                .map(question -> occasions(question).stream()
                        .map(occasion -> known(occasion.condition(), false, occasion.table(), questions))
                        .toList())
                .toList();
        return answers -> {
            int reached = 0;
            for (int i = 0; i < ways.size(); i++) {
                reached |= ways.get(i).stream().anyMatch(way -> way.mayHold(answers)) ? 1 << i : 0;
            }
            return reached;
        };
    }

    /** What is known of a condition if some questions are answered; bit i of the answers is that of question i. */
    private interface Known {
        boolean mayHold(int answers);
    }

    private Known known(Condition condition, boolean isDenied, String table, List<Question> questions) {
        Function<Condition, Known> part = one -> known(one, isDenied, table, questions);
        return switch (condition) {
            case Condition.Compare compare ->
                question(compare, table)
                        .filter(asked -> questions.contains(asked.question()))
                        .map(asked -> {
                            int place = questions.indexOf(asked.question());
                            boolean isYes = asked.isOpposite() == isDenied;
                            return (Known) answers -> ((answers >> place & 1) == 1) == isYes;
                        })
                        .orElse(answers -> true);
            case Condition.Not(var inner) -> known(inner, !isDenied, table, questions);
            case Condition.And(var parts) -> junction(parts.stream().map(part).toList(), isDenied);
            case Condition.Or(var parts) -> junction(parts.stream().map(part).toList(), !isDenied);
        };
    }

    private static Known junction(List<Known> parts, boolean isOneEnough) {
        return isOneEnough
                ? answers -> parts.stream().anyMatch(part -> part.mayHold(answers))
                : answers -> parts.stream().allMatch(part -> part.mayHold(answers));
    }
}
