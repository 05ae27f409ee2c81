package moirai.directed.program.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.examples.EveryPart;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.program.Numbers;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.TxnType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An error in a file is reported with its place, the value and what is accepted. */
class ProgramJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"key\" : [ \"id\" ]|\"key\" : \"id\"|tables[0].key is \"id\"; expected an array",
                "\"name\" : \"write\"|\"nome\" : \"write\"|transactions[0].nome: unknown member 'nome'",
                "\"update\" :|\"upsert\" :|exactly one of [select, insert, update, delete, loop]",
                "\"parameter\" : \"v\"|\"parameters\" : \"v\"|"
                        + "steps[0].set.v is {\"parameters\":\"v\"}; expected a number, or an object with",
                "\"=\" : [|\"==\" : [|transactions[0].steps[0].where is",
                "\"parameter\" : \"v\"|\"parameter\" : \"w\"|step u1: no parameter 'w'; accepted here: [v]",
                "\"field\" : \"id\"|\"field\" : 7|where.=[0].field is 7; expected a text",
            })
    void aWrongMemberIsNamed(String right, String wrong, String message) {
        String json = ProgramJson.write(TextbookAnomaly.NON_REPEATABLE_READ.program());
        assertThat(json).contains(right);

        assertThatThrownBy(() -> ProgramJson.read(json.replace(right, wrong)))
                .isInstanceOf(ProgramFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void textThatIsNoJsonIsRefusedWithItsLine() {
        assertThatThrownBy(() -> ProgramJson.read("{\n  \"name\": oops\n}"))
                .isInstanceOf(ProgramFormatException.class)
                .hasMessageStartingWith("line 2, column ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|expected an object with",
                "null|the document is null; expected an object with",
                "[]|the document is []; expected an object with",
                "{}|name is missing; expected a text",
                "{\"name\":\"a\",\"name\":\"b\"}|Duplicate field 'name'",
                "{\"name\":\"a\",\"tables\":[],\"transactions\":[]} {}|expected JSON",
                "{\"name\":\"a\",\"transactions\":[],\"tables\":[{\"name\":\"T\",\"key\":[],\"fields\":[]}]}"
                        + "|table T has no key; name at least one key field",
            })
    void whatIsNoProgramIsRefused(String text, String message) {
        assertThatThrownBy(() -> ProgramJson.read(text))
                .isInstanceOf(ProgramFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void wherePickAndGuardMayBeLeftOut() {
        String json = ProgramJson.write(EveryPart.program());

        assertThat(ProgramJson.read(json.replace("\"atomic\" : true", "\"atomic\" : false")))
                .isNotEqualTo(EveryPart.program());
        assertThat(json).doesNotContain("\"and\" : [ ]").doesNotContain("\"row\" : 0");
    }

    @Test
    void whereAStepStandsInTheSourceIsKept() {
        var plain = TextbookAnomaly.LOST_UPDATE.program();
        TxnType txn = plain.txns().getFirst();
        var origins = Map.of("q1", new Origin("Payment.java", 12), "u1", new Origin("bank/Payment.java", 1));
        var program = new Program(
                plain.name(), plain.tables(), List.of(new TxnType(txn.name(), txn.parameters(), txn.steps(), origins)));

        String json = ProgramJson.write(program);

        assertThat(json).contains("\"source\" : \"Payment.java:12\"");
        assertThat(ProgramJson.read(json)).isEqualTo(program);
        assertThat(program.txns().getFirst().origin("q1#2")).contains(new Origin("Payment.java", 12));
        assertThatThrownBy(() -> ProgramJson.read(json.replace("Payment.java:12", "Payment.java:0")))
                .isInstanceOf(ProgramFormatException.class)
                .hasMessageContaining("steps[0].source is \"Payment.java:0\"; expected FILE:LINE");
    }

    @Test
    void numbersWithASignAreKept() {
        Program natural = TextbookAnomaly.LOST_UPDATE.program();
        Program signed = natural.computing(Numbers.signed(Set.of("list_size", "other_size")));

        String json = ProgramJson.write(signed);

        assertThat(json)
                .contains("\"numbers\" : {\n    \"signed\" : true,\n")
                .contains("\"natural\" : [ \"list_size\", \"other_size\" ]");
        assertThat(ProgramJson.read(json)).isEqualTo(signed).isNotEqualTo(natural);
        assertThat(ProgramJson.write(natural)).doesNotContain("numbers");
        assertThat(ProgramPrinter.print(signed)).contains("\nnumbers may be below 0, except list_size, other_size\n");
        assertThatThrownBy(() -> ProgramJson.read(json.replace("true", "1")))
                .hasMessageContaining("numbers.signed is 1; expected true or false");
    }

    /** No cut of a file is read as a program, and none ends in another exception than the one for users. */
    @Test
    void aTornFileIsRefused() {
        String json = ProgramJson.write(EveryPart.program()).strip();

        for (int length = 0; length < json.length(); length++) {
            String torn = json.substring(0, length);
            assertThatThrownBy(() -> ProgramJson.read(torn)).isInstanceOf(ProgramFormatException.class);
        }
    }
}
