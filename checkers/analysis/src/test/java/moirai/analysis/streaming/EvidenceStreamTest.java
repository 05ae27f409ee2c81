package moirai.analysis.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class EvidenceStreamTest {

    private static final Outcome COMMITTED = new Outcome.Committed();

    /** A key to which two sessions append counts once, and again when more keys were used than are remembered. */
    @Test
    void keysLeftAloneWhile32768OthersAreUsedAreForgotten() {
        var stream = new EvidenceStream();

        stream.add(contended(0));
        stream.add(others(1, 32_767));
        stream.add(contended(0));
        assertThat(stream.evidence().keysContended()).isEqualTo(1);

        stream.add(others(40_000, 32_768));
        stream.add(contended(0));
        assertThat(stream.evidence().keysContended()).isEqualTo(2);
    }

    @Test
    void eachLengthOfAListCountsOnceHoweverLong() {
        var stream = new EvidenceStream();
        var reads = new HistoryBuilder(RunHeader.NONE);
        int[] list = new int[200];
        for (int length = 0; length <= list.length; length++) {
            if (length > 0) {
                list[length - 1] = length;
            }
            for (int again = 0; again < 2; again++) {
                reads.read(1, list, length).end(0, COMMITTED, 2L * length, 2L * length + 1);
            }
        }

        stream.add(reads.build());

        assertThat(stream.evidence().versionsRead()).isEqualTo(list.length);
    }

    @Test
    void eachValueOfARegisterCountsOnce() {
        var stream = new EvidenceStream();
        var reads = new HistoryBuilder(RunHeader.NONE);
        for (int i = 0; i < 6; i++) {
            reads.readValue(i % 2, i / 2).end(0, COMMITTED, 2L * i, 2L * i + 1);
            reads.readValue(i % 2, i / 2).end(0, COMMITTED, 2L * i, 2L * i + 1);
        }

        stream.add(reads.build());

        assertThat(stream.evidence().versionsRead()).isEqualTo(6);
    }

    private static History contended(long key) {
        return new HistoryBuilder(RunHeader.NONE)
                .append(key, 1)
                .end(0, COMMITTED, 1, 2)
                .append(key, 2)
                .end(1, COMMITTED, 3, 4)
                .build();
    }

    private static History others(long from, int count) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (long key = from; key < from + count; key++) {
            builder.append(key, 1).end(0, COMMITTED, 10 + 2 * key, 11 + 2 * key);
        }
        return builder.build();
    }
}
