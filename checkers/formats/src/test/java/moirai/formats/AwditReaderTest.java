package moirai.formats;

import static moirai.formats.HistoryFormat.AWDIT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AwditReaderTest {

    private static final String EXPECTED =
            "; expected e.g. 'w KEY VALUE' or 'r 7 1', '-----' between transactions" + " or '=====' between sessions";

    @Test
    void sampleIsRead() {
        assertThat(Sample.notation(AWDIT.read(Sample.path("awdit.txt")))).isEqualTo("""
                T0 s0 ok w1=5 r2=nil
                T1 s0 ok r1=5
                T2 s1 ok w2=6
                T3 s1 ok r1=nil
                """);
    }

    @Test
    void blanksAndEmptyLinesMeanNothing() {
        assertThat(Sample.read(AWDIT, "\n\t w \t 1  5 \r\n\n-- \n\n r 1 5")).isEqualTo("""
                T0 s0 ok w1=5
                T1 s0 ok r1=5
                """);
    }

    @Test
    void separatorsWithNothingInBetweenMakeNoTransactionAndNoSession() {
        assertThat(Sample.read(AWDIT, """
                =====
                -----
                -----
                w 1 5
                -----
                =====
                -----
                =====
                w 1 6
                =====
                """)).isEqualTo("""
                T0 s0 ok w1=5
                T1 s1 ok w1=6
                """);
    }

    @Test
    void zeroWithAWriteOfZeroIsThatWrite() {
        assertThat(Sample.read(AWDIT, "r 1 0\n=====\nw 1 0\nw 2 -5")).isEqualTo("""
                T0 s0 ok r1=0
                T1 s1 ok w1=0 w2=-5
                """);
    }

    @Test
    void aLineOfAnotherFormIsRefused() {
        assertThat(Sample.refusal(AWDIT, "w 1 5\n# comment")).isEqualTo("FILE:2: '# comment'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "w 1\n")).isEqualTo("FILE:1: 'w 1'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "w1 2\n")).isEqualTo("FILE:1: 'w1 2'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "w 1 2 3\n")).isEqualTo("FILE:1: 'w 1 2 3'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "w 1 x\n")).isEqualTo("FILE:1: 'w 1 x'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "---=\n")).isEqualTo("FILE:1: '---='" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "w(1,2,3,4)\n")).isEqualTo("FILE:1: 'w(1,2,3,4)'" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "-".repeat(500_000) + "\nw 1 2"))
                .isEqualTo("FILE:1: '" + "-".repeat(60) + "…'" + EXPECTED);
    }

    @Test
    void numbersBeyond64BitsAreRefused() {
        assertThat(Sample.refusal(AWDIT, "w 1 20000000000000000000"))
                .isEqualTo("FILE:1: '20000000000000000000' is no number of 64 bits;"
                        + " expected -9223372036854775808 to 18446744073709551615");
    }

    @Test
    void aFileWithoutTransactionsIsRefused() {
        assertThat(Sample.refusal(AWDIT, "")).isEqualTo("FILE: is empty" + EXPECTED);
        assertThat(Sample.refusal(AWDIT, "\n-----\n=====\n"))
                .isEqualTo("FILE: has no transaction, and there is nothing to judge");
    }
}
