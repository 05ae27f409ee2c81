package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.stream.Collectors;
import moirai.nemesis.Node;

/**
 * A program that starts a cluster, prints its first node's first process and data, and lives until it is killed. For
 * three nodes, it pauses the second node, kills the third, and also prints all processes.
 */
final class ClusterOwner {

    private ClusterOwner() {}

    public static void main(String[] arguments) throws IOException {
        int count = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        var cluster = new PostgresCluster(PostgresOptions.replicated(count, Replication.ASYNC, 1));
        cluster.start();
        var nodes = cluster.nodes();
        if (count == 3) {
            nodes.get(1).pause();
            nodes.get(2).kill();
        }
        var first = nodes.getFirst();
        System.out.println(first.pids().getFirst() + " " + first.dataDirectory());
        System.out.println(nodes.stream()
                .map(Node::pids)
                .flatMap(pids -> pids.stream().map(String::valueOf))
                .collect(Collectors.joining(" ")));
        // The end of the input also ends an owner whose test was killed.
        System.in.transferTo(System.out);
    }
}
