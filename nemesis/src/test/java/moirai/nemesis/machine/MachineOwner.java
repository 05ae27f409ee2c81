package moirai.nemesis.machine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Skew;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;

/**
 * A program that starts two nodes on disks of their own, takes the power from the second and most else from the first,
 * prints the directory of the cluster and all processes, and lives until it is killed.
 */
final class MachineOwner {

    private MachineOwner() {}

    public static void main(String[] arguments) throws IOException {
        var cluster = new PostgresCluster(PostgresOptions.replicated(2, Replication.ASYNC, 1));
        Machines machines = cluster.machines().orElseThrow();
        List.of(MachinePart.values()).forEach(machines::expect);
        cluster.start();
        var first = cluster.nodes().getFirst();
        var pids = first.pids();
        machines.of(cluster.nodes().getLast()).cutPower();
        machines.of(first).skew(new Skew.Jump(Duration.ofHours(1)));
        machines.of(first).fillDisk();
        machines.of(first).starve(10);
        System.out.println(first.dataDirectory().resolve("../../..").normalize());
        System.out.println(pids.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        // The end of the input also ends an owner whose test was killed.
        System.in.transferTo(System.out);
    }
}
