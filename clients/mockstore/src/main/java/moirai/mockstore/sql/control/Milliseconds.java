package moirai.mockstore.sql.control;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;

/** The values of settings that are times: a number of milliseconds, or of another unit. */
public final class Milliseconds {

    private static final Pattern VALUE = Pattern.compile("\\s*(?<number>\\d{1,9})\\s*(?<unit>ms|s|min|h|d)?\\s*");

    /** The milliseconds of each unit, the largest first. */
    private static final Map<String, Integer> UNITS = units();

    private Milliseconds() {}

    private static Map<String, Integer> units() {
        var units = new LinkedHashMap<String, Integer>();
        units.put("d", 86_400_000);
        units.put("h", 3_600_000);
        units.put("min", 60_000);
        units.put("s", 1_000);
        units.put("ms", 1);
        return units;
    }

    /**
     * Returns how many milliseconds a value is, at most {@link Integer#MAX_VALUE}.
     *
     * @throws StoreException if it is none (SQLSTATE 22023)
     */
    public static int of(String setting, String value) {
        if (value.equals("0")) {
            return 0;
        }
        Matcher matcher = VALUE.matcher(value.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new StoreException(
                    "22023",
                    "invalid value for parameter \"" + setting + "\": \"" + value
                            + "\"; accepted are milliseconds, or a number with the unit ms, s, min, h or d");
        }
        String unit = matcher.group("unit") == null ? "ms" : matcher.group("unit");
        return Math.toIntExact(
                Math.min(Integer.MAX_VALUE, Long.parseLong(matcher.group("number")) * UNITS.getOrDefault(unit, 1)));
    }

    /** Returns a value as SHOW writes it: in the largest unit that needs no fraction. */
    static String written(String setting, String value) {
        int millis = of(setting, value);
        return UNITS.entrySet().stream()
                .filter(unit -> millis > 0 && millis % unit.getValue() == 0)
                .findFirst()
                .map(unit -> millis / unit.getValue() + unit.getKey())
                .orElse("0");
    }
}
