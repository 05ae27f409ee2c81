package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Examples in README.md are those of the example project, which ExampleIT builds and runs. */
class ReadmeTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

    @Test
    void theExamplesOfPropertiesAreThoseOfTheExampleProject() throws IOException {
        assertThatBlocksAreOfExample("\n## Properties", "\n## Inside", "ListsTest.java");
    }

    @Test
    void theExamplesOfAnomaliesAreThoseOfTheExampleProject() throws IOException {
        assertThatBlocksAreOfExample("\n## Anomalies in your source", "\n## A database under load", "ShopTest.java");
    }

    private static void assertThatBlocksAreOfExample(String begin, String end, String file) throws IOException {
        String section = section(begin, end);
        String example = unindented(Files.readString(Path.of("example/src/test/java/example", file)));
        List<String> blocks = BLOCK.matcher(section)
                .results()
                .map(block -> unindented(block.group(1)))
                .toList();

        assertThat(blocks).hasSize(2).allSatisfy(block -> {
            assertThat(example).contains(block);
            assertThat(block.lines().count()).isLessThanOrEqualTo(15);
        });
    }

    private static String section(String begin, String end) throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        return readme.substring(readme.indexOf(begin), readme.indexOf(end));
    }

    @Test
    void theFailureOfAnAnomalyIsTheOneThatATestShows() throws IOException {
        String section = section("\n## Anomalies in your source", "\n## A database under load");
        String shown = section.split("```\n", -1)[2];
        String golden = Files.readString(Path.of("src/test/resources/reports/directed-lost-update.txt"));

        assertThat(shown.lines().filter(line -> !line.isBlank() && !line.strip().equals("…")))
                .hasSizeGreaterThan(5)
                .allSatisfy(line -> assertThat(golden.lines()).contains(line));
    }

    private static String unindented(String text) {
        return text.strip().replaceAll("\n[ ]+", "\n");
    }
}
