package moirai.directed.program;

import java.util.Arrays;
import java.util.Optional;

/** An arithmetic operation on two numbers. */
public enum Operation {
    PLUS("+"),
    MINUS("-"),
    TIMES("*");

    private final String sign;

    Operation(String sign) {
        this.sign = sign;
    }

    /** Returns the operation as SQL writes it. */
    public String sign() {
        return sign;
    }

    /** Returns the operation that SQL writes like this. */
    public static Optional<Operation> of(String sign) {
        return Arrays.stream(values())
                .filter(operation -> operation.sign.equals(sign))
                .findFirst();
    }
}
