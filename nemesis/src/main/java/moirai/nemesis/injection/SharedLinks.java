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

    /** What was done to each way that some fault has held. */
    private final Map<Way, Done> done = new LinkedHashMap<>();

    /** What was done to a way. A step that failed may have been taken all the same. */
    private static final class Done {

        private Condition condition = Condition.GOOD;
        private boolean isSure = true;
        private boolean wasCut;
        private boolean wasSlow;
        private boolean wasLossy;

        /** Notes what is about to be done. */
        void begin(Condition wanted) {
            isSure = false;
            wasCut |= wanted.isCut();
            wasSlow |= !wanted.delay().isZero();
            wasLossy |= wanted.loss() > 0;
        }

        void end(Condition reached) {
            condition = reached;
            isSure = true;
        }
    }

    SharedLinks(Links links) {
        this.links = links;
    }

    /** What one fault does to the links. */
    final class Hold {

        private Hold() {}

        /**
         * Has the way in this condition, or in a worse one that another fault wants.
         *
         * @throws ClusterException if that failed; the way is held all the same
         */
        void set(Way way, Condition condition) {
            synchronized (SharedLinks.this) {
                held.computeIfAbsent(way, key -> new LinkedHashMap<>()).put(this, condition);
                change(way);
            }
        }

        /**
         * Gives up all ways; does nothing the second time, but for what failed the first time.
         *
         * @throws ClusterException if some way could not be changed
         */
        void letGo() {
            synchronized (SharedLinks.this) {
                held.values().forEach(conditions -> conditions.remove(this));
                Each.of(List.copyOf(done.keySet()), SharedLinks.this::change);
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
        done.clear();
    }

    private Condition now(Way way) {
        return held.getOrDefault(way, Map.of()).values().stream().reduce(Condition.GOOD, Condition::and);
    }

    /** Does what is wanted and not done yet, and again what is not known to be done. */
    private void change(Way way) {
        Condition now = now(way);
        Done before = done.computeIfAbsent(way, key -> new Done());
        boolean isSure = before.isSure;
        Condition was = before.condition;
        if (isSure && now.equals(was)) {
            return;
        }
        before.begin(now);
        if (isSure ? now.isCut() != was.isCut() : before.wasCut) {
            if (now.isCut()) {
                links.cut(way.from(), way.to());
            } else {
                links.heal(way.from(), way.to());
            }
        }
        boolean isAsSlow = now.delay().equals(was.delay()) && now.jitter().equals(was.jitter());
        if (isSure ? !isAsSlow : before.wasSlow) {
            links.delay(way.from(), way.to(), now.delay(), now.jitter());
        }
        if (isSure ? Double.compare(now.loss(), was.loss()) != 0 : before.wasLossy) {
            links.loss(way.from(), way.to(), now.loss());
        }
        before.end(now);
    }
}
