package moirai.interception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An interceptor on a connection of H2. */
class InterceptionTest {

    private static final String URL = "jdbc:h2:mem:intercepted";

    private final List<List<BoundSql>> executed = new ArrayList<>();
    private final List<String> called = new ArrayList<>();

    private final Interceptor noting = new Interceptor() {
        @Override
        public @Nullable Object onConnection(JdbcCall call) throws SQLException {
            called.add(call.name());
            return call.name().equals("commit") ? null : call.proceed();
        }

        @Override
        public @Nullable Object onExecution(Execution execution) throws SQLException {
            executed.add(execution.statements());
            return execution.proceed();
        }

        @Override
        public @Nullable Object onRows(JdbcCall call) throws SQLException {
            called.add(call.name() + call.shownArguments());
            return call.proceed();
        }
    };

    private Connection plain;
    private Connection connection;

    InterceptionTest() throws SQLException {
        plain = DriverManager.getConnection(URL);
        connection = Interception.of(plain, noting);
    }

    @BeforeEach
    void makeTable() throws SQLException {
        try (Statement statement = plain.createStatement()) {
            statement.execute("CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v varchar)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        plain.close();
    }

    @Test
    void anExecutionHasItsTextAndItsValues() throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO t (v) VALUES (?)")) {
            insert.setString(1, "a");
            insert.executeUpdate();
            insert.setNull(1, Types.VARCHAR);
            insert.execute();
        }
        try (var select = connection.createStatement();
                var rows = select.executeQuery("SELECT v FROM t WHERE v IS NOT NULL")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("a");
            assertThat(rows.getStatement()).isSameAs(select);
            assertThat(select.getConnection()).isSameAs(connection);
        }

        assertThat(executed)
                .containsExactly(
                        List.of(new BoundSql("INSERT INTO t (v) VALUES (?)", List.of("a"))),
                        List.of(new BoundSql("INSERT INTO t (v) VALUES (?)", List.of(BoundSql.Absent.NULL))),
                        List.of(new BoundSql("SELECT v FROM t WHERE v IS NOT NULL", List.of())));
        assertThat(called).containsExactly("prepareStatement", "createStatement", "next[]", "getString[1]", "close[]");
    }

    /** JDBC keeps bound values when a row is added to a batch: the second row has the first value still. */
    @Test
    void aBatchIsOneExecutionOfItsRows() throws SQLException {
        String sql = "INSERT INTO t (v) VALUES (? || ?)";
        try (var insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(2, "z");
            insert.setString(1, "a");
            insert.addBatch();
            insert.setString(1, "b");
            insert.addBatch();
            assertThat(insert.executeBatch()).containsExactly(1, 1);
            try (var keys = insert.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                assertThat(keys.getInt(1)).isEqualTo(1);
                assertThat(keys.next()).isTrue();
                assertThat(keys.getInt(1)).isEqualTo(2);
                assertThat(keys.getStatement()).isSameAs(insert);
            }
        }

        assertThat(executed)
                .containsExactly(List.of(new BoundSql(sql, List.of("a", "z")), new BoundSql(sql, List.of("b", "z"))));
    }

    @Test
    void aBatchThatIsClearedExecutesNothing() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.addBatch("DELETE FROM t");
            statement.clearBatch();
            statement.addBatch("DELETE FROM t WHERE id = 1");
            statement.executeBatch();
        }

        assertThat(executed).containsExactly(List.of(new BoundSql("DELETE FROM t WHERE id = 1", List.of())));
    }

    /** The table of an uncommitted transaction on a second connection shows that COMMIT did not reach the driver. */
    @Test
    void anInterceptorMayKeepACallFromTheDriver() throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("INSERT INTO t (v) VALUES ('a')");
        }
        connection.commit();
        plain.rollback();

        try (var rows = plain.createStatement().executeQuery("SELECT count(*) FROM t")) {
            rows.next();
            assertThat(rows.getInt(1)).isZero();
        }
    }

    @Test
    void unwrapReachesTheDriverAndNavigationDoesNot() throws SQLException {
        assertThat(connection.unwrap(JdbcConnection.class)).isSameAs(plain);
        assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
        assertThat(connection).isNotEqualTo(plain);
        assertThatThrownBy(() -> connection.prepareStatement("SELECT nothing FROM nowhere"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void connectionsOfADataSourceAreIntercepted() throws SQLException {
        var delegate = new JdbcDataSource();
        delegate.setURL(URL);
        var source = Interception.of(delegate, noting);

        try (var first = source.getConnection();
                var second = source.getConnection("", "")) {
            first.createStatement().execute("SELECT 1");
            second.createStatement().execute("SELECT 2");
        }

        assertThat(executed).hasSize(2);
        assertThat(source.unwrap(JdbcDataSource.class)).isSameAs(delegate);
    }

    @Test
    void aSourceOfConnectionsIsADataSource() throws SQLException {
        ConnectionSource source = () -> connection;

        assertThat(source.getConnection("anybody", "")).isSameAs(connection);
        assertThat(source.unwrap(ConnectionSource.class)).isSameAs(source);
        assertThat(source.isWrapperFor(Connection.class)).isFalse();
        assertThatThrownBy(() -> source.unwrap(Connection.class)).isInstanceOf(SQLException.class);
        assertThat(source.getLogWriter()).isNull();
    }
}
