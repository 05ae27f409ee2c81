package moirai.runs.serve.pages;

import java.util.ArrayList;
import java.util.List;
import moirai.runs.report.Numbers;

/**
 * A row of signs for the last runs of a group, the oldest first. A reader of the screen hears the words behind the
 * signs.
 */
final class Strip {

    /** The maximal number of signs. */
    static final int LENGTH = 20;

    private Strip() {}

    /**
     * One sign.
     *
     * @param style the class of the style sheet
     */
    record Mark(String sign, String style, String words, String time) {

        static Mark of(Row row) {
            return new Mark(
                    row.standing().sign(),
                    row.standing().style(),
                    row.cell(Row.Column.VERDICT),
                    row.cell(Row.Column.STARTED));
        }
    }

    /** @param newestFirst the marks of a group; those beyond the limit are left out */
    static String of(List<Mark> newestFirst) {
        return of(newestFirst, "run");
    }

    /** @param noun a mark's name, such as {@code run} */
    static String of(List<Mark> newestFirst, String noun) {
        List<Mark> marks = newestFirst.stream().limit(LENGTH).toList().reversed();
        var signs = new StringBuilder("<span class=\"strip\" role=\"img\" aria-label=\"the last "
                + Numbers.counted(marks.size(), noun) + ", the oldest first: " + Frame.escaped(words(marks)) + "\">");
        marks.forEach(mark -> signs.append("<b class=\"")
                .append(mark.style())
                .append("\" title=\"")
                .append(Frame.escaped(mark.time() + ": " + mark.words()))
                .append("\">")
                .append(mark.sign())
                .append("</b>"));
        return signs.append("</span>").toString();
    }

    /** Returns a text such as {@code 3 VALID, 1 INVALID: database bug}, which counts neighbours of the same words. */
    private static String words(List<Mark> marks) {
        var parts = new ArrayList<String>();
        int from = 0;
        for (int i = 1; i <= marks.size(); i++) {
            if (i == marks.size()
                    || !marks.get(i).words().equals(marks.get(from).words())) {
                parts.add(i - from + " " + marks.get(from).words());
                from = i;
            }
        }
        return String.join(", ", parts);
    }
}
