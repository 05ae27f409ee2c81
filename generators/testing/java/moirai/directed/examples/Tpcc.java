package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.LinkedHashMap;
import java.util.List;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Invariant;
import moirai.directed.program.Loop;
import moirai.directed.program.Operator;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;

/**
 * The five transactions of TPC-C, after its specification (revision 5.11), clause 2, with the tables of clause 1.
 *
 * <p>Some details are precise because verdicts depend on them: delivery takes the least new order, order status the
 * greatest order of its customer; statements that depend on a SELECT run only if it returned a row; ids of existing
 * orders are below the next one of their district. Increments are a read and a write, as CLOTHO has them. Some details
 * are left out: fields that are only passed through, the rollback of a new order with an item that does not exist, and
 * the choice of the middle one among customers of one name, which is the first one here.
 */
public final class Tpcc {

    private Tpcc() {}

    public static Program program() {
        return new Program(
                "tpcc",
                List.of(
                        table("WAREHOUSE", "w", "tax", "ytd"),
                        table("DISTRICT", "w,d", "ytd", "next"),
                        table("CUSTOMER", "w,d,c", "last", "balance"),
                        table("HISTORY", "h", "amount"),
                        table("ITEM", "i", "price"),
                        table("STOCK", "w,i", "quantity"),
                        table("ORDERS", "w,d,o", "c", "carrier"),
                        table("NEW_ORDER", "w,d,o"),
                        table("ORDER_LINE", "w,d,o,line", "i", "amount", "delivered")),
                List.of(newOrder(), payment(), orderStatus(), delivery(), stockLevel()))
                .starting(List.of(below("ORDERS"), below("NEW_ORDER"), below("ORDER_LINE")));
    }

    private static Invariant below(String table) {
        var rows = new LinkedHashMap<String, String>();
        rows.put("o", table);
        rows.put("d", "DISTRICT");
        Condition other = new Condition.Not(
                Condition.and(compare(field("o.w"), "=", field("d.w")), compare(field("o.d"), "=", field("d.d"))));
        return new Invariant(
                table + " ids are given out",
                rows,
                new Condition.Or(List.of(other, compare(field("o.o"), "<", field("d.next")))));
    }

    private static TxnType newOrder() {
        Expression item = new Expression.Any("item");
        Expression supplier = new Expression.Any("supplier");
        Condition district = Condition.and(Condition.exists("q1"), Condition.exists("q2"), Condition.exists("q3"));
        Condition stocked = Condition.and(district, Condition.exists("q4"));
        Condition sold = Condition.and(stocked, Condition.exists("q5"));
        return txn(
                "newOrder",
                "w,d,c,lines",
                select("q1", "tax", "WAREHOUSE", is("w", "w")),
                when(Condition.exists("q1"), select("q2", "last", "CUSTOMER", customer(parameter("c")))),
                when(
                        Condition.and(Condition.exists("q1"), Condition.exists("q2")),
                        select("q3", "next", "DISTRICT", district())),
                when(
                        district,
                        update(
                                "u1",
                                "DISTRICT",
                                district(),
                                to("next", result("q3.next").plus(constant(1))))),
                when(
                        district,
                        insert(
                                "i1",
                                "ORDERS",
                                to("w", parameter("w")),
                                to("d", parameter("d")),
                                to("o", result("q3.next")),
                                to("c", parameter("c")),
                                to("carrier", constant(0)))),
                when(
                        district,
                        insert(
                                "i2",
                                "NEW_ORDER",
                                to("w", parameter("w")),
                                to("d", parameter("d")),
                                to("o", result("q3.next")))),
                new Loop(
                        "order",
                        parameter("lines"),
                        List.of(
                                when(district, select("q4", "price", "ITEM", is("i", item))),
                                when(
                                        stocked,
                                        select("q5", "quantity", "STOCK", where(is("w", supplier), is("i", item)))),
                                when(
                                        sold,
                                        update(
                                                "u2",
                                                "STOCK",
                                                where(is("w", supplier), is("i", item)),
                                                to(
                                                        "quantity",
                                                        result("q5.quantity").plus(new Expression.Any("change"))))),
                                when(sold, line(item)))));
    }

    private static Statement line(Expression item) {
        return insert(
                "i3",
                "ORDER_LINE",
                to("w", parameter("w")),
                to("d", parameter("d")),
                to("o", result("q3.next")),
                to("line", new Expression.Any("line")),
                to("i", item),
                to("amount", result("q4.price")),
                to("delivered", constant(0)));
    }

