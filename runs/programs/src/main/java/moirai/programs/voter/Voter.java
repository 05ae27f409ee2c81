package moirai.programs.voter;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.Tally;
import moirai.programs.sql.TxnKind;

/** Voter with a number of telephones. */
public final class Voter implements SqlProgram {

    /** The number of telephones in the evaluation of MonkeyDB (Biswas et al. 2021, section 8): one user. */
    public static final int PHONES_PAPER = 1;

    /** The limit in the artefact of that evaluation. */
    public static final int LIMIT_PAPER = 2;

    private static final int CONTESTANTS = 6;

    /** The first telephone number, which is in New York. */
    private static final long FIRST_PHONE = 212_555_0100L;

    private final int phones;
    private final int limit;

    /**
     * Creates a show.
     *
     * @param limit the maximal number of votes from one telephone
     */
    public Voter(int phones, int limit) {
        if (phones < 1 || limit < 1) {
            throw new IllegalArgumentException("a show needs a telephone, and a vote from each");
        }
        this.phones = phones;
        this.limit = limit;
    }

    @Override
    public String name() {
        return "voter";
    }

    @Override
    public List<String> schema() {
        return List.of(
                "CREATE TABLE contestants (contestant_number INTEGER PRIMARY KEY, contestant_name VARCHAR(50))",
                "CREATE TABLE area_code_state (area_code INTEGER PRIMARY KEY, state VARCHAR(2) NOT NULL)",
                """
                CREATE TABLE votes (
                    vote_id BIGINT PRIMARY KEY,
                    phone_number BIGINT NOT NULL,
                    state VARCHAR(2) NOT NULL,
                    contestant_number INTEGER NOT NULL REFERENCES contestants (contestant_number),
                    created TIMESTAMP NOT NULL)
                """,
                "CREATE INDEX votes_by_phone ON votes (phone_number)");
    }

    @Override
    public void load(Connection connection) throws SQLException {
        try (var contestant = connection.prepareStatement(
                        "INSERT INTO contestants (contestant_number, contestant_name) VALUES (?, ?)");
                var areaCode =
                        connection.prepareStatement("INSERT INTO area_code_state (area_code, state) VALUES (?, ?)")) {
            for (int number = 1; number <= CONTESTANTS; number++) {
                contestant.setInt(1, number);
                contestant.setString(2, "contestant " + number);
                contestant.executeUpdate();
            }
            areaCode.setInt(1, 212);
            areaCode.setString(2, "NY");
            areaCode.executeUpdate();
            areaCode.setInt(1, 907);
            areaCode.setString(2, "AK");
            areaCode.executeUpdate();
        }
    }

    @Override
    public List<TxnKind> transactions() {
        return List.of(TxnKind.writing("vote", 1, this::vote));
    }

    private Vote vote(Draws draws) {
        // One voter in a hundred dials a contestant that there is not.
        int contestant = draws.chance(1) ? CONTESTANTS + 1 : draws.between(1, CONTESTANTS);
        return new Vote(draws.fresh(), FIRST_PHONE + draws.between(1, phones), contestant, limit, draws.moment());
    }

    @Override
    public List<SqlAssertion> assertions() {
        return List.of(SqlAssertion.ofTables("A14", "no telephone has more votes than it may give", this::limitIsKept));
    }

    private Optional<String> limitIsKept(Connection connection) throws SQLException {
        var votes = Tally.of(connection, "SELECT phone_number, COUNT(*) FROM votes GROUP BY phone_number");
        return votes.keys().stream()
                .filter(phone -> votes.at(phone).longValue() > limit)
                .map(phone ->
                        votes.at(phone) + " votes from " + phone.getFirst() + ", at most " + limit + " are allowed")
                .findFirst();
    }
}
