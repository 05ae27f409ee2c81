package moirai.nemesis.injection;

import java.util.List;
import java.util.function.Consumer;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Victims;

/**
 * Does something to each of some living nodes.
 *
 * @param pids the processes that it stops
 */
record NodeInjection(List<Node> nodes, Consumer<Node> action, Consumer<Node> undo, List<Long> pids)
        implements Injection {

    static NodeInjection kill(Victims victims, Site site) {
        Outages.Hold outage = site.outages().hold();
        Consumer<Node> kill = node -> {
            outage.keepDown(node);
            node.kill();
        };
        return new NodeInjection(alive(victims, site), kill, outage::start, List.of());
    }

    static NodeInjection pause(Victims victims, Site site) {
        List<Node> nodes = alive(victims, site);
        List<Long> pids = nodes.stream().flatMap(node -> node.pids().stream()).toList();
        return new NodeInjection(nodes, Node::pause, Node::resume, pids);
    }

    /** Returns the living victims. Dead nodes are left out: the fault that killed a node starts it. */
    static List<Node> alive(Victims victims, Site site) {
        return victims.among(site.nodes()).stream()
                .filter(node -> node.state() != Node.State.DEAD)
                .toList();
    }

    @Override
    public boolean isVain() {
        return nodes.isEmpty();
    }

    @Override
    public String target() {
        return String.join(" ", Site.names(nodes));
    }

    @Override
    public void inject() {
        Each.of(nodes, action);
    }

    @Override
    public void heal() {
        // A replica that comes back may wait for its primary, which may be another of them.
        Each.besideOthers(nodes, undo);
    }
}
