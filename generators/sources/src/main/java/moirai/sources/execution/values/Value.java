package moirai.sources.execution.values;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.NameExpr;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Origin;
import moirai.sources.index.SourceType;
import moirai.sources.sql.Column;

/** The value of a Java expression, as far as the source says. Immutable; what changes lies in the heap of a state. */
public sealed interface Value {

    /** A number that statements, parameters and constants give. */
    record Numeric(Expression expression) implements Value {}

    /** A number that the source alone decides, of any size. */
    record Constant(BigDecimal number) implements Value {

        /** Returns a whole number. */
        public static Constant of(long number) {
            return new Constant(BigDecimal.valueOf(number));
        }
    }

    /** Returns this value as an index; -1 if it is no constant or cannot be one. */
    default int index() {
        return this instanceof Constant(var number)
                        && number.signum() >= 0
                        && number.scale() <= 0
                        && number.compareTo(BigDecimal.valueOf(INDEX_MAX)) <= 0
                ? number.intValueExact()
                : -1;
    }

    /** The greatest index of columns, parameters and elements of lists. */
    int INDEX_MAX = 100_000;

    /** A boolean. */
    record Truth(Condition condition) implements Value {}

    /** A text in pieces. Pieces that are no {@link Literal} are holes. */
    record Text(List<Value> pieces) implements Value {

        public Text {
            pieces = List.copyOf(pieces);
        }
    }

    /** A text that stands in the source, or the name of an enum's constant. */
    record Literal(String text) implements Value {}

    /** A text of the source in which a pattern is looked for. */
    record Matched(String pattern, String text) implements Value {}

    /** A value that the caller gives: an argument, a field of the object, or a part of them. */
    record Argument(String path, String type) implements Value {

        private static final Set<String> DATABASES = Set.of("Connection", "DataSource");

        /** Returns a part of a value that the caller gives. The parts of an empty path have short names. */
        public static Value part(String path, String name, String type) {
            boolean isDatabase = DATABASES.contains(type.substring(type.lastIndexOf('.') + 1));
            return isDatabase ? new Database(join(path, name)) : new Argument(join(path, name), type);
        }

        /** Returns the name of a part. */
        public static String join(String path, String name) {
            return path.isEmpty() ? name : path + "_" + name;
        }

        /** Returns the length of this list. */
        public Expression size() {
            return new Expression.Parameter(join(path, "size"));
        }

        /** Returns an element of this list; numbers in names count from 1. */
        public Value element(int index) {
            return part(path, Integer.toString(index + 1), inner());
        }

        /** Returns an element of this list that is called by this name. */
        public Value element(String name) {
            return part("", name, inner());
        }

        private String inner() {
            int from = type.indexOf('<');
            return from < 0 ? type.replace("[]", "") : type.substring(from + 1, type.lastIndexOf('>'));
        }

        /** Returns the condition under which the object is of the subtype with this number; a parameter decides. */
        public Condition isOfKind(int number, int count) {
            var kind = new Expression.Parameter(path.isEmpty() ? "kind" : path + "_kind");
            Operator operator = number == count - 1 ? Operator.AT_LEAST : Operator.EQUAL;
            return Logic.compare(kind, operator, new Expression.Constant(number));
        }
    }

    /** An object of a type in the sources, made by the transaction itself. That of a class lies in the heap. */
    record Instance(SourceType type, Map<String, Value> fields) implements Value {

