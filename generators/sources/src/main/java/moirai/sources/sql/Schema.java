package moirai.sources.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import moirai.directed.program.Origin;
import moirai.directed.program.Table;
import moirai.sources.diagnostic.Diagnostics;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.Index;

/** The tables of a program. Names are not case-sensitive; they are shown as CREATE TABLE has them. */
public final class Schema {

    /** The key of a table that has none: each row is one of its own. */
    public static final String ROW = "its_row";

    private static final Pattern CREATE = Pattern.compile("(?is)^\\s*CREATE\\s+TABLE\\b.*");
    private static final Pattern COMMENT = Pattern.compile("(?s)--[^\\n]*|/\\*.*?\\*/");

    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, TableDefinition> definitions = new LinkedHashMap<>();
    private final Diagnostics diagnostics;

    /** Without tables. */
    public Schema(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Whether a text begins as the definition of a table does. */
    public static boolean isDefinition(String sql) {
        return CREATE.matcher(sql).matches();
    }

    /** Reads the definitions of tables in a file of SQL; other statements are passed over. */
    public void read(String script, String file) {
        String text =
                COMMENT.matcher(script).replaceAll(comment -> comment.group().replaceAll("[^\\n]", " "));
        int line = 1;
        for (String statement : text.split(";", -1)) {
            int first =
                    line + (int) statement.lines().takeWhile(String::isBlank).count();
            if (isDefinition(statement)) {
                define(statement, new Origin(file, first));
            } else if (statement.strip().toUpperCase(Locale.ROOT).startsWith("ALTER")) {
                diagnostics.loss(new Origin(file, first), "tables are not altered", "the statement is left out");
            }
            line += (int) statement.chars().filter(letter -> letter == '\n').count();
        }
    }

    /** Adds the table that a CREATE TABLE defines; a second one of the same name is passed over if it is the same. */
    public void define(String sql, Origin origin) {
        try {
            if (CCJSqlParserUtil.parse(sql.strip()) instanceof CreateTable create
                    && create.getColumnDefinitions() != null) {
                add(create, origin);
                return;
            }
            diagnostics.error(
                    origin, "a table is defined without columns", "expected CREATE TABLE name (column type, …)");
        } catch (JSQLParserException unreadable) {
            diagnostics.error(
                    origin,
                    "the definition of a table cannot be read: " + SqlTranslator.reason(unreadable),
                    "expected CREATE TABLE name (column type, …)");
        }
    }

    /** Adds a table that is known already, in place of one of its name. */
    public void add(Table table) {
        tables.put(table.name().toLowerCase(Locale.ROOT), table);
    }

    private void add(CreateTable create, Origin origin) {
        String name = plain(create.getTable().getName());
        var key = new ArrayList<String>();
        var columns = new ArrayList<String>();
        for (ColumnDefinition column : create.getColumnDefinitions()) {
            columns.add(plain(column.getColumnName()));
            List<String> specs = column.getColumnSpecs();
            String words = specs == null ? "" : String.join(" ", specs).toUpperCase(Locale.ROOT);
            if (words.contains("PRIMARY KEY")) {
                key.add(plain(column.getColumnName()));
            }
        }
        for (Index index : create.getIndexes() == null ? List.<Index>of() : create.getIndexes()) {
            if ("PRIMARY KEY".equalsIgnoreCase(index.getType())) {
                index.getColumnsNames().forEach(column -> key.add(declared(columns, plain(column))));
            }
        }
        columns.removeAll(key);
        if (key.isEmpty()) {
            key.add(ROW);
        }
        Table table = new Table(name, key, columns);
        definitions.putIfAbsent(name.toLowerCase(Locale.ROOT), TableDefinition.of(create));
        Table before = tables.putIfAbsent(name.toLowerCase(Locale.ROOT), table);
        if (before != null && !before.equals(table)) {
            diagnostics.error(
                    origin, "table " + name + " is defined twice, differently", "expected one definition; see --ddl");
        }
    }

    private static String declared(List<String> columns, String name) {
        return columns.stream().filter(name::equalsIgnoreCase).findFirst().orElse(name);
    }

    /** A name without quotes. */
    static String plain(String name) {
        boolean isQuoted = name.length() > 2 && "\"`[".indexOf(name.charAt(0)) >= 0;
        return isQuoted ? name.substring(1, name.length() - 1) : name;
    }

    /** The tables, in the order of their definitions. */
    public List<Table> tables() {
        return List.copyOf(tables.values());
    }

    /** The definitions that were read, in their order. */
    public List<TableDefinition> definitions() {
        return List.copyOf(definitions.values());
    }

    /** The table of this name. */
    public Optional<Table> table(String name) {
        return Optional.ofNullable(tables.get(plain(name).toLowerCase(Locale.ROOT)));
    }

    /** The field of a table as it was declared. */
    static Optional<String> field(Table table, String name) {
        return table.allFields().stream().filter(plain(name)::equalsIgnoreCase).findFirst();
    }
}
