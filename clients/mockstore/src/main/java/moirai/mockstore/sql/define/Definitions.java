package moirai.mockstore.sql.define;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.IndexSchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignType;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.comment.Comment;
import net.sf.jsqlparser.statement.create.index.CreateIndex;
import net.sf.jsqlparser.statement.create.schema.CreateSchema;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.drop.Drop;

/** Executes definitions: CREATE, ALTER, DROP and TRUNCATE. */
public record Definitions(DefinitionContext context, Consumer<String> notices) {

    private Catalog catalog() {
        return context.catalog();
    }

    private Storage storage() {
        return context.storage();
    }

    /** Returns whether a statement is a definition. */
    public static boolean isDefinition(Statement statement) {
        return statement instanceof CreateTable
                || statement instanceof CreateIndex
                || statement instanceof CreateSchema
                || statement instanceof Alter
                || statement instanceof Comment
                || statement instanceof Drop;
    }

    /**
     * Executes a definition; returns its tag in PostgreSQL's protocol.
     *
     * @throws StoreException if a name is taken or does not exist, or something is not supported (SQLSTATE 0A000)
     */
    public String execute(Statement statement) {
        return switch (statement) {
            case CreateTable create -> createTable(create);
            case CreateIndex create -> createIndex(create);
            case CreateSchema create -> createSchema(create);
            case Alter alter -> new TableAlteration(catalog(), storage(), context).execute(alter, notices);
            // What people say about a table changes nothing.
            case Comment comment -> "COMMENT";
            case Drop drop -> drop(drop);
            default -> throw Unsupported.refuse(statement.getClass().getSimpleName() + ": " + statement);
        };
    }

    /** Executes the definition of a sequence; returns its tag. */
    public String execute(SequenceDefinition definition) {
        return definition.execute(catalog(), notices);
    }

    /** Executes a definition that gives something another name or schema; returns its tag. */
    public String execute(Relocation relocation) {
        return relocation.execute(catalog(), storage(), notices);
    }

    private String createTable(CreateTable create) {
        String name = target(catalog(), create);
        if (create.isIfNotExists() && catalog().has(name)) {
            notices.accept("relation \"" + Identifiers.bare(name) + "\" already exists, skipping");
            return "CREATE TABLE";
        }
        var compiler = new TableCompiler(context, name);
        TableSchema table = compiler.compile(create);
        compiler.sequences().forEach(catalog()::create);
        catalog().create(table);
        storage().begin(name);
        for (Function<TableSchema, IndexSchema> copied : compiler.indexes()) {
            IndexSchema index = copied.apply(table);
            catalog().create(index);
            if (index.unique()) {
                catalog()
                        .replace(catalog()
                                .table(name)
                                .with(new KeySchema(Identifiers.bare(index.name()), index.columns(), false)));
            }
        }
        return "CREATE TABLE";
    }

    private String createIndex(CreateIndex create) {
        TableSchema table = catalog().table(resolve(create.getTable()));
        boolean unique = "unique".equalsIgnoreCase(create.getIndex().getType());
        if (unique) {
            Unsupported.besides(create, "index table usingIfNotExists concurrently where includeColumns nullsDistinct");
            if (Boolean.FALSE.equals(create.getNullsDistinct())) {
                throw Unsupported.refuse("NULLS NOT DISTINCT in: " + create);
            }
            Unsupported.besides(
                    create.getIndex(), "columnWithParams columns columnsNames kind name nameParts type using");
        }
        var form = new UniqueIndex(context, create);
        // Without uniqueness an index changes no answer, whatever it is on.
        boolean isOnColumns = Constraints.isOnColumns(create.getIndex());
        List<Integer> columns = isOnColumns ? Constraints.indexColumns(table, create.getIndex()) : List.of();
        String name = create.getIndex().getName() == null
                ? Constraints.freeName(catalog(), table, form.label(), "idx")
                : Identifiers.of(create.getIndex().getName());
        // It is in the schema of its table.
        String qualified = Identifiers.inSchema(Identifiers.schema(table.name()), name);
        if (create.isUsingIfNotExists() && catalog().has(qualified)) {
            notices.accept("relation \"" + name + "\" already exists, skipping");
            return "CREATE INDEX";
        }
        Optional<KeySchema> key = Optional.empty();
        if (unique) {
            key = Optional.of(
                    isOnColumns && create.getWhere() == null
                            ? new KeySchema(name, columns, false)
                            : form.key(table, name));
            Constraints.requireComparable(table, columns);
            Constraints.requireUntouched(storage(), table, "a unique index");
        }
        // Only an index of all rows finds those that are sought.
        boolean isSearched = create.getWhere() == null;
        catalog().create(new IndexSchema(qualified, table.name(), isSearched ? columns : List.of(), unique));
        key.ifPresent(added -> catalog().replace(table.with(added)));
        return "CREATE INDEX";
    }

