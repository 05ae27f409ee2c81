package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Conflict;
import moirai.directed.levels.Promises;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.Statement;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Counting;
import moirai.directed.search.Levels;
import moirai.directed.search.Showing;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark programs that run on databases elsewhere, read from their own source. */
class ProgramsFromSourceTest {

    private static final Path ROOT = Path.of("../..");

    private static Translation translation(String program) {
        List<String> txns = switch (program) {
            case "tpcc" -> List.of("NewOrder.run", "Payment.run", "OrderStatus.run", "Delivery.run", "StockLevel.run");
            case "seats" ->
                List.of(
                        "Flights.find*",
                        "Cancellations.deleteOf*",
                        "Customers.updateCustomer",
                        "Reservations.newReservation",
                        "Reservations.updateReservation");
            case "tatp" -> List.of("Tatp.*");
            case "twitter" -> List.of("Twitter.*");
            default -> List.of("*.run");
        };
        return JavaSources.translate(
                new SourceOptions(List.of(ProgramSources.folder(ROOT, program)), List.of(), txns, 1));
    }

    /** Programs and losses are as before, with their lines. */
    @ParameterizedTest
    @CsvSource({"smallbank", "voter", "tpcc", "wikipedia", "seats", "tatp", "twitter"})
    void whatAProgramDoesAndWhatIsLostIsAsBefore(String program) {
        Translation translation = translation(program);
        String text = ProgramPrinter.print(translation.program()) + "\n"
                + translation.diagnostics().stream()
                        .map(diagnostic -> diagnostic.text() + "\n")
                        .collect(Collectors.joining());

        assertThat(text).isEqualTo(golden(program + ".txt", text));
    }

    @Test
    void eachStatementKnowsItsLineThroughTheJsonForm() throws IOException {
        var program = translation("smallbank").program();

        for (var txn : ProgramJson.read(ProgramJson.write(program)).txns()) {
            assertThat(txn.origins().keySet())
                    .isEqualTo(txn.steps().stream().map(step -> step.label()).collect(Collectors.toSet()));
            for (Origin origin : txn.origins().values()) {
                String line = Files.readAllLines(
                                ProgramSources.folder(ROOT, "smallbank").resolve(origin.file()))
                        .get(origin.line() - 1);
                assertThat(line).contains(".execute");
            }
        }
    }

    /** Increments are one step in this program, so that two deposits lose nothing at any level. */
    @Test
    void smallBankSuffersTheWellKnownAnomalyUnderSnapshotsAndNoneWhereItIsSerializable() {
        var program = translation("smallbank").program();

        assertThat(new AnomalySearch(program, Levels.all(Promises.SNAPSHOT), new Bounds(3, 6, 2, 3, 1))
                        .find(List.of("writeCheck", "transactSavings", "balance"))
                        .anomalies())
                .isNotEmpty();
        assertThat(new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                        .find(List.of("depositChecking", "depositChecking"))
                        .anomalies())
                .isEmpty();
        assertThat(new AnomalySearch(program, Levels.all(Promises.SERIALIZABLE), Bounds.SMALL)
                        .find()
                        .anomalies())
                .isEmpty();
    }

    /**
     * The rows of CLOTHO's table 4 with two transactions, by the table that all conflicts are on. That of payments on
     * history is missing: here, as in the specification, nobody reads that table.
     */
    @ParameterizedTest
    @CsvSource({
        "payment, payment, customer district warehouse",
        "newOrder, newOrder, district stock",
        "delivery, delivery, customer new_order",
        "delivery, payment, customer"
    })
    void tpccLosesTheUpdatesOfThePublishedTable(String first, String second, String tables) {
        assertThat(String.join(" ", lostUpdates(first, second))).isEqualTo(tables);
    }

    /** The tables of the cycles that consist of two reads, each before the other one's write, with what follows. */
    private static SortedSet<String> lostUpdates(String first, String second) {
        Program program = SeparateReads.of(translation("tpcc").program());
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .counting(Counting.PUBLISHED).showing(Showing.ANY).find(List.of(first, second)).internal().stream()
                        .filter(anomaly ->
                                anomaly.hops().stream().allMatch(hop -> hop.conflict() == Conflict.READ_WRITE))
                        .map(anomaly -> anomaly.hops().getFirst())
                        .flatMap(hop -> program.txn(hop.txn()).statements(1).stream()
                                .filter(statement -> statement.label().equals(hop.out())))
                        .map(Statement::table)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"smallbank, 128, 26", "tatp, 0, 0", "voter, 3, 1", "twitter, 1, 1"})
    void cyclesOfTwoTransactionsAreAsManyAsBefore(String name, int anomalies, int structures) {
        List<Anomaly> found = new AnomalySearch(
                        SeparateReads.of(translation(name).program()), Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .counting(Counting.PUBLISHED)
                .showing(Showing.ANY)
                .find()
                .internal();

        assertThat(found).hasSize(anomalies);
        assertThat(found.stream().map(Anomaly::structure).distinct()).hasSize(structures);
    }

    @Test
    void whatIsLostIsNeverAnError() {
        assertThat(translation("tpcc").diagnostics())
                .isNotEmpty()
                .noneMatch(diagnostic -> diagnostic.kind() == Diagnostic.Kind.ERROR);
    }

    private static String golden(String name, String actual) {
        Path file = Path.of("src/test/resources/programs", name);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, actual);
            }
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
