package moirai.formats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.history.HistoryFormatException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Any bytes give a history or the one exception that a command line shows. */
class DamagedFilesProperties {

    private static final String[] SAMPLES = {
        "jepsen.edn",
        "elle.json",
        "plume.txt",
        "awdit.txt",
        "dbcop.json",
        "dbcop-tagged.json",
        "dbcop-compact.json",
        "dbcop/history.bincode",
        "cobra/T1.log"
    };

    private static final int MESSAGE_CHARS_MAX = 600;

    private static Path folder = Path.of("");

    @BeforeContainer
    static void makeFolder() {
        folder = Sample.folder();
    }

    @AfterContainer
    static void removeFolder() {
        Sample.remove(folder);
    }

    @Property(tries = 300)
    void anyBytesAreReadOrRefused(@ForAll @Size(max = 200) byte[] bytes) {
        requireReadOrRefused(bytes);
    }

    @Property(tries = 500)
    void damagedSamplesAreReadOrRefused(@ForAll Random random) {
        byte[] bytes = Sample.bytes(SAMPLES[random.nextInt(SAMPLES.length)]);
        for (int damage = random.nextInt(4); damage >= 0; damage--) {
            bytes = damaged(bytes, random);
        }

        requireReadOrRefused(bytes);
    }

    /** The line feed at the end of JSON may be missing. */
    @Example
    void samplesOfDbcopThatAreCutAnywhereAreRefused() {
        for (String sample : List.of("dbcop.json", "dbcop-tagged.json", "dbcop-compact.json")) {
            byte[] whole = Sample.bytes(sample);
            for (int size = 0; size < whole.length - 1; size++) {
                assertThat(isRead(HistoryFormat.DBCOP_JSON, Arrays.copyOf(whole, size)))
                        .isFalse();
            }
        }
        byte[] whole = Sample.bytes("dbcop/history.bincode");
        for (int size = 0; size < whole.length; size++) {
            assertThat(isRead(HistoryFormat.DBCOP, Arrays.copyOf(whole, size))).isFalse();
        }
    }

    /** A file of lines that is cut between two lines is a shorter one; an array has an end. */
    @Example
    void operationsThatAreCutAreRefused() {
        byte[] lines = Sample.bytes("jepsen.edn");
        List<Integer> ends = sizesThatAreRead(HistoryFormat.EDN, lines);
        byte[] array = Sample.bytes("elle.json");

        assertThat(ends)
                .hasSizeGreaterThan(8)
                .allSatisfy(size ->
                        assertThat(endsBetweenOps(lines, size)).as("%d", size).isTrue());
        assertThat(sizesThatAreRead(HistoryFormat.JSON, array)).containsExactly(array.length - 1, array.length);
    }

    private static boolean endsBetweenOps(byte[] lines, int size) {
        return lines[size - 1] == '}' || lines[size - 1] == '\n';
    }

    /**
     * A text that ends after a whole op is a shorter history, and so is a log of Cobra that ends after a record: its
     * last transaction is indeterminate then. The file does not show the difference.
     */
    @Example
    void textsAndLogsMayEndBetweenOps() {
        assertThat(sizesThatAreRead(HistoryFormat.PLUME, "w(1,2,0,0)\nw(1,3,0,0)\n".getBytes(US_ASCII)))
                .containsExactly(10, 11, 21, 22);
        assertThat(sizesThatAreRead(HistoryFormat.AWDIT, "w 1 23\n--\n".getBytes(US_ASCII)))
                .containsExactly(5, 6, 7, 8, 9, 10);
        byte[] log = Bytes.bigEndian()
                .record('S', 1)
                .record('W', 5, 6, 7)
                .record('C', 1)
                .array();
        assertThat(sizesThatAreRead(HistoryFormat.COBRA, log)).containsExactly(9, 34, 43);
    }

    private static List<Integer> sizesThatAreRead(HistoryFormat format, byte[] whole) {
        return IntStream.rangeClosed(0, whole.length)
                .filter(size -> isRead(format, Arrays.copyOf(whole, size)))
                .boxed()
                .toList();
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return bytes;
        }
        int at = random.nextInt(bytes.length);
        byte[] result = bytes.clone();
        switch (random.nextInt(4)) {
            case 0 -> result[at] = (byte) random.nextInt();
            case 1 -> result[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 2 -> result = Arrays.copyOf(result, at);
            default -> {
                result = Arrays.copyOf(bytes, bytes.length + 1);
                System.arraycopy(bytes, at, result, at + 1, bytes.length - at);
            }
        }
        return result;
    }

    private static void requireReadOrRefused(byte[] bytes) {
        Path file = write(bytes);
        isDone(file, () -> HistoryFormat.detect(file));
        for (HistoryFormat format : HistoryFormat.values()) {
            isRead(format, file);
        }
    }

    private static boolean isRead(HistoryFormat format, byte[] bytes) {
        return isRead(format, write(bytes));
    }

    private static boolean isRead(HistoryFormat format, Path file) {
        Path path = format == HistoryFormat.COBRA ? folder : file;
        return isDone(path, () -> format.read(path));
    }

    /** Writes a new file each time: some file systems write a file that was cut to nothing to the disk at once. */
    private static Path write(byte[] bytes) {
        try {
            Path file = folder.resolve("T1.log");
            Files.deleteIfExists(file);
            return Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isDone(Path path, Runnable reading) {
        try {
            reading.run();
            return true;
        } catch (HistoryFormatException refused) {
            assertThat(refused).hasMessageStartingWith(path.toString());
            assertThat(String.valueOf(refused.getMessage()))
                    .hasSizeLessThan(path.toString().length() + MESSAGE_CHARS_MAX);
            return false;
        }
    }
}
