package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import moirai.history.HistoryFormatException;
import moirai.history.encoding.FrameBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Numbers of every size are read by another path far from the end of a buffer than near it. */
class PayloadProperties {

    private static Payload payload(byte[] bytes, int end) {
        var payload = new Payload(Path.of("segment"));
        payload.reset(bytes, SegmentFormat.FRAME_HEADER_BYTES, end, 0);
        return payload;
    }

    @Property
    void numbersAreReadBackWhereverTheBufferEnds(
            @ForAll List<Long> numbers, @ForAll @IntRange(max = 63) int shift, @ForAll @IntRange(max = 20) int room)
            throws IOException {
        var frame = new FrameBuffer();
        numbers.forEach(number -> frame.varint(number >>> shift).zigzag(number >> shift));
        int end = frame.size();
        byte[] bytes = Arrays.copyOf(frame.tag(1).seal(), end + room);
        Arrays.fill(bytes, end, bytes.length, (byte) -1);

        Payload payload = payload(bytes, end);

        for (long number : numbers) {
            assertThat(payload.varint()).isEqualTo(number >>> shift);
            assertThat(payload.zigzag()).isEqualTo(number >> shift);
        }
        assertThat(payload.hasMore()).isFalse();
    }

    @Property
    void numberThatIsCutIsRefused(@ForAll long number, @ForAll @IntRange(max = 20) int room) throws IOException {
        var frame = new FrameBuffer().varint(number | (Long.MIN_VALUE >>> 1));
        int end = frame.size() - 1;
        byte[] bytes = Arrays.copyOf(frame.seal(), end + room);

        assertThatThrownBy(() -> payload(bytes, end).varint())
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("the frame ends within a record");
    }

    @Property
    void elementsAreReadBackWhateverTheirSteps(@ForAll List<Integer> elements, @ForAll boolean upwards)
            throws IOException {
        int[] written = new int[elements.size()];
        var frame = new FrameBuffer();
        long before = 0;
        for (int i = 0; i < written.length; i++) {
            written[i] = upwards ? i + 1 : elements.get(i);
            frame.zigzag(written[i] - before);
            before = written[i];
        }
        int end = frame.size();
        int[] read = new int[written.length];

        payload(frame.tag(1).seal(), end).elements(0, read, 0, read.length);

        assertThat(read).isEqualTo(written);
    }

    @Property
    void elementBeyondTheIntsIsRefused(@ForAll @IntRange(min = 1, max = 63) int step, @ForAll boolean above)
            throws IOException {
        var frame = new FrameBuffer().zigzag(above ? step : -step);
        int end = frame.size();
        byte[] bytes = frame.seal();
        int last = above ? Integer.MAX_VALUE - step + 1 : Integer.MIN_VALUE + step - 1;

        assertThatThrownBy(() -> payload(bytes, end).elements(last, new int[1], 0, 1))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("which does not fit into 32 bits");
    }
}
