package moirai.nemesis.network.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An owner that is killed leaves no process, namespace, interface, rule or file, and nobody else's are touched. */
@Timeout(120)
class LabOwnerDeathIT {

    private static final int LIMIT_MILLIS = 30_000;

    /** An address that nobody has (RFC 5737), so that a rule about it matters to nobody. */
    private static final String RULE = "INPUT -s 203.0.113.77/32 -j ACCEPT";

    /** Runs what it is told. */
    private static final String FOREIGNER =
            "while read -r line; do echo \"done $(eval \"$line\" 2>&1 | tr '\\n' ' ')\"; done";

    @BeforeAll
    static void needsALab() {
        LabHosts.problem().ifPresent(problem -> Assumptions.abort("skipped: needs a lab: " + problem));
    }

    /** A lab in another process. */
    private record Owned(Conversation owner, List<String> namespaces, List<Path> directories, List<Long> pids)
            implements AutoCloseable {

        static Owned start() {
            var owner = Conversation.start(
                    "the owner",
                    Path.of("/"),
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            LabOwner.class.getName()));
            return new Owned(
                    owner,
                    words(owner).toList(),
                    words(owner).map(Path::of).toList(),
                    words(owner).map(Long::valueOf).toList());
        }

        private static Stream<String> words(Conversation owner) {
            return Stream.of(owner.hear().split(" ", -1));
        }

        /** Returns the number of processes that have one of the namespaces, as far as we may see. */
        long inside() {
            return ProcessHandle.allProcesses()
                    .filter(process -> namespaces.contains(namespace(process.pid())))
                    .count();
        }

        void assertGone() {
            assertThat(Pauses.until(LIMIT_MILLIS, () -> pids.stream().allMatch(ProcessTree::isGone)))
                    .as("processes %s", pids)
                    .isTrue();
            assertThat(Pauses.until(LIMIT_MILLIS, () -> directories.stream().noneMatch(Files::exists)))
                    .as("directories %s", directories)
                    .isTrue();
            // What the servers had started ends a moment after them.
            assertThat(Pauses.until(LIMIT_MILLIS, () -> inside() == 0))
                    .as("processes in %s", namespaces)
                    .isTrue();
        }

        void kill() {
            signal(owner.pid());
        }

        @Override
        public void close() {
            kill();
            owner.close();
        }
    }

    @Test
    void killedOwnerTakesTheLabWithIt() {
        try (var owned = Owned.start()) {
            assertThat(owned.namespaces()).hasSize(2).doesNotHaveDuplicates().doesNotContain(namespace("self"));
            assertThat(owned.pids()).hasSizeGreaterThan(8).noneMatch(ProcessTree::isGone);
            // A keeper and a server at each host, and what the server runs.
            assertThat(Pauses.until(LIMIT_MILLIS, () -> owned.inside() >= 5))
                    .as("processes in %s", owned.namespaces())
                    .isTrue();
            owned.kill();

            owned.assertGone();
        }
    }

    /** The keepers notice by themselves that the lab's shell was killed as well. */
    @Test
    void keepersOutliveNeitherOwnerNorShell() {
        try (var owned = Owned.start()) {
            List<Long> shells = owned.pids().stream()
                    .filter(pid -> commandLine(pid).contains("lab.sh"))
                    .toList();
            assertThat(shells).isNotEmpty();
            shells.forEach(LabOwnerDeathIT::signal);
            owned.kill();

            owned.assertGone();
        }
    }

    /** A foreign host has the names, addresses and rules of one of ours; root also plants a rule of this machine. */
    @Test
    void whatIsForeignStays() throws IOException {
        boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        boolean plants =
                isRoot && LabHosts.lossProblem().isEmpty() && iptables("-A").succeeded();
        try (var foreign = Conversation.start(
                        "a foreigner", Path.of("/"), List.of("unshare", "-Urn", "sh", "-c", FOREIGNER));
                var owned = Owned.start()) {
            foreign.ask("ip link add dev n1 type veth peer name n2; ip link set n1 up; ip link set n2 up");
            foreign.ask("ip addr add 10.99.0.1/32 peer 10.99.0.2 dev n2; ip rule add pref 10 iif n1 blackhole");
            // The kernel tells a link that its other end is up a moment later.
            assertThat(Pauses.until(5_000, () -> !state(foreign).contains("LOWERLAYERDOWN")))
                    .isTrue();
            String before = state(foreign);
            assertThat(before).contains("n1", "10.99.0.1", "blackhole");
            owned.kill();
            owned.assertGone();

            assertThat(state(foreign)).isEqualTo(before);
            if (plants) {
                assertThat(iptables("-C").succeeded()).isTrue();
            }
        } finally {
            if (plants) {
                iptables("-D");
            }
        }
    }

    private static String state(Conversation foreign) {
        return foreign.ask("ip -brief link; ip -brief -4 addr; ip rule");
    }

    private static Commands.Result iptables(String action) {
        return Commands.run(List.of("sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; iptables -w " + action + " " + RULE));
    }

    private static String namespace(Object pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString();
        } catch (IOException goneOrForeign) {
            return "";
        }
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    private static void signal(long pid) {
        Commands.run(List.of("sh", "-c", "kill -s KILL " + pid));
    }
}
