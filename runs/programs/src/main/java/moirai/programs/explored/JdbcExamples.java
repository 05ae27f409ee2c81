package moirai.programs.explored;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcCall;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.programs.smallbank.DepositChecking;
import moirai.programs.smallbank.SendPayment;
import moirai.programs.smallbank.SmallBank;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.CustomerKey;
import moirai.programs.tpcc.Payment;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;

/** Small JDBC programs by name, made of transactions of real applications. */
public final class JdbcExamples {

    /** The initial money of a customer in both accounts together. */
    private static final BigDecimal BALANCES = new BigDecimal("5000.00");

    private static final BigDecimal MOST = new BigDecimal("3000.00");

    private JdbcExamples() {}

    /** Returns the names of all programs. */
    public static List<String> names() {
        return List.of("bank-transfer", "bank-withdrawals", "tpcc-payment");
    }

    /** Returns the program of this name; empty if there is none. */
    public static Optional<JdbcProgram> named(String name) {
        return switch (name) {
            case "bank-transfer" -> Optional.of(transfer());
            case "bank-withdrawals" -> Optional.of(withdrawals());
            case "tpcc-payment" -> Optional.of(payment());
            default -> Optional.empty();
        };
    }

    /** Returns a program in which a deposit or a transfer from the same account of SmallBank may be lost. */
    private static JdbcProgram transfer() {
        var bank = new SmallBank(2);
        var deposit = new DepositChecking("customer 1", new BigDecimal("100.00"));
        return on(bank).session(call("deposit", deposit))
                .session(call("send payment", new SendPayment("customer 1", "customer 2", new BigDecimal("50.00"))))
                .afterwards("audit", audit(bank, "A13", deposit.amount()));
    }

    /**
     * Returns a program of two withdrawals. Each looks at both accounts of a customer, and together they may take too
     * much.
     */
    private static JdbcProgram withdrawals() {
        return on(new SmallBank(2))
                .session(call("withdraw", new Withdraw("checking", 1, MOST)))
                .session(call("withdraw", new Withdraw("savings", 1, MOST)))
                .afterwards("audit", connection -> {
                    try (var statement = connection.createStatement();
                            var rows = statement.executeQuery("SELECT checking.bal + savings.bal FROM checking"
                                    + " JOIN savings ON savings.custid = checking.custid WHERE checking.custid = 1")) {
                        rows.next();
                        BigDecimal left = rows.getBigDecimal(1);
                        if (left.signum() < 0) {
                            throw new AssertionError("of " + BALANCES + ", " + left + " are left");
                        }
                        return left;
                    }
                });
    }

    /** Two payments of a customer of TPC-C. */
    private static JdbcProgram payment() {
        var tpcc = new Tpcc(new TpccScale(1, 1, 1, 1, 1, 1));
        return on(tpcc).session(call("payment of 10.00", pay("10.00")))
                .session(call("payment of 20.00", pay("20.00")))
                .afterwards("audit", audit(tpcc, "A8", BigDecimal.ZERO));
    }

    private static Payment pay(String amount) {
        return new Payment(1, 1, new CustomerKey.ById(1), new BigDecimal(amount), LocalDateTime.of(2000, 1, 1, 0, 0));
    }

    private static JdbcProgram on(SqlProgram application) {
        return JdbcProgram.on(application.schema(), connection -> {
            application.load(connection);
            return "";
        });
    }

    private static JdbcCall call(String name, SqlTxn txn) {
        return new JdbcCall(name, connection -> {
            if (txn.run(connection).commits()) {
                return "done";
            }
            connection.rollback();
            return "refused";
        });
    }

    /** Returns a call that checks one of an application's assertions. */
    private static JdbcBody audit(SqlProgram application, String id, BigDecimal brought) {
        SqlAssertion assertion = application.assertions().stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(application.name() + " has no assertion " + id));
        return connection -> {
            assertion.check().counterexample(connection, brought).ifPresent(found -> {
                throw new AssertionError(id + ": " + found);
            });
            return assertion.claim();
        };
    }
}
