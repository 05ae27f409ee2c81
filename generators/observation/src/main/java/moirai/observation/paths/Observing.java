package moirai.observation.paths;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.observation.recording.RecordedSource;
import moirai.observation.rows.Catalog;
import moirai.observation.rows.RowMaker;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.sources.Translation;
import moirai.sources.UsedTables;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.sql.Constants;
import moirai.sources.sql.Schema;
import moirai.sources.sql.SqlTranslator;

/** Observes transactions one after the other, and makes one program of them. */
public final class Observing {

    private final RecordedSource source;
    private final Options options;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Constants constants = new Constants(diagnostics);

    /** On a database that may be emptied. */
    public Observing(RecordedSource source, Options options) {
        this.source = source;
        this.options = options;
    }

    /** The program; ObservationException where one cannot be made. */
    public Translation observe(String name, List<ObservedTxn> txns) {
        Catalog catalog = catalog();
        var schema = new Schema(diagnostics);
        catalog.tables().forEach(schema::add);
        var templates = new Templates(new SqlTranslator(schema, constants, diagnostics));
        var setting = new Rehearsal.Setting(catalog, new RowMaker(catalog), templates);
        var types = new ArrayList<TxnType>();
        for (ObservedTxn txn : txns) {
            types.add(observe(setting, txn));
        }
        String errors = diagnostics.all().stream()
                .filter(diagnostic -> diagnostic.kind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::text)
                .collect(Collectors.joining("\n"));
        if (!errors.isEmpty()) {
            throw new ObservationException(errors);
        }
        return new Translation(new Program(name, UsedTables.of(schema.tables(), types), types), diagnostics.all());
    }

    private Catalog catalog() {
        try (Connection connection = source.plain()) {
            Catalog.allowOrphans(connection);
            return Catalog.read(connection);
        } catch (SQLException refused) {
            throw new ObservationException(
                    "the tables cannot be read: " + refused.getMessage() + "; expected a database that answers",
                    refused);
        }
    }

    private TxnType observe(Rehearsal.Setting setting, ObservedTxn txn) {
        var runner = new Runner(source, setting, txn, options.runsMax());
        var steers = new Steers(setting.catalog(), txn.parameters(), options.hints());
        var exploration = new Exploration(runner, steers, diagnostics);
        Tree tree = exploration.explore();
        var lowering = new Lowering(constants, diagnostics, exploration.origin());
        var flattening = new Flattening(lowering);
        return lowering.txn(txn.name(), txn.parameters(), flattening.statements(tree), flattening.commit(tree));
    }
}
