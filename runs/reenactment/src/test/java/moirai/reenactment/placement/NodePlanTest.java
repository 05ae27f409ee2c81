package moirai.reenactment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Scenario;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.execution.Execution;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;

class NodePlanTest {

    private static Scenario.Turn turn(int call, String label, String... missed) {
        return new Scenario.Turn(call, label, List.of(missed));
    }

    private static Scenario.InitialRow row(int id) {
        Map<String, Integer> values = new LinkedHashMap<>();
        values.put("id", id);
        values.put("v", 0);
        return new Scenario.InitialRow("X", values);
    }

    private static Execution execution(TextbookAnomaly anomaly, List<Scenario.Call> calls, Scenario.Turn... turns) {
        return Execution.of(anomaly.program(), new Scenario(List.of(row(0), row(1)), calls, List.of(turns)), 1);
    }

    private static Scenario.Call call(String txn, Map<String, Integer> arguments) {
        return new Scenario.Call(txn, Promises.EVENTUAL, arguments);
    }

    private static List<String> told(Placing placing) {
        var told = new ArrayList<String>();
        if (placing instanceof Placing.Placed(var turns)) {
            turns.forEach(at -> told.add(at + " reaches " + at.reaches() + " handed " + at.handed()));
        }
        return told;
    }

    private static Execution lostUpdate() {
        return execution(
                TextbookAnomaly.LOST_UPDATE,
                List.of(call("payment", Map.of("amount", 1)), call("payment", Map.of("amount", 2))),
                turn(0, "q1"),
                turn(0, "u1"),
                turn(1, "q1", "T0.u1"),
                turn(1, "u1"));
    }

    /** The second one has not heard of the first: its node is cut off while the first one writes. */
    @Test
    void anUpdateIsLostAtTwoNodesThatAreCutOffFromEachOther() {
        assertThat(told(NodePlan.of(lostUpdate(), 2)))
                .containsExactly(
                        "at n1 reaches [] handed []",
                        "at n1, cut off from n2 reaches [] handed []",
                        "at n2, cut off from n1 reaches [] handed []",
                        "at n2, cut off from n1 reaches [] handed []");
    }

    @Test
    void oneNodeIsNotEnoughWhereAWriteIsMissed() {
        assertThat(NodePlan.of(lostUpdate(), 1))
                .isEqualTo(new Placing.Unplaceable("T0.u1, T1.q1 see too different things for 1 node"));
    }

    /** Each reader sees the write of its own side and misses the other's: two sides, and both know what is theirs. */
    @Test
    void aLongForkIsTwoNodesWithAWriterAndAReaderEach() {
        Execution fork = execution(
                TextbookAnomaly.LONG_FORK,
                List.of(
                        call("writeX", Map.of("v", 1)),
                        call("look", Map.of()),
                        call("writeY", Map.of("v", 1)),
                        call("look", Map.of())),
                turn(0, "u1"),
                turn(2, "u1"),
                turn(1, "q1"),
                turn(1, "q2", "T2.u1"),
                turn(3, "q1", "T0.u1"),
                turn(3, "q2"));

        assertThat(told(NodePlan.of(fork, 2))).hasSize(6).anyMatch(line -> line.contains("cut off"));
    }

    /** It misses the write at first and sees it at the same node later: somebody has to bring it there. */
    @Test
    void aWriteThatIsMissedAndSeenLaterIsHandedOver() {
        Execution twice = execution(
                TextbookAnomaly.NON_REPEATABLE_READ,
                List.of(call("write", Map.of("v", 1)), call("readTwice", Map.of())),
                turn(0, "u1"),
                turn(1, "q1", "T0.u1"),
                turn(1, "q2"));

        assertThat(told(NodePlan.of(twice, 3)))
                .containsExactly(
                        "at n1, cut off from n2 reaches [] handed []",
                        "at n2, cut off from n1 reaches [] handed []",
                        "at n2, cut off from n1 reaches [] handed [0]");
    }

    @Test
    void noNodesAreRefused() {
        assertThatThrownBy(() -> NodePlan.of(lostUpdate(), 0)).hasMessage("0 nodes: expected at least 1");
    }
}
