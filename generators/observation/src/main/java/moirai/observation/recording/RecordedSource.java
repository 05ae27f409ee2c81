package moirai.observation.recording;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections tell a stage what they do, as long as there is one. Applications are given
 * {@link #source}. Used by one thread at a time.
 */
public final class RecordedSource {

    private final DataSource behind;
    private final DataSource source;
    private @Nullable Stage stage;

    /** Over the source of a database that may be emptied again and again. */
    public RecordedSource(DataSource behind) {
        this.behind = behind;
        this.source = RecordedProxy.of(DataSource.class, new RecordedProxy.OfSource(behind, this));
    }

    /** What the application is to use. */
    public DataSource source() {
        return source;
    }

    /** A connection that is not recorded. */
    public Connection plain() throws SQLException {
        return behind.getConnection();
    }

    /** Tells this stage from now on. */
    public void follow(Stage other) {
        stage = other;
    }

    /** Tells nobody any more. */
    public void leave() {
        stage = null;
    }

    @Nullable
    Stage stage() {
        return stage;
    }
}
