package moirai.programs.shop;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A shop that sells its stock. Each method is a transaction, which the caller commits. */
public final class Shop {

    private static final String ITEMS = "CREATE TABLE item (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL)";

    private static final String SALES =
            "CREATE TABLE sale (id INTEGER PRIMARY KEY, item INTEGER NOT NULL, pieces INTEGER NOT NULL)";

    private static final String STOCK = "SELECT stock FROM item WHERE id = ?";

    private static final String SET_STOCK = "UPDATE item SET stock = ? WHERE id = ?";

    private static final String ADD_STOCK = "UPDATE item SET stock = stock + ? WHERE id = ?";

    private static final String ADD_SALE = "INSERT INTO sale (id, item, pieces) VALUES (?, ?, ?)";

    /** Creates a shop. */
    public Shop() {}

    /** Returns the statements that create the two tables. */
    public static List<String> schema() {
        return List.of(ITEMS, SALES);
    }

    /**
     * Sells some pieces of an item, and returns whether there were enough. It writes the stock that it has read less
     * the pieces, so one of two concurrent sales may be lost.
     */
    public boolean sell(Connection connection, int sale, int item, int pieces) throws SQLException {
        try (var select = connection.prepareStatement(STOCK)) {
            select.setInt(1, item);
            var found = select.executeQuery();
            if (!found.next()) {
                return false;
            }
            int stock = found.getInt("stock");
            if (stock < pieces) {
                return false;
            }
            try (var update = connection.prepareStatement(SET_STOCK);
                    var insert = connection.prepareStatement(ADD_SALE)) {
                update.setInt(1, stock - pieces);
                update.setInt(2, item);
                update.executeUpdate();
                insert.setInt(1, sale);
                insert.setInt(2, item);
                insert.setInt(3, pieces);
                insert.executeUpdate();
            }
            return true;
        }
    }

    /** Puts pieces of an item on the shelf, in one statement. */
    public void restock(Connection connection, int item, int pieces) throws SQLException {
        try (var update = connection.prepareStatement(ADD_STOCK)) {
            update.setInt(1, pieces);
            update.setInt(2, item);
            update.executeUpdate();
        }
    }
}
