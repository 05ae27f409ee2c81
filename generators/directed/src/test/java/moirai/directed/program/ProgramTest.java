package moirai.directed.program;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.directed.examples.EveryPart;
import org.junit.jupiter.api.Test;

class ProgramTest {

    private static final Table ACCOUNTS = table("ACCOUNTS", "id", "bal");

    private static Program program(Step... steps) {
        return new Program("bank", List.of(ACCOUNTS), List.of(txn("move", "id", steps)));
    }

    @Test
    void anUnknownTableIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> program(select("q1", "bal", "ACCOUNT", is("id", "id"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("transaction move, step q1: no table 'ACCOUNT'; there are [ACCOUNTS]");
    }

    @Test
    void anUnknownFieldIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> program(select("q1", "balance", "ACCOUNTS", is("id", "id"))))
                .hasMessage("transaction move, step q1: no field 'balance'; accepted here: [id, bal]");
    }

    @Test
    void anUnknownParameterIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> program(select("q1", "bal", "ACCOUNTS", is("id", "account"))))
                .hasMessage("transaction move, step q1: no parameter 'account'; accepted here: [id]");
    }

    @Test
    void aResultIsThatOfAnEarlierStatement() {
        assertThatThrownBy(() -> program(update("u1", "ACCOUNTS", is("id", "id"), to("bal", result("q1.bal")))))
                .hasMessage("transaction move, step u1: no earlier SELECT 'q1'; accepted here: []");
    }

    @Test
    void aResultHasTheFieldsThatWereSelected() {
        assertThatThrownBy(() -> program(
                        select("q1", "id", "ACCOUNTS", is("id", "id")),
                        update("u1", "ACCOUNTS", is("id", "id"), to("bal", result("q1.bal")))))
                .hasMessage("transaction move, step u1: no field of 'q1' 'bal'; accepted here: [id]");
    }

    @Test
    void aKeyIsNotChanged() {
        assertThatThrownBy(() -> program(update("u1", "ACCOUNTS", is("id", "id"), to("id", constant(1)))))
                .hasMessage("transaction move, step u1: no field 'id'; accepted here: [bal]");
    }

    @Test
    void anInsertNamesTheWholeKey() {
        assertThatThrownBy(() -> program(insert("i1", "ACCOUNTS", to("bal", constant(1)))))
                .hasMessage("transaction move, step i1: the insert gives no value to key field [id];"
                        + " it needs the whole key");
    }

    @Test
    void aLabelIsUsedOnce() {
        assertThatThrownBy(() -> program(
                        select("q1", "bal", "ACCOUNTS", is("id", "id")), delete("q1", "ACCOUNTS", is("id", "id"))))
                .hasMessage("transaction move: label 'q1' is there twice; choose another name");
    }

    @Test
    void whatALoopSawIsNotKnownAfterIt() {
        assertThatThrownBy(() -> program(
                        new Loop("l", constant(2), List.of(select("q1", "bal", "ACCOUNTS", is("id", "id")))),
                        update("u1", "ACCOUNTS", is("id", "id"), to("bal", result("q1.bal")))))
                .hasMessage("transaction move, step u1: no earlier SELECT 'q1'; accepted here: []");
    }

    @Test
    void eachRowNeedsALoop() {
        assertThatThrownBy(() -> program(
                        select("q1", "bal", "ACCOUNTS", is("id", "id")),
                        update("u1", "ACCOUNTS", is("id", "id"), to("bal", new Expression.Each("q1", "bal")))))
                .hasMessage("transaction move, step u1: each row of 'q1' outside a loop; name a row");
    }

    @Test
    void aLoopIsRepeatedUpToItsBoundUnderItsCount() {
        List<Statement> statements = EveryPart.program().txn("sweep").statements(2);

        assertThat(statements)
                .extracting(ProgramPrinter::print)
                .containsSubsequence(
                        "mark#1: INSERT INTO SEEN id = orders.id  IF count(orders) >= 1",
                        "raise#1: UPDATE ORDERS SET total = orders.total * 2, state = any(clerk#1) WHERE id = orders.id"
                                + "  IF count(orders) >= 1",
                        "mark#2: INSERT INTO SEEN id = orders[1].id  IF count(orders) >= 2",
                        "raise#2: UPDATE ORDERS SET total = orders[1].total * 2, state = any(clerk#2)"
                                + " WHERE id = orders[1].id"
                                + "  IF count(orders) >= 2",
                        "clear: DELETE FROM SEEN WHERE id <= last.id");
        assertThat(statements).hasSize(9);
    }

    @Test
    void aLoopInALoopRefersToItsOwnIteration() {
        var inner = new Loop(
                "inner",
                new Expression.Count("q1"),
                List.of(update("u1", "ACCOUNTS", is("id", new Expression.Each("q1", "id")), to("bal", constant(1)))));
        var outer = new Loop("outer", constant(2), List.of(select("q1", "id", "ACCOUNTS", Condition.always()), inner));

        assertThat(program(outer).txn("move").statements(2))
                .extracting(ProgramPrinter::print)
                .element(5)
                .isEqualTo("u1#2#2: UPDATE ACCOUNTS SET bal = 1 WHERE id = q1#2[1].id"
                        + "  IF 2 >= 2 AND count(q1#2) >= 2");
    }
}
