package moirai.cli.options;

import java.util.List;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlMode;
import moirai.runs.products.Wish;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about Cassandra. */
public final class CassandraOptions {

    private static final String MODE = "--cql-mode";
    private static final String CONSISTENCY = "--consistency";

    private static final String BETWEEN = "/";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = MODE,
            paramLabel = "MODE",
            description = "Of Cassandra: lwt, collection (v = v + [e]) or (logged) batch. Default: lwt.")
    private String mode = Wish.Cql.DEFAULT.mode().label();

    @Option(
            names = CONSISTENCY,
            paramLabel = "LEVEL",
            description = "Of Cassandra: one, quorum, all, …, or WRITES/READS: all/one. Default: quorum.")
    private String consistency = Wish.Cql.DEFAULT.write().label();

    /** Returns the first of these options that was given; empty if none was. */
    String given() {
        return command.first(MODE, CONSISTENCY);
    }

    /**
     * Returns the settings that the options ask for.
     *
     * @throws IllegalArgumentException if a word is unknown or asks for what does not exist, in words for the user
     */
    Wish.Cql cql() {
        CqlMode asked = Values.named(MODE, mode, List.of(CqlMode.values()), CqlMode::label);
        String[] levels = consistency.split(BETWEEN, 2);
        List<Consistency> all = List.of(Consistency.values());
        Consistency write = Values.named(CONSISTENCY, levels[0], all, Consistency::label);
        List<Consistency> ofReads = all.stream().filter(Consistency::isForReads).toList();
        Consistency read = levels.length == 1 && !write.isForReads()
                ? Wish.Cql.DEFAULT.read()
                : Values.named(CONSISTENCY, levels[levels.length - 1], ofReads, Consistency::label);
        if (asked == CqlMode.LWT && levels.length > 1) {
            throw new IllegalArgumentException(CONSISTENCY + " " + consistency + ": lightweight transactions read at"
                    + " serial consistency: expected the level of their commit alone, such as " + write.label());
        }
        return new Wish.Cql(asked, write, read);
    }
}
