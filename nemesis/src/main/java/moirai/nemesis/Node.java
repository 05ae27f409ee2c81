package moirai.nemesis;

import java.nio.file.Path;

/**
 * One running server of a cluster.
 *
 * @param name unique in the cluster
 * @param pid of the server's first process
 */
public record Node(String name, String host, int port, Role role, long pid, Path dataDirectory) {

    /** What a node does in its cluster. */
    public enum Role {
        /** Takes reads and writes. */
        PRIMARY
    }
}
