package moirai.cli.predicting;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import moirai.directed.levels.Placement;
import moirai.directed.levels.Promises;
import moirai.directed.search.Levels;
import moirai.directed.specification.Rule;

/** The place of levels of the user's own among the known ones, for people. */
final class OwnLevelText {

    private OwnLevelText() {}

    /** Returns a line for each level that is a file, and one for each of its axioms that changes nothing. */
    static List<String> lines(Levels levels) {
        return Stream.concat(Stream.of(levels.usual()), levels.special().values().stream())
                .filter(level -> level.own().exists())
                .distinct()
                .flatMap(level -> lines(level).stream())
                .toList();
    }

    private static List<String> lines(Promises level) {
        Placement place = Placement.of(level.own());
        var lines = new ArrayList<String>();
        List<String> more = List.copyOf(new TreeSet<>(level.own().promises()));
        lines.add(level.name() + (more.isEmpty() ? "" : ", without its " + String.join(" and ", more)) + ", is "
                + place.text() + ", by all executions of up to " + Placement.STATEMENTS + " statements");
        for (Rule rule : place.idle()) {
            lines.add(level.name() + ", line " + rule.line() + ": the other axioms promise this: " + rule.text());
        }
        return lines;
    }
}
