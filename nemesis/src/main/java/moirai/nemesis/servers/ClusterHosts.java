package moirai.nemesis.servers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.LoopbackHosts;
import moirai.nemesis.network.lab.LabHosts;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.StateDirectory;

/**
 * The hosts of a cluster whose nodes tell each other their addresses. They are made when they are first needed: in a
 * {@linkplain LabHosts lab} if links were requested before and a lab is possible, else on loopback, where only clients
 * use links. Thread-safe.
 */
public final class ClusterHosts implements AutoCloseable {

    private final int nodes;
    private final int inLab;
    private final UnaryOperator<Links> linking;

    /** The hosts; empty before they are needed and after the end. */
    private Optional<Hosts> hosts = Optional.empty();

    private Optional<Links> links = Optional.empty();
    private boolean isInLab;

    /**
     * @param inLab the number of hosts in a lab, at least as many as nodes; 0 if a lab is of no use
     * @param linking makes the cluster's links from those of a lab
     */
    public ClusterHosts(int nodes, int inLab, UnaryOperator<Links> linking) {
        this.nodes = nodes;
        this.inLab = inLab;
        this.linking = linking;
    }

    /** Returns the hosts, without links if none were requested so far. */
    public synchronized Hosts hosts() {
        return hosts(false);
    }

    private Hosts hosts(boolean withLinks) {
        if (hosts.isEmpty()) {
            // What lies between nodes that tell each other their addresses can be cut only between hosts.
            isInLab = withLinks && inLab > 0 && LabHosts.problem().isEmpty();
            Hosts made = isInLab ? LabHosts.of(inLab) : new LoopbackHosts(nodes, withLinks);
            hosts = Optional.of(made);
            links = isInLab ? made.links().map(linking) : made.links();
        }
        return hosts.get();
    }

    /** Returns the links; empty if the hosts were made before any were requested. */
    public synchronized Optional<Links> links() {
        hosts(true);
        return links;
    }

    public synchronized boolean isInLab() {
        return isInLab;
    }

    /** Returns the user as whom servers run there. In a lab the caller looks like root, as whom servers do not run. */
    public synchronized ServerUser user(StateDirectory state) {
        return isInLab ? new ServerUser.Mapped() : state.user();
    }

    /** Gives the hosts up; does nothing if there are none. */
    @Override
    public synchronized void close() {
        hosts.ifPresent(Hosts::close);
        hosts = Optional.empty();
        links = Optional.empty();
        isInLab = false;
    }
}
