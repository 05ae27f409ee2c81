package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.columns.Groups;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/**
 * The names of the texts are those of the phenomena: a new one has no text until somebody has read it.
 *
 * <p>They agree where every version's place is known (Cerone, Gotsman 2018, theorem 4.1, for snapshot isolation; Adya
 * 1999, section 3.1, for serializability). Where it is not, the axioms know more, since they ask for one order that
 * suits all keys. Anomalies that single reads prove are none of the axioms' business: histories with such are left out.
 */
@Tag("long")
class ListAppendAgreementProperties {

    private static final Map<IsolationLevel, AxiomaticLevel> AXIOMATIC = new EnumMap<>(Map.of(
            IsolationLevel.READ_COMMITTED, new AxiomaticLevel(Axiom.NONE, BaseOrder.NONE),
            IsolationLevel.STRONG_SESSION_READ_COMMITTED, new AxiomaticLevel(Axiom.NONE, BaseOrder.SESSION),
            IsolationLevel.STRONG_READ_COMMITTED, new AxiomaticLevel(Axiom.NONE, BaseOrder.REALTIME),
            IsolationLevel.SNAPSHOT_ISOLATION, new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.NONE),
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.SESSION),
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION, new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.REALTIME),
            IsolationLevel.SERIALIZABLE, new AxiomaticLevel(Axiom.SERIAL, BaseOrder.NONE),
            IsolationLevel.STRONG_SESSION_SERIALIZABLE, new AxiomaticLevel(Axiom.SERIAL, BaseOrder.SESSION),
            IsolationLevel.STRICT_SERIALIZABLE, new AxiomaticLevel(Axiom.SERIAL, BaseOrder.REALTIME)));

    /** Levels of which a cycle may prove that they are broken, but no cycles that they hold. */
    private static final Map<IsolationLevel, AxiomaticLevel> BREAKABLE = new EnumMap<>(Map.of(
            IsolationLevel.READ_ATOMIC, new AxiomaticLevel(Axiom.READ_ATOMIC, BaseOrder.SESSION),
            IsolationLevel.CAUSAL, new AxiomaticLevel(Axiom.CAUSAL, BaseOrder.SESSION),
            IsolationLevel.PREFIX, new AxiomaticLevel(Axiom.PREFIX, BaseOrder.SESSION)));

    private static final Set<Phenomenon> OF_SINGLE_READS = Set.of(
            Phenomenon.G1A,
            Phenomenon.G1B,
            Phenomenon.INTERNAL,
            Phenomenon.FUTURE_READ,
            Phenomenon.DIRTY_UPDATE,
            Phenomenon.GARBAGE_READ,
            Phenomenon.DUPLICATE_ELEMENTS,
            Phenomenon.REORDERED_APPENDS,
            Phenomenon.INCOMPATIBLE_ORDER);

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wild();
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void cyclesAndAxiomsAgreeWhereEveryVersionIsKnown(@ForAll("plausible") Sample sample) {
        compare(withLastReads(sample), true);
        requireBothVerdicts();
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void cyclesAndAxiomsAgreeOnRandomAnswersWhereEveryVersionIsKnown(@ForAll("wild") Sample sample) {
        compare(withLastReads(sample), true);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelThatACycleBreaksIsBrokenByTheAxiomsToo(@ForAll("plausible") Sample sample) {
        compare(sample, false);
        requireBothVerdicts();
    }

    /** Also where nobody read what several appended: cycles may not pass what no order of those explains. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void whatPassesAsStrictlySerializableHasAnOrderOfCommits(@ForAll("plausible") Sample sample) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        KeyValueReads reads = KeyValueReads.of(sample.history());
        boolean passes = findings.at(IsolationLevel.STRICT_SERIALIZABLE) instanceof Verdict.Pass;
        var inference = new Inference(sample.history());
        boolean isUnplaced = inference.orders().hasUnplaced();
        if (findings.phenomena().stream().noneMatch(OF_SINGLE_READS::contains)
                && findings.doubts().isEmpty()
                && reads.doubtful().isEmpty()
                && !isPartlyRead(inference)) {
            Statistics.label("unread appends of several").collect(isUnplaced && passes);
            Statistics.label("unread appends of several, and no order").collect(isUnplaced && !passes);
            assertThat(isSatisfied(new AxiomaticLevel(Axiom.SERIAL, BaseOrder.REALTIME), reads.history()))
                    .as("%s%n%s", findings.at(IsolationLevel.STRICT_SERIALIZABLE), sample)
                    .isEqualTo(passes);
        }
        Statistics.label("unread appends of several")
                .coverage(coverage -> coverage.check(true).count(count -> count >= 10));
        Statistics.label("unread appends of several, and no order")
                .coverage(coverage -> coverage.check(true).count(count -> count >= 10));
    }

    /**
     * Decides whether some of what a transaction appended to a list was read, while the appender of what follows is not
     * known.
     */
    static boolean isPartlyRead(Inference inference) {
        VersionOrders orders = inference.orders();
        Groups appends = inference.writes().appends();
        for (int key = 0; key < inference.history().keyCount(); key++) {
            for (int i = appends.first(key); i < appends.end(key); i++) {
                for (int j = appends.first(key); j < i; j++) {
                    int earlier = appends.member(j);
                    boolean isOfOne = inference.writes().txn(earlier)
                            == inference.writes().txn(appends.member(i));
                    if (isOfOne && orders.position(earlier) >= 0 && orders.isUnplaced(appends.member(i))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static void requireBothVerdicts() {
        AXIOMATIC
                .keySet()
                .forEach(level -> Statistics.label(level.label()).coverage(coverage -> {
                    coverage.check(true).count(count -> count >= 10);
                    coverage.check(false).count(count -> count >= 10);
                }));
    }

    private static void compare(Sample sample, boolean known) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        KeyValueReads reads = KeyValueReads.of(sample.history());
        if (findings.phenomena().stream().anyMatch(OF_SINGLE_READS::contains)
                || isPartlyRead(new Inference(sample.history()))
                || !findings.doubts().isEmpty()
                || !reads.doubtful().isEmpty()) {
            return;
        }
        AXIOMATIC.forEach((level, axiomatic) -> {
            Verdict verdict = findings.at(level);
            boolean unbroken = verdict instanceof Verdict.Pass;
            if (verdict instanceof Verdict.Undecided) {
                assertThat(known).as("%s%n%s", verdict, sample).isFalse();
                return;
            }
            Statistics.label(level.label()).collect(unbroken);
            if (known || !unbroken) {
                assertThat(isSatisfied(axiomatic, reads.history()))
                        .as("%s, %s%n%s", level.label(), verdict, sample)
                        .isEqualTo(unbroken);
            }
        });
    }

    /** The look of a cycle may break more levels than its class does: then the axioms say so too. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelThatTheShapeOfACycleBreaksIsBrokenByTheAxiomsToo(@ForAll("plausible") Sample sample) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        KeyValueReads reads = KeyValueReads.of(sample.history());
        boolean isOfCycles = findings.phenomena().stream().noneMatch(OF_SINGLE_READS::contains)
                && findings.doubts().isEmpty()
                && reads.doubtful().isEmpty();
        BREAKABLE.forEach((level, axiomatic) -> {
            boolean isByShape = findings.at(level) instanceof Verdict.Fail
                    && level.forbidden().stream().noneMatch(findings.phenomena()::contains);
            if (isOfCycles && isByShape) {
                Statistics.label(level.label()).collect(false);
                assertThat(isSatisfied(axiomatic, reads.history()))
                        .as("%s%n%s", findings, sample)
                        .isFalse();
            }
        });
        BREAKABLE
                .keySet()
                .forEach(level -> Statistics.label(level.label())
                        .coverage(coverage -> coverage.check(false).count(count -> count >= 10)));
    }

    private static boolean isSatisfied(AxiomaticLevel level, KeyValueHistory history) {
        Decider decider = level.axiom().isSaturable()
                ? new SaturationDecider(level)
                : new SearchDecider(level, StepBudget.DEFAULT);
        return switch (decider.decide(history)) {
            case Decision.Ordered ordered -> true;
            case Decision.Impossible impossible -> false;
            case Decision.Undecided(String reason) -> throw new AssertionError(reason);
        };
    }

    /**
     * Returns the sample with a transaction at the end that reads every list, in which all that took effect stands
     * somewhere.
     */
    static Sample withLastReads(Sample sample) {
        BitSet effective = new ListSources(sample.history()).effectiveTxns();
        Map<Long, List<Integer>> lists = new TreeMap<>();
        for (int id = effective.nextSetBit(0); id >= 0; id = effective.nextSetBit(id + 1)) {
            for (Op op : sample.txns().get(id).ops()) {
                List<Integer> list = lists.computeIfAbsent(op.key(), key -> new ArrayList<>());
                if (op instanceof Op.Read(long key, Elements answer)
                        && values(answer).size() > list.size()) {
                    lists.put(key, values(answer));
                }
            }
        }
        for (int id = effective.nextSetBit(0); id >= 0; id = effective.nextSetBit(id + 1)) {
            for (Op op : sample.txns().get(id).ops()) {
                if (op instanceof Op.Append(long key, int element)) {
                    List<Integer> list = lists.computeIfAbsent(key, name -> new ArrayList<>());
                    if (!list.contains(element)) {
                        list.add(element);
                    }
                }
            }
        }
        List<Op> reads = lists.entrySet().stream()
                .<Op>map(entry -> new Op.Read(
                        entry.getKey(),
                        Elements.of(entry.getValue().stream()
                                .mapToInt(Integer::intValue)
                                .toArray())))
                .toList();
        long start = sample.txns().stream().mapToLong(Txn::endNanos).max().orElse(0) + 1;
        var txns = new ArrayList<>(sample.txns());
        txns.add(new Txn(99, reads, new Outcome.Committed(), start, start));
        return new Sample(txns, sample.complete());
    }

    private static List<Integer> values(Elements answer) {
        var values = new ArrayList<Integer>();
        for (int i = 0; answer.isKnown() && i < answer.count(); i++) {
            values.add(answer.at(i));
        }
        return values;
    }
}
