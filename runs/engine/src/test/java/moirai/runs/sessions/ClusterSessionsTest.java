package moirai.runs.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.nemesis.Node;
import org.junit.jupiter.api.Test;

class ClusterSessionsTest {

    private final List<String> log = new ArrayList<>();

    /** A database that records its requests, and shows its tables at the third look. */
    private final class Remembering implements ClientFactory {

        private final String url;
        private int looks;

        private Remembering(Endpoint endpoint) {
            this.url = endpoint.url();
        }

        @Override
        public void prepare() {
            log.add("tables at " + url);
        }

        @Override
        public String databaseVersion() {
            return "Stub 1.0";
        }

        @Override
        public Client open(int session, LongSupplier clock) {
            return new Client() {
                @Override
                public Txn run(TxnPlan plan) {
                    looks++;
                    Outcome outcome =
                            url.endsWith("n2") && looks < 3 ? new Outcome.Aborted("42P01") : new Outcome.Committed();
                    log.add("look " + looks + " at " + url);
                    return new Txn(session, plan.ops(), outcome, 0, 0);
                }

                @Override
                public boolean isOpen() {
                    return true;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void close() {
            log.add("closed " + url);
        }
    }

    private ClusterSessions sessions(StubCluster cluster, ReadsAt readsAt) {
        return new ClusterSessions(cluster, readsAt, "3 nodes", Remembering::new);
    }

    @Test
    void everyOtherSlotOnlyReadsAndTheseTakeTheNodesInTurn() {
        try (var sessions = sessions(new StubCluster(3, true), ReadsAt.ALL)) {
            assertThat(readOnly(sessions, 0, 1, 2, 3, 4, 5)).containsExactly(false, true, false, true, false, true);
            assertThat(sessions.byNode())
                    .isEqualTo(Map.of("n1", List.of(0, 1, 2, 4), "n2", List.of(3), "n3", List.of(5)));
        }
    }

    @Test
    void readersAreAtReplicasAloneIfAskedFor() {
        try (var sessions = sessions(new StubCluster(3, true), ReadsAt.REPLICAS)) {
            assertThat(readOnly(sessions, 0, 1, 2, 3, 4, 5)).containsExactly(false, true, false, true, false, true);
            assertThat(sessions.byNode())
                    .isEqualTo(Map.of("n1", List.of(0, 2, 4), "n2", List.of(1, 5), "n3", List.of(3)));
        }
    }

    @Test
    void allSlotsAreAtThePrimaryUnlessOthersAreAskedFor() {
        try (var sessions = sessions(new StubCluster(3, true), ReadsAt.PRIMARY)) {
            assertThat(readOnly(sessions, 0, 1, 2)).containsOnly(false);
            assertThat(sessions.byNode()).isEqualTo(Map.of("n1", List.of(0, 1, 2)));
        }
    }

    @Test
    void slotsAreAtAllNodesWhereAllTakeWrites() {
        try (var sessions = sessions(new StubCluster(3, false), ReadsAt.PRIMARY)) {
            assertThat(readOnly(sessions, 0, 1, 2)).containsOnly(false);
            assertThat(sessions.byNode()).containsOnlyKeys("n1", "n2", "n3");
        }
    }

    @Test
    void slotsThatWriteGoWhereThePrimaryWentAndReadersStay() {
        var cluster = new StubCluster(3, true);
        try (var sessions = sessions(cluster, ReadsAt.ALL)) {
            cluster.promote(cluster.nodes().get(2));

            assertThat(readOnly(sessions, 0, 3, 5)).containsExactly(false, true, true);
            assertThat(sessions.byNode()).isEqualTo(Map.of("n2", List.of(3), "n3", List.of(0, 5)));
        }
    }

    @Test
    void noSlotWritesAsLongAsThereIsNoPrimary() {
        var cluster = new StubCluster(3, true);
        try (var sessions = sessions(cluster, ReadsAt.ALL)) {
            cluster.nodes().getFirst().kill();

            assertThatThrownBy(() -> sessions.open(0, 0, () -> 0L))
                    .isInstanceOf(ClientException.class)
                    .hasMessage("no node that runs is the primary");
            assertThat(readOnly(sessions, 3)).containsExactly(true);
        }
    }

    @Test
    void tablesAreAwaitedWhereSessionsWillBe() {
        var cluster = new StubCluster(2, true);
        try (var sessions = sessions(cluster, ReadsAt.ALL)) {
            sessions.prepare(TxnPlan.of());

            assertThat(log)
                    .containsExactly(
                            "tables at stub:n1",
                            "look 1 at stub:n1",
                            "look 1 at stub:n2",
                            "look 2 at stub:n2",
                            "look 3 at stub:n2");
            assertThat(sessions.databaseVersion()).isEqualTo("Stub 1.0, 3 nodes");
            assertThat(sessions.byNode()).isEmpty();
        }
        assertThat(log).endsWith("closed stub:n1", "closed stub:n2");
    }

    @Test
    void sessionCanBeOpenedAtAnyNode() {
        var cluster = new StubCluster(2, true);
        try (var sessions = sessions(cluster, ReadsAt.PRIMARY)) {
            Node replica = cluster.nodes().get(1);

            sessions.openAt(replica, 7, () -> 0L).close();

            assertThat(sessions.byNode()).isEqualTo(Map.of("n2", List.of(7)));
        }
    }

    private static List<Boolean> readOnly(ClusterSessions sessions, int... slots) {
        var readOnly = new ArrayList<Boolean>();
        for (int slot : slots) {
            readOnly.add(sessions.open(slot, slot, () -> 0L).isReadOnly());
        }
        return readOnly;
    }
}
