package moirai.nemesis.injection;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.faults.Fault;

/**
 * One fault at one cluster: the nodes that it affects as things stand, and how to do and undo it. Undoing is safe
 * whatever has been done: nothing, half of it, or all of it, and also twice. Used by one thread; other faults have
 * others.
 */
interface Injection {

    /** Returns the injection of the fault into the cluster as it is now; nothing is done yet. */
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
            case Fault.Clock clock -> NodeInjection.skew(clock, site);
            case Fault.SlowDisk disk -> NodeInjection.slowDisk(disk, site);
            case Fault.BrokenDisk disk -> NodeInjection.brokenDisk(disk, site);
            case Fault.FullDisk disk -> NodeInjection.fullDisk(disk, site);
            case Fault.PowerLoss power -> NodeInjection.powerLoss(power, site);
            case Fault.Damage damage -> new DamageInjection(damage, site);
            case Fault.Member member -> NodeInjection.member(member.victims(), site);
            case Fault.Upgrade upgrade -> new UpgradeInjection(site);
            case Fault.Starve starve -> NodeInjection.starvation(starve, site);
        };
    }

    /** Returns whether the fault would affect no node, for example because the node is dead already. */
    boolean isVain();

    /** Returns whether a fault that would affect no node now waits until it does, and is not just left out. */
    default boolean isPatient() {
        return false;
    }

    /** Names the affected nodes for people. */
    String target();

    /** Returns the affected processes that outlive the fault, so that they can be found again from the journal. */
    default List<Long> pids() {
        return List.of();
    }

    /** Returns whether undoing it starts nodes: the fault is then over before they are ready again. */
    default boolean isRestart() {
        return false;
    }

    /** Returns whether injecting it may take longer than it is to stay, as it starts servers itself. */
    default boolean isSlow() {
        return false;
    }

    /** Returns why something of the fault stays although it was healed; empty if nothing does. */
    default Optional<String> remainder() {
        return Optional.empty();
    }

    /**
     * Injects the fault.
     *
     * @throws moirai.nemesis.ClusterException if it cannot be done; half of it may be
     */
    void inject();

    /**
     * Undoes the fault.
     *
     * @throws moirai.nemesis.ClusterException if it cannot be undone now; it may be tried again
     */
    void heal();
}
