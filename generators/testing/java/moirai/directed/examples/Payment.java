package moirai.directed.examples;

import static moirai.directed.examples.Parts.*;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;

/** The payment of TPC-C by customer number, as a program that reads each sum before it writes it. */
public final class Payment {

    private Payment() {}

    /** Returns the program, whose only transaction is the payment. */
    public static Program program() {
        return new Program(
                "tpcc-payment",
                List.of(
                        table("WAREHOUSE", "w_id", "w_ytd"),
                        table("DISTRICT", "d_w_id,d_id", "d_ytd"),
                        table("CUSTOMER", "c_w_id,c_d_id,c_id", "c_balance", "c_payment_cnt"),
                        table("HISTORY", "h_id", "h_amount")),
                List.of(txn(
                        "payment",
                        "w,d,c,h,amount",
                        select("readWarehouse", "w_ytd", "WAREHOUSE", is("w_id", "w")),
                        update(
                                "payWarehouse",
                                "WAREHOUSE",
                                is("w_id", "w"),
                                to("w_ytd", result("readWarehouse.w_ytd").plus(parameter("amount")))),
                        select("readDistrict", "d_ytd", "DISTRICT", where(is("d_w_id", "w"), is("d_id", "d"))),
                        update(
                                "payDistrict",
                                "DISTRICT",
                                where(is("d_w_id", "w"), is("d_id", "d")),
                                to("d_ytd", result("readDistrict.d_ytd").plus(parameter("amount")))),
                        select(
                                "readCustomer",
                                "c_balance,c_payment_cnt",
                                "CUSTOMER",
                                where(is("c_w_id", "w"), is("c_d_id", "d"), is("c_id", "c"))),
                        payCustomer(),
                        insert("record", "HISTORY", to("h_id", parameter("h")), to("h_amount", parameter("amount"))))));
    }

    private static Statement payCustomer() {
        return update(
                "payCustomer",
                "CUSTOMER",
                where(is("c_w_id", "w"), is("c_d_id", "d"), is("c_id", "c")),
                to("c_balance", result("readCustomer.c_balance").minus(parameter("amount"))),
                to("c_payment_cnt", result("readCustomer.c_payment_cnt").plus(new Expression.Constant(1))));
    }

    /** Returns the anomaly in which one of two payments to one warehouse is lost at read committed. */
    public static Anomaly lostUpdate() {
        return new AnomalySearch(program(), Levels.all(Promises.READ_COMMITTED), new Bounds(2, 4, 2, 3, 1))
                .find(List.of("payment", "payment")).anomalies().stream()
                        .filter(found -> found.key()
                                .equals("payment(payWarehouse,readWarehouse) payment(payWarehouse,readWarehouse)"))
                        .findFirst()
                        .orElseThrow();
    }
}
