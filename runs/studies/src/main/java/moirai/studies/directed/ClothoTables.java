package moirai.studies.directed;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.Counting;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import moirai.studies.programs.SeparateReads;

/**
 * Tables 2 and 4 and figure 20 of Rahmani and others, CLOTHO (2019), measured on our programs of the same names, each
 * of which is read from its source. Run by {@code scripts/clotho-tables [2|4|20|PROGRAM]...}; all tables by default.
 * {@code scripts/clotho-tables of SOURCE TABLES [TXNS]} counts a program that the reader has, such as one of theirs.
 */
public final class ClothoTables {

    private ClothoTables() {}

    /** Prints the requested tables. To be started in the root of the project. */
    public static void main(String[] args) {
        if (args.length >= 3 && args[0].equals("of")) {
            supplied(Path.of(args[1]), Path.of(args[2]), args.length > 3 ? Integer.parseInt(args[3]) : 2);
            return;
        }
        List<String> wanted = args.length > 0 ? List.of(args) : List.of("2", "4", "20");
        for (String table : wanted) {
            switch (table) {
                case "2" -> tableTwo();
                case "4" -> tableFour();
                case "20" -> figureTwenty();
                default -> alone(table);
            }
        }
    }

    /** Runs the main search of one program, to measure the time of a whole process. */
    private static void alone(String folder) {
        Optional<PublishedProgram> name = PublishedProgram.named(folder);
        if (name.isEmpty()) {
            String programs = PublishedProgram.all().stream()
                    .map(PublishedProgram::folder)
                    .collect(Collectors.joining(", "));
            System.err.println("clotho-tables: '" + folder + "'; accepted: 2, 4, 20, " + programs);
            System.exit(255);
            return;
        }
        Program program = SeparateReads.of(name.get().translation().program());
        int found = ProgramRow.search(program, Counting.PUBLISHED, 3).internal().size();
        System.out.printf(
                Locale.ROOT,
                "%s: %d anomalies; the process took %.1f s of the clock, %.1f s of the processors; the paper's %d s%n",
                folder,
                found,
                CpuTime.sinceStart(),
                CpuTime.ofProcess(),
                name.get().published().seconds());
    }

    /** Counts a program of the reader: as table 2 does, and as table 4 if it has the transactions of TPC-C. */
    private static void supplied(Path source, Path tables, int txnsMax) {
        Translation translation =
                JavaSources.translate(new SourceOptions(List.of(source), List.of(tables), List.of(), 1));
        long losses =
                translation.diagnostics().stream().filter(Diagnostic::isLoss).count();
        Program program = SeparateReads.of(translation.program());
        List<String> txns = program.txns().stream().map(TxnType::name).toList();
        System.out.println(source + ": " + txns + ", " + losses + " losses; at EC, "
                + ProgramRow.bounds(txnsMax).text());
        for (Counting counting : List.of(Counting.PUBLISHED, Counting.PUBLISHED.withoutPhantoms(), Counting.ALL)) {
            Analysis found = ProgramRow.search(program, counting, txnsMax);
            System.out.println(counting.text() + ": " + found.anomalies().size() + ", internal "
                    + found.internal().size() + " with " + ProgramRow.structures(found.internal()) + " structures");
        }
        if (txns.containsAll(List.of("newOrder", "payment", "delivery", "orderStatus"))) {
            System.out.print(AnomalyRow.HEAD);
            AnomalyRow.all()
                    .forEach(row -> System.out.print(
                            row.measure(program, Counting.PUBLISHED).text()));
        }
        System.out.printf(Locale.ROOT, "in %.1f s of the processors%n", CpuTime.ofProcess());
    }

    private static void tableTwo() {
        System.out.println("Table 2, at EC, " + ProgramRow.bounds(3).text());
        System.out.print(ProgramRow.HEAD);
        for (PublishedProgram name : PublishedProgram.all()) {
            System.out.print(ProgramRow.measure(name, 3).text());
        }
        System.out.println();
    }

    private static void tableFour() {
        double begin = CpuTime.ofProcess();
        Program program = SeparateReads.of(PublishedProgram.tpcc().translation().program());
        System.out.println("Table 4, at EC, " + ProgramRow.bounds(3).text() + "; " + Counting.PUBLISHED.text());
        System.out.print(AnomalyRow.HEAD);
        for (AnomalyRow row : AnomalyRow.all()) {
            System.out.print(row.measure(program, Counting.PUBLISHED).text());
        }
        List<Anomaly> keyed = AnomalyRow.keyedHistory(program);
        System.out.printf(
                "  6 with a key of history, all conflicts, with a second table: %d, %d internal%n",
                keyed.size(), keyed.stream().filter(Anomaly::isInternal).count());
        System.out.printf(
                Locale.ROOT, "read and searched in %.1f s of the processors%n%n", CpuTime.ofProcess() - begin);
    }

    private static void figureTwenty() {
        System.out.println("Figure 20, at EC, " + ProgramRow.bounds(2).text() + "; " + Counting.PUBLISHED.text()
                + "; seconds of one thread; + stopped after " + SearchRace.LONGER + " times ours");
        System.out.print(SearchRace.HEAD);
        for (PublishedProgram name : PublishedProgram.ofFigureTwenty()) {
            System.out.print(SearchRace.run(name).text());
        }
        System.out.println();
    }
}
