package moirai.runs.serve;

import java.util.List;
import java.util.stream.Stream;
import moirai.runs.files.BundledText;
import moirai.runs.html.Page;
import moirai.runs.report.Numbers;

/** The table of runs as a page that needs no script: search, filter and sort are requests to the server. */
final class RunsPage {

    private static final String TEMPLATE = BundledText.of(RunsPage.class, "runs.html");

    private RunsPage() {}

    static String of(List<Row> all, Query query) {
        List<Row> asked = query.apply(all);
        List<Row> shown = asked.stream()
                .skip((long) query.page() * Query.ROWS_A_PAGE)
                .limit(Query.ROWS_A_PAGE)
                .toList();
        return TEMPLATE.replace("{form}", form(all, query))
                .replace("{count}", Numbers.count(asked.size()) + " of " + Numbers.counted(all.size(), "run"))
                .replace("{head}", head(query))
                .replace("{rows}", rows(shown))
                .replace("{pages}", pages(asked.size(), query));
    }

    private static String form(List<Row> all, Query query) {
        var options = new StringBuilder("<option value=\"\">any verdict</option>");
        Stream.concat(all.stream().map(row -> row.cell(Row.Column.VERDICT)), Stream.of(query.verdict()))
                .filter(verdict -> !verdict.isEmpty())
                .distinct()
                .sorted()
                .forEach(verdict -> options.append("<option")
                        .append(verdict.equals(query.verdict()) ? " selected>" : ">")
                        .append(escaped(verdict))
                        .append("</option>"));
        return "<input type=\"search\" name=\"q\" aria-label=\"Search\" placeholder=\"Search all columns\" value=\""
                + escaped(query.search()) + "\"><select name=\"verdict\" aria-label=\"Verdict\">" + options
                + "</select><input type=\"hidden\" name=\"sort\" value=\""
                + (query.isDescending() ? "-" : "") + query.sort().key() + "\"><button>Show</button>";
    }

    private static String head(Query query) {
        var head = new StringBuilder();
        for (Row.Column column : Row.Column.values()) {
            boolean isSorted = column == query.sort();
            String order = query.isDescending() ? "descending" : "ascending";
            head.append("<th").append(isSorted ? " aria-sort=\"" + order + "\"" : "");
            head.append("><a href=\"").append(escaped(query.by(column))).append("\">");
            head.append(column.title());
            head.append(isSorted ? query.isDescending() ? " ↓" : " ↑" : "").append("</a></th>");
        }
        return head.append("<th>files</th>").toString();
    }

    private static String rows(List<Row> shown) {
        var rows = new StringBuilder();
        for (Row row : shown) {
            String link = escaped(StoreServer.link(row.directory()));
            boolean hasReport = !row.cell(Row.Column.VERDICT).equals(Row.NOT_ENDED);
            rows.append("<tr class=\"")
                    .append(row.cell(Row.Column.VERDICT).replaceAll("[^A-Z]+", "-"))
                    .append("\">");
            for (Row.Column column : Row.Column.values()) {
                String cell = escaped(row.cell(column));
                boolean isLink = column == Row.Column.STARTED && hasReport;
                rows.append(column.isNumber() ? "<td class=\"n\">" : "<td>")
                        .append(isLink ? "<a href=\"" + link + "/report.html\">" + cell + "</a>" : cell)
                        .append("</td>");
            }
            rows.append("<td><a href=\"")
                    .append(link.replaceFirst("/runs/", "/zip/"))
                    .append("\">zip</a>");
            rows.append(hasReport ? " <a href=\"" + link + "/run.json\">json</a>" : "");
            rows.append(" <a href=\"").append(link).append("/run.log\">log</a></td></tr>\n");
        }
        return rows.toString();
    }

    private static String pages(int count, Query query) {
        String before = query.page() == 0 ? "" : link(query.at(query.page() - 1), "← before");
        boolean isMore = count > (query.page() + 1L) * Query.ROWS_A_PAGE;
        return before + " " + (isMore ? link(query.at(query.page() + 1), "more →") : "");
    }

    private static String link(String address, String text) {
        return "<a href=\"" + escaped(address) + "\">" + text + "</a>";
    }

    /**
     * Returns a text escaped for HTML and for the template. Fields of a run come from databases and files, and braces
     * would be taken for places of the template.
     */
    private static String escaped(String text) {
        return Page.escaped(text).replace("{", "&#123;");
    }
}
