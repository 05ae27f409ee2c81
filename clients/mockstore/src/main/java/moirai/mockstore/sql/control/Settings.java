package moirai.mockstore.sql.control;

import static java.util.Map.entry;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.time.IntervalStyle;
import moirai.mockstore.sql.time.SessionZone;

/**
 * The settings of a session that clients ask for. A setting that would change how statements are understood or values
 * are written is fixed. Other settings accept any value, and have no effect.
 */
public final class Settings {

    /** The name of the setting that says whether the transactions to come may only read. */
    public static final String READ_ONLY = "default_transaction_read_only";

    /** The version of PostgreSQL that clients find here. */
    public static final String SERVER_VERSION = "18.0 (Moirai mock store)";

    /** The fixed settings, with their only value. */
    private static final Map<String, String> FIXED = Map.ofEntries(
            entry("standard_conforming_strings", "on"),
            entry("server_encoding", "UTF8"),
            entry("integer_datetimes", "on"),
            entry("bytea_output", "hex"),
            entry("server_version", SERVER_VERSION),
            entry("server_version_num", "180000"),
            entry("max_identifier_length", "63"),
            entry("max_index_keys", "32"),
            entry("default_transaction_deferrable", "off"));

    /** The settings without effect, with their initial value. */
    private static final Map<String, String> FREE = Map.ofEntries(
            entry("application_name", ""),
            entry("client_min_messages", "notice"),
            entry("check_function_bodies", "on"),
            entry("client_encoding", "UTF8"),
            entry("datestyle", "ISO, MDY"),
            entry("default_table_access_method", "heap"),
            entry("default_tablespace", ""),
            entry("default_text_search_config", "pg_catalog.english"),
            entry(READ_ONLY, "off"),
            entry("extra_float_digits", "1"),
            entry("idle_in_transaction_session_timeout", "0"),
            entry("intervalstyle", "postgres"),
            entry("jit", "off"),
            entry("lock_timeout", "0"),
            entry("row_security", "on"),
            entry("search_path", SearchPath.INITIAL),
            entry("statement_timeout", "0"),
            entry("timezone", "UTC"),
            entry("xmloption", "content"));

    private final Others others;
    /** The values that the session began with, and goes back to. */
    private Map<String, String> initial = Map.of();

    private SettingValues values = SettingValues.INITIAL;
    /** The settings of an application that were ever set. They are empty when they are not. */
    private final Set<String> known = new HashSet<>();

    /** The settings of PostgreSQL that concern its speed, its logs or the like, and nothing that a client sees. */
    @FunctionalInterface
    public interface Others {

        /**
         * Returns the value that one would have, as SHOW writes it; empty if there is none of this name.
         *
         * @param value empty for the initial one
         * @throws StoreException if it cannot have the value (SQLSTATE 22023), or concerns more (0A000)
         */
        Optional<String> value(String name, Optional<String> value);
    }

    /** Creates the settings of a session. */
    public Settings(Others others) {
        this.others = others;
    }

    /**
     * Changes a setting.
     *
     * @param isLocal whether it ends with the transaction
     * @throws StoreException if there is no setting of this name (SQLSTATE 42704), or it cannot have this value (22023)
     */
    public void set(String name, String value, boolean isLocal) {
        String fixed = FIXED.get(name);
        if (fixed != null) {
            String wanted = value.toLowerCase(Locale.ROOT).replace("-", "");
            if (!wanted.equals(fixed.toLowerCase(Locale.ROOT))
                    && !wanted.equals("default")
                    && !isSynonym(wanted, fixed)) {
                throw new StoreException(
                        "22023", "parameter \"%s\" cannot be %s; accepted is %s".formatted(name, value, fixed));
            }
            return;
        }
        if (!FREE.containsKey(name)) {
            setOther(name, value, isLocal);
            return;
        }
        requirePlain(name, value);
        keep(name, value.equalsIgnoreCase("default") ? Optional.empty() : Optional.of(kept(name, value)), isLocal);
    }

    /** Keeps a value, empty for the initial one, without looking at it. */
    public void keep(String name, Optional<String> value, boolean isLocal) {
        values = values.with(name, value, isLocal);
    }

    /** Returns the values that were given, which {@link #backTo} goes back to. */
    public SettingValues values() {
        return values;
    }

    /** Goes back to former values. */
    public void backTo(SettingValues former) {
        values = former;
    }

    /** Makes the present values the initial ones of the session. */
    public void begin() {
        initial = values.present();
    }

    private String kept(String name, String value) {
        return switch (name) {
            case "intervalstyle" -> value.toLowerCase(Locale.ROOT);
            case "client_encoding" -> Encodings.name(value);
            case "datestyle" -> "ISO, " + fieldOrder(value);
            case READ_ONLY -> onOrOff(name, value);
            default -> name.endsWith("_timeout") ? Milliseconds.written(name, value) : value;
        };
    }

