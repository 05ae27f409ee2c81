package moirai.reenactment.placement;

import java.util.List;

/** The answer to whether the turns of a case can be spread over nodes so that each reads the predicted values. */
public sealed interface Placing {

    /**
     * The turns, spread over nodes.
     *
     * @param turns in the order in which they run
     */
    record Placed(List<PlacedTurn> turns) implements Placing {

        public Placed {
            turns = List.copyOf(turns);
        }
    }

    /**
     * The answer that the turns cannot be spread.
     *
     * @param reason a part of a sentence, for people
     */
    record Unplaceable(String reason) implements Placing {}
}
