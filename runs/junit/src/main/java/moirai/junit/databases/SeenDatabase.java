package moirai.junit.databases;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/**
 * The database to which a data source leads, and the level of its connections as JDBC numbers it.
 */
public record SeenDatabase(Endpoint endpoint, int level) {

    /** A database in the memory of this process. SQLite's have one connection each, so sessions would not meet. */
    private static final Pattern IN_MEMORY = Pattern.compile("jdbc:(h2|hsqldb):mem:.*");

    /** A database in a file that this process opens. */
    private static final Pattern IN_FILE = Pattern.compile(
            "jdbc:(?:h2:file:|h2:(?=[/.~]|[A-Za-z]:[/\\\\])|hsqldb:file:|sqlite:(?:file:)?)(?<path>[^;?]+).*");

    /**
     * Looks at one connection.
     *
     * @throws ClientException if the data source gives none
     */
    public static SeenDatabase of(DataSource source) {
        try (Connection connection = source.getConnection()) {
            var facts = connection.getMetaData();
            String user = facts.getUserName() == null ? "" : facts.getUserName();
            return new SeenDatabase(
                    new Endpoint(String.valueOf(facts.getURL()), user, ""), connection.getTransactionIsolation());
        } catch (SQLException failed) {
            throw new ClientException("the data source gives no connection: " + failed.getMessage(), failed);
        }
    }

    /** Returns whether the database ends with this process, or with its temporary files. */
    public static boolean isOfThisTest(String url) {
        if (IN_MEMORY.matcher(url).matches()) {
            return true;
        }
        var file = IN_FILE.matcher(url);
        if (!file.matches() || file.group("path").startsWith("~")) {
            return false;
        }
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            for (Path part : parts(Path.of(file.group("path")))) {
                if (!real(part).startsWith(temporary)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException unknown) {
            return false;
        }
    }

    /**
     * Returns the files that a database at a path would write to. Most add something to the name, such as {@code
     * .mv.db}, and the file with that name may be a link to another folder.
     */
    private static List<Path> parts(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        // Products resolve ".." before links or after them.
        var parts = new ArrayList<>(List.of(absolute, absolute.normalize()));
        Path folder = absolute.getParent();
        if (folder != null && Files.isDirectory(folder)) {
            String name = String.valueOf(absolute.getFileName());
            try (var beside = Files.newDirectoryStream(folder, other -> isPart(other, name))) {
                beside.forEach(parts::add);
            }
        }
        return parts;
    }

    private static boolean isPart(Path file, String name) {
        String found = String.valueOf(file.getFileName());
        return found.startsWith(name + ".") || found.startsWith(name + "-");
    }

    /**
     * Returns where a path leads, without the links in the part of it that exists.
     *
     * @throws IOException if a link leads to nothing, which is made when it is written to
     */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path existing = absolute;
        while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
            existing = Objects.requireNonNull(existing.getParent(), "a root exists");
        }
        Path real = existing.toRealPath();
        int known = existing.getNameCount();
        return known == absolute.getNameCount()
                ? real
                : real.resolve(absolute.subpath(known, absolute.getNameCount())).normalize();
    }

    /**
     * Returns the same text for all URLs of one database in this process. Letters' case does not count, so that two
     * databases may have one text, which is harmless: their runs follow each other without need.
     */
    public static String place(String url) {
        var file = IN_FILE.matcher(url);
        return (file.matches() ? place(Path.of(file.group("path"))) : url.replaceAll("[?;].*", ""))
                .toLowerCase(Locale.ROOT);
    }

    private static String place(Path path) {
        try {
            return real(path).toString();
        } catch (IOException unknown) {
            return path.toAbsolutePath().normalize().toString();
        }
    }
}
