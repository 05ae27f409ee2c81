package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.Tally;
import moirai.programs.sql.TxnKind;

/** SmallBank with a number of customers. Transactions have the weights of OLTP-Bench. */
public final class SmallBank implements SqlProgram {

    /** The number of customers in the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
    public static final int CUSTOMERS_PAPER = 5;

    /** The initial balance of each account. */
    private static final BigDecimal BALANCE = new BigDecimal("2500.00");

    private final int customers;

    /**
     * Creates a bank.
     *
     * @param customers at least 2
     */
    public SmallBank(int customers) {
        if (customers < 2) {
            throw new IllegalArgumentException("a bank needs at least 2 customers, not " + customers);
        }
        this.customers = customers;
    }

    @Override
    public String name() {
        return "smallbank";
    }

    @Override
    public List<String> schema() {
        return List.of(
                "CREATE TABLE accounts (custid INTEGER PRIMARY KEY, name VARCHAR(64) NOT NULL)",
                "CREATE INDEX accounts_by_name ON accounts (name)",
                "CREATE TABLE savings (custid INTEGER PRIMARY KEY, bal NUMERIC(12, 2) NOT NULL)",
                "CREATE TABLE checking (custid INTEGER PRIMARY KEY, bal NUMERIC(12, 2) NOT NULL)");
    }

    @Override
    public void load(Connection connection) throws SQLException {
        try (var account = connection.prepareStatement("INSERT INTO accounts (custid, name) VALUES (?, ?)");
                var savings = connection.prepareStatement("INSERT INTO savings (custid, bal) VALUES (?, ?)");
                var checking = connection.prepareStatement("INSERT INTO checking (custid, bal) VALUES (?, ?)")) {
            for (int customer = 1; customer <= customers; customer++) {
                account.setInt(1, customer);
                account.setString(2, customerName(customer));
                account.executeUpdate();
                savings.setInt(1, customer);
                savings.setBigDecimal(2, BALANCE);
                savings.executeUpdate();
                checking.setInt(1, customer);
                checking.setBigDecimal(2, BALANCE);
                checking.executeUpdate();
            }
        }
    }

    private static String customerName(int customer) {
        return "customer " + customer;
    }

    @Override
    public List<TxnKind> transactions() {
        return List.of(
                TxnKind.writing("amalgamate", 15, draws -> {
                    int from = draws.between(1, customers);
                    return new Amalgamate(customerName(from), other(draws, from));
                }),
                TxnKind.reading("balance", 15, draws -> new Balance(anyone(draws))),
                TxnKind.writing(
                        "deposit-checking", 15, draws -> new DepositChecking(anyone(draws), draws.money(100, 10_000))),
                TxnKind.writing("send-payment", 25, draws -> {
                    int from = draws.between(1, customers);
                    return new SendPayment(customerName(from), other(draws, from), draws.money(100, 10_000));
                }),
                TxnKind.writing(
                        "transact-savings",
                        15,
                        draws -> new TransactSavings(anyone(draws), draws.money(-10_000, 10_000))),
                TxnKind.writing("write-check", 15, draws -> new WriteCheck(anyone(draws), draws.money(100, 10_000))));
    }

    private String anyone(Draws draws) {
        return customerName(draws.between(1, customers));
    }

    private String other(Draws draws, int customer) {
        return customerName(draws.betweenExcept(1, customers, customer));
    }

    @Override
    public List<SqlAssertion> assertions() {
        return List.of(new SqlAssertion(
                "A13",
                "the bank has what it had, and what was brought and not taken",
                (connection, brought) -> moneyIsKept(connection, brought)));
    }

    private Optional<String> moneyIsKept(Connection connection, BigDecimal brought) throws SQLException {
        var savings = Tally.of(connection, "SELECT custid, bal FROM savings");
        var checking = Tally.of(connection, "SELECT custid, bal FROM checking");
        BigDecimal found = savings.plus(checking).total();
        BigDecimal expected =
                BALANCE.multiply(BigDecimal.valueOf(2L * customers)).add(brought);
        return found.compareTo(expected) == 0
                ? Optional.empty()
                : Optional.of("the accounts hold " + found.toPlainString() + " instead of " + expected.toPlainString());
    }
}
