package moirai.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The limits of the house style on all source files of all modules. Stops, not aims. */
class TidyTest {

    private static final int FILE_LINES_MAX = 400;
    private static final int PACKAGE_FILES_MAX = 20;
    private static final int METHOD_LINES_MAX = 60;
    private static final int COLUMNS_MAX = 120;
    private static final int README_LINES_MAX = 80;

    private static final List<String> FOLDERS =
            List.of("checkers", "clients", "generators", "nemesis", "runs", "scripts");

    /** The first line of a method or constructor: indented once or twice, and no statement, call or lambda. */
    private static final Pattern METHOD =
            Pattern.compile("^( {4}| {8})(?!return |new |throw |else|if |for |while |switch |try |synchronized \\()"
                    + "(?:[\\w@<][^=;(]* \\w+\\([^;]*|\\w+\\((?!.*->)[^;]*\\{)$");

    private static final Pattern UNASSIGNED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b(?!.*#\\d+)");

    /** The folder that holds all modules; tests run in that of their own. */
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static List<Path> sources() {
        return FOLDERS.stream()
                .flatMap(folder -> walk(ROOT.resolve(folder)))
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.toString().contains("/target/"))
                .toList();
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<Path> packageFolders() {
        return sources().stream().map(Path::getParent).distinct().toList();
    }

    @Test
    void thereAreSourcesToLookAt() {
        assertThat(sources()).hasSizeGreaterThan(100);
    }

    @Test
    void noFileIsTooLong() {
        assertThat(sources().stream().filter(file -> lines(file).size() > FILE_LINES_MAX))
                .isEmpty();
    }

    @Test
    void noLineIsTooWide() {
        assertThat(places(line -> line.length() > COLUMNS_MAX)).isEmpty();
    }

    /** Returns the places of bad lines, as {@code file:line}. */
    private static List<String> places(Predicate<String> isBad) {
        var places = new ArrayList<String>();
        for (Path file : sources()) {
            List<String> lines = lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (isBad.test(lines.get(i))) {
                    places.add(ROOT.relativize(file) + ":" + (i + 1));
                }
            }
        }
        return places;
    }

    @Test
    void noPackageHasTooManyFiles() {
        var counts = new TreeMap<>(sources().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting())));

        assertThat(counts).allSatisfy((folder, count) -> assertThat(count).isLessThanOrEqualTo(PACKAGE_FILES_MAX));
    }

    @Test
    void everyPackageIsDocumentedAndFreeOfNulls() {
        List<Path> main = packageFolders().stream()
                .filter(folder -> folder.toString().contains("/src/main/java/moirai"))
                .toList();

        assertThat(main)
                .isNotEmpty()
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .content()
                        .contains("@NullMarked")
                        .startsWith("/**"));
    }

    @Test
    void everyTopLevelFolderHasAReadmeOfAPage() {
        assertThat(FOLDERS)
                .allSatisfy(folder -> assertThat(lines(ROOT.resolve(folder).resolve("README.md")))
                        .hasSizeBetween(5, README_LINES_MAX));
    }

    @Test
    void everyTodoNamesAnIssue() {
        assertThat(places(line -> UNASSIGNED.matcher(line).find())).isEmpty();
    }

    @Test
    void noMethodIsTooLong() {
        assertThat(sources().stream()
                        .flatMap(file -> longMethods(lines(file)).stream().map(head -> file + ": " + head)))
                .isEmpty();
    }

    @Test
    void aMethodThatIsTooLongIsNoticed() {
        var file = new ArrayList<>(List.of("class A {", "    void tooLong() {"));
        for (int i = 0; i < METHOD_LINES_MAX; i++) {
            file.add("        call();");
        }
        file.addAll(List.of("    }", "}"));

        assertThat(longMethods(file)).containsExactly("void tooLong() {");
    }

    /** The formatter puts a method's closing brace alone on a line, indented as the method itself. */
    private static List<String> longMethods(List<String> lines) {
        var found = new ArrayList<String>();
        for (int first = 0; first < lines.size(); first++) {
            var head = METHOD.matcher(lines.get(first));
            if (head.matches()) {
                String end = head.group(1) + "}";
                int last = first;
                while (last < lines.size() && !lines.get(last).equals(end) && !isDeclaration(lines, last, first)) {
                    last++;
                }
                if (last < lines.size() && lines.get(last).equals(end) && last - first + 1 > METHOD_LINES_MAX) {
                    found.add(lines.get(first).strip());
                }
            }
        }
        return found;
    }

    @Test
    void aMethodWithoutABodyEndsWithItsLine() {
        var file = new ArrayList<>(List.of("class A {", "    void nothing() {}", "    class B {"));
        for (int i = 0; i < METHOD_LINES_MAX; i++) {
            file.add("        int field;");
        }
        file.addAll(List.of("    }", "}"));

        assertThat(longMethods(file)).isEmpty();
    }

    /** An abstract method ends with a semicolon before any brace opens, one with an empty body with two braces. */
    private static boolean isDeclaration(List<String> lines, int at, int first) {
        return (lines.get(at).endsWith(";") || lines.get(at).endsWith("{}"))
                && lines.subList(first, at + 1).stream().noneMatch(line -> line.endsWith("{"));
    }
}
