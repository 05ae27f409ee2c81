package moirai.mockstore.jdbc.session;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.rows.TypeFacts;
import moirai.mockstore.jdbc.values.SqlToJava;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.SqlType;

/** The metadata of a statement's parameters. */
final class ParameterTypesPart implements Part {

    private final List<SqlType> types;

    ParameterTypesPart(List<SqlType> types) {
        this.types = types;
    }

    private SqlType type(int index) throws SQLException {
        if (index < 1 || index > types.size()) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER, "there is no parameter " + index + " among " + types.size());
        }
        return types.get(index - 1);
    }

    public int getParameterCount() {
        return types.size();
    }

    public int getParameterType(int index) throws SQLException {
        return type(index).jdbcType();
    }

    public String getParameterTypeName(int index) throws SQLException {
        return type(index).pgName();
    }

    public String getParameterClassName(int index) throws SQLException {
        return SqlToJava.classOf(type(index)).getName();
    }

    public int getParameterMode(int index) throws SQLException {
        type(index);
        return ParameterMetaData.parameterModeIn;
    }

    public int isNullable(int index) throws SQLException {
        type(index);
        return ParameterMetaData.parameterNullableUnknown;
    }

    public boolean isSigned(int index) throws SQLException {
        return Casts.isNumeric(type(index));
    }

    public int getPrecision(int index) throws SQLException {
        return TypeFacts.precision(type(index));
    }

    public int getScale(int index) throws SQLException {
        type(index);
        return 0;
    }
}
