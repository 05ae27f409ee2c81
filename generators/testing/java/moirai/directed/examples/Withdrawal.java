package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import moirai.directed.program.Program;

/**
 * Withdrawals that look at the balance first, after Nagar, Jagannathan, Automated Detection of Serializability
 * Violations under Weak Consistency (2018), figure 1.
 */
public final class Withdrawal {

    private Withdrawal() {}

    public static Program program() {
        return new Program(
                "withdrawal",
                List.of(table("ACCOUNT", "id", "balance")),
                List.of(txn(
                        "withdraw",
                        "id,amount",
                        select("q1", "balance", "ACCOUNT", is("id", "id")),
                        when(
                                compare(result("q1.balance"), ">", parameter("amount")),
                                update(
                                        "u1",
                                        "ACCOUNT",
                                        is("id", "id"),
                                        to("balance", result("q1.balance").minus(parameter("amount"))))))));
    }
}
