package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that would read tables where there are no rows. */
@ResourceLock(Twins.LOCK)
class FunctionRefusalIT {

    private Twins twins;

    @BeforeEach
    void begin() throws SQLException {
        twins = new Twins();
        Twins.execute(twins.store(), "CREATE TABLE account (id int PRIMARY KEY)", "INSERT INTO account VALUES (1)");
    }

    @AfterEach
    void close() throws SQLException {
        twins.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE FUNCTION f() RETURNS bigint AS 'SELECT count(*) FROM account' LANGUAGE sql| account",
                "CREATE FUNCTION f() RETURNS void AS 'DELETE FROM x' LANGUAGE sql| DELETE",
                "CREATE FUNCTION f() RETURNS float AS 'SELECT random()' LANGUAGE sql| random",
                "CREATE FUNCTION f() RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() $$| now",
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$| trigger",
                "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'x'; RETURN 1; END $$|"
                        + " NOTICE",
                "CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'x', 'y'| c",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN pg_backend_pid()| pg_backend_pid",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT \"pg_backend_pid\" ()'| pg_backend_pid",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS E'SELECT pg_backend\\u005fpid()'| pg_backend_pid",
                "CREATE FUNCTION f(at timestamptz DEFAULT now()) RETURNS int LANGUAGE sql AS 'SELECT 1'| now",
                "CREATE FUNCTION f() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz 'now' $$| now",
                "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('a', 'b') $$| pg_notify",
                "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT pg_advisory_lock(1)'| pg_advisory_lock",
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS 'SELECT pg_table_size(1)'| pg_table_size",
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM pg_class'| pg_class",
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS"
                        + " 'SELECT count(*) FROM information_schema.tables'| information_schema",
                "CREATE FUNCTION f(a account) RETURNS int LANGUAGE sql AS 'SELECT 1'| account",
                "CREATE FUNCTION f() RETURNS SETOF account LANGUAGE sql AS 'SELECT 1'| account",
                "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a account%ROWTYPE;"
                        + " BEGIN RETURN 1; END $$| account",
                "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a public.account.id%TYPE;"
                        + " BEGIN RETURN 1; END $$| account",
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM public.account'| account",
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS 'SELECT 1 FROM (SELECT 1) x JOIN account ON true'|"
                        + " account",
                "CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT id FROM account; END| account",
                "CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'| pg_temp",
                "DO 'BEGIN PERFORM pg_notify(''a'', ''b''); END'| pg_notify",
                "DO $$ BEGIN PERFORM age(timestamp '2024-01-01'); END $$| age",
                "DO $$ BEGIN PERFORM pg_stat_get_numscans(1); END $$| pg_stat_get_numscans",
                "DO $$ DECLARE c text := 'x'; BEGIN PERFORM txid_current(); END $$| txid_current",
            })
    void whatDoesMoreThanComputeIsRefusedByName(String sql, String name) {
        assertThatThrownBy(() -> Twins.execute(twins.store(), sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("not supported")
                .hasMessageContaining(name)
                .extracting(failure -> ((SQLException) failure).getSQLState())
                .isEqualTo("0A000");
    }

    /** What the text does not show fails when the function runs, and returns no empty answer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT count(*) FROM later",
                "SELECT count(*) FROM (SELECT 1) AS x, later",
            })
    void aTableThatComesLaterIsNotReadAsEmpty(String body) throws SQLException {
        Twins.execute(
                twins.store(),
                "CREATE FUNCTION f() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (" + body + "); END $$",
                "CREATE TABLE later (id int PRIMARY KEY)",
                "INSERT INTO later VALUES (1), (2)");

        for (String query : new String[] {
            "SELECT f()",
            "SELECT id, f() FROM account",
            "SELECT id, row_number() OVER () FROM later WHERE f() = 0",
            "UPDATE account SET id = f()",
            "SELECT * FROM f()"
        }) {
            assertThatThrownBy(() -> Twins.execute(twins.store(), query))
                    .as(query)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("later")
                    .extracting(failure -> ((SQLException) failure).getSQLState())
                    .isEqualTo("0A000");
        }
    }

    /** Tries each function that may tell more than its arguments say, so that a new version brings its own. */
    @Test
    void functionsThatAreNotKnownToComputeAreRefused() throws SQLException {
        List<List<String>> calls = Twins.rows(twins.real(), """
                SELECT DISTINCT p.proname, p.proname || '(' || coalesce((
                    SELECT string_agg('(SELECT NULL::' || format_type(t, NULL) || ')', ', ')
                    FROM unnest(p.proargtypes) t), '') || ')'
                FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND provolatile <> 'i'
                AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
                AND NOT EXISTS (SELECT 1 FROM unnest(p.proargtypes) t WHERE format_type(t, NULL)
                    IN ('internal', 'cstring', '"any"', 'anyelement', 'anyarray'))
                AND NOT EXISTS (SELECT 1 FROM pg_operator WHERE oprcode = p.oid)
                AND NOT EXISTS (SELECT 1 FROM pg_cast WHERE castfunc = p.oid)
                AND NOT EXISTS (SELECT 1 FROM pg_type WHERE p.oid IN (typoutput, typsend))
                ORDER BY 1, 2""");
        var accepted = new TreeSet<String>();
        for (List<String> call : calls.subList(1, calls.size())) {
            try {
                Twins.execute(twins.store(), "DO $$ BEGIN PERFORM pg_catalog." + call.get(1) + "; END $$");
                accepted.add(call.getFirst());
            } catch (SQLException refused) {
                if (!"0A000".equals(refused.getSQLState())) {
                    accepted.add(call.getFirst());
                }
            }
        }
        assertThat(String.join(" ", accepted))
                .isEqualTo("convert convert_from convert_to date_add date_part date_subtract date_trunc "
                        + "enum_first enum_last enum_range extract format generate_series in_range "
                        + "json_build_array json_build_object json_to_record json_to_tsvector jsonb_build_array "
                        + "jsonb_build_object jsonb_path_exists_tz jsonb_path_match_tz "
                        + "jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_path_query_tz "
                        + "jsonb_to_record jsonb_to_tsvector length make_timestamptz overlaps phraseto_tsquery "
                        + "plainto_tsquery row_to_json timestamptz timezone to_char to_date to_number "
                        + "to_timestamp to_tsquery to_tsvector ts_headline websearch_to_tsquery "
                        + "xml_is_well_formed");
        assertThat(calls).hasSizeGreaterThan(400);
    }

    /** What names of tables are besides: those of parameters, variables, columns and queries. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(account int) RETURNS int LANGUAGE sql AS 'SELECT account + 1'",
                "(account int) RETURNS int LANGUAGE sql RETURN $1 + account % 5",
                "(n int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE account int := n;"
                        + " BEGIN SELECT n + 1 INTO account; RETURN account; END $$",
                "(n int) RETURNS TABLE (account int) LANGUAGE sql AS 'SELECT n'",
                "(n int) RETURNS int LANGUAGE sql AS 'SELECT x.account FROM (SELECT n AS account) AS x'",
                "(n int) RETURNS bigint LANGUAGE sql AS 'WITH account AS (SELECT n) SELECT count(*) FROM account'",
                "(account date) RETURNS int LANGUAGE sql AS 'SELECT extract(year FROM account)::int'",
                "(account int) RETURNS bool LANGUAGE sql AS 'SELECT 1 IS DISTINCT FROM account'",
                "(age int) RETURNS int LANGUAGE sql AS 'SELECT age'",
                "(n int) RETURNS interval LANGUAGE sql AS $$ SELECT age(timestamp '2024-01-02', '2024-01-01') $$",
                "(n int) RETURNS text LANGUAGE sql AS $$ SELECT to_char(n, '999') || pg_size_pretty(n::bigint) $$"
            })
    void aFunctionMayHaveNamesOfTables(String function) throws SQLException {
        String type = function.startsWith("(account date") ? "date '2024-02-29'" : "7";
        String create = "CREATE FUNCTION f" + function;
        Twins.execute(twins.store(), create);
        Twins.execute(twins.real(), create);
        String query = "SELECT * FROM f(" + type + ")";
        assertThat(Twins.rows(twins.store(), query)).isEqualTo(Twins.rows(twins.real(), query));
        Twins.execute(twins.real(), "DROP FUNCTION f");
    }

    @Test
    void randomIdentifiersOfAnExtensionFollowFromTheSeed() throws SQLException {
        String first = identifiers();
        twins.close();
        twins = new Twins();

        assertThat(identifiers()).isEqualTo(first);
    }

    private String identifiers() throws SQLException {
        Twins.execute(twins.store(), "CREATE EXTENSION \"uuid-ossp\"");
        return Twins.rows(twins.store(), "SELECT uuid_generate_v4()").toString();
    }
}
