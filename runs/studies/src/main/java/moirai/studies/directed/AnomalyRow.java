package moirai.studies.directed;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Combinations;
import moirai.directed.search.Counting;
import moirai.directed.search.Levels;
import moirai.directed.search.Showing;
import moirai.studies.tpcc.History;

/**
 * A row of CLOTHO's table 4: a kind of anomaly of TPC-C.
 *
 * @param txns the transactions on the cycle
 * @param table the table of all conflicts of the cycle
 * @param isLostUpdate whether both conflicts are reads of rows that the other transaction overwrites
 * @param seconds of the paper's analysis
 */
record AnomalyRow(int number, List<String> txns, String table, boolean isLostUpdate, int seconds) {

    static final String HEAD = """
              # | transactions                   | table      | kind         | found (internal, external) | seconds\
             | paper's
            """;

    private static final String NO = "newOrder";
    private static final String PM = "payment";
    private static final String DV = "delivery";
    private static final String OS = "orderStatus";

    static List<AnomalyRow> all() {
        return List.of(
                new AnomalyRow(1, List.of(PM, PM), "warehouse", true, 5),
                new AnomalyRow(2, List.of(PM, PM), "district", true, 19),
                new AnomalyRow(3, List.of(NO, NO), "district", true, 15),
                new AnomalyRow(4, List.of(DV, DV), "customer", true, 171),
                new AnomalyRow(5, List.of(DV, DV), "new_order", true, 16),
                new AnomalyRow(6, List.of(PM, PM), "history", true, 125),
                new AnomalyRow(7, List.of(NO, NO, NO), "stock", false, 697),
                new AnomalyRow(8, List.of(NO, NO), "stock", true, 70),
                new AnomalyRow(9, List.of(DV, OS, NO), "order_line", false, 11),
                new AnomalyRow(10, List.of(DV, OS, NO), "order_line", false, 9),
                new AnomalyRow(11, List.of(DV, PM), "customer", true, 231),
                new AnomalyRow(12, List.of(DV, PM), "customer", true, 12),
                new AnomalyRow(13, List.of(PM, PM), "customer", true, 108));
    }

    /** The anomalies found for a row, and the seconds of the thread that searched the cycles of its transactions. */
    record Measured(AnomalyRow row, List<Anomaly> found, double seconds) {

        /** Returns whether there are as many anomalies as the paper has rows of this kind. */
        boolean isFound() {
            long rows = all().stream().filter(other -> other.isAlike(row)).count();
            return found.size() >= Math.max(1, rows);
        }

        String text() {
            long internal = found.stream().filter(Anomaly::isInternal).count();
            return String.format(
                    Locale.ROOT,
                    "%3d | %-30s | %-10s | %-12s | %-26s | %7.2f | %7d%n",
                    row.number,
                    String.join(", ", row.txns),
                    row.table,
                    row.isLostUpdate ? "lost update" : "unclassified",
                    (isFound() ? "yes" : "no") + " (" + internal + ", " + (found.size() - internal) + ")",
                    seconds,
                    row.seconds);
        }
    }

    private boolean isAlike(AnomalyRow other) {
        return txns.equals(other.txns) && table.equals(other.table) && isLostUpdate == other.isLostUpdate;
    }

    /** Searches the row's transactions alone, in every order around the ring. */
    Measured measure(Program program, Counting counting) {
        return measure(program, counting, Setting.USUAL);
    }

    /** Searches in the same way with other solvers. */
    Measured measure(Program program, Counting counting, Setting setting) {
        double begin = CpuTime.ofThread();
        Set<List<String>> orders = Combinations.rings(txns.size()).stream()
                .map(ring -> ring.stream().map(txns::get).toList())
                .collect(Collectors.toSet());
        List<Anomaly> found = orders.stream()
                .flatMap(order -> new AnomalySearch(program, Levels.all(Promises.EVENTUAL), ProgramRow.bounds(2))
                        .in(setting).counting(counting).showing(Showing.ANY).find(order).anomalies().stream())
                .filter(anomaly -> isMatchedBy(program, anomaly))
                .toList();
        return new Measured(this, found, CpuTime.ofThread() - begin);
    }

    /**
     * Returns the anomalies of row 6 if history has a key, as each table has in the paper's Cassandra: cycles of two
     * payments that contain two inserts of one row, the later of which replaces the earlier. An insert reads nothing,
     * so each such cycle needs a second table, and all conflicts count.
     */
    static List<Anomaly> keyedHistory(Program tpcc) {
        Program keyed = History.BY_CUSTOMER_AND_TIME.keyed(tpcc);
        return new AnomalySearch(keyed, Levels.all(Promises.EVENTUAL), ProgramRow.bounds(2))
                .showing(Showing.ANY).find(List.of(PM, PM)).anomalies().stream()
                        .filter(anomaly -> anomaly.hops().stream()
                                .anyMatch(hop -> tableOf(keyed, hop).equals("history")))
                        .toList();
    }

    private static String tableOf(Program program, Anomaly.Hop hop) {
        return program.txn(hop.txn()).statements(ProgramRow.bounds(2).loopMax()).stream()
                .filter(statement -> statement.label().equals(hop.out()))
                .map(statement -> statement.table().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    private boolean isMatchedBy(Program program, Anomaly anomaly) {
        Set<String> tables = new TreeSet<>();
        for (Anomaly.Hop hop : anomaly.hops()) {
            tables.add(tableOf(program, hop));
        }
        return tables.equals(Set.of(table.toLowerCase(Locale.ROOT)))
                && (!isLostUpdate || anomaly.hops().stream().allMatch(hop -> hop.conflict() == Conflict.READ_WRITE));
    }
}
