package moirai.programs.voter;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/**
 * Records a vote, unless the telephone has reached its limit.
 *
 * @param id a number that no other vote has
 * @param limit the maximal number of votes from one telephone
 */
public record Vote(long id, long phone, int contestant, int limit, LocalDateTime at) implements SqlTxn {

    /** The count of telephone numbers in one area code. */
    private static final long SUBSCRIBERS = 10_000_000L;

    private static final String CONTESTANT = "SELECT contestant_number FROM contestants WHERE contestant_number = ?";

    private static final String VOTES = "SELECT COUNT(*) AS given FROM votes WHERE phone_number = ?";

    private static final String STATE = "SELECT state FROM area_code_state WHERE area_code = ?";

    private static final String INSERT_VOTE = """
            INSERT INTO votes (vote_id, phone_number, state, contestant_number, created) VALUES (?, ?, ?, ?, ?)
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var contestants = connection.prepareStatement(CONTESTANT);
                var votes = connection.prepareStatement(VOTES);
                var states = connection.prepareStatement(STATE);
                var insert = connection.prepareStatement(INSERT_VOTE)) {
            contestants.setInt(1, contestant);
            if (!contestants.executeQuery().next()) {
                return Effect.ROLLBACK;
            }
            votes.setLong(1, phone);
            var counts = votes.executeQuery();
            counts.next();
            if (counts.getLong("given") >= limit) {
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
