package moirai.mockstore.jdbc.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetaDataTest {

    private final Connection connection = MoiraiDataSource.of(new SqlDatabase(
                    new MockStore(StoreOptions.uniform(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, new Seed(1)))))
            .getConnection();

    @BeforeEach
    void define() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE author (id serial PRIMARY KEY, name varchar(40) NOT NULL UNIQUE);
                    CREATE TABLE book (
                        isbn char(13),
                        edition integer DEFAULT 1,
                        author_id integer REFERENCES author (id) ON DELETE CASCADE,
                        price numeric(8, 2),
                        PRIMARY KEY (isbn, edition));
                    CREATE INDEX by_price ON book (price);
                    CREATE SEQUENCE orders;
                    """);
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private DatabaseMetaData metaData() throws SQLException {
        return connection.getMetaData();
    }

    /** The named columns of all rows. */
    private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
        var found = new ArrayList<String>();
        try (rows) {
            while (rows.next()) {
                var row = new StringJoiner(" ");
                for (String column : columns) {
                    row.add(rows.getString(column));
                }
                found.add(row.toString());
            }
        }
        return found;
    }

    @Test
    void tablesAreFoundByPatternAndType() throws SQLException {
        assertThat(rows(metaData().getTables(null, null, "%", new String[] {"TABLE"}), "TABLE_SCHEM", "TABLE_NAME"))
                .containsExactly("public author", "public book");
        assertThat(rows(metaData().getTables("moirai", "public", "b__k", null), "TABLE_NAME", "TABLE_TYPE"))
                .containsExactly("book TABLE");
        assertThat(rows(metaData().getTables(null, "", "%", new String[] {"SEQUENCE"}), "TABLE_NAME"))
                .contains("orders");
        assertThat(rows(metaData().getTables(null, "other", "%", null), "TABLE_NAME"))
                .isEmpty();
        assertThat(rows(metaData().getTables(null, null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
                .isEmpty();
        assertThat(rows(metaData().getSchemas(), "TABLE_SCHEM")).contains("public");
    }

    @Test
    void columnsHaveTheirTypesSizesAndDefaults() throws SQLException {
        assertThat(rows(
                        metaData().getColumns(null, null, "book", null),
                        "COLUMN_NAME",
                        "TYPE_NAME",
                        "COLUMN_SIZE",
                        "DECIMAL_DIGITS",
                        "IS_NULLABLE",
                        "COLUMN_DEF"))
                .containsExactly(
                        "isbn bpchar 13 0 NO null",
                        "edition int4 10 0 NO 1",
                        "author_id int4 10 0 YES null",
                        "price numeric 8 2 YES null");
        try (ResultSet id = metaData().getColumns(null, "public", "author", "id")) {
            assertThat(id.next()).isTrue();
            assertThat(id.getInt("DATA_TYPE")).isEqualTo(Types.INTEGER);
            assertThat(id.getString("IS_AUTOINCREMENT")).isEqualTo("YES");
            assertThat(id.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
        }
    }

    @Test
    void keysAndIndexesAreListed() throws SQLException {
        assertThat(rows(metaData().getPrimaryKeys(null, null, "book"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
                .containsExactly("edition 2 book_pkey", "isbn 1 book_pkey");
        assertThat(rows(
                        metaData().getImportedKeys(null, null, "book"),
                        "PKTABLE_NAME",
                        "PKCOLUMN_NAME",
                        "FKCOLUMN_NAME",
                        "PK_NAME",
                        "DELETE_RULE"))
                .containsExactly("author id author_id author_pkey " + DatabaseMetaData.importedKeyCascade);
        assertThat(rows(metaData().getExportedKeys(null, null, "author"), "FKTABLE_NAME"))
                .containsExactly("book");
        assertThat(rows(metaData().getExportedKeys(null, null, "book"), "FKTABLE_NAME"))
                .isEmpty();
        assertThat(rows(
                        metaData().getIndexInfo(null, null, "book", false, true),
                        "NON_UNIQUE",
                        "INDEX_NAME",
                        "COLUMN_NAME"))
                .containsExactly("f book_pkey isbn", "f book_pkey edition", "t by_price price");
        assertThat(rows(metaData().getIndexInfo(null, null, "author", true, true), "INDEX_NAME"))
                .containsExactly("author_name_key", "author_pkey");
        assertThat(rows(metaData().getBestRowIdentifier(null, null, "author", 0, false), "COLUMN_NAME"))
                .containsExactly("id");
    }

    @Test
    void typesAreListedByTheirNumber() throws SQLException {
        assertThat(rows(metaData().getTypeInfo(), "TYPE_NAME"))
                .contains("int4", "numeric", "timestamptz")
                .doesNotContain("unknown");
    }

    @Test
    void whatTheStoreHasNoneOfIsEmptyAndWhatItCannotTellIsRefused() throws SQLException {
        assertThat(rows(metaData().getProcedures(null, null, "%"), "PROCEDURE_NAME"))
                .isEmpty();
        assertThat(rows(metaData().getUDTs(null, null, "%", null), "TYPE_NAME")).isEmpty();
        assertThat(metaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ))
                .isTrue();
        assertThat(metaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
                .isFalse();
        assertThatThrownBy(() -> metaData().unwrap(Connection.class)).hasMessageContaining("does not wrap");
    }
}
