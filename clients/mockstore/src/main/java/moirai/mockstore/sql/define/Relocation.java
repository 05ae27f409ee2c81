package moirai.mockstore.sql.define;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * A definition that gives something another name or schema, which the parser does not know: of an index, of a schema,
 * or SET SCHEMA of a table, a sequence or a view.
 *
 * @param kind such as TABLE
 * @param name as it is written, perhaps with a schema
 * @param isConditional whether it says IF EXISTS
 * @param isMove whether the target is a schema, and no new name
 */
public record Relocation(String kind, String name, boolean isConditional, boolean isMove, String target) {

    /** Returns the definition that a statement is; empty if it is another one. */
    public static Optional<Relocation> of(String sql) {
        List<String> first = Words.first(sql, 2);
        String kind = first.getLast();
        if (!first.getFirst().equals("ALTER")
                || !List.of("TABLE", "SEQUENCE", "INDEX", "SCHEMA").contains(kind)) {
            return Optional.empty();
        }
        Words words = Words.of(sql);
        words.takeAll("ALTER", kind);
        boolean isConditional = words.takeAll("IF", "EXISTS");
        words.take("ONLY");
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String name = words.takeName();
        words.take("*");
        boolean isRenamed = (kind.equals("INDEX") || kind.equals("SCHEMA")) && words.takeAll("RENAME", "TO");
        boolean isMoved = !isRenamed && !kind.equals("SCHEMA") && words.takeAll("SET", "SCHEMA");
        if (!isRenamed && !isMoved) {
            return Optional.empty();
        }
        String target = Identifiers.of(words.take());
        words.end();
        return Optional.of(new Relocation(kind, name, isConditional, isMoved, target));
    }

    /** Returns whether it concerns a temporary relation of the session. */
    public boolean isTemporary(Catalog catalog) {
        return !kind.equals("SCHEMA")
                && SearchPath.isTemporary(Identifiers.schema(catalog.names().resolve(name)));
    }

    /** Executes the definition; returns its tag in PostgreSQL's protocol. */
    String execute(Catalog catalog, Storage storage, Consumer<String> notices) {
        String tag = "ALTER " + kind;
        if (kind.equals("SCHEMA")) {
            rename(Identifiers.of(name), catalog, storage);
            return tag;
        }
        String found = catalog.names().resolve(name);
        if (!catalog.has(found) && isConditional) {
            notices.accept("relation \"" + Identifiers.bare(found) + "\" does not exist, skipping");
            return tag;
        }
        if (!isMove) {
            catalog.renameIndex(found, Identifiers.inSchema(Identifiers.schema(found), target));
            return tag;
        }
        if (!catalog.exists(target)) {
            throw new StoreException("3F000", "schema \"" + target + "\" does not exist");
        }
        if (SearchPath.isTemporary(target) || SearchPath.isTemporary(Identifiers.schema(found))) {
            throw new StoreException("0A000", "cannot move objects into or out of temporary schemas");
        }
        return move(catalog.find(found), found, catalog, storage);
    }

    private String move(Optional<TableSchema> table, String found, Catalog catalog, Storage storage) {
        if (table.isPresent()) {
            move(table.get(), target, catalog, storage);
            return "ALTER TABLE";
        }
        Sequence sequence = catalog.sequence(found);
        if (sequence.owner().isPresent()) {
            throw new StoreException("0A000", "cannot move an owned sequence into another schema");
        }
        catalog.rename(sequence, Identifiers.inSchema(target, Identifiers.bare(found)));
        return "ALTER " + kind.toUpperCase(Locale.ROOT);
    }

    /** Moves a table with its indexes and the sequences of its columns. */
    private static void move(TableSchema table, String schema, Catalog catalog, Storage storage) {
        if (Identifiers.schema(table.name()).equals(schema)) {
            return;
        }
        for (int column = 0; column < table.columns().size(); column++) {
            for (Sequence sequence : catalog.sequencesOf(table, column)) {
                catalog.rename(sequence, Identifiers.inSchema(schema, Identifiers.bare(sequence.name())));
            }
        }
        String name = Identifiers.inSchema(schema, Identifiers.bare(table.name()));
        catalog.rename(catalog.table(table.name()), name);
        catalog.indexes().stream()
                .filter(index -> index.table().equals(name))
                .forEach(index -> catalog.renameIndex(
                        index.name(), Identifiers.inSchema(schema, Identifiers.bare(index.name()))));
        storage.rename(table.name(), name);
    }

    private void rename(String schema, Catalog catalog, Storage storage) {
        SearchPath.requireAllowed(target);
        if (!catalog.schemas().contains(schema)) {
            throw new StoreException("3F000", "schema \"" + schema + "\" does not exist");
        }
        if (catalog.schemas().contains(target)) {
            throw new StoreException("42P06", "schema \"" + target + "\" already exists");
        }
        Definitions.requireNoTypes(catalog, schema, "renaming", table -> true);
        catalog.createSchema(target);
        catalog.tables().stream()
                .filter(table -> Identifiers.schema(table.name()).equals(schema))
                .forEach(table -> move(table, target, catalog, storage));
        catalog.sequences().stream()
                .filter(sequence -> Identifiers.schema(sequence.name()).equals(schema))
                .forEach(sequence ->
                        catalog.rename(sequence, Identifiers.inSchema(target, Identifiers.bare(sequence.name()))));
        catalog.dropSchema(schema);
    }
}
