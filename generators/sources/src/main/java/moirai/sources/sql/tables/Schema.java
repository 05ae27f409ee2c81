package moirai.sources.sql.tables;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.directed.program.Origin;
import moirai.directed.program.Table;
import moirai.sources.diagnostic.Diagnostics;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.alter.AlterExpression;
import net.sf.jsqlparser.statement.alter.AlterOperation;
import net.sf.jsqlparser.statement.create.index.CreateIndex;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.Index;

/** The tables of a program. Names are not case-sensitive; they are shown as CREATE TABLE has them. */
public final class Schema {

    private static final Pattern INHERITS = Pattern.compile("(?is)\\)\\s*INHERITS\\s*\\(");

    private static final Pattern TEXT = Pattern.compile("(?i)N?(VAR)?CHAR|CHARACTER|TEXT|N?CLOB|STRING|\\w+TEXT");

    /** The key of a table that declares none: each row has a number of its own. */
    public static final String ROW = "its_row";

    private static final Pattern CREATE = Pattern.compile("(?is)^\\s*CREATE\\s+TABLE\\b.*");
    private static final Pattern MORE =
            Pattern.compile("(?is)^\\s*(CREATE\\s+UNIQUE\\s+INDEX|DROP\\s+INDEX|ALTER\\s+TABLE)\\b.*");
    private static final Pattern REACTION =
            Pattern.compile("(?is)^\\s*CREATE\\s+(OR\\s+REPLACE\\s+)?(CONSTRAINT\\s+)?(TRIGGER|RULE|EVENT)\\b.*");
    private static final Pattern COMMENT = Pattern.compile("(?s)--[^\\n]*|/\\*.*?\\*/");

    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, TableDefinition> definitions = new LinkedHashMap<>();
    private final List<DefiningSql> script = new ArrayList<>();
    private final Map<String, String> initial = new LinkedHashMap<>();
    private final Set<String> nullable = new HashSet<>();
    private final Diagnostics diagnostics;
    private final Constraints constraints;
    private boolean isWhole = true;

    /** Makes a schema without tables. */
    public Schema(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
        this.constraints = new Constraints(diagnostics);
    }

    /** Returns whether a text begins as the definition of a table does. */
    public static boolean isDefinition(String sql) {
        return CREATE.matcher(sql).matches();
    }

    /**
     * Returns whether a text begins as a statement that changes a defined table, or says what else happens to its rows.
     */
    public static boolean isAddition(String sql) {
        return MORE.matcher(sql).matches() || REACTION.matcher(sql).matches();
    }

    /** Returns whether a file of SQL has a statement that changes a defined table, or says what else happens there. */
    public static boolean hasAddition(String script) {
        return Stream.of(COMMENT.matcher(script).replaceAll("").split(";")).anyMatch(Schema::isAddition);
    }

    /**
     * Reads the definitions of tables in a file of SQL. Statements that fill tables or say how they are kept are
     * skipped.
     */
    public void read(String script, String file) {
        String text =
                COMMENT.matcher(script).replaceAll(comment -> comment.group().replaceAll("[^\\n]", " "));
        int line = 1;
        for (String statement : text.split(";", -1)) {
            int first =
                    line + (int) statement.lines().takeWhile(String::isBlank).count();
            if (isDefinition(statement)) {
                define(statement, new Origin(file, first));
            } else if (isAddition(statement)) {
                change(statement, new Origin(file, first));
            }
            line += (int) statement.chars().filter(letter -> letter == '\n').count();
        }
    }

    /**
     * Adds the table that a CREATE TABLE defines. A second definition of the same name is skipped if it is the same.
     */
    public void define(String sql, Origin origin) {
        try {
            if (CCJSqlParserUtil.parse(sql.strip()) instanceof CreateTable create
                    && create.getColumnDefinitions() != null) {
                add(create, origin);
                if (INHERITS.matcher(sql).find()) {
                    isWhole = false;
                    diagnostics.loss(
                            origin,
                            "table " + plain(create.getTable().getName()) + " inherits from another",
                            "taken for one by itself: its rows are not in the other");
                }
                return;
            }
            diagnostics.error(
                    origin, "a table is defined without columns", "expected CREATE TABLE name (column type, …)");
        } catch (JSQLParserException unreadable) {
            diagnostics.error(
                    origin,
                    "the definition of a table cannot be read: " + reason(unreadable),
                    "expected CREATE TABLE name (column type, …)");
        }
    }

