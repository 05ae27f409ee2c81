package moirai.mockstore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementTest {

    private final MoiraiDataSource source = MoiraiDataSource.of(
            new SqlDatabase(new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)))));
    private final Connection connection = source.getConnection();

    @BeforeEach
    void makeTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(
                            "CREATE TABLE book (id serial PRIMARY KEY, title text NOT NULL, pages" + " integer)"))
                    .isZero();
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private int insert(String title, int pages) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO book (title, pages) VALUES (?, ?)")) {
            insert.setString(1, title);
            insert.setInt(2, pages);
            return insert.executeUpdate();
        }
    }

    private List<String> titles() throws SQLException {
        try (Connection other = source.getConnection();
                Statement statement = other.createStatement();
                ResultSet rows = statement.executeQuery("SELECT title FROM book ORDER BY id")) {
            var titles = new ArrayList<String>();
            while (rows.next()) {
                titles.add(rows.getString("TITLE"));
            }
            return titles;
        }
    }

    @Test
    void aPreparedStatementIsExecutedManyTimes() throws SQLException {
        assertThat(insert("Emma", 474)).isOne();
        assertThat(insert("Persuasion", 249)).isOne();

        assertThat(titles()).containsExactly("Emma", "Persuasion");
        try (PreparedStatement query = connection.prepareStatement("SELECT id, pages FROM book WHERE pages > ?")) {
            query.setObject(1, 300);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isOne();
                assertThat(rows.getInt("pages")).isEqualTo(474);
                assertThat(rows.next()).isFalse();
            }
            query.setLong(1, 1000);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void generatedKeysComeBackByAnyWayOfAskingForThem() throws SQLException {
        String sql = "INSERT INTO book (title) VALUES ('a'), ('b');";
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(2);
            assertThat(keys(statement)).containsExactly(1, 2);
            assertThat(statement.executeUpdate(sql, new String[] {"id"})).isEqualTo(2);
            assertThat(keys(statement)).containsExactly(3, 4);
            assertThat(statement.execute(sql, new int[] {1})).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(2);
            assertThat(keys(statement)).containsExactly(5, 6);
            statement.executeUpdate(sql);
            assertThat(keys(statement)).isEmpty();
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO book (title) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (String title : List.of("c", "d")) {
                insert.setString(1, title);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1);
            assertThat(keys(insert)).containsExactly(9, 10);
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO book (title) VALUES ('e') RETURNING id, title")) {
            ResultSet rows = insert.executeQuery();
            rows.next();
            assertThat(rows.getString(2)).isEqualTo("e");
        }
    }

    private static List<Integer> keys(Statement statement) throws SQLException {
        var keys = new ArrayList<Integer>();
        try (ResultSet rows = statement.getGeneratedKeys()) {
            while (rows.next()) {
                keys.add(rows.getInt(1));
            }
        }
        return keys;
    }

    @Test
    void aBatchWithAutocommitTakesEffectAltogetherOrNotAtAll() throws SQLException {
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO book (title) VALUES ('a')");
            batch.addBatch("INSERT INTO book (title) VALUES (NULL)");
            assertThatThrownBy(batch::executeBatch)
                    .asInstanceOf(type(BatchUpdateException.class))
                    .satisfies(failure -> {
                        assertThat(failure.getSQLState()).isEqualTo("23502");
                        assertThat(failure.getUpdateCounts()).isEmpty();
                        assertThat(failure.getCause()).isInstanceOf(SQLIntegrityConstraintViolationException.class);
                    });
            assertThat(titles()).isEmpty();
            batch.addBatch("INSERT INTO book (title) VALUES ('b')");
            assertThat(batch.executeBatch()).containsExactly(1);
        }
        assertThat(titles()).containsExactly("b");
    }

    @Test
    void severalStatementsInOneTextGiveSeveralResults() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean isRows = statement.execute(
                    "INSERT INTO book (title) VALUES ('a;b'), ('c'); SELECT title FROM book; DELETE FROM book");
            assertThat(isRows).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(2);
            assertThat(statement.getMoreResults()).isTrue();
            ResultSet rows = statement.getResultSet();
            rows.next();
            assertThat(rows.getString(1)).isEqualTo("a;b");
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(rows.isClosed()).isTrue();
            assertThat(statement.getUpdateCount()).isEqualTo(2);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @Test
    void transactionsAndSavepointsAreJdbcs() throws SQLException {
        connection.setAutoCommit(false);
        insert("kept", 1);
        var savepoint = connection.setSavepoint();
        insert("dropped", 1);
        connection.rollback(savepoint);
        var named = connection.setSavepoint("named");
        insert("kept, too", 1);
        connection.releaseSavepoint(named);
        connection.commit();
        insert("rolled back", 1);
        connection.rollback();
        assertThat(titles()).containsExactly("kept", "kept, too");

        insert("by switching", 1);
        connection.setAutoCommit(true);
        insert("at once", 1);
        assertThat(titles()).hasSize(4);
        assertThatThrownBy(connection::commit).hasMessageContaining("autocommit is on");

        connection.setAutoCommit(false);
        insert("lost with its connection", 1);
        connection.close();
        assertThat(titles()).hasSize(4);
    }

    @Test
    void aFailedTransactionIsNotCommittedWithoutAWord() throws SQLException {
        connection.setAutoCommit(false);
        insert("a", 1);
        assertThatThrownBy(() -> connection.createStatement().execute("SELECT nothing FROM book"))
                .isInstanceOf(SQLSyntaxErrorException.class);
        assertThatThrownBy(() -> insert("b", 1)).hasMessageContaining("transaction");

        assertThatThrownBy(connection::commit)
                .asInstanceOf(type(SQLException.class))
                .extracting(SQLException::getSQLState)
                .isEqualTo("25P02");
        assertThat(titles()).isEmpty();
        insert("c", 1);
        connection.commit();
        assertThat(titles()).containsExactly("c");
    }

    @Test
    void whatIsAskedInTheWrongWayIsRefused() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("DELETE FROM book"))
                    .hasMessageContaining("returned no rows");
            assertThatThrownBy(() -> statement.executeUpdate("SELECT 1")).hasMessageContaining("returned rows");
            assertThatThrownBy(() ->
                            connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_READ_ONLY))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM book WHERE pages = ?")) {
            assertThatThrownBy(query::executeQuery).hasMessageContaining("no value was given for parameter 1");
            query.setInt(2, 1);
            assertThatThrownBy(query::executeQuery).hasMessageContaining("parameter 2 is set");
            assertThatThrownBy(() -> query.setInt(0, 1)).hasMessageContaining("from 1");
            assertThatThrownBy(() -> query.execute("SELECT 1"))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageContaining("PreparedStatement.execute(String)");
            assertThatThrownBy(() -> query.setObject(1, new Thread()))
                    .hasMessageContaining("a parameter of java.lang.Thread");
        }
        PreparedStatement closed = connection.prepareStatement("SELECT 1");
        closed.close();
        assertThatThrownBy(closed::executeQuery).hasMessageContaining("the statement is closed");
    }

    @Test
    void theRowsOfAResultMayBeLimited() throws SQLException {
        insert("a", 1);
        insert("b", 1);
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(1);
            ResultSet rows = statement.executeQuery("SELECT title FROM book");
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void aStatementMayBePreparedBeforeItsTableIsMadeAgain() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM later");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE later (a integer)");
            assertThat(query.executeQuery().getMetaData().getColumnCount()).isOne();
            statement.execute("DROP TABLE later; CREATE TABLE later (a integer, b text)");
            assertThat(query.executeQuery().getMetaData().getColumnCount()).isEqualTo(2);
        }
    }

    @Test
    void metadataOfAStatementIsKnownBeforeItIsExecuted() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT title AS t FROM book WHERE id = ?")) {
            assertThat(query.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
            assertThat(query.getMetaData().getColumnLabel(1)).isEqualTo("t");
            assertThat(query.getMetaData().getColumnName(1)).isEqualTo("title");
            assertThat(query.getMetaData().getTableName(1)).isEqualTo("book");
            assertThat(query.getMetaData().getColumnClassName(1)).isEqualTo("java.lang.String");
        }
    }
}
