package moirai.mockstore.sql.types;

import java.util.List;

/**
 * An array of one dimension, which exists as a parameter or a literal alone: no column and no result has one.
 *
 * @param element the type of the elements
 * @param values the elements, as the type represents them, or {@link SqlNull#NULL}
 */
public record SqlArray(SqlType element, List<Object> values) {

    public SqlArray {
        values = List.copyOf(values);
    }

    /** Returns the array with its elements converted by casts; exceptions are those of {@link Conversion#cast}. */
    public SqlArray cast(ColumnType to) {
        return new SqlArray(
                to.type(),
                values.stream()
                        .map(value -> Conversion.cast(value, element, to))
                        .toList());
    }

    /** Returns the array as PostgreSQL writes it, such as {@code {1,2,NULL}}. */
    @Override
    public String toString() {
        return ArrayText.write(this);
    }
}
