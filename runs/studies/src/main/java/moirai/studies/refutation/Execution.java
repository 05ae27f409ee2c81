package moirai.studies.refutation;

import java.util.List;

/**
 * An execution of some calls on the database.
 *
 * @param ended what became of each call
 * @param left the rows afterwards
 * @param order the statements in the order in which they were sent
 * @param isWhole false if a call went on for too long
 */
record Execution(List<Ended> ended, String left, List<String> order, boolean isWhole) {

    Execution {
        ended = List.copyOf(ended);
        order = List.copyOf(order);
    }
}
