package moirai.nemesis;

import java.util.Optional;

/** The machines of a cluster's nodes. Thread-safe. */
public interface Machines {

    /**
     * Returns what this machine lacks to make the part fail, such as {@code root}; empty if nothing. May compile a
     * small program.
     */
    Optional<String> lack(MachinePart part);

    /**
     * Prepares the cluster for failures of this part. Must be called before the first start. Servers then get what such
     * failures take, and bring what they acknowledge to the disk if the part is about the disk.
     *
     * @throws ClusterException if the part cannot be made to fail, or the cluster was started already
     */
    void expect(MachinePart part);

    /** Makes every part of every machine work again; servers that died stay dead. */
    void mendAll();

    /** Returns the machine of a node of the cluster, which must have been started. */
    Machine of(Node node);
}
