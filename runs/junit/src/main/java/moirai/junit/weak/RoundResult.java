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
 * @param heldUp which call had to wait for another one outside of the store, and where; empty if none had to
 */
record RoundResult(Behaviour behaviour, History history, List<Ended> ends, String heldUp) {

    RoundResult {
        ends = List.copyOf(ends);
    }
}
