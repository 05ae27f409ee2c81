package moirai.formats;

import static moirai.formats.HistoryFormat.DBCOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;

class DbcopReaderTest {

    /** Returns one session behind a head of 72 bytes, with the number of its transactions to follow. */
    private static Bytes session() {
        return Bytes.littleEndian()
                .u64(0, 1, 1, 1, 1)
                .text("")
                .text("")
                .text("")
                .u64(1);
    }

    /** A failed read has no answer, and a failed write within a commit is an aborted transaction of its own. */
    @Test
    void sampleIsReadAsFileAndAsFolder() {
        String expected = """
                T0 s0 ok w1=5 r2=nil
                T1 s0 fail w2=7
                T2 s1 ok r1=5 r2=?
                T3 s1 fail w2=8
                """;

        assertThat(Sample.notation(DBCOP.read(Sample.path("dbcop/history.bincode"))))
                .isEqualTo(expected);
        assertThat(Sample.notation(DBCOP.read(Sample.path("dbcop")))).isEqualTo(expected);
    }

    @Test
    void aFolderWithoutItsFileIsRefused() {
        assertThatExceptionOfType(HistoryFormatException.class)
                .isThrownBy(() -> DBCOP.read(Sample.path("cobra")))
                .withMessage(
                        "src/test/resources/samples/cobra: is a folder without history.bincode; expected that file");
    }

    @Test
    void numbersAreHeldAsTheSame64Bits() {
        byte[] file = session()
                .u64(1, 2)
                .u8(1)
                .u64(-1, Long.MIN_VALUE)
                .u8(1)
                .u8(0)
                .u64(-2, 0)
                .u8(1)
                .u8(1)
                .array();

        assertThat(Sample.read(DBCOP, file)).isEqualTo("T0 s0 ok w-1=-9223372036854775808 r-2=nil\n");
    }

    @Test
    void zeroWithAWriteOfZeroIsThatWrite() {
        byte[] file = session()
                .u64(2)
                .u64(1)
                .u8(0)
                .u64(7, 0)
                .u8(1, 1)
                .u64(1)
                .u8(1)
                .u64(7, 0)
                .u8(1, 1)
                .array();

        assertThat(Sample.read(DBCOP, file)).isEqualTo("T0 s0 ok r7=0\nT1 s0 ok w7=0\n");
    }

    @Test
    void transactionsWithoutEventsAreKept() {
        assertThat(Sample.read(DBCOP, session().u64(2).u64(0).u8(1).u64(0).u8(0).array()))
                .isEqualTo("T0 s0 ok\nT1 s0 fail\n");
    }

    @Test
    void aFileThatEndsEarlyIsRefused() {
        byte[] whole = Sample.bytes("dbcop/history.bincode");
        String rest = "; expected the rest, so it may have been cut";

        assertThat(Sample.refusal(DBCOP, new byte[0]))
                .isEqualTo("FILE at offset 0: the file ends within the parameters" + rest);
        assertThat(Sample.refusal(DBCOP, Arrays.copyOf(whole, 50)))
                .isEqualTo("FILE at offset 50: the file ends within the description" + rest);
    }

    @Test
    void aFileThatGoesOnIsRefused() {
        byte[] whole = Sample.bytes("dbcop/history.bincode");

        assertThat(Sample.refusal(DBCOP, Arrays.copyOf(whole, whole.length + 1)))
                .isEqualTo("FILE at offset " + whole.length
                        + ": bytes behind the last of 2 sessions; expected the end of the file");
    }

    @Test
    void aFlagThatIsNoneIsRefused() {
        assertThat(Sample.refusal(
                        DBCOP, session().u64(1, 1).u8(2).u64(1, 1).u8(1, 1).array()))
                .isEqualTo("FILE at offset 88: whether an event writes is the byte 2; expected 0 or 1");
        assertThat(Sample.refusal(
                        DBCOP, session().u64(1, 1).u8(1).u64(1, 1).u8(200, 1).array()))
                .isEqualTo("FILE at offset 105: whether an event succeeded is the byte 200; expected 0 or 1");
        assertThat(Sample.refusal(DBCOP, session().u64(1, 0).u8(2).array()))
                .isEqualTo("FILE at offset 88: whether a transaction succeeded is the byte 2; expected 0 or 1");
    }

    /** Counts are unsigned; neither memory nor time is spent on what is not there. */
    @Test
    void anAbsurdNumberOfSessionsTransactionsOrEventsIsRefused() {
        Bytes head = Bytes.littleEndian().u64(0, 1, 1, 1, 1).text("").text("").text("");

        assertThat(Sample.refusal(DBCOP, head.u64(-1).array()))
                .isEqualTo("FILE at offset 72: the file ends within the number of transactions;"
                        + " expected the rest, so it may have been cut");
        assertThat(Sample.refusal(DBCOP, session().u64(-1).array())).contains("ends within the number of events");
        assertThat(Sample.refusal(DBCOP, session().u64(1, -1).array())).contains("ends within whether an event writes");
        assertThat(Sample.refusal(
                        DBCOP, Bytes.littleEndian().u64(0, 0, 0, 0, 0, -1, 3).array()))
                .isEqualTo("FILE at offset 56: the file ends within the description;"
                        + " expected the rest, so it may have been cut");
    }

    @Test
    void aFileWithoutTransactionsIsRefused() {
        assertThat(Sample.refusal(DBCOP, new byte[72]))
                .isEqualTo("FILE: has no transaction, and there is nothing to judge");
    }

    @Test
    void theTextOfAnotherFormatIsRefused() {
        assertThat(Sample.refusal(DBCOP, Sample.bytes("dbcop.json"))).startsWith("FILE at offset ");
    }
}
