package moirai.reenactment.cassandra;

import static moirai.directed.examples.Parts.constant;
import static moirai.directed.examples.Parts.is;
import static moirai.directed.examples.Parts.parameter;
import static moirai.directed.examples.Parts.where;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlChannel.Request;
import moirai.directed.execution.Knowledge;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.reenactment.cassandra.CqlTables.Stamp;
import org.junit.jupiter.api.Test;

class CqlTablesTest {

    private static final Table SEATS = new Table("Seats", List.of("flight", "seat"), List.of("price"));
    private static final CqlTables TABLES = new CqlTables(new Program("p", List.of(SEATS), List.of()), 4);
    private static final Knowledge KNOWLEDGE = new Knowledge(Map.of("f", 7, "s", 2));

    private static Request select(Condition where) {
        return TABLES.select(SEATS, where, KNOWLEDGE, 12, Consistency.ONE);
    }

    @Test
    void eachRowIsAPartitionOfOneAttemptAndNothingIsRepairedByReads() {
        assertThat(TABLES.create())
                .containsExactly("CREATE TABLE IF NOT EXISTS moirai_cases.p4_t0 (\"moirai attempt\" int,"
                        + " \"moirai is there\" int, \"flight\" int, \"seat\" int, \"price\" int,"
                        + " PRIMARY KEY ((\"moirai attempt\", \"flight\", \"seat\"))) WITH read_repair = 'NONE'"
                        + " AND speculative_retry = 'NEVER' AND additional_write_policy = 'NEVER'");
    }

    @Test
    void aWholeKeyIsAskedForWhicheverSideOfTheEqualSignItIsOn() {
        var seat = new Condition.Compare(parameter("s"), Operator.EQUAL, new Expression.Field("seat"));

        Request byKey = select(where(is("flight", "f"), seat, is("price", constant(3))));

        assertThat(byKey.text()).endsWith("\"moirai attempt\" = ? AND \"flight\" = ? AND \"seat\" = ?");
        assertThat(byKey.values()).containsExactly(12, 7, 2);
    }

    @Test
    void aPartOfTheKeyIsNotEnoughAndReadsAllRowsOfTheAttempt() {
        Request all = select(is("flight", "f"));

        assertThat(all.text()).endsWith("FROM moirai_cases.p4_t0 WHERE \"moirai attempt\" = ? ALLOW FILTERING");
        assertThat(all.values()).containsExactly(12);
    }

    @Test
    void writesNameTheKeyAndCarryTheirTime() {
        var stamp = new Stamp(12, 1_000_000L, Consistency.TWO);
        Map<String, Integer> key = Map.of("flight", 7, "seat", 2);

        assertThat(TABLES.update(SEATS, key, Map.of("price", 9), stamp))
                .isEqualTo(new Request(
                        "UPDATE moirai_cases.p4_t0 SET \"price\" = ? WHERE \"moirai attempt\" = ? AND \"flight\" = ?"
                                + " AND \"seat\" = ?",
                        List.of(9, 12, 7, 2),
                        Consistency.TWO,
                        1_000_000L));
        assertThat(TABLES.delete(SEATS, key, stamp).values()).containsExactly(12, 7, 2);
    }
}
