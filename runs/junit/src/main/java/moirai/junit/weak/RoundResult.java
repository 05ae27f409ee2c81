package moirai.junit.weak;

import java.util.List;
import moirai.exploration.Behaviour;
import moirai.history.History;

/**
 * What calls did beside each other.
 *
 * @param behaviour the steps of their transactions
 * @param history the same as a history of registers
 * @param ends the end of each call
 */
record RoundResult(Behaviour behaviour, History history, List<Ended> ends) {

    RoundResult {
        ends = List.copyOf(ends);
    }
}
