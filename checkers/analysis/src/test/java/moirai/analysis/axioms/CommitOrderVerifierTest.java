package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommitOrderVerifierTest {

    private static Optional<String> objection(String notation, Axiom axiom, BaseOrder base, int... order) {
        return CommitOrderVerifier.objection(
                AxiomNotation.parse(notation), new AxiomaticLevel(axiom, base), CommitOrder.of(order));
    }

    @Test
    void whatIsNoOrderOfTheTransactionsIsRefused() {
        String two = "T0 s0 wx\nT1 s1 wx\n";

        assertThat(objection(two, Axiom.NONE, BaseOrder.NONE, 0))
                .contains("an order of 1 transactions, but the history has 2");
        assertThat(objection(two, Axiom.NONE, BaseOrder.NONE, 1, 1))
                .contains("T1 at place 1 is in the order twice or not in the history");
        assertThat(objection(two, Axiom.NONE, BaseOrder.NONE, 0, 2))
                .contains("T2 at place 1 is in the order twice or not in the history");
        assertThat(objection(two, Axiom.NONE, BaseOrder.NONE, -1, 0))
                .contains("T-1 at place 0 is in the order twice or not in the history");
        assertThat(objection(two, Axiom.SERIAL, BaseOrder.REALTIME, 1, 0)).isEmpty();
    }

    @Test
    void objectionSaysWhoHasToPrecedeWhom() {
        assertThat(objection("T0 s0 wx\nT1 s1 rx=T0\n", Axiom.NONE, BaseOrder.NONE, 1, 0))
                .contains("T0 has to commit before T1, which reads key 0 from it");
        assertThat(objection("T0 s0 wx\nT1 s0 wy\n", Axiom.NONE, BaseOrder.SESSION, 1, 0))
                .contains("T0 has to commit before T1, its successor in session 0");
        assertThat(objection("T0 s0 [0,1] wx\nT1 s1 [2,3] wy\n", Axiom.NONE, BaseOrder.REALTIME, 1, 0))
                .contains("T0 has to commit before T1, which began after it had ended");
        assertThat(objection("T0 s0 wx\nT1 s0 wy\n", Axiom.MONOTONIC_WRITES, BaseOrder.NONE, 1, 0))
                .contains("T0 has to commit before T1, which writes later in session 0");
        assertThat(objection("T0 s0 wx\nT1 s1 rx=T0\nT2 s1 wx\n", Axiom.WRITES_FOLLOW_READS, BaseOrder.NONE, 2, 0, 1))
                .contains("T0 has to commit before T2, which writes after its session 1 read from it");
    }

    @Test
    void objectionSaysWhatIsKnownOfVersions() {
        assertThat(objection("T0 s0 wx\nT1 s1 wx\nx T0 T1\n", Axiom.NONE, BaseOrder.NONE, 1, 0))
                .contains("T0 has to commit before T1, which is known to overwrite its version of key 0");
        assertThat(objection("T0 s0 wx\nT1 s1 wx\nx T0\n", Axiom.NONE, BaseOrder.NONE, 1, 0))
                .contains("T0 has to commit before T1, whose version of key 0 comes later");
    }

    @Test
    void objectionNamesTheReadThatMissesAVisibleWrite() {
        assertThat(objection("T0 s0 wx\nT1 s1 rx=0\n", Axiom.SERIAL, BaseOrder.NONE, 0, 1))
                .contains("T1 reads key 0 from the initial state, but T0 overwrote it, commits later and is visible"
                        + " to T1");
        assertThat(objection("T0 s0 wx\nT1 s1 wx\nT2 s2 rx=T0\n", Axiom.SERIAL, BaseOrder.NONE, 0, 1, 2))
                .contains("T2 reads key 0 from T0, but T1 overwrote it, commits later and is visible to T2");
    }

    @Test
    void emptyHistoryNeedsNoTransactions() {
        for (AxiomaticLevel level : Levels.ALL) {
            assertThat(CommitOrderVerifier.objection(
                            new KeyValueHistory.Builder(true).build(), level, CommitOrder.of()))
                    .isEmpty();
        }
    }

    /** A serial execution of 2,000 transactions in 20 sessions over 10 hot keys, by its own order. */
    @Test
    void largeSerialHistoryIsAcceptedAtEveryLevel() {
        var random = new Random(1);
        var builder = new KeyValueHistory.Builder(true);
        int[] latest = random.ints(10, -1, 0).toArray();
        int[] order = new int[2_000];
        for (int txn = 0; txn < order.length; txn++) {
            order[txn] = txn;
            builder.txn(random.nextInt(20), 2L * txn, 2L * txn + 1, txn);
            for (int read = 0; read < 3; read++) {
                int key = random.nextInt(latest.length);
                builder.read(key, latest[key]);
            }
            int key = random.nextInt(latest.length);
            builder.write(key);
            latest[key] = txn;
        }
        KeyValueHistory history = builder.build();

        assertThat(Levels.ALL)
                .allSatisfy(level -> assertThat(CommitOrderVerifier.objection(history, level, CommitOrder.of(order)))
                        .isEmpty());
    }
}
