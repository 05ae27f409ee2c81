package moirai.nemesis.mariadb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;

/**
 * The programs of MariaDB and Galera on this machine, as its packages install them.
 *
 * @param provider the library that makes a server a member of a cluster; empty for a server of its own
 * @param version as the server itself gives it, such as {@code 10.11.19}
 */
public record MariadbPrograms(Path server, Path installer, String provider, String version) {

    /** The command that installs all that clusters need. */
    private static final String INSTALL = "apt-get install -y mariadb-server galera-4 rsync";

    /** The directories of servers, which are often not on a user's path. */
    private static final List<String> MORE_PLACES =
            List.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/usr/local/sbin", "/usr/local/bin");

    private static final List<String> PROVIDERS = List.of(
            "/usr/lib/galera/libgalera_smm.so",
            "/usr/lib64/galera-4/libgalera_smm.so",
            "/usr/lib64/galera/libgalera_smm.so",
            "/usr/local/lib/galera/libgalera_smm.so");

    private static final Pattern VERSION = Pattern.compile("Ver\\s+(\\d+(?:\\.\\d+)+)");

    /**
     * A program or library that a cluster needs.
     *
     * @param found its places; empty if it is missing
     */
    private record Part(String debianPackage, String what, List<Path> found) {}

    /**
     * Returns what is missing on this machine for a cluster of so many nodes, as the name of a package; empty if
     * nothing is.
     */
    public static Optional<String> missing(int nodes) {
        return parts(nodes).stream()
                .filter(part -> part.found().isEmpty())
                .map(Part::debianPackage)
                .findFirst();
    }

    /**
     * Finds the programs.
     *
     * @throws ClusterException if one is missing; the message names the package and how to install it
     */
    static MariadbPrograms find(int nodes) {
        List<Part> parts = parts(nodes);
        for (Part part : parts) {
            if (part.found().isEmpty()) {
                throw ClusterException.refusal(
                        (nodes == 1 ? "MariaDB" : "a Galera cluster") + " needs the package " + part.debianPackage()
                                + ", whose " + part.what() + " was not found: " + INSTALL
                                + ", or scripts/install-servers");
            }
        }
        Path server = parts.get(0).found().getFirst();
        return new MariadbPrograms(
                server,
                parts.get(1).found().getFirst(),
                nodes == 1 ? "" : parts.get(2).found().getFirst().toString(),
                askVersion(server));
    }

    private static List<Part> parts(int nodes) {
        var parts = new ArrayList<Part>();
        parts.add(program("mariadb-server", "mariadbd"));
        parts.add(program("mariadb-server", "mariadb-install-db"));
        if (nodes > 1) {
            parts.add(new Part(
                    "galera-4",
                    "libgalera_smm.so",
                    PROVIDERS.stream().map(Path::of).filter(Files::isReadable).toList()));
            // A node that has missed too much is copied by it.
            parts.add(program("rsync", "rsync"));
        }
        return parts;
    }

    private static Part program(String debianPackage, String name) {
        var places = new ArrayList<String>(
                List.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":")));
        places.addAll(MORE_PLACES);
        return new Part(
                debianPackage,
                name,
                places.stream()
                        .filter(place -> place.startsWith("/"))
                        .map(place -> Path.of(place, name))
                        .filter(Files::isExecutable)
                        .toList());
    }

    private static String askVersion(Path server) {
        Commands.Result answer = Commands.run(List.of(server.toString(), "--no-defaults", "--version"));
        Matcher version = VERSION.matcher(answer.output());
        if (!answer.succeeded() || !version.find()) {
            throw new ClusterException(server + " does not run on this machine: " + answer.lastLine());
        }
        return version.group(1);
    }

    /** Returns the name of the template, which changes with the program. */
    String name() {
        return "mariadb-" + version;
    }
}
