package moirai.nemesis.injection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.Way;

/**
 * The links of a cluster under several faults at once. A way is as bad as all faults together make it, and good again
 * when the last of them is healed. Thread-safe.
 */
final class SharedLinks {

    private final Links links;
    private final Map<Way, Map<Hold, Condition>> held = new LinkedHashMap<>();

    /** The steps taken on each way that some fault has held. */
    private final Map<Way, Done> done = new LinkedHashMap<>();

    /** The steps taken on a way. A step that failed may have been taken all the same. */
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

    /** The effect of one fault on the links. */
    final class Hold {

        private Hold() {}

        /**
         * Puts the way into this condition, or into a worse one that another fault wants.
         *
         * @throws moirai.nemesis.ClusterException if that failed; the way is held all the same
         */
        void set(Way way, Condition condition) {
            synchronized (SharedLinks.this) {
                held.computeIfAbsent(way, key -> new LinkedHashMap<>()).put(this, condition);
                change(way);
            }
        }

        /**
         * Gives up all ways. A second call repeats only what failed the first time.
         *
         * @throws moirai.nemesis.ClusterException if some way could not be changed
         */
        void letGo() {
            synchronized (SharedLinks.this) {
                held.values().forEach(conditions -> conditions.remove(this));
                Each.of(List.copyOf(done.keySet()), SharedLinks.this::change);
            }
        }
    }

    /** Returns an empty hold for one more fault. */
    Hold hold() {
        return new Hold();
    }

    List<String> ends() {
        return links.ends();
    }

    /** Returns whether this way can be slow. */
    boolean canDelay(Way way) {
        return links.canDelay(way.from(), way.to());
    }

    /** Breaks the connections that {@code from} has opened to {@code to}. */
    void reset(String from, String to) {
        links.reset(from, to);
    }

    /** Makes all ways good again, whichever fault holds them. */
    synchronized void openAll() {
        held.clear();
        links.healAll();
        done.clear();
    }

    private Condition now(Way way) {
        return held.getOrDefault(way, Map.of()).values().stream().reduce(Condition.GOOD, Condition::and);
    }

    /** Applies the wanted condition unless it is in force, and again if that is not certain. */
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
