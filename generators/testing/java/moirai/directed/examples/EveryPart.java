package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Loop;
import moirai.directed.program.Operation;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;

/** A program that contains every element that programs can hold, without any other purpose. */
public final class EveryPart {

    private EveryPart() {}

    public static Program program() {
        Condition open = compare(field("state"), "<>", constant(2));
        Condition rich =
                new Condition.Or(List.of(compare(field("total"), ">", parameter("limit")), new Condition.Not(open)));
        Expression doubled =
                new Expression.Arithmetic(Operation.TIMES, new Expression.Each("orders", "total"), constant(2));
        return new Program(
                "every-part",
                List.of(table("ORDERS", "shop,id", "state", "total"), table("SEEN", "id")),
                List.of(txn(
                                "sweep",
                                "shop,limit",
                                select("orders", "id,total", "ORDERS", where(is("shop", "shop"), rich)),
                                least("total", select("cheapest", "total", "ORDERS", is("shop", "shop"))),
                                new Statement.Select(
                                        "last",
                                        "ORDERS",
                                        List.of("id"),
                                        is("shop", "shop"),
                                        new Pick.Greatest("id"),
                                        Condition.exists("cheapest"),
                                        true),
                                new Loop(
                                        "each",
                                        new Expression.Count("orders"),
                                        List.of(
                                                insert("mark", "SEEN", to("id", new Expression.Each("orders", "id"))),
                                                update(
                                                        "raise",
                                                        "ORDERS",
                                                        is("id", new Expression.Each("orders", "id")),
                                                        to("total", doubled),
                                                        to("state", new Expression.Any("clerk"))))),
                                atomically(update(
                                        "bump",
                                        "ORDERS",
                                        open,
                                        to("total", field("total").plus(constant(1))))),
                                delete("clear", "SEEN", compare(field("id"), "<=", result("last.id"))))
                        .committingIf(Condition.exists("last"))));
    }
}
