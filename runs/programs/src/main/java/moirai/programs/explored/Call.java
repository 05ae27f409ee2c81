package moirai.programs.explored;

import java.math.BigDecimal;
import java.util.List;

/**
 * A transaction that a client asks for, or a row of an initial state.
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

    /** An amount of money, in cents. */
    long cents(int argument) {
        try {
            return new BigDecimal(text(argument)).movePointRight(2).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw bad(argument, text(argument), "an amount with at most two decimals");
        }
    }

    /** Which of two words is written: the first is true. */
    boolean is(int argument, String yes, String no) {
        if (!text(argument).equals(yes) && !text(argument).equals(no)) {
            throw bad(argument, text(argument), "'" + yes + "' or '" + no + "'");
        }
        return text(argument).equals(yes);
    }

    /** Numbers that are separated by slashes. */
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

    /** As in a file. */
    @Override
    public String toString() {
        return name + "(" + String.join(", ", arguments) + ")";
    }
}
