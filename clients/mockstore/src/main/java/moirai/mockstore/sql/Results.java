package moirai.mockstore.sql;

import java.util.List;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.types.ColumnType;

/** Creates the results of statements. */
final class Results {

    private Results() {}

    static List<ResultColumn> columns(List<Output> outputs, Catalog catalog) {
        return outputs.stream().map(output -> column(output, catalog)).toList();
    }

    private static ResultColumn column(Output output, Catalog catalog) {
        ColumnType type = output.type();
        int table = output.table().isEmpty() ? 0 : catalog.foreignTypes().tableNumber(output.table());
        int column = table == 0 ? 0 : catalog.table(output.table()).require(output.column()) + 1;
        return new ResultColumn(
                output.label(),
                type.type(),
                output.table(),
                output.column(),
                Math.max(0, type.precision()),
                type.scale(),
                table,
                column,
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
