package moirai.programs.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.TxnType;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.observation.Observer;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Hint;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.observation.txns.Parameter;
import moirai.programs.smallbank.Amalgamate;
import moirai.programs.smallbank.Balance;
import moirai.programs.smallbank.DepositChecking;
import moirai.programs.smallbank.SendPayment;
import moirai.programs.smallbank.SmallBank;
import moirai.programs.smallbank.TransactSavings;
import moirai.programs.smallbank.WriteCheck;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.CustomerKey;
import moirai.programs.tpcc.Payment;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Shows that reading a program's source and observing its runs give the same model. */
@Tag("long")
class BothFrontEndsTest {

    /** The bounds of anomalies between two calls in one row of each table. */
    private static final Bounds ONE_ROW = new Bounds(2, 4, 1, 2, 1);

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static final Map<String, Program> SEEN = new HashMap<>();

    private static RecordedSource database(SqlProgram program) throws SQLException {
        var source = JdbcConnectionPool.create(
                "jdbc:h2:mem:both" + NUMBERS.incrementAndGet() + ";DB_CLOSE_DELAY=-1", "sa", "");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String definition : program.schema()) {
                statement.execute(definition);
            }
        }
        return new RecordedSource(source);
    }

    private static ObservedTxn txn(
            RecordedSource source, String name, List<Parameter> parameters, Function<Arguments, SqlTxn> made) {
        return new ObservedTxn(name, parameters, arguments -> {
            try (Connection connection = source.source().getConnection()) {
                connection.setAutoCommit(false);
                if (made.apply(arguments).run(connection).commits()) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        });
    }

    /** Returns the observed SmallBank, which all tests share. */
    static synchronized Program smallBank() throws SQLException {
        Program known = SEEN.get("smallbank");
        return known == null ? seen(observedSmallBank()) : known;
    }

    private static Program seen(Program program) {
        SEEN.put(program.name(), program);
        return program;
    }

    private static Program observedSmallBank() throws SQLException {
        RecordedSource source = database(new SmallBank(2));
        List<Parameter> money = List.of(Parameter.text("name"), Parameter.decimal("amount"));
        List<Parameter> pair = List.of(Parameter.text("from"), Parameter.text("to"));
        return new Observer(source, Options.USUAL)
                .observe(
                        "smallbank",
                        List.of(
                                txn(source, "amalgamate", pair, a -> new Amalgamate(a.text("from"), a.text("to"))),
                                txn(source, "balance", money.subList(0, 1), a -> new Balance(a.text("name"))),
                                txn(
                                        source,
                                        "depositChecking",
                                        money,
                                        a -> new DepositChecking(a.text("name"), a.decimal("amount"))),
                                txn(
                                        source,
                                        "sendPayment",
                                        List.of(pair.get(0), pair.get(1), money.get(1)),
                                        a -> new SendPayment(a.text("from"), a.text("to"), a.decimal("amount"))),
                                txn(
                                        source,
                                        "transactSavings",
                                        money,
                                        a -> new TransactSavings(a.text("name"), a.decimal("amount"))),
                                txn(
                                        source,
                                        "writeCheck",
                                        money,
                                        a -> new WriteCheck(a.text("name"), a.decimal("amount")))))
                .program();
    }

    static Program read(String folder) {
        return JavaSources.translate(SourceOptions.of(Path.of("src/main/java/moirai/programs", folder), 1))
                .program();
    }

    /** Asserts equal anomalies. Transactions of the source that the application never calls are left out. */
    private static void assertSameAnomalies(Program read, Program seen, Promises level) {
        Set<String> expected = anomalies(read, level);

        assertThat(anomalies(seen, level)).isEqualTo(expected).isNotEmpty();
    }

    /**
     * Returns the anomalies by transactions, tables and kinds of statements, because both front-ends number statements
     * differently.
     */
    private static Set<String> anomalies(Program program, Promises level) {
        return new AnomalySearch(program, Levels.all(level), ONE_ROW)
                .find().anomalies().stream()
                        .map(anomaly -> anomaly.hops().stream()
                                .map(hop -> shown(program, hop.txn(), hop.in()) + ".."
                                        + shown(program, hop.txn(), hop.out()))
                                .sorted()
                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String shown(Program program, String txn, String label) {
        return program.txn(txn).statements(1).stream()
                .filter(statement -> statement.label().equals(label))
                .map(statement -> txn + " " + statement.getClass().getSimpleName() + " " + statement.table())
                .map(text -> text.toLowerCase(Locale.ROOT))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the statements in small letters, without guards, which SameGuardsTest compares. */
    private static List<String> statements(Program program) {
        return ProgramPrinter.print(program)
                .toLowerCase(Locale.ROOT)
                .lines()
                .filter(line -> line.startsWith("  ") && !line.startsWith("  commit if"))
                .map(line -> line.contains("  if ") ? line.substring(0, line.indexOf("  if ")) : line)
                .toList();
    }

    @Test
    void smallBankIsTheSame() throws SQLException {
        Program seen = smallBank();
        Program read =
                read("smallbank").only(seen.txns().stream().map(TxnType::name).toList());

        assertThat(statements(seen)).isEqualTo(statements(read));
        List<String> some = List.of("balance", "transactSavings");
        assertSameAnomalies(read.only(some), seen.only(some), Promises.READ_COMMITTED);
    }

    @Test
    void guardsAreFoundByBisection() throws SQLException {
        assertThat(ProgramPrinter.print(smallBank())).contains("""
                  u1: UPDATE CHECKING SET BAL = BAL - :amount WHERE CUSTID = q1.CUSTID ATOMICALLY  IF :amount <= q3.BAL
                """, """
                  u1: UPDATE CHECKING SET BAL = BAL - (:amount + 1) WHERE CUSTID = q1.CUSTID ATOMICALLY\
                  IF :amount > q2.BAL + q3.BAL
                """, """
                  COMMIT IF count(q1) > 0 AND count(q2) > 0 AND count(q3) > 0
                """);
    }

    /**
     * The source leaves open whether the customer is identified by number; here both identify the customer by number.
     */
    @Test
    void paymentByNumberIsTheSame() throws SQLException {
        Program read = read("tpcc").only(Set.of("payment"));

        assertThat(withoutLabels(payment())).isEqualTo(withoutLabels(read));
    }

    private static List<String> withoutLabels(Program program) {
        return ProgramPrinter.print(program)
                .toLowerCase(Locale.ROOT)
                .lines()
                .filter(line -> line.startsWith("  ") && !line.startsWith("  commit if"))
                .filter(line -> !line.contains(":payer_kind > 0"))
                .map(line -> line.contains("  if ") ? line.substring(0, line.indexOf("  if ")) : line)
                .map(line -> line.replace(":payer_id", ":customer").replaceFirst("^  [a-z]\\d+: ", ""))
                .map(line -> line.replaceAll("\\(*any\\(.*?(?= where |, h_|$)", "any"))
                .toList();
    }

    /** This test takes a minute, so only the sweeps run it. */
    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void paymentHasTheSameAnomalies() throws SQLException {
        assertSameAnomalies(read("tpcc").only(Set.of("payment")), payment(), Promises.READ_COMMITTED);
    }

    static synchronized Program payment() throws SQLException {
        Program known = SEEN.get("payment");
        return known == null ? seen(observedPayment()) : known;
    }

    private static Program observedPayment() throws SQLException {
        RecordedSource source = database(new Tpcc(TpccScale.PAPER));
        List<Parameter> parameters = List.of(
                Parameter.integer("warehouse"),
                Parameter.integer("district"),
                Parameter.integer("customer"),
                Parameter.decimal("amount").upTo(9000),
                Parameter.time("paid"));
        var options = new Options(4000, List.of(new Hint("customer.c_credit", "BC")));
        return new Observer(source, options)
                .observe(
                        "payment",
                        List.of(txn(
                                source,
                                "payment",
                                parameters,
                                a -> new Payment(
                                        a.integer("warehouse"),
                                        a.integer("district"),
                                        new CustomerKey.ById(a.integer("customer")),
                                        a.decimal("amount"),
                                        a.time("paid")))))
                .program();
    }
}
