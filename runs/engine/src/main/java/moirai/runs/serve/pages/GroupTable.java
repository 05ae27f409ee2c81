package moirai.runs.serve.pages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.runs.report.Numbers;

/** The table of groups: runs of the same database that were asked for the same level. */
final class GroupTable {

    /** The maximal number of groups; those whose last run is the oldest are left out. */
    static final int GROUPS_MAX = 40;

    private GroupTable() {}

    /** The runs that ended, by database and level. */
    record Group(String database, String isolation) {

        static Group of(Row row) {
            return new Group(row.cell(Row.Column.DATABASE), row.cell(Row.Column.ISOLATION));
        }

        String name() {
            return database.isEmpty() ? "not known" : database;
        }
    }

    /** Returns the table; empty if no run ended. Costs O(n log n). */
    static String of(List<Row> rows) {
        Map<Group, List<Row>> groups = rows.stream()
                .filter(Row::hasEnded)
                .sorted(Comparator.comparing((Row row) -> row.cell(Row.Column.STARTED))
                        .reversed())
                .collect(Collectors.groupingBy(Group::of, LinkedHashMap::new, Collectors.toList()));
        if (groups.isEmpty()) {
            return "";
        }
        List<Map.Entry<Group, List<Row>>> shown =
                new ArrayList<>(groups.entrySet().stream().limit(GROUPS_MAX).toList());
        shown.sort(
                Map.Entry.comparingByKey(Comparator.comparing(Group::database).thenComparing(Group::isolation)));
        var table = new StringBuilder("<h2>By database and level</h2>\n"
                + Frame.table("groups", "database", "asked for", "verdicts", "last runs, the newest on the right"));
        shown.forEach(group -> table.append(row(group.getKey(), group.getValue())));
        table.append("</tbody></table>\n");
        if (groups.size() > shown.size()) {
            table.append("<p>")
                    .append(Numbers.count(groups.size() - shown.size()))
                    .append(" more, whose last runs are older: filter to see them.</p>\n");
        }
        return table.toString();
    }

    private static String row(Group group, List<Row> newestFirst) {
        // Runs that cannot be read have no database to filter by.
        String name = group.database().isEmpty() ? group.name() : Frame.link("/?" + query(group, ""), group.name());
        return "<tr>"
                + Frame.cell("database", name)
                + Frame.cell("asked for", Frame.escaped(group.isolation()))
                + Frame.cell("verdicts", counts(group, newestFirst))
                + Frame.cell(
                        "last runs",
                        Strip.of(newestFirst.stream().map(Strip.Mark::of).toList()))
                + "</tr>";
    }

    /** Returns how many runs have each verdict, each as a link to these runs. */
    private static String counts(Group group, List<Row> rows) {
        Map<Standing, Map<String, Long>> counts = rows.stream()
                .collect(Collectors.groupingBy(
                        Row::standing,
                        TreeMap::new,
                        Collectors.groupingBy(
                                row -> row.cell(Row.Column.VERDICT), TreeMap::new, Collectors.counting())));
        var text = new StringBuilder("<ul class=\"counts\">");
        counts.forEach((standing, byWords) -> byWords.forEach((words, count) -> {
            text.append("<li><a href=\"/?")
                    .append(Frame.escaped(query(group, words)))
                    .append("\">")
                    .append(standing.badge(count + " " + words))
                    .append("</a></li>");
        }));
        return text.append("</ul>").toString();
    }

    /** Returns the query for the runs of a group that have a verdict, or any if that is empty. */
    private static String query(Group group, String verdict) {
        return Filter.group(group.database(), group.isolation(), verdict)
                .address()
                .replaceFirst("^&", "");
    }
}
