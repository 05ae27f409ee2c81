package moirai.sources;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.sources.sql.tables.Schema;

/**
 * The files of SQL among the sources that define their tables, and those of the resources beside them. Of several files
 * that define the same tables, one for each product, one is taken.
 */
final class FoundTables {

    private static final Pattern SQL = Pattern.compile("(?i).*\\.(sql|cql|ddl)");

    private static final Pattern CREATE = Pattern.compile(
            "(?i)\\bCREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:\\w+\\.)?([\"`\\[]?\\w+[\"`\\]]?)");

    /** Parts of the names of files, those first that are preferred. */
    private static final List<String> PREFERRED =
            List.of("generic", "ansi", "standard", "schema", "create", "postgres", "h2", "hsqldb", "mysql");

    private final Map<Path, CompilationUnit> asked;
    private final Set<String> words;
    private final Map<Path, Set<String>> tables = new LinkedHashMap<>();
    /** The files that change tables, perhaps those of other files. */
    private final List<Path> changing = new ArrayList<>();

    private FoundTables(Map<Path, CompilationUnit> asked) {
        this.asked = asked;
        this.words = words(asked.values());
    }

    /** A file that defines tables, and others beside it that define some of the same. */
    record Found(Path file, List<Path> others) {}

    /** Returns the files that define the tables which the sources name; none if there is none. */
    static List<Found> of(List<Path> paths, Map<Path, CompilationUnit> asked) {
        var tables = new FoundTables(asked);
        paths.stream().filter(Files::isDirectory).forEach(tables::add);
        if (tables.isEmpty()) {
            tables.resources().forEach(tables::add);
        }
        return tables.chosen();
    }

    private boolean isEmpty() {
        return tables.keySet().stream().allMatch(file -> named(file) == 0);
    }

    /** Returns the words of all texts that stand in the sources. */
    private static Set<String> words(Collection<CompilationUnit> units) {
        Set<String> words = new HashSet<>();
        units.stream()
                .flatMap(unit -> unit.findAll(LiteralStringValueExpr.class).stream())
                .flatMap(literal -> Stream.of(literal.getValue().split("\\W+")))
                .forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        return words;
    }

    /** Returns the folders of resources beside those in which the packages of the sources begin. */
    private Set<Path> resources() {
        Set<Path> folders = new LinkedHashSet<>();
        asked.forEach((file, unit) -> ImportedFiles.root(file, unit)
                .flatMap(root -> Optional.ofNullable(root.getParent()))
                .map(parent -> parent.resolve("resources"))
                .filter(Files::isDirectory)
                .ifPresent(folders::add));
        return folders;
    }

    private void add(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> SQL.matcher(String.valueOf(file.getFileName())).matches())
                    .filter(Files::isRegularFile)
                    .sorted()
                    .forEach(this::addFile);
        } catch (IOException | UncheckedIOException failed) {
            throw new SourceException("cannot read folder " + folder + ": " + failed.getMessage());
        }
    }

    private void addFile(Path file) {
        String script;
        try {
            script = SourceFiles.text(file);
        } catch (SourceException unreadable) {
            return;
        }
        Set<String> defined = CREATE.matcher(script)
                .results()
                .map(found -> Schema.plain(found.group(1)).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        if (!defined.isEmpty()) {
            tables.put(file, defined);
        }
        if (Schema.hasAddition(script)) {
            changing.add(file);
        }
    }

    /** Returns how many tables of a file the sources name. */
    private long named(Path file) {
        return tables.getOrDefault(file, Set.of()).stream()
                .filter(words::contains)
                .count();
    }

    /**
     * Returns files of the folder that defines most: those that add tables to the ones before and define none twice,
     * and then those that only change tables.
     */
    private List<Found> chosen() {
        Comparator<Path> best = Comparator.<Path>comparingLong(file -> -named(file))
                .thenComparingInt(file -> tables.getOrDefault(file, Set.of()).size())
                .thenComparingInt(FoundTables::place)
                .thenComparing(Comparator.naturalOrder());
        List<Path> files = tables.keySet().stream()
                .filter(file -> named(file) > 0)
                .sorted(best)
                .toList();
        var taken = new ArrayList<Path>();
        Set<String> known = new HashSet<>();
        for (Path file : files) {
            boolean isBeside = taken.isEmpty()
                    || String.valueOf(file.getParent())
                            .equals(String.valueOf(taken.getFirst().getParent()));
            Set<String> defined = tables.getOrDefault(file, Set.of());
            if (isBeside && known.stream().noneMatch(defined::contains)) {
                taken.add(file);
                known.addAll(defined);
            }
        }
        List<Path> beside =
                taken.stream().map(Path::toAbsolutePath).map(Path::getParent).toList();
        changing.stream()
                .filter(file -> !taken.contains(file))
                .filter(file -> beside.contains(file.toAbsolutePath().getParent()))
                .filter(file -> tables.getOrDefault(file, Set.of()).stream().noneMatch(known::contains))
                .toList()
                .forEach(taken::add);
        return taken.stream().map(file -> new Found(file, like(file, files))).toList();
    }

    private List<Path> like(Path file, List<Path> files) {
        Set<String> defined = tables.getOrDefault(file, Set.of());
        return files.stream()
                .filter(other -> !other.equals(file))
                .filter(other -> tables.getOrDefault(other, Set.of()).stream().anyMatch(defined::contains))
                .toList();
    }

    private static int place(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        for (int i = 0; i < PREFERRED.size(); i++) {
            if (name.contains(PREFERRED.get(i))) {
                return i;
            }
        }
        return PREFERRED.size();
    }
}
