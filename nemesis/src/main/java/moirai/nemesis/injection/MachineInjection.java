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
 * Something that fails of the machines of some nodes that live.
 *
 * @param words what it is like, after the nodes' names; empty if that goes without saying
 * @param isFatal whether servers may not survive it: they are killed and started again when it is mended, as somebody
 *     who mends a machine would do. A server that met an error of its disk may be up and serve nobody for ever.
 */
record MachineInjection(
        Site site, List<Node> nodes, String words, Consumer<Machine> failure, MachinePart part, boolean isFatal)
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
                .fatal();
    }

    static MachineInjection fullDisk(Fault.FullDisk fault, Site site) {
        return of(fault.victims(), site, "", MachinePart.SPACE, Machine::fillDisk)
                .fatal();
    }

    static MachineInjection powerLoss(Fault.PowerLoss fault, Site site) {
        return of(fault.victims(), site, "", MachinePart.POWER, Machine::cutPower)
                .fatal();
    }

    static MachineInjection starvation(Fault.Starve fault, Site site) {
        String words = "to " + fault.percent() + " %";
        return of(fault.victims(), site, words, MachinePart.CPU, machine -> machine.starve(fault.percent()));
    }

    private static MachineInjection of(
            Victims victims, Site site, String words, MachinePart part, Consumer<Machine> failure) {
        return new MachineInjection(site, NodeInjection.alive(victims, site), words, failure, part, false);
    }

    private MachineInjection fatal() {
        return new MachineInjection(site, nodes, words, failure, part, true);
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
        Each.of(nodes, node -> failure.accept(site.machine(node)));
    }

    @Override
    public void heal() {
        Each.of(nodes, this::heal);
    }

    private void heal(Node node) {
        site.machine(node).mend(part);
        if (isFatal) {
            if (node.state() == State.PAUSED) {
                throw new ClusterException(node.name() + " is paused and has to be started again when it is not");
            }
            node.kill();
            node.start();
        }
    }
}
