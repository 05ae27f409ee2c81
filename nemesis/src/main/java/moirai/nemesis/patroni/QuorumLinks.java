package moirai.nemesis.patroni;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;

/*
 * Where Patroni is used in earnest, each node has a member of etcd beside it, and that answers only where it reaches a
 * majority of them. One etcd on a host of its own behaves the same if a node is cut off from it for as long as that
 * node does not reach, both ways, a majority of all nodes, itself among them.
 */
/** The links of nodes, including those to etcd, which behaves as if it had a member at each node. Thread-safe. */
final class QuorumLinks implements Links {

    private final Links all;
    private final List<String> nodes;
    private final String etcd;
    private final Set<List<String>> cuts = new HashSet<>();

    /** @param all of the nodes' hosts, and of one more, the last one, which is etcd's */
    QuorumLinks(Links all, int nodes) {
        this.all = all;
        this.nodes = IntStream.range(0, nodes).mapToObj(Hosts::name).toList();
        this.etcd = Hosts.name(nodes);
    }

    @Override
    public List<String> ends() {
        return all.ends().stream().filter(end -> !end.equals(etcd)).toList();
    }

    @Override
    public synchronized void cut(String from, String to) {
        cuts.add(List.of(from, to));
        all.cut(from, to);
        adapt();
    }

    @Override
    public synchronized void heal(String from, String to) {
        all.heal(from, to);
        cuts.remove(List.of(from, to));
        adapt();
    }

    private void adapt() {
        for (String node : nodes) {
            long reached = nodes.stream()
                    .filter(other -> !cuts.contains(List.of(node, other)) && !cuts.contains(List.of(other, node)))
                    .count();
            if (reached * 2 > nodes.size()) {
                all.heal(node, etcd);
                all.heal(etcd, node);
            } else {
                all.cut(node, etcd);
                all.cut(etcd, node);
            }
        }
    }

    @Override
    public void delay(String from, String to, Duration delay, Duration jitter) {
        all.delay(from, to, delay, jitter);
    }

    @Override
    public boolean joinNodes() {
        return all.joinNodes();
    }

    @Override
    public boolean canDelay(String from, String to) {
        return all.canDelay(from, to);
    }

    @Override
    public boolean canLose() {
        return all.canLose();
    }

    @Override
    public void loss(String from, String to, double probability) {
        all.loss(from, to, probability);
    }

    @Override
    public void reset(String from, String to) {
        all.reset(from, to);
    }

    @Override
    public synchronized void healAll() {
        try {
            all.healAll();
        } finally {
            // What was healed may not come back with the next heal of another link, even if one host failed.
            cuts.clear();
        }
    }
}
