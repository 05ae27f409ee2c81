package moirai.mockstore.wire;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.postgresql.util.PSQLException;

/** The fields of errors that programs read, on the store and on a real server. */
@ResourceLock(Twins.LOCK)
class ErrorDetailsIT {

    private static String fields(Connection connection, String sql) {
        try {
            Twins.execute(connection, sql);
            return "no error";
        } catch (PSQLException refused) {
            var fields = requireNonNull(refused.getServerErrorMessage());
            return String.join(
                    ";",
                    refused.getSQLState(),
                    fields.getMessage(),
                    fields.getDetail(),
                    fields.getHint(),
                    String.valueOf(fields.getPosition()),
                    fields.getSchema(),
                    fields.getTable(),
                    fields.getColumn(),
                    fields.getConstraint());
        } catch (SQLException other) {
            return other.toString();
        }
    }

    @Test
    void theFieldsAreThoseOfARealServer() throws SQLException {
        try (var twins = new Twins()) {
            twins.define(ErrorDetailsTest.DEFINITIONS.toArray(String[]::new));
            for (String sql : List.of(
                    "INSERT INTO city VALUES (1, 'Oslo', 'no')",
                    "INSERT INTO city VALUES (2, 'Rome', 'it')",
                    "UPDATE city SET id = 2, name = 'Oslo' WHERE id = 1",
                    "INSERT INTO app.person VALUES (2, 7)",
                    "INSERT INTO app.person VALUES (2, 1, 9)",
                    "UPDATE app.person SET city = 7",
                    "DELETE FROM city",
                    "DELETE FROM app.person; INSERT INTO app.person VALUES (1, 1, 3)",
                    "SET CONSTRAINTS nope DEFERRED",
                    "SET CONSTRAINTS person_city_fkey DEFERRED",
                    "BEGIN; SET CONSTRAINTS nope DEFERRED; COMMIT",
                    "ROLLBACK",
                    "BEGIN; SET CONSTRAINTS person_city_fkey DEFERRED; COMMIT",
                    "ROLLBACK",
                    "BEGIN; SET CONSTRAINTS app.person_city_fkey DEFERRED; COMMIT",
                    "ROLLBACK",
                    "BEGIN; UPDATE app.person SET boss = 9; SET CONSTRAINTS app.led, app.led IMMEDIATE; COMMIT",
                    "ROLLBACK")) {
                assertThat(fields(twins.store(), sql)).as(sql).isEqualTo(fields(twins.real(), sql));
            }
            for (String sql : List.of(
                    "SELECT * FROM city WHERE WHERE",
                    "SELECT nam FROM city",
                    "SELECT nothing(1)",
                    "SELECT * FROM nowhere",
                    "PREPARE q AS SELECT nam FROM city",
                    "PREPARE q(int) AS SELECT * FROM nowhere WHERE 'ü' = $1",
                    "DECLARE c CURSOR WITH HOLD FOR SELECT nam FROM city",
                    "INSERT INTO city VALUES ('x', 'y', 'z')",
                    "CREATE TABLE other (id nosuch)")) {
                assertThat(fields(twins.store(), sql)).as(sql).isEqualTo(fields(twins.real(), sql));
            }
            String insert = "INSERT INTO city VALUES (2, NULL)";
            assertThat(fields(twins.store(), insert)).isEqualTo(fields(twins.real(), insert));
            // To tell the whole row, the store would have to read what the statement does not need.
            String update = "UPDATE city SET name = ''";
            assertThat(fields(twins.store(), update).replaceFirst(";null;", ";"))
                    .isEqualTo(fields(twins.real(), update).replaceFirst(";Failing row contains [^;]*;", ";"));
        }
    }
}
