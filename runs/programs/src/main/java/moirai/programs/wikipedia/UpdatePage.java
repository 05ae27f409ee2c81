package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Saves a page: adds a revision whose parent is the latest revision, and makes it the latest. */
public record UpdatePage(int user, PageName page, String text, String now) implements SqlTxn {

    private static final String PAGE =
            "SELECT page_id, page_latest, page_len FROM page WHERE page_namespace = ? AND page_title = ?";

    private static final String INSERT_TEXT =
            "INSERT INTO text (old_page, old_text, old_flags) VALUES (?, ?, 'utf-8') RETURNING old_id";

    private static final String INSERT_REVISION = """
            INSERT INTO revision (rev_page, rev_text_id, rev_comment, rev_minor_edit, rev_user, rev_user_text,
                rev_timestamp, rev_deleted, rev_len, rev_parent_id)
            VALUES (?, ?, '', 0, ?, ?, ?, 0, ?, ?) RETURNING rev_id
            """;

    private static final String UPDATE_PAGE = """
            UPDATE page SET page_latest = ?, page_touched = ?, page_is_new = 0, page_is_redirect = 0, page_len = ?
            WHERE page_id = ?
            """;

    private static final String INSERT_CHANGE = """
            INSERT INTO recentchanges (rc_timestamp, rc_cur_time, rc_namespace, rc_title, rc_type, rc_minor, rc_cur_id,
                rc_user, rc_user_text, rc_comment, rc_this_oldid, rc_last_oldid, rc_bot, rc_moved_to_ns,
                rc_moved_to_title, rc_ip, rc_patrolled, rc_new, rc_old_len, rc_new_len, rc_deleted, rc_logid)
            VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?, '', ?, ?, 0, 0, '', '', 1, 0, ?, ?, 0, 0)
            """;

    private static final String WATCHERS = """
            SELECT wl_user FROM watchlist
            WHERE wl_title = ? AND wl_namespace = ? AND wl_user <> ? AND wl_notificationtimestamp IS NULL
            """;

    private static final String NOTIFY = """
            UPDATE watchlist SET wl_notificationtimestamp = ? WHERE wl_title = ? AND wl_namespace = ? AND wl_user = ?
            """;

    private static final String INSERT_LOG = """
            INSERT INTO logging (log_type, log_action, log_timestamp, log_user, log_user_text, log_namespace, log_title,
                log_page, log_comment, log_params, log_deleted)
            VALUES ('patrol', 'patrol', ?, ?, ?, ?, ?, ?, '', '', 0)
            """;

    private static final String COUNT_EDIT =
            "UPDATE useracct SET user_editcount = user_editcount + 1, user_touched = ? WHERE user_id = ?";

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement(PAGE)) {
            select.setInt(1, page.namespace());
            select.setString(2, page.title());
            var pages = select.executeQuery();
            if (!pages.next()) {
                return Effect.ROLLBACK;
            }
            int id = pages.getInt("page_id");
            int parent = pages.getInt("page_latest");
            int revision = addRevision(connection, id, parent);
            recordChange(connection, new Change(id, revision, parent, pages.getInt("page_len")));
        }
        notifyWatchers(connection);
        return Effect.COMMIT;
    }

    /** A revision that replaces its parent as the latest. */
    private record Change(int page, int revision, int parent, int oldLength) {}

    private int addRevision(Connection connection, int id, int parent) throws SQLException {
        try (var insertText = connection.prepareStatement(INSERT_TEXT);
                var insertRevision = connection.prepareStatement(INSERT_REVISION);
                var updatePage = connection.prepareStatement(UPDATE_PAGE)) {
            insertText.setInt(1, id);
            insertText.setString(2, text);
            var texts = insertText.executeQuery();
            texts.next();
            insertRevision.setInt(1, id);
            insertRevision.setInt(2, texts.getInt("old_id"));
            insertRevision.setInt(3, user);
            insertRevision.setString(4, userText());
            insertRevision.setString(5, now);
            insertRevision.setInt(6, text.length());
            insertRevision.setInt(7, parent);
            var revisions = insertRevision.executeQuery();
            revisions.next();
            int revision = revisions.getInt("rev_id");
            updatePage.setInt(1, revision);
            updatePage.setString(2, now);
            updatePage.setInt(3, text.length());
            updatePage.setInt(4, id);
            updatePage.executeUpdate();
            return revision;
        }
    }

    private void recordChange(Connection connection, Change change) throws SQLException {
        try (var insertChange = connection.prepareStatement(INSERT_CHANGE);
                var insertLog = connection.prepareStatement(INSERT_LOG);
                var countEdit = connection.prepareStatement(COUNT_EDIT)) {
            insertChange.setString(1, now);
            insertChange.setString(2, now);
            insertChange.setInt(3, page.namespace());
            insertChange.setString(4, page.title());
            insertChange.setInt(5, change.page());
            insertChange.setInt(6, user);
            insertChange.setString(7, userText());
            insertChange.setInt(8, change.revision());
            insertChange.setInt(9, change.parent());
            insertChange.setInt(10, change.oldLength());
            insertChange.setInt(11, text.length());
            insertChange.executeUpdate();
            insertLog.setString(1, now);
            insertLog.setInt(2, user);
            insertLog.setString(3, userText());
            insertLog.setInt(4, page.namespace());
            insertLog.setString(5, page.title());
            insertLog.setInt(6, change.page());
            insertLog.executeUpdate();
            countEdit.setString(1, now);
            countEdit.setInt(2, user);
            countEdit.executeUpdate();
        }
    }

    private void notifyWatchers(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement(WATCHERS);
                var update = connection.prepareStatement(NOTIFY)) {
            select.setString(1, page.title());
            select.setInt(2, page.namespace());
            select.setInt(3, user);
            var rows = select.executeQuery();
            var watchers = new ArrayList<Integer>();
            while (rows.next()) {
                watchers.add(rows.getInt("wl_user"));
            }
            for (int watcher : watchers) {
                update.setString(1, now);
                update.setString(2, page.title());
                update.setInt(3, page.namespace());
                update.setInt(4, watcher);
                update.executeUpdate();
            }
        }
    }

    private String userText() {
        return Wikipedia.userName(user);
    }
}