    /** Adds a table that is known already, in place of a table of its name. */
    public void add(Table table) {
        tables.put(table.name().toLowerCase(Locale.ROOT), table);
    }

    /** Applies a statement that adds keys and constraints to a defined table; anything else is a loss. */
    public void change(String sql, Origin origin) {
        if (REACTION.matcher(sql).matches()) {
            isWhole = false;
            diagnostics.loss(origin, "a trigger or rule", "what it does is left out");
            return;
        }
        try {
            switch (CCJSqlParserUtil.parse(sql.strip())) {
                case CreateIndex create -> {
                    List<Constraint> found =
                            new ConstraintReader(plain(create.getTable().getName()), origin).of(create.getIndex());
                    addAll(
                            create.getWhere() == null
                                    ? found
                                    : found.stream().map(Constraint::ofSomeRows).toList());
                    keep(create.getTable(), create);
                }
                case Alter alter -> {
                    alter.getAlterExpressions().forEach(part -> change(alter, part, origin));
                    keep(alter.getTable(), alter);
                }
                default -> leftOut(origin);
            }
        } catch (JSQLParserException unreadable) {
            leftOut(origin);
        }
    }

    private void keep(net.sf.jsqlparser.schema.Table table, Object statement) {
        table.setSchemaName(null);
        script.add(new DefiningSql(plain(table.getName()), statement.toString()));
    }

    private void leftOut(Origin origin) {
        isWhole = false;
        diagnostics.loss(origin, "tables are not altered", "the statement is left out");
    }

    private void change(Alter alter, AlterExpression part, Origin origin) {
        Optional<Table> table = table(alter.getTable().getName());
        if (part.getOperation() != AlterOperation.ADD || part.getIndex() == null || table.isEmpty()) {
            leftOut(origin);
        } else if (ConstraintReader.isKey(part.getIndex())) {
            var columns = new ArrayList<>(table.get().allFields());
            List<String> key = ConstraintReader.columns(part.getIndex()).stream()
                    .map(column -> declared(columns, column))
                    .toList();
            columns.removeAll(key);
            columns.remove(ROW);
            add(new Table(table.get().name(), key, columns));
        } else {
            addAll(new ConstraintReader(table.get().name(), origin).of(part.getIndex()));
        }
    }

    private void add(CreateTable create, Origin origin) {
        String name = plain(create.getTable().getName());
        var key = new LinkedHashSet<String>();
        var columns = new ArrayList<String>();
        var reader = new ConstraintReader(name, origin);
        var found = new ArrayList<Constraint>();
        for (ColumnDefinition column : create.getColumnDefinitions()) {
            String declared = plain(column.getColumnName());
            columns.add(declared);
            if (ConstraintReader.isKey(column)) {
                key.add(declared);
            }
            found.addAll(reader.of(column));
            if (ConstraintReader.isNullable(column)) {
                nullable.add(place(name, declared));
            }
            ConstraintReader.initial(column).ifPresent(value -> initial.put(place(name, declared), value));
        }
        for (Index index : create.getIndexes() == null ? List.<Index>of() : create.getIndexes()) {
            if (ConstraintReader.isKey(index)) {
                index.getColumnsNames().forEach(column -> key.add(declared(columns, plain(column))));
            }
            found.addAll(reader.of(index));
        }
        columns.removeAll(key);
        if (key.isEmpty()) {
            key.add(ROW);
        }
        Table table = new Table(name, List.copyOf(key), columns);
        definitions.putIfAbsent(name.toLowerCase(Locale.ROOT), TableDefinition.of(create));
        Table before = tables.putIfAbsent(name.toLowerCase(Locale.ROOT), table);
        if (before == null) {
            addAll(found);
            create.setIfNotExists(false);
            keep(create.getTable(), create);
        } else if (!before.key().equals(key) || !before.fields().equals(columns)) {
            diagnostics.error(
                    origin, "table " + name + " is defined twice, differently", "expected one definition; see --ddl");
        }
    }

