package moirai.directed.search;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Numbers;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import org.junit.jupiter.api.Test;

class AnomalySearchTest {

    private static Analysis analysis(Program program, Levels levels) {
        return new AnomalySearch(program, levels, Bounds.SMALL).find();
    }

    private static Program counter(Statement... statements) {
        return new Program("counter", List.of(table("X", "id", "v")), List.of(txn("increment", "", statements)));
    }

    @Test
    void theAnswerNamesItsBoundsAndShowsAnExecution() {
        Analysis found = analysis(TextbookAnomaly.LOST_UPDATE.program(), Levels.all(Promises.READ_COMMITTED));

        assertThat(found.internal()).isEqualTo(found.anomalies());
        assertThat(found.program() + " at " + found.levels().text() + "\n"
                        + found.bounds().text(Numbers.NATURAL) + "\n"
                        + found.anomalies().stream()
                                .map(anomaly -> anomaly.cycle() + "\n"
                                        + anomaly.scenario().text())
                                .collect(Collectors.joining()))
                .isEqualTo("""
                        lost-update at RC
                        up to 2 transactions, cycles of up to 4 edges, 2 rows a table, numbers from 0 to 7,\
                         loops up to 1 times
                        T0 payment.u1..q1 -RW-> T1 payment.u1..q1 -RW-> T0
                          row X(id=0, v=0)
                          T0 = payment(amount=1) at RC
                          T1 = payment(amount=2) at RC
                          T1.q1
                          T1.u1
                          T0.q1 does not see T1.u1
                          T0.u1
                        T0 payment.u1..q1 -RW-> T1 payment.u1 -WW-> T0
                          row X(id=0, v=0)
                          T0 = payment(amount=1) at RC
                          T1 = payment(amount=2) at RC
                          T1.q1
                          T1.u1
                          T0.q1 does not see T1.u1
                          T0.u1
                        """);
    }

    @Test
    void theSameSearchGivesTheSameAnswer() {
        for (TextbookAnomaly anomaly : TextbookAnomaly.values()) {
            Levels levels = Levels.all(Promises.EVENTUAL);

            assertThat(analysis(anomaly.program(), levels)).isEqualTo(analysis(anomaly.program(), levels));
        }
    }

    /** The model of a cycle is decided by wishes, not by what the solver learnt from other cycles before. */
    @Test
    void theExecutionOfACycleDoesNotDependOnOtherCycles() {
        Program program = TextbookAnomaly.READ_ONLY_ANOMALY.program();
        Analysis all = analysis(program, Levels.all(Promises.EVENTUAL));
        Analysis one = new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .find(List.of("withdraw", "withdraw"));

        assertThat(one.anomalies()).isNotEmpty();
        assertThat(all.anomalies()).containsAll(one.anomalies());
    }

    @Test
    void anIncrementInOneStepLosesNoUpdate() {
        Statement.Update increment =
                update("u1", "X", is("id", constant(0)), to("v", field("v").plus(constant(1))));

        assertThat(analysis(counter(atomically(increment)), Levels.all(Promises.EVENTUAL))
                        .anomalies())
                .isEmpty();
        assertThat(analysis(
                                counter(increment, update("u2", "X", is("id", constant(0)), to("v", constant(1)))),
                                Levels.all(Promises.EVENTUAL))
                        .anomalies())
                .isNotEmpty();
    }

    @Test
    void oneSerializableTransactionIsNotEnoughAgainstWriteSkew() {
        Program program = TextbookAnomaly.WRITE_SKEW.program();
        var one = new Levels(Promises.SNAPSHOT, Map.of("copyX", Promises.SERIALIZABLE));
        var both =
                new Levels(Promises.SNAPSHOT, Map.of("copyX", Promises.SERIALIZABLE, "copyY", Promises.SERIALIZABLE));

        assertThat(analysis(program, one).anomalies()).isNotEmpty();
        assertThat(analysis(program, both).anomalies()).isEmpty();
    }

    @Test
    void aLevelForATransactionThatDoesNotExistIsRefused() {
        var levels = new Levels(Promises.SNAPSHOT, Map.of("copyZ", Promises.SERIALIZABLE));

        assertThatThrownBy(() -> analysis(TextbookAnomaly.WRITE_SKEW.program(), levels))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no transaction copyZ in program write-skew; there are [copyX, copyY]");
    }

    @Test
    void boundsThatCannotBeAreRefusedWithTheirRange() {
        assertThatThrownBy(() -> new Bounds(2, 4, 4, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows: 4; accepted: 1 to 3");
        assertThatThrownBy(() -> new Bounds(1, 4, 2, 3, 1)).hasMessage("transactions: 1; accepted: 2 to 8");
    }

    /** Anomalies that share executions get readable ones of their own on demand. */
    @Test
    void anAnomalyOfASharedExecutionGetsAReadableOneWithTheSameConflicts() {
        Program program = TextbookAnomaly.LOST_UPDATE.program();
        var search = new AnomalySearch(program, Levels.all(Promises.READ_COMMITTED), Bounds.SMALL);
        List<Anomaly> own = search.find().anomalies();
        List<Anomaly> shared = search.ownExecutionsUpTo(0).find().anomalies();
        OwnExecutions executions = search.ownExecutions();

        assertThat(shared).isNotEqualTo(own);
        assertThat(shared.stream().map(executions::of).toList()).isEqualTo(own);
    }
}
