package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class PromiseTest {

    @Test
    void postgresDocumentsRepeatableReadAsSnapshotIsolation() {
        assertThat(Promise.of("PostgreSQL 18.6", "repeatable-read")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
    }

    @Test
    void postgresPromisesNoSnapshotsBetweenServers() {
        String cluster = "PostgreSQL 18.6, 3 nodes, replication async";

        assertThat(Promise.of(cluster, "repeatable-read")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(Promise.of(cluster + ", reads at all", "repeatable-read")).isEmpty();
        assertThat(Promise.exception(cluster + ", reads at all", "repeatable-read"))
                .get()
                .asString()
                .contains("at one server");
        assertThat(Promise.of(cluster + ", reads at all", "read-committed")).contains(IsolationLevel.READ_COMMITTED);
    }

    @Test
    void patroniPromisesWhatPostgresDoes() {
        String cluster = "PostgreSQL 15.18, 3 nodes under Patroni, replication async";

        assertThat(Products.ofVersion(cluster))
                .contains(Products.named("patroni").orElseThrow());
        assertThat(Promise.of(cluster, "serializable")).contains(IsolationLevel.SERIALIZABLE);
        assertThat(Promise.of(cluster + ", reads at replicas", "repeatable-read"))
                .isEmpty();
        assertThat(Promise.exception(cluster + ", reads at replicas", "repeatable-read"))
                .isPresent();
    }

    @Test
    void postgresGivesReadCommittedToThoseWhoAskForLess() {
        assertThat(Promise.of("PostgreSQL 18.6", "read-uncommitted")).contains(IsolationLevel.READ_COMMITTED);
    }

    /**
     * The manual's promise about reads does not hold of transactions that write, unless the server refuses old
     * snapshots.
     */
    @Test
    void mariadbKeepsSnapshotsOnlyIfItIsToldTo() {
        String plain = "MariaDB 10.11.19";

        assertThat(Promise.of(plain, "repeatable-read")).contains(IsolationLevel.READ_COMMITTED);
        assertThat(Promise.of("MySQL 8.4.3", "repeatable-read")).contains(IsolationLevel.READ_COMMITTED);
        assertThat(Promise.of(plain + ", innodb_snapshot_isolation", "repeatable-read"))
                .contains(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(Promise.of(plain + ", innodb_snapshot_isolation", "serializable"))
                .contains(IsolationLevel.SERIALIZABLE);
        assertThat(Products.named("mariadb").orElseThrow().expected("repeatable-read"))
                .isEqualTo(IsolationLevel.REPEATABLE_READ);
    }

    @Test
    void galeraClaimsSnapshotsAndWarnsOfMore() {
        String cluster = "MariaDB 10.11.19, Galera 26.4.23, 3 nodes";

        assertThat(Promise.of(cluster, "repeatable-read")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(Promise.of(cluster, "serializable")).isEmpty();
        assertThat(Promise.exception(cluster, "serializable").orElseThrow()).contains("should be avoided");
        assertThat(Products.named("galera").orElseThrow().expected("serializable"))
                .isEqualTo(IsolationLevel.SERIALIZABLE);
    }

    @Test
    void urlsOfMysqlAreMariadbs() {
        assertThat(Products.servers().stream().filter(server -> server.isUrl("jdbc:mysql://h:3306/d")))
                .extracting(Product::name)
                .containsExactly("mariadb");
        assertThat(Products.servers().stream().filter(server -> server.isUrl("jdbc:mariadb://h:3306/d")))
                .extracting(Product::name)
                .containsExactly("mariadb");
    }

    @Test
    void theMockStorePromisesListsWhereOfTwoWritersOneSeesTheOther() {
        assertThat(Promise.of("mock store 0.1", "parallel-snapshot-isolation"))
                .contains(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION);
        assertThat(Promise.of("mock store 0.1", "prefix")).isEmpty();
        assertThat(Promise.exception("mock store 0.1", "prefix").orElseThrow()).contains("lists branch");
        assertThat(Promise.exception("mock store 0.1", "parallel-snapshot-isolation"))
                .isEmpty();
    }

    @Test
    void whereNothingIsPromisedTheLevelAskedForIsExpectedOfTheMockStore() {
        assertThat(Products.named("mock").orElseThrow().expected("causal")).isEqualTo(IsolationLevel.CAUSAL);
    }

    @Test
    void aDatabaseThatWeDoNotKnowPromisesNothing() {
        assertThat(Promise.of("Nameless 1.0", "serializable")).isEmpty();
    }
}
