package moirai.runs.query;

import java.util.List;
import moirai.runs.query.Catalog.View;
import moirai.runs.query.Table.Column;

/** The tables of a run. */
public final class RunTables {

    /** The number that rises with each change of the tables, so that files of another version are made again. */
    static final int VERSION = 1;

    static final Table RUN = new Table(
            "run",
            "the run itself; always one row",
            new Column("database", "VARCHAR", "product and version; empty if unknown"),
            new Column("isolation", "VARCHAR", "the level that was asked of the database"),
            new Column("expect", "VARCHAR", "the level that had to hold"),
            new Column("workload", "VARCHAR", "the recipe of the transactions"),
            new Column("seed", "VARCHAR", "the seed in hexadecimal digits"),
            new Column("started", "TIMESTAMP", "when the run began (UTC); all nanos count from here"),
            new Column("model", "VARCHAR", "the kind of data: list-append, register, set or counter"),
            new Column("complete", "BOOLEAN", "false if transactions of the run are missing in these tables"),
            new Column("verdict", "VARCHAR", "such as INVALID; null if the run did not end, as are the columns below"),
            new Column("exit_code", "INTEGER", "what the run ended with"),
            new Column("seconds", "DOUBLE", "how long sessions ran, in all parts of the run"));

    static final Table TXNS = new Table(
            "txns",
            "one row for each transaction, in the order of their starts",
            new Column("txn", "BIGINT", "the number of the transaction, from 0, as T… in explanations"),
            new Column("session", "INTEGER", "the session that ran it"),
            new Column("start_nanos", "BIGINT", "when it began, in ns since the run began; null without times"),
            new Column("end_nanos", "BIGINT", "when it ended; of an unfinished one the latest time of all"),
            new Column("latency_micros", "BIGINT", "from start to end, in whole µs"),
            new Column("outcome", "VARCHAR", "committed, aborted or indeterminate"),
            new Column("cause", "VARCHAR", "why it did not commit: the SQLSTATE, or unfinished; else null"),
            new Column("kind", "VARCHAR", "read if it only reads, otherwise write"),
            new Column("op_count", "INTEGER", "how many rows it has in ops"));

    static final Table OPS = new Table(
            "ops",
            "one row for each step of a transaction",
            new Column("txn", "BIGINT", "its transaction"),
            new Column("place", "INTEGER", "its place in the transaction, from 0"),
            new Column("type", "VARCHAR", "append, read, write, add, increment or scan"),
            new Column("key", "BIGINT", "the key; of a scan the first of the range"),
            new Column("value", "BIGINT", "the element, value or amount that is written; null for reads and scans"),
            new Column("to_key", "BIGINT", "the last key of a scan; else null"));

    static final Table READS = new Table(
            "reads",
            "one row for each read whose answer was seen; txn and place are those of its op",
            new Column("txn", "BIGINT", "its transaction"),
            new Column("place", "INTEGER", "its place in the transaction, from 0"),
            new Column("key", "BIGINT", "the key"),
            new Column("length", "INTEGER", "how many elements it found; of a register or counter 1, or 0 if unset"),
            new Column("last", "BIGINT", "the last element, or the value; null if it found nothing"),
            new Column("list", "BIGINT", "the list whose first elements it found; null if it found none, or a value"));

    static final Table LISTS = new Table(
            "lists",
            "one row for each element of a list; a read found the first of them, as many as its length",
            new Column("list", "BIGINT", "the list; reads of a key that extend each other mostly share one"),
            new Column("key", "BIGINT", "the key"),
            new Column("place", "INTEGER", "the element's place in the list, from 0 for the oldest"),
            new Column("element", "BIGINT", "the element"));

    static final Table FAULTS = new Table(
            "faults",
            "one row for each fault, failover and final reading while sessions ran",
            new Column("fault", "VARCHAR", "what was done, such as kill; final-reads for the final reading"),
            new Column("target", "VARCHAR", "to whom, such as a node"),
            new Column("from_nanos", "BIGINT", "when it began, in ns since the run began"),
            new Column("to_nanos", "BIGINT", "when it was healed; null if it was active at the end"));

    static final Table ANOMALIES = new Table(
            "anomalies",
            "one row for each shape of anomaly that the run's check found; empty without results.json",
            new Column("fingerprint", "VARCHAR", "the name of the shape, also in other runs"),
            new Column("phenomenon", "VARCHAR", "such as G2-item, or lost for appends that are gone"),
            new Column("name", "VARCHAR", "its everyday name, such as write skew"),
            new Column("count", "BIGINT", "how many there are in the run"),
            new Column("at_least", "BOOLEAN", "true if there may be more"),
            new Column("forbidden", "BOOLEAN", "whether the level that had to hold forbids it"),
            new Column("first_nanos", "BIGINT", "when the first began, in ns since the run began"),
            new Column("last_nanos", "BIGINT", "when the last began"));

    static final Table WITNESSES = new Table(
            "witnesses",
            "one row for each transaction of each anomaly that is explained in anomalies/",
            new Column("witness", "VARCHAR", "the folder of the explanation, such as G2-item-1"),
            new Column("fingerprint", "VARCHAR", "its shape"),
            new Column("phenomenon", "VARCHAR", "such as G2-item"),
            new Column("txn", "BIGINT", "the transaction; null if it is not in txns"),
            new Column("label", "BIGINT", "its number in the explanation; of a run judged in pieces not the same"),
            new Column("session", "INTEGER", "its session"),
            new Column("edge", "VARCHAR", "ww, wr, rw, …: how it precedes the next of its cycle; else null"),
            new Column("to_label", "BIGINT", "the label of that next transaction; else null"),
            new Column("key", "VARCHAR", "the key that shows the edge; else null"));

    static final Table LABELS = new Table(
            "labels",
            "names that another checker's file gave to keys and values which are no numbers; mostly empty",
            new Column("of", "VARCHAR", "key or value"),
            new Column("number", "BIGINT", "the number that stands for it in the other tables"),
            new Column("label", "VARCHAR", "the name in the file"));

    private static final View READ_ELEMENTS = new View(
            new Table(
                    "read_elements",
                    "a view: one row for each element of each read; ask for few reads at a time",
                    new Column("txn", "BIGINT", "the transaction of the read"),
                    new Column("read_place", "INTEGER", "its place in the transaction"),
                    new Column("key", "BIGINT", "the key"),
                    new Column("place", "INTEGER", "the element's place, from 0 for the oldest"),
                    new Column("element", "BIGINT", "the element")),
            "SELECT r.txn, r.place AS read_place, r.key, l.place, l.element FROM reads r"
                    + " JOIN lists l ON l.list = r.list AND l.place < r.length");

    /** All tables of a run. */
    public static final Catalog ALL = new Catalog(
            List.of(RUN, TXNS, OPS, READS, LISTS, FAULTS, ANOMALIES, WITNESSES, LABELS), List.of(READ_ELEMENTS));

    private RunTables() {}
}
