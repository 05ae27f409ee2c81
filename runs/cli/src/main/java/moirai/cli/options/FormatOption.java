package moirai.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.formats.jepsen.Keys;
import moirai.formats.jepsen.OpModel;
import moirai.formats.jepsen.Reading;
import moirai.runs.store.HistorySource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the format of a history. */
public final class FormatOption {

    private static final String MODEL = "--model";
    private static final String KEYS = "--keys";
    private static final String IGNORE_TIMES = "--ignore-times";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "moirai, edn (Jepsen), json (elle-cli, or lines), plume, awdit, dbcop-json, dbcop or cobra."
                    + " Default: what it looks like.")
    private String format = "";

    @Option(
            names = MODEL,
            paramLabel = "MODEL",
            description = "What operations of edn and json mean, as elle-cli calls it: list-append, rw-register, set,"
                    + " set-full, comments, counter, bank or long-fork. Default: what they look like.")
    private String model = "";

    @Option(
            names = KEYS,
            paramLabel = "KEYS",
            description = "What [0 5] is as the value of a read, write or add in edn and json: independent (5 of key 0,"
                    + " as jepsen.independent writes it) or single (one value of the only key). Default: what the"
                    + " other operations show; if they don't, it is refused.")
    private String keys = "";

    @Option(
            names = IGNORE_TIMES,
            description = "Ignores times, as those of a clock that goes back. In edn and json the order of :index, else"
                    + " of the lines, counts instead; other texts have no times then.")
    private boolean ignoresTimes;

    @Option(
            names = "--accept-cut",
            description = "Leaves out a last operation that is cut short in edn or json, as by the end of its writer.")
    private boolean acceptsCut;

    /**
     * Reads the history in the format that was asked for; without that option, in the format that it seems to have.
     */
    public HistorySource read(Path path) {
        return command.accepted(() -> {
            if (!model.isEmpty()) {
                Values.known(MODEL, model, OpModel.all());
            }
            Keys said = keys.isEmpty()
                    ? Keys.UNSAID
                    : Keys.named(Values.known(KEYS, keys, Keys.all())).orElseThrow();
            var how = new Reading(model, said, ignoresTimes, acceptsCut);
            return format.isEmpty()
                    ? HistorySource.read(path, how)
                    : HistorySource.read(path, Values.known("--format", format, HistorySource.formats()), how);
        });
    }

    /** Returns the name of the data model that the option gives to operations; empty if none was given. */
    public String model() {
        return model;
    }

    /** Returns the options that another command line needs to read the same history; may be empty. */
    public List<String> again() {
        var arguments = new ArrayList<String>();
        if (!format.isEmpty()) {
            arguments.addAll(List.of("--format", format));
        }
        if (!model.isEmpty()) {
            arguments.addAll(List.of(MODEL, model));
        }
        if (!keys.isEmpty()) {
            arguments.addAll(List.of(KEYS, keys));
        }
        if (ignoresTimes) {
            arguments.add(IGNORE_TIMES);
        }
        if (acceptsCut) {
            arguments.add("--accept-cut");
        }
        return List.copyOf(arguments);
    }
}
