package moirai.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFormatTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void formatsAreNamed() {
        assertThat(HistoryFormat.labels()).isEqualTo("edn, json, plume, awdit, dbcop-json, dbcop, cobra");
        assertThat(HistoryFormat.values())
                .allSatisfy(format ->
                        assertThat(HistoryFormat.named(format.label())).contains(format));
        assertThat(HistoryFormat.named("Plume")).contains(HistoryFormat.PLUME);
        assertThat(HistoryFormat.named("knossos")).isEmpty();
    }

    @Test
    void samplesAreDetected() {
        assertThat(HistoryFormat.detect(Sample.path("plume.txt"))).isEqualTo(HistoryFormat.PLUME);
        assertThat(HistoryFormat.detect(Sample.path("awdit.txt"))).isEqualTo(HistoryFormat.AWDIT);
        assertThat(HistoryFormat.detect(Sample.path("dbcop.json"))).isEqualTo(HistoryFormat.DBCOP_JSON);
        assertThat(HistoryFormat.detect(Sample.path("dbcop-compact.json"))).isEqualTo(HistoryFormat.DBCOP_JSON);
        assertThat(HistoryFormat.detect(Sample.path("dbcop/history.bincode"))).isEqualTo(HistoryFormat.DBCOP);
        assertThat(HistoryFormat.detect(Sample.path("dbcop"))).isEqualTo(HistoryFormat.DBCOP);
        assertThat(HistoryFormat.detect(Sample.path("cobra"))).isEqualTo(HistoryFormat.COBRA);
    }

    @Test
    void separatorsAndBlanksAreDetected() throws IOException {
        assertThat(HistoryFormat.detect(file("\n =====\nw 1 2"))).isEqualTo(HistoryFormat.AWDIT);
        assertThat(HistoryFormat.detect(file("-\nw 1 2"))).isEqualTo(HistoryFormat.AWDIT);
        assertThat(HistoryFormat.detect(file(" {\n\"data\": []}"))).isEqualTo(HistoryFormat.DBCOP_JSON);
    }

    /** The number of a run of dbcop may be the code of a letter or a bracket. */
    @Test
    void aBinaryFileIsDetectedWhateverItsFirstByte() throws IOException {
        for (int first = 0; first < 256; first++) {
            byte[] file = Bytes.littleEndian()
                    .u64(first, 2, 3, 4, 5)
                    .text("info")
                    .text("")
                    .text("")
                    .u64(0)
                    .array();

            assertThat(HistoryFormat.detect(Files.write(folder.resolve("any"), file)))
                    .isEqualTo(HistoryFormat.DBCOP);
        }
    }

    @Test
    void whatIsNoneOfThemIsShown() throws IOException {
        String rest = ", as no known format does; expected one of edn, json, plume, awdit, dbcop-json, dbcop, cobra,"
                + " e.g. 'w(KEY,VALUE,SESSION,TXN)' or 'w KEY VALUE'";

        assertThat(refusal(file("write 1"))).isEqualTo("any: starts with 'write 1'" + rest);
        assertThat(refusal(file("-1"))).isEqualTo("any: starts with '-1'" + rest);
        assertThat(refusal(file("\n\n"))).isEqualTo("any: starts with ''" + rest);
        assertThat(refusal(Files.write(folder.resolve("any"), new byte[] {1, 2})))
                .isEqualTo("any: starts with '\\x01\\x02'" + rest);
        assertThat(refusal(file("")))
                .isEqualTo("any: is empty; expected one of edn, json, plume, awdit, dbcop-json, dbcop, cobra");
        assertThat(refusal(folder.resolve("none"))).isEqualTo("none: cannot be read: there is no such file");
    }

    @Test
    void theLogOfOneSessionIsAskedForWithItsFolder() {
        assertThat(refusal(Sample.path("cobra/T2.log")))
                .isEqualTo("src/test/resources/samples/cobra/T2.log: looks like one session of cobra;"
                        + " expected the folder with all its T*.log");
    }

    @Test
    void whatAFolderHasIsShown() throws IOException {
        String rest = "; expected T*.log of cobra or history.bincode of dbcop";

        assertThat(refusal(folder)).endsWith(": a folder with nothing in it" + rest);
        for (String name : new String[] {"g", "b", "c", "d", "e", "f"}) {
            Files.createFile(folder.resolve(name));
        }
        assertThat(refusal(folder)).endsWith(": a folder with b, c, d, e, f" + rest);
    }

    @Test
    void aFolderIsNoFile() {
        for (HistoryFormat format : HistoryFormat.values()) {
            assertThatExceptionOfType(HistoryFormatException.class)
                    .isThrownBy(() -> format.read(folder))
                    .withMessageStartingWith(folder.toString());
        }
    }

    @Test
    void moreSessionsThanAHistoryHoldsAreRefused() {
        assertThatExceptionOfType(HistoryFormatException.class)
                .isThrownBy(() -> new RegisterOps(Path.of("FILE"), true).begin(1L << 31))
                .withMessage("FILE: has more than 2147483647 sessions, the most that is read");
    }

    private Path file(String contents) throws IOException {
        return Files.writeString(folder.resolve("any"), contents, StandardCharsets.UTF_8);
    }

    private String refusal(Path path) {
        var refused = catchThrowableOfType(HistoryFormatException.class, () -> HistoryFormat.detect(path));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage()).replace(folder + "/", "");
    }
}
