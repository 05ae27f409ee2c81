package moirai.runs.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import moirai.nemesis.ClusterException;
import moirai.nemesis.fetching.MavenJars;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB, which runs in this process. Its driver is larger than Moirai: a driver on the class path is taken if there is
 * one, and otherwise that of {@link #VERSION}, which Maven fetches once.
 */
final class DuckDb {

    /** The version of the driver that is fetched. */
    static final String VERSION = "1.4.4.0";

    private static final String DRIVER = "org.duckdb.DuckDBDriver";

    private static final MavenJars JARS = new MavenJars(
            "the driver of DuckDB " + VERSION,
            81,
            "duckdb-" + VERSION,
            new MavenJars.Artifact("org.duckdb", "duckdb_jdbc", VERSION),
            "43f0cc93c892699162d46e8a45e2cbb92d92f74b933832f84c78ed551a2608df");

    private static final String URL_BEGIN = "jdbc:duckdb:";

    private final Driver driver;

    private DuckDb(Driver driver) {
        this.driver = driver;
    }

    /**
     * Finds or fetches the driver.
     *
     * @throws ClusterException if it cannot be fetched
     * @throws RunException if it does not run on this machine
     */
    static DuckDb load() {
        ClassLoader own = DuckDb.class.getClassLoader();
        try {
            return of(own);
        } catch (ClassNotFoundException absent) {
            return fetched();
        }
    }

    /** Loads the driver that Maven fetches. */
    static DuckDb fetched() {
        try {
            // Never closed: the library of the driver stays loaded for as long as its classes are.
            return of(new DriverLoader(JARS.fetch()));
        } catch (MalformedURLException | ClassNotFoundException impossible) {
            throw new IllegalStateException("a jar with the expected digest has no driver", impossible);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Loads the driver alone. It looks for its library among its resources, and unpacks it into the temporary folder,
     * for each process anew; a kill leaves 57 MB there. If there is no such resource, it takes the library beside its
     * jar. So the library is unpacked there once, and hidden.
     */
    private static final class DriverLoader extends URLClassLoader {

        private static final String LIBRARY = "libduckdb_java";

        private final Path folder;

        DriverLoader(Path folder) throws MalformedURLException {
            super(
                    "duckdb",
                    new URL[] {folder.resolve(JARS.artifact().jar()).toUri().toURL()},
                    ClassLoader.getPlatformClassLoader());
            this.folder = folder;
        }

        @Override
        public @Nullable URL getResource(String name) {
            URL packed = super.getResource(name);
            return packed != null && name.startsWith(LIBRARY) && isBesideJar(name, packed) ? null : packed;
        }

        private boolean isBesideJar(String name, URL packed) {
            Path library = folder.resolve(name);
            if (Files.exists(library)) {
                return true;
            }
            try {
                Path part = Files.createTempFile(folder, name, ".part");
                try (InputStream in = packed.openStream()) {
                    Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
                    return true;
                } finally {
                    Files.deleteIfExists(part);
                }
            } catch (IOException unwritable) {
                return false;
            }
        }
    }

    private static DuckDb of(ClassLoader loader) throws ClassNotFoundException {
        try {
            Object made =
                    Class.forName(DRIVER, true, loader).getDeclaredConstructor().newInstance();
            return new DuckDb((Driver) made);
        } catch (ReflectiveOperationException | LinkageError unfit) {
            if (unfit instanceof ClassNotFoundException absent) {
                throw absent;
            }
            throw unfit(unfit);
        }
    }

    /**
     * Returns the refusal of a driver, to be thrown. It names the first cause, as that of an error while a class is
     * initialized says why.
     */
    static RunException unfit(Throwable failed) {
        Throwable root = failed;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new RunException(
                "the driver of DuckDB does not run on this machine: " + root, ExitCode.BAD_ARGUMENTS, failed);
    }

    /**
     * The resources of a database, besides which it takes none.
     *
     * @param memory the size up to which it keeps data in memory, such as {@code 2GB}
     * @param spill the folder for what does not fit
     */
    record Resources(String memory, Path spill) {

        private Properties properties() {
            var properties = new Properties();
            properties.setProperty("memory_limit", memory);
            properties.setProperty("temp_directory", spill.toString());
            properties.setProperty("autoinstall_known_extensions", "false");
            properties.setProperty("autoload_known_extensions", "false");
            return properties;
        }
    }

    /** Opens a database to fill it; a file that is not there is made. */
    Connection writable(Path file, Resources resources) throws SQLException {
        return connect(file.toString(), resources.properties());
    }

    /** Opens a new database in memory to fill it. */
    Connection inMemory(Resources resources) throws SQLException {
        return connect("", resources.properties());
    }

    /** Opens a database for statements of our own that write to other files, such as exports. */
    Connection readable(Path file, Resources resources) throws SQLException {
        Properties properties = resources.properties();
        properties.setProperty("duckdb.read_only", "true");
        return connect(file.toString(), properties);
    }

    /** Opens a database for statements of others: they can change nothing, and reach no file and no network. */
    Connection sealed(Path file, Resources resources) throws SQLException {
        Properties properties = resources.properties();
        properties.setProperty("duckdb.read_only", "true");
        properties.setProperty("enable_external_access", "false");
        properties.setProperty("lock_configuration", "true");
        properties.setProperty("jdbc_stream_results", "true");
        return connect(file.toString(), properties);
    }

    private Connection connect(String place, Properties properties) throws SQLException {
        try {
            return driver.connect(URL_BEGIN + place, properties);
        } catch (LinkageError unfit) {
            throw unfit(unfit);
        }
    }
}
