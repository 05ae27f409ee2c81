package moirai.studies.refutation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import moirai.studies.refutation.programs.Dice;

/** Orders of calls and of their steps. */
final class Orders {

    private static final int TRIES = 200;

    private Orders() {}

    /** Returns all orders of all subsets of the numbers from 0, those of all numbers first. */
    static List<List<Integer>> serial(int count) {
        var all = new ArrayList<List<Integer>>();
        extend(List.of(), count, all);
        all.sort(Comparator.comparingInt(order -> -order.size()));
        return all;
    }

    private static void extend(List<Integer> begun, int count, List<List<Integer>> all) {
        all.add(begun);
        for (int next = 0; next < count; next++) {
            if (!begun.contains(next)) {
                var longer = new ArrayList<>(begun);
                longer.add(next);
                extend(longer, count, all);
            }
        }
    }

    /**
     * Returns orders of the steps of some sessions, none of them serial: of two sessions those in which one stands
     * still once while the other goes through, and beside them random ones, with few changes more often.
     *
     * @param steps of each session
     */
    static Set<List<Integer>> interleaved(List<Integer> steps, int countMax, Dice dice) {
        var orders = new LinkedHashSet<List<Integer>>();
        if (steps.size() == 2) {
            List<List<Integer>> halting = new ArrayList<>(halting(steps, 0));
            halting.addAll(halting(steps, 1));
            while (!halting.isEmpty() && orders.size() < countMax * 2 / 3) {
                orders.add(halting.remove(dice.below(halting.size())));
            }
        }
        for (int tried = 0; tried < TRIES && orders.size() < countMax; tried++) {
            int changes = steps.size() + dice.below(3);
            List<Integer> order = random(steps, changes, dice);
            if (changes(order) >= steps.size()) {
                orders.add(order);
            }
        }
        return orders;
    }

    /** Returns the orders in which one of two sessions halts before one of its steps, until the other has ended. */
    private static List<List<Integer>> halting(List<Integer> steps, int session) {
        var orders = new ArrayList<List<Integer>>();
        for (int before = 1; before < steps.get(session); before++) {
            var left = new ArrayList<>(steps);
            var order = new ArrayList<Integer>();
            add(order, session, before, left);
            add(order, 1 - session, left.get(1 - session), left);
            add(order, session, left.get(session), left);
            orders.add(List.copyOf(order));
        }
        return orders;
    }

    /** Goes through the sessions in turn, each time by a random number of steps; the last time by all that are left. */
    private static List<Integer> random(List<Integer> steps, int changes, Dice dice) {
        var left = new ArrayList<>(steps);
        var order = new ArrayList<Integer>();
        int session = dice.below(steps.size());
        for (int turn = 0; turn <= changes; turn++) {
            int count = Math.min(left.get(session), 1 + dice.below(Math.max(1, steps.get(session))));
            add(order, session, count, left);
            session = (session + 1 + (steps.size() > 2 ? dice.below(steps.size() - 1) : 0)) % steps.size();
        }
        for (int i = 0; i < steps.size(); i++) {
            int next = (session + i) % steps.size();
            add(order, next, left.get(next), left);
        }
        return List.copyOf(order);
    }

    private static void add(List<Integer> order, int session, int count, List<Integer> left) {
        for (int i = 0; i < count; i++) {
            order.add(session);
        }
        left.set(session, left.get(session) - count);
    }

    private static int changes(List<Integer> order) {
        int changes = 0;
        for (int i = 1; i < order.size(); i++) {
            changes += order.get(i).equals(order.get(i - 1)) ? 0 : 1;
        }
        return changes;
    }
}
