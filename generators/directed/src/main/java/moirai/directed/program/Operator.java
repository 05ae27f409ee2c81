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

    /** Returns the operator that SQL writes like this. */
    public static Optional<Operator> of(String sign) {
        return Arrays.stream(values())
                .filter(operator -> operator.sign.equals(sign))
                .findFirst();
    }
}
