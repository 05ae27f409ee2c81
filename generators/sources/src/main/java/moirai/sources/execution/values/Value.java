package moirai.sources.execution.values;

import com.github.javaparser.ast.Node;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
            int from = type.indexOf('<');
            String inner = from < 0 ? type.replace("[]", "") : type.substring(from + 1, type.lastIndexOf('>'));
            return part(path, Integer.toString(index + 1), inner);
        }

        /** Returns the condition under which the object is of the subtype with this number; a parameter decides. */
        public Condition isOfKind(int number, int count) {
            var kind = new Expression.Parameter(path.isEmpty() ? "kind" : path + "_kind");
            Operator operator = number == count - 1 ? Operator.AT_LEAST : Operator.EQUAL;
            return Logic.compare(kind, operator, new Expression.Constant(number));
        }
    }

    /** An object of a type in the sources, made by the transaction itself. */
    record Instance(SourceType type, Map<String, Value> fields) implements Value {

        /** Copies the map and keeps its order. */
        public Instance {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /** A lambda or a reference to a method. */
    record Closure(Node code, Frame frame, Map<String, Value> locals) implements Value {

        public Closure {
            locals = Map.copyOf(locals);
        }
    }

    /**
     * A reference to an object in the heap that changes: a prepared statement, a result set, a list, a text builder.
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
     */
    record Unknown(String name, String what, Origin origin, List<Expression> sources) implements Value {

        public Unknown {
            sources = List.copyOf(sources);
        }
    }

    /** A statement in the heap, with the values that are bound so far. */
    record Prepared(Value sql, Map<Integer, Value> binds, Value rows) implements Value {

        /** Copies the map, sorted. */
        public Prepared {
            binds = Collections.unmodifiableMap(new TreeMap<>(binds));
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
