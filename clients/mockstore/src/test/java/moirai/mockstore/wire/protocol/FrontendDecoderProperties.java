package moirai.mockstore.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import moirai.mockstore.wire.protocol.FrontendDecoder.Frame;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FrontendDecoderProperties {

    @Property(tries = 200)
    void messagesDoNotDependOnHowTheirBytesAreSplit(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int chunk) {
        var random = new Random(seed);
        byte[] bytes = conversation(random);

        assertThat(decode(bytes, random, chunk)).isEqualTo(decode(bytes, random, bytes.length));
    }

    @Property(tries = 500)
    void whateverIsSentEndsInAMessageOrInOneThatSaysWhyNot(@ForAll byte[] noise, @ForAll boolean afterStartup) {
        var sent = new ByteArrayOutputStream();
        if (afterStartup) {
            sent.writeBytes(Frames.startup());
        }
        sent.writeBytes(noise);

        List<FrontendMessage> messages = decode(sent.toByteArray(), new Random(1), sent.size() + 1);

        for (FrontendMessage message : messages.subList(0, Math.max(0, messages.size() - 1))) {
            assertThat(message).isNotInstanceOf(FrontendMessage.Malformed.class);
        }
    }

    private static byte[] conversation(Random random) {
        var sent = new ByteArrayOutputStream();
        sent.writeBytes(Frames.startup());
        for (int i = random.nextInt(20); i >= 0; i--) {
            sent.writeBytes(Frames.random(random));
        }
        return sent.toByteArray();
    }

    private static List<FrontendMessage> decode(byte[] bytes, Random random, int chunkMax) {
        var channel = new EmbeddedChannel(new FrontendDecoder());
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(chunkMax));
            channel.writeInbound(Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, at, end)));
            at = end;
        }
        List<FrontendMessage> messages = new ArrayList<>();
        for (Frame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            messages.add(frame.message());
        }
        channel.finishAndReleaseAll();
        return messages;
    }
}
