package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.oracle.Facts;
import moirai.analysis.listappend.oracle.OrderOracle;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/**
 * Appends that nobody read, against brute force: a level holds if it does so for one order of them, of all that there
 * are. Each order is given to the checker by one more transaction, at the end, which reads it.
 *
 * <p>Orders in which the appends of two transactions interleave are not tried, since no level could hold by them alone:
 * between such two, ww leads both ways, which is G0, and every level here forbids that.
 */
@Tag("long")
class UnreadOrderOracleProperties {

    private static final int ORDERS_MAX = 720;
    /** The number of answers in the rarest of cases. */
    private static final int ANSWERS_MIN = 3;

    private static final Set<IsolationLevel> LEVELS = EnumSet.copyOf(new ListAppendChecker()
            .analyze(new Sample(List.of(), true).history())
            .examined()
            .keySet());

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> scanning() {
        return Samples.scanning();
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelHoldsExactlyIfItDoesForSomeOrderOfWhatNobodyRead(@ForAll("plausible") Sample sample) {
        assertAgreement(sample);
        requireBothAnswers();
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelHoldsExactlyIfItDoesForSomeOrderWhereRangesAreScanned(@ForAll("scanning") Sample sample) {
        assertAgreement(sample);
        requireBothAnswers();
    }

    @Example
    void whatOneMoreReadLeavesInDoubtIsNotHeldAgainstAHistory() {
        History history = HistoryNotation.parse("""
                T0 s0 ok @0..0 r0=[2] a0=1 a1=1
                T1 s1 ok @0..0 r0=[1] a0=2 a1=2
                """);

        assertAgreement(new Sample(List.of(history.txn(0), history.txn(1)), true));
    }

    @Test
    void everyLevelForbidsWhatInterleavedAppendsAre() {
        assertThat(LEVELS)
                .isNotEmpty()
                .allSatisfy(level -> assertThat(level.forbidden()).contains(Phenomenon.G0));
    }

    /**
     * Requires that the checker often said that a level holds where it did, and often said that it does not where it
     * did not.
     */
    private static void requireBothAnswers() {
        for (IsolationLevel level : LEVELS) {
            Statistics.label(level.label()).coverage(coverage -> {
                coverage.check(true, "Pass").count(count -> count >= ANSWERS_MIN);
                coverage.check(false, "Fail").count(count -> count >= ANSWERS_MIN);
            });
        }
    }

    private static void assertAgreement(Sample sample) {
        Findings cycles = new ListAppendChecker().analyze(sample.history());
        List<Sample> orders = orders(sample);
        if (orders.size() < 2 || orders.size() > ORDERS_MAX || !cycles.doubts().isEmpty()) {
            return;
        }
        Set<IsolationLevel> holding = EnumSet.noneOf(IsolationLevel.class);
        Set<IsolationLevel> undecided = EnumSet.noneOf(IsolationLevel.class);
        for (Sample known : orders) {
            Findings findings = new ListAppendChecker().analyze(known.history());
            for (IsolationLevel level : LEVELS) {
                switch (findings.at(level)) {
                    case Verdict.Pass pass -> holding.add(level);
                    case Verdict.Undecided unknown -> undecided.add(level);
                    case Verdict.Fail fail -> {}
                }
            }
        }
        // One more read may make a doubt of reads that contradict each other, which did not matter without it.
        undecided.removeAll(holding);
        for (IsolationLevel level :
                LEVELS.stream().filter(one -> !undecided.contains(one)).toList()) {
            Verdict verdict = new LevelChecker().check(sample.history(), level);
            Statistics.label(level.label())
                    .collect(
                            holding.contains(level), cycles.at(level).getClass().getSimpleName());
            assertThat(verdict)
                    .as("%s%n%s", level.label(), sample)
                    .isInstanceOf(holding.contains(level) ? Verdict.Pass.class : Verdict.Fail.class);
        }
    }

    /** The sample with each order of what several appended to a list and nobody read. */
    private static List<Sample> orders(Sample sample) {
        var facts = new Facts(sample.history());
        var known = new OrderOracle(facts);
        List<Map<Long, List<Integer>>> ways = new ArrayList<>(List.of(Map.of()));
        for (int key : facts.keys()) {
            List<Facts.Append> unplaced = known.unplaced(key);
            if (unplaced.isEmpty()) {
                continue;
            }
            var longer = new ArrayList<Map<Long, List<Integer>>>();
            var writers = new TreeSet<>(unplaced.stream().map(Facts.Append::txn).toList());
            for (List<Integer> writersInOrder : permutations(List.copyOf(writers))) {
                var list = new ArrayList<>(known.orders().getOrDefault(key, List.of()));
                for (int writer : writersInOrder) {
                    unplaced.stream()
                            .filter(append -> append.txn() == writer)
                            .forEach(append -> list.add(append.element()));
                }
                for (Map<Long, List<Integer>> way : ways) {
                    var more = new TreeMap<>(way);
                    more.put((long) key, list);
                    longer.add(more);
                }
            }
            ways = longer;
            if (ways.size() > ORDERS_MAX) {
                return List.of();
            }
        }
        return ways.stream().map(lists -> withLastReads(sample, lists)).toList();
    }

    private static List<List<Integer>> permutations(List<Integer> members) {
        List<List<Integer>> all = new ArrayList<>(List.of(List.of()));
        for (int member : members) {
            var longer = new ArrayList<List<Integer>>();
            for (List<Integer> shorter : all) {
                for (int at = 0; at <= shorter.size(); at++) {
                    var with = new ArrayList<>(shorter);
                    with.add(at, member);
                    longer.add(with);
                }
            }
            all = longer;
        }
        return all;
    }

    private static Sample withLastReads(Sample sample, Map<Long, List<Integer>> lists) {
        List<Op> reads = lists.entrySet().stream()
                .<Op>map(list -> new Op.Read(
                        list.getKey(),
                        Elements.of(list.getValue().stream()
                                .mapToInt(Integer::intValue)
                                .toArray())))
                .toList();
        long end = sample.txns().stream().mapToLong(Txn::endNanos).max().orElse(0) + 1;
        var txns = new ArrayList<>(sample.txns());
        txns.add(new Txn(99, reads, new Outcome.Committed(), end, end));
        return new Sample(txns, sample.complete());
    }
}
