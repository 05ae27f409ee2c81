package moirai.analysis.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Sighting;
import moirai.analysis.SightingLog;
import moirai.analysis.Verdict;
import moirai.analysis.attribution.AttributionSearch;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** An examination of one history at one level after another, as far as needed. For one thread and one question. */
final class Examination {

    private static final String BY_READS = "single reads";
    private static final String BY_CYCLES = "cycles of dependencies";

    private static final Set<Phenomenon> OF_WRITES = EnumSet.range(Phenomenon.G0, Phenomenon.G0_REALTIME);

    /**
     * The divisor of the budget for searches of levels that the user did not ask for, which say what holds if the
     * expected level does not.
     */
    private static final int ASIDE_SHARE = 20;

    /**
     * The same where it is searched which writes were read, too: a step of that takes many times as long, and to say
     * what else holds must not take minutes where the question took a second.
     */
    private static final int ASIDE_SHARE_OF_OPEN = 20 * ASIDE_SHARE;

    /** The divisor of the budget for a search before cycles are looked for. */
    private static final int FIRST_SHARE = 100;

    /** The steps for each transaction that both may take at least: what follows without a search takes some of them. */
    private static final long STEPS_PER_TXN = 3_000;

    private final History recorded;
    private final KeyValueHistory history;
    /** The same history without the reads of lists that scans did not find. */
    private final KeyValueHistory items;

    private final StepBudget budget;
    private final AnalysisWatcher watcher;
    private final List<Anomaly> anomalies = new ArrayList<>();
    private final Map<Phenomenon, List<Sighting>> sightings = new EnumMap<>(Phenomenon.class);
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    private final Map<IsolationLevel, String> examined = new EnumMap<>(IsolationLevel.class);
    private final Map<IsolationLevel, List<Integer>> suspects = new EnumMap<>(IsolationLevel.class);
    /** The decisions so far, since two levels may have the same axioms; looked up, never iterated. */
    private final Map<Question, Decision> decisions = new HashMap<>();

    /** The search over which writes were read, if several transactions wrote a value that somebody read. */
    private final Optional<AttributionSearch> attributions;

    /** @param asked the level of the lattice, if reads are attributed; otherwise the axioms are all that counts */
    private record Question(AxiomaticLevel level, boolean ofItems, String asked) {}

    Examination(History recorded, StepBudget budget, AnalysisWatcher watcher) {
        var ofHistory = KeyValueReads.of(recorded);
        var reads =
                ofHistory.repeated().map(repeated -> repeated.base().reads()).orElse(ofHistory);
        this.attributions =
                ofHistory.repeated().map(repeated -> new AttributionSearch(repeated, recorded.isComplete()));
        this.recorded = recorded;
        this.watcher = watcher;
        this.history = reads.history();
        this.items = recorded.scanCount() == 0
                ? history
                : KeyValueReads.ofItems(recorded).history();
        this.budget = budget.ofTxns(history.txnCount());
        anomalies.addAll(reads.anomalies());
        sightings.putAll(reads.sightings());
        doubts.putAll(reads.doubtful());
        // No read shows whether writes alone are in a cycle, and some order of them always is in none.
        examined.put(IsolationLevel.READ_UNCOMMITTED, BY_READS);
    }

    /**
     * Marks the strong kinds of read uncommitted as examined. Reads of registers show no order of versions, so some
     * order agrees with sessions and real time, and has no G0. Not under assumptions, which restrict that order.
     */
    void examineStrongReadUncommitted() {
        examined.put(IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED, BY_READS);
        examined.put(IsolationLevel.STRONG_READ_UNCOMMITTED, BY_READS);
        if (!recorded.isTimed()) {
            doubts.put(Phenomenon.G0_REALTIME, Validator.NO_TIMES);
        }
    }

    /** Returns which transaction read which key from which, without what scans did not find. */
    KeyValueHistory items() {
        return items;
    }

    /**
     * Adds what another checker found, apart from cycles: those are for the axioms to find again. Cycles of writes
     * alone are none of theirs.
     */
    void addReads(Findings findings) {
        Set<Phenomenon> ofReads = EnumSet.noneOf(Phenomenon.class);
        findings.anomalies().stream()
                .filter(anomaly -> !(anomaly instanceof Anomaly.Cycle) || OF_WRITES.contains(anomaly.phenomenon()))
                .forEach(anomaly -> {
                    anomalies.add(anomaly);
                    ofReads.add(anomaly.phenomenon());
                });
        ofReads.forEach(
                phenomenon -> sightings.put(phenomenon, findings.sightings().getOrDefault(phenomenon, List.of())));
        findings.doubts().forEach(doubts::putIfAbsent);
    }

    /** Adds everything that another checker found. */
    void add(Findings findings) {
        anomalies.addAll(findings.anomalies());
        sightings.putAll(findings.sightings());
        findings.doubts().forEach(doubts::putIfAbsent);
        examined.putAll(findings.examined());
    }

