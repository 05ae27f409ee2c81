package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of oracles in the documentation leave out no phenomenon and no level, and name tests that there are. */
class OracleTableTest {

    private static final Path DOCUMENTS = Path.of("..");
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String CLASS_SUFFIX = "Properties";

    /** Returns the rows of the section on oracles, without the heading. */
    private static List<String> rows(String document) throws IOException {
        String text = Files.readString(DOCUMENTS.resolve(document));
        String section = text.substring(text.indexOf("\n## Oracles\n"));
        return section.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    }

    private static Set<String> names(Stream<String> texts) {
        return texts.flatMap(text -> CODE.matcher(text).results())
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }

    private static String cell(String row, int column) {
        return row.split("\\|", -1)[column + 1];
    }

    @Test
    void everyPhenomenonHasAnOracle() throws IOException {
        assertThat(names(rows("PHENOMENA.md").stream().map(row -> cell(row, 1))))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Phenomenon.values()).map(Phenomenon::label).toList());
    }

    @Test
    void everyLevelStandsInOneRow() throws IOException {
        assertThat(rows("LEVELS.md").stream()
                        .map(row -> cell(row, 0))
                        .flatMap(cell -> CODE.matcher(cell).results())
                        .map(result -> result.group(1)))
                .containsExactlyInAnyOrderElementsOf(Stream.of(IsolationLevel.values())
                        .map(IsolationLevel::label)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PHENOMENA.md", "LEVELS.md"})
    void everyOracleIsAClassOfProperties(String document) throws IOException {
        Set<String> named = names(rows(document).stream()).stream()
                .filter(name -> name.endsWith(CLASS_SUFFIX))
                .collect(Collectors.toSet());

        try (Stream<Path> files = Files.walk(TESTS)) {
            Set<String> found = files.filter(file -> file.toString().endsWith(CLASS_SUFFIX + ".java"))
                    .filter(OracleTableTest::hasProperty)
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
            assertThat(found).containsAll(named);
        }
        assertThat(rows(document)).allSatisfy(row -> assertThat(row).contains(CLASS_SUFFIX + "`"));
    }

    private static boolean hasProperty(Path file) {
        try {
            return Files.readString(file).contains("@Property");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
