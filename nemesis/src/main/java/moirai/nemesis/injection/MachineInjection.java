package moirai.nemesis.injection;

import java.util.List;
import java.util.function.Consumer;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Node;
import moirai.nemesis.Node.State;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;

/**
 * Makes a part of the machines of some living nodes fail.
 *
 * @param words the details, to follow the nodes' names; empty if there are none
 */
record MachineInjection(List<Node> nodes, String words, Consumer<Node> failure, Consumer<Node> mending)
        implements Injection {

    static MachineInjection skew(Fault.Clock fault, Site site) {
        return of(
                fault.victims(),
                site,
                fault.skew().describe(),
                MachinePart.CLOCK,
                machine -> machine.skew(fault.skew()));
    }

    static MachineInjection slowDisk(Fault.SlowDisk fault, Site site) {
        String words = "slow by " + fault.delay().toMillis() + " ms";
        return of(fault.victims(), site, words, MachinePart.DISK, machine -> machine.slowDisk(fault.delay()));
    }

    static MachineInjection brokenDisk(Fault.BrokenDisk fault, Site site) {
        return of(fault.victims(), site, "failing", MachinePart.DISK, Machine::breakDisk)
                .fatal(site.outages().hold());
    }

    static MachineInjection fullDisk(Fault.FullDisk fault, Site site) {
        return of(fault.victims(), site, "", MachinePart.SPACE, Machine::fillDisk)
                .fatal(site.outages().hold());
    }

    static MachineInjection powerLoss(Fault.PowerLoss fault, Site site) {
        Outages.Hold outage = site.outages().hold();
        return of(fault.victims(), site, "", MachinePart.POWER, Machine::cutPower)
                .after(outage::keepDown)
                .fatal(outage);
    }

    static MachineInjection starvation(Fault.Starve fault, Site site) {
        String words = "to " + fault.percent() + " %";
        return of(fault.victims(), site, words, MachinePart.CPU, machine -> machine.starve(fault.percent()));
    }

    private static MachineInjection of(
            Victims victims, Site site, String words, MachinePart part, Consumer<Machine> failure) {
        return new MachineInjection(
                NodeInjection.alive(victims, site),
                words,
                node -> failure.accept(site.machine(node)),
                node -> site.machine(node).mend(part));
    }

    private MachineInjection after(Consumer<Node> first) {
        return new MachineInjection(nodes, words, first.andThen(failure), mending);
    }

    /** Returns this injection for a failure that servers may not survive. */
    private MachineInjection fatal(Outages.Hold outage) {
        return new MachineInjection(nodes, words, failure, mending.andThen(node -> startAnew(node, outage)));
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
        Each.of(nodes, failure);
    }

    @Override
    public void heal() {
        Each.of(nodes, mending);
    }
}
