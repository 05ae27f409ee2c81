package moirai.mockstore.sql.time;

import java.util.function.Supplier;

/** The style in which the session for which a thread works has intervals written. */
public final class IntervalStyle {

    /** The value of the setting for the form of ISO 8601, such as {@code P1DT2H}. */
    public static final String ISO_8601 = "iso_8601";

    private static final ThreadLocal<Boolean> IS_ISO = ThreadLocal.withInitial(() -> false);

    private IntervalStyle() {}

    /** Returns whether intervals are written in the form of ISO 8601; false outside of {@link #in}. */
    public static boolean isIso() {
        return IS_ISO.get();
    }

    /** Does something for a session with this value of the setting {@code intervalstyle}. */
    public static <T> T in(String style, Supplier<T> work) {
        boolean before = IS_ISO.get();
        IS_ISO.set(style.equals(ISO_8601));
        try {
            return work.get();
        } finally {
            IS_ISO.set(before);
        }
    }
}
