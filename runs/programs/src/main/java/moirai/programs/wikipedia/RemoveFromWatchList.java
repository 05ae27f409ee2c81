package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Removes a page and its talk page from the watch list of a user. */
public record RemoveFromWatchList(int user, PageName page, String now) implements SqlTxn {

    private static final String DELETE =
            "DELETE FROM watchlist WHERE wl_user = ? AND wl_namespace = ? AND wl_title = ?";

    private static final String TOUCH = "UPDATE useracct SET user_touched = ? WHERE user_id = ?";

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var delete = connection.prepareStatement(DELETE);
                var touch = connection.prepareStatement(TOUCH)) {
            delete.setInt(1, user);
            delete.setInt(2, page.namespace());
            delete.setString(3, page.title());
            delete.executeUpdate();
            if (page.namespace() == PageName.ARTICLES) {
                delete.setInt(2, PageName.TALK);
                delete.executeUpdate();
            }
            touch.setString(1, now);
            touch.setInt(2, user);
            touch.executeUpdate();
        }
        return Effect.COMMIT;
    }
}
