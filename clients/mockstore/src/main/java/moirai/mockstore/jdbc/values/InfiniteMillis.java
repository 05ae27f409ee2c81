package moirai.mockstore.jdbc.values;

/** The milliseconds by which pgjdbc tells infinite times. */
final class InfiniteMillis {

    private static final long LAST = 9_223_372_036_825_200_000L;
    private static final long FIRST = -9_223_372_036_832_400_000L;

    private InfiniteMillis() {}

    static long of(boolean isLast) {
        return isLast ? LAST : FIRST;
    }

    static boolean isOne(long millis) {
        return millis == LAST || millis == FIRST;
    }
}
