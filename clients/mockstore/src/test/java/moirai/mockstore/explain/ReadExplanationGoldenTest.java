package moirai.mockstore.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact text of explanations at each level; {@code -Dgolden.update=true} writes it anew, then read the diff. */
class ReadExplanationGoldenTest {

    private static final Path REPORTS = Path.of("src/test/resources/reports/explanations");

    private final List<String> texts = new ArrayList<>();

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void explanationsReadLikeThis(IsolationLevel level) throws IOException {
        causality(store(level));
        conflict(store(level));
        serialOrder(store(level));

        Path golden = REPORTS.resolve(StoreLevels.NAMES.label(level) + ".txt");
        String actual = String.join("\n", texts);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(REPORTS);
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    private static MockStore store(IsolationLevel level) {
        return new MockStore(new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1))));
    }

    /** T2 answers to what T1 of another session wrote; who reads before T1 may not see the answer. */
    private void causality(MockStore store) {
        StoreSession first = store.session();
        StoreSession second = store.session();
        StoreSession third = store.session();
        write(first, "x", "y");
        write(first, "x");
        StoreTxn answer = second.begin();
        answer.read("x");
        answer.write("y", "answer");
        answer.commit();
        StoreTxn reader = third.begin();
        third.explainTo(this::add);
        third.use(ReadExplanationGoldenTest::oldestWritten);
        reader.read("x");
        add(reader.explain("y"));
        reader.read("y");
        add(reader.explain("x"));
        reader.write("w", "own");
        reader.read("w");
        reader.abort();
        StoreTxn next = first.begin();
        add(next.explain("x"));
        next.abort();
    }

    /** While T0 is pending, T1 overwrites what it has read and what it has written. */
    private void conflict(MockStore store) {
        StoreSession first = store.session();
        StoreSession second = store.session();
        StoreTxn pending = first.begin();
        pending.read("x");
        pending.write("z", "own");
        write(second, "x", "y");
        add(pending.explain("y"));
        write(second, "z");
        add(pending.explain("y"));
    }

    /** T1 has read q before anybody wrote it; T2 wants to write q and may not come before T1. */
    private void serialOrder(MockStore store) {
        write(store.session(), "x");
        StoreSession second = store.session();
        second.use(choice -> choice.count() - 1);
        StoreTxn reader = second.begin();
        reader.read("q");
        reader.write("m", "value");
        reader.commit();
        StoreTxn writer = store.session().begin();
        writer.write("q", "own");
        add(writer.explain("x"));
        add(writer.explain("m"));
    }

    private static int oldestWritten(Choice choice) {
        return switch (choice) {
            case Choice.Read read -> Math.max(0, read.sources().indexOf(-1) - 1);
            case Choice.Turn turn -> 0;
        };
    }

    private static void write(StoreSession session, String... keys) {
        StoreTxn txn = session.begin();
        for (String key : keys) {
            txn.write(key, "value");
        }
        txn.commit();
    }

    private void add(ReadExplanation explanation) {
        texts.add(explanation.text());
    }
}
