package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Adds a page and its talk page to the watch list of a user. */
public record AddToWatchList(int user, PageName page, String now) implements SqlTxn {

    private static final String INSERT = """
            INSERT INTO watchlist (wl_user, wl_namespace, wl_title, wl_notificationtimestamp)
            VALUES (?, ?, ?, NULL) ON CONFLICT DO NOTHING
            """;

    private static final String TOUCH = "UPDATE useracct SET user_touched = ? WHERE user_id = ?";

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var insert = connection.prepareStatement(INSERT);
                var touch = connection.prepareStatement(TOUCH)) {
            insert.setInt(1, user);
            insert.setInt(2, page.namespace());
            insert.setString(3, page.title());
            insert.executeUpdate();
            if (page.namespace() == PageName.ARTICLES) {
                insert.setInt(2, PageName.TALK);
                insert.executeUpdate();
            }
            touch.setString(1, now);
            touch.setInt(2, user);
            touch.executeUpdate();
        }
        return Effect.COMMIT;
    }
}
