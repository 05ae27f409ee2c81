package moirai.nemesis.network.lab;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.StateDirectory;

/**
 * A program that has two hosts, a server on each, of which one is paused, and links that are cut and lose packets. It
 * prints in three lines the namespaces, the directories and the processes, and lives until it is killed.
 */
final class LabOwner {

    private static final int START_MILLIS = 30_000;

    private LabOwner() {}

    public static void main(String[] arguments) throws IOException {
        var hosts = LabHosts.of(2);
        var links = hosts.links().orElseThrow();
        links.cut("n1", "n2");
        if (links.canLose()) {
            links.loss("n2", "n1", 0.5);
        }
        var directory = StateDirectory.open();
        var instance = directory.exclusively(() -> Instance.create(directory, "test"));
        var first = start(hosts, instance, 0);
        var second = start(hosts, instance, 1);
        second.pause();
        hosts.direct(0, 15_000);
        System.out.println(namespace(hosts, 0) + " " + namespace(hosts, 1));
        System.out.println(instance.directory() + " " + hosts.directory());
        System.out.println(Stream.concat(
                        Stream.of(first.pid(), second.pid()),
                        ProcessHandle.current().descendants().map(ProcessHandle::pid))
                .map(String::valueOf)
                .collect(Collectors.joining(" ")));
        System.in.transferTo(System.out);
        first.kill();
    }

    private static ServerProcess start(LabHosts hosts, Instance instance, int node) throws IOException {
        var files = instance.node("n" + (node + 1));
        var server = List.of("sh", "-c", "while :; do sleep 1; done", files.path() + "/data");
        var started = ServerProcess.start(files, new Program(hosts.on(node, server), Map.of(), "TERM", "KILL"));
        // Until it has begun its work it may still be on its way to its host, and a pause would keep it from there.
        if (!Pauses.until(START_MILLIS, () -> started.tree().size() > 1)) {
            throw new IOException("the server of " + files.name() + " did not begin its work");
        }
        return started;
    }

    private static String namespace(LabHosts hosts, int node) {
        return Commands.run(hosts.on(node, List.of("readlink", "/proc/self/ns/net")))
                .lastLine();
    }
}
