package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Upgrade;
import moirai.nemesis.postgres.PostgresNode.Setup;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;

/*
 * Another minor version reads the same files, so this is the manual's rolling restart (section 18.6): the replicas
 * first, then the primary hands over to one of them and comes back as a replica.
 *
 * Another major version does not, and the programs from Maven Central have no pg_upgrade. So it is the manual's other
 * way, logical replication (section 18.6.3): one replica becomes an empty server of the new version that gets the rows
 * of the primary, and takes its place when it has all. The others become its copies.
 */
/** Brings the servers of a cluster to another version. One change at a time. */
final class Upgrading implements Upgrade {

    private static final int FOLLOW_TIMEOUT_MILLIS = 30_000;

    private final Succession succession;
    private final PostgresVersions versions;

    /** The programs of the new version; empty before the first start. */
    private Optional<Setup> next = Optional.empty();

    /** The settings of the servers; empty before the first start. */
    private Optional<PostgresOptions> options = Optional.empty();

    /** The server that gets the rows of the primary; empty if there is none. */
    private Optional<LogicalCopy> copy = Optional.empty();

    Upgrading(Succession succession, PostgresVersions versions) {
        this.succession = succession;
        this.versions = versions;
    }

    /** Takes what is needed of the new version. */
    synchronized void prepare(Setup programs, PostgresOptions settings) {
        next = Optional.of(programs);
        options = Optional.of(settings);
    }

    private Setup next() {
        return next.orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }

    @Override
    public String words() {
        return versions.words();
    }

    @Override
    public synchronized boolean isDone() {
        return next.isPresent() && succession.nodes().stream().allMatch(this::isNew);
    }

    private boolean isNew(PostgresNode node) {
        return node.setup().equals(next()) && !node.isApart();
    }

    private List<PostgresNode> oldReplicas() {
        return succession.nodes().stream()
                .filter(node -> node != succession.primary() && !isNew(node))
                .toList();
    }

    @Override
    public synchronized void begin() {
        if (versions.isMajor()) {
            beginCopy();
        } else {
            oldReplicas().forEach(this::restart);
        }
    }

    @Override
    public synchronized void complete() {
        if (isDone()) {
            return;
        }
        if (!versions.isMajor()) {
            oldReplicas().forEach(this::restart);
            if (!isNew(succession.primary())) {
                PostgresNode old = succession.primary();
                succession.handOver(next());
                awaitFollowing(old);
            }
            return;
        }
        var left = new ArrayList<PostgresNode>(List.of(succession.primary()));
        if (!isNew(succession.primary())) {
            moveToCopy();
        }
        // The old primary last: where it was, the other old ones would find a server that is none of theirs.
        left.addAll(
                0, oldReplicas().stream().filter(node -> !left.contains(node)).toList());
        for (PostgresNode node : left) {
            if (!isNew(node)) {
                succession.replace(node, next());
                awaitFollowing(node);
            }
        }
    }

    private void restart(PostgresNode replica) {
        succession.restart(replica, next());
        awaitFollowing(replica);
    }

    private void awaitFollowing(PostgresNode node) {
        PostgresNode primary = succession.primary();
        if (node != primary && !Pauses.until(FOLLOW_TIMEOUT_MILLIS, () -> Streaming.isFollowing(node, primary))) {
            throw new ClusterException(node.name() + " of version " + versions.last() + " does not follow "
                    + primary.name() + ": " + node.lastWords());
        }
    }

    private void beginCopy() {
        List<PostgresNode> replicas = oldReplicas();
        if (replicas.isEmpty()) {
            throw new ClusterException("there is no replica that could become the first server of " + versions.last());
        }
        PostgresNode heir = replicas.getLast();
        var made = new LogicalCopy(succession.primary(), heir, succession.routes());
        copy = Optional.of(made);
        try {
            succession.setApart(heir, () -> made.found(next(), options.orElseThrow()));
            made.begin();
        } catch (IOException failed) {
            throw new ClusterException(heir.name() + " cannot be made anew: " + failed, failed);
        }
    }

    /** Moves the primary to the server that has its rows, which is made first if there is none. */
    private void moveToCopy() {
        if (copy.filter(made -> made.isOf(succession.primary()) && made.isFollowing())
                .isEmpty()) {
            beginCopy();
        }
        LogicalCopy made = copy.orElseThrow();
        succession.moveTo(made);
        copy = Optional.empty();
    }
}
