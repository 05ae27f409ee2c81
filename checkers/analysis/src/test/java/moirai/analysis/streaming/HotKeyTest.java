package moirai.analysis.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A key that is never replaced, of which broken reads show something all the time. Its longest read is always one of
 * those that have just ended: who waited for it would wait for ever, and all that came later as well.
 */
class HotKeyTest {

    private static final int SESSIONS = 10;
    private static final int TXNS = 2_000;
    private static final int PIECE = 100;
    private static final int BETWEEN_BROKEN = 50;
    private static final StreamLimits LIMITS = new StreamLimits(64, 128, 128, 1_000);

    enum Broken {
        REORDERED(Phenomenon.INCOMPATIBLE_ORDER),
        GARBAGE(Phenomenon.GARBAGE_READ);

        private final Phenomenon phenomenon;

        Broken(Phenomenon phenomenon) {
            this.phenomenon = phenomenon;
        }

        /** Returns what a broken read shows of the elements from 1 to a number. */
        private Elements read(int count) {
            int[] elements = elements(count);
            return switch (this) {
                case REORDERED -> {
                    elements[count - 2] = count;
                    elements[count - 1] = count - 1;
                    yield Elements.of(elements);
                }
                case GARBAGE -> {
                    elements[count - 1] = TXNS + count;
                    yield Elements.of(elements);
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void brokenReadsOfAGrowingKeyHoldNothingBack(Broken broken) {
        var stream = new ListAppendStream(RunHeader.NONE, Past.NONE, LIMITS, Optional.empty());
        History nothing = new HistoryBuilder(RunHeader.NONE).build();
        long heldMax = 0;
        for (int from = 0; from < TXNS; from += PIECE) {
            var piece = new HistoryBuilder(RunHeader.NONE);
            for (int i = from; i < from + PIECE; i++) {
                piece.add(txn(i, broken));
            }
            long watermark = txn(from + PIECE, broken).startNanos();

            stream.accept(piece.build(), nothing, watermark);
            stream.judge();

            heldMax =
                    Math.max(heldMax, watermark - Math.max(0, stream.progress().provenNanos()));
        }

        assertThat(heldMax).isLessThan(4 * PIECE);
        assertThat(stream.sightings())
                .extracting(one -> one.sighting().shape().phenomenon())
                .contains(broken.phenomenon);
    }

    /** Returns the transactions in turns: an append, and a read of all that was appended. */
    private static Txn txn(int i, Broken broken) {
        int appended = i / 2 + 1;
        Op op;
        if (i % 2 == 0) {
            op = new Op.Append(0, appended);
        } else if (i % BETWEEN_BROKEN == BETWEEN_BROKEN - 1) {
            op = new Op.Read(0, broken.read(appended));
        } else {
            op = new Op.Read(0, Elements.of(elements(appended)));
        }
        return new Txn(i % SESSIONS, List.of(op), new Outcome.Committed(), i, i + SESSIONS - 1);
    }

    private static int[] elements(int count) {
        return IntStream.rangeClosed(1, count).toArray();
    }
}
