package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.wire.protocol.FrontendMessage.NameKind;

/** Parses the messages that follow the startup. */
final class MessageParser {

    private static final String TYPES = "QPBDECSHXFdcfp";
    private static final String EXTENDED = "PBDEC";

    private MessageParser() {}

    /** Returns whether a message may begin with this character. */
    static boolean isType(char type) {
        return TYPES.indexOf(type) >= 0;
    }

    /**
     * Parses a message.
     *
     * @throws MalformedMessageException if the body does not match the type
     */
    static FrontendMessage parse(char type, ByteBuf body, ClientEncoding encoding) {
        try {
            var reader = new MessageReader(body, "message '" + type + "'", encoding);
            FrontendMessage message = parse(type, reader);
            reader.requireEnd();
            return message;
        } catch (StoreException notText) {
            return new FrontendMessage.Refused(
                    EXTENDED.indexOf(type) >= 0, notText.sqlState(), String.valueOf(notText.getMessage()));
        } finally {
            body.skipBytes(body.readableBytes());
        }
    }

    private static FrontendMessage parse(char type, MessageReader reader) {
        return switch (type) {
            case 'Q' -> new FrontendMessage.Query(reader.string());
            case 'P' -> new FrontendMessage.Parse(reader.string(), reader.string(), reader.int32s());
            case 'B' ->
                new FrontendMessage.Bind(
                        reader.string(), reader.string(), formats(reader), reader.values(), formats(reader));
            case 'D' -> new FrontendMessage.Describe(target(reader), reader.string());
            case 'E' -> new FrontendMessage.Execute(reader.string(), reader.int32());
            case 'C' -> new FrontendMessage.Close(target(reader), reader.string());
            case 'S' -> new FrontendMessage.Sync();
            case 'H' -> new FrontendMessage.Flush();
            case 'X' -> new FrontendMessage.Terminate();
            case 'F' -> {
                reader.skip();
                yield new FrontendMessage.Refused(
                        false, "0A000", "function calls by number are not supported; use SELECT");
            }
            case 'd' -> new FrontendMessage.CopyData(reader.rest());
            case 'c' -> {
                reader.skip();
                yield new FrontendMessage.CopyDone();
            }
            case 'f' -> new FrontendMessage.CopyFail(new String(reader.rest().toArray(), StandardCharsets.UTF_8));
            default -> throw new MalformedMessageException("a message '" + type + "' was not asked for");
        };
    }

    private static NameKind target(MessageReader reader) {
        int kind = reader.int8();
        return switch (kind) {
            case 'S' -> NameKind.STATEMENT;
            case 'P' -> NameKind.PORTAL;
            default ->
                throw new MalformedMessageException(
                        "a message describes or closes kind " + kind + "; accepted are 'S' and 'P'");
        };
    }

    private static List<Integer> formats(MessageReader reader) {
        List<Integer> formats = reader.int16s();
        for (int format : formats) {
            if (format != 0 && format != 1) {
                throw new StoreException("08P01", "unsupported format code: " + format + "; accepted are 0 and 1");
            }
        }
        return formats;
    }
}
