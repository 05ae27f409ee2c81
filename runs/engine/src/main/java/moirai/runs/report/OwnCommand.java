package moirai.runs.report;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The name by which a user can call Moirai again from the current directory, for every command that is printed.
 *
 * <p>For example {@code moirai} if that is on the PATH, {@code scripts/moirai} in a working copy, or {@code java -jar
 * moirai.jar}. Files that are read elsewhere, such as reports and exports, have {@link #PLAIN} instead: neither the
 * current directory nor the machine of their readers is known.
 */
public final class OwnCommand {

    /** The name in files that outlive the current directory. */
    public static final String PLAIN = "moirai";

    /** The system property with the path by which {@code scripts/moirai} was called. */
    public static final String SCRIPT = "moirai.script";

    private static final String WORDS = words(
            script(),
            jar(),
            System.getenv().getOrDefault("PATH", ""),
            Path.of("").toAbsolutePath());

    private OwnCommand() {}

    /** Returns the words that call this program, quoted for a shell. */
    public static String words() {
        return WORDS;
    }

    /** Returns a command, such as {@code scripts/moirai nemesis list}, from what follows the name of the program. */
    public static String line(String rest) {
        return WORDS + " " + rest;
    }

    /** Returns the version of this program; {@code development} if it does not run from its jar. */
    public static String version() {
        String version = OwnCommand.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Returns the path by which the script of this process was called; empty if it was started in another way. */
    public static Optional<Path> script() {
        String script = System.getProperty(SCRIPT, "");
        return script.isEmpty() ? Optional.empty() : Optional.of(Path.of(script));
    }

    /**
     * Returns the words for a process that was started in this way.
     *
     * @param script the path by which the script was called; empty if it was not
     * @param jar the jar that was started, if one was
     * @param searched the value of PATH
     * @param current the current directory
     */
    static String words(Optional<Path> script, Optional<Path> jar, String searched, Path current) {
        if (script.isPresent()) {
            Path called = script.get();
            if (first(searched, current)
                    .filter(found -> isSame(found, current.resolve(called)))
                    .isPresent()) {
                return PLAIN;
            }
            // Without a slash, a shell would look for it on the PATH.
            return ShellLine.quoted(called.getNameCount() == 1 && !called.isAbsolute() ? "./" + called : "" + called);
        }
        return jar.map(file -> "java -jar " + ShellLine.quoted(file.toString())).orElse(PLAIN);
    }

    /** Returns the file that a shell runs for {@code moirai}. */
    private static Optional<Path> first(String searched, Path current) {
        return folders(searched)
                .map(folder -> current.resolve(folder).resolve(PLAIN))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }

    /** Returns the folders of a PATH; those that cannot be folders are left out. */
    public static Stream<Path> folders(String searched) {
        return List.of(searched.split(File.pathSeparator)).stream()
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> {
                    try {
                        return Stream.of(Path.of(folder));
                    } catch (InvalidPathException unusable) {
                        return Stream.empty();
                    }
                });
    }

    /** Returns whether both paths lead to the same file, by whatever links. */
    public static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException absent) {
            return false;
        }
    }

    /** Returns the jar that {@code java -jar} started; empty if this class is not the only thing on the class path. */
    private static Optional<Path> jar() {
        CodeSource source = OwnCommand.class.getProtectionDomain().getCodeSource();
        String classPath = System.getProperty("java.class.path", "");
        try {
            return source != null
                            && classPath.endsWith(".jar")
                            && isSame(
                                    Path.of(classPath),
                                    Path.of(source.getLocation().toURI()))
                    ? Optional.of(Path.of(classPath))
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
