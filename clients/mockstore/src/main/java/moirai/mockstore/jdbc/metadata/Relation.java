package moirai.mockstore.jdbc.metadata;

import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.syntax.Identifiers;
import org.jspecify.annotations.Nullable;

/** The name of a table, sequence or index, split into schema and name, with the name of the database. */
record Relation(String database, String schema, String name) {

    /** Splits a name of the catalogue, which is qualified unless the schema is the default one. */
    static Relation of(Origin origin, String qualified) {
        return new Relation(origin.name(), Identifiers.schema(qualified), Identifiers.bare(qualified));
    }

    /** Returns whether this relation has these exact names; null and an empty schema match any. */
    boolean isNamed(@Nullable String wantedSchema, @Nullable String wantedName) {
        boolean anySchema = wantedSchema == null || wantedSchema.isEmpty();
        return (anySchema || schema.equals(wantedSchema)) && (wantedName == null || wantedName.equals(name));
    }

    /** Returns whether this relation matches these two patterns; null and an empty schema match any. */
    boolean isLike(@Nullable String schemaPattern, @Nullable String namePattern) {
        boolean anySchema = schemaPattern == null || schemaPattern.isEmpty();
        return (anySchema || NamePattern.of(schemaPattern).matches(schema))
                && NamePattern.of(namePattern).matches(name);
    }
}
