package moirai.nemesis.injection;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.process.Pauses;

/** Cuts the primary off from its replicas, and a little later kills and replaces it. */
final class FailoverInjection implements Injection {

    private final Fault.Failover fault;
    private final Site site;
    private final Taken.Hold taken;
    private final List<Node> primaries;
    private final boolean isVain;
    private final Optional<SharedLinks.Hold> hold;
    private final Outages.Hold outage;
    private Optional<Node> promoted = Optional.empty();

    FailoverInjection(Fault.Failover fault, Site site) {
        this.fault = fault;
        this.site = site;
        this.taken = site.taken().hold();
        boolean hasHeir = site.nodes().stream()
                .anyMatch(node -> node.role() == Node.Role.REPLICA && node.state() == Node.State.RUNNING);
        this.primaries = hasHeir ? taken.take(new Victims.Primaries().among(site.nodes())) : List.of();
        this.isVain = !hasHeir || (primaries.isEmpty() && !site.taken().isOverlapping());
        this.hold = site.cluster().failover().filter(Failover::isOrderly).isPresent()
                ? Optional.empty()
                : site.shared().map(SharedLinks::hold);
        this.outage = site.outages().hold();
    }

    @Override
    public boolean isVain() {
        return isVain;
    }

    @Override
    public String target() {
        String from = primaries.isEmpty() ? "from a dead primary" : "from " + String.join(" ", Site.names(primaries));
        return from + promoted.map(node -> " to " + node.name()).orElse("");
    }

    @Override
    public void inject() {
        Failover failover =
                site.cluster().failover().orElseThrow(() -> new ClusterException("this cluster has no failover"));
        hold.ifPresent(own -> {
            LinkInjection.replication(site).forEach(way -> own.set(way, Condition.CUT));
            Pauses.unlessInterrupted(fault.cutOff());
        });
        primaries.forEach(outage::keepDown);
        try {
            promoted = Optional.of(failover.failOver());
        } finally {
            hold.ifPresent(SharedLinks.Hold::letGo);
        }
    }

    /** Brings back the old primary; if another fault had killed it before, the fault that is healed last does. */
    @Override
    public void heal() {
        hold.ifPresent(SharedLinks.Hold::letGo);
        Each.of(primaries, node -> {
            outage.start(node);
            taken.letGo(node);
        });
    }

    @Override
    public boolean isRestart() {
        return true;
    }
}
