package moirai.runs.scenarios;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.PlannedFault;
import moirai.runs.scenarios.statistics.SequentialTest;

/*
 * Passes in the order in which they explain most: is a fault needed at all, which kind, which one, for how long; how
 * many sessions; how long. A pass keeps its place after a success and never begins anew, and what has lost once is not
 * raced again. There is no loop to a fixed point: an attempt takes seconds to minutes, and a second round of all passes
 * would mostly ask again what is known.
 *
 * Races number at most 1 + kinds + 3·log2(faults) + 3·faults + 3 + 3 + 2·log2(transactions), each of a bounded number
 * of attempts; as a rule the budget ends the search before that.
 */
/**
 * A search for smaller scenarios that win their race. An attempt fails by chance and takes seconds, so this is no delta
 * debugging: the passes that explain most come first, and no scenario is tried twice.
 */
final class ScenarioSearch {

    /** The minimal duration of a fault; a fault that is healed sooner may have no effect. */
    private static final Duration FAULT_MIN = Duration.ofMillis(200);

    private static final Duration TIME_MIN = Duration.ofSeconds(1);
    private static final List<Integer> DIVISORS = List.of(8, 4, 2);

    private final Attempts attempts;
    private final ShrinkingWatcher watcher;
    private final List<PlannedFault> planned;
    private final SequentialTest test;
    private final ShrinkingRules rules;
    private final List<Scenario> chain = new ArrayList<>();
    private final Set<Scenario> lost = new HashSet<>();

    /**
     * Creates a search that begins with the whole run.
     *
     * @param test the test against the rate of the whole
     */
    ScenarioSearch(
            Attempts attempts, ShrinkingWatcher watcher, PlannedRun whole, SequentialTest test, ShrinkingRules rules) {
        this.attempts = attempts;
        this.watcher = watcher;
        this.planned = whole.planned();
        this.test = test;
        this.rules = rules;
        chain.add(whole.scenario());
    }

    /** Returns the whole and all scenarios that have won against it, from large to small. */
    List<Scenario> run() throws InterruptedException {
        if (!current().faults().isEmpty()) {
            watcher.stage("is a fault needed, and which one?");
            faults();
        }
        watcher.stage("are fewer sessions enough?");
        sessions();
        watcher.stage("is less enough?");
        length();
        return List.copyOf(chain);
    }

    /** Returns the least of a run that has all its faults: as few sessions as can be, each fault for a moment. */
    static Scenario least(PlannedRun run, ShrinkingRules rules) {
        Scenario whole = run.scenario();
        return whole.withSessions(Math.min(whole.sessions(), rules.sessionsMin()))
                .withFaults(whole.faults().stream()
                        .map(fault -> limits(fault, run.planned())
                                .findFirst()
                                .map(fault::lasting)
                                .orElse(fault))
                        .toList());
    }

    /** Returns the shorter times for which a fault could stay, the shortest first. */
    private static Stream<Duration> limits(FaultPick fault, List<PlannedFault> planned) {
        Duration lasts = planned.stream()
                .filter(plan ->
                        plan.name().equals(fault.name()) && !plan.fault().isBrief())
                .findFirst()
                .map(plan -> plan.until().minus(plan.at()))
                .orElse(Duration.ZERO);
        return DIVISORS.stream()
                .map(divisor -> Duration.ofMillis(lasts.toMillis() / divisor))
                .filter(limit -> limit.compareTo(FAULT_MIN) >= 0);
    }

    private Scenario current() {
        return chain.getLast();
    }

    private boolean wins(Scenario smaller) throws InterruptedException {
        int reserve = rules.reserve(smaller);
        if (smaller.equals(current()) || lost.contains(smaller) || !attempts.mayBegin(reserve)) {
            return false;
        }
        Attempts.Race result = attempts.race(smaller, test, reserve);
        if (result.isWon()) {
            chain.add(smaller);
            watcher.confirmed(smaller, result.tally());
        } else {
            lost.add(smaller);
        }
        return result.isWon();
    }

