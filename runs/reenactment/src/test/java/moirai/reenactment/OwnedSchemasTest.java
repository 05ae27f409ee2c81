package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a killed replay leaves can be told from what one that lives uses, and from what is somebody else's. */
class OwnedSchemasTest {

    private static final DataSource SERVER = Servers.postgresql();

    private static List<String> schemas(String prefix) throws SQLException {
        var names = new ArrayList<String>();
        try (Connection connection = SERVER.getConnection();
                ResultSet rows = connection.getMetaData().getSchemas(null, prefix + "%")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Test
    void whatTheDeadLeaveIsDroppedAndWhatTheLivingUseIsNot() throws Exception {
        try (Connection living = SERVER.getConnection()) {
            OwnedSchemas.create(living, "moirai_directed_999001_1");
            try (Connection killed = SERVER.getConnection()) {
                OwnedSchemas.create(killed, "moirai_directed_999001_2");
            }
            Tables.execute(living, "CREATE SCHEMA moirai_directed_999001_3");

            // The server may not have noticed yet that the second connection is gone.
            while (schemas("moirai_directed_999001").contains("moirai_directed_999001_2")) {
                OwnedSchemas.clear(SERVER);
            }

            assertThat(schemas("moirai_directed_999001"))
                    .containsExactly("moirai_directed_999001_1", "moirai_directed_999001_3");
            Tables.execute(living, "DROP SCHEMA moirai_directed_999001_1, moirai_directed_999001_3");
        }
    }

    @Test
    void aReplayHasAnOwnerFromItsFirstMomentAndLeavesNothing() throws Exception {
        String prefix = "moirai_directed_" + ProcessHandle.current().pid() + "_";
        ReplayTarget target = Servers.postgresql(Connection.TRANSACTION_READ_COMMITTED);
        try (ReplayTarget.Stage stage = target.open(Cases.lostPayment())) {
            List<String> used = schemas(prefix);
            assertThat(used).isNotEmpty();

            OwnedSchemas.clear(SERVER);

            assertThat(schemas(prefix)).isEqualTo(used);
            assertThat(stage.rows()).isNotEmpty();
        }
        assertThat(schemas(prefix)).isEmpty();
    }
}
