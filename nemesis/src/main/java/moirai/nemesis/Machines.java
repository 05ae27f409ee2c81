package moirai.nemesis;

import java.util.Optional;

/** The machines of a cluster's nodes. Thread-safe. */
public interface Machines {

    /**
     * Why this part cannot be made to fail here, as what is needed, such as {@code root}; empty if it can. May compile
     * a small program.
     */
    Optional<String> lack(MachinePart part);

    /**
     * Has this part be one that can be made to fail; to be called before the cluster's first start. Servers then get
     * what that takes, and bring what they acknowledge to the disk if it is about that.
     *
     * @throws ClusterException if it cannot be, or the cluster was started without
     */
    void expect(MachinePart part);

    /** Has every part of every machine work again; servers that died stay dead. */
    void mendAll();

    /** The machine of a node of the cluster, which has been started. */
    Machine of(Node node);
}
