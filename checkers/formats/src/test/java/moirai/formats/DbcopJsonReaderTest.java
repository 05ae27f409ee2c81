package moirai.formats;

import static moirai.formats.HistoryFormat.DBCOP_JSON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DbcopJsonReaderTest {

    private static final String EVENT = "; expected an event, e.g. {\"Write\": {\"variable\": 7, \"version\": 1}},"
            + " [\"r\", 7, 1] or {\"write\": true, \"variable\": 7, \"value\": 1, \"success\": true}";
    private static final String TXN = "; expected a transaction, e.g. {\"events\": [...], \"committed\": true}";

    /** The result is that of the binary file of the same history. */
    @Test
    void theOlderShapeIsRead() {
        assertThat(Sample.notation(DBCOP_JSON.read(Sample.path("dbcop.json"))))
                .isEqualTo(Sample.notation(HistoryFormat.DBCOP.read(Sample.path("dbcop"))));
    }

    @Test
    void theNewerShapesAreRead() {
        String expected = """
                T0 s0 ok w1=5 r2=nil
                T1 s0 fail w2=7
                T2 s1 ok r1=5 r2=nil
                """;

        assertThat(Sample.notation(DBCOP_JSON.read(Sample.path("dbcop-tagged.json"))))
                .isEqualTo(expected);
        assertThat(Sample.notation(DBCOP_JSON.read(Sample.path("dbcop-compact.json"))))
                .isEqualTo(expected);
    }

    /** A written 0 is not the state in which nothing had been written; dbcop makes the same difference. */
    @Test
    void nullIsTheInitialStateEvenOfAKeyToWhichZeroWasWritten() {
        String events = """
                ["w",1,0],["r",1,0],["r",1,null],
                {"write":false,"variable":1,"value":null,"success":true},
                {"write":false,"variable":1,"value":null,"success":false}""";

        assertThat(Sample.read(DBCOP_JSON, txn(events))).isEqualTo("T0 s0 ok w1=0 r1=0 r1=nil r1=nil r1=?\n");
    }

    @Test
    void numbersAreHeldAsTheSame64Bits() {
        assertThat(Sample.read(DBCOP_JSON, txn("[\"w\",18446744073709551615,-9223372036854775808]")))
                .isEqualTo("T0 s0 ok w-1=-9223372036854775808\n");
        assertThat(refusal(txn("[\"w\",18446744073709551616,1]")))
                .isEqualTo("FILE:1:20: '18446744073709551616'; expected -9223372036854775808 to"
                        + " 18446744073709551615 as the variable, a number of 64 bits");
        assertThat(refusal(txn("[\"w\",1,-9223372036854775809]")))
                .startsWith("FILE:1:22: '-9223372036854775809'; expected -9223372036854775808 to");
    }

    @Test
    void membersThatDescribeMayBeAnything() {
        assertThat(Sample.read(
                        DBCOP_JSON,
                        "{\"x\": [[{}]], \"data\": " + txn("[\"w\",1,2]")
                                + ", \"end\": {\"data\": 1}, \"start\": null}"))
                .isEqualTo("T0 s0 ok w1=2\n");
    }

    @Test
    void sessionsAndEventsMayBeEmpty() {
        assertThat(Sample.read(DBCOP_JSON, "[[], [{\"committed\": true, \"events\": []}]]"))
                .isEqualTo("T0 s1 ok\n");
    }

    @Test
    void aFileThatEndsEarlyIsRefused() {
        assertThat(refusal("[["))
                .isEqualTo("FILE:1:3: the file ends within a value; expected the rest, so it may have been cut");
        assertThat(refusal("")).isEqualTo("FILE: is empty; expected JSON");
        assertThat(refusal(" \n")).isEqualTo("FILE: is empty; expected JSON");
    }

    @Test
    void aFileOfAnotherShapeIsRefused() {
        assertThat(refusal("7"))
                .isEqualTo("FILE:1:1: '7'; expected an object with the member 'data', or an array of sessions");
        assertThat(refusal("{\"info\": 1}"))
                .isEqualTo("FILE:1:11: an object without 'data'; expected that member, an array of sessions");
        assertThat(refusal("{\"data\": [], \"data\": []}"))
                .isEqualTo("FILE:1:14: a second member 'data'; expected one");
        assertThat(refusal("{\"data\": {}}")).isEqualTo("FILE:1:10: '{'; expected an array of sessions");
        assertThat(refusal("[\n7]")).isEqualTo("FILE:2:1: '7'; expected a session, which is an array of transactions");
        assertThat(refusal("[[[]]]")).isEqualTo("FILE:1:3: '['" + TXN);
        assertThat(refusal("[] []")).isEqualTo("FILE:1:4: '['; expected the end of the file");
        assertThat(refusal("[]")).isEqualTo("FILE: has no transaction, and there is nothing to judge");
        assertThat(refusal("w(1,2,0,0)"))
                .startsWith("FILE:1:1: no JSON: Unrecognized token 'w'")
                .endsWith("; expected JSON");
        assertThat(refusal("\0\0\0\0\0\0\0\0\2\0\0\0"))
                .startsWith("FILE:1:")
                .contains("no text in UTF-8")
                .endsWith("; expected JSON");
    }

    @Test
    void aTransactionOfAnotherShapeIsRefused() {
        String members = "; expected 'events' once, and 'success' or 'committed' once";

        assertThat(refusal("[[{\"events\": []}]]")).isEqualTo("FILE:1:16: a transaction without its end" + TXN);
        assertThat(refusal("[[{\"success\": true}]]")).isEqualTo("FILE:1:19: a transaction without its events" + TXN);
        assertThat(refusal("[[{\"success\": true, \"committed\": true}]]"))
                .isEqualTo("FILE:1:21: 'committed'" + members);
        assertThat(refusal("[[{\"events\": [], \"events\": []}]]")).isEqualTo("FILE:1:18: 'events'" + members);
        assertThat(refusal("[[{\"isolation\": 1}]]")).isEqualTo("FILE:1:4: 'isolation'" + members);
        assertThat(refusal("[[{\"events\": {}}]]")).isEqualTo("FILE:1:14: '{'; expected an array of events");
        assertThat(refusal("[[{\"success\": 1}]]")).isEqualTo("FILE:1:15: '1'; expected true or false as success");
    }

    @Test
    void anEventOfAnotherShapeIsRefused() {
        assertThat(refusal(txn("7"))).isEqualTo("FILE:1:15: '7'" + EVENT);
        assertThat(refusal(txn("{}"))).isEqualTo("FILE:1:16: '}'" + EVENT);
        assertThat(refusal(txn("[\"a\",1,2]"))).isEqualTo("FILE:1:16: 'a'; expected \"r\" or \"w\"");
        assertThat(refusal(txn("[\"w\",1]"))).isEqualTo("FILE:1:21: ']'; expected a whole number as the value");
        assertThat(refusal(txn("[\"w\",1,2,3]"))).isEqualTo("FILE:1:24: '3'; expected three values in an event");
        assertThat(refusal(txn("[\"w\",1,null]"))).isEqualTo("FILE:1:22: a write of null; expected a number");
        assertThat(refusal(txn("[\"w\",1.5,2]")))
                .isEqualTo("FILE:1:20: '1.5'; expected a whole number as the variable");
        assertThat(refusal(txn("[\"w\",\"1\",2]")))
                .isEqualTo("FILE:1:20: '1'; expected a whole number as the variable");
        assertThat(refusal(txn("{\"Write\":7}")))
                .isEqualTo("FILE:1:24: '7'; expected an object with 'variable' and 'version'");
        assertThat(refusal(txn("{\"Write\":{\"variable\":1}}")))
                .isEqualTo("FILE:1:37: an event without 'version'" + EVENT);
        assertThat(refusal(txn("{\"Read\":{\"variable\":1,\"version\":2},\"x\":1}")))
                .isEqualTo("FILE:1:50: 'x'; expected one member in an event with 'Read' or 'Write'");
        assertThat(refusal(txn("{\"Read\":{\"variable\":1,\"value\":2}}"))).isEqualTo("FILE:1:37: 'value'" + EVENT);
        assertThat(refusal(txn("{\"write\":true,\"variable\":1,\"value\":2}")))
                .isEqualTo("FILE:1:51: an event without 'success'" + EVENT);
        assertThat(refusal(txn("{\"write\":true,\"write\":true}")))
                .isEqualTo("FILE:1:29: 'write' where it was said before" + EVENT);
        assertThat(refusal(txn("{\"Write\":{\"variable\":1,\"version\":null}}")))
                .isEqualTo("FILE:1:52: a write of null; expected a number");
    }

    @Test
    void textThatGoesOnForLongIsShownInPart() {
        assertThat(refusal(txn("[\"" + "é".repeat(100_000) + "\",1,2]")))
                .isEqualTo("FILE:1:16: '" + "\\xc3\\xa9".repeat(30) + "…'; expected \"r\" or \"w\"");
    }

    /** The parser's own limits end as errors of the file. */
    @Test
    void absurdNestingAndNumbersAreRefused() {
        assertThat(refusal("{\"x\": " + "[".repeat(5000))).startsWith("FILE:1:").contains("nesting depth");
        assertThat(refusal(txn("[\"w\"," + "9".repeat(5000) + ",1]")))
                .startsWith("FILE:1:")
                .contains("length");
    }

    private static String txn(String events) {
        return "[[{\"events\": [" + events + "], \"success\": true}]]";
    }

    private static String refusal(String contents) {
        return Sample.refusal(DBCOP_JSON, contents);
    }
}
