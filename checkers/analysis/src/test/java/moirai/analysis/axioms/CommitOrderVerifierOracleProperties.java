package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** The verifier against the definition: it has an objection to exactly the orders that do not show the level. */
class CommitOrderVerifierOracleProperties {

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return Arbitraries.randomValue(RandomHistories::next);
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void verifierAgreesOnRandomOrders(@ForAll("histories") KeyValueHistory history, @ForAll Random random) {
        var definition = new Definition(history);
        var order = new ArrayList<Integer>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            order.add(txn);
        }
        for (AxiomaticLevel level : Levels.ALL) {
            Collections.shuffle(order, random);
            assertAgreement(history, definition, level, order);
        }
    }

    /** Witnesses, orders that extend what they must, and both with neighbours swapped: close to right and wrong. */
    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void verifierAgreesOnWitnessesAndTheirMutants(@ForAll("histories") KeyValueHistory history, @ForAll Random random) {
        var force = new BruteForce(history);
        for (AxiomaticLevel level : Levels.ALL) {
            List<int[]> orders = force.orders(level.order());
            if (!orders.isEmpty()) {
                assertAgreementNear(history, force, level, CommitOrder.of(orders.get(random.nextInt(orders.size()))));
            }
            force.witness(level).ifPresent(order -> assertAgreementNear(history, force, level, order));
        }
    }

    private static void assertAgreementNear(
            KeyValueHistory history, BruteForce force, AxiomaticLevel level, CommitOrder order) {
        var txns = new ArrayList<Integer>();
        for (int at = 0; at < order.size(); at++) {
            txns.add(order.at(at));
        }
        assertAgreement(history, force.definition(), level, txns);
        for (int at = 0; at + 1 < order.size(); at++) {
            Collections.swap(txns, at, at + 1);
            assertAgreement(history, force.definition(), level, txns);
            Collections.swap(txns, at, at + 1);
        }
    }

    private static void assertAgreement(
            KeyValueHistory history, Definition definition, AxiomaticLevel level, List<Integer> order) {
        int[] txns = order.stream().mapToInt(Integer::intValue).toArray();
        boolean accepted = definition.accepts(level, txns);
        Optional<String> objection = CommitOrderVerifier.objection(history, level, CommitOrder.of(txns));
        if (accepted == objection.isPresent()) {
            assertThat(objection)
                    .as("%s, %s%n%s", level, order, AxiomNotation.format(history))
                    .matches(any -> any.isEmpty() == accepted);
        }
        Statistics.label("accepted").collect(accepted);
    }
}
