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
 * @param rounds how often each session runs its transactions in an attempt, with other elements in each round
 * @param schedules what an attempt is held to, in its first round; one that chances its arm draws from the source that
 *     it is given
 */
record Candidate(
        Control control,
        String name,
        StatementOrder order,
        int rounds,
        Function<SplittableRandom, Schedule> schedules) {

    /** Every statement in an order. */
    static Candidate exact(String name, StatementOrder order, Schedule schedule) {
        return new Candidate(Control.EXACT, name, order, 1, random -> schedule);
    }

    /** Less than every statement. */
    static Candidate loose(Control control, String name, Function<SplittableRandom, Schedule> schedules) {
        return new Candidate(control, name, StatementOrder.FREE, 1, schedules);
    }

    /** The same, with so many rounds: what is there for a moment between commits is then met more often. */
    Candidate inRounds(int count) {
        return new Candidate(control, name + ", " + count + " rounds", order, count, schedules);
    }
}
