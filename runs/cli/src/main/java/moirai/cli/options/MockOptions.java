package moirai.cli.options;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.StoreLevel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the behaviour of a mock store. */
public final class MockOptions {

    private static final String INTERLEAVED = "interleaved";
    private static final String SERIAL = "serial";
    private static final String LOCK_STEP = "lock-step";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            converter = Values.OfMockLevel.class,
            description = "What the store guarantees, and no more: read-committed, read-atomic, causal, prefix,"
                    + " parallel-snapshot-isolation, snapshot-isolation, strong-snapshot-isolation, serializable or"
                    + " strict-serializable; or rc ra cc pc psi si strong-si ser strict. Or as a product gives it:"
                    + " postgres-read-committed or postgres-repeatable-read; or pg-rc pg-rr. Default: causal.")
    private StoreLevel level = StoreLevel.of(IsolationLevel.CAUSAL);

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all choices come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "How reads are chosen: uniform, latest, latest-per-session or stale. Default: uniform.")
    private String policy = Policy.UNIFORM.label();

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description = "interleaved: transactions begin at once; serial: one at a time; lock-step: the seed"
                    + " decides who is next, so that one seed gives one run. Default: interleaved.")
    private String schedule = INTERLEAVED;

    @Option(
            names = "--sessions",
            paramLabel = "NAME",
            split = ",",
            description = "With --schedule lock-step: the application_name or user of each connection that takes part,"
                    + " with commas. None is answered before all are there. With + before it: the next connection of"
                    + " that name, when the former one is closed; pgbench has two.")
    private List<String> sessions = List.of();

    /** Returns the options of the store, after they were checked. */
    public StoreOptions options() {
        return command.accepted(() -> {
            if (level.isByStatement() && !policy.equals(Policy.UNIFORM.label())) {
                throw new IllegalArgumentException("--policy: '" + policy + "' has no meaning at "
                        + StoreLevels.ALL.label(level) + ", where each read has a single answer; leave it out");
            }
            Policy chosen = Values.named("--policy", policy, List.of(Policy.values()), Policy::label);
            return new StoreOptions(level, seed, chosen.chooser(seed)).with(schedule());
        });
    }

    private Schedule schedule() {
        String known = Values.known("--schedule", schedule, List.of(INTERLEAVED, SERIAL, LOCK_STEP));
        if (known.equals(LOCK_STEP) == sessions.isEmpty()) {
            throw new IllegalArgumentException(
                    sessions.isEmpty()
                            ? "--schedule: lock-step needs to know who takes part; expected --sessions NAME,NAME"
                            : "--sessions: " + String.join(",", sessions) + " has a meaning with --schedule lock-step"
                                    + " alone, and the schedule is " + known);
        }
        if (sessions.contains("")) {
            throw new IllegalArgumentException("--sessions: '" + String.join(",", sessions)
                    + "' has an empty name; expected names with a comma between two of them");
        }
        return switch (known) {
            case LOCK_STEP -> Schedule.lockStep(sessions.size());
            case SERIAL -> Schedule.serial();
            default -> Schedule.interleaved();
        };
    }

    /** Returns the names of the sessions of a lock step, in their order; empty for other schedules. */
    public List<String> sessions() {
        return List.copyOf(sessions);
    }

    /** Returns the options in a few words, for people. */
    public String describe() {
        String reads = level.isByStatement() ? "" : " · policy " + policy;
        return StoreLevels.ALL.label(level) + reads + " · " + schedule
                + (sessions.isEmpty() ? "" : " of " + String.join(", ", sessions));
    }
}
