package moirai.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has no parent, so nothing but this test keeps it like the root POM. */
class BillOfMaterialsTest {

    private static final Pattern MANAGED =
            Pattern.compile("<groupId>moirai</groupId><artifactId>(moirai-[a-z-]+)</artifactId>"
                    + "<version>\\$\\{project\\.version}</version>");
    private static final Pattern VERSION = Pattern.compile("\n  <version>(.*?)</version>");

    private static List<String> all(Pattern pattern, String file) throws IOException {
        return pattern.matcher(Files.readString(Path.of("../..", file)))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theBomHasAllArtefactsButTheCommandLine() throws IOException {
        List<String> expected = all(MANAGED, "pom.xml").stream()
                .filter(artifact -> !artifact.equals("moirai-cli"))
                .toList();

        assertThat(all(MANAGED, "runs/bom/pom.xml"))
                .hasSizeGreaterThan(10)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void theBomHasTheVersionOfTheHouse() throws IOException {
        assertThat(all(VERSION, "runs/bom/pom.xml")).isEqualTo(all(VERSION, "pom.xml"));
    }
}
