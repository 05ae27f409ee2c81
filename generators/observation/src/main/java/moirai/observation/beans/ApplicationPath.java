package moirai.observation.beans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.program.Origin;
import moirai.observation.txns.ObservationException;

/**
 * Where the classes and libraries of an application are.
 *
 * @param root the folder of its project
 * @param classes folders of its own classes and resources
 * @param libraries jars
 */
record ApplicationPath(Path root, List<Path> classes, List<URL> libraries) {

    private static final List<String> CLASSES = List.of(
            "target/classes",
            "build/classes/java/main",
            "build/classes/kotlin/main",
            "build/resources/main",
            "BOOT-INF/classes",
            "WEB-INF/classes");

    private static final List<String> LISTS = List.of("classpath.txt", "target/classpath.txt", "build/classpath.txt");

    private static final List<String> JARS =
            List.of("target/dependency", "target/dependencies", "build/dependencies", "BOOT-INF/lib", "WEB-INF/lib");

    /** Libraries that only help while an application is written, and would start servers or other class loaders. */
    private static final List<String> LEFT_OUT = List.of("spring-boot-devtools-", "spring-boot-docker-compose-");

    ApplicationPath {
        classes = List.copyOf(classes);
        libraries = List.copyOf(libraries);
    }

    /**
     * Finds an application: a folder of classes, the folder of a project, or a folder into which a jar of Spring Boot
     * was unpacked.
     *
     * @param named its libraries; none to look for them
     */
    static ApplicationPath of(Path path, List<URL> named) {
        Path absolute = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            throw new ObservationException("there is no folder " + path
                    + "; expected a folder of compiled classes, or of a project whose classes are compiled");
        }
        List<Path> inside = CLASSES.stream()
                .map(absolute::resolve)
                .filter(Files::isDirectory)
                .toList();
        List<Path> classes = inside.isEmpty() ? List.of(absolute) : inside;
        if (classes.stream().allMatch(folder -> classes(folder).isEmpty())) {
            throw new ObservationException("no compiled class in " + path
                    + "; expected a folder of classes, or a project with target/classes or build/classes/java/main");
        }
        Path root = inside.isEmpty() ? root(absolute) : absolute;
        return new ApplicationPath(root, classes, named.isEmpty() ? urls(kept(libraries(root, path))) : named);
    }

    private static Path root(Path classes) {
        return CLASSES.stream()
                .filter(classes::endsWith)
                .map(end -> classes.getRoot()
                        .resolve(classes.subpath(
                                0, classes.getNameCount() - Path.of(end).getNameCount())))
                .findFirst()
                .orElse(classes);
    }

    private static List<Path> libraries(Path root, Path path) {
        for (String name : LISTS) {
            Path list = root.resolve(name);
            if (Files.isRegularFile(list)) {
                return Arrays.stream(read(list).strip().split("[:\\s]+"))
                        .map(root::resolve)
                        .toList();
            }
        }
        for (String name : JARS) {
            List<Path> jars = jars(root.resolve(name));
            if (!jars.isEmpty()) {
                return jars;
            }
        }
        throw new ObservationException("the libraries of " + path + " are not known; expected --classpath, or "
                + root.resolve("classpath.txt") + " as 'mvn dependency:build-classpath -Dmdep.outputFile=classpath.txt'"
                + " writes it, or jars in target/dependency");
    }

    private static List<Path> kept(List<Path> libraries) {
        return libraries.stream()
                .filter(jar -> LEFT_OUT.stream().noneMatch(jar.getFileName().toString()::startsWith))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new ObservationException("cannot read " + file + "; expected a class path in UTF-8", unreadable);
        }
    }

    private static List<Path> jars(Path folder) {
        return Files.isDirectory(folder) ? found(folder, 1, ".jar") : List.of();
    }

    private static List<Path> classes(Path folder) {
        return found(folder, Integer.MAX_VALUE, ".class");
    }

    /** Returns the files with this end below a folder, by name. */
    static List<Path> found(Path folder, int depth, String end) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the files of the application's own classes. */
    List<Path> classFiles() {
        return classes.stream().flatMap(folder -> classes(folder).stream()).toList();
    }

    /** Returns the files of the application's own classes that were not generated when it was compiled. */
    List<Path> ownFiles() {
        return classFiles().stream()
                .filter(file -> !MicronautContext.isGenerated(className(file)))
                .toList();
    }

    /** Returns the full name of a class by its file. */
    String className(Path file) {
        Path folder = classes.stream().filter(file::startsWith).findFirst().orElseThrow();
        String name = folder.relativize(file).toString();
        return name.substring(0, name.length() - ".class".length())
                .replace('/', '.')
                .replace('\\', '.');
    }

    /** Returns the line of a method in the source of a class, or that of the class; 1 if there is no source. */
    Origin origin(Class<?> type, String method) {
        String file = type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
        String name = file.substring(file.lastIndexOf('/') + 1);
        Optional<Path> source = Stream.of("src/main/java", "src")
                .map(folder -> root.resolve(folder).resolve(file))
                .filter(Files::isRegularFile)
                .findFirst();
        if (source.isEmpty()) {
            return new Origin(name, 1);
        }
        List<String> lines = read(source.get()).lines().toList();
        Pattern declared = Pattern.compile("^[^*=.(]*\\s" + Pattern.quote(method) + "\\s*\\(.*");
        Pattern opened = Pattern.compile("^[^*]*\\b(class|interface|record)\\s+" + type.getSimpleName() + "\\b.*");
        return Stream.of(declared, opened)
                .flatMap(pattern -> IntStream.range(0, lines.size())
                        .filter(i -> pattern.matcher(lines.get(i)).matches())
                        .boxed())
                .findFirst()
                .map(i -> new Origin(name, i + 1))
                .orElse(new Origin(name, 1));
    }

    /** Returns all places, as loaders take them. */
    List<URL> urls() {
        return Stream.concat(urls(classes).stream(), libraries.stream()).toList();
    }

    private static List<URL> urls(List<Path> places) {
        var urls = new ArrayList<URL>();
        for (Path place : places) {
            try {
                urls.add(place.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return urls;
    }
}
