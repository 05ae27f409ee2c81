package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of all runs: {@code <root>/<name>/<UTC time>/}, with links {@code latest} and {@code <name>/latest} to
 * the newest.
 *
 * @param root need not exist before the first run
 */
public record RunStore(Path root) {

    /** The rule for the names of runs, for messages. */
    public static final String NAMES = "1 to 64 letters, digits, '.', '_' or '-', with a letter or digit first";

    private static final String LATEST = "latest";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern TIME = Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z");
    private static final DateTimeFormatter TIME_FORMAT =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Returns whether a run may have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(LATEST);
    }

    /** Returns whether a run's directory may have this name, which is the time at which it began. */
    public static boolean isTime(String name) {
        return TIME.matcher(name).matches();
    }

    /** Returns the time at which a run began, from the name of its directory; empty if that is another name. */
    public static Optional<Instant> began(Path run) {
        String name = String.valueOf(run.getFileName());
        return isTime(name) ? Optional.of(TIME_FORMAT.parse(name, Instant::from)) : Optional.empty();
    }

    /**
     * Makes the directory of a new run.
     *
     * @throws UncheckedIOException if that fails
     */
    public RunDirectory create(String name, Instant started) {
        if (!isName(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a name for a run: expected " + NAMES);
        }
        try {
            Path ofName = Files.createDirectories(root.resolve(name));
            Instant time = started;
            while (true) {
                Path path = ofName.resolve(TIME_FORMAT.format(time));
                try {
                    return new RunDirectory(Files.createDirectory(path));
                } catch (FileAlreadyExistsException taken) {
                    time = time.plusMillis(1);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Sets the links {@code latest} to a run. Does nothing where there are no symbolic links, which are only a
     * convenience.
     */
    public void link(RunDirectory run) {
        link(run.path().resolveSibling(LATEST), run.path().getFileName());
        link(root.resolve(LATEST), root.relativize(run.path()));
    }

    /** Returns the run that began last and recorded something. */
    public Optional<RunDirectory> newest() {
        return runs().stream().filter(run -> !list(run.history()).isEmpty()).findFirst();
    }

    /** Returns all runs, the one that began last first, including those that did not end or recorded nothing. */
    public List<RunDirectory> runs() {
        return list(root).stream()
                .filter(name -> isName(name.getFileName().toString()))
                .flatMap(name -> list(name).stream())
                .filter(run -> isTime(run.getFileName().toString()))
                .sorted(Comparator.comparing((Path run) -> run.getFileName().toString())
                        .reversed())
                .map(RunDirectory::new)
                .toList();
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> !Files.isSymbolicLink(entry))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Replaces a link by way of a temporary name, so that a concurrent reader of the link finds one run or the other.
     */
    private static void link(Path link, Path target) {
        Path temporary =
                link.resolveSibling("." + LATEST + "-" + ProcessHandle.current().pid());
        try {
            Files.deleteIfExists(temporary);
            Files.createSymbolicLink(temporary, target);
            Files.move(temporary, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UnsupportedOperationException unlinked) {
            System.getLogger(RunStore.class.getName()).log(System.Logger.Level.DEBUG, "no link " + link, unlinked);
        }
    }
}