    /** Returns whether a scenario wins; the scenarios are tried from small to large until one does. */
    private boolean anyWins(Stream<Scenario> smaller) throws InterruptedException {
        for (Scenario candidate : smaller.toList()) {
            if (wins(candidate)) {
                return true;
            }
        }
        return false;
    }

    private void faults() throws InterruptedException {
        if (wins(current().withFaults(List.of()))) {
            return;
        }
        List<FaultKind> kinds =
                current().faults().stream().map(FaultPick::kind).distinct().toList();
        if (kinds.size() > 1) {
            Scenario whole = current();
            boolean isOneEnough = anyWins(kinds.stream().map(kind -> whole.withFaults(of(whole.faults(), kind))));
            for (int i = 0; !isOneEnough && i < kinds.size(); i++) {
                wins(current().without(of(current().faults(), kinds.get(i))));
            }
        }
        halves();
        single();
        durations();
    }

    private static List<FaultPick> of(List<FaultPick> faults, FaultKind kind) {
        return faults.stream().filter(fault -> fault.kind() == kind).toList();
    }

    private void halves() throws InterruptedException {
        boolean isSmaller = true;
        while (isSmaller && current().faults().size() > 1) {
            Scenario whole = current();
            List<FaultPick> faults = whole.faults();
            int middle = (faults.size() + 1) / 2;
            isSmaller = wins(whole.withFaults(faults.subList(0, middle)))
                    || wins(whole.withFaults(faults.subList(middle, faults.size())));
        }
    }

    /** Tries to remove each single fault, the last first, since later faults are less often the cause. */
    private void single() throws InterruptedException {
        for (int i = current().faults().size() - 1; i >= 0 && current().faults().size() > 1; i--) {
            wins(current().without(List.of(current().faults().get(i))));
        }
    }

    private void durations() throws InterruptedException {
        for (int i = 0; i < current().faults().size(); i++) {
            Scenario whole = current();
            FaultPick fault = whole.faults().get(i);
            anyWins(limits(fault, planned)
                    .map(limit -> whole.withFaults(whole.faults().stream()
                            .map(other -> other.equals(fault) ? fault.lasting(limit) : other)
                            .toList())));
        }
    }

    private void sessions() throws InterruptedException {
        Scenario whole = current();
        anyWins(Stream.of(rules.sessionsMin(), 2, whole.sessions() / 4, whole.sessions() / 2)
                .filter(count -> count >= rules.sessionsMin() && count < whole.sessions())
                .distinct()
                .sorted()
                .map(whole::withSessions));
    }

    private void length() throws InterruptedException {
        if (current().isCounted()) {
            counts();
        } else {
            times();
        }
    }

    /** Tries to shorten the run, but not below the time at which the last fault begins. */
    private void times() throws InterruptedException {
        Scenario whole = current();
        Duration faulty = planned.stream()
                .filter(plan ->
                        whole.faults().stream().anyMatch(fault -> fault.name().equals(plan.name())))
                .map(plan -> plan.at().plus(TIME_MIN))
                .reduce(TIME_MIN, (one, other) -> one.compareTo(other) < 0 ? other : one);
        anyWins(DIVISORS.stream()
                .map(divisor -> Duration.ofMillis(whole.timeLimit().toMillis() / divisor))
                .map(limit -> limit.compareTo(faulty) < 0 ? faulty : limit)
                .filter(limit -> limit.compareTo(whole.timeLimit()) < 0)
                .distinct()
                .map(whole::withTimeLimit));
    }

    /**
     * Tries half as many transactions as long as that wins, then numbers between the last that won and the one that
     * lost.
     */
    private void counts() throws InterruptedException {
        long tooFew = 0;
        while (current().txnCount() - tooFew > 1 && attempts.mayBegin(rules.reserve(current()))) {
            long middle = tooFew + (current().txnCount() - tooFew) / 2;
            if (!wins(current().withTxnCount(middle))) {
                tooFew = middle;
            }
        }
    }
}
