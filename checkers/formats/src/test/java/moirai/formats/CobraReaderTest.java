package moirai.formats;

import static moirai.formats.HistoryFormat.COBRA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;

class CobraReaderTest {

    private static final long INITIAL = 0xbebeebeeL;
    private static final long NULL = 0xdeadbeefL;

    private static Bytes log() {
        return Bytes.bigEndian();
    }

    /** T10 is the last session; its log ends within a transaction, and T12 of the first was followed by another. */
    @Test
    void sampleIsRead() {
        assertThat(Sample.notation(COBRA.read(Sample.path("cobra")))).isEqualTo("""
                T0 s0 ok r1=nil w1=100
                T1 s0 fail w2=101
                T2 s0 ok r1=100
                T3 s1 ok r2=nil r3=?
                T4 s2 info:unfinished w1=102 r2=-2
                """);
    }

    @Test
    void zeroIsAnIdLikeOthers() {
        byte[] log = log().record('S', 1)
                .record('W', 0, 7, 70)
                .record('R', 1, 0, 8, 70)
                .record('C', 1)
                .array();

        assertThat(Sample.read(COBRA, log)).isEqualTo("T0 s0 ok w7=0 r8=0\n");
    }

    @Test
    void eitherMarkOfTheInitialStateIsRead() {
        byte[] log = log().record('S', 1)
                .record('R', INITIAL, NULL, 7, 70)
                .record('R', NULL, INITIAL, 8, 70)
                .record('R', 5, NULL, 9, 70)
                .record('C', 1)
                .array();

        assertThat(Sample.read(COBRA, log)).isEqualTo("T0 s0 ok r7=nil r8=nil r9=nil\n");
    }

    @Test
    void aLogThatEndsWithinARecordIsRefused() {
        byte[] log = log().record('S', 1).record('R', 5, 6, 7, 70).array();

        assertThat(Sample.refusal(COBRA, java.util.Arrays.copyOf(log, 20)))
                .isEqualTo("T1.log at offset 20: the file ends within the write of a read;"
                        + " expected the rest, so it may have been cut");
    }

    @Test
    void recordsThatNoFormatHasAreRefused() {
        assertThat(Sample.refusal(COBRA, log().record('S', 1).record('A', 1).array()))
                .isEqualTo("T1.log at offset 9: the byte 0x41 where a record starts; expected S, R, W or C");
    }

    @Test
    void recordsOutsideOfATransactionAreRefused() {
        String rest = " where no transaction is open; expected S";

        assertThat(Sample.refusal(COBRA, log().record('W', 1, 2, 3).array())).isEqualTo("T1.log at offset 0: W" + rest);
        assertThat(Sample.refusal(COBRA, log().record('R', 1, 2, 3, 4).array()))
                .isEqualTo("T1.log at offset 0: R" + rest);
        assertThat(Sample.refusal(
                        COBRA,
                        log().record('S', 1).record('C', 1).record('C', 1).array()))
                .isEqualTo("T1.log at offset 18: C" + rest);
    }

    @Test
    void theCommitOfAnotherTransactionIsRefused() {
        assertThat(Sample.refusal(COBRA, log().record('S', 1).record('C', 2).array()))
                .isEqualTo("T1.log at offset 9: transaction 2 commits within transaction 1;"
                        + " expected the commit of the transaction that started last");
    }

    @Test
    void idsThatStandForSomethingElseAreRefused() {
        assertThat(Sample.refusal(
                        COBRA, log().record('S', 1).record('R', NULL, 6, 7, 70).array()))
                .isEqualTo("T1.log at offset 9: a read of write 6 of the initial transaction 0xdeadbeef;"
                        + " expected write 0xbebeebee or 0xdeadbeef");
        assertThat(Sample.refusal(
                        COBRA, log().record('S', 1).record('W', NULL, 7, 70).array()))
                .isEqualTo("T1.log at offset 9: write 0xdeadbeef, which stands for the initial state or a deletion;"
                        + " expected another id");
        assertThat(Sample.refusal(
                        COBRA,
                        log().record('S', 1).record('R', 9, 0xabcdefabL, 7, 70).array()))
                .isEqualTo("T1.log at offset 9: a read of key 7 after it was deleted, write 0xabcdefab;"
                        + " expected logs without deletions");
    }

    @Test
    void logsWithoutTransactionsAreRefused() {
        assertThat(Sample.refusal(COBRA, new byte[0]))
                .isEqualTo("FOLDER: has no transaction, and there is nothing to judge");
    }

    @Test
    void whatIsNoFolderWithLogsIsRefused() {
        assertThat(refusal(Sample.path("cobra/T1.log")))
                .isEqualTo("src/test/resources/samples/cobra/T1.log: is a file;"
                        + " expected the folder with the logs of all sessions, T*.log");
        assertThat(refusal(Sample.path("dbcop")))
                .isEqualTo("src/test/resources/samples/dbcop: has no log; expected files T*.log");
        assertThat(refusal(Sample.path("nowhere"))).startsWith("src/test/resources/samples/nowhere: cannot be read: ");
    }

    private static String refusal(Path path) {
        var message = new StringBuilder();
        assertThatExceptionOfType(HistoryFormatException.class)
                .isThrownBy(() -> COBRA.read(path))
                .satisfies(refused -> message.append(refused.getMessage()));
        return message.toString();
    }
}
