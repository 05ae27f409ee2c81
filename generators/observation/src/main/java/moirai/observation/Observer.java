package moirai.observation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.observation.paths.Exploration;
import moirai.observation.paths.Fitting;
import moirai.observation.paths.Steers;
import moirai.observation.paths.Tree;
import moirai.observation.recording.RecordedSource;
import moirai.observation.rehearsals.Rehearsal;
import moirai.observation.rehearsals.Runner;
import moirai.observation.rehearsals.Templates;
import moirai.observation.rows.Catalog;
import moirai.observation.rows.RowMaker;
import moirai.observation.txns.Hint;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.observation.txns.Parameter;
import moirai.sources.Translation;
import moirai.sources.UsedTables;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.signs.Signs;
import moirai.sources.sql.Constants;
import moirai.sources.sql.SqlTranslator;
import moirai.sources.sql.tables.Schema;

/**
 * Makes abstract programs of transactions by running them.
 *
 * <p>Before each statement its tables are emptied and given the rows that it is to find, so that each value which the
 * application binds later can be told from all others. Nobody else may use the database meanwhile, and nothing that is
 * in it stays.
 */
public final class Observer {

    private final RecordedSource source;
    private final Options options;

    /** Makes an observer of an application that uses {@code source.source()}. */
    public Observer(RecordedSource source, Options options) {
        this.source = source;
        this.options = options;
    }

    /**
     * Returns the program of these transactions, and the places where it differs from them.
     *
     * @throws moirai.observation.txns.ObservationException if a transaction cannot be observed: it does not commit
     *     where its rows are there, runs no statement, or runs SQL on tables that do not exist
     */
    public Translation observe(String name, List<ObservedTxn> txns) {
        var diagnostics = new Diagnostics();
        var session = session(txns, diagnostics);
        var types = new ArrayList<TxnType>();
        for (ObservedTxn txn : txns) {
            types.add(session.observe(txn));
        }
        String errors = text(diagnostics.takeErrors());
        if (!errors.isEmpty()) {
            throw new ObservationException(errors);
        }
        return session.translation(name, types);
    }

    /**
     * Returns the program of those of these transactions that can be observed; the others are left out.
     *
     * @param diagnostics what is known before
     * @throws moirai.observation.txns.ObservationException if none can be observed
     */
    public Translation observeAll(String name, List<ObservedTxn> txns, Diagnostics diagnostics) {
        var session = session(txns, diagnostics);
        var types = new ArrayList<TxnType>();
        for (ObservedTxn txn : txns) {
            List<Diagnostic> before = diagnostics.all();
            String why;
            try {
                TxnType type = session.observe(txn);
                why = text(diagnostics.takeErrors());
                if (why.isEmpty()) {
                    types.add(type);
                }
            } catch (ObservationException unfit) {
                why = String.valueOf(unfit.getMessage());
            }
            if (!why.isEmpty()) {
                diagnostics.retain(before);
                diagnostics.leftOut(txn.origin(), "transaction " + txn.name(), why);
            }
        }
        if (types.isEmpty()) {
            throw new ObservationException("no transaction can be observed: " + text(diagnostics.all()));
        }
        return session.translation(name, types);
    }

    private static String text(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(Diagnostic::text).collect(Collectors.joining("\n"));
    }

    private Session session(List<ObservedTxn> txns, Diagnostics diagnostics) {
        Catalog catalog = catalog();
        requireHints(catalog, txns);
        var constants = new Constants(diagnostics);
        var schema = new Schema(diagnostics);
        catalog.tables().forEach(schema::add);
        var templates = new Templates(new SqlTranslator(schema, constants, diagnostics));
        var setting = new Rehearsal.Setting(catalog, new RowMaker(catalog), templates);
        return new Session(setting, schema, constants, diagnostics);
    }

    private Catalog catalog() {
        try (Connection connection = source.plain()) {
            Catalog.allowOrphans(connection);
            return Catalog.read(connection);
        } catch (SQLException refused) {
            throw new ObservationException(
                    "the tables cannot be read: " + refused.getMessage() + "; expected a database that answers",
                    refused);
        } catch (IllegalArgumentException none) {
            throw new ObservationException(String.valueOf(none.getMessage()), none);
        }
    }

    private void requireHints(Catalog catalog, List<ObservedTxn> txns) {
        var known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        txns.stream()
                .flatMap(txn -> txn.parameters().stream())
                .map(Parameter::name)
                .forEach(known::add);
        catalog.tables().forEach(table -> table.allFields().forEach(field -> known.add(table.name() + "." + field)));
        for (Hint hint : options.hints()) {
            if (!known.contains(hint.name())) {
                throw new ObservationException("no parameter or column '" + hint.name()
                        + "' to have a value; expected one of " + String.join(", ", known));
            }
        }
    }

    /** What the transactions of one program have in common. */
    private final class Session {

        private final Rehearsal.Setting setting;
        private final Schema schema;
        private final Constants constants;
        private final Diagnostics diagnostics;

        Session(Rehearsal.Setting setting, Schema schema, Constants constants, Diagnostics diagnostics) {
            this.setting = setting;
            this.schema = schema;
            this.constants = constants;
            this.diagnostics = diagnostics;
        }

        TxnType observe(ObservedTxn txn) {
            var fitting = new Fitting(asked -> new Runner(source, setting, asked, options.runsMax()));
            ObservedTxn fitted = fitting.fitted(txn);
            var runner = new Runner(source, setting, fitted, options.runsMax());
            var steers = new Steers(setting.catalog(), fitted.parameters(), options.hints());
            var exploration = new Exploration(runner, steers, options.questionsMax(), diagnostics);
            Tree tree = exploration.explore();
            var lowering = new TxnLowering(constants, diagnostics, exploration.origin());
            var flattening = new Flattening(lowering);
            return lowering.txn(
                    fitted.name(), fitted.parameters(), flattening.statements(tree), flattening.commit(tree));
        }

        Translation translation(String name, List<TxnType> types) {
            Signs.report(types, diagnostics);
            return new Translation(new Program(name, UsedTables.of(schema.tables(), types), types), diagnostics.all());
        }
    }
}
