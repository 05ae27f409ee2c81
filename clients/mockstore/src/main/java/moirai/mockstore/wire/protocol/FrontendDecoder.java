package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;

/**
 * Splits a client's bytes into {@linkplain Frame frames}. It declines requests for encryption itself: the client waits
 * for that single byte and sends its startup message next. After bytes that are no message, it reads nothing more.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel.
public final class FrontendDecoder extends ByteToMessageDecoder {

    /**
     * A message with the size that it occupies while it is queued.
     *
     * @param size in bytes, as received
     */
    public record Frame(FrontendMessage message, int size) {}

    /** The greatest size of a startup message, as in PostgreSQL. */
    static final int STARTUP_SIZE_MAX = 10_000;

    /** The greatest sizes of messages, as in PostgreSQL: of those that carry texts or values, and of others. */
    static final int LARGE_SIZE_MAX = 0x3fff_fffe;

    static final int SMALL_SIZE_MAX = 10_000;
    private static final String LARGE_TYPES = "QPBFdp";

    private static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;

    private final BooleanSupplier isRecoded;
    private boolean isStarted;
    private boolean isBroken;
    private boolean refusedSsl;
    private boolean refusedGss;

    /** Creates a decoder of messages in UTF-8. */
    public FrontendDecoder() {
        this(() -> false);
    }

    /**
     * Creates a decoder.
     *
     * @param isRecoded returns whether the texts of later messages are in another encoding than UTF-8
     */
    public FrontendDecoder(BooleanSupplier isRecoded) {
        this.isRecoded = isRecoded;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (isBroken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            if (isStarted) {
                decodeMessage(in, out);
            } else {
                decodeStartup(context, in, out);
            }
        } catch (MalformedMessageException malformed) {
            isBroken = true;
            in.skipBytes(in.readableBytes());
            out.add(new Frame(new FrontendMessage.Malformed(String.valueOf(malformed.getMessage())), 0));
        }
    }

    private void decodeMessage(ByteBuf in, List<Object> out) {
        if (in.readableBytes() < 5) {
            return;
        }
        char type = (char) in.getUnsignedByte(in.readerIndex());
        int length = in.getInt(in.readerIndex() + 1);
        if (!MessageParser.isType(type)) {
            throw new MalformedMessageException("invalid frontend message type " + (int) type);
        }
        int sizeMax = LARGE_TYPES.indexOf(type) >= 0 ? LARGE_SIZE_MAX : SMALL_SIZE_MAX;
        if (length < 4 || length > sizeMax) {
            throw new MalformedMessageException(
                    "invalid length " + length + " of message '" + type + "'; accepted are 4 to " + sizeMax + " bytes");
        }
        if (in.readableBytes() < length + 1) {
            return;
        }
        in.skipBytes(5);
        ByteBuf body = in.readSlice(length - 4);
        if (isRecoded.getAsBoolean()) {
            byte[] content = new byte[body.readableBytes()];
            body.readBytes(content);
            out.add(new Frame(new FrontendMessage.Unread(type, new Bytes(content)), length + 1));
        } else {
            out.add(new Frame(MessageParser.parse(type, body, ClientEncoding.UTF8), length + 1));
        }
    }

    private void decodeStartup(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < 4) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 8 || length > STARTUP_SIZE_MAX) {
            throw new MalformedMessageException("invalid length " + length + " of startup packet; accepted are 8 to "
                    + STARTUP_SIZE_MAX + " bytes");
        }
        if (in.readableBytes() < length) {
            return;
        }
        in.skipBytes(4);
        var reader = new MessageReader(in.readSlice(length - 4), "startup packet");
        int code = reader.int32();
        if (code == SSL_REQUEST && !refusedSsl) {
            refusedSsl = true;
            refuseEncryption(context, reader);
        } else if (code == GSS_REQUEST && !refusedGss) {
            refusedGss = true;
            refuseEncryption(context, reader);
        } else if (code == CANCEL_REQUEST) {
            var cancel = new FrontendMessage.Cancel(reader.int32(), reader.int32());
            out.add(new Frame(cancel, length));
        } else if (code >>> 16 == 3) {
            isStarted = true;
            out.add(new Frame(new FrontendMessage.Startup(code & 0xFFFF, parameters(reader)), length));
        } else {
            throw new MalformedMessageException("unsupported frontend protocol " + (code >>> 16) + "." + (code & 0xFFFF)
                    + ": server supports 3.0 to 3.0");
        }
    }

    private static void refuseEncryption(ChannelHandlerContext context, MessageReader reader) {
        reader.requireEnd();
        context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}), context.voidPromise());
    }

    private static Map<String, String> parameters(MessageReader reader) {
        Map<String, String> parameters = new LinkedHashMap<>();
        try {
            for (String name = reader.string(); !name.isEmpty(); name = reader.string()) {
                parameters.put(name, reader.string());
            }
        } catch (StoreException notText) {
            throw new MalformedMessageException("startup packet: " + notText.getMessage());
        }
        reader.requireEnd();
        return parameters;
    }
}
