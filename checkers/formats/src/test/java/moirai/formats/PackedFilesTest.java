package moirai.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were packed, or begin with a mark of their encoding. */
class PackedFilesTest {

    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    @TempDir
    private Path folder;

    private static byte[] packed(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("h"), bytes);
    }

    private String refusal(byte[] bytes) throws IOException {
        Path file = file(bytes);
        var refused = catchThrowableOfType(
                HistoryFormatException.class, () -> HistoryFormat.detect(file).read(file));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage()).replace(file.toString(), "h");
    }

    @ParameterizedTest
    @CsvSource({
        "jepsen.edn, EDN",
        "elle.json, JSON",
        "plume.txt, PLUME",
        "awdit.txt, AWDIT",
        "dbcop.json, DBCOP_JSON",
        "dbcop/history.bincode, DBCOP"
    })
    void gzipIsUndoneAndAMarkSkipped(String sample, HistoryFormat format) throws IOException {
        byte[] plain = Sample.bytes(sample);
        String expected = HistoryNotation.format(format.read(file(plain)));

        assertThat(HistoryFormat.detect(file(packed(plain)))).isEqualTo(format);
        assertThat(HistoryNotation.format(format.read(file(packed(plain))))).isEqualTo(expected);
        if (format != HistoryFormat.DBCOP) {
            byte[] marked = joined(MARK, plain);
            assertThat(HistoryFormat.detect(file(marked))).isEqualTo(format);
            assertThat(HistoryNotation.format(format.read(file(marked)))).isEqualTo(expected);
            assertThat(HistoryNotation.format(format.read(file(packed(marked)))))
                    .isEqualTo(expected);
        }
    }

    /** {@code cat a.gz b.gz} makes such a file. */
    @Test
    void severalPackedPartsAreOneFile() throws IOException {
        String op = "{:type :ok, :process 0, :value [[:append 1 %d]]}\n";
        byte[] parts = joined(
                packed(op.formatted(1).getBytes(StandardCharsets.US_ASCII)),
                packed(op.formatted(2).getBytes(StandardCharsets.US_ASCII)));

        assertThat(HistoryFormat.EDN.read(file(parts)).txnCount()).isEqualTo(2);
    }

    /** The first part ends about where a buffer of the reader does, and the second is cut within its first bytes. */
    @Test
    void aPartThatBeginsAtTheEndOfABufferIsNotLeftOutEither() throws IOException {
        byte[] op = "{:type :ok, :process 0, :value [[:append 1 1]]}\n".getBytes(StandardCharsets.US_ASCII);
        byte[] other = packed("{:type :ok, :process 0, :value [[:append 1 2]]}".getBytes(StandardCharsets.US_ASCII));
        int headerAndTrailer = 18;
        for (int end = -headerAndTrailer; end <= headerAndTrailer; end++) {
            byte[] first = stored(op, 65_536 + end);
            assertThat(HistoryFormat.EDN.read(file(joined(first, other))).txnCount())
                    .isEqualTo(2);
            for (int length : new int[] {1, 2, 9, 10, headerAndTrailer - 1}) {
                assertThat(refusal(joined(first, Arrays.copyOf(other, length))))
                        .as("%d, %d", end, length)
                        .contains("gzip");
            }
        }
    }

    /** Returns a part of so many bytes, which does not compress, with spaces behind the text. */
    private static byte[] stored(byte[] text, int length) throws IOException {
        byte[] padded = Arrays.copyOf(text, length);
        Arrays.fill(padded, text.length, length, (byte) ' ');
        for (int size = length; size > text.length; size--) {
            var packed = new ByteArrayOutputStream();
            try (var out = new GZIPOutputStream(packed) {
                {
                    def.setLevel(Deflater.NO_COMPRESSION);
                }
            }) {
                out.write(padded, 0, size);
            }
            if (packed.size() == length) {
                return packed.toByteArray();
            }
        }
        throw new AssertionError(length + " bytes cannot be packed");
    }

    @Test
    void placesOfErrorsAreThoseOfTheTextInside() throws IOException {
        byte[] text = "{:type :ok, :process 0, :value [[:append 1 1]]}\n  {:process 0, :type 7}"
                .getBytes(StandardCharsets.US_ASCII);
        String plain = refusal(text);

        assertThat(plain).startsWith("h:2:22: '7'; expected one of");
        assertThat(refusal(packed(text))).isEqualTo(plain);
        assertThat(refusal(joined(MARK, text))).isEqualTo(plain);
    }

    @Test
    void cutOrBrokenGzipIsToldAndNothingOfItUsed() throws IOException {
        byte[] packed = packed(Sample.bytes("jepsen.edn"));
        byte[] broken = packed.clone();
        Arrays.fill(broken, 10, 14, (byte) 0xff);

        for (int length = 3; length < packed.length; length++) {
            assertThat(refusal(Arrays.copyOf(packed, length)))
                    .isEqualTo("h: is a truncated gzip file, which is rejected whole, even with"
                            + " --accept-cut; expected the whole file");
        }
        assertThat(refusal(broken)).startsWith("h: is a damaged gzip file (").endsWith("; expected an intact copy");
    }

    /** A file that is cut at the end of its first part is whole, as far as anybody can tell. */
    @ParameterizedTest
    @ValueSource(strings = {"jepsen.edn", "elle.json", "plume.txt", "awdit.txt", "dbcop.json", "dbcop/history.bincode"})
    void ofGzipThatIsCutAnywhereNothingIsUsed(String sample) throws IOException {
        byte[] bytes = Sample.bytes(sample);
        byte[] first = packed(Arrays.copyOf(bytes, bytes.length / 2));
        byte[] parts = joined(first, packed(Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length)));

        assertThat(HistoryFormat.detect(file(parts)).read(file(parts)).txnCount())
                .isPositive();
        byte[] one = packed(bytes);
        for (int length = 0; length < one.length; length++) {
            requireRefused(one, length);
        }
        for (int length = 0; length < parts.length; length++) {
            if (length != first.length) {
                requireRefused(parts, length);
            }
        }
    }

    private void requireRefused(byte[] whole, int length) throws IOException {
        assertThat(refusal(Arrays.copyOf(whole, length))).as("%d", length).isNotEmpty();
    }

    @Test
    void whatFollowsGzipIsNotLeftOut() throws IOException {
        byte[] packed = packed(Sample.bytes("jepsen.edn"));

        for (int extra : new int[] {1, 9, 17, 40}) {
            assertThat(refusal(Arrays.copyOf(packed, packed.length + extra)))
                    .isEqualTo("h: is a damaged gzip file (bytes that are not gzip follow its last member, which may be"
                            + " truncated); expected an intact copy");
        }
    }

    /** A file that is cut within a line is refused, or read with a warning that it may be cut. */
    @ParameterizedTest
    @ValueSource(strings = {"jepsen.edn", "elle.json", "plume.txt", "awdit.txt"})
    void textThatIsCutWithinALineIsRefusedOrToldOf(String sample) throws IOException {
        byte[] bytes = Sample.bytes(sample);
        HistoryFormat format = HistoryFormat.detect(file(bytes));
        int firstLine = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n');

        for (int length = firstLine + 2; length <= bytes.length; length++) {
            Path cut = file(Arrays.copyOf(bytes, length));
            boolean isWhole = bytes[length - 1] == '\n' || bytes[length - 1] == ']';
            boolean isRefused = false;
            try {
                format.read(cut);
            } catch (HistoryFormatException refused) {
                isRefused = true;
            }
            assertThat(isRefused || format.mayBeCut(cut) || isWhole)
                    .as("%d", length)
                    .isTrue();
            assertThat(format.mayBeCut(cut) && length == bytes.length).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "28b52ffd0458   | is packed by zstd; expected it unpacked, or packed by gzip",
                "fd377a585a0000 | is packed by xz; expected it unpacked, or packed by gzip",
                "425a6839314159 | is packed by bzip2; expected it unpacked, or packed by gzip",
                "504b0304140000 | is packed by zip; expected it unpacked, or packed by gzip",
                "4a455053454e00 | is in Jepsen's binary format; expected the history.edn of the same test",
                "fffe7b003a0074 | is a text in UTF-16; expected UTF-8",
                "feff007b003a00 | is a text in UTF-16; expected UTF-8",
            })
    void whatCannotBeReadIsNamed(String hex, String reason) throws IOException {
        assertThat(refusal(HexFormat.of().parseHex(hex))).isEqualTo("h: " + reason);
    }
}
