package moirai.studies.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import org.junit.jupiter.api.Test;

class DirectedSearchReportTest {

    @Test
    void bothSearchesFindTheSame() {
        Condition first = Condition.is("id", new Expression.Constant(0));
        var read = new Statement.Select("q1", "X", List.of("v"), first, Pick.all(), Condition.always());
        var one = new Assignment("v", new Expression.Result("q1", "v", 0).plus(new Expression.Constant(1)));
        var write = new Statement.Update("u1", "X", List.of(one), first, Condition.always(), false);
        var program = new Program(
                "counter",
                List.of(new Table("X", List.of("id"), List.of("v"))),
                List.of(new TxnType("increment", List.of(), List.of(read, write))));

        assertThat(DirectedSearchReport.lines(program))
                .containsPattern("counter at EC: pruned 2 anomalies, [0-9]+ questions, .* s; naive 2 anomalies, ")
                .containsPattern("counter at SI: pruned 0 anomalies, [0-9]+ questions, .* s; naive 0 anomalies, ");
    }
}
