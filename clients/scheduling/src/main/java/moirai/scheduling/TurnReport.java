package moirai.scheduling;

import java.util.List;

/**
 * The order in which the steps of a schedule went, and the steps that did not keep it.
 *
 * @param order the steps as they went
 * @param stalled those that took longer than the stall limit, or have not returned; they were overtaken
 * @param impatient those that went without their turn, since it did not come
 */
public record TurnReport(List<Step> order, List<Step> stalled, List<Step> impatient) {

    public TurnReport {
        order = List.copyOf(order);
        stalled = List.copyOf(stalled);
        impatient = List.copyOf(impatient);
    }
}
