package moirai.programs.wikipedia;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Reads a page for a reader who is known only by an address. */
public record GetPageAnonymous(String address, PageName page) implements SqlTxn {

    private static final String BLOCKS = "SELECT ipb_expiry FROM ipblocks WHERE ipb_address = ?";

    @Override
    public Effect run(Connection connection) throws SQLException {
        int id = Article.find(connection, page);
        try (var blocks = connection.prepareStatement(BLOCKS)) {
            blocks.setString(1, address);
            blocks.executeQuery();
        }
        Article.text(connection, id);
        return Effect.COMMIT;
    }
}
