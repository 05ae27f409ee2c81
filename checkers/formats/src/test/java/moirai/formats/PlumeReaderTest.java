package moirai.formats;

import static moirai.formats.HistoryFormat.PLUME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlumeReaderTest {

    private static final String EXPECTED = "; expected e.g. 'r(KEY,VALUE,SESSION,TXN)' or 'w(7,1,0,3)'";

    /** Transactions alternate, −1 marks an aborted one, and 0 is the initial state of key 9 alone. */
    @Test
    void sampleIsRead() {
        assertThat(Sample.notation(PLUME.read(Sample.path("plume.txt")))).isEqualTo("""
                T0 s0 ok w1=0 w2=0
                T1 s1 ok r1=0 w1=5
                T2 s2 ok r9=nil r1=5
                T3 s1 ok w2=6
                T4 s1 fail w1=8 w2=9
                T5 s2 ok r2=-1
                """);
    }

    @Test
    void transactionsGetIdsByTheirFirstOps() {
        assertThat(Sample.read(PLUME, """
                w(1,1,5,900)
                w(1,2,4,7)
                w(2,3,5,900)
                w(2,4,4,123456789012345)
                """)).isEqualTo("""
                T0 s0 ok w1=1 w2=3
                T1 s1 ok w1=2
                T2 s1 ok w2=4
                """);
    }

    @Test
    void zeroThatOnlyAnAbortedTransactionWroteIsTheInitialState() {
        assertThat(Sample.read(PLUME, """
                w(1,0,0,-1)
                r(1,0,1,1)
                """)).isEqualTo("""
                T0 s0 fail w1=0
                T1 s1 ok r1=nil
                """);
    }

    @Test
    void zeroIsReadFromAWriteFurtherDown() {
        assertThat(Sample.read(PLUME, """
                r(1,0,0,0)
                w(1,0,1,1)
                """)).isEqualTo("""
                T0 s0 ok r1=0
                T1 s1 ok w1=0
                """);
    }

    @Test
    void abortedWritesOfASessionAreOneTransactionUntilItsNext() {
        assertThat(Sample.read(PLUME, """
                w(1,1,0,-1)
                w(1,2,1,5)
                w(1,3,0,-1)
                w(1,4,0,6)
                w(1,5,0,-1)
                r(1,5,2,-1)
                """)).isEqualTo("""
                T0 s0 fail w1=1 w1=3
                T1 s1 ok w1=2
                T2 s0 ok w1=4
                T3 s0 fail w1=5
                """);
    }

    @Test
    void lineEndsMayBeThoseOfWindowsAndTheLastMayBeMissing() {
        assertThat(Sample.read(PLUME, "w(1,1,0,0)\r\nw(2,2,0,0)\r\nr(1,1,0,1)")).isEqualTo("""
                T0 s0 ok w1=1 w2=2
                T1 s0 ok r1=1
                """);
        assertThat(Sample.read(PLUME, "w(1,1,0,0)\r")).isEqualTo("T0 s0 ok w1=1\n");
    }

    @Test
    void numbersHave64BitsSignedOrNot() {
        assertThat(Sample.read(PLUME, """
                w(18446744073709551615,-9223372036854775808,18446744073709551615,3)
                w(9223372036854775807,00000000000000000000000000000000000000001,-7,9223372036854775807)
                w(9223372036854775808,-0,-7,9223372036854775807)
                """)).isEqualTo("""
                T0 s0 ok w-1=-9223372036854775808
                T1 s1 ok w9223372036854775807=1 w-9223372036854775808=0
                """);
    }

    @Test
    void numbersBeyond64BitsAreRefused() {
        String rest = " is no number of 64 bits; expected -9223372036854775808 to 18446744073709551615";

        assertThat(Sample.refusal(PLUME, "w(1,1,0,0)\nw(18446744073709551616,1,0,0)"))
                .isEqualTo("FILE:2: '18446744073709551616'" + rest);
        assertThat(Sample.refusal(PLUME, "w(1,-9223372036854775809,0,0)"))
                .isEqualTo("FILE:1: '-9223372036854775809'" + rest);
        assertThat(Sample.refusal(PLUME, "w(1,1,0," + "9".repeat(90) + ")"))
                .isEqualTo("FILE:1: '" + "9".repeat(60) + "…'" + rest);
    }

    @Test
    void aLineOfAnotherFormIsRefused() {
        assertThat(Sample.refusal(PLUME, "w(1,1,0,0)\n\nw(1,2,0,0)")).isEqualTo("FILE:2: an empty line" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "# a comment\n")).isEqualTo("FILE:1: '# a comment'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,1,0,0)\r\nx(1,1,0,0)\r\n")).isEqualTo("FILE:2: 'x(1,1,0,0)'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,1,0)\n")).isEqualTo("FILE:1: 'w(1,1,0)'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,1,0,0")).isEqualTo("FILE:1: 'w(1,1,0,0'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,,0,0)")).isEqualTo("FILE:1: 'w(1,,0,0)'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,-,0,0)")).isEqualTo("FILE:1: 'w(1,-,0,0)'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,1,0,0);")).isEqualTo("FILE:1: 'w(1,1,0,0);'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1, 1,0,0)")).isEqualTo("FILE:1: 'w(1, 1,0,0)'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "w(1,1,0,0)\n\0\n")).isEqualTo("FILE:2: '\\x00'" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "é" + "x".repeat(1_000_000)))
                .isEqualTo("FILE:1: '\\xc3\\xa9" + "x".repeat(58) + "…'" + EXPECTED);
    }

    @Test
    void aLineThatIsTooLongIsRefused() {
        String zeros = "0".repeat(300);

        assertThat(Sample.refusal(PLUME, "w(" + zeros + "1,1,0,0)"))
                .isEqualTo("FILE:1: 'w(" + "0".repeat(58) + "…'" + EXPECTED);
    }

    @Test
    void aTransactionOfTwoSessionsIsRefused() {
        assertThat(Sample.refusal(PLUME, "w(1,1,4,9)\nw(1,2,5,9)\n"))
                .isEqualTo("FILE:2: transaction 9 in session 5, and in another session above;"
                        + " expected one session for each transaction");
    }

    @Test
    void aTransactionThatGoesOnAfterTheNextOfItsSessionIsRefused() {
        String rest = " goes on after session 4 began another;"
                + " expected all operations of a session's transaction before those of its next";

        assertThat(Sample.refusal(PLUME, "w(1,1,4,9)\nw(1,2,4,10)\nw(1,3,4,9)\n"))
                .isEqualTo("FILE:3: transaction 9" + rest);
        assertThat(Sample.refusal(PLUME, "w(1,1,4,9)\nw(1,2,4,-1)\nw(1,3,4,9)\n"))
                .isEqualTo("FILE:3: transaction 9" + rest);
    }

    @Test
    void numbersThatNoTransactionHasAreRefused() {
        String rest = "; expected 0 to 9223372036854775807, or -1 for one that was aborted";

        assertThat(Sample.refusal(PLUME, "w(1,1,4,-2)")).isEqualTo("FILE:1: transaction -2" + rest);
        assertThat(Sample.refusal(PLUME, "w(1,1,4,18446744073709551615)"))
                .isEqualTo("FILE:1: transaction 18446744073709551615" + rest);
    }

    @Test
    void aFileWithoutTransactionsIsRefused() {
        assertThat(Sample.refusal(PLUME, "")).isEqualTo("FILE: is empty" + EXPECTED);
        assertThat(Sample.refusal(PLUME, "r(1,1,4,-1)\n"))
                .isEqualTo("FILE: has no transaction, and there is nothing to judge");
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        assertThatExceptionOfType(HistoryFormatException.class)
                .isThrownBy(() -> PLUME.read(Sample.path("nowhere")))
                .withMessage("src/test/resources/samples/nowhere: cannot be read: there is no such file");
    }

    /** One thread finds the line without a form, another the transaction that goes on. */
    @Test
    void theFirstErrorOfALongFileIsReportedWhicheverThreadFindsIt(@TempDir Path folder) throws IOException {
        String lines = IntStream.range(0, 20_000)
                .mapToObj(i -> "w(" + i % 7 + "," + i + "," + i % 3 + "," + i + ")\n")
                .collect(Collectors.joining());
        String goesOn = "w(1,1,0,0)\n";
        String formless = "w(1,1,0)\n";

        for (boolean readsAhead : List.of(false, true)) {
            assertThat(refusal(folder, lines + goesOn + lines + formless, readsAhead))
                    .contains(":20001: transaction 0 goes on");
            assertThat(refusal(folder, lines + formless + goesOn, readsAhead)).contains(":20001: 'w(1,1,0)'");
        }
        Path file = Files.writeString(folder.resolve("h"), lines);
        assertThat(Sample.notation(PlumeReader.read(file, true)))
                .isEqualTo(Sample.notation(PlumeReader.read(file, false)));
    }

    private static String refusal(Path folder, String text, boolean readsAhead) throws IOException {
        Path file = Files.writeString(folder.resolve("h"), text);
        return String.valueOf(
                catchThrowableOfType(HistoryFormatException.class, () -> PlumeReader.read(file, readsAhead))
                        .getMessage());
    }
}
