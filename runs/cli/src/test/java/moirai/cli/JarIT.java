package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the jar that users get, as the build has made it. */
class JarIT {

    private static final Path JAR = Path.of("target/moirai.jar");
    /** The runtime dependencies, one a line, as group:artifact:jar:version:scope; some have a classifier. */
    private static final Path LIBRARIES = Path.of("target/libraries.txt");

    private static final Pattern LIBRARY = Pattern.compile("([\\w.-]+:[\\w.-]+):jar:(?:[\\w.-]+:)?([\\w.+-]+):\\w+");

    /** 45 MB, of which 15 are PostgreSQL. */
    private static final long SIZE_MAX = 45_000_000;

    /** The libraries of which the jar has only the classes that something refers to, as the build file says. */
    private static final List<String> MINIMIZED = List.of(
            "it/unimi/dsi/fastutil/",
            "com/datastax/oss/driver/shaded/guava/",
            "com/github/javaparser/",
            "io/netty/handler/codec/",
            "net/sf/jsqlparser/",
            "org/apache/commons/codec/",
            "org/apache/commons/compress/",
            "org/apache/commons/io/",
            "org/apache/commons/lang3/",
            "org/apache/commons/numbers/",
            "org/apache/commons/rng/",
            "org/apache/commons/statistics/",
            "org/logicng/");

    @Test
    void theJarIsNotTooLarge() throws IOException {
        assertThat(Files.size(JAR)).isLessThan(SIZE_MAX);
    }

    /** A class that is missing would be found missing by the user whose command needs it first. */
    @Test
    void everyClassThatAClassRefersToIsThere() throws IOException {
        var missing = new TreeSet<String>();
        try (var jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    for (String referred : classesIn(jar.getInputStream(entry))) {
                        boolean isMinimized = MINIMIZED.stream().anyMatch(referred::startsWith);
                        if (isMinimized && jar.getJarEntry(referred + ".class") == null) {
                            missing.add(entry.getName() + " needs " + referred);
                        }
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Returns the names of the classes in the constant pool of a class file (JVM specification, section 4.4). */
    private static List<String> classesIn(InputStream file) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(file))) {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            var texts = new String[count];
            var classes = new ArrayList<Integer>();
            for (int index = 1; index < count; index++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts[index] = in.readUTF();
                    case 7 -> classes.add(in.readUnsignedShort());
                    case 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        index++; // They take two places.
                    }
                    default -> throw new IOException("constant of kind " + tag);
                }
            }
            return classes.stream()
                    .map(name -> texts[name].replaceFirst("^\\[+L(.*);$", "$1"))
                    .toList();
        }
    }

    @Test
    void theLicenceOfEachLibraryIsNamed() throws IOException {
        List<String> libraries = LIBRARY.matcher(Files.readString(LIBRARIES))
                .results()
                .map((MatchResult found) -> found.group(1) + ":" + found.group(2) + " ")
                .toList();
        assertThat(libraries).hasSizeGreaterThan(20);
        try (var jar = new JarFile(JAR.toFile())) {
            byte[] text = jar.getInputStream(jar.getJarEntry("META-INF/THIRD-PARTY.txt"))
                    .readAllBytes();

            assertThat(new String(text, StandardCharsets.UTF_8)).contains(libraries);
        }
    }

    /** Debuggers alone show them, and they took 2.9 MB. */
    @Test
    void theJarIsPacked() throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            byte[] type = jar.getInputStream(jar.getJarEntry("moirai/cli/Moirai.class"))
                    .readAllBytes();

            assertThat(new String(type, StandardCharsets.ISO_8859_1))
                    .contains("LineNumberTable")
                    .doesNotContain("LocalVariableTable");
            assertThat(jar.stream()).noneMatch(JarEntry::isDirectory);
        }
    }

    /** A driver loads some of its classes by their names, so only its use shows that none is missing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --db h2 --expect read-committed       | 3   | INSUFFICIENT EVIDENCE
            --db hsqldb --expect read-committed   | 3   | INSUFFICIENT EVIDENCE
            --db sqlite                          | 3   | INSUFFICIENT EVIDENCE
            --db mock                            | 3   | INSUFFICIENT EVIDENCE
            --url jdbc:mariadb://127.0.0.1:1/d    | 255 | Connection refused
            --url jdbc:postgresql://127.0.0.1:1/d | 255 | Connection to 127.0.0.1:1 refused
            --nodes 127.0.0.1:1                  | 255 | 127.0.0.1:1
            """)
    void eachDriverOfTheJarWorks(String database, int code, String message, @TempDir Path store)
            throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        var command = new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-jar", JAR.toString()));
        command.addAll(List.of("run", "--txn-count", "20", "-q", "--store", store.toString()));
        command.addAll(List.of(database.split(" ", -1)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isEqualTo(code);
        assertThat(output.replaceAll("\\s+", " ")).contains(message);
    }
}
