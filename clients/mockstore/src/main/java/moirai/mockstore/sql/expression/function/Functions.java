package moirai.mockstore.sql.expression.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlType;

/** The operators and functions of values, by their names. */
public final class Functions {

    private static final Functions OPERATORS = new Functions();
    private static final Functions FUNCTIONS = new Functions();

    static {
        Arithmetic.define(OPERATORS);
        Comparisons.define(OPERATORS);
        TimeArithmetic.define(OPERATORS);
        Concatenation.define(OPERATORS);
        Patterns.define(OPERATORS);
        TextFunctions.define(FUNCTIONS);
        TextSearches.define(FUNCTIONS);
        NumberFunctions.define(FUNCTIONS);
        TimeFunctions.define(FUNCTIONS);
    }

    private final Map<String, List<Signature>> signatures = new HashMap<>();

    private Functions() {}

    /** Adds a function with these parameters and this result, which is null if an argument is. */
    void add(String name, SqlType result, Signature.Body body, SqlType... parameters) {
        signatures
                .computeIfAbsent(name, absent -> new ArrayList<>())
                .add(new Signature(List.of(parameters), result, true, body));
    }

    /**
     * Adds a function of one argument.
     *
     * @param <A> the Java class that represents the parameter's type
     */
    @SuppressWarnings("unchecked")
    <A> void add(String name, SqlType result, SqlType parameter, Function<A, Object> body) {
        add(name, result, arguments -> body.apply((A) arguments[0]), parameter);
    }

    /** Adds a function of two arguments, whose types the Java classes {@code A} and {@code B} represent. */
    @SuppressWarnings("unchecked")
    <A, B> void add(String name, SqlType result, SqlType first, SqlType second, BiFunction<A, B, Object> body) {
        add(name, result, arguments -> body.apply((A) arguments[0], (B) arguments[1]), first, second);
    }

    /** Adds a function of two arguments in either order. */
    <A, B> void addCommutative(
            String name, SqlType result, SqlType first, SqlType second, BiFunction<A, B, Object> body) {
        add(name, result, first, second, body);
        add(name, result, second, first, (B left, A right) -> body.apply(right, left));
    }

    /** Returns the body of a construct that PostgreSQL has and that is refused here. */
    static Signature.Body refusing(String construct) {
        return new Signature.Refusing(construct);
    }

    /**
     * Returns the operator for operands of these types; a prefix operator has one operand.
     *
     * @throws StoreException if there is none (SQLSTATE 42883) or more than one is as good (42725)
     */
    public static Signature operator(String name, List<SqlType> operands) {
        List<Signature> found = Overloads.choose(OPERATORS.named(name, operands.size()), operands, true);
        if (found.size() == 1) {
            return found.get(0);
        }
        String call = operands.size() != 2
                ? name + " " + operands.get(0).sqlName()
                : operands.get(0).sqlName() + " " + name + " " + operands.get(1).sqlName();
        throw found.isEmpty()
                ? new StoreException("42883", "operator does not exist: " + call)
                : new StoreException("42725", "operator is not unique: " + call);
    }

    /** Returns whether there are functions of this name. */
    public static boolean hasFunction(String name) {
        return FUNCTIONS.signatures.containsKey(name);
    }

    /**
     * Returns the function for arguments of these types.
     *
     * @throws StoreException if there is none (SQLSTATE 42883) or more than one is as good (42725)
     */
    public static Signature function(String name, List<SqlType> arguments) {
        List<Signature> found = Overloads.choose(FUNCTIONS.named(name, arguments.size()), arguments, false);
        if (found.size() == 1) {
            return found.get(0);
        }
        throw found.isEmpty()
                ? new StoreException("42883", "function " + call(name, arguments) + " does not exist")
                : new StoreException("42725", "function " + call(name, arguments) + " is not unique");
    }

    /** Returns a call as messages write it, such as {@code lower(integer)}. */
    public static String call(String name, List<SqlType> arguments) {
        return arguments.stream().map(SqlType::sqlName).collect(Collectors.joining(", ", name + "(", ")"));
    }

    private List<Signature> named(String name, int arity) {
        Stream<Signature> all = signatures.getOrDefault(name, List.of()).stream();
        return all.filter(signature -> signature.parameters().size() == arity).toList();
    }
}
