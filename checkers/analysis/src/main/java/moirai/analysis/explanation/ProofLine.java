package moirai.analysis.explanation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of an explanation for people.
 *
 * @param lead the blanks and the dash before the words
 */
public record ProofLine(String lead, String words) {

    /** Returns the lines as one text; each ends with a line feed. */
    public static String text(List<ProofLine> lines) {
        return lines.stream().map(line -> line.lead + line.words + "\n").collect(Collectors.joining());
    }
}
