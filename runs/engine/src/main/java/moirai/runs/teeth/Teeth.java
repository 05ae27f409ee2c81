package moirai.runs.teeth;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FinalReadTimes;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The share of the bugs that a level forbids which a check would have noticed in a history, had the database had each
 * of them once.
 *
 * @param level the level that has to hold
 * @param bites how often each bug was noticed, without those that the level allows
 */
public record Teeth(IsolationLevel level, Map<Mutation, Bite> bites) {

    /** The share of planted bugs that has to be noticed for certain, so that a history says something about them. */
    public static final double SHARE_MIN = 0.05;

    /** The number of transactions that are looked at for each copy, at most. */
    private static final int LOOKS = 50;

    public Teeth {
        bites = Map.copyOf(bites);
    }

    /**
     * Measures the teeth of a history of list appends.
     *
     * <p>Cost: {@code copies} checks of the history for each {@link Mutation}.
     *
     * @param copies how many copies are made for each bug
     * @return empty if it is not known that the history itself keeps to the level, so that a copy that does not tells
     *     nothing
     */
    public static Optional<Teeth> measure(
            History history, IsolationLevel level, Checker checker, int copies, RandomGenerator random) {
        boolean holds = checker.check(history, level) instanceof Verdict.Pass;
        if (!holds || Durability.of(history).isBroken()) {
            return Optional.empty();
        }
        boolean hasFinalReads = FinalReadTimes.of(history.faults()).areAsked();
        var lists = new RecordedLists(history);
        var bites = new EnumMap<Mutation, Bite>(Mutation.class);
        for (Mutation mutation : Mutation.values()) {
            if (level.forbidden().contains(mutation.phenomenon()) || (mutation.isLoss() && hasFinalReads)) {
                bites.put(mutation, measure(mutation, lists, level, checker, copies, random));
            }
        }
        return Optional.of(new Teeth(level, bites));
    }

    private static Bite measure(
            Mutation mutation,
            RecordedLists lists,
            IsolationLevel level,
            Checker checker,
            int copies,
            RandomGenerator random) {
        int[] committed = lists.committed();
        Tally opportunities = Tally.NONE;
        Tally noticed = Tally.NONE;
        for (int look = 0; look < LOOKS * copies && noticed.all() < copies && committed.length > 0; look++) {
            int txn = committed[random.nextInt(committed.length)];
            Optional<History> planted = mutation.plant(lists, txn, random);
            opportunities = planted.isPresent() ? opportunities.withShown() : opportunities.withNotShown();
            if (planted.isPresent()) {
                noticed = look(planted.get(), level, checker, noticed);
            }
        }
        return new Bite(opportunities, noticed);
    }

    private static Tally look(History planted, IsolationLevel level, Checker checker, Tally before) {
        if (Durability.of(planted).isBroken()) {
            return before.withShown();
        }
        return switch (checker.check(planted, level)) {
            case Verdict.Fail fail -> before.withShown();
            case Verdict.Pass pass -> before.withNotShown();
            // Nobody would have been told.
            case Verdict.Undecided undecided -> before.withNotShown();
        };
    }

    /** Returns the bugs of which it is not shown that {@link #SHARE_MIN} of them would have been noticed. */
    public List<Mutation> dull() {
        return Arrays.stream(Mutation.values())
                .filter(mutation -> Optional.ofNullable(bites.get(mutation))
                        .filter(bite -> bite.isDull(SHARE_MIN))
                        .isPresent())
                .toList();
    }
}
