package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/** The words by which a question of the system catalogs is known, and those that no definition answers. */
final class CatalogWords {

    /**
     * The names of the functions that tell of the server's sessions, files, settings or time, or change something.
     * Those that tell the size of what is defined stay where people's tools list it beside names; see {@link #sizeIn}.
     */
    static final String FOREIGN_FUNCTIONS = """
            SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p
            WHERE p.pronamespace = 'pg_catalog'::regnamespace
            AND (p.provolatile = 'v' OR p.proname ~ '^(pg_stat_get_|txid_|pg_current_|inet_|pg_hba_|pg_control_)'
                OR p.proname ~ '^(table|schema|database)_to_xml' OR p.proname IN ('statement_timestamp',
                    'pg_get_replication_slots', 'pg_numa_available',
                    'pg_relation_filenode', 'pg_relation_filepath', 'pg_filenode_relation',
                    'pg_replication_origin_oid', 'pg_postmaster_start_time', 'pg_conf_load_time',
                    'pg_show_all_settings', 'pg_cursor', 'pg_prepared_statement'))
            AND p.proname NOT IN ('pg_table_size', 'pg_relation_size', 'pg_total_relation_size', 'pg_indexes_size',
                'pg_database_size', 'pg_tablespace_size', 'pg_is_in_recovery', 'pg_partition_ancestors',
                'pg_partition_tree', 'pg_collation_actual_version', 'pg_database_collation_actual_version',
                'pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend',
                'pg_sequence_last_value', 'pg_get_sequence_data')
            AND p.proname !~ '^pg_(try_)?advisory_'
            """;

    /** The names of the views that tell of the same. */
    static final String FOREIGN_VIEWS = """
            SELECT c.relname FROM pg_catalog.pg_class c
            WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'v'
            AND c.relname NOT IN ('pg_tables', 'pg_views', 'pg_indexes', 'pg_matviews', 'pg_rules', 'pg_policies',
                'pg_roles', 'pg_user', 'pg_group', 'pg_sequences', 'pg_timezone_names', 'pg_timezone_abbrevs',
                'pg_available_extensions', 'pg_available_extension_versions', 'pg_publication_tables',
                'pg_seclabels', 'pg_user_mappings', 'pg_statio_all_tables', 'pg_statio_user_tables',
                'pg_cursors', 'pg_prepared_statements', 'pg_stat_activity')
            """;

    /**
     * The condition on {@code pg_settings} that a setting concerns speed, logs or files alone, or the queries that are
     * not the store's.
     */
    static final String HARMLESS_SETTING = """
            (context IN ('user', 'superuser') AND (category ~ '^(Query Tuning|Resource Usage|Statistics|Vacuuming)'
                OR category ~ '^(Reporting and Logging|Write-Ahead Log / Settings|Connections and Authentication)'
                OR name IN ('escape_string_warning', 'synchronize_seqscans', 'default_toast_compression',
                    'gin_pending_list_limit', 'gin_fuzzy_search_limit', 'temp_tablespaces', 'deadlock_timeout',
                    'restrict_nonsystem_relation_kind')))
            """;

    /** The owner of functions, who may read no table: what is stored is not there. */
    static final String FUNCTIONS = "moirai_functions";

    static final Pattern FUNCTION =
            Pattern.compile("^\\s*CREATE(\\s+OR\\s+REPLACE)?\\s+FUNCTION\\b", Pattern.CASE_INSENSITIVE);

    /** Lets functions that were defined run with the rights of an owner who has none. */
    static final String WITHOUT_RIGHTS = """
            SET SESSION AUTHORIZATION DEFAULT;
            DO $$ DECLARE f regprocedure; BEGIN
                FOR f IN SELECT oid FROM pg_catalog.pg_proc p WHERE prokind = 'f' AND NOT prosecdef
                    AND pg_catalog.pg_get_userbyid(proowner) IN ('%1$s', '%2$s')
                    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
                LOOP
                    EXECUTE pg_catalog.format('ALTER FUNCTION %%s SECURITY DEFINER', f);
                    EXECUTE pg_catalog.format('ALTER FUNCTION %%s OWNER TO %2$s', f);
                END LOOP;
            END $$;
            SET SESSION AUTHORIZATION %1$s
            """.formatted(DefinedCatalog.OWNER, FUNCTIONS);

