package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;

/** An identification of a customer: in 60 of 100 cases by last name (clauses 2.5.1.2 and 2.6.1.2). */
public sealed interface CustomerKey {

    /** A customer by number. */
    record ById(int id) implements CustomerKey {}

    /** A customer by last name, which others may share. */
    record ByName(String last) implements CustomerKey {}

    /** Selects the customers of a last name, ordered by first name. */
    String BY_NAME = "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first, c_id";

    /** Returns the customer's number. Of n customers with the same name it is the one at position n/2, rounded up. */
    default int find(Connection connection, int warehouse, int district) throws SQLException {
        return switch (this) {
            case ById(int id) -> id;
            case ByName(String last) -> {
                try (var select = connection.prepareStatement(BY_NAME)) {
                    select.setInt(1, warehouse);
                    select.setInt(2, district);
                    select.setString(3, last);
                    var rows = select.executeQuery();
                    var ids = new ArrayList<Integer>();
                    while (rows.next()) {
                        ids.add(rows.getInt("c_id"));
                    }
                    yield ids.get((ids.size() + 1) / 2 - 1);
                }
            }
        };
    }
}
