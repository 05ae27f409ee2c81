package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import java.util.Locale;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** The textbook's anomalies: for each the smallest program that can suffer it, and the ring that shows it. */
@SuppressWarnings("ImmutableEnumChecker") // List.of is immutable, and so are the records in it.
public enum TextbookAnomaly {
    DIRTY_WRITE(List.of("writeBoth", "writeBoth"), write("writeBoth", "x", "y")),
    INTERMEDIATE_READ(List.of("writeTwice", "read"), write("writeTwice", "x", "x"), read("read", "x")),
    FRACTURED_READ(List.of("writeBoth", "readBoth"), write("writeBoth", "x", "y"), read("readBoth", "x", "y")),
    NON_REPEATABLE_READ(List.of("write", "readTwice"), write("write", "x"), read("readTwice", "x", "x")),
    CAUSALITY_VIOLATION(
            List.of("post", "reply", "look"),
            write("post", "x"),
            txn("reply", "v", readOf("q1", "x"), writeOf("u1", "y")),
            read("look", "y", "x")),
    LOST_UPDATE(
            List.of("payment", "payment"),
            txn(
                    "payment",
                    "amount",
                    readOf("q1", "x"),
                    update("u1", "X", key("x"), to("v", result("q1.v").plus(parameter("amount")))))),
    LOST_UPDATE_WITH_GUARD(
            List.of("withdraw", "withdraw"),
            txn(
                    "withdraw",
                    "id,amount",
                    select("q1", "v", "X", is("id", "id")),
                    when(
                            compare(result("q1.v"), ">=", parameter("amount")),
                            update(
                                    "u1",
                                    "X",
                                    is("id", "id"),
                                    to("v", result("q1.v").minus(parameter("amount"))))))),
    LONG_FORK(
            List.of("writeX", "look", "writeY", "look"),
            write("writeX", "x"),
            write("writeY", "y"),
            read("look", "x", "y")),
    WRITE_SKEW(List.of("copyX", "copyY"), copy("copyX", "x", "y"), copy("copyY", "y", "x")),
    READ_ONLY_ANOMALY(
            List.of("withdraw", "deposit", "report"),
            txn("withdraw", "v", readOf("q1", "x"), readOf("q2", "y"), writeOf("u1", "x")),
            txn("deposit", "v", readOf("q1", "y"), writeOf("u1", "y")),
            read("report", "x", "y")),
    PHANTOM_WRITE_SKEW(
            List.of("book", "book"),
            txn(
                    "book",
                    "seat",
                    select("q1", "", "X", Condition.always()),
                    when(
                            compare(new Expression.Count("q1"), "=", constant(0)),
                            insert("i1", "X", to("id", parameter("seat")), to("v", constant(1))))));

    private static final Table X = table("X", "id", "v");

    private final List<String> ring;
    private final List<TxnType> txns;

    TextbookAnomaly(List<String> ring, TxnType... txns) {
        this.ring = List.copyOf(ring);
        this.txns = List.of(txns);
    }

    /** Returns the transactions of the cycle, each with an edge to the next, and the last to the first. */
    public List<String> ring() {
        return ring;
    }

    public Program program() {
        return new Program(title(), List.of(X), txns);
    }

    /** Returns the name with hyphens. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Condition key(String row) {
        return is("id", constant(row.equals("x") ? 0 : 1));
    }

    private static Statement readOf(String label, String row) {
        return select(label, "v", "X", key(row));
    }

    private static Statement writeOf(String label, String row) {
        return update(label, "X", key(row), to("v", parameter("v")));
    }

    private static TxnType copy(String name, String from, String to) {
        return txn(name, "", readOf("q1", from), update("u1", "X", key(to), to("v", result("q1.v"))));
    }

    private static TxnType read(String name, String first) {
        return txn(name, "", readOf("q1", first));
    }

    private static TxnType read(String name, String first, String second) {
        return txn(name, "", readOf("q1", first), readOf("q2", second));
    }

    private static TxnType write(String name, String row) {
        return txn(name, "v", writeOf("u1", row));
    }

    private static TxnType write(String name, String first, String second) {
        return txn(name, "v,w", writeOf("u1", first), update("u2", "X", key(second), to("v", parameter("w"))));
    }
}
