package moirai.runs.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A search for installed programs, which starts none of them. */
final class Tools {

    /** Further folders to search: servers and network tools are often not on a user's path. */
    private static final List<String> MORE_PLACES = List.of("/usr/local/sbin", "/usr/sbin", "/sbin");

    /** The folders with JDKs, the same as in {@code scripts/lib/jdk.sh}. */
    private static final List<String> JDK_PLACES = List.of(
            "/usr/lib/jvm",
            "/usr/java",
            "/opt/java",
            "~/.sdkman/candidates/java",
            "~/.jdks",
            "~/.gradle/jdks",
            "~/.local/share/mise/installs/java",
            "~/.asdf/installs/java");

    private static final String VERSION = "JAVA_VERSION=\"";

    private final Map<String, String> environment;

    Tools(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Looks for a program by its name. */
    Finding program(String name, String use, String debianPackage) {
        Optional<Path> found = find(name);
        return new Finding(
                name,
                found.isPresent(),
                found.map(Path::toString).orElse("apt-get install " + debianPackage) + " (" + use + ")");
    }

    private Optional<Path> find(String name) {
        return Stream.concat(Arrays.stream(environment.getOrDefault("PATH", "").split(":", -1)), MORE_PLACES.stream())
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Looks for a JDK with a compiler, of this feature version or, if {@code orNewer}, of a later one. */
    Finding jdk(int feature, boolean orNewer, String use) {
        Optional<Path> found = homes().stream()
                .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                .filter(home -> feature(home).stream()
                        .anyMatch(version -> version == feature || (orNewer && version > feature)))
                .findFirst();
        return new Finding(
                "JDK " + feature,
                found.isPresent(),
                found.map(Path::toString)
                                .orElse("apt-get install openjdk-" + feature + "-jdk-headless, or adoptium.net")
                        + " (" + use + ")");
    }

    private List<Path> homes() {
        var homes = new ArrayList<Path>();
        for (String variable : List.of("MOIRAI_JAVA_HOME", "JAVA_HOME")) {
            Optional.ofNullable(environment.get(variable)).map(Path::of).ifPresent(homes::add);
        }
        homes.add(Path.of(System.getProperty("java.home")));
        String home = System.getProperty("user.home");
        for (String place : JDK_PLACES) {
            homes.addAll(inside(Path.of(place.replaceFirst("^~", home))));
        }
        return homes;
    }

    private static List<Path> inside(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory).sorted().toList();
        } catch (IOException | UncheckedIOException closed) {
            return List.of();
        }
    }

    private static OptionalInt feature(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith(VERSION))
                    .map(line -> line.substring(VERSION.length()).replaceAll("[^0-9].*$", ""))
                    .filter(number -> !number.isEmpty())
                    .mapToInt(Integer::parseInt)
                    .findFirst();
        } catch (IOException | UncheckedIOException none) {
            return OptionalInt.empty();
        }
    }
}
