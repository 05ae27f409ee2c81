package moirai.mockstore.wire.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Bytes that a client might send, right and wrong. */
public final class Frames {

    private static final String TYPES = "QPBDECSHXFdcfp";

    private Frames() {}

    public static byte[] startup() {
        byte[] parameters = "user\0moirai\0\0".getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + parameters.length)
                .putInt(8 + parameters.length)
                .putInt(3 << 16)
                .put(parameters)
                .array();
    }

    public static byte[] message(char type, byte[] body) {
        return ByteBuffer.allocate(5 + body.length)
                .put((byte) type)
                .putInt(4 + body.length)
                .put(body)
                .array();
    }

    /** A message that is right. */
    public static byte[] random(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> message('Q', text("SELECT " + random.nextInt()));
            case 1 ->
                message('P', join(text("s" + random.nextInt(3)), text("SELECT $1"), new byte[] {0, 1, 0, 0, 0, 23}));
            case 2 ->
                message('B', join(text(""), text("s" + random.nextInt(3)), new byte[] {0, 0, 0, 1, 0, 0, 0, 1, '7', 0, 0
                }));
            case 3 -> message('D', join(new byte[] {'S'}, text("s" + random.nextInt(3))));
            case 4 -> message('E', join(text(""), new byte[4]));
            default -> message('S', new byte[0]);
        };
    }

    /** Perhaps a message, perhaps nothing like it. */
    public static byte[] broken(Random random) {
        byte[] right = random(random);
        switch (random.nextInt(5)) {
            // A wrong byte anywhere, the length included.
            case 0 -> right[random.nextInt(right.length)] = (byte) random.nextInt();
            // A body that is cut short, with a length that says so.
            case 1 -> {
                byte[] body = new byte[random.nextInt(8)];
                random.nextBytes(body);
                right = message(TYPES.charAt(random.nextInt(TYPES.length())), body);
            }
            // Noise.
            case 2 -> random.nextBytes(right);
            // A length that promises more than ever comes.
            case 3 -> right[3] = 1;
            // A message that ends in the middle.
            default -> right = Arrays.copyOf(right, random.nextInt(right.length));
        }
        return right;
    }

    private static byte[] text(String value) {
        return (value + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