    /**
     * Returns {@code on} or {@code off}, whichever a value of a setting means.
     *
     * @throws StoreException if it means neither (SQLSTATE 22023)
     */
    public static String onOrOff(String name, String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.equals("on") || lower.equals("1") || isStart(lower, "true") || isStart(lower, "yes")) {
            return "on";
        }
        if (lower.equals("0") || isStart(lower, "false") || isStart(lower, "no") || isStart(lower, "off")) {
            return "off";
        }
        throw new StoreException("22023", "parameter \"%s\" requires a Boolean value".formatted(name));
    }

    private static boolean isStart(String value, String word) {
        return !value.isEmpty() && !value.equals("o") && word.startsWith(value);
    }

    /** Returns the order of day, month and year that a style of dates says, or else that of the present one. */
    private String fieldOrder(String style) {
        String words = style.toUpperCase(Locale.ROOT);
        if (words.contains("DMY") || words.contains("EURO")) {
            return "DMY";
        }
        if (words.contains("MDY") || words.contains("US")) {
            return "MDY";
        }
        return words.contains("YMD") ? "YMD" : value("datestyle").orElseThrow().substring("ISO, ".length());
    }

    /** Changes a setting that an application names with a dot, or one that only PostgreSQL knows. */
    private void setOther(String name, String value, boolean isLocal) {
        boolean isInitial = value.equalsIgnoreCase("default");
        boolean isOfApplication = name.contains(".") && !name.startsWith("moirai.");
        Optional<String> kept = isOfApplication
                ? Optional.of(value)
                : others.value(name, Optional.of(value).filter(given -> !isInitial));
        if (kept.isEmpty()) {
            throw new StoreException(
                    "42704",
                    "unrecognized configuration parameter \"%s\"; accepted are %s and moirai.policy"
                            .formatted(name, all().keySet()));
        }
        if (isOfApplication) {
            known.add(name);
        }
        keep(name, kept.filter(given -> !isInitial), isLocal);
    }

    private static boolean isSynonym(String value, String fixed) {
        return (fixed.equals("on") && (value.equals("true") || value.equals("1")))
                || (fixed.equals("UTF8") && value.equals("unicode"));
    }

    /** Fails if a value means another form of values, or no time zone, or is no list of names where it has to be. */
    private static void requirePlain(String name, String value) {
        if (name.equals("search_path")) {
            SearchPath.requireList(value);
        }
        String lower = value.toLowerCase(Locale.ROOT);
        boolean understood = switch (name) {
            case "intervalstyle" ->
                Set.of("postgres", IntervalStyle.ISO_8601, "default").contains(lower);
            case "datestyle" ->
                Stream.of(lower.split("[ ,]+"))
                        .allMatch(word -> word.matches("iso|dmy|mdy|ymd|(non)?euro\\w*|us\\w*|default"));
            case "timezone" -> lower.equals("default") || SessionZone.ofSetting(value) != null;
            default -> true;
        };
        if (!understood) {
            throw new StoreException("0A000", name + " = " + value + " is not supported");
        }
    }

    /** Returns the value of a setting; empty if there is no setting of this name. */
    public Optional<String> value(String name) {
        return values.value(name)
                .or(() -> Optional.ofNullable(initial.get(name)))
                .or(() -> Optional.ofNullable(FIXED.get(name)))
                .or(() -> Optional.ofNullable(FREE.get(name)))
                .or(() -> Optional.of("").filter(empty -> known.contains(name)))
                .or(() -> name.contains(".") ? Optional.empty() : others.value(name, Optional.empty()));
    }

    /** Returns the values of the settings that may be changed, by name. */
    public Map<String, String> changeable() {
        var changeable = new TreeMap<>(FREE);
        known.forEach(name -> changeable.put(name, ""));
        changeable.putAll(initial);
        changeable.putAll(values.present());
        return changeable;
    }

    /** Returns the values of all settings, by name. */
    public Map<String, String> all() {
        var all = new TreeMap<>(FREE);
        all.putAll(FIXED);
        all.putAll(initial);
        all.putAll(values.present());
        return all;
    }

    /** Resets all settings to their initial values. */
    public void reset() {
        values = SettingValues.INITIAL;
    }

    /**
     * Returns the strongest of SQL's levels that a store's level guarantees, with REPEATABLE READ in PostgreSQL's
     * meaning.
     */
    public static String sqlName(IsolationLevel level) {
        if (level.implies(IsolationLevel.SERIALIZABLE)) {
            return "serializable";
        }
        return level.implies(IsolationLevel.SNAPSHOT_ISOLATION) ? "repeatable read" : "read committed";
    }

    /**
     * Fails if the store does not guarantee a level, or gives another one than its product would.
     *
     * @param isolation one of SQL's levels, in lower case
     * @throws StoreException with SQLSTATE 0A000
     */
    public static void requireLevel(String isolation, StoreLevel level) {
        List<String> names = List.of("read uncommitted", "read committed", "repeatable read", "serializable");
        String given = sqlName(level.guarantee());
        boolean isGiven = switch (level) {
            case StoreLevel.OfAxioms ofAxioms -> names.indexOf(isolation) <= names.indexOf(given);
            case ProductLevel product -> product.isGivenFor(isolation);
        };
        if (!isGiven) {
            throw new StoreException(
                    "0A000",
                    ("isolation level %s is not supported by a store at %s, which guarantees %s; the level "
                                    + "is an option of the store")
                            .formatted(isolation, StoreLevels.ALL.label(level), given));
        }
    }
}
