package moirai.mockstore.wire.catalog;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * The functions and views of a server that do not answer for what is defined.
 *
 * @param foreign functions that tell of the server, or change something there
 * @param views views that tell of it
 * @param notInFunctions functions that what is defined may not call: they do more than compute from their arguments
 */
record ServerFunctions(Set<String> foreign, Set<String> views, Set<String> notInFunctions) {

    /** No functions and no views. */
    static final ServerFunctions NONE = new ServerFunctions(Set.of(), Set.of(), Set.of());

    /** The functions whose values depend on no more than their arguments and the settings that the server is told. */
    private static final String COMPUTING = """
            'array_to_json', 'array_to_string', 'concat', 'concat_ws', 'convert', 'convert_from', 'convert_to',
            'date_add', 'date_part', 'date_subtract', 'date_trunc', 'enum_first', 'enum_last', 'enum_range', 'extract',
            'format', 'generate_series', 'in_range', 'json_build_array', 'json_build_object', 'json_populate_record',
            'json_populate_recordset', 'json_to_record', 'json_to_recordset', 'json_to_tsvector', 'jsonb_build_array',
            'jsonb_build_object', 'jsonb_path_exists_tz', 'jsonb_path_match_tz', 'jsonb_path_query_array_tz',
            'jsonb_path_query_first_tz', 'jsonb_path_query_tz', 'jsonb_populate_record', 'jsonb_populate_record_valid',
            'jsonb_populate_recordset', 'jsonb_to_record', 'jsonb_to_recordset', 'jsonb_to_tsvector', 'length',
            'make_timestamptz', 'overlaps', 'pg_typeof', 'phraseto_tsquery', 'plainto_tsquery', 'quote_literal',
            'quote_nullable', 'row_to_json', 'timestamptz', 'timezone', 'to_char', 'to_date', 'to_json', 'to_jsonb',
            'to_number', 'to_timestamp', 'to_tsquery', 'to_tsvector', 'ts_headline', 'websearch_to_tsquery',
            'xml_is_well_formed'
            """;

    /**
     * The condition that a function of PostgreSQL may tell more than its arguments say: PostgreSQL does not call it
     * immutable, it is not known to be right, and no operator, cast, type or aggregate needs it.
     */
    private static final String DOUBTFUL = """
            p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace AND p.provolatile <> 'i' AND p.prokind = 'f'
            AND p.proname NOT IN (%s)
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_operator WHERE oprcode = p.oid)
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_cast WHERE castfunc = p.oid)
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_aggregate
                WHERE p.oid IN (aggfnoid, aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn))
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_type
                WHERE p.oid IN (typinput, typoutput, typreceive, typsend, typmodin, typmodout))
            """.formatted(COMPUTING);

    /** The condition that a function belongs to an extension, and differs from call to call. */
    private static final String OF_EXTENSION = """
            p.provolatile = 'v' AND EXISTS (SELECT FROM pg_catalog.pg_depend d
                WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid AND d.deptype = 'e')
            """;

    /** Lets only the owner of definitions call some functions, whom everybody else could call. */
    private static final String RESTRICTION = """
            SET SESSION AUTHORIZATION DEFAULT;
            UPDATE pg_catalog.pg_proc p SET proacl = ARRAY[
                pg_catalog.makeaclitem(p.proowner, p.proowner, 'EXECUTE', false),
                pg_catalog.makeaclitem(r.oid, p.proowner, 'EXECUTE', false)]
            FROM pg_catalog.pg_roles r WHERE r.rolname = '%1$s' AND p.proacl IS NULL AND %2$s;
            SET SESSION AUTHORIZATION %1$s
            """;

    private static final String NAMES = """
            SELECT p.proname FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
            GROUP BY p.proname HAVING pg_catalog.bool_and(%s)
            """.formatted(DOUBTFUL);

    private static final Pattern DOMAIN = Pattern.compile(
            "^\\s*CREATE\\s+DOMAIN\\s+(?<name>" + Identifiers.WRITTEN + "(?:\\s*\\.\\s*" + Identifiers.WRITTEN + ")?)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern EXTENSION = Pattern.compile("^\\s*CREATE\\s+EXTENSION\\b", Pattern.CASE_INSENSITIVE);

    ServerFunctions {
        foreign = Set.copyOf(foreign);
        views = Set.copyOf(views);
        notInFunctions = Set.copyOf(notInFunctions);
    }

    /** Makes sure that what is defined at a new server cannot call what does more than compute; returns the names. */
    static ServerFunctions begin(BackendConnection connection) {
        connection.query(RESTRICTION.formatted(DefinedCatalog.OWNER, DOUBTFUL));
        return new ServerFunctions(
                names(connection, CatalogWords.FOREIGN_FUNCTIONS),
                names(connection, CatalogWords.FOREIGN_VIEWS),
                names(connection, NAMES));
    }

    /** Does the same for what a definition, which was executed, has added. */
    static void restrict(BackendConnection connection, String definition) {
        if (CatalogWords.FUNCTION.matcher(definition).find()) {
            connection.query(CatalogWords.WITHOUT_RIGHTS);
        }
        Matcher domain = DOMAIN.matcher(definition);
        if (domain.find()) {
            requireNull(connection, domain.group("name"));
        }
        if (EXTENSION.matcher(definition).find()) {
            connection.query(RESTRICTION.formatted(DefinedCatalog.OWNER, OF_EXTENSION));
        }
    }

    /** Fails if a domain, which is dropped then, does not accept NULL: the store does not ask for it. */
    private static void requireNull(BackendConnection connection, String domain) {
        try {
            connection.query("SELECT NULL::" + domain);
        } catch (StoreException refused) {
            connection.query("DROP DOMAIN " + domain);
            throw new StoreException(
                    "0A000",
                    "this definition is not supported: the domain does not accept NULL; accepted is NOT NULL of a"
                            + " column");
        }
    }

    private static Set<String> names(BackendConnection connection, String query) {
        return connection.query(query).stream()
                .map(row -> String.valueOf(row.getFirst()))
                .collect(Collectors.toSet());
    }
}
