package moirai.programs;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.programs.smallbank.SmallBank;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.SqlTarget;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;
import moirai.programs.voter.Voter;
import moirai.programs.wikipedia.Wikipedia;

/** The SQL programs by name, at the small scale of the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
public final class SqlPrograms {

    private SqlPrograms() {}

    /** Returns the four programs of the paper. */
    public static List<SqlProgram> all() {
        return List.of(
                new Tpcc(TpccScale.PAPER),
                new SmallBank(SmallBank.CUSTOMERS_PAPER),
                new Voter(Voter.PHONES_PAPER, Voter.LIMIT_PAPER),
                new Wikipedia(Wikipedia.PAGES_PAPER, Wikipedia.USERS_PAPER));
    }

    /**
     * Runs a program as often as the options say, for callers that know nothing of JDBC.
     *
     * @throws ProgramException if the database refuses a statement that it should support
     */
    public static ProgramResults run(SqlProgram program, SqlTarget target, ProgramOptions options) {
        try {
            return ProgramRuns.run(program, target, options);
        } catch (SQLException failure) {
            throw new ProgramException(program.name() + " on " + target.describe(), failure);
        }
    }

    /** Returns the program of this name, one of {@link #names}; empty if there is none. */
    public static Optional<SqlProgram> named(String name) {
        return withVariants()
                .filter(program -> program.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the names of the four programs and of their variants, for messages. */
    public static List<String> names() {
        return withVariants().map(SqlProgram::name).toList();
    }

    private static Stream<SqlProgram> withVariants() {
        return Stream.concat(all().stream(), Stream.of(Tpcc.withShortOrders()));
    }
}
