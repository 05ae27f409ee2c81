package moirai.runs.replay;

import java.util.SplittableRandom;
import java.util.function.Function;
import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;
import moirai.scheduling.Schedule;

/**
 * A schedule that may show what a case claims.
 *
 * @param name the origin of the order, for people
 * @param order the order of all statements, if the schedule has one; otherwise free
 * @param rounds how often each session runs its transactions in an attempt, with other elements in each round
 * @param schedules the source of the schedule of an attempt's first round; a random schedule is drawn from the given
 *    generator
 */
record Candidate(
        Control control,
        String name,
        StatementOrder order,
        int rounds,
        Function<SplittableRandom, Schedule> schedules) {

    /** Returns a candidate that holds every statement to an order. */
    static Candidate exact(String name, StatementOrder order, Schedule schedule) {
        return new Candidate(Control.EXACT, name, order, 1, random -> schedule);
    }

    /** Returns a candidate that holds fewer than all statements. */
    static Candidate loose(Control control, String name, Function<SplittableRandom, Schedule> schedules) {
        return new Candidate(control, name, StatementOrder.FREE, 1, schedules);
    }

    /**
     * Returns the same candidate with so many rounds: a state that exists only for a moment between commits is then
     * observed more often.
     */
    Candidate inRounds(int count) {
        return new Candidate(control, name + ", " + count + " rounds", order, count, schedules);
    }
}
