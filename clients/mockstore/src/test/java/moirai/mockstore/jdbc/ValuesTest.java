package moirai.mockstore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ValuesTest {

    private final Connection connection = MoiraiDataSource.of(new SqlDatabase(
                    new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)))))
            .getConnection();

    @BeforeEach
    void makeTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE v (id integer PRIMARY KEY, b boolean, s smallint, i integer, l bigint,"
                    + " n numeric(10, 2), r real, d double precision, t text, vc varchar(9), dt date, tm time,"
                    + " ts timestamp, tz timestamptz, u uuid, by bytea)");
            statement.execute("INSERT INTO v (id) VALUES (1)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** Writes a value to a column and reads the row. */
    private ResultSet stored(String column, @Nullable Object value) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE v SET " + column + " = ?")) {
            update.setObject(1, value);
            assertThat(update.executeUpdate()).isOne();
        }
        return read(column);
    }

    private ResultSet read(String column) throws SQLException {
        ResultSet rows = connection.createStatement().executeQuery("SELECT " + column + " FROM v");
        rows.next();
        return rows;
    }

    private void returnsTheSame(String column, Object value) throws SQLException {
        assertThat(stored(column, value).getObject(1, value.getClass())).isEqualTo(value);
    }

    @Test
    void valuesOfEveryClassComeBackAsTheyWere() throws SQLException {
        returnsTheSame("b", true);
        returnsTheSame("s", (short) -7);
        returnsTheSame("i", Integer.MIN_VALUE);
        returnsTheSame("l", Long.MAX_VALUE);
        returnsTheSame("l", BigInteger.TEN);
        returnsTheSame("n", new BigDecimal("12345678.90"));
        returnsTheSame("r", 0.1f);
        returnsTheSame("d", 0.1);
        returnsTheSame("t", "O'Hara \u2603");
        returnsTheSame("vc", "nine char");
        returnsTheSame("u", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
        returnsTheSame("by", new byte[] {0, -1, 127});
        returnsTheSame("dt", LocalDate.of(2024, 2, 29));
        returnsTheSame("dt", Date.valueOf("2024-02-29"));
        returnsTheSame("tm", LocalTime.of(23, 59, 59, 123_456_000));
        returnsTheSame("tm", Time.valueOf("23:59:59"));
        returnsTheSame("ts", LocalDateTime.of(2024, 2, 29, 1, 2, 3, 456_789_000));
        returnsTheSame("ts", Timestamp.valueOf("2024-02-29 01:02:03.456789"));
        returnsTheSame("tz", OffsetDateTime.of(2024, 2, 29, 1, 2, 3, 456_789_000, ZoneOffset.UTC));
        returnsTheSame("tz", Timestamp.valueOf("2024-02-29 01:02:03.456789"));
        returnsTheSame("tz", Instant.parse("2024-02-29T01:02:03Z"));
    }

    @Test
    void nullIsNullAsEveryClassAndSaysSo() throws SQLException {
        ResultSet row = stored("i", null);
        assertThat(row.getInt(1)).isZero();
        assertThat(row.wasNull()).isTrue();
        assertThat(row.getObject(1)).isNull();
        assertThat(row.getObject(1, Integer.class)).isNull();
        assertThat(row.getString(1)).isNull();
        assertThat(row.getBigDecimal(1)).isNull();
        assertThat(row.getTimestamp(1)).isNull();
        assertThat(row.getBoolean(1)).isFalse();
        ResultSet other = stored("i", 0);
        assertThat(other.getInt(1)).isZero();
        assertThat(other.wasNull()).isFalse();
    }

    @Test
    void numbersAndTextsAreReadAsEachOther() throws SQLException {
        ResultSet number = stored("n", 12.345);
        assertThat(number.getString(1)).isEqualTo("12.35");
        assertThat(number.getInt(1)).isEqualTo(12);
        assertThat(number.getDouble(1)).isEqualTo(12.35);
        ResultSet text = stored("t", "42");
        assertThat(text.getLong("t")).isEqualTo(42);
        assertThat(text.getBigDecimal("T")).isEqualByComparingTo("42");
        assertThat(stored("t", 42).getString(1)).isEqualTo("42");
        assertThat(stored("i", "17").getByte(1)).isEqualTo((byte) 17);
        assertThat(stored("b", true).getInt(1)).isOne();
        assertThat(stored("t", "2024-02-29").getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
        ResultSet large = stored("l", 1L << 40);
        assertThatThrownBy(() -> large.getInt(1)).hasMessageContaining("out of range for Integer");
        ResultSet word = stored("t", "word");
        assertThatThrownBy(() -> word.getInt(1)).hasMessageContaining("'word' cannot be returned as Integer");
        assertThatThrownBy(() -> word.getInt(2)).hasMessageContaining("no column 2");
        assertThatThrownBy(() -> word.getInt("x")).hasMessageContaining("no column 'x'; there are t");
    }

    @Test
    void aCalendarGivesATimeItsZone() throws SQLException {
        var tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        Timestamp noonInUtc = Timestamp.from(Instant.parse("2024-02-29T12:00:00Z"));
        try (PreparedStatement update = connection.prepareStatement("UPDATE v SET ts = ?")) {
            update.setTimestamp(1, noonInUtc, tokyo);
            update.executeUpdate();
        }

        ResultSet row = read("ts");
        assertThat(row.getString(1)).isEqualTo("2024-02-29 21:00:00");
        assertThat(row.getTimestamp(1, tokyo)).isEqualTo(noonInUtc);
        assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(LocalDateTime.of(2024, 2, 29, 21, 0));
    }

    @Test
    void aTypeThatIsGivenWithAValueIsMinded() throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE v SET n = ?, t = ?, l = ?, ts = ?")) {
            update.setObject(1, "7.126", Types.NUMERIC);
            update.setObject(2, 5, Types.VARCHAR);
            update.setObject(3, 7, Types.BIGINT);
            update.setNull(4, Types.TIMESTAMP);
            update.executeUpdate();
        }
        ResultSet row = read("n, t, l, ts");
        assertThat(row.getBigDecimal(1)).isEqualByComparingTo("7.13");
        assertThat(row.getString(2)).isEqualTo("5");
        assertThat(row.getObject(3)).isEqualTo(7L);
        assertThat(row.getObject(4)).isNull();
    }

    @Test
    void aScrollableResultIsWalkedInBothDirections() throws SQLException {
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            statement.execute("INSERT INTO v (id) VALUES (2), (3)");
            ResultSet rows = statement.executeQuery("SELECT id FROM v ORDER BY id");
            assertThat(rows.isBeforeFirst()).isTrue();
            assertThat(rows.last()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(3);
            assertThat(rows.getRow()).isEqualTo(3);
            assertThat(rows.previous()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
            assertThat(rows.absolute(-3)).isTrue();
            assertThat(rows.isFirst()).isTrue();
            assertThat(rows.relative(5)).isFalse();
            assertThat(rows.isAfterLast()).isTrue();
            assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("no more rows");
            assertThatThrownBy(() -> rows.updateInt(1, 1)).hasMessageContaining("ResultSet.updateInt(int, int)");
        }
        ResultSet forward = read("id");
        assertThatThrownBy(forward::previous).hasMessageContaining("forward only");
    }
}
