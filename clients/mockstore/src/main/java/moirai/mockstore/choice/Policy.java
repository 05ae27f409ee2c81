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

/** How reads are chosen by chance, as in {@code ?policy=LABEL} and {@code --policy LABEL}. Any session may be next. */
public enum Policy {
    /** Every source with the same probability. */
    UNIFORM("uniform"),
    /** What was committed last among what may be read. */
    LATEST("latest"),
    /** For each session its last source, and each session with the same probability (MonkeyDB, section 6). */
    LATEST_PER_SESSION("latest-per-session"),
    /** In one half of the reads the oldest source, in the other half any. */
    STALE("stale");

    private final String label;

    Policy(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Chooses by this policy, from this seed. */
    public Chooser chooser(Seed seed) {
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

    /** The index of the first, which is the last to commit, of each session; the initial state counts as one. */
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

    /** The policy of this label, in any case; empty if there is none. */
    public static Optional<Policy> named(String label) {
        return Arrays.stream(values())
                .filter(policy -> policy.label.equalsIgnoreCase(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String accepted() {
        return Arrays.stream(values()).map(Policy::label).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return label;
    }
}
