package moirai.cli.predicting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;
import moirai.directed.search.LevelsText;
import moirai.history.level.Nearest;
import moirai.runs.cases.PredictedCases;
import moirai.runs.prediction.FittedSources;
import moirai.runs.prediction.RaisedBounds;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceException;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The arguments that name the sources, the levels, and the bounds of the search. */
final class SourceArguments {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Java files, and folders of them.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--ddl",
            paramLabel = "FILE",
            description = "SQL with CREATE TABLE. Default: the texts in the sources that are one.")
    private List<Path> ddl = new ArrayList<>();

    @Option(
            names = "--txn",
            paramLabel = "METHOD",
            split = ",",
            description = "The transactions, as Class.method or method, * for any letters. Default: the public methods"
                    + " that a Connection or DataSource reaches as parameter or field.")
    private List<String> txns = new ArrayList<>();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "What the database promises: EC, CV, CC, RC, RR, RA, PC, PSI, SI or SER, or a file FILE.level"
                    + " with axioms of your own; of one transaction, sell=SER, and together, sell~restock, after"
                    + " commas. Default: EC.")
    private String levels = Promises.EVENTUAL.name();

    @Option(names = "--max-txns", paramLabel = "N", description = "Transactions on a cycle, 2 to 8. Default: 2.")
    private int txnsMax = Bounds.SMALL.txnsMax();

    @Option(
            names = "--max-length",
            paramLabel = "N",
            description = "Edges of a cycle, steps inside transactions included, 3 to 64. Default: 4.")
    private int lengthMax = Bounds.SMALL.lengthMax();

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of each table, 1 to 8, fewer than numbers. Default: 2, or up to 4 if a"
                    + " statement needs them.")
    private int rows = Bounds.SMALL.rows();

    @Option(
            names = "--bits",
            paramLabel = "N",
            description = "Of each number, 1 to 16: from 0 to 7 with the default, 3, or up to 5 if a"
                    + " statement needs them.")
    private int bits = Bounds.SMALL.bits();

    @Option(names = "--loops", paramLabel = "N", description = "Repetitions of each loop, 1 to 8. Default: 1.")
    private int loops = Bounds.SMALL.loopMax();

    SourceArguments() {}

    List<Path> paths() {
        return List.copyOf(paths);
    }

    /** Returns all files and folders that are named. */
    List<Path> named() {
        return Stream.concat(paths.stream(), ddl.stream()).toList();
    }

    /** Returns the methods that are named. */
    List<String> txns() {
        return List.copyOf(txns);
    }

    /** Returns the texts of the files with definitions of tables. */
    List<String> definitions() {
        return ddl.stream().map(this::text).toList();
    }

    private String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw command.refused("--ddl: cannot read " + file + "; expected a file of SQL in UTF-8");
        }
    }

    /** Returns the sources as an abstract program, or what was observed of a class. */
    Translation translation(@Nullable ObservedArguments observed) {
        return observed == null ? translation() : observed.translation(this).forRows(rows);
    }

    /** Returns the sources as an abstract program. */
    Translation translation() {
        return code().translation().forRows(rows);
    }

    /** Returns the abstract program together with the methods of the source that it comes from. */
    SourceCode code() {
        try {
            return JavaSources.read(options());
        } catch (SourceException unusable) {
            throw command.refused(String.valueOf(unusable.getMessage()));
        }
    }

    /** Returns the files, for an analysis that is kept. */
    PredictedCases.Sources files() {
        return new PredictedCases.Sources(absolute(paths), absolute(ddl), txns);
    }

    private static List<String> absolute(List<Path> files) {
        return files.stream()
                .map(file -> file.toAbsolutePath().normalize().toString())
                .toList();
    }

    /** Returns the files to read, and how far to follow them. */
    SourceOptions options() {
        if (paths.isEmpty()) {
            throw command.refused("PATH is missing: expected Java files, or folders of them");
        }
        if (loops < 1 || loops > 8) {
            throw command.refused("--loops: " + loops + "; accepted: 1 to 8");
        }
        return new SourceOptions(paths, ddl, txns, loops);
    }

    /** Returns the bounds of the search. */
    Bounds bounds() {
        try {
            return new Bounds(txnsMax, lengthMax, rows, bits, loops);
        } catch (IllegalArgumentException outOfRange) {
            String message = String.valueOf(outOfRange.getMessage());
            String bound = message.substring(0, Math.max(0, message.indexOf(':')));
            String option = switch (bound) {
                case "transactions" -> "--max-txns";
                case "cycle length" -> "--max-length";
                case "loop repetitions" -> "--loops";
                default -> "--" + bound;
            };
            throw command.refused(option + message.substring(bound.length()));
        }
    }

    /** Returns the bounds of the search, of which those that nobody named may be raised. */
    RaisedBounds raised() {
        return new RaisedBounds(bounds(), command.has("--rows"), command.has("--bits"));
    }

    /**
     * Translates the sources, or what is observed, and raises the bounds that nobody named until every statement runs.
     *
     * @param usual the level of transactions if no option names one
     */
    FittedSources fitted(@Nullable ObservedArguments observed, Promises usual) {
        RaisedBounds raised = raised();
        // Before anything is read or run: a level may be a file with mistakes.
        parsedLevels();
        Translation translation = translation(observed);
        Levels asked = command.has("--level") ? levels(translation.program()) : Levels.all(usual);
        return FittedSources.of(translation, asked, raised);
    }

    private Levels parsedLevels() {
        return command.accepted("--level: ", () -> LevelsText.parse(levels));
    }

    /** Returns the levels of a program's transactions. */
    Levels levels(Program program) {
        Levels asked = parsedLevels();
        asked.special().keySet().forEach(name -> txn(program, "--level", name));
        asked.pairs().forEach(pair -> {
            txn(program, "--level", pair.first());
            txn(program, "--level", pair.second());
        });
        return asked;
    }

    /** Returns a level by its name. */
    Promises level(String option, String name) {
        return command.accepted(option + ": ", () -> Promises.NAMES.parse(name));
    }

    /** Returns the name of a transaction that the program has. */
    String txn(Program program, String option, String name) {
        List<String> names = program.txns().stream().map(TxnType::name).toList();
        if (!names.contains(name)) {
            throw command.refused(option + ": '" + name + "' is not a transaction" + Nearest.hint(name, names)
                    + ". Known: " + String.join(", ", names));
        }
        return name;
    }

    ParameterException refused(String message) {
        return command.refused(message);
    }
}
