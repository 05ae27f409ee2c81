package moirai.directed.program;

import java.util.Optional;

/**
 * The place of a statement in an application's source.
 *
 * @param file its name or path, as reports show it
 * @param line from 1
 */
public record Origin(String file, int line) implements Comparable<Origin> {

    /** Throws IllegalArgumentException for a blank file and for a line below 1. */
    public Origin {
        if (file.isBlank() || line < 1) {
            throw new IllegalArgumentException("origin '" + file + ":" + line + "'; expected FILE:LINE, lines from 1");
        }
    }

    /** Returns a text such as {@code Payment.java:12}. */
    public String text() {
        return file + ":" + line;
    }

    /** Returns the origin that {@link #text} wrote; empty if the text has no line. */
    public static Optional<Origin> of(String text) {
        int colon = text.lastIndexOf(':');
        String line = text.substring(colon + 1);
        boolean isOrigin = colon > 0 && !text.substring(0, colon).isBlank() && line.matches("[1-9][0-9]{0,8}");
        return isOrigin ? Optional.of(new Origin(text.substring(0, colon), Integer.parseInt(line))) : Optional.empty();
    }

    @Override
    public int compareTo(Origin other) {
        int files = file.compareTo(other.file);
        return files == 0 ? Integer.compare(line, other.line) : files;
    }
}
