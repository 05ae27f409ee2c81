package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;

/** Increments become what they are on stores that have none. */
class SeparateReadsTest {

    private static final Table COUNTER = new Table("counter", List.of("id"), List.of("n"));

    private static Program program(Condition where) {
        var next = new Expression.Field("n").plus(new Expression.Parameter("by"));
        var update = new Statement.Update(
                "u", "counter", List.of(new Assignment("n", next)), where, Condition.always(), true);
        var origins = Map.of("u", new Origin("Counter.java", 7));
        return new Program(
                "counter",
                List.of(COUNTER),
                List.of(new TxnType("add", List.of("id", "by"), List.of(update), origins)));
    }

    private static final Program BY_KEY = program(Condition.is("id", new Expression.Parameter("id")));

    @Test
    void anIncrementIsARowReadAndThenWritten() {
        assertThat(ProgramPrinter.print(SeparateReads.of(BY_KEY))).contains("""
                  u-read: SELECT n FROM counter WHERE id = :id
                  u: UPDATE counter SET n = u-read.n + :by WHERE id = :id  IF count(u-read) > 0
                """);
    }

    @Test
    void bothStatementsStandWhereTheIncrementStands() {
        TxnType add = SeparateReads.of(BY_KEY).txn("add");

        assertThat(add.origins()).containsOnlyKeys("u", "u-read");
        assertThat(add.origin("u-read")).isEqualTo(add.origin("u"));
    }

    /** The mock store needs this, because each cell is a key there. */
    @Test
    void eachCellCanBeReadOnItsOwn() {
        Program cells = SeparateReads.ofCells(BY_KEY);

        assertThat(ProgramPrinter.print(cells)).contains("""
                  u.n: SELECT n FROM counter WHERE id = :id
                  u: UPDATE counter SET n = u.n.n + :by WHERE id = :id
                """);
        assertThat(cells.txn("add").origin("u.n")).isEqualTo(BY_KEY.txn("add").origin("u"));
    }

    /** An increment keeps at any level the update that is lost between the two statements. */
    @Test
    void updatesAreLostThatNoIncrementLoses() {
        assertThat(search(BY_KEY)).isZero();
        assertThat(search(SeparateReads.of(BY_KEY))).isPositive();
    }

    private static int search(Program program) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .find()
                .anomalies()
                .size();
    }

    @Test
    void anUpdateOfManyRowsStaysOneStatementAndIsNoLongerAtomic() {
        Program all = SeparateReads.of(program(Condition.always()));

        assertThat(ProgramPrinter.print(all))
                .contains("u: UPDATE counter SET n = n + :by")
                .doesNotContain("ATOMICALLY");
    }

    @Test
    void aTransactionStillCommitsOnlyIfItsConditionHolds() {
        TxnType add = BY_KEY.txn("add").committingIf(Condition.exists("u"));
        var program = new Program("counter", List.of(COUNTER), List.of(add));

        assertThat(SeparateReads.of(program).txn("add").commit()).isEqualTo(Condition.exists("u"));
    }
}
