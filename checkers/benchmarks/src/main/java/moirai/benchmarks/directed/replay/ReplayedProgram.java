package moirai.benchmarks.directed.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import moirai.directed.program.Program;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;

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

    private static final Path FOLDER = Path.of("runs/programs/src/main/java/moirai/programs");

    /** With commas between them. */
    private final String txns;

    ReplayedProgram(String txns) {
        this.txns = txns;
    }

    /** The name of its package. */
    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * From its source.
     *
     * @param root of the project
     */
    Program program(Path root, int loopMax) {
        return code(root, loopMax).translation().program();
    }

    /** The same program, with the way to its methods. */
    SourceCode code(Path root, int loopMax) {
        Path source = root.resolve(FOLDER).resolve(folder());
        List<String> methods = List.of(txns.split(",", -1));
        return JavaSources.read(new SourceOptions(List.of(source), List.of(), methods, loopMax));
    }
}
