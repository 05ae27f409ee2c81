package moirai.studies.programs.openvoter;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/**
 * Records a vote for a contestant who exists, however often the telephone has voted. Its tables are those of {@link
 * moirai.programs.voter.Voter}.
 *
 * @param id a number that no other vote has
 */
public record OpenVote(long id, long phone, int contestant, LocalDateTime at) implements SqlTxn {

    /** The count of telephone numbers in one area code. */
    private static final long SUBSCRIBERS = 10_000_000L;

    private static final String CONTESTANT = "SELECT contestant_number FROM contestants WHERE contestant_number = ?";

    private static final String STATE = "SELECT state FROM area_code_state WHERE area_code = ?";

    private static final String INSERT_VOTE = """
            INSERT INTO votes (vote_id, phone_number, state, contestant_number, created) VALUES (?, ?, ?, ?, ?)
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var contestants = connection.prepareStatement(CONTESTANT);
                var states = connection.prepareStatement(STATE);
                var insert = connection.prepareStatement(INSERT_VOTE)) {
            contestants.setInt(1, contestant);
            if (!contestants.executeQuery().next()) {
                return Effect.ROLLBACK;
            }
            states.setInt(1, (int) (phone / SUBSCRIBERS));
            var codes = states.executeQuery();
            String state = codes.next() ? codes.getString("state") : "XX";
            insert.setLong(1, id);
            insert.setLong(2, phone);
            insert.setString(3, state);
            insert.setInt(4, contestant);
            insert.setObject(5, at);
            insert.executeUpdate();
            return Effect.COMMIT;
        }
    }
}