    /** Decides the level, and if it does not hold, those that it implies. */
    Findings at(IsolationLevel level) {
        examine(level, budget);
        return withImplied(level);
    }

    /**
     * Examines the level, with cycles that another checker finds if the level is not soon found to hold: saturation
     * tells, and a search for an order of commits that sets out from the recorded one takes few steps where there is
     * one to find. Cycles name what is broken then, and may spare the rest of the search, which can cost far more than
     * they do.
     */
    Findings at(IsolationLevel level, Supplier<Findings> cycles) {
        boolean isSearched = LevelAxioms.of(level)
                .filter(axioms -> !axioms.level().axiom().isSaturable())
                .isPresent();
        boolean isFirst = isSearched && !isSoonFoundToHold(level);
        if (isFirst) {
            addCycles(cycles.get(), level);
        }
        examine(level, budget);
        if (!isFirst && !findings().holds(level)) {
            addCycles(cycles.get(), level);
        }
        return withImplied(level);
    }

    /** Keeps the decision unless the search was cut short. */
    private boolean isSoonFoundToHold(IsolationLevel level) {
        LevelAxioms axioms = LevelAxioms.of(level).orElseThrow();
        if (isSettled(level)) {
            return false;
        }
        watcher.begins("the search for an order of commits at " + level.label(), findings());
        StepBudget steps = share(FIRST_SHARE);
        Decision decision = decide(level, axioms, steps);
        if (decision instanceof Decision.Undecided && steps.steps() < budget.steps()) {
            return false;
        }
        decisions.put(question(level, axioms), decision);
        return decision instanceof Decision.Ordered;
    }

    private Question question(IsolationLevel level, LevelAxioms axioms) {
        return new Question(axioms.level(), judged(axioms) != history, attributions.isPresent() ? level.label() : "");
    }

    private Decision decide(IsolationLevel level, LevelAxioms axioms, StepBudget steps) {
        var validator = new Validator(axioms.level(), steps);
        if (attributions.isEmpty()) {
            return validator.decide(judged(axioms));
        }
        Decision decision = attributions.get().decide(level, axioms.level(), steps);
        attributions.get().doubts().forEach(doubts::putIfAbsent);
        return validator.certain(decision, history);
    }

    /** Adds cycles, which decide the level if it forbids one of them. */
    void addCycles(Findings cycles, IsolationLevel level) {
        add(cycles);
        if (!cycles.forbiddenAt(level).isEmpty()) {
            examined.putIfAbsent(level, BY_CYCLES);
        }
    }

    /**
     * Returns the findings of single reads and these cycles, without any axiom: of registers, only kinds of
     * read uncommitted can hold.
     */
    Findings withCycles(Findings cycles, IsolationLevel level) {
        addCycles(cycles, level);
        doubts.putIfAbsent(
                Phenomenon.G1C,
                "the order of versions was not recorded, and cycles prove violations only; ask for --engine axioms");
        anomalies.sort(Comparator.comparing(Anomaly::phenomenon));
        return findings();
    }

    private Findings withImplied(IsolationLevel level) {
        var aside = attributions.isPresent()
                ? new StepBudget(1 + budget.steps() / ASIDE_SHARE_OF_OPEN)
                : share(ASIDE_SHARE);
        implied(level, true).forEach(weaker -> examine(weaker, aside));
        implied(level, false).forEach(weaker -> examine(weaker, aside));
        refuteWeakest();
        doubtUnexamined(level);
        anomalies.sort(Comparator.comparing(Anomaly::phenomenon));
        return findings();
    }

    /**
     * Decides every level, those that saturation decides first. Searches are as short as those that nobody asked for:
     * they say what else holds, not whether what is expected does.
     */
    Findings atEveryLevel() {
        var aside = share(ASIDE_SHARE);
        implied(IsolationLevel.STRICT_SERIALIZABLE, true).forEach(level -> examine(level, budget));
        implied(IsolationLevel.STRICT_SERIALIZABLE, false).forEach(level -> examine(level, aside));
        examine(IsolationLevel.STRICT_SERIALIZABLE, aside);
        refuteWeakest();
        anomalies.sort(Comparator.comparing(Anomaly::phenomenon));
        return findings();
    }

    /**
     * Returns the levels that the level implies. Levels that saturation decides come first, strong before weak: one
     * that holds spares those below it. The others follow from weak to strong: one that is broken spares those above
     * it.
     */
    private static List<IsolationLevel> implied(IsolationLevel level, boolean saturable) {
        var levels = new ArrayList<IsolationLevel>();
        for (IsolationLevel weaker : IsolationLevel.values()) {
            boolean counts = weaker != level
                    && level.implies(weaker)
                    && LevelAxioms.of(weaker)
                            .filter(axioms -> axioms.level().axiom().isSaturable() == saturable)
                            .isPresent();
            if (counts) {
                levels.add(weaker);
            }
        }
        return saturable ? levels.reversed() : levels;
    }

