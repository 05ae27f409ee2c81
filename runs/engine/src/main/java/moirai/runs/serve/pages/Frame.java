package moirai.runs.serve.pages;

import java.nio.file.Path;
import moirai.runs.files.BundledText;
import moirai.runs.html.Page;

/** The frame that all pages share: head, style sheet and navigation. */
final class Frame {

    /** The interval at which a page that is left open asks again, if its reader wants that. */
    static final int RELOAD_SECONDS = 60;

    private static final String SPECIAL = "&<>\"'{";

    private static final String TEMPLATE =
            BundledText.of(Frame.class, "frame.html").replace("{style}", BundledText.of(Frame.class, "pages.css"));

    private Frame() {}

    /** @param main the content, which is markup */
    static String of(String title, String main) {
        return of(title, "", main);
    }

    static String reloading(String title, String main) {
        return of(title, "<meta http-equiv=\"refresh\" content=\"" + RELOAD_SECONDS + "\">\n", main);
    }

    private static String of(String title, String head, String main) {
        // The content comes last: nothing that stands in it is taken for a place to fill.
        return TEMPLATE.replace("{title}", escaped(title))
                .replace("{head}", head)
                .replace("{main}", main);
    }

    /** Returns a page that says in a sentence what cannot be shown. */
    static PageAnswer refusal(int status, String title, String sentence) {
        return new PageAnswer(
                status,
                of(
                        title,
                        "<h1>" + escaped(title) + "</h1>\n<p>" + escaped(sentence) + "</p>\n<p>"
                                + link("/", "Back to all runs") + "</p>"));
    }

    static String link(String address, String text) {
        return "<a href=\"" + escaped(address) + "\">" + escaped(text) + "</a>";
    }

    /**
     * Returns a cell of a table.
     *
     * @param label the heading of its column, which narrow screens show in front of the content
     * @param content markup
     */
    static String cell(String label, String content) {
        return "<td data-label=\"" + label + "\">" + content + "</td>";
    }

    /** Returns markup with a second, smaller line; nothing of it if the text is empty. */
    static String small(String text) {
        return text.isEmpty() ? "" : "<small>" + escaped(text) + "</small>";
    }

    /** Returns the beginning of a table and its head. */
    static String table(String style, String... headings) {
        var table = new StringBuilder("<table class=\"" + style + "\"><thead><tr>");
        for (String heading : headings) {
            table.append("<th scope=\"col\">").append(escaped(heading)).append("</th>");
        }
        return table.append("</tr></thead><tbody>").toString();
    }

    /** Returns the URL path of a run, {@code /runs/NAME/TIME}. */
    static String address(Path run) {
        return "/runs/" + key(run);
    }

    /** Returns name and time of a run, {@code NAME/TIME}, by which a query names it. */
    static String key(Path run) {
        return run.getName(run.getNameCount() - 2) + "/" + run.getFileName();
    }

    /**
     * Returns a text escaped for HTML and for the template. Fields of a run come from databases and files, and braces
     * would be taken for places of the template.
     */
    static String escaped(String text) {
        // Most texts of most rows have nothing to escape, and looking once is cheaper than six replacements.
        for (int i = 0; i < text.length(); i++) {
            if (SPECIAL.indexOf(text.charAt(i)) >= 0) {
                return Page.escaped(text).replace("{", "&#123;");
            }
        }
        return text;
    }
}
