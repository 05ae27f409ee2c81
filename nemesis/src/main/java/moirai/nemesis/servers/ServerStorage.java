package moirai.nemesis.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Storage;

/** The files of a cluster whose nodes are servers of this machine: the part that does not depend on the product. */
final class ServerStorage<N extends ServerNode> implements Storage {

    private final TableFiles<N> tables;
    private final Supplier<List<N>> servers;
    private final Predicate<Path> isOwn;

    /** @param isOwn whether a file belongs to the cluster, whatever the product says */
    ServerStorage(TableFiles<N> tables, Supplier<List<N>> servers, Predicate<Path> isOwn) {
        this.tables = tables;
        this.servers = servers;
        this.isOwn = isOwn;
    }

    private N server(Node node) {
        return servers.get().stream()
                .filter(server -> server.name().equals(node.name()))
                .findFirst()
                .orElseThrow(() -> new ClusterException(node.name() + " is no node of this cluster"));
    }

    @Override
    public int pageBytes() {
        return tables.pageBytes();
    }

    @Override
    public List<Path> shutDown(Node node) {
        N server = server(node);
        try {
            var files = new ArrayList<>(tables.shutDown(server, server::shutDown));
            for (Path file : files) {
                if (!isOwn.test(file)) {
                    throw new IllegalStateException(file + " is no file of this cluster");
                }
            }
            files.sort(null);
            return List.copyOf(files);
        } catch (IOException unreadable) {
            throw new ClusterException("the files of " + node.name() + " cannot be listed: " + unreadable, unreadable);
        }
    }

    @Override
    public boolean canRenew() {
        return tables.canRenew();
    }

    @Override
    public void renew(Node node) {
        tables.renew(server(node));
    }
}
