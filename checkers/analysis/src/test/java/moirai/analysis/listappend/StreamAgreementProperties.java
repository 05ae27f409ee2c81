package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * A history that is judged piece by piece has the verdict of the history as a whole, in whatever pieces and in whatever
 * order of sessions it arrives, and however soon transactions are forgotten.
 *
 * <p>Not compared: reads of elements whose append began after the read had ended, which a stream takes for garbage once
 * its patience is over. A level may be unknown in pieces where the order of appends that nobody had read by then
 * decides; what is broken by pieces is broken, and what holds in pieces holds.
 */
class StreamAgreementProperties {

    private static final List<StreamLimits> LIMITS = List.of(
            new StreamLimits(2, 3, 2, 100),
            new StreamLimits(3, 4, 0, 100),
            new StreamLimits(2, 3, 100, 100),
            new StreamLimits(50, 40, 50, 2, 100),
            StreamLimits.DEFAULT);

    private static final List<Integer> KEPT = List.of(0, 2, 100);

    @Provide
    Arbitrary<Sample> serial() {
        return Samples.serial();
    }

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> longer() {
        return Samples.longer();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wild();
    }

    @Provide
    Arbitrary<Sample> scanning() {
        return Samples.scanning();
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void serialExecutionHoldsInPieces(@ForAll("serial") Sample sample, @ForAll Random random) {
        assertAgreement(withLateEnds(spread(sample), random), random, LIMITS.get(random.nextInt(LIMITS.size())));
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void piecesAgreeWithTheWholeOfAFaultyStore(@ForAll("plausible") Sample sample, @ForAll Random random) {
        assertAgreement(withLateEnds(spread(sample), random), random, LIMITS.get(random.nextInt(LIMITS.size())));
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, maxDiscardRatio = 20)
    void piecesAgreeWithTheWholeOfRandomAnswers(@ForAll("wild") Sample sample, @ForAll Random random) {
        assertAgreement(withLateEnds(spread(sample), random), random, LIMITS.get(random.nextInt(LIMITS.size())));
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void piecesAgreeWithTheWholeOfLongFaultyHistories(@ForAll("longer") Sample sample, @ForAll Random random) {
        assertAgreement(withLateEnds(spread(sample), random), random, LIMITS.get(random.nextInt(LIMITS.size())));
    }

    /** With the patience of a run: what scans missed of a key is forgotten with the transaction that scanned. */
    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void piecesAgreeWithTheWholeWhereRangesAreScanned(@ForAll("scanning") Sample sample, @ForAll Random random) {
        assertAgreement(withLateEnds(spread(sample), random), random, StreamLimits.DEFAULT);
    }

    /** Gives the transactions of each session different starts, as clocks of sessions that wait for answers do. */
    static Sample spread(Sample sample) {
        var count = new HashMap<Integer, Integer>();
        return new Sample(
                sample.txns().stream()
                        .map(txn -> {
                            int later = count.merge(txn.session(), 1, Integer::sum);
                            return new Txn(
                                    txn.session(),
                                    txn.ops(),
                                    txn.outcome(),
                                    16 * txn.startNanos() + later,
                                    16 * txn.endNanos() + later);
                        })
                        .toList(),
                sample.complete());
    }

    /** Lets the last transactions of some sessions end late: others read what they do before their end is known. */
    static Sample withLateEnds(Sample sample, Random random) {
        var last = new HashMap<Integer, Txn>();
        sample.txns().forEach(txn -> last.put(txn.session(), txn));
        last.values().removeIf(txn -> random.nextBoolean());
        return new Sample(
                sample.txns().stream()
                        .map(txn -> !txn.equals(last.get(txn.session()))
                                ? txn
                                : new Txn(
                                        txn.session(),
                                        txn.ops(),
                                        txn.outcome(),
                                        txn.startNanos(),
                                        txn.endNanos() + random.nextInt(100)))
                        .toList(),
                sample.complete());
    }

    /** Returns whether a read shows an element whose append began only after the read had ended. */
    static boolean readsTheFuture(History history) {
        var writes = new Writes(history);
        for (int op = 0; op < history.opCount(); op++) {
            if (!history.isAppend(op) && history.isAnswered(op)) {
                for (int i = 0; i < history.length(op); i++) {
                    int append = writes.appendOf(history.list(op), i);
                    if (append >= 0 && history.startNanos(writes.txn(append)) > history.endNanos(writes.txn(op))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Where nothing between a founder and who depends on it can be judged together. */
    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void whatIsTooFarBackNeverGivesAWrongVerdict(@ForAll("plausible") Sample sample, @ForAll Random random) {
        assertNeverWrong(sample, random, new StreamLimits(2, 3, 0, 0));
    }

    /** Whatever is forgotten, and however soon: much may be unknown. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void whatIsForgottenNeverGivesAWrongVerdict(@ForAll("longer") Sample sample, @ForAll Random random) {
        int patience = random.nextInt(4);
        assertNeverWrong(
                sample,
                random,
                new StreamLimits(
                        patience,
                        random.nextInt(3) == 0 ? 20 : StreamLimits.DEFAULT.patienceNanos(),
                        patience + random.nextInt(5),
                        KEPT.get(random.nextInt(KEPT.size())),
                        KEPT.get(random.nextInt(KEPT.size()))));
    }

    private static void assertNeverWrong(Sample some, Random random, StreamLimits limits) {
        Sample sample = withLateEnds(spread(some), random);
        History history = sample.history();
        Assume.that(!readsTheFuture(history));
        Findings batch = new ListAppendChecker().analyze(history);
        boolean mayReadAgain = random.nextInt(4) > 0;
        var feeding = new Feeding(history, random, 3);
        ListAppendStream stream = feeding.feed(new ListAppendStream(
                history.header(), mayReadAgain ? feeding.past() : Past.NONE, limits, Optional.empty()));
        boolean isBroken = false;
        boolean isKnown = true;
        for (IsolationLevel level : IsolationLevel.values()) {
            Standing standing = stream.progress().levels().getOrDefault(level, Standing.UNKNOWN);
            boolean isWrong = switch (batch.at(level)) {
                case Verdict.Fail fail -> standing == Standing.HOLDS;
                case Verdict.Pass pass -> standing == Standing.BROKEN;
                case Verdict.Undecided undecided -> false;
            };
            assertThat(isWrong)
                    .as(() -> level + " is " + standing + " in pieces, and as a whole " + batch.at(level) + "\n"
                            + limits + "\n" + sample)
                    .isFalse();
            isBroken |= batch.at(level) instanceof Verdict.Fail;
            isKnown &= !(batch.at(level) instanceof Verdict.Fail) || standing == Standing.BROKEN;
        }
        Statistics.label("what is broken is known to be").collect(isBroken ? isKnown : "nothing is broken");
    }

    private static void assertAgreement(Sample sample, Random random, StreamLimits limits) {
        History history = sample.history();
        Assume.that(!readsTheFuture(history));
        Findings batch = new ListAppendChecker().analyze(history);
        var feeding = new Feeding(history, random, 3);
        ListAppendStream stream =
                feeding.feed(new ListAppendStream(history.header(), feeding.past(), limits, Optional.empty()));
        boolean isAllKnown = true;
        for (IsolationLevel level : IsolationLevel.values()) {
            Standing standing = stream.progress().levels().getOrDefault(level, Standing.UNKNOWN);
            boolean agrees = switch (batch.at(level)) {
                case Verdict.Fail fail -> standing == Standing.BROKEN || isNotExamined(level, standing);
                case Verdict.Pass pass -> standing != Standing.BROKEN;
                // A cycle that the whole history does not name may prove more.
                case Verdict.Undecided undecided -> true;
            };
            isAllKnown &= batch.at(level) instanceof Verdict.Undecided || standing != Standing.UNKNOWN;
            assertThat(agrees)
                    .as(() -> level + " is " + standing + " in pieces, and as a whole " + batch.at(level) + "\n"
                            + limits + "\n" + sample)
                    .isTrue();
        }
        Statistics.label("known in pieces").collect(isAllKnown);
        Set<Phenomenon> seen = EnumSet.noneOf(Phenomenon.class);
        stream.sightings().forEach(one -> seen.add(one.sighting().shape().phenomenon()));
        assertThat(seen.isEmpty()).isEqualTo(batch.anomalies().isEmpty());
    }

    /** Levels that only axioms decide are broken by chance of which cycle is named. */
    private static boolean isNotExamined(IsolationLevel level, Standing standing) {
        return standing == Standing.UNKNOWN
                && !ListAppendChecker.examined(Set.of()).containsKey(level);
    }
}
