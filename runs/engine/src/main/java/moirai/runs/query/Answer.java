package moirai.runs.query;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.runs.files.Json;
import org.jspecify.annotations.Nullable;

/** The answer to a question, which is written while it is read. */
public final class Answer {

    private static final ObjectMapper COMPACT = new ObjectMapper();

    /** The characters that a terminal might obey in a message, which has several lines. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

    private Answer() {}

    /** How an answer is written. Columns have names that differ in each of them: {@code n, n_1}. */
    public enum Format {
        /** Aligned columns for people, with numbers rounded to six digits. */
        TABLE,
        /** A line of headings and a line for each row, as RFC 4180 has them; a null is nothing. */
        CSV,
        /** A list with an object for each row. */
        JSON
    }

    /**
     * The form of an answer.
     *
     * @param rowsMax how many rows are written at most; 0 stands for all
     * @param width the columns of the terminal to which tables are fitted; 0 stands for no limit
     */
    public record Form(Format format, long rowsMax, int width) {}

    /**
     * What was written.
     *
     * @param rows how many rows
     * @param hasMore whether there are rows that were not written
     * @param isNarrowed whether texts were cut to fit the terminal
     */
    public record Given(long rows, boolean hasMore, boolean isNarrowed) {}

    /** Takes the rows of an answer. */
    interface Sheet {

        void row(List<@Nullable Object> values) throws IOException;

        /** Writes what is still to be written; returns whether texts were cut. */
        boolean end() throws IOException;
    }

    static Given of(Connection connection, String sql, Form form, Appendable out) throws IOException {
        int statements = SqlText.statements(sql);
        if (statements > 1) {
            throw new QueryException(statements + " statements are here: expected one statement at a time");
        }
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                throw new QueryException("the statement gives no rows: expected a select");
            }
            try (ResultSet rows = statement.getResultSet()) {
                return write(rows, form, out);
            }
        } catch (SQLException refused) {
            String message = String.valueOf(refused.getMessage()).strip();
            throw new QueryException(CONTROLS.matcher(message).replaceAll("?"), refused);
        }
    }

    private static Given write(ResultSet rows, Form form, Appendable out) throws SQLException, IOException {
        ResultSetMetaData shape = rows.getMetaData();
        List<String> names = names(shape);
        Sheet sheet = switch (form.format()) {
            case TABLE -> new TableSheet(names, form.width(), out);
            case CSV -> new CsvSheet(names, out);
            case JSON -> new JsonSheet(names, out);
        };
        long count = 0;
        boolean hasMore = rows.next();
        while (hasMore && (form.rowsMax() == 0 || count < form.rowsMax())) {
            sheet.row(values(rows, shape));
            count++;
            hasMore = rows.next();
        }
        return new Given(count, hasMore, sheet.end());
    }

    /** Returns the names of the columns; of several with one name, all but the first have a number as well. */
    private static List<String> names(ResultSetMetaData shape) throws SQLException {
        var labels = new ArrayList<String>();
        for (int column = 1; column <= shape.getColumnCount(); column++) {
            labels.add(shape.getColumnLabel(column));
        }
        var taken = new HashSet<>(labels);
        var names = new LinkedHashSet<String>();
        for (String label : labels) {
            String name = label;
            for (int number = 1; names.contains(name) || (number > 1 && taken.contains(name)); number++) {
                name = label + "_" + number;
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    private static List<@Nullable Object> values(ResultSet row, ResultSetMetaData shape) throws SQLException {
        var values = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= shape.getColumnCount(); column++) {
            boolean isTime = shape.getColumnType(column) == Types.TIMESTAMP;
            values.add(PlainValue.of(isTime ? row.getObject(column, LocalDateTime.class) : row.getObject(column)));
        }
        return values;
    }

    /** Writes one line for each row. */
    private static final class CsvSheet implements Sheet {

        private final Appendable out;

        CsvSheet(List<String> names, Appendable out) throws IOException {
            this.out = out;
            line(new ArrayList<>(names));
        }

        private void line(List<@Nullable Object> values) throws IOException {
            out.append(values.stream()
                            .map(value -> value == null ? "" : quoted(value.toString()))
                            .collect(Collectors.joining(",")))
                    .append("\r\n");
        }

        private static String quoted(String value) {
            return value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                    ? '"' + value.replace("\"", "\"\"") + '"'
                    : value;
        }

        @Override
        public void row(List<@Nullable Object> values) throws IOException {
            line(values);
        }

        @Override
        public boolean end() {
            return false;
        }
    }

    /** Writes a list with an object in each line. */
    private static final class JsonSheet implements Sheet {

        private final List<String> names;
        private final Appendable out;
        private String before = "[\n";

        JsonSheet(List<String> names, Appendable out) {
            this.names = names;
            this.out = out;
        }

        @Override
        public void row(List<@Nullable Object> values) throws IOException {
            var object = new LinkedHashMap<String, @Nullable Object>();
            IntStream.range(0, values.size()).forEach(i -> object.put(names.get(i), values.get(i)));
            out.append(before).append(Json.text(COMPACT, object));
            before = ",\n";
        }

        @Override
        public boolean end() throws IOException {
            out.append(before.startsWith("[") ? "[]\n" : "\n]\n");
            return false;
        }
    }

    /** Returns the names of the formats. */
    public static List<String> formats() {
        return Arrays.stream(Format.values())
                .map(format -> format.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
