package moirai.benchmarks.directed;

import java.util.List;
import java.util.Locale;
import moirai.directed.program.Program;
import moirai.directed.program.SeparateReads;
import moirai.directed.search.Counting;

/**
 * Tables 2 and 4 and figure 20 of Rahmani and others, CLOTHO (2019), measured on our programs of the same names, each
 * read from its own source. Run by {@code scripts/clotho-tables [2|4|20]...}; all by default.
 */
public final class ClothoTables {

    private static final int RACE_SECONDS = 300;

    private ClothoTables() {}

    /** Prints what is asked for. To be started in the root of the project. */
    public static void main(String[] args) {
        List<String> wanted = args.length > 0 ? List.of(args) : List.of("2", "4", "20");
        for (String table : wanted) {
            switch (table) {
                case "2" -> tableTwo();
                case "4" -> tableFour();
                case "20" -> figureTwenty();
                default -> {
                    System.err.println("clotho-tables: '" + table + "'; accepted: 2, 4, 20");
                    System.exit(255);
                }
            }
        }
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
        long begin = System.nanoTime();
        Program program = SeparateReads.of(PublishedProgram.tpcc().translation().program());
        System.out.println("Table 4, at EC, " + ProgramRow.bounds(3).text() + "; " + Counting.PUBLISHED.text());
        System.out.print(AnomalyRow.HEAD);
        for (AnomalyRow row : AnomalyRow.all()) {
            System.out.print(row.measure(program, Counting.PUBLISHED).text());
        }
        System.out.printf(Locale.ROOT, "read and searched in %.1f s%n%n", (System.nanoTime() - begin) / 1e9);
    }

    private static void figureTwenty() {
        System.out.println("Figure 20, at EC, " + ProgramRow.bounds(2).text() + "; " + Counting.PUBLISHED.text()
                + "; one thread each; + stopped after " + RACE_SECONDS + " s");
        System.out.print(SearchRace.HEAD);
        for (PublishedProgram name : PublishedProgram.ofFigureTwenty()) {
            System.out.print(SearchRace.run(name, RACE_SECONDS).text());
        }
        System.out.println();
    }
}
