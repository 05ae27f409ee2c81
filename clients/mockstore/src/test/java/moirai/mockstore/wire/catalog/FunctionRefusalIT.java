package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
