package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan stands with the reads of its matches behind it, or it is refused. */
class ScanTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p1..9=0",
                "p1..9=? r2=?",
                "p1..9=2 r1=[5] r9=[6] r3=[]",
                "p1..9=1 r2=[5] r2=[5]",
                "p9223372036854775806..9223372036854775807=2 r9223372036854775806=[1] r9223372036854775807=[1]"
            })
    void isTakenWithItsMatches(String ops) {
        assertThat(HistoryNotation.parse("T0 s0 " + ops).txnCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p1..9=1",
                "p1..9=2 r1=[5]",
                "p1..9=1 a1=5",
                "p1..9=1 r1=[]",
                "p1..9=1 r1=?",
                "p1..9=1 r0=[5]",
                "p1..9=1 r10=[5]",
                "p1..9=2 r3=[5] r2=[5]",
                "p1..9=2 r3=[5] r3=[5]",
                "p1..9=2 r1=[5] p1..9=0",
                "p1..2=3 r1=[5] r2=[5] r2=[5]"
            })
    void isRefusedWithoutItsMatches(String ops) {
        assertThatThrownBy(() -> HistoryNotation.parse("text", "T0 s0 " + ops + "\nT1 s0 r1=[5]"))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("text:1")
                .hasMessageContaining("of a scan to key");
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> HistoryNotation.parse("text", "T0 s0 p1..9=2 r3=[5] r2=[5]"))
                .hasMessageContaining("1 match of a scan to key 9 should follow, but there is this op on key 2;"
                        + " expected reads with elements, of keys from 4 on, in ascending order");
    }

    @Test
    void isCountedAndKeepsItsRange() {
        History history = HistoryNotation.parse("T0 s0 r5=[] p1..9=1 r2=[5]\nT1 s0 p3..3=?");

        assertThat(history.scanCount()).isEqualTo(2);
        assertThat(history.isScan(1)).isTrue();
        assertThat(history.isAnswered(1)).isFalse();
        assertThat(history.scanTo(1)).isEqualTo(9);
        assertThat(history.scanMatches(1)).isEqualTo(1);
        assertThat(history.scanMatches(3)).isEqualTo(Op.Scan.UNANSWERED);
    }
}
