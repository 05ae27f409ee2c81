package moirai.exploration.search;

/** A program runs more transactions than can be told apart. */
public final class TooManyTxnsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** This many are possible. */
    public TooManyTxnsException(int max) {
        super("the program runs more than " + max + " transactions; accepted are programs of at most " + max);
    }
}