    /** Adds constraints. Tables know columns that are unique, if a value of each of them differs from all others. */
    private void addAll(List<Constraint> found) {
        for (Constraint constraint : found) {
            Optional<Table> table = table(constraint.table());
            if (table.isPresent() && isUnique(constraint, table.get())) {
                Table old = table.get();
                List<String> fields = constraint.columns().stream()
                        .flatMap(column -> field(old, column).stream())
                        .toList();
                add(new Table(
                        old.name(),
                        old.key(),
                        old.fields(),
                        Stream.concat(old.unique().stream(), Stream.of(fields)).toList()));
            }
        }
        constraints.add(
                found.stream().filter(constraint -> !isImplied(constraint)).toList());
    }

    /** Returns whether the key alone refuses what a constraint refuses: rows that are equal in it and other columns. */
    private boolean isImplied(Constraint constraint) {
        return constraint.rule() instanceof Constraint.Unique(var isEquality)
                && isEquality
                && table(constraint.table())
                        .filter(table -> !table.key().isEmpty()
                                && table.key().stream()
                                        .allMatch(key ->
                                                constraint.columns().stream().anyMatch(key::equalsIgnoreCase)))
                        .isPresent();
    }

    /** Returns whether a constraint refuses exactly equal values of columns that are never NULL, none of the key. */
    private boolean isUnique(Constraint constraint, Table table) {
        return constraint.rule() instanceof Constraint.Unique(var isEquality)
                && isEquality
                && constraint.columns().stream()
                        .allMatch(column -> field(table, column)
                                .filter(name -> table.fields().contains(name) && !isNullable(table, name))
                                .isPresent());
    }

    private static String place(String table, String column) {
        return (table + "." + column).toLowerCase(Locale.ROOT);
    }

    /** Returns the SQL of a column's value in a row that is made without it; empty for NULL. */
    public String initial(Table table, String field) {
        return initial.getOrDefault(place(table.name(), field), "");
    }

    /** Returns whether a column may hold NULL: it is part of no key, and its definition does not refuse it. */
    public boolean isNullable(Table table, String field) {
        return !table.key().contains(field) && nullable.contains(place(table.name(), field));
    }

    /** Returns whether a column holds texts. */
    public boolean isText(Table table, String field) {
        return definitions().stream()
                .filter(definition -> plain(definition.name()).equalsIgnoreCase(table.name()))
                .flatMap(definition -> definition.columns().stream())
                .anyMatch(column -> plain(column.name()).equalsIgnoreCase(field)
                        && TEXT.matcher(column.type()).lookingAt());
    }

    /** Returns the constraints of the definitions. */
    public Constraints constraints() {
        return constraints;
    }

    private static String declared(List<String> columns, String name) {
        return columns.stream().filter(name::equalsIgnoreCase).findFirst().orElse(name);
    }

    /** Returns a name without quotes. */
    public static String plain(String name) {
        boolean isQuoted = name.length() > 2 && "\"`[".indexOf(name.charAt(0)) >= 0;
        return isQuoted ? name.substring(1, name.length() - 1) : name;
    }

    /** Returns the tables, in the order of their definitions. */
    public List<Table> tables() {
        return List.copyOf(tables.values());
    }

    /** Returns the definitions that were read, in their order. */
    public List<TableDefinition> definitions() {
        return List.copyOf(definitions.values());
    }

    /** Returns the statements that define the tables with all their rules, in their order. */
    public List<DefiningSql> script() {
        return List.copyOf(script);
    }

    /** Returns whether the script says all that the sources do of the tables: they have no triggers, for example. */
    public boolean isWhole() {
        return isWhole;
    }

    /** Returns the table of this name. */
    public Optional<Table> table(String name) {
        return Optional.ofNullable(tables.get(plain(name).toLowerCase(Locale.ROOT)));
    }

    /** Returns the field of a table as it was declared. */
    public static Optional<String> field(Table table, String name) {
        return table.allFields().stream().filter(plain(name)::equalsIgnoreCase).findFirst();
    }

    /** Returns the first line of a parser's message. */
    public static String reason(Exception unreadable) {
        return String.valueOf(unreadable.getMessage()).lines().findFirst().orElse("it is no SQL");
    }
}
