package moirai.mockstore.wire.protocol;

import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.types.Bytes;

/** A message from a client, or a replacement for a message that cannot be understood. */
public sealed interface FrontendMessage {

    /** The kind of object that a name in {@link Describe} or {@link Close} refers to. */
    enum NameKind {
        STATEMENT,
        PORTAL
    }

    /**
     * The first message of a session.
     *
     * @param minor version that the client requests; the major one is 3
     */
    record Startup(int minor, Map<String, String> parameters) implements FrontendMessage {}

    /** A request to stop another connection's statement; the only message of its connection. */
    record Cancel(int process, int secret) implements FrontendMessage {}

    record Query(String sql) implements FrontendMessage {}

    /**
     * A request to prepare a statement.
     *
     * @param types of the first parameters, by PostgreSQL's numbers; 0 leaves the type open
     */
    record Parse(String name, String sql, List<Integer> types) implements FrontendMessage {}

    /**
     * A request to bind parameters to a statement.
     *
     * @param parameterFormats 0 is text, 1 is binary; an empty list means all text, a single element applies to all
     * @param parameters each {@link moirai.mockstore.sql.types.Bytes} or {@link moirai.mockstore.sql.types.SqlNull}
     * @param resultFormats like those of the parameters
     */
    record Bind(
            String portal,
            String statement,
            List<Integer> parameterFormats,
            List<Object> parameters,
            List<Integer> resultFormats)
            implements FrontendMessage {

        /** No parameters, for columns that come as texts. */
        public static final Bind NONE = new Bind("", "", List.of(), List.of(), List.of());

        /** Returns the same parameters for a statement without a name whose columns come as texts. */
        public Bind inTexts() {
            return new Bind("", "", parameterFormats, parameters, List.of());
        }
    }

    record Describe(NameKind target, String name) implements FrontendMessage {}

    /**
     * A request for the rows of a portal, or some of them.
     *
     * @param rowLimit 0 if there is none
     */
    record Execute(String portal, int rowLimit) implements FrontendMessage {}

    record Close(NameKind target, String name) implements FrontendMessage {}

    record Sync() implements FrontendMessage {}

    record Flush() implements FrontendMessage {}

    record Terminate() implements FrontendMessage {}

    /** A part of what a COPY puts into a table; outside of one PostgreSQL ignores it. */
    record CopyData(Bytes content) implements FrontendMessage {}

    /** The end of what a COPY puts into a table. */
    record CopyDone() implements FrontendMessage {}

    /** The end of a COPY that the client gives up. */
    record CopyFail(String reason) implements FrontendMessage {}

    /**
     * A message that is understood well enough to be refused.
     *
     * @param extended whether everything up to the next {@link Sync} is skipped, as after errors in the extended
     *     protocol
     */
    record Refused(boolean extended, String sqlState, String message) implements FrontendMessage {}

    /** Bytes that are no message, so that the beginning of the next one is unknown. */
    record Malformed(String reason) implements FrontendMessage {}

    /** A message whose texts are in an encoding that only the session knows when it takes the message. */
    record Unread(char type, Bytes body) implements FrontendMessage {

        /** Returns the message with its texts in an encoding; {@link Malformed} if it is none. */
        public FrontendMessage read(ClientEncoding encoding) {
            try {
                return MessageParser.parse(type, Unpooled.wrappedBuffer(body.toArray()), encoding);
            } catch (MalformedMessageException malformed) {
                return new Malformed(String.valueOf(malformed.getMessage()));
            }
        }
    }

    /** There is something to tell the client, which has sent nothing. */
    record Woken() implements FrontendMessage {}

    /** The connection is gone. */
    record Disconnected() implements FrontendMessage {}
}
