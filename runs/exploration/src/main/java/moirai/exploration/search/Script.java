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
     * @param sources from whom its reads are that are not of its own writes, in order: the places of the transactions
     *     in the script, or -1 for the initial state
     */
    public record Turn(int session, List<Integer> sources) {

        public Turn {
            sources = List.copyOf(sources);
        }
    }
}
