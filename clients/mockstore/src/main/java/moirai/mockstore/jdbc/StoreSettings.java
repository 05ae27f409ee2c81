package moirai.mockstore.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.mockstore.StoreLevel;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** The options of a URL as those of a store. */
final class StoreSettings {

    private static final String INVALID = "08001";
    private static final String ISOLATION = "isolation";
    private static final String SEED = "seed";
    private static final String POLICY = "policy";
    static final List<String> NAMES = List.of(ISOLATION, SEED, POLICY);

    /** What the paper's authors tested with first. */
    private static final StoreLevel LEVEL_DEFAULT = StoreLevel.CAUSAL;

    private final Map<String, String> options;

    private StoreSettings(Map<String, String> options) {
        this.options = options;
    }

    /**
     * Understands options; those that are missing are causal isolation, the seed 0 and uniform choices.
     *
     * @throws SQLException if one is unknown or has a value that is not possible (SQLSTATE 08001); the message says what
     *     would be accepted
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
        return new StoreOptions(settings.level(), seed, settings.chooser(seed));
    }

    /** What an option may be, for messages. */
    static String accepted(String option) {
        return switch (option) {
            case ISOLATION -> StoreLevel.accepted();
            case SEED -> "1 to 16 hexadecimal digits";
            default -> "uniform, latest";
        };
    }

    private StoreLevel level() throws SQLException {
        String name = options.getOrDefault(ISOLATION, LEVEL_DEFAULT.label());
        return StoreLevel.named(name).orElseThrow(() -> wrong(ISOLATION, name));
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
        String name = options.getOrDefault(POLICY, "uniform");
        return switch (name) {
            case "uniform" -> Chooser.uniform(seed);
            case "latest" -> Chooser.latest(seed);
            default -> throw wrong(POLICY, name);
        };
    }

    private static SQLException wrong(String option, String value) {
        return SqlErrors.of(INVALID, option + "=" + value + " is not possible; accepted are: " + accepted(option));
    }
}
