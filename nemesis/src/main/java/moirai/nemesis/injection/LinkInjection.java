package moirai.nemesis.injection;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.Way;

/** Puts some ways of a cluster into one condition. */
record LinkInjection(String target, List<Way> ways, Condition condition, SharedLinks.Hold hold) implements Injection {

    static LinkInjection partition(Fault.Partition fault, Site site) {
        List<Node> met = fault.side().among(site.nodes());
        // A ring has an order of its own.
        List<String> side = fault.side() instanceof Victims.Named(List<String> named) ? named : Site.names(met);
        List<Way> ways = met.isEmpty() ? List.of() : fault.shape().ways(Site.names(site.nodes()), side);
        String target =
                fault.shape().label() + " " + ways.stream().map(Way::toString).collect(Collectors.joining(" "));
        return new LinkInjection(target, ways, Condition.CUT, site.links().hold());
    }

    static LinkInjection slow(Fault.Slow fault, Site site) {
        List<String> slow = Site.names(site.free(fault.victims()));
        List<Way> all = toAndFrom(slow, site.links().ends());
        List<Way> ways = all.stream().filter(site.links()::canDelay).toList();
        // Whoever reads the report shall not look for the effect where there can be none.
        String only = ways.size() < all.size() ? ", for clients only" : "";
        String target = String.join(" ", slow) + " by " + fault.delay().toMillis() + "±"
                + fault.jitter().toMillis() + " ms" + only;
        return new LinkInjection(
                target,
                ways,
                Condition.slow(fault.delay(), fault.jitter()),
                site.links().hold());
    }

    static LinkInjection loss(Fault.Loss fault, Site site) {
        List<String> met = Site.names(site.free(fault.victims()));
        return new LinkInjection(
                String.join(" ", met) + ", " + fault.percent() + " % of the packets",
                toAndFrom(met, site.links().ends()),
                Condition.lossy(fault.percent() / 100.0),
                site.links().hold());
    }

    /** Returns all ways to and from these nodes. */
    static List<Way> toAndFrom(List<String> some, List<String> ends) {
        var ways = new ArrayList<Way>();
        for (String from : ends) {
            for (String to : ends) {
                if (!from.equals(to) && (some.contains(from) || some.contains(to))) {
                    ways.add(new Way(from, to));
                }
            }
        }
        return ways;
    }

    /** Returns the ways from living primaries to the other nodes. */
    static List<Way> replication(Site site) {
        List<String> primaries = Site.names(new Victims.Primaries().among(site.nodes()));
        return Site.names(site.nodes()).stream()
                .filter(name -> !primaries.contains(name))
                .flatMap(name -> primaries.stream().map(primary -> new Way(primary, name)))
                .toList();
    }

    /** Returns the ways from these nodes to clients. */
    static List<Way> answers(List<Node> nodes) {
        return Site.names(nodes).stream()
                .map(name -> new Way(name, Links.CLIENTS))
                .toList();
    }

    @Override
    public boolean isVain() {
        return ways.isEmpty();
    }

    @Override
    public void inject() {
        ways.forEach(way -> hold.set(way, condition));
    }

    @Override
    public void heal() {
        hold.letGo();
    }
}
