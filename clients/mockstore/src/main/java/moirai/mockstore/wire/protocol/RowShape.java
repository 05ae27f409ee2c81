package moirai.mockstore.wire.protocol;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.ResultColumn;

/**
 * The columns and formats in which the rows of a result are sent.
 *
 * @param binary whether each column's format is binary
 */
public record RowShape(List<ResultColumn> columns, List<Boolean> binary) {

    public RowShape {
        columns = List.copyOf(columns);
        binary = List.copyOf(binary);
    }

    public static RowShape text(List<ResultColumn> columns) {
        return of(columns, List.of());
    }

    /**
     * Returns a shape with the formats that a client requests.
     *
     * @throws StoreException if there are neither none, one, nor as many as columns (SQLSTATE 08P01)
     */
    public static RowShape of(List<ResultColumn> columns, List<Integer> formats) {
        if (formats.size() > 1 && formats.size() != columns.size()) {
            throw new StoreException(
                    "08P01",
                    "bind message has " + formats.size() + " result formats but query has " + columns.size()
                            + " columns");
        }
        List<Boolean> binary = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            binary.add(isBinary(formats, column));
        }
        return new RowShape(columns, binary);
    }

    /** Returns whether a value is binary. No format means text for all, a single format applies to all. */
    public static boolean isBinary(List<Integer> formats, int index) {
        return switch (formats.size()) {
            case 0 -> false;
            case 1 -> formats.getFirst() == 1;
            default -> formats.get(index) == 1;
        };
    }
}
