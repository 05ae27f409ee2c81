package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlClientFactory;
import moirai.clients.cql.CqlMode;
import moirai.clients.cql.CqlOptions;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.files.HistoryWriter;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.nemesis.Node;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.Levels;
import moirai.runs.LiveRun;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.sessions.ClusterSessions;
import moirai.runs.sessions.ReadsAt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes, started once for all tests, are used as the command line requests them. */
class CassandraIT {

    private static final int NODES = 3;

    private static final Duration SHORT = Duration.ofSeconds(3);

    /** The number of attempts, since on busy cores one run may show nothing. */
    private static final int ATTEMPTS = 4;

    private static CassandraCluster cluster = new CassandraCluster(CassandraOptions.of(NODES));

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        assumeTrue(CassandraCluster.problem().isEmpty(), "skipped: needs a JDK 17");
        cluster.start();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    private static ClientFactory factory(String url, CqlMode mode, Consistency level) {
        var options = new CqlOptions(DataModel.LIST_APPEND, mode, level, level, 12, 10);
        return new CqlClientFactory(new Endpoint(url, "", ""), options);
    }

    /** Runs sessions at all nodes, with an activity beside them, and judges their history. */
    private Judgement run(CqlMode mode, Consistency level, IsolationLevel expect, Duration timeLimit, Runnable beside)
            throws InterruptedException {
        var settings = new RunSettings(
                new Seed(7),
                Workload.append().withKeyDistribution(new KeyDistribution.Uniform()),
                new Levels(mode.label(), expect),
                new Load(4 * NODES, timeLimit, Load.UNLIMITED),
                EvidenceRule.NONE);
        Path place = directory.resolve("history-" + System.nanoTime());
        var history = HistoryDirectory.create(place, RunHeader.NONE);
        var run = new LiveRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT);
        try (var source =
                new ClusterSessions(cluster, ReadsAt.PRIMARY, "", endpoint -> factory(endpoint.url(), mode, level))) {
            source.prepare(new TxnPlan.Builder(0).build());
            run.run(source, new Meanwhile(beside));
        }
        assertThat(run.failure()).isEmpty();
        return Judgement.of(HistoryReader.read(place).history(), new LevelChecker(), expect, EvidenceRule.NONE);
    }

    /** An activity that begins when all sessions are open. */
    private static final class Meanwhile implements LiveRun.Beside {

        private final Runnable action;
        private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);

        Meanwhile(Runnable action) {
            this.action = action;
        }

        @Override
        public int writerCount() {
            return 0;
        }

        @Override
        public void begin(List<HistoryWriter> writers) {
            running = CompletableFuture.runAsync(action);
        }

        @Override
        public void end(int keyCount, AtomicInteger sessions) {
            running.join();
        }

        @Override
        public List<String> notes() {
            return List.of();
        }

        @Override
        public ExitCode code() {
            return ExitCode.VALID;
        }

        @Override
        public void close() {}
    }

    private static void killOneAndPauseAnother() {
        Node killed = cluster.nodes().get(2);
        killed.kill();
        killed.start();
        Node paused = cluster.nodes().get(1);
        paused.pause();
        try {
            assertThat(new StopRequest().await(Duration.ofSeconds(2))).isFalse();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            paused.resume();
        }
    }

    @Test
    void lightweightTransactionsAreLinearizableAlthoughNodesAreKilledAndPaused() throws InterruptedException {
        Judgement seen = run(
                CqlMode.LWT,
                Consistency.QUORUM,
                IsolationLevel.STRICT_SERIALIZABLE,
                Duration.ofSeconds(9),
                CassandraIT::killOneAndPauseAnother);

        assertThat(seen.verdict()).isInstanceOf(Verdict.Pass.class);
        assertThat(seen.evidence().committed()).isGreaterThan(50);
        assertThat(cluster.nodes()).extracting(Node::state).containsOnly(Node.State.RUNNING);
    }

    @Test
    void loggedBatchesAreSeenInPart() throws InterruptedException {
        var found = new ArrayList<Phenomenon>();
        for (int attempt = 0; attempt < ATTEMPTS && !found.contains(Phenomenon.G_SINGLE); attempt++) {
            Judgement seen = run(CqlMode.BATCH, Consistency.QUORUM, IsolationLevel.READ_ATOMIC, SHORT, () -> {});
            found.addAll(seen.findings().counts().keySet());
        }

        assertThat(found).contains(Phenomenon.G_SINGLE);
    }

    @Test
    void appendsAtOneReplicaAreReadAtOthersLater() throws InterruptedException {
        var found = new ArrayList<Phenomenon>();
        for (int attempt = 0; attempt < ATTEMPTS && !found.contains(Phenomenon.G_SINGLE_REALTIME); attempt++) {
            Judgement seen =
                    run(CqlMode.COLLECTION, Consistency.ONE, IsolationLevel.STRICT_SERIALIZABLE, SHORT, () -> {});
            found.addAll(seen.findings().counts().keySet());
        }

        assertThat(found).contains(Phenomenon.G_SINGLE_REALTIME);
    }

    /** The interrupt ends the wait for the other nodes' schema, which they hardly have when the table was just made. */
    @Test
    void aPreparationThatFailsHalfwayLeavesNoKeyspace() {
        String url = cluster.nodes().getFirst().url();
        try (ClientFactory halfway = factory(url, CqlMode.COLLECTION, Consistency.ONE)) {
            assertThat(halfway.databaseVersion()).isNotEmpty();
            Thread.currentThread().interrupt();
            assertThatThrownBy(halfway::prepare).hasMessageStartingWith("not all nodes have the same schema");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        try (ClientFactory next = factory(url, CqlMode.COLLECTION, Consistency.ONE)) {
            next.prepare();
        }
    }

    @Test
    void whatAllHaveAcknowledgedIsThereAfterAllWereKilled() {
        Node first = cluster.nodes().getFirst();
        var appended = new ArrayList<Integer>();
        try (ClientFactory all = factory(first.url(), CqlMode.COLLECTION, Consistency.ALL)) {
            all.prepare();
            try (Client client = all.open(0, System::nanoTime)) {
                for (int element = 1; element <= 20; element++) {
                    var outcome =
                            client.run(TxnPlan.of(new Op.Append(1, element))).outcome();
                    assertThat(outcome).isEqualTo(new Outcome.Committed());
                    appended.add(element);
                }
            }
            cluster.nodes().forEach(Node::kill);
            assertThat(cluster.nodes()).extracting(Node::state).containsOnly(Node.State.DEAD);
            assertThatThrownBy(() -> all.open(1, System::nanoTime))
                    .isInstanceOf(ClientException.class)
                    .hasMessageStartingWith("cannot open session 1 at " + first.url() + ": ")
                    .hasMessageMatching("[^\n]{1,200}");

            cluster.start();

            for (Node node : cluster.nodes()) {
                assertThat(readAt(node)).as(node.name()).isEqualTo(appended);
            }
        }
    }

    @Test
    void registersAreComparedAndSetsAndCountersAreChanged() {
        assertThat(answers(DataModel.REGISTER, CqlMode.LWT))
                .containsExactly(new Op.ReadInitial(1), new Op.Write(1, 7), new Op.ReadValue(1, 7));
        for (CqlMode mode : List.of(CqlMode.LWT, CqlMode.COLLECTION)) {
            assertThat(answers(DataModel.SET, mode))
                    .containsExactly(
                            new Op.ReadSet(1, Elements.EMPTY), new Op.Add(1, 7), new Op.ReadSet(1, Elements.of(7)));
        }
        assertThat(answers(DataModel.COUNTER, CqlMode.COLLECTION))
                .containsExactly(new Op.ReadCounter(1, 0), new Op.Increment(1, 7), new Op.ReadCounter(1, 7));
        assertThatThrownBy(() -> answers(DataModel.COUNTER, CqlMode.LWT))
                .hasMessage("counters have no transactions of mode lwt: expected collection");
    }

    /** Returns what a session does that reads, changes and reads one key. */
    private static List<Op> answers(DataModel model, CqlMode mode) {
        var options = new CqlOptions(model, mode, Consistency.ALL, Consistency.ALL, 12, 10);
        var endpoint = new Endpoint(cluster.nodes().getFirst().url(), "", "");
        var ops = new ArrayList<Op>();
        try (ClientFactory factory = new CqlClientFactory(endpoint, options)) {
            factory.prepare();
            try (Client client = factory.open(0, System::nanoTime)) {
                for (TxnPlan plan : List.of(
                        new TxnPlan.Builder(model, 1).read(1).build(),
                        new TxnPlan.Builder(model, 1).change(1, 7).build(),
                        new TxnPlan.Builder(model, 1).read(1).build())) {
                    Txn txn = client.run(plan);
                    assertThat(txn.outcome()).isEqualTo(new Outcome.Committed());
                    ops.addAll(txn.ops());
                }
            }
        }
        return ops;
    }

    /** Reads through a driver of its own, which finds a node that is up. */
    private static List<Integer> readAt(Node node) {
        try (ClientFactory one = factory(node.url(), CqlMode.COLLECTION, Consistency.ONE);
                Client client = one.open(2, System::nanoTime)) {
            Txn txn = client.run(TxnPlan.of(Op.Read.planned(1)));
            assertThat(txn.outcome()).isEqualTo(new Outcome.Committed());
            var read = (Op.Read) txn.ops().getFirst();
            var elements = new ArrayList<Integer>();
            for (int i = 0; i < read.elements().count(); i++) {
                elements.add(read.elements().at(i));
            }
            return elements;
        }
    }

    @Test
    void theVersionIsTheServersOwn() {
        try (ClientFactory any = factory(cluster.nodes().getLast().url(), CqlMode.LWT, Consistency.QUORUM)) {
            assertThat(any.databaseVersion()).isEqualTo("Apache Cassandra 5.0.9");
            assertThat(Products.ofVersion(any.databaseVersion()))
                    .hasValueSatisfying(product -> assertThat(product.name()).isEqualTo("cassandra"));
        }
    }
}
