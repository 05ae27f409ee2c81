package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import moirai.clients.jdbc.owned.OwnedSchema;
import org.junit.jupiter.api.Test;

/** A replay has a schema of its own, which nobody takes for abandoned while it is used. */
class ServerStageIT {

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
    void aReplayHasAnOwnerFromItsFirstMomentAndLeavesNothing() throws Exception {
        String prefix = "moirai_directed_" + ProcessHandle.current().pid() + "_";
        ReplayTarget target = Servers.postgresql(Connection.TRANSACTION_READ_COMMITTED);
        try (ReplayTarget.Stage stage = target.open(Cases.lostPayment())) {
            List<String> used = schemas(prefix);
            assertThat(used).isNotEmpty();

            try (Connection clearing = SERVER.getConnection()) {
                OwnedSchema.dropAbandoned(clearing);
            }

            assertThat(schemas(prefix)).isEqualTo(used);
            assertThat(stage.rows()).isNotEmpty();
        }
        assertThat(schemas(prefix)).isEmpty();
    }
}
