package moirai.nemesis.injection;

import java.util.List;
import java.util.function.Consumer;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Node;
import moirai.nemesis.Node.State;
import moirai.nemesis.Storage;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;

/**
 * Does something to each of some living nodes, or to its machine.
 *
 * @param words the details, to follow the nodes' names; empty if there are none
 * @param pids the processes that it stops
 * @param isRestart whether undoing it starts the nodes, which then take time until they serve
 */
record NodeInjection(
        List<Node> nodes, String words, Consumer<Node> action, Consumer<Node> undo, List<Long> pids, boolean isRestart)
        implements Injection {

    static NodeInjection kill(Victims victims, Site site) {
        Outages.Hold outage = site.outages().hold();
        Consumer<Node> kill = node -> {
            outage.keepDown(node);
            node.kill();
        };
        return new NodeInjection(List.of(), "", kill, outage::start, List.of(), true).taking(victims, site);
    }

    static NodeInjection pause(Victims victims, Site site) {
        return new NodeInjection(List.of(), "", Node::pause, Node::resume, List.of(), false)
                .taking(victims, site)
                .stopping();
    }

    static NodeInjection skew(Fault.Clock fault, Site site) {
        return of(
                fault.victims(),
                site,
                fault.skew().describe(),
                MachinePart.CLOCK,
                machine -> machine.skew(fault.skew()));
    }

    static NodeInjection slowDisk(Fault.SlowDisk fault, Site site) {
        String words = "slow by " + fault.delay().toMillis() + " ms";
        return of(fault.victims(), site, words, MachinePart.DISK, machine -> machine.slowDisk(fault.delay()));
    }

    static NodeInjection brokenDisk(Fault.BrokenDisk fault, Site site) {
        return of(fault.victims(), site, fault.words(), MachinePart.DISK, machine -> machine.breakDisk(fault.percent()))
                .fatal(site.outages().hold());
    }

    static NodeInjection fullDisk(Fault.FullDisk fault, Site site) {
        return of(fault.victims(), site, "", MachinePart.SPACE, Machine::fillDisk)
                .fatal(site.outages().hold());
    }

    static NodeInjection powerLoss(Fault.PowerLoss fault, Site site) {
        Outages.Hold outage = site.outages().hold();
        return of(fault.victims(), site, "", MachinePart.POWER, Machine::cutPower)
                .after(outage::keepDown)
                .fatal(outage)
                .taking(fault.victims(), site);
    }

    /**
     * Lets one node leave. Where others follow a primary, it is one of those: to move the primary is a kind of its own.
     */
    static NodeInjection member(Victims victims, Site site) {
        Outages.Hold outage = site.outages().hold();
        Storage storage = site.storage();
        boolean hasReplicas = site.nodes().stream().anyMatch(node -> node.role() == Node.Role.REPLICA);
        List<Node> leaving = site.free(victims).stream()
                .filter(node -> !hasReplicas || node.role() == Node.Role.REPLICA)
                .limit(1)
                .toList();
        Consumer<Node> leave = node -> {
            outage.keepDown(node);
            storage.shutDown(node);
        };
        Consumer<Node> comeBack = node -> {
            if (outage.letGo(node) && node.state() == State.DEAD) {
                storage.renew(node);
            }
        };
        return new NodeInjection(List.of(), "", leave, comeBack, List.of(), true)
                .taking(new Victims.Named(Site.names(leaving)), site);
    }

    static NodeInjection starvation(Fault.Starve fault, Site site) {
        String words = "to " + fault.percent() + " %";
        return of(fault.victims(), site, words, MachinePart.CPU, machine -> machine.starve(fault.percent()));
    }

    private static NodeInjection of(
            Victims victims, Site site, String words, MachinePart part, Consumer<Machine> failure) {
        return new NodeInjection(
                site.free(victims),
                words,
                node -> failure.accept(site.machine(node)),
                node -> site.machine(node).mend(part),
                List.of(),
                false);
    }

    /** Returns this injection for those victims that it may make dead or pause; no other fault hits them meanwhile. */
    private NodeInjection taking(Victims victims, Site site) {
        Taken.Hold hold = site.taken().hold();
        List<Node> own = hold.take(victims.among(site.nodes()));
        return new NodeInjection(own, words, action, undo.andThen(hold::letGo), pids, isRestart);
    }

    /** Returns this injection, which stops the processes that its nodes have now. */
    private NodeInjection stopping() {
        List<Long> stopped =
                nodes.stream().flatMap(node -> node.pids().stream()).toList();
        return new NodeInjection(nodes, words, action, undo, stopped, isRestart);
    }

    private NodeInjection after(Consumer<Node> first) {
        return new NodeInjection(nodes, words, first.andThen(action), undo, pids, isRestart);
    }

    /** Returns this injection for a failure that servers may not survive. */
    private NodeInjection fatal(Outages.Hold outage) {
        return new NodeInjection(nodes, words, action, undo.andThen(node -> startAnew(node, outage)), pids, true);
    }

    /**
     * Starts a node anew, as somebody who mends a machine would do: after an error of its disk a server may be up and
     * serve nobody for ever. If another fault keeps the node down, the fault that is healed last starts it.
     */
    private static void startAnew(Node node, Outages.Hold outage) {
        if (outage.letGo(node)) {
            if (node.state() == State.PAUSED) {
                throw new ClusterException(node.name() + " is paused and has to be started again when it is not");
            }
            node.kill();
            outage.start(node);
        }
    }

    @Override
    public boolean isVain() {
        return nodes.isEmpty();
    }

    @Override
    public String target() {
        return (String.join(" ", Site.names(nodes)) + " " + words).strip();
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
