package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import org.junit.jupiter.api.Test;

class KeyPatienceTest {

    private static final int FIRST = 8_192;
    private static final int USUAL = 1 << 17;
    private static final int LONG = 1 << 24;
    private static final int PIECE = 10_000;

    /** One fresh key a transaction that nobody uses again, and now and then an old one that returns. */
    @Test
    void keysThatAreReplacedAreForgottenHoweverOftenOthersReturn() {
        var keys = new LiveKeys();
        var patience = new KeyPatience(FIRST);
        int between = 200_000;
        int countMax = 0;
        for (int txn = 0; txn < 8 * between; txn++) {
            keys.revive(txn, txn);
            if (txn % between == 0) {
                patience.onReturn(LongSet.of(-1 - txn), txn);
            }
            if (txn % PIECE == 0) {
                long now = txn;
                keys.retire(name -> patience.isOver(name, now - keys.lastTouch(name)));
                countMax = Math.max(countMax, keys.count());
            }
        }

        assertThat(countMax).isBetween(FIRST, USUAL + PIECE + 1);
    }

    @Test
    void keysThatReturnedOnceStayForLong() {
        var patience = new KeyPatience(USUAL);
        patience.onReturn(LongSet.of(7), 1_000_000);

        assertThat(patience.isOver(8, USUAL)).isFalse();
        assertThat(patience.isOver(8, USUAL + 1)).isTrue();
        assertThat(patience.isOver(7, LONG)).isFalse();
        assertThat(patience.isOver(7, LONG + 1)).isTrue();
    }

    @Test
    void keysOfWhichAnAppendIsInDoubtStayForLongWhereKeysReturn() {
        var honest = new KeyPatience(FIRST);
        honest.onDoubt(7);
        assertThat(honest.isOver(7, FIRST + 1)).isTrue();

        var returning = new KeyPatience(USUAL);
        returning.onDoubt(7);
        assertThat(returning.isOver(7, LONG)).isFalse();
    }

    @Test
    void onlySoManyKeysStayForLong() {
        var patience = new KeyPatience(USUAL);
        var names = new LongLinkedOpenHashSet();
        for (int key = 0; key < 10_000; key++) {
            names.add(key);
            patience.onDoubt(-key);
        }
        patience.onReturn(names, 1_000_000);

        assertThat(patience.isOver(9_999 - 4_095, LONG)).isFalse();
        assertThat(patience.isOver(9_999 - 4_096, LONG)).isTrue();
        assertThat(patience.isOver(-9_999 + 1_023, LONG)).isFalse();
        assertThat(patience.isOver(-9_999 + 1_024, LONG)).isTrue();
    }

    /** Where keys return all the time, more patience costs less than to read the past again for each window. */
    @Test
    void patienceGrowsWhereReadingAgainCostsMoreThanJudging() {
        var patience = new KeyPatience(USUAL);
        for (int window = 1; window <= 24; window++) {
            patience.onReturn(LongSet.of(window), window * 1_000_000L);
        }

        assertThat(patience.isOver(0, 2 * USUAL)).isFalse();
        assertThat(patience.isOver(0, 4 * USUAL + 1)).isTrue();

        for (int window = 25; window <= 120; window++) {
            patience.onReturn(LongSet.of(window), window * 1_000_000L);
        }

        assertThat(patience.isOver(0, LONG)).isFalse();
    }
}
