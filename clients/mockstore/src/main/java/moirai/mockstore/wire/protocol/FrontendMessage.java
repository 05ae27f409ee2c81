package moirai.mockstore.wire.protocol;

import java.util.List;
import java.util.Map;

/** What a client sends, and what takes the place of a message that cannot be understood. */
public sealed interface FrontendMessage {

    /** What a name of {@link Describe} and {@link Close} means. */
    enum NameKind {
        STATEMENT,
        PORTAL
    }

    /**
     * The first message of a session.
     *
     * @param minor version that the client would like to speak; the major one is 3
     */
    record Startup(int minor, Map<String, String> parameters) implements FrontendMessage {}

    /** The only message of a connection that wants another connection's statement stopped. */
    record Cancel(int process, int secret) implements FrontendMessage {}

    record Query(String sql) implements FrontendMessage {}

    /**
     * A statement to understand and keep.
     *
     * @param types of the first parameters, by PostgreSQL's numbers; 0 says nothing
     */
    record Parse(String name, String sql, List<Integer> types) implements FrontendMessage {}

    /**
     * A statement's parameters.
     *
     * @param parameterFormats 0 is text, 1 is binary; none means all text, one is for all
     * @param parameters each {@link moirai.mockstore.sql.types.Bytes} or {@link moirai.mockstore.sql.types.SqlNull}
     * @param resultFormats like those of the parameters
     */
    record Bind(
            String portal,
            String statement,
            List<Integer> parameterFormats,
            List<Object> parameters,
            List<Integer> resultFormats)
            implements FrontendMessage {}

    record Describe(NameKind target, String name) implements FrontendMessage {}

    /**
     * The rows of a portal, or some of them.
     *
     * @param rowLimit 0 if there is none
     */
    record Execute(String portal, int rowLimit) implements FrontendMessage {}

    record Close(NameKind target, String name) implements FrontendMessage {}

    record Sync() implements FrontendMessage {}

    record Flush() implements FrontendMessage {}

    record Terminate() implements FrontendMessage {}

    /** Data of a COPY that is not going on; PostgreSQL ignores it as well. */
    record Stray() implements FrontendMessage {}

    /**
     * A message that is understood well enough to be refused.
     *
     * @param extended whether everything up to the next {@link Sync} is skipped, as after errors in the extended
     *     protocol
     */
    record Refused(boolean extended, String sqlState, String message) implements FrontendMessage {}

    /** Bytes that are no message; there is no way to know where the next one begins. */
    record Malformed(String reason) implements FrontendMessage {}

    /** The connection is gone. */
    record Disconnected() implements FrontendMessage {}
}
