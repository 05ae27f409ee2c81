package moirai.mockstore.sql;

import java.util.List;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;

/** Creates the results of statements. */
final class Results {

    private Results() {}

    static List<ResultColumn> columns(List<Output> outputs) {
        return outputs.stream().map(Results::column).toList();
    }

    private static ResultColumn column(Output output) {
        ColumnType type = output.type();
        return new ResultColumn(
                output.label(),
                type.type(),
                output.table(),
                output.column(),
                Math.max(0, type.precision()),
                type.scale());
    }

    /** Returns the columns of the rows that a command returns. */
    static List<ResultColumn> columns(Command command) {
        return switch (command) {
            case Command.Show show when show.name().equals("all") -> texts("name", "setting");
            case Command.Show show -> texts(show.name());
            case Command.Explain explain -> texts("QUERY PLAN");
            case Command.Begin begin -> List.of();
            case Command.Commit commit -> List.of();
            case Command.Rollback rollback -> List.of();
            case Command.Savepoint savepoint -> List.of();
            case Command.Release release -> List.of();
            case Command.RollbackTo rollback -> List.of();
            case Command.SetTransaction set -> List.of();
            case Command.Set set -> List.of();
            case Command.ResetAll reset -> List.of();
            case Command.Checkpoint checkpoint -> List.of();
            case Command.Nothing nothing -> List.of();
            case Command.Truncate truncate -> List.of();
        };
    }

    private static List<ResultColumn> texts(String... labels) {
        return List.of(labels).stream()
                .map(label -> new ResultColumn(label, SqlType.TEXT, "", "", 0, 0))
                .toList();
    }

    /** Returns the result of a statement that returns no rows. */
    static SqlResult done(String tag) {
        return new SqlResult(tag, List.of(), List.of(), -1);
    }

    static SqlResult rows(String tag, List<ResultColumn> columns, List<List<Object>> rows) {
        return new SqlResult(tag, columns, rows, rows.size());
    }
}
