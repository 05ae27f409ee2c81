package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class FingerprintTest {

    private static HistoryCase skew(String isolation, String notation) {
        return Cases.of(Phenomenon.G2_ITEM, isolation, IsolationLevel.SERIALIZABLE, notation);
    }

    @Test
    void sameFailureOfOtherTransactionsHasTheSameFingerprint() {
        HistoryCase other = skew("repeatable-read", """
                T0 s9 ok @50..80 r77=[] a5=3
                T1 s1 ok @40..90 r5=[] a77=1
                """);

        assertThat(other.fingerprint()).isEqualTo(Cases.writeSkew().fingerprint());
        assertThat(other.fingerprint().toString()).matches("[0-9a-f]{8}-G2-item-rw-rw");
    }

    @Test
    void otherOpsOrLevelsOrProductsHaveOtherFingerprints() {
        HistoryCase skew = Cases.writeSkew();
        HistoryCase longer = skew("repeatable-read", """
                T0 s3 ok @1..9 r1=[] a2=7
                T1 s5 ok @2..8 a3=9 r2=[] a1=8
                """);
        HistoryCase stronger = skew("serializable", """
                T0 s3 ok @1..9 r1=[] a2=7
                T1 s5 ok @2..8 r2=[] a1=8
                """);
        HistoryCase elsewhere = new HistoryCase(
                skew.claim(),
                skew.history(),
                Origin.of(skew.header(), List.of("run", "--db", "mock"), 20_000, List.of()),
                List.of());

        assertThat(List.of(skew.fingerprint(), longer.fingerprint(), stronger.fingerprint(), elsewhere.fingerprint()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aCycleHasNoFirstTransaction() {
        HistoryCase one = skew("repeatable-read", """
                T0 s3 ok @1..9 r1=[] a2=7
                T1 s5 ok @2..8 a3=9 r2=[] a1=8
                """);
        HistoryCase turned = skew("repeatable-read", """
                T0 s5 ok @2..8 a3=9 r2=[] a1=8
                T1 s3 ok @1..9 r1=[] a2=7
                """);

        assertThat(turned.fingerprint()).isEqualTo(one.fingerprint());
    }

    @Test
    void lostAppendsHaveAName() {
        assertThat(Cases.lostAppend().fingerprint().name()).isEqualTo("lost-append");
        assertThat(Cases.lostAdd().fingerprint().name()).isEqualTo("lost-add");
        assertThat(Cases.lostWrite().fingerprint().name()).isEqualTo("lost-write");
    }
}
