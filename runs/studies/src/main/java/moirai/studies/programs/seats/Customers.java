package moirai.studies.programs.seats;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** UpdateCustomer of SEATS. The caller commits. */
public final class Customers {

    private static final String CUSTOMER_OF_NAME = "SELECT c_id FROM customer WHERE c_id_str = ?";

    private static final String CUSTOMER = "SELECT c_base_ap_id FROM customer WHERE c_id = ?";

    private static final String AIRPORT = "SELECT ap_co_id FROM airport WHERE ap_id = ?";

    private static final String COUNTRY = "SELECT co_name FROM country WHERE co_id = ?";

    private static final String FREQUENT_FLYERS = "SELECT ff_al_id FROM frequent_flyer WHERE ff_c_id = ?";

    private static final String UPDATE_FREQUENT_FLYER =
            "UPDATE frequent_flyer SET ff_iattr00 = ? WHERE ff_c_id = ? AND ff_al_id = ?";

    private static final String UPDATE_CUSTOMER = "UPDATE customer SET c_iattr00 = ?, c_iattr11 = ? WHERE c_id = ?";

    /**
     * Executes UpdateCustomer; returns the country of the customer's airport, empty if there is no such customer.
     *
     * @param isFlyerUpdated whether the customer's data at airlines is changed as well
     */
    public String updateCustomer(Connection connection, String name, int attribute, boolean isFlyerUpdated)
            throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER_OF_NAME);
                var update = connection.prepareStatement(UPDATE_CUSTOMER)) {
            select.setString(1, name);
            ResultSet found = select.executeQuery();
            if (!found.next()) {
                return "";
            }
            int customer = found.getInt("c_id");
            String country = country(connection, customer);
            if (isFlyerUpdated) {
                updateFlyers(connection, customer, attribute);
            }
            update.setInt(1, attribute);
            update.setInt(2, attribute);
            update.setInt(3, customer);
            update.executeUpdate();
            return country;
        }
    }

    private String country(Connection connection, int customer) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER);
                var airport = connection.prepareStatement(AIRPORT);
                var country = connection.prepareStatement(COUNTRY)) {
            select.setInt(1, customer);
            ResultSet customers = select.executeQuery();
            customers.next();
            airport.setInt(1, customers.getInt("c_base_ap_id"));
            ResultSet airports = airport.executeQuery();
            airports.next();
            country.setInt(1, airports.getInt("ap_co_id"));
            ResultSet countries = country.executeQuery();
            countries.next();
            return countries.getString("co_name");
        }
    }

    private void updateFlyers(Connection connection, int customer, int attribute) throws SQLException {
        try (var flyers = connection.prepareStatement(FREQUENT_FLYERS);
                var update = connection.prepareStatement(UPDATE_FREQUENT_FLYER)) {
            flyers.setInt(1, customer);
            ResultSet airlines = flyers.executeQuery();
            while (airlines.next()) {
                update.setInt(1, attribute);
                update.setInt(2, customer);
                update.setInt(3, airlines.getInt("ff_al_id"));
                update.executeUpdate();
            }
        }
    }
}
