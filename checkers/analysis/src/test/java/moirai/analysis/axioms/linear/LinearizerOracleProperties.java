package moirai.analysis.axioms.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.BruteForce;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Linearizability of registers against all orders of transactions. */
class LinearizerOracleProperties {

    private static final AxiomaticLevel STRICT = new AxiomaticLevel(Axiom.SERIAL, BaseOrder.REALTIME);
    private static final AxiomaticLevel STRONG_SNAPSHOT = new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.REALTIME);

    private static final int TXNS_MAX = 6;

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return Arbitraries.randomValue(LinearizerOracleProperties::next);
    }

    /** What the search decides in steps follows at once: the same decision, with an order or suspects that show it. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void decidesAsAllOrdersDo(@ForAll("histories") KeyValueHistory history) {
        boolean holds = new BruteForce(history).satisfies(STRICT);
        switch (Linearizer.decide(history).orElseThrow()) {
            case Decision.Ordered(CommitOrder order) -> {
                assertThat(holds).isTrue();
                assertThat(CommitOrderVerifier.objection(history, STRICT, order))
                        .isEmpty();
            }
            case Decision.Impossible(List<Integer> ids) -> {
                assertThat(holds).isFalse();
                var suspects = new BitSet();
                ids.forEach(suspects::set);
                assertThat(new BruteForce(history.restrictedTo(suspects)).satisfies(STRICT))
                        .isFalse();
            }
            case Decision.Undecided(String reason) -> throw new AssertionError(reason);
        }
        Statistics.label("linearizable").collect(holds).coverage(coverage -> {
            coverage.check(true).count(count -> count > 0);
            coverage.check(false).count(count -> count > 0);
        });
    }

    /** Snapshots of one key are no weaker: where they contradict real time, every serial order does. */
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void strongSnapshotsAreStrictlySerializable(@ForAll("histories") KeyValueHistory history) {
        var force = new BruteForce(history);
        assertThat(force.satisfies(STRONG_SNAPSHOT)).isEqualTo(force.satisfies(STRICT));
    }

    /** Transactions on one key each, of a store that runs them in a hidden order and lies about some reads. */
    private static KeyValueHistory next(Random random) {
        int count = 1 + random.nextInt(TXNS_MAX);
        int keys = 1 + random.nextInt(2);
        int sessions = 1 + random.nextInt(count);
        double lies = random.nextInt(3) / 3.0;
        var history = new KeyValueHistory.Builder(true);
        int[] key = new int[count];
        int[] kind = new int[count];
        for (int txn = 0; txn < count; txn++) {
            key[txn] = random.nextInt(keys);
            kind[txn] = random.nextInt(3);
        }
        long[] ended = new long[sessions];
        int[] latest = new int[keys];
        Arrays.fill(latest, KeyValueHistory.INITIAL);
        for (int txn = 0; txn < count; txn++) {
            int session = random.nextInt(sessions);
            long start = Math.max(ended[session] + 1, 10L * txn - random.nextInt(15));
            boolean isLost = random.nextInt(8) == 0;
            long end = isLost ? Long.MAX_VALUE : Math.max(start, 10L * txn + random.nextInt(15));
            if (isLost) {
                // Who never ended has no successor: another session goes on.
                history.txn(sessions + txn, start, end, txn);
            } else {
                ended[session] = end;
                history.txn(session, start, end, txn);
            }
            if (kind[txn] != 1) {
                history.read(key[txn], random.nextDouble() < lies ? any(random, txn, key, kind) : latest[key[txn]]);
            }
            if (kind[txn] != 0) {
                history.write(key[txn]);
                latest[key[txn]] = txn;
            }
        }
        return history.build();
    }

    private static int any(Random random, int reader, int[] key, int... kind) {
        var writers = new ArrayList<Integer>(List.of(KeyValueHistory.INITIAL));
        for (int txn = 0; txn < key.length; txn++) {
            if (txn != reader && kind[txn] != 0 && key[txn] == key[reader]) {
                writers.add(txn);
            }
        }
        return writers.get(random.nextInt(writers.size()));
    }
}
