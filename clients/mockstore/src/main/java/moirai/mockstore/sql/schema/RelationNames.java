package moirai.mockstore.sql.schema;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import org.jspecify.annotations.Nullable;

/** The meanings that written names have in the session of a thread, by its {@link SearchPath}. */
public final class RelationNames {

    private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema");

    private final Catalog catalog;

    RelationNames(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Returns the relation that a written name means in the session of this thread, with its schema; some name that
     * nothing has if there is no such relation.
     */
    public String resolve(@Nullable String schema, String name) {
        SearchPath path = SearchPath.current();
        String bare = Identifiers.of(name);
        if (schema != null && !schema.isEmpty()) {
            return Identifiers.inSchema(path.meant(schema), bare);
        }
        List<String> candidates = path.ofRelations().stream()
                .map(candidate -> Identifiers.inSchema(candidate, bare))
                .toList();
        return candidates.stream()
                .filter(catalog::has)
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(SearchPath.PERMANENT::has)
                        .filter(candidate -> catalog.exists(Identifiers.schema(candidate)))
                        .findFirst())
                .orElse("." + bare);
    }

    /** Does what {@link #resolve(String, String)} does for a name that may have a dot. */
    public String resolve(String written) {
        int dot = Identifiers.dot(written);
        return dot < 0 ? resolve(null, written) : resolve(written.substring(0, dot), written.substring(dot + 1));
    }

    /**
     * Returns the name, with its schema, of a relation that is to be defined.
     *
     * @param isTemporary whether it is to be private to the session
     * @throws StoreException if the schema does not exist, or none is given and the search path has none (SQLSTATE
     *     3F000), or only temporary relations have such a schema, or this one must not (42P16)
     */
    public String target(@Nullable String schema, String name, boolean isTemporary) {
        SearchPath path = SearchPath.current();
        String bare = Identifiers.of(name);
        if (schema == null || schema.isEmpty()) {
            return Identifiers.inSchema(isTemporary ? path.temporary() : creation(path), bare);
        }
        String meant = path.meant(schema);
        if (isTemporary && !meant.equals(path.temporary())) {
            throw new StoreException("42P16", "cannot create temporary relation in non-temporary schema");
        }
        if (!catalog.exists(meant)) {
            throw catalog.noSchema(meant);
        }
        return Identifiers.inSchema(meant, bare);
    }

    private String creation(SearchPath path) {
        return path.schemas().stream()
                .map(schema -> schema.equals(SearchPath.OWN_TEMPORARY) ? path.temporary() : schema)
                .filter(catalog::exists)
                .findFirst()
                .orElseThrow(() -> new StoreException("3F000", "no schema has been selected to create in"));
    }

    /** Returns the first schema of the search path that exists; empty if none does. */
    public Optional<String> currentSchema() {
        return SearchPath.current().schemas().stream()
                .filter(schema -> catalog.schemas().contains(schema) || SYSTEM_SCHEMAS.contains(schema))
                .findFirst();
    }
    /**
     * Fails if a constraint cannot wait for the commit of a transaction.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 42704), or none that can wait (42809)
     */
    public void requireDeferred(String constraint) {
        int dot = Identifiers.dot(constraint);
        String name = Identifiers.of(constraint.substring(dot + 1));
        SearchPath path = SearchPath.current();
        List<String> places = dot < 0 ? path.ofRelations() : List.of(path.meant(constraint.substring(0, dot)));
        List<TableSchema> having = places.stream()
                .map(schema -> catalog.constrained(schema, name))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow(() -> new StoreException("42704", "constraint \"" + name + "\" does not exist"));
        if (having.stream()
                .flatMap(table -> table.foreignKeys().stream())
                .noneMatch(key -> key.isDeferred() && key.name().equals(name))) {
            throw new StoreException("42809", "constraint \"" + name + "\" is not deferrable");
        }
    }
}
