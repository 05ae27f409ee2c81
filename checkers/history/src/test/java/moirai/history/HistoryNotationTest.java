package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryNotationTest {

    @Test
    void everyPartIsRead() {
        History history = HistoryNotation.parse("""
                # A comment, then an empty line.

                T0 s0 r1=[] a2=7
                T1   s12 fail:40001 @-6..7   a-1=-9  r2=?
                  T2 s0 info:con%20nection%25 r1=[1  -2 ]
                T3 s3
                T4 s4 ok @5..5
                """);

        assertThat(List.of(history.txn(0), history.txn(1), history.txn(2), history.txn(3), history.txn(4)))
                .containsExactly(
                        new Txn(
                                0,
                                List.of(new Op.Read(1, Elements.EMPTY), new Op.Append(2, 7)),
                                new Outcome.Committed(),
                                0,
                                0),
                        new Txn(
                                12,
                                List.of(new Op.Append(-1, -9), Op.Read.planned(2)),
                                new Outcome.Aborted("40001"),
                                -6,
                                7),
                        new Txn(
                                0,
                                List.of(new Op.Read(1, Elements.of(1, -2))),
                                new Outcome.Indeterminate("con nection%"),
                                0,
                                0),
                        new Txn(3, List.of(), new Outcome.Committed(), 0, 0),
                        new Txn(4, List.of(), new Outcome.Committed(), 5, 5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            nonsense                        | 'nonsense' is not a transaction
            T0 ok r1=[]                     | 'T0 ok r1=[]' is not a transaction
            T0 s-1                          | 'T0 s-1' is not a transaction
            T0 s0 @5 r1=[]                  | 'T0 s0 @5 r1=[]' is not a transaction
            T0 s0 lost r1=[]                | 'T0 s0 lost r1=[]' is not a transaction
            T1 s0                           | T1 where T0 comes next
            T99999999999 s0                 | '99999999999' is not a number of 32 bits
            T0 s2147483648                  | '2147483648' is not a number of 32 bits
            T0 s0 @0..9223372036854775808   | '9223372036854775808' is not a number of 64 bits
            T0 s0 @5..4                     | ends at 4 ns, before it starts at 5 ns
            T0 s0 ok:why                    | 'ok:why' gives a cause for a commit
            T0 s0 fail:5%                   | '5%' has a % that two hexadecimal digits do not follow
            T0 s0 r1=[1] a1                 | 'a1' does not start with an op
            T0 s0 r1=[1]a1=2                | 'r1=[1]a1=2' does not start with an op
            T0 s0 r1=[1 2                   | 'r1=[1 2' does not start with an op
            T0 s0 r1=[1-2]                  | '1-2' is not a number of 32 bits
            T0 s0 a1=2147483648             | '2147483648' is not a number of 32 bits
            T0 s0 a1=-2147483648            | element -2147483648 is reserved; use any other int
            T0 s0 w9223372036854775808=1    | '9223372036854775808' is not a number of 64 bits
            T0 s0 r1=9223372036854775808    | '9223372036854775808' is not a number of 64 bits
            T0 s0 w1=nil                    | 'w1=nil' does not start with an op
            T0 s0 r1=-                      | 'r1=-' does not start with an op
            T0 s0 w1=1 a2=1                 | op 1 of T0 appends to key 2 among lists, but the keys of this history hold
            """)
    void mistakeIsNamedWithItsLine(String line, String reason) {
        assertThatThrownBy(() -> HistoryNotation.parse("some.txt", "# first line\n" + line))
                .isInstanceOf(HistoryFormatException.class)
                .message()
                .startsWith("some.txt:2: " + reason);
    }

    @Test
    void longLineIsNotRepeatedWhole() {
        assertThatThrownBy(() -> HistoryNotation.parse("x".repeat(100_000)))
                .hasMessageStartingWith("text:1: 'xxx")
                .message()
                .hasSizeLessThan(200);
    }

    @Test
    void registersAreRead() {
        History history = HistoryNotation.parse("""
                T0 s0 w1=7 r-9223372036854775808=-7 r1=nil r1=?
                """);

        assertThat(history.dataModel()).isEqualTo(DataModel.REGISTER);
        assertThat(history.isTimed()).isTrue();
        assertThat(history.txn(0).ops())
                .containsExactly(
                        new Op.Write(1, 7),
                        new Op.ReadValue(Long.MIN_VALUE, -7),
                        new Op.ReadInitial(1),
                        Op.Read.planned(1));
    }

    @Test
    void setsAreReadInAscendingOrder() {
        History history = HistoryNotation.parse("T0 s0 e1=7 e-2=-9 r1={9 7} r2={} r3=?");

        assertThat(history.dataModel()).isEqualTo(DataModel.SET);
        assertThat(history.txn(0).ops())
                .containsExactly(
                        new Op.Add(1, 7),
                        new Op.Add(-2, -9),
                        new Op.ReadSet(1, Elements.of(7, 9)),
                        new Op.ReadSet(2, Elements.EMPTY),
                        Op.Read.planned(3));
    }

    @Test
    void countersAreRead() {
        History history = HistoryNotation.parse("T0 s0 i1=5 i2=-5 c1=9223372036854775807 r2=?");

        assertThat(history.dataModel()).isEqualTo(DataModel.COUNTER);
        assertThat(history.txn(0).ops())
                .containsExactly(
                        new Op.Increment(1, 5),
                        new Op.Increment(2, -5),
                        new Op.ReadCounter(1, Long.MAX_VALUE),
                        Op.Read.planned(2));
    }

    /** A session does one transaction after the other; nobody knows when one of unknown outcome ended. */
    @Test
    void timesThatGoBackInASessionAreRefusedUnlessTheyAreIgnored() {
        String back = "T0 s0 @5..9 a1=1\nT1 s1 @0..1 a1=2\n\nT2 s0 @8..10 a1=3";

        assertThatThrownBy(() -> HistoryNotation.parse("h", back))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessage("h:4: session 0 begins at 8, before its transaction of line 1 ended at 9; expected no"
                        + " earlier time, or --ignore-times");
        assertThat(HistoryNotation.parse("h", back, true).isTimed()).isFalse();
        assertThat(HistoryNotation.parse(back.replace("s0 @5", "s0 info @5")).isTimed())
                .isTrue();
        assertThat(HistoryNotation.parse("T0 s0 @5..9 a1=1\nT1 s0 a1=2").isTimed())
                .isTrue();
    }

    @Test
    void timesThatGoBackBehindATransactionOfUnknownOutcomeAreRefused() {
        assertThatThrownBy(() -> HistoryNotation.parse("h", "T0 s0 @10..20\nT1 s0 info @30..40\nT2 s0 @1..5"))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("h:3: session 0 begins at 1, before its transaction of line 1 ended at 20");
    }

    @Test
    void aScanStandsBeforeTheReadsOfItsMatches() {
        History history = HistoryNotation.parse("T0 s0 p-1..9=2 r2=[5] r4=[6 7] a7=6 p1..1=? r3=?");

        assertThat(history.dataModel()).isEqualTo(DataModel.LIST_APPEND);
        assertThat(history.txn(0).ops())
                .containsExactly(
                        new Op.Scan(-1, 9, 2),
                        new Op.Read(2, Elements.of(5)),
                        new Op.Read(4, Elements.of(6, 7)),
                        new Op.Append(7, 6),
                        Op.Scan.planned(1, 1),
                        Op.Read.planned(3));
        assertThat(history.isScan(0)).isTrue();
        assertThat(history.isAnswered(0)).isFalse();
        assertThat(history.scanTo(0)).isEqualTo(9);
        assertThat(history.scanMatches(0)).isEqualTo(2);
    }
}
