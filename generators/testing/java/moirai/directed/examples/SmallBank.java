package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;

/**
 * The six transactions of SmallBank, after Alomari, Cahill, Fekete, Röhm, The Cost of Serializability on Platforms That
 * Use Snapshot Isolation (2008), section 3, with the statements of OLTP-Bench. Increments are a read and a write, as
 * CLOTHO has them. Without an account nothing is read or written. A debt is not a natural number, so it is an unknown
 * value.
 */
public final class SmallBank {

    private SmallBank() {}

    public static Program program() {
        return new Program(
                "smallbank",
                List.of(
                        table("ACCOUNTS", "name", "custid"),
                        table("SAVINGS", "custid", "bal"),
                        table("CHECKING", "custid", "bal")),
                List.of(
                        txn("balance", "name", account("q1", "name"), savings("q2", "q1"), checking("q3", "q1")),
                        txn(
                                "depositChecking",
                                "name,amount",
                                account("q1", "name"),
                                checking("q2", "q1"),
                                change("u1", "CHECKING", "q1", result("q2.bal").plus(parameter("amount")))),
                        txn(
                                "transactSavings",
                                "name,amount",
                                account("q1", "name"),
                                savings("q2", "q1"),
                                change("u1", "SAVINGS", "q1", result("q2.bal").plus(parameter("amount")))),
                        amalgamate(),
                        writeCheck(),
                        sendPayment()));
    }

    private static TxnType amalgamate() {
        return txn(
                "amalgamate",
                "from,to",
                account("q1", "from"),
                account("q2", "to"),
                savings("q3", "q1"),
                checking("q4", "q2"),
                change("u1", "CHECKING", "q1", constant(0)),
                savings("q5", "q2"),
                change(
                        "u2",
                        "SAVINGS",
                        "q2",
                        result("q5.bal").plus(result("q3.bal").plus(result("q4.bal")))));
    }

    private static TxnType writeCheck() {
        Expression total = result("q2.bal").plus(result("q3.bal"));
        Expression amount = parameter("amount");
        return txn(
                "writeCheck",
                "name,amount",
                account("q1", "name"),
                savings("q2", "q1"),
                checking("q3", "q1"),
                when(compare(total, "<", amount), change("u1", "CHECKING", "q1", new Expression.Any("debt"))),
                when(
                        compare(total, ">=", amount),
                        change("u2", "CHECKING", "q1", result("q3.bal").minus(amount))));
    }

    private static TxnType sendPayment() {
        Expression amount = parameter("amount");
        return txn(
                "sendPayment",
                "from,to,amount",
                account("q1", "from"),
                account("q2", "to"),
                checking("q3", "q1"),
                when(
                        compare(result("q3.bal"), ">=", amount),
                        change("u1", "CHECKING", "q1", result("q3.bal").minus(amount))),
                when(compare(result("q3.bal"), ">=", amount), checking("q4", "q2")),
                when(
                        compare(result("q3.bal"), ">=", amount),
                        change("u2", "CHECKING", "q2", result("q4.bal").plus(amount))));
    }

    private static Statement account(String label, String parameter) {
        return select(label, "custid", "ACCOUNTS", is("name", parameter));
    }

    private static Statement savings(String label, String account) {
        return when(
                Condition.exists(account), select(label, "bal", "SAVINGS", is("custid", result(account + ".custid"))));
    }

    private static Statement checking(String label, String account) {
        return when(
                Condition.exists(account), select(label, "bal", "CHECKING", is("custid", result(account + ".custid"))));
    }

    private static Statement change(String label, String table, String account, Expression value) {
        return when(
                Condition.exists(account),
                update(label, table, is("custid", result(account + ".custid")), to("bal", value)));
    }
}
