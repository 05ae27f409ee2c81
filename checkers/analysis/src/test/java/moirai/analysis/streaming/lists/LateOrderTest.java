package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/**
 * Two transactions append to a key that is read long after both were released, and only that read shows who was the
 * first: a cycle that is known gets shorter by it.
 */
class LateOrderTest {

    private static final int[] NOTHING = {};
    private static final int KEY = 9;
    private static final int OTHERS = 40;

    private final HistoryBuilder builder = new HistoryBuilder(RunHeader.NONE);

    /** Each misses what the next one appended, in a circle of three; then the second turns out to precede the first. */
    @Test
    void orderWithinTransactionsThatWereReleasedTogetherIsNews() {
        builder.read(2, NOTHING, 0).append(1, 1).append(KEY, 2);
        end(0, 0, 10);
        builder.read(1, NOTHING, 0).append(3, 1).append(KEY, 1);
        end(1, 0, 10);
        builder.read(3, NOTHING, 0).append(2, 1);
        end(2, 0, 10);
        for (int i = 0; i < OTHERS; i++) {
            builder.append(100 + i, 1);
            end(3, 20 + 2 * i, 21 + 2 * i);
        }
        builder.read(KEY, new int[] {2, 1}, 2);
        end(4, 200, 201);

        assertIsBrokenInPiecesToo(1_000);
    }

    /** A stale read, whose key nobody uses any more when the order of two other appends becomes known. */
    @Test
    void orderOfAppendsOnBothSidesOfAStaleReadIsNews() {
        builder.append(1, 1).append(KEY, 1);
        end(0, 0, 1);
        for (int i = 0; i < 4; i++) {
            builder.append(100 + i, 1);
            end(3, 2 + 2 * i, 3 + 2 * i);
        }
        builder.read(1, NOTHING, 0).append(KEY, 2);
        end(1, 20, 30);
        int[] all = new int[OTHERS + 2];
        all[0] = 1;
        all[1] = 2;
        for (int i = 0; i < OTHERS; i++) {
            all[i + 2] = i + 3;
            builder.append(KEY, i + 3);
            end(2, 40 + 2 * i, 41 + 2 * i);
        }
        builder.read(KEY, all, all.length);
        end(4, 200, 201);

        assertIsBrokenInPiecesToo(5);
    }

    /** The append was released as one of no effect, since nobody had read it; then a transaction sees it once. */
    @Test
    void effectThatIsSeenLateIsJudgedFromMemory() {
        builder.append(KEY, 1).end(0, new Outcome.Indeterminate(""), 0, 1);
        for (int i = 0; i < OTHERS; i++) {
            builder.append(100 + i, 1);
            end(3, 20 + 2 * i, 21 + 2 * i);
        }
        builder.read(KEY, new int[] {1}, 1).read(KEY, NOTHING, 0);
        end(4, 200, 201);

        assertIsBrokenInPiecesToo(5);
    }

    /**
     * Two stale reads, each of a transaction that was released before. The second is found while the chain from the
     * first one's writer on was judged only lately, and the cycle without real time leads through both.
     */
    @Test
    void aCycleThroughDependenciesOfTwoWindowsIsFoundAtTheEnd() {
        builder.append(1, 1).append(2, 1);
        end(0, 0, 1);
        builder.read(1, new int[] {1}, 1);
        end(1, 2, 3);
        endOthers(4, 60);
        builder.append(3, 1).append(4, 1);
        end(5, 200, 201);
        builder.read(3, new int[] {1}, 1);
        end(6, 202, 203);
        builder.read(4, new int[] {1}, 1).read(1, NOTHING, 0);
        end(7, 204, 205);
        endOthers(206, 40);
        builder.read(2, new int[] {1}, 1).read(3, NOTHING, 0);
        end(8, 300, 301);

        assertIsBrokenInPiecesToo(3, IsolationLevel.SNAPSHOT_ISOLATION);
    }

    private void endOthers(int from, int count) {
        for (int i = 0; i < count; i++) {
            builder.append(from + 100 + i, 1);
            end(3, from + 2 * i, from + 2 * i + 1);
        }
    }

    private void end(int session, long start, long end) {
        builder.end(session, new Outcome.Committed(), start, end);
    }

    private void assertIsBrokenInPiecesToo(int idleTxns) {
        assertIsBrokenInPiecesToo(idleTxns, IsolationLevel.CONSISTENT_VIEW);
    }

    private void assertIsBrokenInPiecesToo(int idleTxns, IsolationLevel level) {
        History whole = builder.build(true);
        Findings batch = new ListAppendChecker().analyze(whole);
        assertThat(batch.at(level)).isInstanceOf(Verdict.Fail.class);

        var stream = new ListAppendStream(
                whole.header(),
                new Feeding(whole, new Random(1), 1).past(),
                new StreamLimits(1, idleTxns, 1_000, 1_000),
                Optional.empty());
        IntStream.range(0, whole.txnCount()).forEach(txn -> {
            var one = new HistoryBuilder(whole.header());
            one.add(whole.txn(txn));
            boolean isLast = txn + 1 == whole.txnCount();
            stream.accept(
                    one.build(),
                    new HistoryBuilder(whole.header()).build(),
                    isLast ? Long.MAX_VALUE : whole.startNanos(txn + 1));
            stream.judge();
        });
        stream.finish();
        assertThat(stream.progress().levels()).containsEntry(level, Standing.BROKEN);
    }
}
