package moirai.nemesis.patroni;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/*
 * Patroni passes some settings on the command line, and there its own value instead of one that it does not like, such
 * as wal_level=minimal; others it moves into their range. So it does not suffice that a setting comes from Patroni: its
 * value in force has to be the one that was asked for. Units and their factors are those of PostgreSQL's manual,
 * section 20.1.1, "Parameter Names and Values". Texts may have been rewritten by PostgreSQL, so they are not compared.
 */
/** Decides whether a server has a setting in force with the value that was asked for. */
final class TakenSetting {

    private static final int FIELDS = 7;

    private static final Pattern NUMBER =
            Pattern.compile("\\s*([+-]?[0-9]*\\.?[0-9]*(?:[eE][+-]?[0-9]+)?)\\s*([A-Za-z]*)\\s*");

    /** The units in bytes, or in microseconds. */
    private static final Map<String, Double> UNITS = Map.ofEntries(
            Map.entry("B", 1.0),
            Map.entry("kB", 1024.0),
            Map.entry("8kB", 8 * 1024.0),
            Map.entry("16MB", 16 * 1024.0 * 1024),
            Map.entry("MB", 1024.0 * 1024),
            Map.entry("GB", 1024.0 * 1024 * 1024),
            Map.entry("TB", 1024.0 * 1024 * 1024 * 1024),
            Map.entry("us", 1.0),
            Map.entry("ms", 1e3),
            Map.entry("s", 1e6),
            Map.entry("min", 60e6),
            Map.entry("h", 3_600e6),
            Map.entry("d", 86_400e6));

    private static final Set<String> TRUE = Set.of("on", "true", "yes", "1", "t", "y");
    private static final Set<String> FALSE = Set.of("off", "false", "no", "0", "f", "n", "of");

    /** The words that PostgreSQL accepts in place of those that it shows. */
    private static final Map<String, String> OLD_WORDS = Map.of("hot_standby", "replica", "archive", "replica");

    private TakenSetting() {}

    /** Returns the query for a server; the answer is for {@link #refusal}. */
    static String query(String name) {
        return "SELECT coalesce((SELECT concat(source, '|', vartype, '|', unit, '|', min_val, '|', max_val, '|',"
                + " array_to_string(enumvals, ' '), '|', setting) FROM pg_settings WHERE name = lower('" + name
                + "')), '')";
    }

    /**
     * Returns why the server has not accepted a setting, in words for the user; empty if it has.
     *
     * @param answer to {@link #query}
     */
    static String refusal(String name, String asked, String answer) {
        String begin = "the setting " + name + "=" + asked + " was not taken: ";
        List<String> fields = List.of(answer.split("\\|", FIELDS));
        if (fields.size() < FIELDS) {
            return begin + "PostgreSQL has no such setting";
        }
        String inForce = fields.get(6);
        boolean isGiven = Set.of("configuration file", "command line").contains(fields.get(0));
        boolean isSame = switch (fields.get(1)) {
            case "bool", "enum" -> isSameWord(asked, inForce);
            case "integer" -> isSameNumber(asked, inForce, fields.get(2), 0.5);
            case "real" -> isSameNumber(asked, inForce, fields.get(2), 0);
            default -> true;
        };
        return isGiven && isSame ? "" : begin + "in force is " + inForce + words(fields);
    }

    /** Returns what PostgreSQL would accept. */
    private static String words(List<String> fields) {
        String range = switch (fields.get(1)) {
            case "bool" -> "on or off";
            case "enum" -> "one of " + fields.get(5).replace(" ", ", ");
            case "integer", "real" -> "a number from " + fields.get(3) + " to " + fields.get(4) + " " + fields.get(2);
            default -> "a text";
        };
        return "; PostgreSQL expects " + range.strip() + ", and Patroni may take less of that";
    }

    private static boolean isSameWord(String asked, String inForce) {
        String word = asked.strip().toLowerCase(Locale.ROOT);
        return word.equals(inForce)
                || OLD_WORDS.getOrDefault(word, word).equals(inForce)
                || (TRUE.contains(word) && inForce.equals("on"))
                || (FALSE.contains(word) && inForce.equals("off"));
    }

    /** @param rounding how far it may be from what was asked for, in units, where it has to be whole */
    private static boolean isSameNumber(String asked, String inForce, String unit, double rounding) {
        Matcher matcher = NUMBER.matcher(asked);
        if (!matcher.matches()) {
            return false;
        }
        String askedUnit = matcher.group(2);
        boolean isPlain = askedUnit.isEmpty();
        if (!isPlain && !(UNITS.containsKey(askedUnit) && UNITS.containsKey(unit))) {
            return false;
        }
        try {
            double factor = isPlain ? 1 : UNITS.getOrDefault(askedUnit, 1.0) / UNITS.getOrDefault(unit, 1.0);
            double wanted = Double.parseDouble(matcher.group(1)) * factor;
            return Math.abs(wanted - Double.parseDouble(inForce)) <= rounding + Math.abs(wanted) * 1e-6;
        } catch (NumberFormatException strange) {
            return false;
        }
    }
}
