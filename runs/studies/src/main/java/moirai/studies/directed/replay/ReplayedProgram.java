package moirai.studies.directed.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;
import moirai.studies.programs.ProgramSources;

/** A program whose anomalies are replayed. */
enum ReplayedProgram {
    SMALLBANK("*.run"),
    TPCC("NewOrder.run,Payment.run,OrderStatus.run,Delivery.run,StockLevel.run"),
    SEATS("Flights.find*,Cancellations.deleteOf*,Customers.updateCustomer,Reservations.*Reservation"),
    TATP("Tatp.*"),
    TWITTER("Twitter.*"),
    VOTER("*.run"),
    WIKIPEDIA("*.run"),
    COURSEWARE("addCourse,addStudent,enroll,removeCourse,removeStudent"),
    WITHDRAWAL("withdraw");

    /**
     * Transactions with a conflict from each to the next, some of which only read. Servers with replicas differ from a
     * single server in these.
     *
     * @param level whose anomalies are wanted: long forks are those of parallel snapshots; a report that sees the
     *    second of two transactions and misses the first is one of snapshots
     */
    record Ring(List<String> txns, Promises level) {

        /** Copies the list. */
        Ring {
            txns = List.copyOf(txns);
        }

        /** Returns the names with arrows between them. */
        @Override
        public String toString() {
            return String.join(" -> ", txns);
        }
    }

    /**
     * Returns the maximal number of internal anomalies that are replayed live: all but those of SEATS, which has
     * hundreds of similar ones.
     */
    int casesMax() {
        return this == SEATS ? 16 : Integer.MAX_VALUE;
    }

    /** Rings of three and four transactions with readers; empty for most programs. */
    List<Ring> rings() {
        return switch (this) {
            case SMALLBANK ->
                List.of(
                        ring(Promises.SNAPSHOT, "transactSavings", "balance", "writeCheck"),
                        ring(Promises.PARALLEL_SNAPSHOT, "depositChecking", "balance", "transactSavings", "balance"));
            case TPCC -> List.of(ring(Promises.PARALLEL_SNAPSHOT, "payment", "orderStatus", "newOrder", "orderStatus"));
            case WIKIPEDIA ->
                List.of(ring(
                        Promises.PARALLEL_SNAPSHOT,
                        "updatePage",
                        "getPageAuthenticated",
                        "addToWatchList",
                        "getPageAuthenticated"));
            default -> List.of();
        };
    }

    private static Ring ring(Promises level, String... txns) {
        return new Ring(List.of(txns), level);
    }

    /** The names of transactions, with commas between them. */
    private final String txns;

    ReplayedProgram(String txns) {
        this.txns = txns;
    }

    /** Returns the name of its package. */
    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the program, read from its source.
     *
     * @param root of the project
     */
    Program program(Path root, int loopMax) {
        return code(root, loopMax).translation().program();
    }

    /** Returns the same program with its methods. */
    SourceCode code(Path root, int loopMax) {
        Path source = ProgramSources.folder(root, folder());
        List<String> methods = List.of(txns.split(",", -1));
        return JavaSources.read(new SourceOptions(List.of(source), List.of(), methods, loopMax));
    }
}
