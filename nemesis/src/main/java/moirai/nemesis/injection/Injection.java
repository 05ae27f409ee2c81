package moirai.nemesis.injection;

import java.util.List;
import moirai.nemesis.faults.Fault;

/**
 * One fault at one cluster: whom it meets as things stand, what to do, and how to undo it. Undoing is safe whatever has
 * been done, also if nothing or half of it, also twice. Used by one thread; other faults have others.
 */
interface Injection {

    /** What the fault means for the cluster as it is now; nothing is done yet. */
    static Injection of(Fault fault, Site site) {
        return switch (fault) {
            case Fault.Kill kill -> NodeInjection.kill(kill.victims(), site);
            case Fault.Restart restart -> NodeInjection.kill(restart.victims(), site);
            case Fault.Pause pause -> NodeInjection.pause(pause.victims(), site);
            case Fault.Failover failover -> new FailoverInjection(failover, site);
            case Fault.Partition partition -> LinkInjection.partition(partition, site);
            case Fault.Slow slow -> LinkInjection.slow(slow, site);
            case Fault.Loss loss -> LinkInjection.loss(loss, site);
            case Fault.Cut cut -> new CutInjection(cut, site);
            case Fault.Clock clock -> MachineInjection.skew(clock, site);
            case Fault.SlowDisk disk -> MachineInjection.slowDisk(disk, site);
            case Fault.BrokenDisk disk -> MachineInjection.brokenDisk(disk, site);
            case Fault.FullDisk disk -> MachineInjection.fullDisk(disk, site);
            case Fault.PowerLoss power -> MachineInjection.powerLoss(power, site);
            case Fault.Starve starve -> MachineInjection.starvation(starve, site);
        };
    }

    /** Whether there is nobody whom it would meet, such as a node that is dead already. */
    boolean isVain();

    /** Whom it meets, for people. */
    String target();

    /** The processes that it meets and that outlive it, so that whoever reads the journal finds them again. */
    default List<Long> pids() {
        return List.of();
    }

    /**
     * Does it.
     *
     * @throws moirai.nemesis.ClusterException if it cannot be done; half of it may be
     */
    void inject();

    /**
     * Undoes it.
     *
     * @throws moirai.nemesis.ClusterException if it cannot be undone now; it may be tried again
     */
    void heal();
}
