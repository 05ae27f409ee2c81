package moirai.studies.tpcc;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.directed.program.Statement;

/** A mapping from statements of SQL to those statements of an abstract program that do the same to the same table. */
final class Statements {

    private static final Pattern SQL = Pattern.compile(
            "\\s*(?:(SELECT)\\b.*?\\bFROM|(UPDATE)|(INSERT) INTO|(DELETE) FROM)\\s+(\\w+).*", Pattern.DOTALL);

    private Statements() {}

    /** The first from an index on that is this statement; empty if none is. */
    static OptionalInt indexOf(Statement wanted, List<String> statements, int from) {
        for (int index = from; index < statements.size(); index++) {
            if (isSame(wanted, statements.get(index))) {
                return OptionalInt.of(index);
            }
        }
        return OptionalInt.empty();
    }

    static boolean isInsert(String sql) {
        Matcher matcher = SQL.matcher(sql);
        return matcher.matches() && matcher.group(3) != null;
    }

    private static boolean isSame(Statement wanted, String sql) {
        Matcher matcher = SQL.matcher(sql);
        int verb = switch (wanted) {
            case Statement.Select select -> 1;
            case Statement.Update update -> 2;
            case Statement.Insert insert -> 3;
            case Statement.Delete delete -> 4;
        };
        return matcher.matches()
                && matcher.group(verb) != null
                && wanted.table().equals(matcher.group(5));
    }
}
