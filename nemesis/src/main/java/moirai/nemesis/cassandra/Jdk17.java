package moirai.nemesis.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;

/**
 * The JDK that Cassandra runs on: 5.0 refuses newer ones, which have no security manager.
 *
 * @param version as its release file gives it, such as {@code 17.0.19}
 */
record Jdk17(Path home, String version) {

    private static final Path SYSTEM = Path.of("/usr/lib/jvm");

    private static final String VERSION_LINE = "JAVA_VERSION=\"";

    /** Looks in the places that the environment names, then where systems install it, then at the default JDK. */
    static Jdk17 find(Map<String, String> environment) {
        return look(environment, SYSTEM)
                .orElseThrow(() -> ClusterException.refusal("Cassandra needs a JDK 17, and none is in JAVA17_HOME, "
                        + SYSTEM + "/*17* or JAVA_HOME: apt-get install openjdk-17-jre-headless, or set JAVA17_HOME"));
    }

    static Optional<Jdk17> look(Map<String, String> environment, Path system) {
        var places = new ArrayList<Path>();
        named(environment, "JAVA17_HOME").ifPresent(places::add);
        places.addAll(installed(system));
        named(environment, "JAVA_HOME").ifPresent(places::add);
        return places.stream().flatMap(place -> at(place).stream()).findFirst();
    }

    private static Optional<Path> named(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    private static List<Path> installed(Path system) {
        try (Stream<Path> homes = Files.list(system)) {
            return homes.filter(home -> home.getFileName().toString().contains("17"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<Jdk17> at(Path home) {
        var release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith(VERSION_LINE))
                    .map(line -> line.substring(VERSION_LINE.length()).replace("\"", ""))
                    .filter(version -> version.equals("17") || version.startsWith("17."))
                    .findFirst()
                    .map(version -> new Jdk17(home, version));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    Path java() {
        return home.resolve("bin/java");
    }
}
