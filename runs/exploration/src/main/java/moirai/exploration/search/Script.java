package moirai.exploration.search;

import java.util.List;

/**
 * An identification of one behaviour among all behaviours of a program.
 *
 * @param turns the transactions in a possible serial order of their runs
 */
public record Script(List<Turn> turns) {

    public Script {
        turns = List.copyOf(turns);
    }

    /**
     * A transaction of a script.
     *
     * @param session the session whose next transaction it is
     * @param reads the external reads, in order
     */
    public record Turn(int session, List<Read> reads) {

        public Turn {
            reads = List.copyOf(reads);
        }
    }

    /**
     * A read of a script.
     *
     * @param key as {@link TxnRunner#keyName} names it
     * @param source the index in the script of the transaction that wrote the value, or -1 for the initial state
     */
    public record Read(String key, int source) {}
}