    private String createSchema(CreateSchema create) {
        Unsupported.besides(create, "schemaName ifNotExists authorization hasIfNotExists");
        String name = Identifiers.of(create.getSchemaName());
        SearchPath.requireAllowed(name);
        if (catalog().schemas().contains(name)) {
            if (!create.hasIfNotExists()) {
                throw new StoreException("42P06", "schema \"" + name + "\" already exists");
            }
            notices.accept("schema \"" + name + "\" already exists, skipping");
        }
        catalog().createSchema(name);
        return "CREATE SCHEMA";
    }

    private String drop(Drop drop) {
        Unsupported.besides(drop, "name names parameters type objectType ifExists");
        boolean cascade = false;
        for (String parameter : drop.getParameters() == null ? List.<String>of() : drop.getParameters()) {
            cascade = switch (parameter.toLowerCase(Locale.ROOT)) {
                case "cascade" -> true;
                case "restrict" -> false;
                default -> throw Unsupported.refuse(parameter + " in: " + drop);
            };
        }
        boolean isSchema = drop.getType().equalsIgnoreCase("schema");
        List<String> names = drop.getNames().stream()
                .map(name -> isSchema ? Identifiers.of(name.getName()) : resolve(name))
                .toList();
        for (String name : names) {
            drop(name, names, drop, cascade);
        }
        return "DROP " + drop.getType().toUpperCase(Locale.ROOT);
    }

    private void drop(String name, List<String> all, Drop drop, boolean cascade) {
        switch (drop.getType().toUpperCase(Locale.ROOT)) {
            case "TABLE" -> {
                if (isThere(catalog().find(name).isPresent(), "table", name, drop)) {
                    dropTable(catalog().table(name), all, cascade);
                }
            }
            case "SEQUENCE" -> {
                if (isThere(catalog().findSequence(name).isPresent(), "sequence", name, drop)) {
                    catalog().requireUnused(name);
                    catalog().dropSequence(name);
                }
            }
            case "INDEX" -> {
                if (isThere(catalog().findIndex(name).isPresent(), "index", name, drop)) {
                    IndexSchema index = catalog().findIndex(name).orElseThrow();
                    catalog().find(index.table()).ifPresent(table -> {
                        TableSchema without = table.without(Identifiers.bare(name));
                        Constraints.requireUnreferenced(catalog(), table, without);
                        catalog().replace(without);
                    });
                    catalog().dropIndex(name);
                }
            }
            case "SCHEMA" -> {
                if (isThere(catalog().schemas().contains(name), "schema", name, drop)) {
                    dropSchema(name, cascade);
                }
            }
            default -> throw Unsupported.refuse(drop);
        }
    }

    private boolean isThere(boolean there, String kind, String name, Drop drop) {
        if (!there && drop.isIfExists()) {
            notices.accept(kind + " \"" + Identifiers.bare(name) + "\" does not exist, skipping");
        }
        if (!there && !drop.isIfExists()) {
            String sqlState = kind.equals("schema") ? "3F000" : kind.equals("index") ? "42704" : "42P01";
            throw new StoreException(sqlState, kind + " \"" + name + "\" does not exist");
        }
        return there;
    }

    /** Drops a table, of those that are dropped together. */
    private void dropTable(TableSchema table, List<String> all, boolean cascade) {
        List<Catalog.Reference> others = catalog().references(table.name()).stream()
                .filter(reference -> !reference.table().name().equals(table.name()))
                .toList();
        Optional<Catalog.Reference> left = others.stream()
                .filter(reference -> !all.contains(reference.table().name()))
                .findFirst();
        if (left.isPresent() && !cascade) {
            throw new StoreException(
                    "2BP01",
                    ("cannot drop table %s because other objects depend on it: constraint %s on table %s; "
                                    + "accepted is CASCADE")
                            .formatted(
                                    table.name(),
                                    left.get().foreignKey().name(),
                                    left.get().table().name()));
        }
        others.forEach(reference -> catalog()
                .replace(catalog()
                        .table(reference.table().name())
                        .without(reference.foreignKey().name())));
        for (int column = 0; column < table.columns().size(); column++) {
            catalog().sequencesOf(table, column).forEach(sequence -> catalog().dropSequence(sequence.name()));
        }
        catalog().dropTable(table.name());
        storage().drop(table.name());
    }

    /** Drops tables with all that depends on them. */
    public void dropTables(List<String> names) {
        names.forEach(name -> catalog().find(name).ifPresent(table -> dropTable(table, names, true)));
    }

