package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * A history of which the beginning is dropped on the word of a stream that then ends is judged by another one: what
 * holds for that holds in the whole, and what is broken for that is broken in the whole. Much may be unknown.
 */
class StreamContinuationProperties {

    private static final List<StreamLimits> LIMITS = List.of(
            new StreamLimits(2, 3, 2, 100),
            new StreamLimits(3, 4, 0, 100),
            new StreamLimits(2, 3, 100, 100),
            new StreamLimits(50, 40, 50, 2, 100));

    @Provide
    Arbitrary<Sample> serial() {
        return Samples.serial();
    }

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
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
    void serialExecutionIsNotBroken(@ForAll("serial") Sample sample, @ForAll Random random) {
        assertSound(StreamAgreementProperties.withLateEnds(StreamAgreementProperties.spread(sample), random), random);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void faultyStoreIsNotTakenForASoundOne(@ForAll("plausible") Sample sample, @ForAll Random random) {
        assertSound(StreamAgreementProperties.withLateEnds(StreamAgreementProperties.spread(sample), random), random);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, maxDiscardRatio = 20)
    void randomAnswersAreNotTakenForSoundOnes(@ForAll("wild") Sample sample, @ForAll Random random) {
        assertSound(StreamAgreementProperties.withLateEnds(StreamAgreementProperties.spread(sample), random), random);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void scannedRangesAreNotTakenForSoundOnes(@ForAll("scanning") Sample sample, @ForAll Random random) {
        assertSound(StreamAgreementProperties.withLateEnds(StreamAgreementProperties.spread(sample), random), random);
    }

    private static void assertSound(Sample sample, Random random) {
        History history = sample.history();
        Assume.that(history.txnCount() > 0 && !StreamAgreementProperties.readsTheFuture(history));
        Findings batch = new ListAppendChecker().analyze(history);
        StreamLimits limits = LIMITS.get(random.nextInt(LIMITS.size()));
        ListAppendStream stream = new Feeding(history, random, 3).feedInTwo(limits);
        for (IsolationLevel level : IsolationLevel.values()) {
            Standing standing = stream.progress().levels().getOrDefault(level, Standing.UNKNOWN);
            boolean isSound = switch (standing) {
                case HOLDS -> !(batch.at(level) instanceof Verdict.Fail);
                case BROKEN -> !(batch.at(level) instanceof Verdict.Pass);
                case UNKNOWN -> true;
            };
            assertThat(isSound)
                    .as(() -> level + " is " + standing + " in two parts, and as a whole " + batch.at(level) + "\n"
                            + limits + "\n" + sample)
                    .isTrue();
            Statistics.label("standing").collect(standing);
        }
    }
}
