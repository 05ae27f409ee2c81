package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.listappend.oracle.Facts;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/**
 * The kinds of read uncommitted where reads of one key contradict each other, against brute force: writes are in a
 * cycle whatever the order of the appends on which the reads do not agree, or the level is not broken; and it holds
 * only if they are in none, whatever that order.
 */
class ContestedOrderProperties {

    private static final int KEYS = 2;
    private static final int ANSWERS_MIN = 5;
    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.READ_UNCOMMITTED,
            IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED,
            IsolationLevel.STRONG_READ_UNCOMMITTED);

    /** Key 1 has T0 before T1 and key 2 has them the other way round; what contradicts each other comes after. */
    @Test
    void writesThatAllReadsShowInACycleBreakReadUncommitted() {
        Sample sample = new Sample(
                List.of(
                        txn(0, new Op.Append(1, 1), new Op.Append(2, 1)),
                        txn(1, new Op.Append(1, 2), new Op.Append(2, 2)),
                        txn(2, new Op.Append(1, 3)),
                        txn(3, new Op.Append(1, 4)),
                        txn(4, read(1, List.of(1, 2, 3)), read(2, List.of(2, 1))),
                        txn(5, read(1, List.of(1, 2, 4)))),
                true);

        assertThat(verdict(sample.history(), IsolationLevel.READ_UNCOMMITTED)).isInstanceOf(Verdict.Fail.class);
    }

    private static Txn txn(int session, Op... ops) {
        return new Txn(session, List.of(ops), new Outcome.Committed(), 0, 100);
    }

    private static Op.Read read(int key, List<Integer> elements) {
        return new Op.Read(
                key, Elements.of(elements.stream().mapToInt(Integer::intValue).toArray()));
    }

    @Tag("long")
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void readUncommittedIsBrokenExactlyIfEveryOrderOfTheContestedAppendsBreaksIt(@ForAll long seed) {
        Sample sample = sample(new Random(seed));
        History history = sample.history();
        var ways = ways(new Facts(history));
        for (IsolationLevel level : LEVELS) {
            Verdict verdict = verdict(history, level);
            boolean isBroken = ways.stream().allMatch(way -> hasCycle(history, way, level));
            boolean isOpen = !isBroken && ways.stream().anyMatch(way -> hasCycle(history, way, level));
            Statistics.label(level.label()).collect(verdict.getClass().getSimpleName());
            assertThat(verdict instanceof Verdict.Fail)
                    .as("%s: %s%n%s", level.label(), verdict, sample)
                    .isEqualTo(isBroken);
            assertThat(verdict instanceof Verdict.Pass && isOpen)
                    .as("%s: %s%n%s", level.label(), verdict, sample)
                    .isFalse();
        }
        LEVELS.forEach(level -> Statistics.label(level.label()).coverage(coverage -> {
            for (String verdict : List.of("Pass", "Fail", "Undecided")) {
                coverage.check(verdict).count(count -> count >= ANSWERS_MIN);
            }
        }));
    }

    /** Returns the verdict of each engine, on which they have to agree. */
    private static Verdict verdict(History history, IsolationLevel level) {
        List<Verdict> verdicts = Stream.of(Engine.values())
                .map(engine -> new LevelChecker(engine, StepBudget.DEFAULT).check(history, level))
                .distinct()
                .toList();
        assertThat(verdicts).hasSize(1);
        return verdicts.getFirst();
    }

    /** Makes a few writers of two lists, of which the first is read in two ways that contradict each other. */
    private static Sample sample(Random random) {
        int writers = 3 + random.nextInt(2);
        int[] ends = new int[3];
        var txns = new ArrayList<Txn>();
        Map<Integer, List<Integer>> lists = new TreeMap<>();
        for (int writer = 0; writer < writers; writer++) {
            var ops = new ArrayList<Op>();
            for (int key = 0; key < KEYS; key++) {
                if (random.nextInt(4) > 0) {
                    List<Integer> list = lists.computeIfAbsent(key, absent -> new ArrayList<>());
                    ops.add(new Op.Append(key, writer));
                    list.add(random.nextInt(3) > 0 ? list.size() : random.nextInt(list.size() + 1), writer);
                }
            }
            int session = random.nextInt(3);
            int start = Math.max(writer + random.nextInt(4), ends[session]);
            ends[session] = start + random.nextInt(3);
            boolean isUnknown = random.nextInt(8) == 0;
            txns.add(new Txn(
                    session,
                    ops,
                    isUnknown ? new Outcome.Indeterminate("") : new Outcome.Committed(),
                    start,
                    ends[session]));
        }
        List<Integer> first = lists.computeIfAbsent(0, absent -> new ArrayList<>());
        int agreed = first.size() - random.nextInt(first.size() + 1) / 2;
        // Behind what the reads agree on, one goes on with 8 and the other with 9.
        for (int element : List.of(8, 9)) {
            var ops = new ArrayList<Op>(List.of(new Op.Append(0, element)));
            if (random.nextBoolean()) {
                List<Integer> second = lists.computeIfAbsent(1, absent -> new ArrayList<>());
                ops.add(new Op.Append(1, element));
                second.add(random.nextInt(second.size() + 1), element);
            }
            txns.add(new Txn(element, ops, new Outcome.Committed(), 0, 99));
        }
        txns.add(reader(10, first.subList(0, agreed), 8, lists));
        var others = new ArrayList<>(first.subList(agreed, first.size()));
        Collections.shuffle(others, random);
        var longer = new ArrayList<>(first.subList(0, agreed));
        longer.add(9);
        longer.addAll(others.subList(0, random.nextInt(others.size() + 1)));
        txns.add(new Txn(11, List.of(read(0, longer)), new Outcome.Committed(), 0, 99));
        return new Sample(txns, true);
    }

    private static Txn reader(int session, List<Integer> agreed, int last, Map<Integer, List<Integer>> lists) {
        var elements = new ArrayList<>(agreed);
        elements.add(last);
        var ops = new ArrayList<Op>(List.of(read(0, elements)));
        for (int key = 1; key < KEYS; key++) {
            ops.add(read(key, lists.getOrDefault(key, List.of())));
        }
        return new Txn(session, ops, new Outcome.Committed(), 0, 99);
    }

    /** Returns every order of all effective appends that begins as the reads agree. */
    private static List<Map<Integer, List<Integer>>> ways(Facts facts) {
        List<Map<Integer, List<Integer>>> ways = new ArrayList<>(List.of(Map.of()));
        for (int key : facts.keys()) {
            List<List<Integer>> reads =
                    facts.reads(key).stream().map(Facts.Read::elements).toList();
            List<Integer> longest =
                    reads.stream().reduce(List.of(), (left, right) -> right.size() > left.size() ? right : left);
            int agreed = IntStream.iterate(longest.size(), length -> length - 1)
                    .filter(length -> reads.stream()
                            .allMatch(read -> commonLength(read, longest) >= Math.min(length, read.size())))
                    .findFirst()
                    .orElseThrow();
            List<Integer> rest = facts.appends().stream()
                    .filter(append -> append.key() == key && facts.effective().contains(append.txn()))
                    .map(Facts.Append::element)
                    .filter(element -> !longest.subList(0, agreed).contains(element))
                    .toList();
            var longer = new ArrayList<Map<Integer, List<Integer>>>();
            for (List<Integer> order : permutations(rest)) {
                var list = new ArrayList<>(longest.subList(0, agreed));
                list.addAll(order);
                for (Map<Integer, List<Integer>> way : ways) {
                    var more = new TreeMap<>(way);
                    more.put(key, list);
                    longer.add(more);
                }
            }
            ways = longer;
        }
        return ways;
    }

    private static int commonLength(List<Integer> left, List<Integer> right) {
        int common = 0;
        while (common < Math.min(left.size(), right.size()) && left.get(common).equals(right.get(common))) {
            common++;
        }
        return common;
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

    /** Decides whether the order of writes, with that which the level asks for, leads some writer to itself. */
    private static boolean hasCycle(History history, Map<Integer, List<Integer>> lists, IsolationLevel level) {
        var facts = new Facts(history);
        boolean[][] leads = new boolean[history.txnCount()][history.txnCount()];
        lists.forEach((key, list) -> {
            for (int i = 0; i < list.size(); i++) {
                for (int j = i + 1; j < list.size(); j++) {
                    int from = facts.appendOf(key, list.get(i)).orElseThrow().txn();
                    int to = facts.appendOf(key, list.get(j)).orElseThrow().txn();
                    leads[from][to] |= from != to;
                }
            }
        });
        for (int from : facts.effective()) {
            for (int to : facts.effective()) {
                boolean isKnownToEnd = !history.outcome(from).isIndeterminate();
                boolean inSession = level != IsolationLevel.READ_UNCOMMITTED
                        && history.session(from) == history.session(to)
                        && from < to;
                boolean inRealtime = level == IsolationLevel.STRONG_READ_UNCOMMITTED
                        && history.endNanos(from) < history.startNanos(to);
                leads[from][to] |= isKnownToEnd && (inSession || inRealtime);
            }
        }
        Set<Integer> seen = new TreeSet<>(facts.effective());
        for (int via : seen) {
            for (int from : seen) {
                for (int to : seen) {
                    leads[from][to] |= leads[from][via] && leads[via][to];
                }
            }
        }
        return seen.stream().anyMatch(txn -> leads[txn][txn]);
    }
}