        /** Copies the map and keeps its order. */
        public Instance {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /**
     * An array in the heap that was made without its elements.
     *
     * @param elements those that were assigned; others have the initial value
     * @param isExact false if an element of an unknown number was assigned, so that each that was not assigned before
     *     or after may be another one
     */
    record Array(Value length, Value initial, Map<Integer, Value> elements, boolean isExact) implements Value {

        /** Copies the map, sorted. */
        public Array {
            elements = Collections.unmodifiableMap(new TreeMap<>(elements));
        }

        /** Returns whether the element with this number is known. */
        public boolean isKnown(int index) {
            return index >= 0 && (isExact || elements.containsKey(index));
        }

        /** Returns the element with this number. */
        public Value at(int index) {
            return elements.getOrDefault(index, initial);
        }
    }

    /** A lambda or a reference to a method. */
    record Closure(Node code, Frame frame, Map<String, Value> locals) implements Value {

        public Closure {
            locals = Map.copyOf(locals);
        }

        /** Returns the locals around the code that it names, and the object to which it belongs. */
        public Stream<Value> captured() {
            return Stream.concat(
                    Stream.of(frame.self()),
                    code.findAll(NameExpr.class).stream()
                            .flatMap(name -> Stream.ofNullable(locals.get(name.getNameAsString()))));
        }
    }

    /**
     * A reference to an object in the heap that changes: a prepared statement, a result set, a list, a text builder, an
     * object of a class of the sources.
     */
    record Reference(int address) implements Value {}

    /** One of several values, by conditions that exclude each other. */
    record Choice(List<Option> options) implements Value {

        public Choice {
            options = List.copyOf(options);
        }
    }

    /** A case of a choice: a value and its condition. */
    record Option(Condition when, Value value) {}

    /**
     * A connection, or a data source that gives one.
     *
     * @param name tells connections apart
     */
    record Database(String name) implements Value {}

    /** The null reference. */
    record Nothing() implements Value {}

    /** The result of compareTo, which code compares with 0. */
    record Comparison(Expression left, Expression right) implements Value {}

    /**
     * An unknown value. It costs precision only where a statement needs it.
     *
     * @param name unique in its transaction
     * @param what in the words of the source
     * @param sources the results of statements that go into it
     * @param reaches the objects in the heap that it may lead to, as a part of a list leads to the list
     */
    record Unknown(String name, String what, Origin origin, List<Expression> sources, List<Reference> reaches)
            implements Value {

        public Unknown {
            sources = List.copyOf(sources);
            reaches = List.copyOf(reaches);
        }
    }

    /** Returns the objects in the heap that this value leads to without looking into the heap. */
    default Stream<Reference> reached() {
        return switch (this) {
            case Reference reference -> Stream.of(reference);
            case Unknown unknown -> unknown.reaches().stream();
            case Choice(var options) ->
                options.stream().flatMap(option -> option.value().reached());
            case Items(var elements, var isExact) -> elements.stream().flatMap(Value::reached);
            case Array array -> array.elements().values().stream().flatMap(Value::reached);
            case Instance(var type, var fields) -> fields.values().stream().flatMap(Value::reached);
            case Text(var pieces) -> pieces.stream().flatMap(Value::reached);
            case Closure closure -> closure.captured().flatMap(Value::reached);
            default -> Stream.of();
        };
    }

    /** A statement in the heap, with the values that are bound so far and the batch that is put together. */
    record Prepared(Value sql, Map<Integer, Value> binds, Value rows, List<Queued> batch) implements Value {

        /** Copies the map, sorted. */
        public Prepared {
            binds = Collections.unmodifiableMap(new TreeMap<>(binds));
            batch = List.copyOf(batch);
        }
    }

    /** A statement of a batch with its values, the condition under which it was added, and the place where. */
    record Queued(Condition when, Value sql, Map<Integer, Value> binds, Origin origin) {

        Queued only(Condition condition) {
            return new Queued(Logic.and(condition, when), sql, binds, origin);
        }
    }

    /**
     * The rows of a query, in the heap.
     *
     * @param cursor number of the row, from 0; -1 before the first
     * @param wasNull whether the value that was read last is NULL
     */
    record Rows(List<Answer> answers, int cursor, Value wasNull) implements Value {

        public Rows {
            answers = List.copyOf(answers);
        }
    }

    /**
     * One of the statements that a query became. Exactly one of them runs.
     *
     * @param isOneRow whether it has exactly one row whatever there is, as a count
     */
    record Answer(String label, List<Column> columns, boolean isOneRow) {

        public Answer {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A list in the heap.
     *
     * @param isExact false if some elements are there under conditions only
     */
    record Items(List<Value> elements, boolean isExact) implements Value {

        public Items {
            elements = List.copyOf(elements);
        }
    }
}
