package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tells of the server, or would be answered from its empty tables, is refused by name. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogRefusalIT {

    /** Volatile functions that tell of what is defined: the sizes of it, which are those of empty tables. */
    private static final Set<String> TOLD = Set.of(
            "pg_table_size",
            "pg_relation_size",
            "pg_total_relation_size",
            "pg_indexes_size",
            "pg_database_size",
            "pg_tablespace_size",
            "pg_is_in_recovery",
            "pg_sequence_last_value",
            "pg_get_sequence_data",
            "pg_partition_ancestors",
            "pg_partition_tree",
            "pg_collation_actual_version",
            "pg_database_collation_actual_version");

    /** Functions that the store has, or that only wait: of sequences, and random values that follow from its seed. */
    private static final Set<String> OF_THE_STORE = Set.of(
            "nextval",
            "currval",
            "setval",
            "lastval",
            "random",
            "gen_random_uuid",
            "uuidv4",
            "set_config",
            "pg_advisory_unlock_all",
            "pg_notify",
            "pg_cancel_backend",
            "pg_terminate_backend",
            "pg_sleep",
            "pg_sleep_for",
            "pg_sleep_until");

    /** Views that are computed from definitions alone, and those of sessions. */
    private static final Set<String> VIEWS_TOLD = Set.of(
            "pg_tables",
            "pg_views",
            "pg_indexes",
            "pg_matviews",
            "pg_sequences",
            "pg_rules",
            "pg_policies",
            "pg_roles",
            "pg_user",
            "pg_group",
            "pg_timezone_names",
            "pg_timezone_abbrevs",
            "pg_available_extensions",
            "pg_available_extension_versions",
            "pg_publication_tables",
            "pg_seclabels",
            "pg_user_mappings",
            "pg_statio_all_tables",
            "pg_statio_user_tables",
            "pg_cursors",
            "pg_prepared_statements",
            "pg_stat_activity");

    private Twins twins;

    @BeforeAll
    void define() throws SQLException {
        twins = new Twins();
        Twins.execute(
                twins.store(),
                "CREATE SCHEMA app",
                "CREATE TABLE account (id int PRIMARY KEY, owner text)",
                "CREATE TABLE app.event (id int PRIMARY KEY)",
                "CREATE SEQUENCE numbers",
                "INSERT INTO account VALUES (1, 'ann'), (2, 'bob')",
                "INSERT INTO app.event VALUES (7)");
    }

    @AfterAll
    void close() throws SQLException {
        twins.close();
    }

    /** Returns the SQLSTATE and the message of an error, or the rows. */
    private String answer(String sql) throws SQLException {
        try {
            List<List<String>> rows = Twins.rows(twins.store(), sql);
            return "answered: " + rows.subList(1, rows.size());
        } catch (SQLException refused) {
            return refused.getSQLState() + " " + refused.getMessage();
        }
    }

    private static List<List<String>> values(Connection connection, String sql) throws SQLException {
        List<List<String>> rows = Twins.rows(connection, sql);
        return rows.subList(1, rows.size());
    }

    /** Each function, with a NULL of the type of each of its parameters, as the list of the server has them. */
    private List<List<String>> calls(String condition) throws SQLException {
        return values(twins.real(), """
                SELECT p.proname, p.proname || '(' || coalesce((
                    SELECT string_agg('NULL::' || format_type(t, NULL), ', ')
                    FROM unnest(p.proargtypes) t), '') || ')'
                FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND %s
                AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
                AND NOT EXISTS (SELECT 1 FROM unnest(p.proargtypes) t WHERE format_type(t, NULL)
                    IN ('internal', 'cstring', '"any"', 'anyelement', 'anyarray'))
                ORDER BY 1, 2""".formatted(condition));
    }

    /** The sizes of empty tables stand in the lists of tools, and answer nobody who asks for a size. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT pg_relation_size('account')",
                "SELECT pg_table_size('account'), 1",
                "SELECT pg_catalog.pg_total_relation_size('account'::regclass)",
                "SELECT owner, \"pg_indexes_size\"('account') FROM account",
                "SELECT pg_size_pretty(pg_database_size('moirai'))",
                "SELECT pg_database_size(current_database())",
                "SELECT pg_tablespace_size('pg_default')"
            })
    void sizesAreRefused(String sql) throws SQLException {
        assertThat(answer(sql)).startsWith("0A000").containsPattern("pg_\\w+_size");
        assertThat(answer("SELECT count(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relname = 'account'"))
                .isEqualTo("answered: [[1]]");
    }

    /** What a view or a domain would answer from the server, or lose there, is refused when it is defined. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE VIEW v AS SELECT random() AS r FROM account| random",
                "CREATE VIEW v AS SELECT nextval('numbers') AS n| nextval",
                "CREATE VIEW v AS SELECT set_config('work_mem', '9MB', false) AS s| set_config",
                "CREATE VIEW v AS SELECT pg_try_advisory_lock(7) AS l| pg_try_advisory_lock",
                "CREATE OR REPLACE VIEW v AS SELECT pg_total_relation_size('account') AS s| pg_total_relation_size",
                "CREATE VIEW v AS SELECT count(*) FROM pg_locks| pg_locks",
                "CREATE DOMAIN d AS int DEFAULT 5| DEFAULT",
                "CREATE DOMAIN d AS int NOT NULL| NOT NULL",
                "CREATE DOMAIN d AS int CHECK (VALUE IS NOT NULL)| NULL",
                "CREATE DOMAIN d AS varchar(3)| varchar",
                "CREATE DOMAIN d AS int CHECK (VALUE <> pg_backend_pid())| pg_backend_pid",
            })
    void definitionsThatTellOfTheServerAreRefused(String sql, String name) throws SQLException {
        assertThat(answer(sql)).startsWith("0A000").contains(name);
        Twins.execute(
                twins.store(),
                "CREATE VIEW v AS SELECT id, now() > '2020-01-01' FROM account",
                "CREATE DOMAIN d AS int CHECK (VALUE IS NULL OR VALUE > 0)",
                "DROP VIEW v",
                "DROP DOMAIN d");
    }

    private List<String> answered(List<List<String>> calls, Set<String> allowed) throws SQLException {
        var holes = new ArrayList<String>();
        for (List<String> call : calls) {
            String name = call.getFirst();
            for (String sql : List.of(
                    "SELECT " + call.getLast(),
                    "SELECT count(*) OVER () FROM account WHERE (pg_catalog." + call.getLast() + ") IS NULL")) {
                if (!allowed.contains(name)) {
                    String answer = answer(sql);
                    boolean isLock = name.contains("_advisory_") && !sql.contains("FROM");
                    if (!isLock && !answer.startsWith("0A000") && !answer.startsWith("42")) {
                        holes.add(sql + ": " + answer);
                    }
                }
            }
        }
        return holes;
    }

    @Test
    void noVolatileFunctionIsAnswered() throws SQLException {
        List<List<String>> calls = calls("provolatile = 'v'");
        assertThat(calls).hasSizeGreaterThan(150);

        var allowed = new HashSet<>(TOLD);
        allowed.addAll(OF_THE_STORE);
        assertThat(answered(calls, allowed)).isEmpty();
    }

    @Test
    void eachVolatileFunctionIsNamed() throws SQLException {
        var holes = new ArrayList<String>();
        for (List<String> call : calls("provolatile = 'v'")) {
            String name = call.getFirst();
            if (!TOLD.contains(name) && !OF_THE_STORE.contains(name)) {
                String answer = answer("SELECT " + call.getLast());
                if (!answer.contains(name) && !name.contains("_advisory_")) {
                    holes.add(call.getLast() + ": " + answer);
                }
            }
        }
        assertThat(holes).isEmpty();
    }

    /**
     * Stable functions may tell of settings, sessions or rows, and nothing but reading about each decides that. A new
     * version of PostgreSQL brings new ones: whoever adds one to the list has read what it does.
     */
    @Test
    void theStableFunctionsThatAreAnsweredHaveBeenLookedAt() throws SQLException, IOException {
        var answered = new TreeSet<String>();
        for (List<String> call : calls("provolatile = 's'")) {
            if (answer("SELECT " + call.getLast()).startsWith("answered")) {
                answered.add(call.getFirst());
            }
        }
        try (var list = CatalogRefusalIT.class.getResourceAsStream("stable-functions.txt")) {
            assertThat(new String(list.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsAll(answered)
                    .hasSizeGreaterThan(200);
        }
    }

    /** Functions that are not volatile, and yet tell of the server's rows, sessions, settings and files. */
    @Test
    void noFunctionThatReadsRowsOrTheServerIsAnswered() throws SQLException {
        assertThat(answered(
                        calls("provolatile <> 'v' AND (proname ~ '^(table|schema|database|query|cursor)_to_xml'"
                                + " OR proname ~ '^(pg_stat_get|txid_current|pg_current|inet_)' OR proname IN"
                                + " ('statement_timestamp', 'pg_config',"
                                + " 'pg_postmaster_start_time', 'pg_conf_load_time',"
                                + " 'pg_cursor', 'pg_prepared_statement', 'pg_show_all_settings'))"),
                        Set.of()))
                .isEmpty();
    }

    @Test
    void everyViewThatTellsOfTheServerIsRefusedByName() throws SQLException {
        List<List<String>> views = values(
                twins.real(),
                "SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace"
                        + " AND relkind = 'v' ORDER BY 1");
        assertThat(views).hasSizeGreaterThan(60);
        var holes = new ArrayList<String>();
        for (List<String> row : views) {
            String view = row.getFirst();
            String answer = answer("SELECT count(*) FROM " + view);
            boolean isRefused = answer.startsWith("0A000") && answer.contains(view);
            boolean isAnswered = answer.startsWith("answered");
            if (VIEWS_TOLD.contains(view) ? !isAnswered : !isRefused) {
                holes.add(view + ": " + answer);
            }
        }
        assertThat(holes).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT id, row_number() OVER (ORDER BY id) FROM public.account; [[1, 1], [2, 2]]",
                "SELECT a.id, b.id FROM account a NATURAL JOIN public.account b ORDER BY 1; [[1, 1], [2, 2]]",
                "SELECT * FROM app.event NATURAL JOIN account; []",
                "SELECT row_number() OVER (), (SELECT count(*) FROM public.account); [[1, 2]]",
                "WITH RECURSIVE r AS (SELECT 1 UNION SELECT id FROM public.account) SELECT * FROM r ORDER BY 1;"
                        + " [[1], [2]]",
            })
    void aTableWithItsSchemaIsNotEmpty(String sql, String rows) throws SQLException {
        assertThat(answer(sql)).isEqualTo("answered: " + rows);
    }

    /** What PostgreSQL would find in temporary tables, and not in the tables of the store. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ctid, row_number() OVER () FROM account",
                "SELECT xmin, row_number() OVER () FROM account",
                "SELECT tableoid::regclass, row_number() OVER () FROM account",
                "SELECT cmin FROM account NATURAL JOIN account b",
                "SELECT account.\"ctid\" FROM account NATURAL JOIN account b",
            })
    void systemColumnsAreRefused(String sql) throws SQLException {
        assertThat(answer(sql)).matches("(?s)(0A000|42703).*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT id, row_number() OVER () FROM account FOR UPDATE; 0A000",
                "SELECT a.id FROM account a NATURAL JOIN account b FOR SHARE OF a; 0A000",
                "SELECT * FROM account TABLESAMPLE BERNOULLI (100); 0A000",
                "GRANT SELECT ON account TO PUBLIC; 0A000",
                "GRANT SELECT ON type TO PUBLIC; 0A000",
                "GRANT ALL ON type TO PUBLIC; 0A000",
                "GRANT SELECT ON/**/account TO PUBLIC; 0A000",
                "GRANT SELECT ON account TO moirai_functions; 0A000",
                "CREATE ROLE reader ROLE moirai_functions; 0A000",
                "ALTER ROLE moirai SET search_path = other; 0A000",
                "SELECT id, row_number() OVER () FROM missing; 42P01",
                "SELECT nope, row_number() OVER () FROM account; 42703",
                "SELECT row_number() OVER () FROM pg_temp.account; 42P01",
                "SELECT nextval('numbers'), row_number() OVER (); 0A000",
                "SELECT id, 1 / (id - 1), row_number() OVER () FROM account; 22012",
                "SELECT random(), row_number() OVER (); 0A000",
                "SELECT gen_random_uuid(), row_number() OVER () FROM account; 0A000",
                "SELECT id, pg_sleep(1) FROM account NATURAL JOIN account b; 0A000",
            })
    void anErrorIsThatOfPostgresOrARefusal(String sql, String sqlState) throws SQLException {
        assertThat(answer(sql)).startsWith(sqlState);
    }

    /** A change that PostgreSQL computes is made by the store, or not at all. */
    @Test
    void whatPostgresChangesIsChangedInTheTransactionOfTheStore() throws SQLException {
        try (var store = twins.store("")) {
            store.setAutoCommit(false);
            assertThat(values(
                            store,
                            "WITH d AS (DELETE FROM account WHERE id = 2 RETURNING id)"
                                    + " SELECT id, row_number() OVER () FROM d"))
                    .isEqualTo(List.of(List.of("2", "1")));
            assertThat(values(store, "SELECT count(*) FROM account")).isEqualTo(List.of(List.of("1")));
            store.rollback();
            assertThat(values(store, "SELECT count(*) FROM account")).isEqualTo(List.of(List.of("2")));
            store.commit();
        }
        assertThat(answer("WITH i AS (INSERT INTO account VALUES (9, '') RETURNING id)"
                        + " SELECT row_number() OVER () FROM i"))
                .startsWith("0A000");
        assertThat(answer("SELECT count(*) FROM account")).isEqualTo("answered: [[2]]");
    }

    @Test
    void aSettingIsThatOfTheSession() throws SQLException {
        assertThat(answer("SELECT current_setting('statement_timeout')")).isEqualTo("answered: [[0]]");
        assertThat(answer("SELECT pg_catalog.current_setting('transaction_isolation')"))
                .isEqualTo("answered: [[serializable]]");
        assertThat(answer("SELECT current_setting('nope')")).startsWith("42704");
    }

    @Test
    void aFailedQuestionFailsTheTransactionAndNothingElse() throws SQLException {
        Connection store = twins.store("");
        try (store) {
            store.setAutoCommit(false);
            Twins.execute(store, "INSERT INTO account VALUES (3, 'cid')");
            assertThat(catchThrowableOfType(
                                    SQLException.class,
                                    () -> Twins.rows(store, "SELECT 1 / 0, row_number() OVER () FROM account"))
                            .getSQLState())
                    .isEqualTo("22012");
            assertThat(catchThrowableOfType(SQLException.class, () -> Twins.rows(store, "SELECT relname FROM pg_class"))
                            .getSQLState())
                    .isEqualTo("25P02");
            store.rollback();
            assertThat(values(store, "SELECT max(id) OVER (), count(*) OVER () FROM account LIMIT 1"))
                    .isEqualTo(List.of(List.of("2", "2")));
            store.commit();
        }
    }
}
