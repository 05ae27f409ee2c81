package moirai.mockstore.sql;

import moirai.mockstore.StoreException;
import moirai.mockstore.sql.define.FunctionBody;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;

/** What written names of relations mean in a session. */
public record SessionRelations(Catalog catalog, SqlSession session) {

    /**
     * Returns the name of a relation that is to be defined, as it has to be written whatever the search path is.
     *
     * @throws moirai.mockstore.StoreException if there is no such schema (SQLSTATE 3F000)
     */
    public String target(String written) {
        int dot = Identifiers.dot(written);
        return session.in(() -> Identifiers.quoted(catalog.names()
                .target(
                        dot < 0 ? null : written.substring(0, dot).strip(),
                        written.substring(dot + 1).strip(),
                        false)));
    }

    /** Returns the name of the relation that a written name means, whether there is one or not. */
    public String resolved(String written) {
        return session.in(() -> catalog.names().resolve(written));
    }

    /**
     * Returns the columns of a table that COPY copies, as they have to be written; empty if it copies all, or there is
     * no such table.
     */
    public String copied(String table) {
        return session.in(() -> catalog.find(catalog.names().resolve(table))
                .map(TableSchema::copied)
                .orElse(""));
    }

    /**
     * Fails if COPY may not copy columns of a table to or from the client.
     *
     * @param columns as they are written, with commas between them
     * @throws StoreException if one is generated (SQLSTATE 42P10)
     */
    public void requireCopied(String table, String columns) {
        session.in(() -> catalog.find(catalog.names().resolve(table))).ifPresent(found -> {
            for (String written : columns.split(",", -1)) {
                String name = Identifiers.of(written.strip());
                if (found.find(name).isPresent()
                        && found.column(found.require(name)).isGenerated()) {
                    throw new StoreException(
                            "42P10",
                            "column \"" + name + "\" is a generated column",
                            new StoreException.Details("Generated columns cannot be used in COPY.", "", "", "", ""));
                }
            }
        });
    }

    /** Fails if the transaction may not write to a table (SQLSTATE 25006). */
    public void requireWritable(String command, String table) {
        boolean isPrivate = SearchPath.isTemporary(Identifiers.schema(resolved(table)));
        if (!isPrivate && session.setting("transaction_read_only").equals("on")) {
            throw new StoreException("25006", "cannot execute " + command + " in a read-only transaction");
        }
    }

    /**
     * Fails if a block of statements does more than compute, and tell the client something.
     *
     * @throws moirai.mockstore.StoreException if so (SQLSTATE 0A000)
     */
    public void requirePure(String block) {
        new FunctionBody(block).requirePure(catalog, true);
    }
}
