package moirai.junit.assertions;

import java.nio.file.Path;
import moirai.formats.jepsen.Reading;
import moirai.history.History;
import moirai.runs.store.HistorySource;
import org.jspecify.annotations.Nullable;

/** The entry points of assertions about histories, for a static import beside AssertJ's own. */
public final class MoiraiAssertions {

    private MoiraiAssertions() {}

    /** Returns assertions about a history. */
    public static HistoryAssert assertThat(@Nullable History actual) {
        return new HistoryAssert(actual);
    }

    /**
     * Returns assertions about a recorded history: the folder of a run, segments, a case, a file in history notation,
     * Jepsen's EDN, JSON lines, or the format of another checker that {@code moirai check} reads.
     *
     * @throws moirai.history.HistoryFormatException if it is no whole history, with file, line and reason
     */
    public static HistoryAssert assertThatHistory(Path recorded) {
        return assertThat(HistorySource.read(recorded, Reading.DEFAULT).history());
    }
}
