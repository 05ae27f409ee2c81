package moirai.runs.serve.pages;

import java.util.List;
import java.util.stream.Stream;
import moirai.runs.report.Numbers;

/** The page of all runs. Filter, order and comparison are forms and links, so the page needs no script. */
final class RunsPage {

    private static final String COMPARE = "<p class=\"compare\"><button>Compare two chosen runs</button></p>\n";

    private RunsPage() {}

    static String of(List<Row> all, Query query) {
        List<Row> asked = query.apply(all);
        List<Row> shown = asked.stream()
                .skip((long) query.page() * Query.ROWS_A_PAGE)
                .limit(Query.ROWS_A_PAGE)
                .toList();
        String main = "<h1>Runs</h1>\n<form class=\"filter\" action=\"/\" method=\"get\">" + form(all, query)
                + "</form>\n<p>" + count(asked, all, query) + "</p>\n"
                + GroupTable.of(asked)
                + (shown.isEmpty()
                        ? ""
                        : "<h2>One by one</h2>\n<form action=\"/compare\" method=\"get\">" + COMPARE
                                + RunTable.of(shown, query) + COMPARE + "</form>\n")
                + "<p>" + pages(asked.size(), query) + "</p>";
        return query.isReloading() ? Frame.reloading("runs", main) : Frame.of("runs", main);
    }

    private static String form(List<Row> all, Query query) {
        return fields(all, query.filter())
                + "<label>order <select name=\"sort\">" + orders(query) + "</select></label>"
                + (query.isReloading() ? "<input type=\"hidden\" name=\"reload\" value=\"on\">" : "")
                + "<button>Show</button>";
    }

    /** Returns the fields of a form for a filter. */
    static String fields(List<Row> all, Filter filter) {
        return "<label>search <input type=\"search\" name=\"q\" value=\"" + Frame.escaped(filter.search())
                + "\"></label>"
                + select("database", "database", options(all, Row.Column.DATABASE), filter.database())
                + select("isolation", "asked for", options(all, Row.Column.ISOLATION), filter.isolation())
                + select("verdict", "verdict", verdicts(all), filter.verdict());
    }

    private static Stream<String> options(List<Row> all, Row.Column column) {
        return all.stream().map(row -> row.cell(column)).filter(value -> !value.isEmpty());
    }

    /** Returns the verdicts that occur, and the word before the colon where there is one. */
    private static Stream<String> verdicts(List<Row> all) {
        return options(all, Row.Column.VERDICT)
                .distinct()
                .flatMap(words -> Stream.of(words, words.replaceFirst(":.*", "")));
    }

    private static String select(String name, String label, Stream<String> values, String chosen) {
        var options = new StringBuilder("<option value=\"\">any</option>");
        Stream.concat(values, Stream.of(chosen))
                .filter(value -> !value.isEmpty())
                .distinct()
                .sorted()
                .forEach(value -> options.append("<option")
                        .append(value.equals(chosen) ? " selected>" : ">")
                        .append(Frame.escaped(value))
                        .append("</option>"));
        return "<label>" + label + " <select name=\"" + name + "\">" + options + "</select></label>";
    }

    /** Returns each column in the order that is asked for first, and the current order. */
    private static String orders(Query query) {
        var options = new StringBuilder();
        for (Row.Column column : Row.Column.values()) {
            boolean isChosen = column == query.sort();
            boolean isDescending = isChosen ? query.isDescending() : column.isLargestFirst();
            options.append("<option value=\"")
                    .append(isDescending ? "-" : "")
                    .append(column.key())
                    .append(isChosen ? "\" selected>" : "\">")
                    .append(column.title())
                    .append(isDescending ? " ↓" : " ↑")
                    .append("</option>");
        }
        return options.toString();
    }

    private static String count(List<Row> asked, List<Row> all, Query query) {
        String reload = query.isReloading()
                ? "The page asks again every minute. "
                        + Frame.link(query.reloading(false).address(), "Stop that")
                : Frame.link(query.reloading(true).address(), "Ask again every minute");
        return Numbers.count(asked.size()) + " of " + Numbers.counted(all.size(), "run") + ". "
                + (query.filter().isEmpty() ? "" : Frame.link("/", "Show all") + ". ") + reload + ".";
    }

    private static String pages(int count, Query query) {
        String before =
                query.page() == 0 ? "" : Frame.link(query.at(query.page() - 1).address(), "← before");
        boolean isMore = count > (query.page() + 1L) * Query.ROWS_A_PAGE;
        return before + " " + (isMore ? Frame.link(query.at(query.page() + 1).address(), "more →") : "");
    }
}
