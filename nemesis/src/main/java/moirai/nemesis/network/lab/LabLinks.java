package moirai.nemesis.network.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;
import moirai.nemesis.network.Way;
import moirai.nemesis.process.Steps;

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

    private final Shell lab;
    private final ProxyLinks clients;
    private final boolean canDelay = LabNeeds.delayProblem().isEmpty();

    /** The rules that may be there: each is noted before it is made, since the answer may be late or never come. */
    private final Set<Way> cuts = new LinkedHashSet<>();

    private final Set<Way> slow = new LinkedHashSet<>();
    private final Map<Way, Double> losses = new LinkedHashMap<>();

    /** The rules above whose answer has not come, so that it is unknown whether they are there. */
    private final Set<String> unsure = new HashSet<>();

    /** Runs a command at a host, where 0 is the clients'; fails if the command does. */
    interface Shell {
        String run(int host, String command);
    }

    LabLinks(Shell lab, ProxyLinks clients) {
        this.lab = lab;
        this.clients = clients;
    }

    /** Makes a rule that has just been noted. */
    private void make(String what, int host, String command) {
        unsure.add(what);
        lab.run(host, command);
        unsure.remove(what);
    }

    /** Takes a rule away. The rule may never have been made, so only its absence afterwards counts. */
    private void take(String what, int host, String command, String remains) {
        if (unsure.contains(what)) {
            lab.run(host, "sh -c \"" + command + " 2>/dev/null; ! " + remains + "\"");
            unsure.remove(what);
        } else {
            lab.run(host, command);
        }
    }

    @Override
    public List<String> ends() {
        return clients.ends();
    }

    @Override
    public synchronized void cut(String from, String to) {
        Way way = clients.way(from, to);
        if (way.isClients()) {
            clients.cut(from, to);
        } else {
            String what = "cut " + way;
            if (unsure.contains(what)) {
                heal(from, to);
            }
            if (cuts.add(way)) {
                make(what, host(to), "ip rule add " + CUT.formatted(from));
            }
        }
    }

    @Override
    public synchronized void heal(String from, String to) {
        Way way = clients.way(from, to);
        if (way.isClients()) {
            clients.heal(from, to);
        } else if (cuts.contains(way)) {
            String remains = "ip rule show | grep -q 'iif " + from + " '";
            take("cut " + way, host(to), "ip rule del " + CUT.formatted(from), remains);
            cuts.remove(way);
        }
    }

    @Override
    public synchronized void delay(String from, String to, Duration delay, Duration jitter) {
        Way way = clients.way(from, to);
        String what = "slow " + way;
        if (way.isClients()) {
            clients.delay(from, to, delay, jitter);
        } else if (!delay.isZero()) {
            if (!canDelay) {
                throw new UnsupportedOperationException("links between nodes cannot be slow here: "
                        + LabNeeds.delayProblem().orElse("no netem"));
            }
            slow.add(way);
            // What leaves by one interface; as many packets may be under way as bandwidth times delay comes to.
            make(
                    what,
                    host(from),
                    "tc qdisc replace dev " + to + " root netem limit 100000 delay " + micros(delay) + " "
                            + micros(jitter));
        } else if (slow.contains(way)) {
            take(what, host(from), "tc qdisc del dev " + to + " root", "tc qdisc show dev " + to + " | grep -q netem");
            slow.remove(way);
        }
    }

    private static String micros(Duration time) {
        return time.toNanos() / 1_000 + "us";
    }

    @Override
    public boolean canDelay(String from, String to) {
        return clients.way(from, to).isClients() || canDelay;
    }

    @Override
    public boolean canLose() {
        return LabNeeds.lossProblem().isEmpty();
    }

    @Override
    public synchronized void loss(String from, String to, double probability) {
        Way way = clients.way(from, to);
        if (probability < 0 || probability > 1) {
            throw new IllegalArgumentException("loss " + probability + ": expected 0 to 1");
        }
        String what = "loss " + way;
        Double before = losses.get(way);
        if (before != null && (before != probability || unsure.contains(what))) {
            take(what, host(to), lossRule("-D", from, before), lossRule("-C", from, before));
            losses.remove(way);
        }
        if (probability > 0 && !losses.containsKey(way)) {
            if (losses.isEmpty()) {
                LabNeeds.lossProblem().ifPresent(problem -> {
                    throw new UnsupportedOperationException(problem);
                });
            }
            losses.put(way, probability);
            make(what, host(to), lossRule("-A", from, probability));
        }
    }

    static String lossRule(String action, String from, double probability) {
        return "env XTABLES_LOCKFILE=xtables.lock iptables -w "
                + String.format(
                        Locale.ROOT,
                        "%s INPUT -i %s -m statistic --mode random --probability %.6f -j DROP",
                        action,
                        from,
                        probability);
    }

    @Override
    public synchronized void reset(String from, String to) {
        if (clients.way(from, to).isClients()) {
            clients.reset(from, to);
        } else {
            lab.run(host(from), "ss -K -t dst " + LabHosts.addressOf(host(to)));
        }
    }

    /** Heals all links. A host that does not answer keeps no other from being healed. */
    @Override
    public synchronized void healAll() {
        var steps = new ArrayList<Runnable>(List.of(clients::healAll));
        cuts.forEach(way -> steps.add(() -> heal(way.from(), way.to())));
        slow.forEach(way -> steps.add(() -> delay(way.from(), way.to(), Duration.ZERO, Duration.ZERO)));
        losses.keySet().forEach(way -> steps.add(() -> loss(way.from(), way.to(), 0)));
        Steps.all(steps);
    }

    /** Returns the number of the host with this name. */
    private int host(String end) {
        return ends().indexOf(end);
    }
}
