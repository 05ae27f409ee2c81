package moirai.mockstore.sql;

import java.util.List;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.types.ColumnType;

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
                type.scale(),
                type.foreign());
    }

    /** Returns the columns of the rows that a command returns. */
    static List<ResultColumn> columns(Command command) {
        return command.labels().stream().map(ResultColumn::text).toList();
    }

    static SqlResult rows(String tag, List<ResultColumn> columns, List<List<Object>> rows) {
        return new SqlResult(tag, columns, rows, rows.size());
    }
}
