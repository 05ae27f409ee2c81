package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of properties in README.md are those of the example project, which ExampleIT builds and runs. */
class ReadmeTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

    @Test
    void theExamplesOfPropertiesAreThoseOfTheExampleProject() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String section = readme.substring(readme.indexOf("\n## Properties"), readme.indexOf("\n## Inside"));
        String example = unindented(Files.readString(Path.of("example/src/test/java/example/ListsTest.java")));
        List<String> blocks = BLOCK.matcher(section)
                .results()
                .map(block -> unindented(block.group(1)))
                .toList();

        assertThat(blocks).hasSize(2).allSatisfy(block -> {
            assertThat(example).contains(block);
            assertThat(block.lines().count()).isLessThanOrEqualTo(15);
        });
    }

    private static String unindented(String text) {
        return text.strip().replaceAll("\n[ ]+", "\n");
    }
}
