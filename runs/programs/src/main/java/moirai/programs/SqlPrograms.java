package moirai.programs;

import java.util.List;
import java.util.Optional;
import moirai.programs.smallbank.SmallBank;
import moirai.programs.sql.SqlProgram;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;
import moirai.programs.voter.Voter;
import moirai.programs.wikipedia.Wikipedia;

/** The programs on SQL, as small as in the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
public final class SqlPrograms {

    private SqlPrograms() {}

    /** All of them. */
    public static List<SqlProgram> all() {
        return List.of(
                new Tpcc(TpccScale.PAPER),
                new SmallBank(SmallBank.CUSTOMERS_PAPER),
                new Voter(Voter.PHONES_PAPER, Voter.LIMIT_PAPER),
                new Wikipedia(Wikipedia.PAGES_PAPER, Wikipedia.USERS_PAPER));
    }

    /** The program of this name; empty if there is none. */
    public static Optional<SqlProgram> named(String name) {
        return all().stream()
                .filter(program -> program.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Their names, for messages. */
    public static List<String> names() {
        return all().stream().map(SqlProgram::name).toList();
    }
}
