package moirai.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;

class PlumeExportTest {

    static String export(String notation) {
        var text = new StringWriter();
        try {
            PlumeExport.write(HistoryNotation.parse(notation), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return text.toString();
    }

    @Test
    void registersAreWrittenAsTheyAre() {
        assertThat(export("""
                T0 s7 @1..5 r1=nil w1=5
                T1 s3 @2..9 r1=5 w-2=-1
                T2 s7
                T3 s7 r1=?
                T4 s7 w1=6
                """)).isEqualTo("""
                r(1,0,0,0)
                w(1,5,0,0)
                r(1,5,1,1)
                w(18446744073709551614,18446744073709551615,1,1)
                w(1,6,0,4)
                """);
    }

    @Test
    void listsAreWrittenAsTheRegistersOfTheirLastElements() {
        assertThat(export("""
                T0 s0 r1=[] a1=5
                T1 s1 r1=[5] a1=6 r1=[5 6] r2=?
                T2 s0 r1=[5 6]
                """)).isEqualTo("""
                r(1,0,0,0)
                w(1,5,0,0)
                r(1,5,1,1)
                w(1,6,1,1)
                r(1,6,1,1)
                r(1,6,0,2)
                """);
    }

    @Test
    void aReadWhoseWriterIsMissingIsRefusedInAnIncompleteHistory() throws IOException {
        History whole = HistoryNotation.parse("T0 s0 a1=5\nT1 s1 r1=[5 6]\n");
        History incomplete = new HistoryBuilder(whole.header())
                .add(whole.txn(0))
                .add(whole.txn(1))
                .build(false);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlumeExport.write(incomplete, new StringWriter()))
                .withMessageContaining("T1 reads 6 of key 1, whose writer is not in the history")
                .withMessageContaining("expected edn or jsonl");
        PlumeExport.write(whole, new StringWriter());
    }

    @Test
    void onlyWritesOfAbortedTransactionsAreWritten() {
        assertThat(export("""
                T0 s0 fail:40001 r1=nil w1=5
                T1 s0 fail r1=nil
                T2 s0 w1=6
                """)).isEqualTo("""
                w(1,5,0,-1)
                w(1,6,0,2)
                """);
    }

    /** T2 took effect because T3 read it, and T1 because T2 did; T4 may not have, and T5 would not show it. */
    @Test
    void indeterminateTransactionsAreWrittenIfSomebodySawThem() {
        assertThat(export("""
                T0 s0 w1=1
                T1 s1 info w1=2 r1=1
                T2 s2 info r1=2 w2=3
                T3 s0 r2=3
                T4 s3 info w3=4
                T5 s4 info r3=4
                T6 s5 fail r3=4
                """)).isEqualTo("""
                w(1,1,0,0)
                w(1,2,1,1)
                r(1,1,1,1)
                r(1,2,2,2)
                w(2,3,2,2)
                r(2,3,0,3)
                """);
    }

    @Test
    void anyElementOfAListThatWasReadShowsThatItsAppendTookEffect() {
        assertThat(export("""
                T0 s0 info a1=1
                T1 s1 info a1=2
                T2 s2 info a1=3
                T3 s0 r1=[1 2]
                """)).isEqualTo("""
                w(1,1,0,0)
                w(1,2,1,1)
                r(1,2,0,3)
                """);
    }

    @Test
    void zerosThatWouldBeTheInitialStateAreRefused() {
        assertRefused(
                "T0 s0 a3=1 a3=0",
                "T0 appends 0 of key 3, which would be its initial state;" + " expected elements other than 0");
        assertRefused(
                "T0 s0 fail a3=0",
                "T0 appends 0 of key 3, which would be its initial state;" + " expected elements other than 0");
        assertRefused(
                "T0 s0\nT1 s0 r3=[1 0]",
                "T1 reads 0 of key 3, which would be its initial state;" + " expected elements other than 0");
        assertRefused(
                "T0 s0 w3=1\nT1 s0 r3=0",
                "T1 reads 0 of key 3, which nobody wrote;" + " expected another value, because 0 is the initial state");
        assertRefused(
                "T0 s0 fail w3=0\nT1 s0 r3=0",
                "T1 reads 0 of key 3, which nobody wrote;" + " expected another value, because 0 is the initial state");
        assertRefused(
                "T0 s0 r3=nil\nT1 s0 w3=0",
                "T0 reads the initial state of key 3, to which 0 was written;"
                        + " expected one or the other, because 0 is the initial state");
    }

    @Test
    void zerosThatStayWhatTheyAreAreWritten() {
        assertThat(export("""
                T0 s0 w3=0
                T1 s0 r3=0 r4=nil
                T2 s0 fail w4=0 r5=0
                T3 s0 info r5=0 w6=0
                T4 s0 r6=nil
                """)).isEqualTo("""
                w(3,0,0,0)
                r(3,0,0,1)
                r(4,0,0,1)
                w(4,0,0,-1)
                r(6,0,0,4)
                """);
    }

    @Test
    void nothingIsWrittenOfNothing() {
        assertThat(export("")).isEmpty();
    }

    private static void assertRefused(String notation, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> export(notation)).withMessage(message);
    }
}
