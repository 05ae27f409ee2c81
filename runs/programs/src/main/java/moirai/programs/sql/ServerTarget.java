package moirai.programs.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.owned.Owned;
import moirai.clients.jdbc.owned.OwnedSchema;
import moirai.history.Seed;

/**
 * A server at a URL that accepts PostgreSQL's SQL. Each run has a schema of its own, named {@code moirai_program_} and
 * the program's name.
 */
public record ServerTarget(Endpoint endpoint, SqlIsolation isolation) implements SqlTarget {

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
    }

    @Override
    public String describe() {
        return "server at " + isolation.label();
    }

    @Override
    public Database open(SqlProgram program, Seed seed) throws SQLException {
        String name = program.name().replace('-', '_');
        return new Schema(OwnedSchema.create(connect(), Owned.PROGRAM_SCHEMA, name));
    }

    private final class Schema implements Database {

        private final OwnedSchema schema;

        Schema(OwnedSchema schema) {
            this.schema = schema;
        }

        @Override
        public Connection session() throws SQLException {
            var connection = connect();
            try {
                connection.setSchema(schema.name());
                connection.setTransactionIsolation(isolation.jdbcLevel());
                connection.setAutoCommit(false);
                return connection;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }

        @Override
        public void close() throws SQLException {
            schema.close();
        }
    }
}
