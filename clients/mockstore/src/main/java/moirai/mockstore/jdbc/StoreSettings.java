package moirai.mockstore.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.levels.StoreLevel;

/** Converts the options of a URL to those of a store. */
final class StoreSettings {

    private static final String INVALID = "08001";
    private static final String ISOLATION = "isolation";
    private static final String SEED = "seed";
    private static final String POLICY = "policy";
    private static final String SCHEDULE = "schedule";
    private static final String SESSIONS = "sessions";
    private static final String DELAY = "delay";
    private static final String WAIT = "wait";

    /** The names of all options, in the order in which a person would give them. */
    static final List<String> NAMES = List.of(ISOLATION, SEED, POLICY, SCHEDULE, SESSIONS, DELAY, WAIT);

    /** The default level, which is the one that MonkeyDB's authors tested with first. */
    private static final StoreLevel LEVEL_DEFAULT = StoreLevel.of(IsolationLevel.CAUSAL);

    private final Map<String, String> options;

    private StoreSettings(Map<String, String> options) {
        this.options = options;
    }

    /**
     * Converts options. The defaults are causal isolation, the seed 0, uniform choices, transactions that interleave,
     * no delay, and a wait of 10 s for a turn or a lock.
     *
     * @throws SQLException if an option is unknown or has an impossible value (SQLSTATE 08001); the message says what
     *    would be accepted
     */
    static StoreOptions parse(Map<String, String> options) throws SQLException {
        for (String name : options.keySet().stream().sorted().toList()) {
            if (!NAMES.contains(name)) {
                throw SqlErrors.of(
                        INVALID,
                        "there is no option '" + name + "' of the mock store; there are " + String.join(", ", NAMES));
            }
        }
        var settings = new StoreSettings(options);
        Seed seed = settings.seed();
        return new StoreOptions(settings.level(), seed, settings.chooser(seed), settings.schedule());
    }

    /** Returns the values that an option accepts, for messages. */
    static String accepted(String option) {
        return switch (option) {
            case ISOLATION -> String.join(", ", StoreLevels.ALL.labels());
            case SEED -> "1 to 16 hexadecimal digits";
            case POLICY -> Policy.accepted();
            case SCHEDULE -> "interleaved, serial, lock-step";
            case SESSIONS -> "a number from 1, with schedule=lock-step, which needs it";
            case DELAY -> "milliseconds from 0";
            default -> "milliseconds from 1";
        };
    }

    private StoreLevel level() throws SQLException {
        String name = options.getOrDefault(ISOLATION, StoreLevels.ALL.label(LEVEL_DEFAULT));
        return StoreLevels.ALL.named(name).orElseThrow(() -> wrong(ISOLATION, name));
    }

    private Seed seed() throws SQLException {
        String text = options.getOrDefault(SEED, "0");
        try {
            return Seed.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(SEED, text);
        }
    }

    private Chooser chooser(Seed seed) throws SQLException {
        String name = options.getOrDefault(POLICY, Policy.UNIFORM.label());
        Policy policy = Policy.named(name).orElseThrow(() -> wrong(POLICY, name));
        if (options.containsKey(POLICY) && level().isByStatement()) {
            throw SqlErrors.of(
                    INVALID,
                    POLICY + "=" + name + " has no meaning at " + StoreLevels.ALL.label(level())
                            + ", where each read has a single answer; leave it out");
        }
        return policy.chooser(seed);
    }

    private Schedule schedule() throws SQLException {
        Schedule schedule = kind().withDelay(number(DELAY, 0, 0));
        return options.containsKey(WAIT) ? schedule.withWait(number(WAIT, 0, 1)) : schedule;
    }

    private Schedule kind() throws SQLException {
        String name = options.getOrDefault(SCHEDULE, "interleaved");
        if (name.equals("lock-step")) {
            return Schedule.lockStep(number(SESSIONS, 0, 1));
        }
        if (options.containsKey(SESSIONS)) {
            throw wrong(SESSIONS, options.get(SESSIONS));
        }
        return switch (name) {
            case "interleaved" -> Schedule.interleaved();
            case "serial" -> Schedule.serial();
            default -> throw wrong(SCHEDULE, name);
        };
    }

    private int number(String option, int fallback, int min) throws SQLException {
        String text = options.getOrDefault(option, String.valueOf(fallback));
        boolean isNumber = text.matches("[0-9]{1,9}");
        if (!isNumber || Integer.parseInt(text) < min) {
            throw wrong(option, text);
        }
        return Integer.parseInt(text);
    }

    private static SQLException wrong(String option, String value) {
        return SqlErrors.of(INVALID, option + "=" + value + " is not possible; accepted are: " + accepted(option));
    }
}
