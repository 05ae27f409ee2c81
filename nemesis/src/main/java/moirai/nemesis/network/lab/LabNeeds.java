package moirai.nemesis.network.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.process.Commands;

/** Finds out by trying what this machine lacks for a lab. */
final class LabNeeds {

    private static final String PATHS = "PATH=$PATH:/usr/sbin:/sbin; ";

    private static final String LAB =
            "ip link add dev n1 type veth peer name n2 && ip rule add pref 10 iif n1 blackhole";

    private static final String LOSS =
            "XTABLES_LOCKFILE=/dev/null iptables -A INPUT -i n1 -m statistic --mode random --probability 0.5 -j DROP";

    private static final String DELAY = "tc qdisc add dev lo root netem delay 1ms";

    /** The settings that forbid user namespaces, each with the value that does. */
    private static final Map<String, String> FORBIDDING = Map.of(
            "kernel/unprivileged_userns_clone", "0",
            "kernel/apparmor_restrict_unprivileged_userns", "1",
            "user/max_user_namespaces", "0");

    private LabNeeds() {}

    static Optional<String> problem() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("network namespaces are Linux's, and this is " + System.getProperty("os.name"));
        }
        return missing("unshare", "util-linux")
                .or(() -> missing("nsenter", "util-linux"))
                .or(() -> missing("setsid", "util-linux"))
                .or(() -> missing("ip", "iproute2"))
                .or(LabNeeds::forbidden)
                .or(() ->
                        failure(LAB).map(why -> "the kernel refuses what a lab needs (veth, policy routing): " + why));
    }

    /** Returns what this machine lacks for loss, given that there is a lab. */
    static Optional<String> lossProblem() {
        return missing("iptables", "iptables")
                .or(() -> failure(LOSS).map(why -> "iptables cannot lose packets here: " + why));
    }

    /** Returns what this machine lacks for delays, given that there is a lab. */
    static Optional<String> delayProblem() {
        return missing("tc", "iproute2").or(() -> failure(DELAY).map(why -> "the kernel has no netem: " + why));
    }

    private static Optional<String> missing(String program, String packageName) {
        boolean isThere = Commands.run(List.of("sh", "-c", PATHS + "command -v " + program))
                .succeeded();
        return isThere ? Optional.empty() : Optional.of(program + " is missing: apt-get install " + packageName);
    }

    private static Optional<String> forbidden() {
        return failure("true").map(why -> {
            String settings = FORBIDDING.entrySet().stream()
                    .filter(entry -> setting(entry.getKey()).equals(entry.getValue()))
                    .map(entry -> entry.getKey().replace('/', '.') + "=" + entry.getValue())
                    .sorted()
                    .reduce((one, other) -> one + ", " + other)
                    .map(found -> "by sysctl " + found)
                    .orElse("perhaps by the container that this runs in");
            return "user namespaces are forbidden, " + settings + ": " + why;
        });
    }

    private static String setting(String name) {
        try {
            return Files.readString(Path.of("/proc/sys", name)).strip();
        } catch (IOException absent) {
            return "";
        }
    }

    private static Optional<String> failure(String script) {
        var tried = Commands.run(List.of("unshare", "-Urn", "sh", "-c", PATHS + script));
        return tried.succeeded() ? Optional.empty() : Optional.of(tried.lastLine());
    }
}
