package moirai.reenactment.placement;

import java.util.List;

/** Whether the turns of a case can be spread over nodes so that each reads what it has to. */
public sealed interface Placing {

    /**
     * They can.
     *
     * @param turns in the order in which they run
     */
    record Placed(List<PlacedTurn> turns) implements Placing {

        /** Copies the list. */
        public Placed {
            turns = List.copyOf(turns);
        }
    }

    /**
     * They cannot.
     *
     * @param reason a part of a sentence, for people
     */
    record Unplaceable(String reason) implements Placing {}
}
