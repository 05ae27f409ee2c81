package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/**
 * Transactions depend on one that was released long before: too long to judge all between together. Each link reads the
 * list of the one before it, and appends to a list of its own.
 */
class FarReadTest {

    private static final StreamLimits FORGETFUL = new StreamLimits(1, 2, 0, 0);
    private static final int LINKS = 60;
    /** The budget of a stream. */
    private static final int READ_AGAIN_MAX = 256;

    private final HistoryBuilder builder = new HistoryBuilder(RunHeader.NONE);
    private long now;

    @Test
    void aPathThatIsFoundProvesTheCycle() {
        chain();
        builder.read(0, new int[0], 0);
        builder.read(LINKS, new int[] {1}, 1);
        end(LINKS + 1);

        History whole = builder.build(true);
        StreamFindings found = judge(whole);

        Findings findings = found.findings();
        assertThat(findings.phenomena()).contains(Phenomenon.G_SINGLE);
        assertThat(findings.weakestBroken())
                .isEqualTo(batch(whole).weakestBroken())
                .contains(IsolationLevel.CONSISTENT_VIEW);
        assertThat(findings.at(IsolationLevel.READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
        // Every link is there, for the proof.
        assertThat(found.evidence().txnCount()).isEqualTo(LINKS + 2);
    }

    @Test
    void aPathThroughASessionBreaksLevelsThatKeepToSessions() {
        chain();
        builder.read(LINKS + 1, new int[0], 0);
        builder.append(LINKS + 1, 1);
        end(0);
        builder.read(0, new int[0], 0);
        builder.read(LINKS + 1, new int[] {1}, 1);
        end(LINKS + 1);

        History whole = builder.build(true);
        Findings findings = judge(whole).findings();

        assertThat(findings.phenomena()).contains(Phenomenon.G_SINGLE_PROCESS).doesNotContain(Phenomenon.G_SINGLE);
        assertThat(findings.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .isInstanceOf(Verdict.Fail.class);
        assertThat(findings.at(IsolationLevel.SERIALIZABLE)).isInstanceOf(Verdict.Undecided.class);
        assertThat(batch(whole).at(IsolationLevel.SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void withoutAPathWhatRestsOnReadsIsUnknown() {
        chain();
        builder.read(0, new int[0], 0);
        end(LINKS + 1);

        History whole = builder.build(true);
        Findings findings = judge(whole).findings();

        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(findings.at(IsolationLevel.SERIALIZABLE)).isInstanceOf(Verdict.Undecided.class);
        assertThat(findings.at(IsolationLevel.READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void whatWasForgottenIsNoGarbage() {
        chain();
        builder.read(0, new int[] {1}, 1);
        end(LINKS + 1);

        Findings findings = judge(builder.build(true), Past.NONE).findings();

        assertThat(findings.anomalies()).isEmpty();
        assertThat(findings.at(IsolationLevel.READ_UNCOMMITTED)).isInstanceOf(Verdict.Undecided.class);
    }

    /** One ended before the other began, and they are seen in this order: nothing between them is in a cycle. */
    @Test
    void appendsThatNobodyReadForLongAreInTheOrderOfTheirTimes() {
        builder.append(-1, 1);
        end(0);
        builder.append(-1, 2);
        end(1);
        chain();
        builder.read(-1, new int[] {1, 2}, 2);
        end(LINKS + 1);

        Findings findings = judge(builder.build(true)).findings();

        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
    }

    /** Each of the stale reads asks for what lies between, which fits into a span. */
    @Test
    void spansAreReadAgainABoundedNumberOfTimes() {
        chain();
        for (int reader = 1; reader <= READ_AGAIN_MAX + 20; reader++) {
            builder.read(0, new int[0], 0);
            end(LINKS + reader);
        }

        History whole = builder.build(true);
        var past = new CountingPast(new Feeding(whole, new Random(1), 1).past());
        Findings findings =
                judge(whole, past, new StreamLimits(1, 2, 0, 10_000)).findings();

        assertThat(past.spans).isEqualTo(READ_AGAIN_MAX);
        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(findings.at(IsolationLevel.SERIALIZABLE)).isInstanceOf(Verdict.Undecided.class);
    }

    /** A past that counts how often a span of it is read. */
    private static final class CountingPast implements Past {

        private final Past past;
        private int spans;

        CountingPast(Past past) {
            this.past = past;
        }

        @Override
        public Optional<History> ofKeys(LongSet keys, int txnsMax) {
            return past.ofKeys(keys, txnsMax);
        }

        @Override
        public Optional<History> between(long fromNanos, long toNanos, int txnsMax) {
            spans++;
            return past.between(fromNanos, toNanos, txnsMax);
        }

        @Override
        public void forEachPart(Consumer<History> parts) {
            past.forEachPart(parts);
        }
    }

    private void chain() {
        for (int link = 0; link <= LINKS; link++) {
            if (link > 0) {
                builder.read(link - 1, new int[] {1}, 1);
            }
            builder.append(link, 1);
            end(link);
        }
    }

    private void end(int session) {
        builder.end(session, new Outcome.Committed(), now, now + 1);
        now += 2;
    }

    private static Findings batch(History whole) {
        return new ListAppendChecker().analyze(whole);
    }

    private static StreamFindings judge(History whole) {
        return judge(whole, new Feeding(whole, new Random(1), 1).past());
    }

    private static StreamFindings judge(History whole, Past past) {
        return judge(whole, past, FORGETFUL);
    }

    private static StreamFindings judge(History whole, Past past, StreamLimits limits) {
        var stream = new ListAppendStream(whole.header(), past, limits, Optional.empty());
        IntStream.range(0, whole.txnCount()).forEach(txn -> {
            var one = new HistoryBuilder(whole.header());
            one.add(whole.txn(txn));
            stream.accept(one.build(true), new HistoryBuilder(whole.header()).build(true), whole.endNanos(txn) + 1);
            stream.judge();
        });
        stream.finish();
        return stream.findings(List.of(), List.of());
    }
}
