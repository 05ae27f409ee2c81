package moirai.junit.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/*
 * The build of a user is that of another repository: it finds Moirai's jars in a Maven repository and nowhere else. An
 * installation into the real one would leave something behind, and an empty one would download all libraries again. So
 * the repository here has links to the groups of the real one, and this build's jars in place of the group moirai.
 */

/** Builds the example project as a user does, against the jars and POMs that this build has made. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ExampleIT {

    /** What the JVMs of a short build need least processor time with. */
    private static final String QUICK = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("\n  <artifactId>(.*?)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("\n  <version>(.*?)</version>");

    @TempDir
    private Path folder;

    /** Of the application's tests, those of a slice and of one service stand for the others, which take a minute. */
    @ParameterizedTest
    @CsvSource({"example, *Test", "example/booking, 'DataJpaSliceTest,AccountTest'"})
    void theExampleIsGreenWithTheInstalledArtefacts(String example, String tests)
            throws IOException, InterruptedException {
        Path real = Path.of(System.getProperty("user.home"), ".m2", "repository");
        assumeTrue(Files.isDirectory(real), "skipped: needs a local Maven repository at ~/.m2");
        assumeTrue(isMavenInstalled(), "skipped: needs Maven on the PATH (Debian: maven)");
        Path repository = Files.createDirectory(folder.resolve("repository"));
        link(real, repository);
        install(repository.resolve("moirai"));
        Path project = copy(Path.of(example, "src"), folder.resolve("example"));

        String output = build(project, tests, repository);

        assertThat(output).doesNotContain("Could not find artifact moirai:");
        assumeFalse(
                Stream.of("Could not transfer", "Could not resolve", "Could not find artifact")
                        .anyMatch(output::contains),
                "skipped: needs Maven Central, or the libraries of the example in the local repository");
        assertThat(output).contains("BUILD SUCCESS").containsPattern("Tests run: [1-9]\\d*, Failures: 0, Errors: 0");
    }

    /** JUnit warns of each link in a temporary folder that it removes. */
    @AfterEach
    void removeLinks() throws IOException {
        Path repository = folder.resolve("repository");
        if (!Files.isDirectory(repository)) {
            return;
        }
        try (Stream<Path> groups = Files.list(repository)) {
            for (Path group : groups.filter(Files::isSymbolicLink).toList()) {
                Files.delete(group);
            }
        }
    }

    private static boolean isMavenInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "mvn")));
    }

    private static void link(Path real, Path repository) throws IOException {
        try (Stream<Path> groups = Files.list(real)) {
            for (Path group : groups.toList()) {
                if (!group.endsWith("moirai")) {
                    Files.createSymbolicLink(repository.resolve(group.getFileName()), group);
                }
            }
        }
    }

    /** Puts the parent and all modules that have a jar, and the BOM, to where Maven looks for them. */
    private static void install(Path group) throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        String version = first(VERSION, parent);
        install(ROOT, group, version);
        for (String module :
                MODULE.matcher(parent).results().map(match -> match.group(1)).toList()) {
            install(ROOT.resolve(module), group, version);
        }
        assumeTrue(
                Files.exists(group.resolve("moirai-junit/" + version + "/moirai-junit-" + version + ".jar")),
                "skipped: needs the jars of mvn verify");
    }

    private static void install(Path module, Path group, String version) throws IOException {
        Path pom = module.resolve("pom.xml");
        String artifact = first(ARTIFACT, Files.readString(pom));
        Path place = Files.createDirectories(group.resolve(artifact).resolve(version));
        Files.copy(pom, place.resolve(artifact + "-" + version + ".pom"));
        Path jar = module.resolve("target").resolve(artifact + "-" + version + ".jar");
        if (Files.exists(jar)) {
            Files.copy(jar, place.resolve(jar.getFileName()));
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(pattern.pattern()).isTrue();
        return found.group(1);
    }

    private static Path copy(Path sources, Path project) throws IOException {
        Files.createDirectories(project);
        Files.copy(sources.resolveSibling("pom.xml"), project.resolve("pom.xml"));
        Files.walkFileTree(sources, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copied = project.resolve("src").resolve(sources.relativize(file));
                Files.createDirectories(copied.getParent());
                Files.copy(file, copied);
                return FileVisitResult.CONTINUE;
            }
        });
        return project;
    }

    /** Downloads what the local repository lacks; nothing else of Moirai is looked for anywhere. */
    private String build(Path project, String tests, Path repository) throws IOException, InterruptedException {
        Path log = folder.resolve("build.log");
        var command = List.of(
                "mvn",
                "-B",
                "-nsu",
                "-Dmaven.repo.local=" + repository,
                "-Dtest=" + tests,
                "-DargLine=" + QUICK,
                "test");
        var builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", QUICK);
        Process maven = builder.start();
        try {
            maven.waitFor();
        } finally {
            maven.destroyForcibly();
        }
        return Files.readString(log);
    }
}
