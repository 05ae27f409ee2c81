package moirai.mockstore.jdbc.values;

import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import moirai.mockstore.StoreException;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.Refusals;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.types.SqlArray;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;
import org.jspecify.annotations.Nullable;

/** An array of one dimension, for parameters. */
public final class ArrayPart implements Part {

    private final SqlArray array;

    private ArrayPart(SqlArray array) {
        this.array = array;
    }

    /**
     * Returns an array of these elements.
     *
     * @param typeName the name of the elements' type, such as {@code bigint}
     * @throws SQLException if there is no such type (SQLSTATE 42704), or it has no such values (22P02 and others), or
     *    the type, or an array within the array, is not supported (0A000)
     */
    public static Array of(String typeName, @Nullable Object @Nullable [] elements, Refusals refusals)
            throws SQLException {
        if (elements == null) {
            throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "the elements of an array must not be null");
        }
        return Facade.of(Array.class, refusals, new ArrayPart(array(typeName, elements)));
    }

    /** Returns the value of an array of any driver. */
    static SqlArray value(Array given) throws SQLException {
        if (given.getArray() instanceof Object[] elements) {
            return array(given.getBaseTypeName(), elements);
        }
        throw SqlErrors.notSupported("an array of " + given.getClass().getName());
    }

    private static SqlArray array(String typeName, @Nullable Object... elements) throws SQLException {
        SqlType type = type(typeName);
        var values = new ArrayList<>();
        for (Object element : elements) {
            if (element instanceof Object[]) {
                throw SqlErrors.notSupported("an array of several dimensions");
            }
            Object value = Fit.to(type, JavaToSql.value(element));
            values.add(value instanceof String text ? TextFormat.read(text, type) : value);
        }
        return new SqlArray(type, values);
    }

    private static SqlType type(String name) throws SQLException {
        try {
            return TypeNames.of(name).type();
        } catch (StoreException unknown) {
            throw SqlErrors.of(unknown.sqlState(), String.valueOf(unknown.getMessage()));
        }
    }

    public String getBaseTypeName() {
        return array.element().pgName();
    }

    public int getBaseType() {
        return array.element().jdbcType();
    }

    public Object getArray() throws SQLException {
        var elements = (@Nullable Object[]) java.lang.reflect.Array.newInstance(
                SqlToJava.classOf(array.element()), array.values().size());
        for (int index = 0; index < elements.length; index++) {
            Object value = array.values().get(index);
            elements[index] = value == SqlNull.NULL ? null : SqlToJava.object(value);
        }
        return elements;
    }

    /** Does nothing, because the array holds no resource. */
    public void free() {}

    @Override
    public String toString() {
        return array.toString();
    }
}
