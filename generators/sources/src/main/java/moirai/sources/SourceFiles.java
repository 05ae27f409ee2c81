package moirai.sources;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads and parses files. Names of files are relative to the folder that was asked for. */
final class SourceFiles {

    private static final Pattern FOUND = Pattern.compile("Parse error\\. Found +(.+?), expected +(.+)");

    private final JavaParser parser = new JavaParser(new ParserConfiguration()
            .setLanguageLevel(ParserConfiguration.LanguageLevel.BLEEDING_EDGE)
            .setAttributeComments(false));

    private final Map<Path, CompilationUnit> byPath = new LinkedHashMap<>();

    /** Returns the parsed files by their names, sorted. */
    Map<String, CompilationUnit> read(List<Path> paths) {
        Map<String, CompilationUnit> units = new TreeMap<>();
        for (Path path : paths) {
            boolean isFolder = Files.isDirectory(path);
            if (!isFolder && !Files.isRegularFile(path)) {
                throw new SourceException("no file or folder " + path + "; expected Java files or folders of them");
            }
            for (Path file : isFolder ? javaFiles(path) : List.of(path)) {
                String name = isFolder
                        ? path.relativize(file).toString().replace('\\', '/')
                        : String.valueOf(file.getFileName());
                CompilationUnit unit = parse(name, file);
                units.put(name, unit);
                byPath.put(file, unit);
            }
        }
        if (units.isEmpty()) {
            throw new SourceException("no Java file in " + paths + "; expected files that end in .java");
        }
        return units;
    }

    /** Returns the files that were read, in their order. */
    Map<Path, CompilationUnit> byPath() {
        return byPath;
    }

    /** Returns a parsed file; empty if it is no Java that can be read. */
    Optional<CompilationUnit> readable(Path file) {
        try {
            return Optional.of(parse(String.valueOf(file.getFileName()), file));
        } catch (SourceException unreadable) {
            return Optional.empty();
        }
    }

    private static List<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException failed) {
            throw new SourceException("cannot read folder " + folder + ": " + failed.getMessage());
        }
    }

    private CompilationUnit parse(String name, Path file) {
        ParseResult<CompilationUnit> result = parser.parse(text(file));
        if (result.isSuccessful() && result.getResult().isPresent()) {
            return result.getResult().get();
        }
        var problem = result.getProblems().getFirst();
        int line = problem.getLocation()
                .flatMap(range -> range.getBegin().getRange())
                .map(range -> range.begin.line)
                .orElse(1);
        throw new SourceException(name + ":" + line + ": error: " + shown(problem.getMessage()));
    }

    /** Returns what a parser found, without the dozens of tokens that it would take instead. */
    private static String shown(String problem) {
        Matcher found = FOUND.matcher(problem);
        return found.lookingAt()
                ? "found " + found.group(1) + "; expected "
                        + (found.group(2).contains(" ") ? "Java that compiles" : found.group(2))
                : problem.lines().findFirst().orElse("unreadable") + "; expected Java that compiles";
    }

    /** Returns the text of a file. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException binary) {
            throw new SourceException("file " + file + " is not UTF-8; expected text");
        } catch (IOException failed) {
            throw new SourceException("cannot read file " + file + ": " + failed.getMessage() + "; expected text");
        }
    }
}
