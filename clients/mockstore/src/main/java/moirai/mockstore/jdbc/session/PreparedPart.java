package moirai.mockstore.jdbc.session;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.rows.Rows;
import moirai.mockstore.jdbc.values.Fit;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a prepared statement that execute it. The statement is compiled when it is first executed or
 * described, not before, because the program may create its tables in between, as with pgjdbc.
 */
final class PreparedPart implements Part {

    private final StatementPart statement;
    private final ParameterValues parameters;
    private final Batch batch;
    private final GeneratedKeys keys;
    private final String sql;

    PreparedPart(StatementPart statement, ParameterValues parameters, Batch batch, String sql, GeneratedKeys keys) {
        this.statement = statement;
        this.parameters = parameters;
        this.batch = batch;
        this.keys = keys;
        this.sql = keys.addTo(sql);
    }

    private PreparedSql prepared() {
        return statement.session().prepare(sql);
    }

    private void run() throws SQLException {
        statement.start();
        statement.finish(List.of(answer(parameters.copy())));
    }

    private Answer answer(ParameterValues given) throws SQLException {
        PreparedSql prepared = prepared();
        return keys.answer(statement.session().execute(prepared, fitted(given, prepared.parameterTypes())));
    }

    private List<Object> fitted(ParameterValues given, List<SqlType> types) throws SQLException {
        if (given.count() > types.size()) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER,
                    "parameter " + given.count() + " is set, but the statement has " + types.size() + ": " + sql);
        }
        var values = new ArrayList<Object>(types.size());
        for (int i = 0; i < types.size(); i++) {
            values.add(Fit.to(types.get(i), given.value(i + 1)));
        }
        return values;
    }

    public boolean execute() throws SQLException {
        run();
        return statement.isRows();
    }

    public ResultSet executeQuery() throws SQLException {
        run();
        return statement.requireRows();
    }

    public int executeUpdate() throws SQLException {
        return Math.toIntExact(executeLargeUpdate());
    }

    public long executeLargeUpdate() throws SQLException {
        run();
        return statement.requireCount();
    }

    public void clearParameters() {
        parameters.clear();
    }

    public void addBatch() {
        ParameterValues given = parameters.copy();
        batch.add(() -> answer(given));
    }

    /** Returns the metadata of the rows; null, as JDBC requires, if the statement returns none. */
    public @Nullable ResultSetMetaData getMetaData() {
        var columns = prepared().columns();
        return columns.isEmpty()
                ? null
                : Rows.metaData(columns, statement.session().refusals());
    }

    public ParameterMetaData getParameterMetaData() {
        return Facade.of(
                ParameterMetaData.class,
                statement.session().refusals(),
                new ParameterTypesPart(prepared().parameterTypes()));
    }

    @Override
    public String toString() {
        return sql;
    }
}
