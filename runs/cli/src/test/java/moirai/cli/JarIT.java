package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the jar that users get, as the build has made it. */
class JarIT {

    private static final Path JAR = Path.of("target/moirai.jar");
    /** The runtime dependencies, one a line, as group:artifact:jar:version:scope; some have a classifier. */
    private static final Path LIBRARIES = Path.of("target/libraries.txt");

    private static final Pattern LIBRARY = Pattern.compile("([\\w.-]+:[\\w.-]+):jar:(?:[\\w.-]+:)?([\\w.+-]+):\\w+");

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
}
