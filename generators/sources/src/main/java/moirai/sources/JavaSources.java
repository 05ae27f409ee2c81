package moirai.sources;

import com.github.javaparser.ast.CompilationUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.execution.TxnExecution;
import moirai.sources.index.ReachedCode;
import moirai.sources.index.SourceIndex;
import moirai.sources.signs.Signs;
import moirai.sources.sql.Constants;
import moirai.sources.sql.SqlTranslator;
import moirai.sources.sql.tables.Schema;

/**
 * Translates Java source that uses JDBC into an abstract program.
 *
 * <p>A transaction is a method; it is executed over symbols. A path is a condition, which guards the statements on it;
 * what differs where paths meet becomes a choice, and a statement that needs the choice becomes one statement a case.
 * Loops are unrolled, methods of the sources executed in place. What cannot be taken over exactly is a diagnostic. What
 * a method does after an exception is not looked at; a row that is read is there, since reading it would throw.
 *
 * <p>Cost: linear in statements times cases; cases of one value are few, and more make it unknown. Source of the
 * idea: Rahmani and others, CLOTHO (2019), section 4, there on bytecode and with one path a statement.
 */
public final class JavaSources {

    private JavaSources() {}

    /** Translates sources. Throws SourceException, with a line for each error, if they cannot be analysed. */
    public static Translation translate(SourceOptions options) {
        return read(options).translation();
    }

    /** Translates sources, and keeps what is needed to run the methods themselves. Throws SourceException likewise. */
    public static SourceCode read(SourceOptions options) {
        var files = new SourceFiles();
        Map<String, CompilationUnit> units = files.read(options.paths());
        var diagnostics = new Diagnostics();
        var index = new SourceIndex();
        units.forEach((file, unit) -> index.add(unit, file));
        ImportedFiles.of(files, files.byPath()).forEach((file, unit) -> index.addImported(unit, file));
        Schema schema = schema(units, files, options, diagnostics);
        var translator = new SqlTranslator(schema, new Constants(diagnostics), diagnostics);
        List<TxnMethod> methods = TxnMethod.find(index, options);
        var reached =
                new ReachedCode(index, methods.stream().map(TxnMethod::method).toList());
        var execution = new TxnExecution(index, reached, translator, diagnostics, options.loopMax());
        var txns = new ArrayList<TxnType>();
        var sources = new ArrayList<TxnSource>();
        var errors = new ArrayList<Diagnostic>();
        for (TxnMethod method : methods) {
            diagnostics.about(List.of(method.name(methods)));
            List<Diagnostic> before = diagnostics.all();
            TxnType txn = execution.execute(method.name(methods), method.type(), method.method());
            List<Diagnostic> ofMethod = diagnostics.takeErrors();
            errors.addAll(ofMethod);
            if (!ofMethod.isEmpty()) {
                Diagnostic first = ofMethod.getFirst();
                diagnostics.retain(before);
                diagnostics.leftOut(
                        first.origin(), txn.name() + ": " + first.what(), "no transaction here; " + first.taken());
            } else if (!txn.steps().isEmpty()) {
                txns.add(txn);
                sources.add(method.source(txn.name()));
            }
        }
        Callers.of(txns, sources, methods).remove(diagnostics);
        diagnostics.about(Diagnostic.OF_NONE);
        execution.reportBoundaries();
        if (options.txns().isEmpty()) {
            execution.reportUncalled();
        }
        diagnostics.about(List.of());
        if (txns.isEmpty()) {
            refuse(errors);
            throw new SourceException("no transaction in " + options.paths()
                    + "; expected public methods that run SQL on a java.sql.Connection or DataSource, or methods that"
                    + " --txn names"
                    + diagnostics.all().stream()
                            .map(found -> "\n" + found.text())
                            .collect(Collectors.joining()));
        }
        Signs.report(txns, diagnostics);
        List<Table> tables = UsedTables.of(schema.tables(), txns);
        List<Statement> statements = txns.stream()
                .flatMap(txn -> txn.steps().stream())
                .map(Statement.class::cast)
                .toList();
        schema.constraints().report(statements, tables);
        var program = new Program(name(options.paths().getFirst()), tables, txns);
        var translation = new Translation(program, diagnostics.all());
        return new SourceCode(translation, sources, schema, translator);
    }

    private static String name(Path path) {
        String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
        return name.endsWith(".java") ? name.substring(0, name.length() - ".java".length()) : name;
    }

    private static Schema schema(
            Map<String, CompilationUnit> units, SourceFiles files, SourceOptions options, Diagnostics diagnostics) {
        var schema = new Schema(diagnostics);
        for (Path file : options.ddl()) {
            schema.read(SourceFiles.text(file), String.valueOf(file.getFileName()));
        }
        if (options.ddl().isEmpty()) {
            units.forEach((file, unit) -> new Definitions(unit, file).defineIn(schema));
            units.forEach((file, unit) -> new Definitions(unit, file).changeIn(schema));
        }
        refuse(diagnostics.takeErrors());
        if (options.ddl().isEmpty() && schema.tables().isEmpty()) {
            FoundTables.of(options.paths(), files.byPath()).forEach(found -> read(found, schema, diagnostics));
        }
        if (schema.tables().isEmpty()) {
            throw new SourceException("no CREATE TABLE in "
                    + (options.ddl().isEmpty() ? options.paths() : options.ddl())
                    + "; name a file that has it with --ddl");
        }
        return schema;
    }

    /** Reads a file that nobody named. A table in it that cannot be read is missing where it is used. */
    private static void read(FoundTables.Found found, Schema schema, Diagnostics diagnostics) {
        String file = String.valueOf(found.file().getFileName());
        schema.read(SourceFiles.text(found.file()), file);
        diagnostics
                .takeErrors()
                .forEach(error -> diagnostics.loss(error.origin(), error.what(), "left out; " + error.taken()));
        List<Path> others = found.others();
        diagnostics.assumed(
                new Origin(file, 1),
                "the tables are those of " + found.file(),
                others.isEmpty()
                        ? "the database has them"
                        : "the database has them, and not those of " + beside(found.file(), others.getFirst())
                                + (others.size() == 1 ? "" : " and " + (others.size() - 1) + " more")
                                + "; --ddl names one");
    }

    /** Returns a file as it is called beside another one: by its name alone in the same folder. */
    private static Path beside(Path file, Path other) {
        Path folder = file.getParent();
        return folder != null && other.startsWith(folder) ? folder.relativize(other) : other;
    }

    private static void refuse(List<Diagnostic> errors) {
        if (!errors.isEmpty()) {
            throw new SourceException(errors.stream().map(Diagnostic::text).collect(Collectors.joining("\n")));
        }
    }
}
