package moirai.mockstore.sql.define;

import java.util.Optional;
import java.util.function.Consumer;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.sql.types.SqlType;

/**
 * A CREATE SEQUENCE or ALTER SEQUENCE.
 *
 * @param name as it is written, perhaps with a schema
 * @param isTemporary whether it creates a sequence of the session alone
 * @param isConditional whether it says IF EXISTS or IF NOT EXISTS
 * @param effect on the sequence
 */
public record SequenceDefinition(String name, boolean isTemporary, boolean isConditional, Effect effect) {

    /** An effect on a sequence. */
    sealed interface Effect {

        record Create(SequenceOptions options) implements Effect {}

        record Alter(SequenceOptions options) implements Effect {}

        record Rename(String to) implements Effect {}

        /** Changes nothing that can be seen here. */
        record Nothing() implements Effect {}
    }

    /**
     * Returns the definition that a statement is; empty if it is another one.
     *
     * @throws StoreException if it is badly formed (SQLSTATE 42601) or asks for something that is not supported (0A000)
     */
    public static Optional<SequenceDefinition> of(String sql) {
        if (!Words.first(sql, 4).contains("SEQUENCE")) {
            return Optional.empty();
        }
        Words words = Words.of(sql);
        if (words.takeAll("ALTER", "SEQUENCE")) {
            boolean isConditional = words.takeAll("IF", "EXISTS");
            return Optional.of(new SequenceDefinition(words.takeName(), false, isConditional, alteration(words)));
        }
        if (!words.take("CREATE")) {
            return Optional.empty();
        }
        boolean isTemporary = words.take("TEMPORARY", "TEMP");
        words.take("UNLOGGED");
        if (!words.take("SEQUENCE")) {
            return Optional.empty();
        }
        boolean isConditional = words.takeAll("IF", "NOT", "EXISTS");
        String name = words.takeName();
        return Optional.of(new SequenceDefinition(
                name, isTemporary, isConditional, new Effect.Create(SequenceOptions.parse(words))));
    }

    private static Effect alteration(Words words) {
        if (words.takeAll("RENAME", "TO")) {
            var renamed = new Effect.Rename(Identifiers.of(words.take()));
            words.end();
            return renamed;
        }
        boolean isOwned = words.takeAll("OWNER", "TO");
        if (isOwned || words.takeAll("SET", "LOGGED") || words.takeAll("SET", "UNLOGGED")) {
            if (isOwned) {
                words.take();
            }
            words.end();
            return new Effect.Nothing();
        }
        if (words.take("SET")) {
            throw Unsupported.refuse("ALTER SEQUENCE ... SET " + words.peek());
        }
        return new Effect.Alter(SequenceOptions.parse(words));
    }

    /** Executes the definition; returns its tag in PostgreSQL's protocol. */
    String execute(Catalog catalog, Consumer<String> notices) {
        if (effect instanceof Effect.Create(SequenceOptions options)) {
            create(options, catalog, notices);
            return "CREATE SEQUENCE";
        }
        String found = catalog.names().resolve(name);
        if (isConditional && catalog.findSequence(found).isEmpty()) {
            notices.accept("relation \"" + Identifiers.bare(found) + "\" does not exist, skipping");
            return "ALTER SEQUENCE";
        }
        Sequence sequence = catalog.sequence(found);
        switch (effect) {
            case Effect.Alter(SequenceOptions options) ->
                catalog.replace(options.applyTo(sequence).ownedBy(owner(catalog, options, sequence.owner())));
            case Effect.Rename(String to) ->
                catalog.rename(sequence, Identifiers.inSchema(Identifiers.schema(found), to));
            case Effect.Create create -> throw new IllegalStateException("created before");
            case Effect.Nothing nothing -> {}
        }
        return "ALTER SEQUENCE";
    }

    private void create(SequenceOptions options, Catalog catalog, Consumer<String> notices) {
        String target = target(catalog);
        if (isConditional && catalog.has(target)) {
            notices.accept("relation \"" + Identifiers.bare(target) + "\" already exists, skipping");
        } else {
            catalog.create(
                    new Sequence(target, options.numbers(SqlType.BIGINT), owner(catalog, options, Optional.empty())));
        }
    }

    private String target(Catalog catalog) {
        int dot = Identifiers.dot(name);
        return catalog.names().target(dot < 0 ? null : name.substring(0, dot), name.substring(dot + 1), isTemporary);
    }

    /** Returns whether the sequence is one of the session alone. */
    public boolean isTemporary(Catalog catalog) {
        String relation = effect instanceof Effect.Create
                ? target(catalog)
                : catalog.names().resolve(name);
        return SearchPath.isTemporary(Identifiers.schema(relation));
    }

    private static Optional<Sequence.Owner> owner(
            Catalog catalog, SequenceOptions options, Optional<Sequence.Owner> former) {
        Optional<String> written = options.owner();
        if (written.isEmpty()) {
            return former;
        }
        if (written.get().equalsIgnoreCase(SequenceOptions.NOBODY)) {
            return Optional.empty();
        }
        int dot = Identifiers.dot(written.get());
        if (dot < 0) {
            throw new StoreException(
                    "42601",
                    "invalid OWNED BY option: " + written.get() + "; accepted is OWNED BY"
                            + " table.column or OWNED BY NONE");
        }
        TableSchema table = catalog.table(catalog.names().resolve(written.get().substring(0, dot)));
        return Optional.of(new Sequence.Owner(
                table.name(), table.require(Identifiers.of(written.get().substring(dot + 1)))));
    }
}
