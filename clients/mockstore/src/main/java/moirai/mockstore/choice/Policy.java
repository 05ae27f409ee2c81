package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * The ways to choose reads at random, as in {@code ?policy=LABEL} and {@code --policy LABEL}. Any session may be next.
 */
public enum Policy {
    /** Each source has the same probability. */
    UNIFORM("uniform"),
    /** The last committed value among those allowed is read. */
    LATEST("latest"),
    /**
     * One of the sessions is drawn with the same probability each, and its last source is read (MonkeyDB, section 6).
     */
    LATEST_PER_SESSION("latest-per-session"),
    /** Half of the reads take the oldest source, the other half any source. */
    STALE("stale");

    /** The part of the seed that decides which reads differ because of conflicts. */
    private static final int CONFLICTS = 40_001;

    private final String label;

    Policy(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /**
     * Returns a chooser that follows this policy, with this seed. After a conflict, the session's next transaction is
     * the more likely to read the latest values the more conflicts there were in a row.
     */
    public Chooser chooser(Seed seed) {
        return this == LATEST
                ? Chooser.latest(seed)
                : new LatestAfterConflicts(
                        unconcerned(seed), seed.part(CONFLICTS).generator());
    }

    private Chooser unconcerned(Seed seed) {
        return switch (this) {
            case UNIFORM -> Chooser.uniform(seed);
            case LATEST -> Chooser.latest(seed);
            case LATEST_PER_SESSION -> latestPerSession(seed.generator());
            case STALE -> stale(seed.generator());
        };
    }

    private static Chooser latestPerSession(SplittableRandom random) {
        return choice -> switch (choice) {
            case Choice.Read read -> {
                IntList latest = latestPerSession(read.sessions());
                yield latest.getInt(random.nextInt(latest.size()));
            }
            case Choice.Turn turn -> random.nextInt(turn.count());
        };
    }

    /**
     * Returns for each session the index of its first source, which is its last to commit; the initial state counts as
     * a session.
     */
    private static IntList latestPerSession(IntList sessions) {
        var seen = new IntOpenHashSet();
        var latest = new IntArrayList();
        for (int index = 0; index < sessions.size(); index++) {
            if (seen.add(sessions.getInt(index))) {
                latest.add(index);
            }
        }
        return latest;
    }

    private static Chooser stale(SplittableRandom random) {
        return choice -> switch (choice) {
            case Choice.Read read -> random.nextBoolean() ? read.count() - 1 : random.nextInt(read.count());
            case Choice.Turn turn -> random.nextInt(turn.count());
        };
    }

    /** Returns the policy with this label, in any case; empty if there is none. */
    public static Optional<Policy> named(String label) {
        return Arrays.stream(values())
                .filter(policy -> policy.label.equalsIgnoreCase(label))
                .findFirst();
    }

    /** Returns all labels, for messages. */
    public static String accepted() {
        return Arrays.stream(values()).map(Policy::label).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return label;
    }
}
