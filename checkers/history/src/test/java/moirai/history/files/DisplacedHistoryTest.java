package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DisplacedHistoryTest {

    private final Scratch scratch = new Scratch();

    @AfterEach
    void removeFiles() {
        scratch.close();
    }

    /** The transactions are all there, and yet the absence of a phenomenon proves nothing. */
    @Test
    void displacedHistory() {
        HistoryDirectory directory = HistoryDirectory.create(scratch.path, Scratch.HEADER);
        directory.writer(0).close();
        HistoryReader.Loaded before = HistoryReader.read(scratch.path);

        HistoryDirectory.displaced(directory.path(), "others may have written");

        HistoryReader.Loaded after = HistoryReader.read(scratch.path);
        assertThat(before.history().isComplete()).isTrue();
        assertThat(after.history().isComplete()).isFalse();
        assertThat(after.warnings()).containsExactly(scratch.path + ": others may have written");
        assertThat(before.displaced()).isEmpty();
        assertThat(after.displaced()).isEqualTo("others may have written");
    }
}
