package moirai.sources.sql.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.directed.program.Origin;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.create.table.CheckConstraint;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.ExcludeConstraint;
import net.sf.jsqlparser.statement.create.table.ForeignKeyIndex;
import net.sf.jsqlparser.statement.create.table.Index;

/** Reads the constraints of one table, those of its columns and those that stand alone. */
record ConstraintReader(String table, Origin origin) {

    private static final Pattern REFERENCES = Pattern.compile("(?i)\\bREFERENCES\\s+([^\\s(]+)");
    private static final Pattern ON_DELETE =
            Pattern.compile("(?i)\\bON\\s+DELETE\\s+(CASCADE|SET\\s+NULL|SET\\s+DEFAULT)\\b");
    private static final Pattern COMPUTED =
            Pattern.compile("(?i)\\bAS\\s*\\(|\\bON\\s+UPDATE\\b(?!\\s+(NO|RESTRICT|CASCADE|SET))");
    private static final Pattern NUMBERED =
            Pattern.compile("(?i)\\b(IDENTITY|AUTO_INCREMENT|AUTOINCREMENT|(SMALL|BIG)?SERIAL)\\b");

    /** Returns the words of a column's declaration, without literal texts, in which anything may stand. */
    private static String words(ColumnDefinition column) {
        return column.getColDataType() + " "
                + specs(column).stream().filter(spec -> !spec.startsWith("'")).collect(Collectors.joining(" "));
    }

    private static List<String> specs(ColumnDefinition column) {
        return column.getColumnSpecs() == null ? List.of() : column.getColumnSpecs();
    }

    static boolean isKey(ColumnDefinition column) {
        return words(column).toUpperCase(Locale.ROOT).contains("PRIMARY KEY");
    }

    /** Returns whether the column may hold NULL, as far as the column itself says. */
    static boolean isNullable(ColumnDefinition column) {
        String words = words(column);
        return !words.toUpperCase(Locale.ROOT).contains("NOT NULL")
                && !NUMBERED.matcher(words).find();
    }

    /** Returns the value of a column in a row that is made without it; empty for NULL. */
    static Optional<String> initial(ColumnDefinition column) {
        if (NUMBERED.matcher(words(column)).find()) {
            return Optional.of("nextval()");
        }
        return after("DEFAULT", column);
    }

    private static Optional<String> after(String word, ColumnDefinition column) {
        List<String> specs = specs(column);
        for (int i = 0; i + 1 < specs.size(); i++) {
            if (specs.get(i).equalsIgnoreCase(word)) {
                return Optional.of(specs.get(i + 1));
            }
        }
        return Optional.empty();
    }

    List<Constraint> of(ColumnDefinition column) {
        String words = words(column);
        List<String> itself = List.of(Schema.plain(column.getColumnName()));
        var found = new ArrayList<Constraint>();
        if (words.toUpperCase(Locale.ROOT).matches(".*\\bUNIQUE\\b.*")) {
            found.add(new Constraint(origin, table, itself, new Constraint.Unique(true)));
        }
        reference(words, itself).ifPresent(found::add);
        after("CHECK", column).ifPresent(text -> found.add(check(text)));
        if (COMPUTED.matcher(words).find()) {
            found.add(new Constraint(origin, table, itself, new Constraint.Computed()));
        }
        return found;
    }

    List<Constraint> of(Index index) {
        List<String> columns = columns(index);
        return switch (index) {
            case ForeignKeyIndex key ->
                reference(key.toString(), columns).stream().toList();
            case CheckConstraint check ->
                List.of(new Constraint(
                        origin,
                        table,
                        names(check.getExpression()),
                        new Constraint.Check(check.getExpression().toString())));
            case ExcludeConstraint exclude ->
                List.of(new Constraint(origin, table, columns, new Constraint.Unique(false)));
            case Index other
            when isUnique(other) ->
                List.of(new Constraint(origin, table, columns, new Constraint.Unique(isPlain(other))));
            default -> List.of();
        };
    }

    static boolean isKey(Index index) {
        return "PRIMARY KEY".equalsIgnoreCase(index.getType());
    }

    private static boolean isUnique(Index index) {
        return index.getType() != null
                && index.getType().toUpperCase(Locale.ROOT).startsWith("UNIQUE");
    }

    /** Returns whether an index is on columns alone. */
    private static boolean isPlain(Index index) {
        return index.getColumnsNames() != null
                && index.getColumnsNames().stream()
                        .allMatch(text -> names(text).isEmpty() || names(text).equals(List.of(Schema.plain(text))));
    }

    /** Returns the names in an index; of an expression such as LOWER(name), the names in it. */
    static List<String> columns(Index index) {
        if (index.getColumnsNames() == null) {
            return List.of();
        }
        return index.getColumnsNames().stream()
                .flatMap(text -> {
                    List<String> inside = names(text);
                    return (inside.isEmpty() ? List.of(Schema.plain(text.split("\\s", 2)[0])) : inside).stream();
                })
                .toList();
    }

    private Optional<Constraint> reference(String words, List<String> columns) {
        Matcher named = REFERENCES.matcher(words);
        if (!named.find()) {
            return Optional.empty();
        }
        Matcher action = ON_DELETE.matcher(words);
        String parent = named.group(1);
        var rule = new Constraint.Reference(
                Schema.plain(parent.substring(parent.lastIndexOf('.') + 1)),
                action.find() ? action.group(1).toUpperCase(Locale.ROOT).replaceAll("\\s+", " ") : "");
        return Optional.of(new Constraint(origin, table, columns, rule));
    }

    private Constraint check(String text) {
        return new Constraint(origin, table, names(text), new Constraint.Check(text));
    }

    private static List<String> names(String expression) {
        try {
            return names(CCJSqlParserUtil.parseExpression(expression));
        } catch (JSQLParserException unreadable) {
            return List.of();
        }
    }

    private static List<String> names(net.sf.jsqlparser.expression.Expression expression) {
        return ColumnsIn.of(expression).stream()
                .map(column -> Schema.plain(column.getColumnName()))
                .distinct()
                .toList();
    }
}
