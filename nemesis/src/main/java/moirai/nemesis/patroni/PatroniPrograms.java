package moirai.nemesis.patroni;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;

/**
 * The programs of Patroni, etcd and PostgreSQL on this machine, as Debian's packages install them.
 *
 * @param postgres the directory of PostgreSQL's programs, those of the newest version that is there
 * @param version of Patroni, as it gives it, such as {@code 3.0.2}
 */
record PatroniPrograms(Path python, Path patroni, Path etcd, Path postgres, String version) {

    /** The directories in which Debian and others put the programs of a version of PostgreSQL. */
    private static final List<String> POSTGRES_PLACES = List.of("/usr/lib/postgresql", "/usr/local/lib/postgresql");

    /** The programs of PostgreSQL that Patroni calls. */
    private static final List<String> POSTGRES_PROGRAMS =
            List.of("postgres", "initdb", "pg_basebackup", "pg_controldata", "pg_ctl", "pg_isready", "pg_rewind");

    /** Returns what a cluster needs and this machine lacks, as names of packages. Takes a tenth of a second. */
    static List<String> missing() {
        var missing = new ArrayList<String>();
        if (program("patroni").isEmpty()) {
            missing.add("patroni");
        }
        if (program("etcd").isEmpty()) {
            missing.add("etcd-server");
        }
        Optional<Path> python = program("python3");
        if (python.isEmpty()) {
            missing.add("python3");
        }
        python.ifPresent(program -> {
            if (!imports(program, "psycopg2")) {
                missing.add("python3-psycopg2");
            }
            if (!imports(program, "etcd")) {
                missing.add("python3-etcd");
            }
        });
        if (postgresPlaces().isEmpty()) {
            missing.add("postgresql");
        }
        return missing;
    }

    /** Returns what is missing, as the command that installs it; empty if nothing is. */
    static Optional<String> problem() {
        List<String> missing = missing();
        return missing.isEmpty() ? Optional.empty() : Optional.of("apt-get install " + String.join(" ", missing));
    }

    /**
     * Finds the programs.
     *
     * @throws ClusterException if one is missing; the message names it and how to install it
     */
    static PatroniPrograms find() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw ClusterException.refusal("a cluster under Patroni needs "
                    + missing.stream().map(name -> "the package " + name).collect(Collectors.joining(" and "))
                    + ": apt-get install -y " + String.join(" ", missing) + ", or scripts/install-servers");
        }
        Path patroni = program("patroni").orElseThrow();
        Commands.Result answer = Commands.run(List.of(patroni.toString(), "--version"));
        if (!answer.succeeded()) {
            throw new ClusterException(patroni + " does not run on this machine: " + answer.lastLine());
        }
        return new PatroniPrograms(
                program("python3").orElseThrow(),
                patroni,
                program("etcd").orElseThrow(),
                postgresPlaces().getLast(),
                // patroni 3.0.2
                answer.lastLine().replaceFirst("^\\S+\\s+", ""));
    }

    private static Optional<Path> program(String name) {
        return Stream.of("/usr/bin", "/usr/sbin", "/usr/local/bin")
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean imports(Path python, String module) {
        String find = "import importlib.util as u, sys; sys.exit(u.find_spec('" + module + "') is None)";
        return Commands.run(List.of(python.toString(), "-c", find)).succeeded();
    }

    /** Returns the directories of whole versions, the oldest first. */
    private static List<Path> postgresPlaces() {
        var found = new ArrayList<Path>();
        for (String place : POSTGRES_PLACES) {
            try (DirectoryStream<Path> versions = Files.newDirectoryStream(Path.of(place), "[0-9]*")) {
                versions.forEach(version -> found.add(version.resolve("bin")));
            } catch (IOException none) {
                // As if it were empty.
            }
        }
        found.removeIf(bin -> !POSTGRES_PROGRAMS.stream().allMatch(name -> Files.isExecutable(bin.resolve(name))));
        found.sort((left, right) -> Integer.compare(major(left), major(right)));
        return found;
    }

    private static int major(Path bin) {
        String version = String.valueOf(bin.getName(bin.getNameCount() - 2)).replaceFirst("[^0-9].*$", "");
        return Integer.parseInt(version);
    }

    Path postgres(String program) {
        return postgres.resolve(program);
    }

    /** Returns the name of the machine's own template: data belong to one major version. */
    String templateName() {
        return "debian-postgres-" + major(postgres);
    }
}
