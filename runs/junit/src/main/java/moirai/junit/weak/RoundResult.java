package moirai.junit.weak;

import java.util.List;
import moirai.exploration.Behaviour;
import moirai.history.History;

/**
 * What calls did beside each other.
 *
 * @param behaviour the steps of their transactions
 * @param parts the order in which the transactions ran, part by part; empty if it was one after the other
 * @param history the same as a history of registers
 * @param ends the end of each call
 * @param heldUp which call had to wait for another one outside of the store, and where; empty if none had to
 */
record RoundResult(Behaviour behaviour, List<Behaviour.Part> parts, History history, List<Ended> ends, String heldUp) {

    RoundResult {
        parts = List.copyOf(parts);
        ends = List.copyOf(ends);
    }

    /** Returns a table for people. */
    String table() {
        return parts.isEmpty() ? behaviour.table() : behaviour.table(parts);
    }
}
