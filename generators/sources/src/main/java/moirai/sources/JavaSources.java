package moirai.sources;

import com.github.javaparser.ast.CompilationUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.execution.TxnExecution;
import moirai.sources.index.SourceIndex;
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
        Map<String, CompilationUnit> units = new SourceFiles().read(options.paths());
        var diagnostics = new Diagnostics();
        var index = new SourceIndex();
        units.forEach((file, unit) -> index.add(unit, file));
        Schema schema = schema(units, options, diagnostics);
        var constants = new Constants(diagnostics);
        var translator = new SqlTranslator(schema, constants, diagnostics);
        var execution = new TxnExecution(index, translator, diagnostics, options.loopMax());
        List<TxnMethod> methods = TxnMethod.find(index, options);
        var txns = new ArrayList<TxnType>();
        var sources = new ArrayList<TxnSource>();
        for (TxnMethod method : methods) {
            try {
                TxnType txn = execution.execute(method.name(methods), method.type(), method.method());
                if (!txn.steps().isEmpty()) {
                    txns.add(txn);
                    sources.add(method.source(txn.name()));
                }
            } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException unexpected) {
                diagnostics.error(
                        method.type().origin(method.method()),
                        method.name(methods) + " cannot be followed (" + unexpected.getMessage() + ")",
                        "expected a method without what is unusual in it, or --txn with the others");
            }
        }
        execution.reportBoundaries();
        if (options.txns().isEmpty()) {
            execution.reportUncalled();
        }
        refuse(diagnostics);
        if (txns.isEmpty()) {
            throw new SourceException("no transaction in " + options.paths()
                    + "; expected public methods that run SQL on a java.sql.Connection or DataSource, or methods that"
                    + " --txn names"
                    + diagnostics.all().stream()
                            .map(found -> "\n" + found.text())
                            .collect(Collectors.joining()));
        }
        schema.constraints()
                .report(txns.stream()
                        .flatMap(txn -> txn.steps().stream())
                        .map(Statement.class::cast)
                        .toList());
        List<Table> tables = UsedTables.of(schema.tables(), txns);
        var program = new Program(name(options.paths().getFirst()), tables, txns);
        var translation = new Translation(program, diagnostics.all());
        return new SourceCode(translation, sources, schema, translator);
    }

    private static String name(Path path) {
        String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
        return name.endsWith(".java") ? name.substring(0, name.length() - ".java".length()) : name;
    }

    private static Schema schema(Map<String, CompilationUnit> units, SourceOptions options, Diagnostics diagnostics) {
        var schema = new Schema(diagnostics);
        for (Path file : options.ddl()) {
            schema.read(SourceFiles.text(file), String.valueOf(file.getFileName()));
        }
        if (options.ddl().isEmpty()) {
            units.forEach((file, unit) -> new Definitions(unit, file).defineIn(schema));
            units.forEach((file, unit) -> new Definitions(unit, file).changeIn(schema));
        }
        refuse(diagnostics);
        if (schema.tables().isEmpty()) {
            throw new SourceException("no CREATE TABLE in "
                    + (options.ddl().isEmpty() ? options.paths() : options.ddl())
                    + "; name a file that has it with --ddl");
        }
        return schema;
    }

    private static void refuse(Diagnostics diagnostics) {
        String errors = diagnostics.all().stream()
                .filter(diagnostic -> diagnostic.kind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::text)
                .collect(Collectors.joining("\n"));
        if (!errors.isEmpty()) {
            throw new SourceException(errors);
        }
    }
}