    private static TxnType payment() {
        Condition district = Condition.and(Condition.exists("q1"), Condition.exists("q2"));
        return txn(
                "payment",
                "w,d,c,last,byName,amount,h",
                select("q1", "ytd", "WAREHOUSE", is("w", "w")),
                when(Condition.exists("q1"), update("u1", "WAREHOUSE", is("w", "w"), to("ytd", more("q1.ytd")))),
                when(Condition.exists("q1"), select("q2", "ytd", "DISTRICT", district())),
                when(district, update("u2", "DISTRICT", district(), to("ytd", more("q2.ytd")))),
                when(Condition.and(district, isByName(false)), byId("q3")),
                when(
                        Condition.and(district, Condition.exists("q3")),
                        update("u3", "CUSTOMER", customer(parameter("c")), to("balance", more("q3.balance")))),
                when(Condition.and(district, isByName(true)), byName("q4")),
                when(
                        Condition.and(district, Condition.exists("q4")),
                        update("u4", "CUSTOMER", customer(result("q4.c")), to("balance", more("q4.balance")))),
                when(
                        Condition.and(district, some("q3", "q4")),
                        insert("i1", "HISTORY", to("h", parameter("h")), to("amount", parameter("amount")))));
    }

    private static TxnType orderStatus() {
        return txn(
                "orderStatus",
                "w,d,c,last,byName",
                when(isByName(false), byId("q1")),
                when(isByName(true), byName("q2")),
                when(Condition.exists("q1"), newest("q3", parameter("c"))),
                when(Condition.exists("q2"), newest("q4", result("q2.c"))),
                when(Condition.exists("q3"), select("q5", "i,amount,delivered", "ORDER_LINE", order("q3.o"))),
                when(Condition.exists("q4"), select("q6", "i,amount,delivered", "ORDER_LINE", order("q4.o"))));
    }

    private static TxnType delivery() {
        Condition taken = Condition.exists("q1");
        Condition found = Condition.and(taken, Condition.exists("q2"));
        Condition paying = Condition.and(found, Condition.exists("q4"));
        return txn(
                "delivery",
                "w,d,carrier",
                least("o", select("q1", "o", "NEW_ORDER", district())),
                when(taken, delete("d1", "NEW_ORDER", order("q1.o"))),
                when(taken, select("q2", "c", "ORDERS", order("q1.o"))),
                when(found, update("u1", "ORDERS", order("q1.o"), to("carrier", parameter("carrier")))),
                when(found, update("u2", "ORDER_LINE", order("q1.o"), to("delivered", constant(1)))),
                when(found, select("q3", "amount", "ORDER_LINE", order("q1.o"))),
                when(found, select("q4", "balance", "CUSTOMER", customer(result("q2.c")))),
                when(
                        paying,
                        update(
                                "u3",
                                "CUSTOMER",
                                customer(result("q2.c")),
                                to("balance", result("q4.balance").plus(result("q3.amount"))))));
    }

    private static TxnType stockLevel() {
        Condition recent =
                where(is("w", "w"), is("d", "d"), new Condition.Compare(field("o"), Operator.LESS, result("q1.next")));
        Condition low = where(
                is("w", "w"),
                is("i", new Expression.Each("q2", "i")),
                compare(field("quantity"), "<", parameter("threshold")));
        return txn(
                "stockLevel",
                "w,d,threshold",
                select("q1", "next", "DISTRICT", district()),
                when(Condition.exists("q1"), select("q2", "i", "ORDER_LINE", recent)),
                new Loop("lines", new Expression.Count("q2"), List.of(select("q3", "", "STOCK", low))));
    }

    private static Condition district() {
        return where(is("w", "w"), is("d", "d"));
    }

    private static Condition order(String id) {
        return where(is("w", "w"), is("d", "d"), is("o", result(id)));
    }

    private static Condition customer(Expression id) {
        return where(is("w", "w"), is("d", "d"), is("c", id));
    }

    private static Statement byId(String label) {
        return select(label, "balance", "CUSTOMER", customer(parameter("c")));
    }

    private static Statement byName(String label) {
        Condition named = where(is("w", "w"), is("d", "d"), is("last", "last"));
        return least("c", select(label, "c,balance", "CUSTOMER", named));
    }

    private static Statement newest(String label, Expression customer) {
        return new Statement.Select(
                label,
                "ORDERS",
                List.of("o", "carrier"),
                where(is("w", "w"), is("d", "d"), is("c", customer)),
                new Pick.Greatest("o"),
                Condition.always());
    }

    private static Condition isByName(boolean isByName) {
        return compare(parameter("byName"), isByName ? ">" : "=", constant(0));
    }

    private static Condition some(String first, String second) {
        return new Condition.Or(List.of(Condition.exists(first), Condition.exists(second)));
    }

    private static Expression more(String path) {
        return result(path).plus(parameter("amount"));
    }
}
