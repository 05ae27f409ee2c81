package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Reads a page for a user. */
public record GetPageAuthenticated(int user, PageName page) implements SqlTxn {

    private static final String USER =
            "SELECT user_name, user_options, user_touched, user_editcount FROM useracct WHERE user_id = ?";

    private static final String GROUPS = "SELECT ug_group FROM user_groups WHERE ug_user = ?";

    private static final String BLOCKS = "SELECT ipb_expiry FROM ipblocks WHERE ipb_user = ?";

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var users = connection.prepareStatement(USER);
                var groups = connection.prepareStatement(GROUPS);
                var blocks = connection.prepareStatement(BLOCKS)) {
            users.setInt(1, user);
            users.executeQuery();
            groups.setInt(1, user);
            groups.executeQuery();
            blocks.setInt(1, user);
            blocks.executeQuery();
        }
        int id = Article.find(connection, page);
        Article.text(connection, id);
        return Effect.COMMIT;
    }
}
