package moirai.programs.sql;

import java.util.function.Function;

/**
 * A kind of transaction of a program.
 *
 * @param name as its specification calls it
 * @param weight how often it is chosen, relative to the others' weights
 * @param readOnly whether it never writes
 * @param draw makes one with random arguments
 */
public record TxnKind(String name, int weight, boolean readOnly, Function<Draws, SqlTxn> draw) {

    public TxnKind {
        if (weight < 1) {
            throw new IllegalArgumentException("the weight of " + name + " must be at least 1, not " + weight);
        }
    }

    /** One that may write. */
    public static TxnKind writing(String name, int weight, Function<Draws, SqlTxn> draw) {
        return new TxnKind(name, weight, false, draw);
    }

    /** One that only reads. */
    public static TxnKind reading(String name, int weight, Function<Draws, SqlTxn> draw) {
        return new TxnKind(name, weight, true, draw);
    }
}
