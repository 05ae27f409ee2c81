package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;

/** The statements that both ways to get a page share. */
final class Article {

    private static final String PAGE = "SELECT page_id FROM page WHERE page_namespace = ? AND page_title = ?";

    private static final String RESTRICTIONS =
            "SELECT pr_type, pr_level, pr_expiry FROM page_restrictions WHERE pr_page = ?";

    private static final String REVISION = """
            SELECT rev_id, rev_text_id FROM page JOIN revision ON page_id = rev_page AND page_latest = rev_id
            WHERE page_id = ?
            """;

    private static final String TEXT = "SELECT old_text, old_flags FROM text WHERE old_id = ?";

    private Article() {}

    /** Returns the page's number, or 0 if there is no such page. */
    static int find(Connection connection, PageName name) throws SQLException {
        try (var select = connection.prepareStatement(PAGE);
                var restrictions = connection.prepareStatement(RESTRICTIONS)) {
            select.setInt(1, name.namespace());
            select.setString(2, name.title());
            var pages = select.executeQuery();
            if (!pages.next()) {
                return 0;
            }
            int page = pages.getInt("page_id");
            restrictions.setInt(1, page);
            restrictions.executeQuery();
            return page;
        }
    }

    /** Returns the text of the latest revision; empty if it cannot be found. */
    static String text(Connection connection, int page) throws SQLException {
        try (var revision = connection.prepareStatement(REVISION);
                var text = connection.prepareStatement(TEXT)) {
            revision.setInt(1, page);
            var revisions = revision.executeQuery();
            if (!revisions.next()) {
                return "";
            }
            text.setInt(1, revisions.getInt("rev_text_id"));
            var texts = text.executeQuery();
            return texts.next() ? texts.getString("old_text") : "";
        }
    }
}
