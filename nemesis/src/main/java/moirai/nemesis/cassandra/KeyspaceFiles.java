package moirai.nemesis.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.servers.TableFiles;

/** The data files of clients' keyspaces, and the commit log. */
record KeyspaceFiles() implements TableFiles<CassandraNode> {

    /** The length of the chunks that the server compresses and checks. */
    private static final int CHUNK = 16_384;

    @Override
    public int pageBytes() {
        return CHUNK;
    }

    /** {@inheritDoc} As it ends, the server writes what it has of its tables in memory. */
    @Override
    public List<Path> shutDown(CassandraNode node, Runnable ending) throws IOException {
        ending.run();
        Path data = node.dataDirectory().resolve("data");
        Path log = node.dataDirectory().resolve("commitlog");
        try (Stream<Path> tables = Files.walk(data);
                Stream<Path> segments = Files.list(log)) {
            return Stream.concat(
                            tables.filter(file -> isOfClient(data.relativize(file))),
                            segments.filter(file -> file.toString().endsWith(".log")))
                    .toList();
        }
    }

    private static boolean isOfClient(Path file) {
        return !file.getName(0).toString().startsWith("system")
                && file.toString().endsWith("-Data.db");
    }

    /**
     * {@inheritDoc} A node without data would have to be replaced by one that bootstraps, and these nodes have their
     * shares of the ring from the beginning.
     */
    @Override
    public boolean canRenew() {
        return false;
    }

    @Override
    public void renew(CassandraNode node) {
        throw new ClusterException("Cassandra's " + node.name() + " cannot be made a copy of other nodes");
    }
}
