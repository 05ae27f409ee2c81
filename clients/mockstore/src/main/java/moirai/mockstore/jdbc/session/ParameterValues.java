package moirai.mockstore.jdbc.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** The values set so far for a statement's parameters. */
final class ParameterValues {

    private final List<Optional<Object>> values = new ArrayList<>();

    /**
     * Sets the value of a parameter.
     *
     * @param index from 1
     */
    void set(int index, Object value) throws SQLException {
        if (index < 1) {
            throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "parameters are numbered from 1, not from " + index);
        }
        while (values.size() < index) {
            values.add(Optional.empty());
        }
        values.set(index - 1, Optional.of(value));
    }

    /** Returns the highest index of a parameter that was set. */
    int count() {
        return values.size();
    }

    Object value(int index) throws SQLException {
        Optional<Object> value = index <= values.size() ? values.get(index - 1) : Optional.empty();
        if (value.isEmpty()) {
            throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "no value was given for parameter " + index);
        }
        return value.orElseThrow();
    }

    void clear() {
        values.clear();
    }

    ParameterValues copy() {
        var copy = new ParameterValues();
        copy.values.addAll(values);
        return copy;
    }
}
