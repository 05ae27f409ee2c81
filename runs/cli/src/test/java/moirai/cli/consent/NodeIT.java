package moirai.cli.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.clients.Endpoint;
import moirai.clients.Location;
import moirai.clients.Mark;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlClusterFactory;
import moirai.clients.cql.CqlConsent;
import moirai.clients.cql.CqlMode;
import moirai.clients.cql.CqlOptions;
import moirai.history.DataModel;
import moirai.nemesis.cassandra.CassandraCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests by the audit log of a real node that Moirai keeps away from Cassandra clusters that exist. */
@Timeout(120)
class NodeIT {

    @SuppressWarnings("NullAway.Init")
    private static TestedNode node;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startNode() {
        assumeTrue(CassandraCluster.problem().isEmpty(), "skipped: needs a JDK 17");
        node = new TestedNode();
    }

    @AfterAll
    static void stopNode() {
        if (node != null) {
            node.close();
        }
    }

    private static CqlConsent consent() {
        return new CqlConsent(new Endpoint("cql://" + node.node(), TestedNode.USER, TestedNode.PASSWORD));
    }

    private static Cli.Ended as(String owner, String... arguments) {
        return Cli.with(Map.of("PW", TestedNode.PASSWORD, "SU", TestedNode.SUPERUSER, "MOIRAI_OWNER", owner))
                .run(arguments);
    }

    private static String[] at(String... rest) {
        var all = new ArrayList<>(List.of(rest));
        all.addAll(List.of("--node", node.node(), "--user", TestedNode.USER, "--password", "env:PW"));
        return all.toArray(String[]::new);
    }

    private Cli.Ended run(String owner, String... rest) {
        var all = new ArrayList<>(List.of("run", "--store", directory.toString()));
        all.addAll(List.of("--time-limit", "1", "--min-committed", "0", "-c", "4"));
        all.addAll(List.of(rest));
        return as(owner, at(all.toArray(String[]::new)));
    }

    private static void marked(String owner) {
        Cli.Ended ended = as(owner, at("target", "mark"));
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    /** Refused with this line, and the node has executed no statement that writes. */
    private void assertRefused(Cli.Ended ended, int mark, String... contents) throws IOException {
        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(253);
        assertThat(ended.err())
                .contains(contents)
                .startsWith("moirai: refused: ")
                .doesNotContain(TestedNode.PASSWORD);
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(TestedNode.writing(node.since(mark))).isEmpty();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("nothing is kept of a run that was refused").isEmpty();
        }
    }

    @Test
    void anUnmarkedClusterIsRefusedAfterALookThatOnlyReads() throws IOException {
        consent().withdraw();
        int mark = node.mark();

        assertRefused(
                run("ann"),
                mark,
                "database 'moirai' is not marked",
                ": moirai target mark --node " + node.node() + " --user tester --password env:PW\n");

        // Of what is read in Cassandra's own tables the log says nothing.
        assertThat(node.since(mark)).anyMatch(statement -> statement.contains("LIST ROLES OF 'tester'"));
    }

    @Test
    void aNameLikeProductionIsNotEvenConnectedTo() throws IOException {
        int mark = node.mark();

        assertRefused(run("ann", "--datacenter", "prod-east"), mark, "'prod-east' looks like production");

        assertThat(node.since(mark)).isEmpty();
    }

    @Test
    void aMarkThatHasExpiredOrIsSomebodyElsesOrOfAnotherClusterIsRefused() throws IOException {
        var found = consent().inspect().location();
        consent().give(Mark.of(found, "test", "ann", false, Instant.now().minusSeconds(1)));
        int mark = node.mark();
        assertRefused(run("ann"), mark, "has expired at ", ": moirai target mark --node ");

        Instant end = Instant.now().plus(Duration.ofHours(1));
        consent().give(Mark.of(found, "test", "ann", false, end));
        mark = node.mark();
        assertRefused(run("bob"), mark, "is of 'ann', and you are 'bob'; ask them, or: ", "--take-over");
        assertRefused(as("bob", at("target", "release")), mark, "is marked by 'ann'", "--take-over");

        var elsewhere = new Location("moirai", "cassandra 7");
        consent().give(Mark.of(elsewhere, "test", "ann", false, end));
        mark = node.mark();
        assertRefused(run("ann"), mark, "made for another database or server");
    }

