package moirai.runs.emission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.format.CaseFormat;
import moirai.runs.files.WholeFile;
import moirai.runs.report.OwnCommand;

/** The folder of a case, {@code <fingerprint>/}. Everything in it is derived from the case alone. */
public final class CaseFiles {

    /** The file of the case, from which every other file can be made again. */
    public static final String CASE = "case.json";

    private static final String TEXT = "case.txt";

    private static final String SCRIPT = "sessions.sql";

    private static final String TEST = "AnomalyTest.java";

    private CaseFiles() {}

    /**
     * Writes the folder of a case, each file all or nothing. An existing case that was replayed stays as it is: the
     * same fingerprint found again adds no knowledge and lacks the replays. It gives way to an anomaly of a program
     * that has changed since, whose replays would run the former statements.
     *
     * @param parent the folder that holds the folder of the case, which is named by the fingerprint; made if need be
     * @return the folder
     */
    public static Path write(Path parent, Case found) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(found.fingerprint().toString()));
        if (found.confirmations().isEmpty() && isConfirmed(folder.resolve(CASE), found)) {
            return folder;
        }
        rewrite(folder.resolve(CASE), found);
        return folder;
    }

    private static boolean isConfirmed(Path file, Case found) {
        try {
            if (!Files.exists(file)) {
                return false;
            }
            Case kept = CaseFormat.read(file);
            return !kept.confirmations().isEmpty() && !isOfOtherProgram(kept, found);
        } catch (HistoryFormatException broken) {
            return false;
        }
    }

    private static boolean isOfOtherProgram(Case kept, Case found) {
        return kept instanceof PredictedCase before
                && found instanceof PredictedCase now
                && !before.program().equals(now.program());
    }

    /**
     * Replaces a case by a newer version, such as one with another confirmation. If the file is {@code case.json} in
     * the folder that the case's fingerprint names, every other file of the folder is made again; anywhere else no
     * other file is touched, since it belongs to someone else.
     *
     * @param file as the user named it; need not exist
     */
    public static void rewrite(Path file, Case found) throws IOException {
        WholeFile.write(file, CaseFormat.format(found));
        Path folder = file.toAbsolutePath().getParent();
        if (file.endsWith(CASE)
                && folder != null
                && folder.endsWith(found.fingerprint().toString())) {
            for (Map.Entry<String, String> text : beside(found).entrySet()) {
                WholeFile.write(file.resolveSibling(text.getKey()), text.getValue());
            }
        }
    }

    /** Returns the texts of the other files by their names. */
    private static Map<String, String> beside(Case found) {
        var texts = new LinkedHashMap<String, String>();
        texts.put(TEXT, CaseText.of(found));
        CaseEmission emission = CaseEmission.of(found);
        emission.script().ifPresent(script -> texts.put(SCRIPT, script));
        emission.test("AnomalyTest").ifPresent(test -> texts.put(TEST, test));
        return texts;
    }

    /**
     * Reads a case.
     *
     * @param path its file, or its folder
     * @throws HistoryFormatException with file, field, value and what would be accepted, if it is not a case
     */
    public static Case read(Path path) {
        return CaseFormat.read(file(path));
    }

    /**
     * Reads an excerpt of a history.
     *
     * @throws HistoryFormatException if it is not a case, or a case of another kind, which has no history
     */
    public static HistoryCase readHistory(Path path) {
        return switch (read(path)) {
            case HistoryCase shown -> shown;
            case ExploredCase explored -> throw withoutHistory(path, "an execution of an explored program");
            case PredictedCase predicted -> throw withoutHistory(path, "a predicted anomaly of a program");
        };
    }

    private static HistoryFormatException withoutHistory(Path path, String what) {
        return new HistoryFormatException(
                path.toString(),
                "is " + what + ", which has no history: expected a case of a run; of this one "
                        + OwnCommand.line("explain") + " without"
                        + " options, shrink, replay and report tell more, and its data is the case.json itself");
    }

    /** Returns the folders of cases in a folder, by name; none if it does not exist. */
    public static List<Path> in(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(parent)) {
            return folders.filter(folder -> Files.exists(folder.resolve(CASE)))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the file of a case that was named by its file or its folder. */
    public static Path file(Path path) {
        return Files.isDirectory(path) ? path.resolve(CASE) : path;
    }

    /** Returns whether a path looks like a case, rather than a history or a run. */
    public static boolean isCase(Path path) {
        return Files.isRegularFile(file(path)) && file(path).toString().endsWith(".json") && isNamedSo(file(path));
    }

    private static boolean isNamedSo(Path file) {
        if (file.endsWith(CASE)) {
            return true;
        }
        try (var lines = Files.newBufferedReader(file)) {
            char[] start = new char[256];
            int length = lines.read(start);
            return length > 0 && CaseFormat.isNamedIn(new String(start, 0, length));
        } catch (IOException unreadable) {
            return false;
        }
    }
}
