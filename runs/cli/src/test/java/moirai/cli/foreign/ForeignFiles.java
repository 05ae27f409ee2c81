package moirai.cli.foreign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import moirai.formats.HistoryFormat;

/** A write skew of two sessions, as each of the other checkers would write it. */
final class ForeignFiles {

    private static final String PLUME = """
            r(1,0,0,10)
            w(2,7,0,10)
            r(2,0,1,20)
            w(1,8,1,20)
            """;

    /** Completions alone, so that there are no times, as in the other formats. */
    private static final String EDN = """
            {:type :ok, :process 0, :value [[:r 1 nil] [:w 2 7]]}
            {:type :ok, :process 1, :value [[:r 2 nil] [:w 1 8]]}
            """;

    private static final String JSON = """
            {"type": "ok", "process": 0, "value": [["r", 1, null], ["w", 2, 7]]}
            {"type": "ok", "process": 1, "value": [["r", 2, null], ["w", 1, 8]]}
            """;

    private static final String AWDIT = """
            r 1 0
            w 2 7
            =====
            r 2 0
            w 1 8
            """;

    private static final String DBCOP_JSON = """
            [[{"events": [["r", 1, 0], ["w", 2, 7]], "committed": true}],
             [{"events": [["r", 2, null], ["w", 1, 8]], "committed": true}]]""";

    private static final long COBRA_INITIAL = 0xbebeebeeL;

    private ForeignFiles() {}

    /** Writes it; the file, or the folder of those formats that have one. */
    static Path writeSkew(Path directory, HistoryFormat format) {
        return switch (format) {
            case EDN -> write(directory, "skew.edn", EDN.getBytes(StandardCharsets.UTF_8));
            case JSON -> write(directory, "skew.jsonl", JSON.getBytes(StandardCharsets.UTF_8));
            case PLUME -> write(directory, "skew.plume", PLUME.getBytes(StandardCharsets.UTF_8));
            case AWDIT -> write(directory, "skew.awdit", AWDIT.getBytes(StandardCharsets.UTF_8));
            case DBCOP_JSON -> write(directory, "skew.json", DBCOP_JSON.getBytes(StandardCharsets.UTF_8));
            case DBCOP -> write(directory, "skew.bincode", dbcop());
            case COBRA -> {
                write(directory.resolve("cobra"), "T1.log", cobra(10, 1, 2, 7));
                write(directory.resolve("cobra"), "T2.log", cobra(20, 2, 1, 8));
                yield directory.resolve("cobra");
            }
        };
    }

    /** Writes it without its last bytes. */
    static Path cutWriteSkew(Path directory, HistoryFormat format, int bytes) {
        Path whole = writeSkew(directory, format);
        Path last = Files.isDirectory(whole) ? whole.resolve("T2.log") : whole;
        try {
            byte[] content = Files.readAllBytes(last);
            Files.write(last, Arrays.copyOf(content, content.length - bytes));
            return whole;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path write(Path directory, String name, byte[] content) {
        try {
            return Files.write(Files.createDirectories(directory).resolve(name), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Five parameters, three texts and two sessions of one transaction of two events. */
    private static byte[] dbcop() {
        var bytes = new ByteArrayOutputStream();
        numbers(bytes, ByteOrder.LITTLE_ENDIAN, 0, 2, 2, 1, 2, 0, 0, 0, 2);
        dbcopTxn(bytes, 1, 2, 7);
        dbcopTxn(bytes, 2, 1, 8);
        return bytes.toByteArray();
    }

    private static void dbcopTxn(ByteArrayOutputStream bytes, long read, long written, long value) {
        numbers(bytes, ByteOrder.LITTLE_ENDIAN, 1, 2);
        bytes.write(0);
        numbers(bytes, ByteOrder.LITTLE_ENDIAN, read, 0);
        bytes.write(1);
        bytes.write(1);
        numbers(bytes, ByteOrder.LITTLE_ENDIAN, written, value);
        bytes.write(1);
        bytes.write(1);
    }

    private static byte[] cobra(long txn, long read, long written, long write) {
        var bytes = new ByteArrayOutputStream();
        bytes.write('S');
        numbers(bytes, ByteOrder.BIG_ENDIAN, txn);
        bytes.write('R');
        numbers(bytes, ByteOrder.BIG_ENDIAN, COBRA_INITIAL, COBRA_INITIAL, read, 0);
        bytes.write('W');
        numbers(bytes, ByteOrder.BIG_ENDIAN, write, written, 0);
        bytes.write('C');
        numbers(bytes, ByteOrder.BIG_ENDIAN, txn);
        return bytes.toByteArray();
    }

    private static void numbers(ByteArrayOutputStream bytes, ByteOrder order, long... numbers) {
        for (long number : numbers) {
            bytes.writeBytes(
                    ByteBuffer.allocate(Long.BYTES).order(order).putLong(number).array());
        }
    }
}
