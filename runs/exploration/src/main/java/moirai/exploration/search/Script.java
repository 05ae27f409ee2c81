package moirai.exploration.search;

import java.util.List;

/**
 * Which of all behaviours of a program.
 *
 * @param turns the transactions, in an order in which they can run one after another
 */
public record Script(List<Turn> turns) {

    public Script {
        turns = List.copyOf(turns);
    }

    /**
     * One transaction.
     *
     * @param session whose next one it is
     * @param reads that are not of its own writes, in order
     */
    public record Turn(int session, List<Read> reads) {

        public Turn {
            reads = List.copyOf(reads);
        }
    }

    /**
     * One read.
     *
     * @param key as {@link TxnRunner#keyName} names it
     * @param source from whom it is: the place of the transaction in the script, or -1 for the initial state
     */
    public record Read(String key, int source) {}
}
