package moirai.nemesis.postgres;

import java.io.IOException;

/** A program that starts a cluster, prints its node's process and instance, and lives until it is killed. */
final class ClusterOwner {

    private ClusterOwner() {}

    public static void main(String[] arguments) throws IOException {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(1));
        cluster.start();
        var node = cluster.nodes().getFirst();
        System.out.println(node.pids().getFirst() + " " + node.dataDirectory());
        // The end of the input also ends an owner whose test was killed.
        System.in.transferTo(System.out);
    }
}
