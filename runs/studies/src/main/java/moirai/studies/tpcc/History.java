package moirai.studies.tpcc;

import java.util.List;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** A key of the table of payments, or none. Clause 1.3 gives it none; Cassandra has no table without a key. */
public enum History {
    /** No key, as in the specification. */
    WITHOUT_KEY,
    /** A key of customer and time. */
    BY_CUSTOMER_AND_TIME;

    private static final List<String> KEY = List.of("h_c_w_id", "h_c_d_id", "h_c_id", "h_date");

    private static final String LAST_COLUMN = "h_data VARCHAR(24)";

    /** Returns the statement that creates a table, with the key if the table is the one of payments. */
    String keyed(String create) {
        return this == WITHOUT_KEY
                ? create
                : create.replace(LAST_COLUMN, LAST_COLUMN + ", PRIMARY KEY (" + String.join(", ", KEY) + ")");
    }

    /** Returns the program with such a table. */
    public Program keyed(Program program) {
        if (this == WITHOUT_KEY) {
            return program;
        }
        List<Table> tables = program.tables().stream().map(History::keyed).toList();
        List<TxnType> txns = program.txns().stream()
                .map(txn -> new TxnType(
                        txn.name(),
                        txn.parameters(),
                        txn.steps().stream().map(History::keyed).toList(),
                        txn.origins()))
                .toList();
        return program.with(tables, txns).starting(List.of());
    }

    private static Table keyed(Table table) {
        return table.name().equals("history")
                ? new Table(
                        table.name(),
                        KEY,
                        table.fields().stream()
                                .filter(field -> !KEY.contains(field))
                                .toList())
                : table;
    }

    /** Returns the step without the number that identifies a row without a key. */
    private static Step keyed(Step step) {
        return step instanceof Statement.Insert(var label, var table, var values, var guard) && table.equals("history")
                ? new Statement.Insert(
                        label,
                        table,
                        values.stream()
                                .filter(value -> value.field().startsWith("h_"))
                                .toList(),
                        guard)
                : step;
    }
}
