package moirai.nemesis.network.lab;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;

/*
 * A cut is a rule of the receiving host for all that comes by one link: what it says is looked up for each packet,
 * before the table of own addresses, and answered with an error that the kernel tells nobody. Iproute2 alone is needed,
 * where iptables would do the same. At the sender it would not be silent: a program would see its connect or send fail.
 *
 * The hosts' own rules cannot be met by what servers do, nor can those of this machine: they belong to the namespace.
 */
/** The links of a lab. Between nodes they are those of the namespaces, between clients and nodes the proxies. */
final class LabLinks implements Links {

    private static final String CUT = "pref 10 iif %s blackhole";

    private final Namespaces lab;
    private final ProxyLinks clients;
    private final boolean canDelay = LabNeeds.delayProblem().isEmpty();
    private final Set<Way> cuts = new LinkedHashSet<>();
    private final Set<Way> slow = new LinkedHashSet<>();
    private final Map<Way, Double> losses = new LinkedHashMap<>();

    private record Way(String from, String to) {
        boolean isClients() {
            return from.equals(CLIENTS) || to.equals(CLIENTS);
        }
    }

    LabLinks(Namespaces lab, ProxyLinks clients) {
        this.lab = lab;
        this.clients = clients;
    }

    @Override
    public List<String> ends() {
        return clients.ends();
    }

    @Override
    public synchronized void cut(String from, String to) {
        Way way = way(from, to);
        if (way.isClients()) {
            clients.cut(from, to);
        } else if (!cuts.contains(way)) {
            lab.run(host(to), "ip rule add " + CUT.formatted(from));
            cuts.add(way);
        }
    }

    @Override
    public synchronized void heal(String from, String to) {
        Way way = way(from, to);
        if (way.isClients()) {
            clients.heal(from, to);
        } else if (cuts.contains(way)) {
            lab.run(host(to), "ip rule del " + CUT.formatted(from));
            cuts.remove(way);
        }
    }

    @Override
    public synchronized void delay(String from, String to, Duration delay, Duration jitter) {
        Way way = way(from, to);
        if (way.isClients()) {
            clients.delay(from, to, delay, jitter);
        } else if (!delay.isZero()) {
            if (!canDelay) {
                throw new UnsupportedOperationException("links between nodes cannot be slow here: "
                        + LabNeeds.delayProblem().orElse("no netem"));
            }
            // What leaves by one interface; as many packets may be under way as bandwidth times delay comes to.
            lab.run(
                    host(from),
                    "tc qdisc replace dev " + to + " root netem limit 100000 delay " + micros(delay) + " "
                            + micros(jitter));
            slow.add(way);
        } else if (slow.contains(way)) {
            lab.run(host(from), "tc qdisc del dev " + to + " root");
            slow.remove(way);
        }
    }

    private static String micros(Duration time) {
        return time.toNanos() / 1_000 + "us";
    }

    @Override
    public boolean canDelay(String from, String to) {
        return way(from, to).isClients() || canDelay;
    }

    @Override
    public boolean canLose() {
        return LabNeeds.lossProblem().isEmpty();
    }

    @Override
    public synchronized void loss(String from, String to, double probability) {
        Way way = way(from, to);
        if (probability < 0 || probability > 1) {
            throw new IllegalArgumentException("loss " + probability + ": expected 0 to 1");
        }
        Double before = losses.get(way);
        if (before != null && before != probability) {
            lab.run(host(to), lossRule("-D", from, before));
            losses.remove(way);
        }
        if (probability > 0 && !losses.containsKey(way)) {
            if (losses.isEmpty()) {
                LabNeeds.lossProblem().ifPresent(problem -> {
                    throw new UnsupportedOperationException(problem);
                });
            }
            lab.run(host(to), lossRule("-A", from, probability));
            losses.put(way, probability);
        }
    }

    private static String lossRule(String action, String from, double probability) {
        return "env XTABLES_LOCKFILE=xtables.lock iptables -w "
                + "%s INPUT -i %s -m statistic --mode random --probability %.6f -j DROP"
                        .formatted(action, from, probability);
    }

    @Override
    public synchronized void reset(String from, String to) {
        if (way(from, to).isClients()) {
            clients.reset(from, to);
        } else {
            lab.run(host(from), "ss -K -t dst " + LabHosts.addressOf(host(to)));
        }
    }

    @Override
    public synchronized void healAll() {
        clients.healAll();
        List.copyOf(cuts).forEach(way -> heal(way.from(), way.to()));
        List.copyOf(slow).forEach(way -> delay(way.from(), way.to(), Duration.ZERO, Duration.ZERO));
        List.copyOf(losses.keySet()).forEach(way -> loss(way.from(), way.to(), 0));
    }

    /** The number of the host with this name. */
    private int host(String end) {
        return ends().indexOf(end);
    }

    private Way way(String from, String to) {
        for (String end : List.of(from, to)) {
            if (!ends().contains(end)) {
                throw new IllegalArgumentException(
                        "'" + end + "' is no end of these links: expected one of " + String.join(", ", ends()));
            }
        }
        return new Way(from, to);
    }
}
