package moirai.runs.products;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.cql.CqlClientFactory;
import moirai.clients.cql.CqlClusterFactory;
import moirai.clients.cql.CqlConsent;
import moirai.clients.cql.CqlMode;
import moirai.clients.cql.CqlOptions;
import moirai.clients.cql.CqlUrl;
import moirai.generators.Groups;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.ClusterPlan;
import moirai.runs.Target;
import moirai.runs.sessions.ReadsAt;

/**
 * The product Cassandra, which has no isolation levels: a user chooses instead the statements of a transaction, and how
 * many replicas have to answer.
 */
final class CassandraProduct implements ServerProduct {

    @Override
    public String name() {
        return "cassandra";
    }

    @Override
    public NodeCounts nodeCounts() {
        return new NodeCounts(1, CassandraOptions.NODES_MAX, CassandraOptions.NODES_DEFAULT);
    }

    @Override
    public String describe(String argument) {
        return "Cassandra, " + nodes(nodeCount(argument));
    }

    private static String nodes(int count) {
        return count == 1 ? "one node" : count + " nodes";
    }

    @Override
    public Optional<String> problem(String argument) {
        return CassandraCluster.problem();
    }

    @Override
    public boolean hasServerSettings() {
        return true;
    }

    /** Returns true: nodes write through mapped memory and tell each other their addresses. */
    @Override
    public boolean hasFaultNeeds() {
        return true;
    }

    @Override
    public OptionalInt jdk() {
        return OptionalInt.of(17);
    }

    @Override
    public List<String> levels() {
        return List.of();
    }

    /** Accepts any text, so that {@link #isolation} can list the alternatives in its error. */
    @Override
    public Optional<String> level(String text) {
        return Optional.of(text);
    }

    @Override
    public String isolation(Wish wish) {
        if (!wish.isolation().isEmpty()) {
            throw new IllegalArgumentException("--isolation " + wish.isolation()
                    + ": Cassandra has no levels of isolation: expected --cql-mode and --consistency instead");
        }
        return wish.cql().label();
    }

    @Override
    public boolean hasConsistency() {
        return true;
    }

    @Override
    public Set<Structure> structures() {
        return Set.of(Structure.LISTS, Structure.REGISTERS, Structure.SETS, Structure.COUNTERS);
    }

    @Override
    public boolean hasScans() {
        return false;
    }

    @Override
    public boolean hasRollback() {
        return false;
    }

    /** Also returns what a mode lacks: reads and changes in one transaction, or changes of counters. */
    @Override
    public Optional<Lack> lack(Workload workload, String isolation) {
        Optional<Lack> everywhere = ServerProduct.super.lack(workload, isolation);
        if (everywhere.isPresent()) {
            return everywhere;
        }
        Groups.Reads reads = workload.groups().reads();
        if (reads.isWithin() && !isolation.equals(CqlMode.LWT.label())) {
            return Optional.of(new Lack(
                    "group-reads=" + reads + " needs transactions that read and change",
                    "--cql-mode " + CqlMode.LWT.label()));
        }
        if (workload.structure() == Structure.COUNTERS && !isolation.startsWith(CqlMode.COLLECTION.label())) {
            return Optional.of(new Lack(
                    "counters of Cassandra are neither compared nor changed in logged batches",
                    "--cql-mode " + CqlMode.COLLECTION.label()));
        }
        return Optional.empty();
    }

    @Override
    public Target target(Wish wish) {
        isolation(wish);
        int nodes = nodeCount(wish.argument());
        var settings = Settings.checked(wish.settings(), given -> new CassandraOptions(nodes, given));
        CqlOptions options = options(wish);
        String arrangement = Settings.join(nodes(nodes), Settings.words(settings));
        var plan = new ClusterPlan(
                () -> "Cassandra, " + arrangement
                        + CassandraCluster.toBeFetched()
                                .map(what -> ", after fetching " + what)
                                .orElse(""),
                arrangement,
                ReadsAt.PRIMARY,
                sessions -> new CassandraCluster(new CassandraOptions(nodes, settings)));
        return new Target.Started(plan, new CqlClients(options, CqlClientFactory::new));
    }

    private static CqlOptions options(Wish wish) {
        Wish.Cql asked = wish.cql();
        DataModel contents = wish.storage().contents();
        return new CqlOptions(
                contents, asked.mode(), asked.write(), asked.read(), 1, CqlOptions.TIMEOUT_SECONDS_DEFAULT);
    }

    @Override
    public String urlStart() {
        return CqlUrl.START;
    }

    @Override
    public String urlForm() {
        return "--node HOST:PORT of Cassandra";
    }

    /** Returns the endpoint unchanged: Cassandra's tools take nothing from the environment. */
    @Override
    public Endpoint withDefaults(Endpoint asked, Map<String, String> environment) {
        return asked;
    }

    @Override
    public Consent consent(Endpoint endpoint) {
        return new CqlConsent(endpoint);
    }

    @Override
    public Target.Existing existing(Endpoint endpoint, Wish wish) {
        isolation(wish);
        CqlOptions options = options(wish);
        return new Target.Existing(endpoint, new CqlClients(options, CqlClusterFactory::new));
    }

    @Override
    public Optional<CaseEngine> engine() {
        return Optional.of(CaseEngine.CASSANDRA);
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.startsWith("Apache Cassandra");
    }

    /**
     * Returns the level that Cassandra 5.0's documentation promises ("Architecture, Guarantees"): "linearizable
     * consistency" for lightweight transactions, each of one partition. What is linearizable for each key is so for all
     * together (Herlihy, Wing, "Linearizability", 1990, section 3.2), and for transactions on one key that is strict
     * serializability.
     */
    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return isolation.equals(CqlMode.LWT.label())
                ? Optional.of(IsolationLevel.STRICT_SERIALIZABLE)
                : Optional.empty();
    }

    /**
     * Returns the documented exceptions. The same source says "Batched writes ... guarantee that all succeed or none"
     * for logged batches, and "eventual consistency" for all else. CQL's manual, "BATCH": "batches are not isolated ...
     * clients are able to read the first updated rows from the batch, while other rows are still being updated".
     */
    @Override
    public Optional<String> exception(String isolation) {
        if (isolation.startsWith(CqlMode.BATCH.label())) {
            return Optional.of("not a bug by the manual: a logged batch is atomic, so that sooner or later all of it is"
                    + " there, but not isolated: others may see a part of it until then (CQL manual, BATCH)");
        }
        if (isolation.startsWith(CqlMode.COLLECTION.label())) {
            return Optional.of("not a bug by the manual: outside of lightweight transactions Cassandra promises that"
                    + " replicas agree at last, and no more; elements of a list, and writes of a register, are ordered"
                    + " by the clocks of the nodes that took them, not by when they became visible; elements of a set"
                    + " and changes of a counter are seen sooner at one node than at another");
        }
        return Optional.empty();
    }

    /**
     * Returns the level that users expect where nothing is promised: for batches, which are called atomic, that no part
     * of a batch is visible alone; for single reads and appends, that a later read shows no older state.
     */
    @Override
    public IsolationLevel expected(String isolation) {
        return isolation.startsWith(CqlMode.BATCH.label())
                ? IsolationLevel.READ_ATOMIC
                : IsolationLevel.STRICT_SERIALIZABLE;
    }
}
