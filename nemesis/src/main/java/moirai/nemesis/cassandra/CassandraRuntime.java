package moirai.nemesis.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.LoopbackHosts;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Resources;
import moirai.nemesis.process.StateDirectory;

/**
 * The parts that all servers share: a JDK, the jars, and a class data archive of the JVM. With the archive a server
 * needs half the CPU time to start.
 *
 * @param archiving the JVM's option that uses the archive, or makes it
 */
record CassandraRuntime(Jdk17 jdk, CassandraJars jars, String archiving) {

    static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    private static final int DUMP_TIMEOUT_MILLIS = 60_000;

    /** Makes what is missing. Call it {@linkplain StateDirectory#exclusively exclusively}. */
    static CassandraRuntime prepare(StateDirectory state, Jdk17 jdk) throws IOException {
        var jars = CassandraJars.fetch(state);
        // Good for one build of a JVM alone, which checks that itself and does without if need be.
        String name = jars.directory().getFileName() + "-classes-" + jdk.version() + "-"
                + Integer.toHexString(jdk.home().toRealPath().toString().hashCode());
        Path archives = state.once(name, directory -> dump(state, jdk, jars, archive(directory)));
        return new CassandraRuntime(jdk, jars, "-XX:SharedArchiveFile=" + archive(archives));
    }

    private static Path archive(Path directory) {
        return directory.resolve("classes.jsa");
    }

    /** Runs a server once. Its JVM writes the classes that it used when it ends. */
    private static void dump(StateDirectory state, Jdk17 jdk, CassandraJars jars, Path archive) throws IOException {
        var writer = new CassandraRuntime(jdk, jars, "-XX:ArchiveClassesAtExit=" + archive);
        try (var instance = Instance.create(state, "cassandra-classes");
                var hosts = new LoopbackHosts(1, false);
                var machines = new LocalMachines(Set.of())) {
            var server = new CassandraNode(writer, hosts, 0, machines.make(instance.node("n1")));
            server.fill(CassandraOptions.of(1));
            server.launch();
            try {
                server.awaitReady();
                server.process().ifPresent(running -> running.signal("TERM"));
                Pauses.until(DUMP_TIMEOUT_MILLIS, () -> server.process().isEmpty());
            } finally {
                server.discard();
            }
        }
    }

    /** Returns the command for a JVM with these jars; the node's own settings and {@link #MAIN} follow. */
    List<String> command() {
        var command = new ArrayList<String>();
        command.add(jdk.java().toString());
        Resources.text(CassandraRuntime.class, "jvm.options")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(command::add);
        command.addAll(List.of(archiving, "-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-cp", jars.classPath()));
        return command;
    }
}
