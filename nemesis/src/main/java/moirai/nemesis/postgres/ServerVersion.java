package moirai.nemesis.postgres;

import java.util.Comparator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of PostgreSQL's servers. */
public record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

    /** The version whose programs are on the class path. */
    public static final ServerVersion BUNDLED = new ServerVersion(18, 6);

    /**
     * The minor version that a major one alone stands for: the newest when this was written, so that the same command
     * makes the same servers everywhere. Older ones have no {@code pg_backup_start}, by which replicas are copied.
     */
    private static final Map<Integer, Integer> USUAL = Map.of(15, 19, 16, 15, 17, 11, 18, 6);

    private static final int MAJOR_MIN = 15;

    private static final Pattern FORM = Pattern.compile("([1-9]\\d?)(?:\\.(\\d{1,2}))?");

    private static final Comparator<ServerVersion> ORDER =
            Comparator.comparingInt(ServerVersion::major).thenComparingInt(ServerVersion::minor);

    /**
     * Reads a version such as {@code 17.4}, or a major one alone.
     *
     * @throws IllegalArgumentException with what would be accepted
     */
    public static ServerVersion parse(String text) {
        Matcher matcher = FORM.matcher(text);
        int major = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        if (major < MAJOR_MIN) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no version of PostgreSQL's servers: expected 17 or 17.4, for example, and "
                            + MAJOR_MIN + " at least");
        }
        String minor = matcher.group(2);
        if (minor == null && !USUAL.containsKey(major)) {
            throw new IllegalArgumentException("'" + text + "' alone names no server: expected e.g. " + major + ".0");
        }
        return new ServerVersion(major, minor == null ? USUAL.getOrDefault(major, 0) : Integer.parseInt(minor));
    }

    /** Returns the version as the server itself gives it. */
    public String label() {
        return major + "." + minor;
    }

    @Override
    public int compareTo(ServerVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return label();
    }
}
