package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Tests what must hold between the findings in related histories, whatever the definitions say of either. */
class HistoryLawProperties {

    @Provide
    Arbitrary<Sample> serial() {
        return Samples.serial();
    }

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    private static Findings findings(Sample sample) {
        return new ListAppendChecker().analyze(sample.history());
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void serialExecutionShowsNothing(@ForAll("serial") Sample sample) {
        Findings findings = findings(sample);

        assertThat(findings.anomalies()).isEmpty();
        assertThat(findings.strongestHolding()).containsExactly(IsolationLevel.STRICT_SERIALIZABLE);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelThatFailsFailsAtEveryStrongerLevel(@ForAll("plausible") Sample sample) {
        Findings findings = findings(sample);

        for (IsolationLevel stronger : IsolationLevel.values()) {
            for (IsolationLevel weaker : IsolationLevel.values()) {
                if (stronger.implies(weaker) && findings.at(weaker) instanceof Verdict.Fail) {
                    assertThat(findings.at(stronger)).isInstanceOf(Verdict.Fail.class);
                }
            }
        }
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void renamingKeysSessionsAndElementsChangesNothing(
            @ForAll("plausible") Sample sample,
            @ForAll @IntRange(min = -9, max = 9) int factor,
            @ForAll @IntRange(min = -1000, max = 1000) int offset) {
        // Odd factors make bijections of all ints.
        var renamed = new Sample(
                sample.txns().stream()
                        .map(txn -> renamed(
                                txn,
                                name -> (2 * factor + 1) * name + offset,
                                element -> offset - (2 * factor + 1) * element))
                        .toList(),
                sample.complete());

        assertThat(findings(renamed).phenomena()).isEqualTo(findings(sample).phenomena());
        assertThat(findings(renamed).counts()).isEqualTo(findings(sample).counts());
    }

    private static Txn renamed(Txn txn, LongUnaryOperator keys, IntUnaryOperator elements) {
        List<Op> ops = txn.ops().stream()
                .<Op>map(op -> switch (op) {
                    case Op.Append(long key, int element) ->
                        new Op.Append(keys.applyAsLong(key), elements.applyAsInt(element));
                    case Op.Read(long key, Elements answer) -> {
                        Elements other = answer.isKnown()
                                ? Elements.of(values(answer).map(elements).toArray())
                                : answer;
                        yield new Op.Read(keys.applyAsLong(key), other);
                    }
                    case Op.Scan other -> throw new IllegalArgumentException(other + " is not on one list");
                    case Op.OffList other -> throw new IllegalArgumentException(other + " is not on a list");
                })
                .toList();
        return new Txn(1000 - 7 * txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    private static IntStream values(Elements elements) {
        return IntStream.range(0, elements.count()).map(elements::at);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void orderInWhichSessionsAreListedChangesNothing(@ForAll("plausible") Sample sample, @ForAll Random random) {
        Map<Integer, List<Txn>> sessions = new HashMap<>();
        sample.txns()
                .forEach(txn -> sessions.computeIfAbsent(txn.session(), session -> new ArrayList<>())
                        .add(txn));
        var merged = new ArrayList<Txn>();
        while (merged.size() < sample.txns().size()) {
            List<List<Txn>> open = sessions.values().stream()
                    .filter(session -> !session.isEmpty())
                    .toList();
            merged.add(open.get(random.nextInt(open.size())).removeFirst());
        }

        Findings findings = findings(new Sample(merged, sample.complete()));

        assertThat(findings.phenomena()).isEqualTo(findings(sample).phenomena());
    }

    /**
     * A path through the removed transaction becomes an edge of the same meaning, so nothing that held breaks.
     *
     * <p>Only where every read says the same with and without those elements: they may have hidden two that contradict
     * each other, and a list that ends in the middle of a transaction says nothing. And only without a claim to
     * completeness: without the removed transaction another may be the only one whose appends nobody read. And only of
     * levels that cycles decide: what the look of the one that was found proves of others, another one may prove, too.
     */
    @Property(
            tries = 3000,
            edgeCases = EdgeCasesMode.NONE,
            generation = GenerationMode.RANDOMIZED,
            maxDiscardRatio = 20)
    void removingATransactionWithItsElementsBreaksNoLevel(
            @ForAll("plausible") Sample sample, @ForAll @IntRange(max = 5) int removed) {
        Assume.that(removed < sample.txns().size());
        var whole = new Sample(sample.txns(), false);
        Findings before = findings(whole);
        Findings after = findings(without(whole, removed));
        Assume.that(readsAreClear(before) && readsAreClear(after));

        for (IsolationLevel level : IsolationLevel.values()) {
            if (before.examined().containsKey(level) && !(before.at(level) instanceof Verdict.Fail)) {
                assertThat(after.at(level)).as(level.label()).isNotInstanceOf(Verdict.Fail.class);
            }
        }
    }

    /**
     * Elements whose append is not recorded tell the order of those around them, as they would if they were not there:
     * what follows through a transaction does not depend on whether its elements are still read. But who reads them has
     * not read from whoever appended before them, so that what this one did need not have been seen: levels that the
     * look of a cycle decides may break only without those elements.
     */
    @Property(
            tries = 2000,
            edgeCases = EdgeCasesMode.NONE,
            generation = GenerationMode.RANDOMIZED,
            maxDiscardRatio = 20)
    void losingTheRecordOfATransactionBreaksTheSameLevelsAsRemovingItsElementsToo(
            @ForAll("plausible") Sample sample, @ForAll @IntRange(max = 5) int lost) {
        Assume.that(lost < sample.txns().size());
        var others = new ArrayList<>(sample.txns());
        others.remove(lost);
        Findings recordLost = findings(new Sample(others, false));
        Findings elementsToo = findings(without(new Sample(sample.txns(), false), lost));
        Assume.that(readsAreClear(recordLost) && readsAreClear(elementsToo));
        // Who read it again with those elements did not read it twice.
        Assume.that(!recordLost.phenomena().contains(Phenomenon.INTERNAL));

        for (IsolationLevel level : IsolationLevel.values()) {
            boolean breaks = recordLost.at(level) instanceof Verdict.Fail;
            if (breaks || recordLost.examined().containsKey(level)) {
                assertThat(breaks).as(level.label()).isEqualTo(elementsToo.at(level) instanceof Verdict.Fail);
            }
        }
    }

    private static boolean readsAreClear(Findings findings) {
        return Collections.disjoint(
                findings.phenomena(),
                Set.of(Phenomenon.INCOMPATIBLE_ORDER, Phenomenon.DUPLICATE_ELEMENTS, Phenomenon.G1B));
    }

    private static Sample without(Sample sample, int removed) {
        Set<Op.Append> gone = new HashSet<>();
        for (Op op : sample.txns().get(removed).ops()) {
            if (op instanceof Op.Append append) {
                gone.add(append);
            }
        }
        var txns = new ArrayList<>(sample.txns());
        txns.remove(removed);
        return new Sample(txns.stream().map(txn -> without(txn, gone)).toList(), sample.complete());
    }

    private static Txn without(Txn txn, Set<Op.Append> gone) {
        List<Op> ops = txn.ops().stream()
                .<Op>map(op -> switch (op) {
                    case Op.Append append -> append;
                    case Op.Read(long key, Elements answer)
                    when answer.isKnown() ->
                        new Op.Read(
                                key,
                                Elements.of(values(answer)
                                        .filter(element -> !gone.contains(new Op.Append(key, element)))
                                        .toArray()));
                    case Op.Read read -> read;
                    case Op.Scan other -> throw new IllegalArgumentException(other + " is not on one list");
                    case Op.OffList other -> throw new IllegalArgumentException(other + " is not on a list");
                })
                .toList();
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }
}
