package moirai.nemesis.injection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.nemesis.faults.Way;
import moirai.nemesis.network.Links;

/**
 * The links of a cluster under several faults at once: a way is as bad as all faults together make it, and as good as
 * before when the last of them has let go. Thread-safe.
 */
final class SharedLinks {

    private final Links links;
    private final Map<Way, Map<Hold, Condition>> held = new LinkedHashMap<>();

    SharedLinks(Links links) {
        this.links = links;
    }

    /** What one fault does to the links. */
    final class Hold {

        private Hold() {}

        /** Has the way in this condition, or in a worse one that another fault wants. */
        void set(Way way, Condition condition) {
            synchronized (SharedLinks.this) {
                Condition before = now(way);
                held.computeIfAbsent(way, key -> new LinkedHashMap<>()).put(this, condition);
                change(way, before);
            }
        }

        /** Gives up all ways; does nothing the second time. */
        void letGo() {
            synchronized (SharedLinks.this) {
                for (Way way : List.copyOf(held.keySet())) {
                    Condition before = now(way);
                    held.getOrDefault(way, Map.of()).remove(this);
                    change(way, before);
                }
            }
        }
    }

    /** Nothing yet, for one more fault. */
    Hold hold() {
        return new Hold();
    }

    List<String> ends() {
        return links.ends();
    }

    /** Whether this way can be slow. */
    boolean canDelay(Way way) {
        return links.canDelay(way.from(), way.to());
    }

    /** Breaks the connections that {@code from} has opened to {@code to}. */
    void reset(String from, String to) {
        links.reset(from, to);
    }

    /** Has all ways good again, whoever held them. */
    synchronized void openAll() {
        held.clear();
        links.healAll();
    }

    private Condition now(Way way) {
        return held.getOrDefault(way, Map.of()).values().stream().reduce(Condition.GOOD, Condition::and);
    }

    private void change(Way way, Condition before) {
        Condition now = now(way);
        if (now.isCut() && !before.isCut()) {
            links.cut(way.from(), way.to());
        }
        if (before.isCut() && !now.isCut()) {
            links.heal(way.from(), way.to());
        }
        if (!now.delay().equals(before.delay()) || !now.jitter().equals(before.jitter())) {
            links.delay(way.from(), way.to(), now.delay(), now.jitter());
        }
        if (Double.compare(now.loss(), before.loss()) != 0) {
            links.loss(way.from(), way.to(), now.loss());
        }
    }
}
