package moirai.directed.program;

import java.util.Arrays;
import java.util.Optional;

/** An operator that compares two numbers. */
public enum Operator {
    EQUAL("="),
    DIFFERENT("<>"),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** Returns the operator as SQL writes it. */
    public String sign() {
        return sign;
    }

    /** Returns the operator that holds of two numbers exactly if this one does not. */
    public Operator opposite() {
        return switch (this) {
            case EQUAL -> DIFFERENT;
            case DIFFERENT -> EQUAL;
            case LESS -> AT_LEAST;
            case AT_LEAST -> LESS;
            case MORE -> AT_MOST;
            case AT_MOST -> MORE;
        };
    }

    /** Returns the operator that holds of two exchanged numbers exactly if this one holds of them as they were. */
    public Operator mirrored() {
        return switch (this) {
            case EQUAL, DIFFERENT -> this;
            case LESS -> MORE;
            case AT_MOST -> AT_LEAST;
            case MORE -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }

    /** Decides whether the operator holds of two numbers, given their order as {@code compareTo} returns it. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case DIFFERENT -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /** Returns the operator that SQL writes like this. */
    public static Optional<Operator> of(String sign) {
        return Arrays.stream(values())
                .filter(operator -> operator.sign.equals(sign))
                .findFirst();
    }
}
