package moirai.programs.explored;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A call of a transaction by a client, or a row of an initial state.
 *
 * @param name of the transaction or of the table
 * @param arguments as they are written
 */
public record Call(String name, List<String> arguments) {

    public Call {
        arguments = List.copyOf(arguments);
    }

    static Call of(String name, Object... arguments) {
        return new Call(name, List.of(arguments).stream().map(Object::toString).toList());
    }

    String text(int argument) {
        return arguments.get(argument);
    }

    int number(int argument) {
        return number(text(argument), argument);
    }

    private int number(String text, int argument) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw bad(argument, text, "a whole number");
        }
    }

    /** Returns the primary key that consists of the first arguments, all of them whole numbers. */
    Id key(int count) {
        return new Id(IntStream.range(0, count).<Object>mapToObj(this::number).toList());
    }

    /** Returns an amount of money, in cents. */
    long cents(int argument) {
        try {
            return new BigDecimal(text(argument)).movePointRight(2).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw bad(argument, text(argument), "an amount with at most two decimals");
        }
    }

    /** Returns whether an argument is the first of two words; fails if it is neither. */
    boolean is(int argument, String yes, String no) {
        if (!text(argument).equals(yes) && !text(argument).equals(no)) {
            throw bad(argument, text(argument), "'" + yes + "' or '" + no + "'");
        }
        return text(argument).equals(yes);
    }

    /** Returns the numbers of an argument in which slashes separate them. */
    List<Integer> numbers(int argument, int count) {
        List<Integer> numbers = List.of(text(argument).split("/", -1)).stream()
                .map(part -> number(part, argument))
                .toList();
        if (numbers.size() != count) {
            throw bad(argument, text(argument), count + " whole numbers with a slash between them");
        }
        return numbers;
    }

    private IllegalArgumentException bad(int argument, String value, String expected) {
        return new IllegalArgumentException("argument " + (argument + 1) + " of " + this + ": '" + value
                + "' is not what is expected, " + expected);
    }

    /** Returns the call as it is written in a file. */
    @Override
    public String toString() {
        return name + "(" + String.join(", ", arguments) + ")";
    }
}