    private void dropSchema(String name, boolean cascade) {
        List<TableSchema> tables = catalog().tables().stream()
                .filter(table -> Identifiers.schema(table.name()).equals(name))
                .toList();
        List<Sequence> sequences = catalog().sequences().stream()
                .filter(sequence -> Identifiers.schema(sequence.name()).equals(name))
                .toList();
        if (!cascade && !(tables.isEmpty() && sequences.isEmpty())) {
            throw new StoreException(
                    "2BP01", "cannot drop schema " + name + " because other objects depend on it: " + tables);
        }
        requireNoTypes(
                catalog(),
                name,
                "dropping",
                table -> !Identifiers.schema(table.name()).equals(name));
        tables.forEach(table -> dropTable(table, List.of(), true));
        for (Sequence sequence : sequences) {
            catalog().requireUnused(sequence.name());
            catalog().dropSequence(sequence.name());
        }
        catalog().dropSchema(name);
    }

    /** Fails if columns of some tables are of types of a schema. */
    static void requireNoTypes(Catalog catalog, String schema, String change, Predicate<TableSchema> some) {
        String prefix = Identifiers.ifNeeded(schema) + ".";
        for (TableSchema table : catalog.tables()) {
            for (ColumnSchema column : table.columns()) {
                ForeignType type = column.type().foreign();
                if (type != null && type.name().startsWith(prefix) && some.test(table)) {
                    throw Unsupported.refuse(change + " schema " + schema + ", of which " + table.name() + "."
                            + column.name() + " has a type,");
                }
            }
        }
    }

    /**
     * Empties tables, at once and for all sessions: rows that pending transactions added are gone, too.
     *
     * @param restart whether the sequences of their columns start again
     * @throws StoreException if rows of another table may refer to one of them (SQLSTATE 0A000)
     */
    public String truncate(List<String> names, boolean restart, boolean cascade) {
        var emptied = new LinkedHashSet<String>(names);
        var next = new ArrayDeque<String>(names);
        while (!next.isEmpty()) {
            String name = next.remove();
            catalog().table(name);
            for (Catalog.Reference reference : catalog().references(name)) {
                String child = reference.table().name();
                if (!cascade && !emptied.contains(child)) {
                    throw new StoreException(
                            "0A000",
                            ("cannot truncate a table referenced in a foreign key constraint: table \"%s\" "
                                            + "references \"%s\"")
                                    .formatted(child, name));
                }
                if (emptied.add(child)) {
                    next.add(child);
                }
            }
        }
        emptied.forEach(name -> empty(catalog().table(name), restart));
        return "TRUNCATE TABLE";
    }

    private void empty(TableSchema table, boolean restart) {
        storage().begin(table.name());
        // Statements that were understood before know the old rows.
        catalog().replace(table);
        if (restart) {
            for (int column = 0; column < table.columns().size(); column++) {
                catalog()
                        .sequencesOf(table, column)
                        .forEach(sequence -> catalog()
                                .replace(sequence.restarted(
                                        sequence.numbers(), sequence.numbers().start())));
            }
        }
    }

    /** Returns the name of a table that is to be defined, with its schema. */
    private static String target(Catalog catalog, CreateTable create) {
        boolean isTemporary = TableCompiler.orEmpty(create.getCreateOptionsStrings()).stream()
                .anyMatch(option -> option.toUpperCase(Locale.ROOT).startsWith("TEMP"));
        return catalog.names()
                .target(create.getTable().getSchemaName(), create.getTable().getName(), isTemporary);
    }

    /**
     * Returns whether a definition concerns temporary relations of the session alone.
     *
     * @throws StoreException if it drops such a relation and one that is not temporary (SQLSTATE 0A000)
     */
    public static boolean isTemporary(Catalog catalog, Statement definition) {
        return switch (definition) {
            case CreateTable create -> isTemporary(target(catalog, create));
            case CreateIndex create -> isTemporary(resolve(catalog, create.getTable()));
            case Alter alter -> isTemporary(resolve(catalog, alter.getTable()));
            case Drop drop
            when !drop.getType().equalsIgnoreCase("schema") ->
                areTemporary(drop.getNames().stream()
                        .map(table -> resolve(catalog, table))
                        .toList());
            default -> false;
        };
    }

    /**
     * Returns whether relations are temporary.
     *
     * @throws StoreException if some are and others are not (SQLSTATE 0A000)
     */
    public static boolean areTemporary(List<String> relations) {
        boolean isAny = relations.stream().anyMatch(Definitions::isTemporary);
        if (isAny && !relations.stream().allMatch(Definitions::isTemporary)) {
            throw Unsupported.refuse("one statement for temporary tables and others, " + relations + ",");
        }
        return isAny;
    }

    private static boolean isTemporary(String relation) {
        return SearchPath.isTemporary(Identifiers.schema(relation));
    }

    private static String resolve(Catalog catalog, Table table) {
        return catalog.names().resolve(table.getSchemaName(), table.getName());
    }

    private String resolve(Table table) {
        return catalog().names().resolve(table.getSchemaName(), table.getName());
    }
}
