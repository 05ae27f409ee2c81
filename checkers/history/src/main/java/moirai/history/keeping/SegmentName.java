package moirai.history.keeping;

import java.util.regex.Pattern;

/** The names of the files of segments: {@code w0003-000001.seg} is the first segment of writer 3. */
public final class SegmentName {

    /** The end of the name of each segment. */
    public static final String SUFFIX = ".seg";

    /** The names of segments, with groups {@code writer} and {@code segment}. */
    public static final Pattern PATTERN = Pattern.compile("w(?<writer>\\d{4,9})-(?<segment>\\d{6,9})\\.seg");

    private static final int WRITER_DIGITS = 4;
    private static final int SEGMENT_DIGITS = 6;

    private SegmentName() {}

    /** Returns the name of the file of a writer's segment. */
    public static String of(int writer, int segment) {
        return "w" + padded(writer, WRITER_DIGITS) + "-" + padded(segment, SEGMENT_DIGITS) + SUFFIX;
    }

    /** Pads a number without a formatter: a thousand writers are opened before that is compiled. */
    private static String padded(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }
}
