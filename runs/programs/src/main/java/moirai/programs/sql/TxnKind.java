package moirai.programs.sql;

import java.util.function.Function;

/**
 * A kind of transaction of a program.
 *
 * @param name as the program's specification calls it
 * @param weight the frequency, relative to the weights of the other kinds
 * @param readOnly whether it never writes
 * @param draw a function that returns a transaction with random arguments
 */
public record TxnKind(String name, int weight, boolean readOnly, Function<Draws, SqlTxn> draw) {

    public TxnKind {
        if (weight < 1) {
            throw new IllegalArgumentException("the weight of " + name + " must be at least 1, not " + weight);
        }
    }

    /** Returns a kind of transaction that may write. */
    public static TxnKind writing(String name, int weight, Function<Draws, SqlTxn> draw) {
        return new TxnKind(name, weight, false, draw);
    }

    /** Returns a kind of transaction that only reads. */
    public static TxnKind reading(String name, int weight, Function<Draws, SqlTxn> draw) {
        return new TxnKind(name, weight, true, draw);
    }
}