    @Test
    void aSuperuserAndTablesOfOthersAreRefusedEvenWithAMark() throws IOException {
        marked("ann");
        int mark = node.mark();
        Cli.Ended ended = as(
                "ann",
                "run",
                "--store",
                directory.toString(),
                "--node",
                node.node(),
                "--user",
                TestedNode.SUPERUSER,
                "--password",
                "env:SU");
        assertRefused(ended, mark, "'cassandra' is a super-user", "--allow-superuser\n");

        node.execute("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.execute("CREATE TABLE shop.customers (id int PRIMARY KEY)");
        try {
            assertRefused(run("ann"), mark, "(shop.customers); take an empty one, or: ", "--shared-database\n");
        } finally {
            node.execute("DROP KEYSPACE shop");
        }
    }

    /** The check on the log would notice a run that writes, and such a run leaves the mark alone. */
    @ParameterizedTest
    @CsvSource({"append, v = v + ?", "register, v = ?"})
    void aMarkedClusterIsWrittenToAndLeftAsItWas(String workload, String change) throws IOException {
        marked("ann");
        int mark = node.mark();

        Cli.Ended ended = run("ann", "-w", workload);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(TestedNode.writing(node.since(mark)))
                .anyMatch(statement -> statement.contains("CREATE KEYSPACE moirai_run_"))
                .anyMatch(statement -> statement.contains("SET " + change + " WHERE k = ? IF v = ?"))
                .anyMatch(statement -> statement.contains("DROP KEYSPACE IF EXISTS moirai_run_"));
        assertThat(node.keyspaces()).containsExactly("moirai_target");
        assertThat(as("ann", at("target", "show")).out())
                .contains("owner        ann", "a run may write here")
                .doesNotContain("refused", "tables");
        assertNoPassword();
    }

    private void assertNoPassword() throws IOException {
        int looked = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(bytes.contains(TestedNode.PASSWORD))
                        .as("in %s", file)
                        .isFalse();
                looked++;
            }
        }
        assertThat(looked).as("files").isPositive();
    }

    /** A release leaves it alone; a mark that is dropped by hand takes the lease of the run with it. */
    @Test
    void oneRunAtATimeHasTheClusterAndOneThatLosesItIsNotJudged() throws Exception {
        marked("ann");
        Path password = Files.writeString(directory.resolve("password"), TestedNode.PASSWORD + "\n");
        try (var child = ChildProcess.start(
                directory,
                Map.of("MOIRAI_OWNER", "ann"),
                "run",
                "--time-limit",
                "60",
                "--node",
                node.node(),
                "--user",
                TestedNode.USER,
                "--password",
                "file:" + password)) {
            child.awaitRecorded(directory.resolve("store"), 1_000);
            List<String> first = node.keyspaces();

            Cli.Ended second = run("ann");
            assertThat(second.code()).as("%s%s", second.out(), second.err()).isEqualTo(253);
            assertThat(second.err()).contains("moirai: refused: another run is using this cluster: moirai_run_");
            Cli.Ended release = as("ann", at("target", "release"));

            assertThat(release.code()).as("%s%s", release.out(), release.err()).isEqualTo(252);
            assertThat(release.out()).contains("LEFT moirai_run_", ", which a run that lives uses, or");
            assertThat(first).hasSize(2).contains("moirai_target");
            assertThat(release.out())
                    .contains("STILL MARKED ", "is free within 30 s")
                    .doesNotContain("released");
            assertThat(node.keyspaces()).isEqualTo(first);
            node.execute("DROP KEYSPACE moirai_target");
            child.signal("INT");
            assertThat(child.exitCode()).as(child.output()).isEqualTo(2);
            assertThat(child.output().replaceAll("\\s+", " "))
                    .contains("this run has lost the cluster to others", "is judged");
            Cli.Ended check = as(
                    "ann", "check", directory.resolve("store").resolve("latest").toString());
            assertThat(check.code()).as("%s%s", check.out(), check.err()).isEqualTo(2);
            assertThat(check.words()).contains("warning: ", "this run has lost the cluster to others");
        }
        assertThat(node.keyspaces()).isEmpty();
    }

    @Test
    void whatAKilledRunHasLeftIsRemovedByReleaseButNotWhatOnlyLooksLikeIt() {
        marked("ann");
        String replication = " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
        node.execute("CREATE KEYSPACE moirai_run_0123456789ab" + replication);
        node.execute("CREATE TABLE moirai_run_0123456789ab.lists_0123456789ab (k int PRIMARY KEY)"
                + " WITH comment = 'made by Moirai for one run'");
        node.execute("GRANT DROP ON KEYSPACE moirai_run_0123456789ab TO " + TestedNode.USER);
        node.execute("CREATE KEYSPACE moirai_run_00000000cafe" + replication);
        node.execute("CREATE TABLE moirai_run_00000000cafe.mine (k int PRIMARY KEY)");
        try {
            Cli.Ended release = as("ann", at("target", "release"));

            assertThat(release.code()).as("%s%s", release.out(), release.err()).isEqualTo(252);
            assertThat(release.out())
                    .contains(
                            "dropped moirai_run_0123456789ab.lists", "LEFT moirai_run_00000000cafe.mine", "released ");
            assertThat(node.keyspaces()).containsExactly("moirai_run_00000000cafe");
        } finally {
            node.execute("DROP KEYSPACE moirai_run_00000000cafe");
        }
    }

    /** Nobody holds it any more, but nobody knows that before it expires. */
    @Test
    void aReleaseKeepsTheMarkUntilTheLeaseOfAKilledRunHasExpired() {
        marked("ann");
        node.execute("UPDATE moirai_target.run USING TTL 60 SET holder = 'moirai_run_0123456789ab' WHERE id = 0"
                + " IF holder = null");

        Cli.Ended early = as("ann", at("target", "release"));
        assertThat(early.code()).as("%s%s", early.out(), early.err()).isEqualTo(252);
        assertThat(early.out()).contains("STILL MARKED ", "moirai_run_0123456789ab", "is free within 30 s");
        assertThat(node.keyspaces()).containsExactly("moirai_target");

        node.execute("DELETE holder FROM moirai_target.run WHERE id = 0 IF EXISTS");
        Cli.Ended late = as("ann", at("target", "release"));
        assertThat(late.code()).as("%s%s", late.out(), late.err()).isZero();
        assertThat(node.keyspaces()).isEmpty();
    }

    @Test
    void aKeyspaceWhoseRunWasKilledBeforeItMadeATableIsRemoved() {
        marked("ann");
        node.execute("CREATE KEYSPACE moirai_run_0123456789ab"
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.execute("GRANT DROP ON KEYSPACE moirai_run_0123456789ab TO " + TestedNode.USER);

        Cli.Ended release = as("ann", at("target", "release"));

        assertThat(release.code()).as("%s%s", release.out(), release.err()).isZero();
        assertThat(release.out()).contains("dropped moirai_run_0123456789ab\n", "released ");
        assertThat(node.keyspaces()).isEmpty();
    }

    /** Also the lease, without which nothing is dropped, is taken and given up there. */
    @Test
    void whatTheFirstNodeCannotDoTheNextOneDoes() {
        marked("ann");
        node.execute("CREATE KEYSPACE moirai_run_0123456789ab"
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.execute("GRANT DROP ON KEYSPACE moirai_run_0123456789ab TO " + TestedNode.USER);
        var options = new CqlOptions(DataModel.LIST_APPEND, CqlMode.LWT, Consistency.QUORUM, Consistency.QUORUM, 1, 10);
        var both = new Endpoint("cql://127.0.0.1:1," + node.node(), TestedNode.USER, TestedNode.PASSWORD);

        for (int time = 1; time <= 2; time++) {
            try (var factory = new CqlClusterFactory(both, options)) {
                factory.clear();
            }
        }

        assertThat(node.keyspaces()).containsExactly("moirai_target");
    }

    @Test
    void anUnknownDatacenterIsToldWithThoseThatExist() {
        Cli.Ended ended = run("ann", "--datacenter", "east");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--datacenter: 'east' is no datacenter of the cluster 'moirai': expected one of datacenter1");
    }

    @Test
    void aWrongPasswordIsToldAsSuch() {
        Cli.Ended ended = Cli.with(Map.of("PW", "wrong")).run(at("target", "show"));

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.err()).contains("cql://" + node.node(), "; check the user and the password");
    }

    @Test
    void faultsAreRefusedWhateverTheMarkAllows() {
        Cli.Ended ended = run("ann", "--nemesis", "kill");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--nemesis: faults are not injected into databases at --node");
    }
}
