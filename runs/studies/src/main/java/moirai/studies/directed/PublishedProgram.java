package moirai.studies.directed;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import moirai.studies.programs.ProgramSources;

/**
 * A program of CLOTHO's evaluation, with its row of the paper's table 2.
 *
 * @param folder the name of its package
 * @param txns the methods that are its transactions
 */
record PublishedProgram(String folder, List<String> txns, Published published) {

    private static final String OPEN_VOTER = "openvoter";

    private static final PublishedProgram SEATS = new PublishedProgram(
            "seats",
            List.of(
                    "Flights.find*",
                    "Cancellations.deleteOf*",
                    "Customers.updateCustomer",
                    "Reservations.newReservation",
                    "Reservations.updateReservation"),
            new Published(32, 18, 1970));

    private static final PublishedProgram TPCC = new PublishedProgram(
            "tpcc",
            List.of("NewOrder.run", "Payment.run", "OrderStatus.run", "Delivery.run", "StockLevel.run"),
            new Published(22, 13, 3270));

    private static final PublishedProgram SMALLBANK =
            new PublishedProgram("smallbank", List.of("*.run"), new Published(60, 15, 264));

    /** A row of the paper: anomalies, their structures, and the seconds of the whole analysis on its machine. */
    record Published(int anomalies, int structures, int seconds) {}

    PublishedProgram {
        txns = List.copyOf(txns);
    }

    /**
     * Returns the seven programs of table 2, in its order. Voter occurs twice: as specified, and as the paper has it.
     */
    static List<PublishedProgram> all() {
        return List.of(
                SEATS,
                new PublishedProgram("tatp", List.of("Tatp.*"), new Published(0, 0, 55)),
                TPCC,
                SMALLBANK,
                new PublishedProgram("voter", List.of("*.run"), new Published(0, 0, 8)),
                new PublishedProgram(OPEN_VOTER, List.of("OpenVote.run"), new Published(0, 0, 8)),
                new PublishedProgram("twitter", List.of("Twitter.*"), new Published(2, 2, 211)),
                new PublishedProgram("wikipedia", List.of("*.run"), new Published(3, 3, 4343)));
    }

    /** Returns the three programs of figure 20, in its order. */
    static List<PublishedProgram> ofFigureTwenty() {
        return List.of(TPCC, SEATS, SMALLBANK);
    }

    static PublishedProgram tpcc() {
        return TPCC;
    }

    /** Returns the program of a package; empty if there is none. */
    static Optional<PublishedProgram> named(String folder) {
        return all().stream().filter(program -> program.folder().equals(folder)).findFirst();
    }

    /**
     * Returns the translation of the program's source, with one repetition of loops; works in the root of the project.
     */
    Translation translation() {
        return translation(Path.of(""));
    }

    /** Returns the translation of the program's source below another root. */
    Translation translation(Path root) {
        Path source = ProgramSources.folder(root, folder);
        // Its tables are those of the other Voter.
        List<Path> paths = folder.equals(OPEN_VOTER)
                ? List.of(source, ProgramSources.folder(root, "voter").resolve("Voter.java"))
                : List.of(source);
        return JavaSources.translate(new SourceOptions(paths, List.of(), txns, 1));
    }
}
