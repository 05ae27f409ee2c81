package moirai.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadAheadTest {

    private static final int BATCHES = 3;

    private final AtomicInteger filled = new AtomicInteger();

    private ReadAhead<List<Integer>> counting(boolean isAhead, int last) {
        List<List<Integer>> batches = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        return new ReadAhead<>(isAhead, batches, batch -> {
            int number = filled.incrementAndGet();
            batch.clear();
            batch.add(number);
            if (number > last) {
                throw new IllegalArgumentException("no " + number);
            }
            return number < last;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batchesComeInTheirOrderAndEnd(boolean isAhead) {
        try (var reading = counting(isAhead, 1000)) {
            for (int i = 1; i <= 1000; i++) {
                assertThat(reading.next()).contains(List.of(i));
            }
            assertThat(reading.next()).isEmpty();
            assertThat(reading.next()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsThrownComesBehindWhatWasFilledBefore(boolean isAhead) {
        try (var reading = counting(isAhead, 0)) {
            assertThat(reading.next()).contains(List.of(1));
            assertThatThrownBy(reading::next).hasMessage("no 1");
        }
    }

    /** An interruption ends the thread, as an exhausted memory does. */
    @Test
    @Timeout(10)
    void nobodyWaitsForAThreadThatHasEnded() {
        try (var reading = new ReadAhead<>(true, List.of("a", "b"), batch -> {
            Thread.currentThread().interrupt();
            return true;
        })) {
            assertThatThrownBy(reading::next).hasMessage("the thread that reads has ended before the file");
        }
    }

    @Test
    void aPackedFileIsAsLongAsItsText(@TempDir Path folder) throws IOException {
        byte[] text = "a".repeat(5 << 20).getBytes(StandardCharsets.US_ASCII);
        Path plain = Files.write(folder.resolve("plain"), text);
        Path packed = folder.resolve("packed");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(text);
        }

        assertThat(InputFile.unpackedBytes(packed)).isEqualTo(text.length);
        assertThat(ReadAhead.isWorthwhile(packed)).isEqualTo(ReadAhead.isWorthwhile(plain));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closingEndsTheReading(boolean isAhead) {
        Optional<List<Integer>> first;
        try (var reading = counting(isAhead, Integer.MAX_VALUE)) {
            first = reading.next();
        }

        assertThat(first).isPresent();
        assertThat(filled.get()).isBetween(1, BATCHES);
    }
}