    /** The names of the functions of extensions whose values differ from call to call. */
    static final String VOLATILE_FUNCTIONS = """
            SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p
            JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
            WHERE p.provolatile = 'v' AND p.proname <> 'uuid_generate_v4'
            """;

    private static final Pattern SIGN = Pattern.compile(
            "\\b(pg_\\w+|information_schema|reg(class|type|proc|procedure|namespace|role|oper|operator|collation)"
                    + "|format_type|(obj|col|shobj)_description|to_reg\\w+|has_\\w+_privilege|current_schemas)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ADVISORY =
            Pattern.compile("pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared|_all)?");

    /** The columns that tell where a server keeps a row. */
    private static final Set<String> SYSTEM_COLUMNS = Set.of("ctid", "xmin", "xmax", "cmin", "cmax", "tableoid");

    /** The functions that tell sizes, which are those of empty tables. */
    private static final Set<String> SIZES = Set.of(
            "pg_table_size",
            "pg_relation_size",
            "pg_total_relation_size",
            "pg_indexes_size",
            "pg_database_size",
            "pg_tablespace_size");

    /** The relations that tools list with sizes. */
    private static final Set<String> LISTED = Set.of(
            "pg_class",
            "pg_index",
            "pg_indexes",
            "pg_database",
            "pg_tablespace",
            "pg_tables",
            "pg_namespace",
            "information_schema");

    private CatalogWords() {}

    /** Returns whether a statement names anything of the system catalogs, be it in a text. */
    static boolean areIn(String sql) {
        return SIGN.matcher(sql).find();
    }

    /** Returns the functions of advisory locks that a statement calls. */
    static List<String> advisoryFunctionsIn(String sql) {
        var functions = new ArrayList<String>();
        Words words = Words.of(sql);
        while (!words.isEmpty()) {
            String name = Identifiers.of(words.take());
            if (ADVISORY.matcher(name).matches() && words.peek().equals("(")) {
                functions.add(name);
            }
        }
        return functions;
    }

    /** Fails if a statement that reads tables asks for what it cannot have beside them (SQLSTATE 0A000). */
    static void requireNothingOfRows(String sql) {
        systemColumnIn(sql).ifPresent(name -> {
            throw CatalogSession.unsupported(name, "the store keeps its rows nowhere");
        });
        sleepIn(sql).ifPresent(name -> {
            throw CatalogSession.unsupported(name + " beside tables", "definitions would wait for it");
        });
    }

    /** Returns the first word of a statement that is the name of a system column. */
    static Optional<String> systemColumnIn(String sql) {
        return foreignIn(sql, name -> false, SYSTEM_COLUMNS::contains);
    }

    /** Returns the first function of a statement that tells a size, unless it is one that lists what is defined. */
    static Optional<String> sizeIn(String sql) {
        return foreignIn(sql, name -> false, LISTED::contains).isPresent()
                ? Optional.empty()
                : foreignIn(sql, SIZES::contains, name -> false);
    }

    /** Returns the first function of a statement that waits. */
    static Optional<String> sleepIn(String sql) {
        return foreignIn(sql, Set.of("pg_sleep", "pg_sleep_for", "pg_sleep_until")::contains, name -> false);
    }

    /** Returns the word by which a statement sets a column to its default. */
    static Optional<String> defaultIn(String sql) {
        return foreignIn(sql, name -> false, "default"::equals);
    }

    /** Returns the first word that calls one of these functions, or is the name of one of these views. */
    static Optional<String> foreignIn(String sql, Predicate<String> functions, Predicate<String> views) {
        Words words = Words.of(sql);
        while (!words.isEmpty()) {
            String name = Identifiers.of(words.take());
            if (views.test(name) || (functions.test(name) && words.peek().equals("("))) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }
}
