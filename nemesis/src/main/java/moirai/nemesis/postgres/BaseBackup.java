package moirai.nemesis.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Trees;

/*
 * The programs from Maven Central have neither pg_basebackup nor pg_rewind, so this is the manual's "Making a Base
 * Backup Using the Low Level API" (section 25.3.4): tell the server, copy its files while it goes on writing to them,
 * and keep the label that says from where a copy has to replay. The log itself is not copied: the copy streams it, and
 * wal_keep_size has the server keep it that long.
 */
/** Copies the data of a running primary for a new replica. */
final class BaseBackup {

    private static final int TIMEOUT_SECONDS = 15;

    private static final String LABEL = "backup_label";

    /** The directories that have to exist, but whose content must not be copied. */
    private static final Set<String> EMPTIED = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts", LABEL, "tablespace_map");

    private BaseBackup() {}

    /**
     * Replaces the data of a dead server by a copy of the primary's.
     *
     * @throws ClusterException if the primary does not answer
     */
    static void copy(PostgresNode primary, PostgresNode replica) throws IOException {
        var source = primary.dataDirectory();
        var target = replica.dataDirectory();
        replica.freeSharedMemory();
        Trees.delete(target);
        // The backup ends with the connection that began it.
        try (var connection = primary.connect(TIMEOUT_SECONDS)) {
            ask(connection, "SELECT pg_backup_start('moirai', true)");
            Trees.copyChanging(source, target, path -> isOwn(source.relativize(path)));
            Files.writeString(
                    target.resolve(LABEL),
                    ask(connection, "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)"));
            replica.give(target);
        } catch (SQLException e) {
            throw new ClusterException(primary.name() + " cannot be copied: " + String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isOwn(Path path) {
        String top = path.getName(0).toString();
        return path.getNameCount() == 1 ? LEFT_OUT.contains(top) : EMPTIED.contains(top);
    }

    private static String ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
