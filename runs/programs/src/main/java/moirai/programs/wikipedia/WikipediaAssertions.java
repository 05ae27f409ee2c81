package moirai.programs.wikipedia;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlAssertion.Counted;
import moirai.programs.sql.Tally;

/**
 * The assertions that several tables agree on the number of edits (Biswas et al. 2021, section 8: user information,
 * history and logging).
 *
 * <p>The artefact of the paper compares each user's counter with recent changes (A15) and with the log (A16), and
 * recent changes with the log (A17). Its A17 breaks only because its store loses rows when two transactions take the
 * same automatic number. Here, as in real databases, sequences never return a number twice, so that comparison would
 * hold at every level.
 *
 * <p>The paper's text asks for a comparison for a given page and with the history, and A17 here is that comparison: the
 * revisions from the latest one back through its parents are as many as the page's recent changes. Of two edits that do
 * not see each other, only one is found on that way.
 */
final class WikipediaAssertions {

    private static final Counted COUNTED_BY_USER =
            new Counted("user_editcount is ", "SELECT user_id, user_editcount FROM useracct");

    static final List<SqlAssertion> ALL = List.of(
            SqlAssertion.ofEqual(
                    "A15",
                    "a user edited as often as recent changes say",
                    COUNTED_BY_USER,
                    new Counted(
                            ", recent changes are ", "SELECT rc_user, COUNT(*) FROM recentchanges GROUP BY rc_user")),
            SqlAssertion.ofEqual(
                    "A16",
                    "a user edited as often as the log says",
                    COUNTED_BY_USER,
                    new Counted(
                            ", entries of the log are ", "SELECT log_user, COUNT(*) FROM logging GROUP BY log_user")),
            SqlAssertion.ofTables(
                    "A17",
                    "a page's history has as many edits as recent changes say",
                    connection -> history(connection)
                            .differenceFrom(
                                    Tally.of(
                                            connection,
                                            "SELECT rc_cur_id, COUNT(*) FROM recentchanges GROUP BY rc_cur_id"),
                                    "edits in its history are ",
                                    ", recent changes are ")));

    private WikipediaAssertions() {}

    /** Returns for each page the number of revisions from the latest one back through its parents. */
    private static Tally history(Connection connection) throws SQLException {
        var parents = Tally.of(connection, "SELECT rev_id, rev_parent_id FROM revision");
        var latest = Tally.of(connection, "SELECT page_id, page_latest FROM page");
        return latest.mapped(revision -> BigDecimal.valueOf(length(parents, revision.longValue())));
    }

    private static long length(Tally parents, long latest) {
        var found = new HashSet<Long>();
        long revision = latest;
        while (revision != 0 && found.add(revision)) {
            revision = parents.at(List.of(revision)).longValue();
        }
        return found.size();
    }
}
