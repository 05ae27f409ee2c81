package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import moirai.programs.sql.Draws;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.TxnKind;

/**
 * A wiki with a number of pages and users.
 *
 * <p>In OLTP-Bench 91 of 100 transactions read and 7 edit. Here 40 of 100 edit, because runs are short and reads break
 * nothing.
 */
public final class Wikipedia implements SqlProgram {

    /** The number of pages in the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
    public static final int PAGES_PAPER = 2;

    /** The number of users in the evaluation of MonkeyDB. */
    public static final int USERS_PAPER = 2;

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

    private static final String LOADED = "20211014000000";

    private final int pages;
    private final int users;

    public Wikipedia(int pages, int users) {
        if (pages < 1 || users < 1) {
            throw new IllegalArgumentException("a wiki needs a page and a user");
        }
        this.pages = pages;
        this.users = users;
    }

    @Override
    public String name() {
        return "wikipedia";
    }

    @Override
    public List<String> schema() {
        return WikipediaSchema.STATEMENTS;
    }

    static String userName(int user) {
        return "user " + user;
    }

    private static String title(int page) {
        return "page " + page;
    }

    /** Loads the pages. Each has one edit, on which all tables agree; the users take turns as authors. */
    @Override
    public void load(Connection connection) throws SQLException {
        try (var insert = connection.prepareStatement(
                "INSERT INTO useracct (user_name, user_real_name, user_password, user_newpassword, user_email,"
                        + " user_options, user_touched, user_token, user_editcount)"
                        + " VALUES (?, '', 'secret', '', '', '', ?, 'token', 0)")) {
            for (int user = 1; user <= users; user++) {
                insert.setString(1, userName(user));
                insert.setString(2, LOADED);
                insert.executeUpdate();
            }
        }
        try (var insert = connection.prepareStatement(
                "INSERT INTO page (page_namespace, page_title, page_restrictions, page_counter, page_is_redirect,"
                        + " page_is_new, page_random, page_touched, page_latest, page_len)"
                        + " VALUES (0, ?, '', 0, 0, 1, 0.5, ?, 0, 0)")) {
            for (int page = 1; page <= pages; page++) {
                insert.setString(1, title(page));
                insert.setString(2, LOADED);
                insert.executeUpdate();
            }
        }
        for (int page = 1; page <= pages; page++) {
            int author = (page - 1) % users + 1;
            new UpdatePage(author, new PageName(PageName.ARTICLES, title(page)), "first", LOADED).run(connection);
        }
    }

    @Override
    public List<TxnKind> transactions() {
        return List.of(
                TxnKind.writing(
                        "add-to-watch-list", 10, draws -> new AddToWatchList(user(draws), page(draws), now(draws))),
                TxnKind.writing(
                        "remove-from-watch-list",
                        10,
                        draws -> new RemoveFromWatchList(user(draws), page(draws), now(draws))),
                TxnKind.writing(
                        "update-page",
                        40,
                        draws -> new UpdatePage(user(draws), page(draws), "text " + draws.fresh(), now(draws))),
                TxnKind.reading("get-page-anonymous", 20, draws -> new GetPageAnonymous("10.0.0.1", page(draws))),
                TxnKind.reading(
                        "get-page-authenticated", 20, draws -> new GetPageAuthenticated(user(draws), page(draws))));
    }

    private int user(Draws draws) {
        return draws.between(1, users);
    }

    private PageName page(Draws draws) {
        return new PageName(PageName.ARTICLES, title(draws.between(1, pages)));
    }

    private static String now(Draws draws) {
        return draws.moment().format(MOMENT);
    }

    @Override
    public List<SqlAssertion> assertions() {
        return WikipediaAssertions.ALL;
    }
}
