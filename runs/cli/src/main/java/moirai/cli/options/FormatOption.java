package moirai.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.formats.jepsen.OpModel;
import moirai.formats.jepsen.Reading;
import moirai.runs.store.HistorySource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about the format of a history. */
public final class FormatOption {

    private static final String MODEL = "--model";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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
                    + " set-full, counter, bank or long-fork. Default: what they look like.")
    private String model = "";

    @Option(
            names = "--accept-cut",
            description = "Leaves out a last operation that is cut short in edn or json, as by the end of its writer.")
    private boolean acceptsCut;

    /**
     * Reads the history in the format that was asked for; without that option, in the format that it seems to have.
     */
    public HistorySource read(Path path) {
        try {
            if (!model.isEmpty()) {
                Values.known(MODEL, model, OpModel.all());
            }
            var how = new Reading(model, acceptsCut);
            return format.isEmpty()
                    ? HistorySource.read(path, how)
                    : HistorySource.read(path, Values.known("--format", format, HistorySource.formats()), how);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
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
        if (acceptsCut) {
            arguments.add("--accept-cut");
        }
        return List.copyOf(arguments);
    }
}
