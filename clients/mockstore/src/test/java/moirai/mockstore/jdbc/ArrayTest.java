package moirai.mockstore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrays as parameters of {@code = ANY(?)}, as Hibernate's batches of entities need them. */
class ArrayTest {

    private static final String NAME = "array-test";

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:moirai:mem:" + NAME);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE pet (id BIGINT PRIMARY KEY, name VARCHAR(20), owner INT)");
            statement.execute(
                    "INSERT INTO pet VALUES (1, 'Leo', 7), (2, 'Max', 8), (3, 'a \"b\"', NULL), (4, 'Null', 7)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        MockDatabases.drop(NAME);
    }

    private List<Long> ids(String condition, Object array) throws SQLException {
        var ids = new ArrayList<Long>();
        try (PreparedStatement query =
                connection.prepareStatement("SELECT id FROM pet WHERE " + condition + " ORDER BY id")) {
            query.setObject(1, array);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
        }
        return ids;
    }

    private Array array(String type, @Nullable Object... elements) throws SQLException {
        return connection.createArrayOf(type, elements);
    }

    @Test
    void rowsWhoseKeysAreInAnArrayAreFound() throws SQLException {
        assertThat(ids("id = any(?)", array("bigint", 3L, 1L, 9L, 3L))).containsExactly(1L, 3L);
        assertThat(ids("id = any (?)", array("int4", 2, null))).containsExactly(2L);
        assertThat(ids("id = any(?)", array("bigint"))).isEmpty();
        assertThat(ids("name = any(?)", array("text", "Leo", "a \"b\"", "null")))
                .containsExactly(1L, 3L);
        assertThat(ids("owner = some(?)", array("numeric", 7.5, 7))).containsExactly(1L, 4L);
        assertThat(ids("id = any(?::bigint[])", array("int", 1, 2))).containsExactly(1L, 2L);
    }

    @Test
    void allComparesWithEveryElement() throws SQLException {
        assertThat(ids("id <> all(?)", array("bigint", 3L, 1L))).containsExactly(2L, 4L);
        assertThat(ids("id <> all(?)", array("bigint", 3L, null))).isEmpty();
        assertThat(ids("id > all(?)", array("bigint"))).containsExactly(1L, 2L, 3L, 4L);
        assertThat(ids("id < any(?)", array("bigint", 2L, 3L))).containsExactly(1L, 2L);
    }

    @Test
    void anArrayMayBeGivenAsText() throws SQLException {
        assertThat(ids("id = any(?)", "{ 1, 4 ,NULL}")).containsExactly(1L, 4L);
        assertThat(ids("name = any(?)", "{\"a \\\"b\\\"\",Max,\"null\",NULL}")).containsExactly(2L, 3L);
        assertThatThrownBy(() -> ids("id = any(?)", "1, 4"))
                .hasMessageContaining("malformed array literal")
                .extracting(failure -> ((SQLException) failure).getSQLState())
                .isEqualTo("22P02");
    }

    @Test
    void anArrayKnowsItsTypeAndItsElements() throws SQLException {
        Array array = array("integer", 1, null, "3");

        assertThat(array.getBaseTypeName()).isEqualTo("int4");
        assertThat(array.getBaseType()).isEqualTo(Types.INTEGER);
        assertThat((Integer[]) array.getArray()).containsExactly(1, null, 3);
        assertThat(array.toString()).endsWith("{1,NULL,3}");
        UUID id = new UUID(1, 2);
        assertThat((UUID[]) array("uuid", id).getArray()).containsExactly(id);
        array.free();
    }

    @Test
    void whatAnArrayCannotBeIsRefused() throws SQLException {
        assertThatThrownBy(() -> array("nothing", 1)).hasMessageContaining("type \"nothing\" does not exist");
        assertThatThrownBy(() -> array("json", "{}")).hasMessageContaining("the type json is not supported");
        assertThatThrownBy(() -> array("int", "one")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> array("int", new Object[] {new Integer[] {1}}))
                .hasMessageContaining("an array of several dimensions is not supported");
        assertThatThrownBy(() -> ids("id = any(?)", array("text", "1")))
                .hasMessageContaining("operator does not exist: bigint = text");
        assertThatThrownBy(() -> ids("id = any(?)", 1)).hasMessageContaining("malformed array literal");
        assertThatThrownBy(() -> ids("id = ?", array("bigint", 1L)))
                .hasMessageContaining("an array, other than in ANY(?) and ALL(?), is not supported");
        assertThatThrownBy(() -> ids("id = any(?)", new int[] {1}))
                .hasMessageContaining("other than of Connection.createArrayOf, is not supported");
        assertThatThrownBy(() -> array("int", 1).getResultSet()).hasMessageContaining("Array.getResultSet()");
    }
}
