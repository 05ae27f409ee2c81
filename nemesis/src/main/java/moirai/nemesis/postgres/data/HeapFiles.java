package moirai.nemesis.postgres.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.servers.ServerNode;
import moirai.nemesis.servers.TableFiles;

/**
 * The files of clients' tables, with those of their long values (TOAST). Files of indexes and of the catalog are left
 * alone: a server that cannot be logged in to shows nothing.
 *
 * @param primary returns the primary of now; empty if none is known
 * @param renewal removes the data of a node and starts it as a copy of the primary
 */
public record HeapFiles<N extends ServerNode & HeapFiles.Server>(
        boolean canRenew, Supplier<Optional<N>> primary, Consumer<N> renewal) implements TableFiles<N> {

    /** A server that a superuser can be connected to. */
    public interface Server extends Streaming.Server {
        Superuser superuser();
    }

    /** The size of a page, which is compiled into the programs. */
    private static final int PAGE = 8_192;

    private static final int CHECKPOINT_SECONDS = 10;

    private static final int REPLAY_MILLIS = 3_000;

    private static final String TABLES = "SELECT coalesce(string_agg(pg_relation_filepath(oid), ' '), '')"
            + " FROM pg_class WHERE relpersistence = 'p' AND pg_relation_filepath(oid) IS NOT NULL AND oid IN"
            + " (SELECT unnest(ARRAY[t.oid, t.reltoastrelid]) FROM pg_class t JOIN pg_namespace s"
            + " ON s.oid = t.relnamespace WHERE t.relkind = 'r' AND s.nspname <> 'information_schema'"
            + " AND s.nspname NOT LIKE 'pg\\_%')";

    @Override
    public int pageBytes() {
        return PAGE;
    }

    @Override
    public List<Path> shutDown(N node, Runnable ending) {
        String tables = node.ask(TABLES);
        flush(node);
        ending.run();
        return Arrays.stream(tables.split(" "))
                .filter(path -> !path.isBlank())
                .map(node.dataDirectory()::resolve)
                .filter(Files::exists)
                .toList();
    }

    /**
     * Has the primary of a replica make a checkpoint: a replica writes its pages to its files up to the last one. Where
     * the primary does not answer, a part of the damage may be undone by what the replica then replays.
     */
    private void flush(N node) {
        Optional<N> source = primary.get().filter(other -> !other.equals(node));
        if (source.isEmpty()) {
            return;
        }
        try (var connection = source.get().superuser().connect(CHECKPOINT_SECONDS);
                var statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        } catch (SQLException noAnswer) {
            return;
        }
        String position = Streaming.answer(source.get(), "SELECT pg_current_wal_flush_lsn()");
        String hasReplayed = "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn";
        Pauses.until(REPLAY_MILLIS, () -> Streaming.answer(node, hasReplayed).equals("t"));
    }

    @Override
    public void renew(N node) {
        renewal.accept(node);
    }
}
