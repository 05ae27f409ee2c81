package moirai.runs.replay;

import java.util.SplittableRandom;
import java.util.function.Function;
import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;
import moirai.scheduling.Schedule;

/**
 * A schedule that may show what a case claims.
 *
 * @param name for people: where the order comes from
 * @param order of all statements, if it says that; free if it does not
 * @param repeatsReads whether sessions that only read do so again and again while others write, so that what is there
 *     for a moment is seen
 * @param schedules what an attempt is held to; one that chances its arm draws from the source that it is given
 */
record Candidate(
        Control control,
        String name,
        StatementOrder order,
        boolean repeatsReads,
        Function<SplittableRandom, Schedule> schedules) {

    /** Every statement in an order. */
    static Candidate exact(String name, StatementOrder order, Schedule schedule) {
        return new Candidate(Control.EXACT, name, order, false, random -> schedule);
    }

    /** Less than every statement. */
    static Candidate loose(Control control, String name, Function<SplittableRandom, Schedule> schedules) {
        return new Candidate(control, name, StatementOrder.FREE, false, schedules);
    }

    /** The same, with reads that are repeated. */
    Candidate repeatingReads() {
        return new Candidate(control, name + ", reads repeated", order, true, schedules);
    }
}