    private void examine(IsolationLevel level, StepBudget steps) {
        Optional<LevelAxioms> axioms = LevelAxioms.of(level);
        if (axioms.isEmpty() || isSettled(level)) {
            return;
        }
        watcher.begins("the search for an order of commits at " + level.label(), findings());
        Question question = question(level, axioms.get());
        switch (decisions.computeIfAbsent(question, asked -> decide(level, axioms.get(), steps))) {
            case Decision.Ordered ordered -> examined.put(level, method(axioms.get()));
            case Decision.Impossible(List<Integer> found) -> suspects.put(level, found);
            case Decision.Undecided(String reason) -> {
                examined.put(level, method(axioms.get()));
                doubts.putIfAbsent(violation(axioms.get()), reason);
            }
        }
    }

    private String method(LevelAxioms axioms) {
        return attributions.isPresent()
                ? "axioms (search for the writes that reads returned)"
                : new Validator(axioms.level(), budget).method();
    }

    private StepBudget share(int divisor) {
        long few = Math.max(1 + budget.steps() / divisor, STEPS_PER_TXN * history.txnCount());
        return new StepBudget(Math.min(budget.steps(), few));
    }

    private KeyValueHistory judged(LevelAxioms axioms) {
        return axioms.ofItems() ? items : history;
    }

    /** Returns the phenomenon that the axioms prove; without scans in the history it is one of items. */
    private Phenomenon violation(LevelAxioms axioms) {
        boolean byItems = axioms.violation() == Phenomenon.SERIAL_VIOLATION_PREDICATE && items == history;
        return byItems ? Phenomenon.SERIAL_VIOLATION : axioms.violation();
    }

    /** Returns whether the level is known to be broken or to hold, or was examined before. */
    private boolean isSettled(IsolationLevel level) {
        if (examined.containsKey(level)) {
            return true;
        }
        for (IsolationLevel suspect : suspects.keySet()) {
            if (level.implies(suspect)) {
                return true;
            }
        }
        Findings soFar = findings();
        return !soFar.forbiddenAt(level).isEmpty() || soFar.holds(level);
    }

    /**
     * Refutes the weakest broken levels. Their witnesses refute every level that implies them too, and are plainer.
     */
    private void refuteWeakest() {
        suspects.keySet().removeIf(level -> !findings().forbiddenAt(level).isEmpty());
        for (IsolationLevel level : IsolationLevel.weakest(List.copyOf(suspects.keySet()))) {
            LevelAxioms axioms = LevelAxioms.of(level).orElseThrow();
            Phenomenon violation = violation(axioms);
            if (!sightings.containsKey(violation)) {
                watcher.begins("the search for a small witness against " + level.label(), findings());
                Anomaly found = refutation(level, axioms, violation);
                anomalies.add(found);
                var seen = new SightingLog(recorded.faults());
                seen.add(recorded, found);
                sightings.putAll(seen.sightings());
            }
            examined.put(level, method(axioms));
        }
    }

    private Anomaly refutation(IsolationLevel level, LevelAxioms axioms, Phenomenon violation) {
        if (attributions.isPresent() && attributions.get().isRefuted(level)) {
            return attributions.get().refute(level, axioms.level(), violation);
        }
        return new Anomaly.NoCommitOrder(
                violation,
                new Validator(axioms.level(), budget).refute(judged(axioms), suspects.getOrDefault(level, List.of())));
    }

    /** Says what to ask instead, if the level is one that no axiom defines and nothing stronger has decided it. */
    private void doubtUnexamined(IsolationLevel level) {
        Findings soFar = findings();
        boolean isExplained = !soFar.reasons(level.forbidden()).isEmpty();
        if (isExplained || !(soFar.at(level) instanceof Verdict.Undecided)) {
            return;
        }
        Stream.of(IsolationLevel.values())
                .filter(stronger ->
                        stronger.implies(level) && LevelAxioms.of(stronger).isPresent())
                .findFirst()
                .ifPresent(stronger -> doubts.put(
                        ownPhenomenon(level),
                        level.label() + " cannot be told without the order of versions, which was not recorded; ask"
                                + " for " + stronger.label() + ", which implies it"));
    }

    /** Returns a phenomenon that the level forbids and that no level that it implies forbids. */
    private static Phenomenon ownPhenomenon(IsolationLevel level) {
        Set<Phenomenon> own = EnumSet.copyOf(level.forbidden());
        for (IsolationLevel weaker : IsolationLevel.values()) {
            if (weaker != level && level.implies(weaker)) {
                own.removeAll(weaker.forbidden());
            }
        }
        return own.iterator().next();
    }

    private Findings findings() {
        return new Findings(history.txnCount(), history.readCount(), examined, anomalies, sightings, doubts);
    }
}
