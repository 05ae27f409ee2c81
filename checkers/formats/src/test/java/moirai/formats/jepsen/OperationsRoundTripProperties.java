package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.export.EdnExport;
import moirai.history.export.JsonLinesExport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** An export is read back as the same history, whatever it has in it. */
class OperationsRoundTripProperties {

    private static Path folder = Path.of("");

    @BeforeContainer
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("round-trip");
    }

    @AfterContainer
    static void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve("h"));
        Files.delete(folder);
    }

    @Property(tries = 1000)
    void ednIsReadBack(@ForAll Random random) throws IOException {
        History history = RandomHistory.of(random);
        var text = new StringWriter();
        EdnExport.write(history, text);

        requireSame(history, text.toString(), HistoryFormat.EDN);
    }

    @Property(tries = 1000)
    void jsonIsReadBack(@ForAll Random random) throws IOException {
        History history = RandomHistory.of(random);
        var text = new StringWriter();
        JsonLinesExport.write(history, text);

        requireSame(history, text.toString(), HistoryFormat.JSON);
    }

    private static void requireSame(History history, String text, HistoryFormat format) throws IOException {
        Path file = folder.resolve("h");
        Files.deleteIfExists(file);
        Files.writeString(file, text);

        History back = format.read(file);

        assertThat(HistoryNotation.format(back)).as(text).isEqualTo(HistoryNotation.format(history));
        assertThat(back.header()).isEqualTo(history.header());
        assertThat(back.faults()).isEqualTo(history.faults());
        assertThat(back.isTimed()).isEqualTo(history.isTimed());
        assertThat(back.isComplete()).isEqualTo(history.isComplete());
        assertThat(back.dataModel()).isEqualTo(history.dataModel());
        assertThat(back.labels()).as(text).isEqualTo(history.labels());
        assertThat(columns(back)).as(text).isEqualTo(columns(history));
        if (history.txnCount() > 0) {
            assertThat(HistoryFormat.detect(file)).isEqualTo(format);
        }
    }

    /** Returns keys and lists with their dense ids. */
    private static String columns(History history) {
        var text = new StringBuilder();
        for (int key = 0; key < history.keyCount(); key++) {
            text.append(history.keyName(key)).append(' ');
        }
        for (int op = 0; op < history.opCount(); op++) {
            text.append(history.key(op)).append(':');
            if (history.isAnswered(op) && history.listCount() > 0) {
                text.append(history.list(op)).append('-').append(history.length(op));
            }
            text.append(' ');
        }
        for (int list = 0; list < history.listCount(); list++) {
            text.append('[').append(history.listKey(list)).append(']').append(history.listSize(list));
        }
        return text.toString();
    }
}
