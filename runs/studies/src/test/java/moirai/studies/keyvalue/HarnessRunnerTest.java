package moirai.studies.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.studies.keyvalue.HarnessRunner.Turns;
import moirai.studies.keyvalue.applications.Courseware;
import moirai.studies.keyvalue.applications.ShoppingCart;
import moirai.studies.keyvalue.applications.TreiberStack;
import moirai.studies.keyvalue.applications.Twitter;
import org.junit.jupiter.api.Test;

class HarnessRunnerTest {

    private static final Seed SEED = new Seed(5);

    @Test
    void oneSeedIsOneExecution() {
        for (KeyValueProgram program :
                List.of(new TreiberStack(), new Courseware(), new ShoppingCart(), new Twitter())) {
            for (int part = 0; part < 50; part++) {
                Seed seed = SEED.part(part);
                Harness harness = Harness.random(program, 3, 3, seed);
                Execution first = new HarnessRunner(IsolationLevel.CAUSAL).run(harness, seed);
                Execution second = new HarnessRunner(IsolationLevel.CAUSAL).run(harness, seed);

                assertThat(second.sessions()).isEqualTo(first.sessions());
                assertThat(txns(second)).isEqualTo(txns(first));
            }
        }
    }

    @Test
    void oneSeedIsOneHarness() {
        var stack = new TreiberStack();

        assertThat(Harness.random(stack, 2, 3, SEED))
                .hasToString(Harness.random(stack, 2, 3, SEED).toString());
    }

    @Test
    void inSequenceEachSessionRunsAlone() {
        var stack = new TreiberStack();
        var harness = new Harness(
                stack, List.of(List.of(stack.push(1), stack.push(2)), List.of(stack.pop()), List.of(stack.pop())));

        Execution execution = new HarnessRunner(IsolationLevel.CAUSAL, Turns.IN_SEQUENCE, 0).run(harness, SEED);

        List<Call> calls = execution.completed().toList();
        for (int index = 1; index < calls.size(); index++) {
            assertThat(calls.get(index - 1).isBefore(calls.get(index))).isTrue();
        }
    }

    @Test
    void transactionsOfOneOperationMayHaveOthersBetweenThem() {
        var stack = new TreiberStack();
        var harness = new Harness(stack, List.of(List.of(stack.push(1)), List.of(stack.push(2))));

        assertThat(IntStream.range(0, 50)
                        .mapToObj(part -> new HarnessRunner(IsolationLevel.CAUSAL).run(harness, SEED.part(part)))
                        .map(execution -> execution.completed().toList()))
                .anyMatch(calls ->
                        !calls.get(0).isBefore(calls.get(1)) && !calls.get(1).isBefore(calls.get(0)));
    }

    @Test
    void byOperationNothingComesBetween() {
        var stack = new TreiberStack();
        var harness = new Harness(stack, List.of(List.of(stack.push(1)), List.of(stack.push(2))));

        assertThat(IntStream.range(0, 50)
                        .mapToObj(part -> new HarnessRunner(IsolationLevel.CAUSAL, Turns.CHOSEN_BY_OPERATION, 0)
                                .run(harness, SEED.part(part)))
                        .map(execution -> execution.completed().toList()))
                .allMatch(calls ->
                        calls.get(0).isBefore(calls.get(1)) || calls.get(1).isBefore(calls.get(0)));
    }

    @Test
    void aPrologueComesBeforeAllAndMayBeMissed() {
        var cart = new ShoppingCart();
        var harness = new Harness(cart, List.of(cart.remove("I")), List.of(List.of(cart.show())));

        assertThat(IntStream.range(0, 50)
                        .mapToObj(part -> new HarnessRunner(IsolationLevel.CAUSAL).run(harness, SEED.part(part)))
                        .map(execution -> execution.observed().toString()))
                .contains("[[{1 I}]]", "[[{}]]");
    }

    private static List<Txn> txns(Execution execution) {
        History history = execution.store().history();
        return IntStream.range(0, history.txnCount()).mapToObj(history::txn).toList();
    }
}
